"""A table keeps the signatures of players, and signs its log itself."""

import random
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from devtools.harness.server.serving import move_of
from netgame.games import GAMES
from netgame.match.commands import Pause
from netgame.match.events import Created, Event, Moved, Offered, Paused, Proof
from netgame.records.proof import Signatures, command_text, host_of, origin, prove
from protocol import messages as m
from protocol.event_codec import event_from_bytes
from protocol.identity.device_key import DeviceKey, verify
from server.storage.event_store import Row
from server.tables.commands import AnyCommand, Decision, Dice, NewTable, RenamePlayer, User
from server.tables.host_keys import HostKeys
from server.tables.table import HEADS_MISSING, SEALED_EVERY, Table
from tests.server.stored import key

NOW = 1_000_000
HOST, ANN_KEY, BOB_KEY = (DeviceKey.from_seed(bytes([n]) * 32) for n in (1, 2, 3))
ANN, BOB = User("a1", "Ann", key=ANN_KEY.public), User("b2", "Bob", key=BOB_KEY.public)
GUEST = User("b2", "Bob")


def do(table: Table, user: User | None, command: AnyCommand) -> Decision:
    """Decide the command, and evolve the table at once."""
    decision = table.decide(user, command, NOW)
    if decision.append is not None:
        table.evolve(decision)
    return decision


def table_of(host: DeviceKey | None = HOST) -> Table:
    return Table("t1", GAMES, Dice(random.Random(1)), keys=HostKeys([host]) if host is not None else None)


def started(host: DeviceKey | None = HOST, bob: User = BOB, **terms: Any) -> Table:
    table = table_of(host)
    do(table, ANN, m.MakeTable(key=key(), game="thud", options={}, player=0, **terms))
    do(table, bob, m.TakeSeat(table="t1", key=key()))
    return table


def events(table: Table) -> list[Event]:
    return [event_from_bytes(body) for body in table.log]


def last(table: Table) -> Event:
    return event_from_bytes(table.log[-1])


def signature(table: Table, signer: DeviceKey, words: str, seen: int = 0, name: str = "t1") -> dict[str, Any]:
    """The fields of a command that its player signs."""
    seen, log = seen or table.number, Signatures()
    for event in events(table)[:seen]:
        log.follow(event)
    text = command_text(origin(HOST.public, name), seen, log.heads[seen], words)
    return {"seen": seen, "signature": signer.sign(text)}


def move(table: Table, **fields: Any) -> m.SendMove:
    """The next move, signed by Ann; `fields` are other ones."""
    first = move_of(table.match)
    signed = signature(table, ANN_KEY, f"move {first.move}") | fields
    return structs.replace(first, table="t1", key=key(), **signed)


def play(table: Table, plies: int) -> None:
    """Play moves without signatures."""
    for ply in range(plies):
        decision = do(table, (ANN, BOB)[ply % 2], move(table, signature=b""))
        assert decision.append is not None, decision.reply


def test_the_log_names_the_server_the_table_and_the_keys_with_which_players_have_signed_in() -> None:
    table = started(bob=GUEST)
    created = events(table)[0]
    assert isinstance(created, Created)
    assert created.origin == origin(HOST.public, "t1")
    assert host_of(created.origin) == HOST.public
    rematch, unsigned = table_of(), events(started(host=None))[0]
    assert isinstance(unsigned, Created)
    do(rematch, None, NewTable(unsigned, ANN, BOB))
    for each, keys in ((table, [ANN_KEY.public, b""]), (rematch, [ANN_KEY.public, BOB_KEY.public])):
        assert each.match.created.origin == created.origin
        assert [seat.key for seat in each.match.seats if seat is not None] == keys


def test_the_signature_of_a_command_is_under_its_event_in_the_log_but_not_in_memory() -> None:
    table = started()
    do(table, ANN, sent := move(table))
    assert table.match.history.last.event.proof is None
    assert last(table).proof == Proof(seen=sent.seen, signature=sent.signature)
    assert prove(events(table), verify).players[0].signed == (table.number,)


@pytest.mark.parametrize(
    ("user", "fields"),
    [(ANN, {"signature": b"x" * 63}), (ANN, {"seen": 0}), (ANN, {"seen": 5}), (replace(ANN, key=BOB_KEY.public), {})],
    ids=["form", "nothing seen", "too much seen", "other device"],
)
def test_a_wrong_signature_is_left_out_and_the_command_carried_out(user: User, fields: dict[str, Any]) -> None:
    table = started()
    decision = do(table, user, move(table, **fields))
    assert isinstance(decision.reply, m.Done)
    assert isinstance(last(table), Moved)
    assert last(table).proof is None


def test_a_signature_that_a_later_one_has_overtaken_is_left_out_and_so_is_one_of_what_was_not_seen() -> None:
    for kind, command, words, seen in (
        ("count", m.SendOffer(table="t1", kind="pause"), "offer pause", 3),
        ("pause", m.SendWithdraw(table="t1", offer=5), "withdraw 5", 4),
    ):
        table = started()
        early = signature(table, ANN_KEY, words, seen)
        do(table, ANN, m.SendOffer(table="t1", key=key(), kind=kind, **signature(table, ANN_KEY, f"offer {kind}")))
        do(table, ANN, structs.replace(command, key=key(), **early))

        assert table.number == 6
        assert last(table).proof is None
        prove(events(table), verify)


def test_a_signature_of_a_player_who_has_not_seen_what_the_command_is_about_is_left_out() -> None:
    for command, words in (
        (m.SendOffer(table="t1", kind="take_back"), "offer take_back 5"),
        (m.SendOffer(table="t1", kind="take_back", to=5), "offer take_back 5"),
        (None, ""),
    ):
        table = started()
        play(table, 2)
        if command is not None:
            do(table, ANN, structs.replace(command, key=key(), **signature(table, ANN_KEY, words, seen=4)))
        else:
            next_move = move_of(table.match).move
            do(table, ANN, move(table, **signature(table, ANN_KEY, f"move {next_move}", seen=5)))
        assert isinstance(last(table), Offered | Moved)
        assert last(table).proof is None
        prove(events(table), verify)


def test_the_same_signature_is_in_the_log_once() -> None:
    table = started()
    offer = signature(table, ANN_KEY, "offer pause")
    do(table, ANN, m.SendOffer(table="t1", key=key(), kind="pause", **offer))
    do(table, BOB, m.SendAnswer(table="t1", key=key(), offer=table.number, accept=False))
    do(table, ANN, m.SendOffer(table="t1", key=key(), kind="pause", **offer))  # sent before she saw the first one
    assert [event.proof.signature for event in events(table) if event.proof is not None] == [offer["signature"]]
    assert isinstance(last(table), Offered)
    prove(events(table), verify)


def test_a_log_without_origin_is_not_signed() -> None:
    old = started(host=None)
    table = table_of()
    table.load([Row(number, body) for number, body in enumerate(old.log, 1)])
    do(table, ANN, move(table))
    do(table, ANN, m.SendResign(table="t1", key=key(), match=True))
    assert table.is_over
    assert {event.proof for event in events(table)} == {None}


def test_the_end_of_a_leg_or_of_the_match_is_sealed() -> None:
    for is_match in (True, False):
        table = started()
        do(table, ANN, m.SendResign(table="t1", key=key(), match=is_match))
        assert prove(events(table), verify).sealed == table.number


def test_a_pause_that_both_want_is_sealed_and_a_stop_is_not_since_it_pauses_all_tables_at_once() -> None:
    table = started(clock="sudden 60")
    do(table, None, Pause("drain"))
    assert last(table).proof is None
    table = started()
    for player in (ANN, BOB):
        do(table, player, m.SendOffer(table="t1", key=key(), kind="adjourn"))
    assert isinstance(last(table), Paused)
    assert prove(events(table), verify).sealed == table.number


def test_the_signature_of_a_player_and_a_seal_are_under_one_event() -> None:
    table = started()
    do(table, ANN, m.SendLeave(table="t1", key=key(), **signature(table, ANN_KEY, "leave")))
    proven = prove(events(table), verify)
    assert proven.sealed == table.number
    assert proven.players[0].signed == (table.number,)


def test_a_long_match_is_sealed_now_and_then_also_when_it_was_read_from_the_store_before() -> None:
    table = started()
    play(table, SEALED_EVERY // 2)
    again = table_of()
    again.load([Row(number, body) for number, body in enumerate(table.log, 1)])
    play(again, SEALED_EVERY // 2 + 1)
    assert prove(events(again), verify).sealed == SEALED_EVERY


def test_the_heads_of_a_long_log_that_was_read_are_computed_in_steps() -> None:
    table = started()
    play(table, 2 * SEALED_EVERY)
    again = table_of()
    again.load([Row(number, body) for number, body in enumerate(table.log, 1)])
    resign = m.SendResign(table="t1", key=key(), match=True)
    assert again.decide(ANN, resign, NOW) is HEADS_MISSING
    assert len(list(again.hashing())) > 1
    do(again, ANN, resign)
    assert prove(events(again), verify).sealed == again.number


def test_events_of_another_server_are_in_the_next_seal() -> None:
    table, elsewhere = started(), table_of()
    elsewhere.load([Row(number, body) for number, body in enumerate(table.log, 1)])
    play(elsewhere, 2)
    table.follow([Row(number, body) for number, body in enumerate(elsewhere.log, 1)])
    do(table, ANN, m.SendResign(table="t1", key=key(), match=True))
    assert prove(events(table), verify).sealed == table.number


def test_another_name_of_a_player_leaves_the_signatures_valid() -> None:
    table = started()
    do(table, ANN, move(table))
    do(table, None, RenamePlayer({seat.number: replace(seat, name="[deleted]") for seat in table.match.seats if seat}))
    do(table, ANN, m.SendResign(table="t1", key=key(), match=True))
    proven = prove(events(table), verify)
    assert proven.sealed == table.number
    assert len(proven.players[0].signed) == 1
