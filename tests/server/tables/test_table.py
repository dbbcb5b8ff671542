"""A table without network and disk. Clod is the example of a game with dice, Thud of one with two legs."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from netgame.games import GAMES
from netgame.match import CURRENT_RULES
from netgame.match.commands import Pause, Resume
from netgame.match.digest import DIGEST_EVERY
from netgame.match.events import Moved, Started
from protocol import messages as m
from protocol.event_codec import event_from_bytes, event_to_bytes
from protocol.framing import encode, encode_events
from server.storage.event_store import Row
from server.tables.commands import AnyCommand, Decision, Dice, User
from server.tables.table import LAPSE_CHECK_MS, MOST_BEFORE_START, OVERDUE_MS, Table
from tests.server.stored import key

ANN, BOB, EVE = User("a1", "Ann"), User("b2", "Bob"), User("e3", "Eve")
NOW = 1_000_000


def do(table: Table, user: User | None, command: AnyCommand, now: int = NOW) -> Decision:
    """Decide the command, and evolve the table at once."""
    decision = table.decide(user, command, now)
    if decision.append is not None:
        table.evolve(decision)
    return decision


def make(game: str = "clod", **options: Any) -> Table:
    table = Table("t1", GAMES, Dice(random.Random(1)))
    do(table, ANN, m.MakeTable(key=key(), game=game, options=options, title="x", player=0))
    return table


def started(game: str = "clod", **options: Any) -> Table:
    table = make(game, **options)
    do(table, BOB, take_seat())
    return table


def take_seat(**fields: Any) -> m.TakeSeat:
    return m.TakeSeat(table="t1", key=key(), **fields)


def moves(table: Table) -> Iterator[str]:
    match = table.match
    return (match.game.format(match.state, move) for move in match.game.moves(match.state))


def send(table: Table, move: str = "", position: int | None = None) -> m.SendMove:
    """Return the first legal move, or another one."""
    at = table.match.position if position is None else position
    return m.SendMove(table="t1", key=key(), position=at, move=move or next(moves(table)))


def code(decision: Decision) -> str:
    assert isinstance(decision.reply, m.Refused), decision.reply
    assert not decision.events
    return decision.reply.code


def number(decision: Decision) -> int:
    assert isinstance(decision.reply, m.Done), decision.reply
    return decision.reply.number


def names(decision: Decision) -> list[str]:
    return [type(event).__name__ for event in decision.events]


def rows(table: Table) -> list[Row]:
    return [Row(n, body) for n, body in enumerate(table.log, 1)]


def loaded(*log: Row) -> Table:
    """Return a table that was read from the store."""
    table = Table("t1", GAMES, Dice())
    table.load(log)
    return table


def test_the_creator_of_a_table_gets_a_seat_that_nobody_else_takes_and_may_give_it_up_before_the_start() -> None:
    table = make("thud", battles=1)
    assert (table.accounts, table.state, table.number) == (("a1", None), "open", 2)
    options = table.match.created.options
    assert options["battles"] == 1
    assert len(options) > 1, "each has its value in the log"

    assert code(do(table, BOB, take_seat(player=0))) == "seat_taken"
    assert code(do(table, ANN, take_seat())) == "already_seated"
    do(table, ANN, m.LeaveSeat(table="t1", key=key()))
    assert table.accounts == (None, None)
    assert code(do(started(), EVE, take_seat())) == "full"


def test_a_table_starts_from_a_position_that_was_set_up() -> None:
    table = Table("t1", GAMES, Dice(random.Random(1)))
    position = "W - B...../....../....../....../....../.....W"
    do(table, ANN, m.MakeTable(key=key(), game="clod", options={}, player=1, position=position))
    do(table, BOB, take_seat())

    match = table.match
    assert match.created.position == position
    assert table.info(bool).set_up
    assert len(match.game.pieces(match.state)) == 2
    assert match.last_roll is not None
    assert code(do(table, BOB, send(table))) == "not_your_turn"
    assert number(do(table, ANN, send(table)))


@pytest.mark.parametrize(
    "position",
    ["B", "W - x...../....../....../....../....../......", "B - " + "/".join(["BBBBBB"] * 6), "ü" * 100, "." * 8192],
    ids=lambda text: ascii(text[:12]),
)
def test_a_position_without_a_move_is_refused(position: str) -> None:
    decision = do(Table("t1", GAMES, Dice()), ANN, m.MakeTable(key=key(), game="clod", options={}, position=position))
    assert code(decision) == "bad_position"
    assert isinstance(decision.reply, m.Refused)
    assert len(decision.reply.template) > 20


EMPTY = "/".join(["......"] * 6)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (m.MakeTable(key=key(), game="chess", options={}), "unknown_game"),
        (m.MakeTable(key=key(), game="clod", options={"speed": 3}), "bad_option"),
        (m.MakeTable(key=key(), game="clod", options={"ties": "maybe"}), "bad_option"),
        (m.MakeTable(key=key(), game="clod", options={}, title="a\x07b"), "bad_title"),
        (m.MakeTable(key=key(), game="clod", options={}, clock="move 0"), "bad_clock"),
        (m.MakeTable(key=key(), game="clod", options={}, absence="forfeit 5"), "bad_absence"),
        (m.MakeTable(key=key(), game="clod", options={}, absence="forfeit 60", clock="days 1"), "bad_absence"),
        (m.MakeTable(key=key(), game="blooms", options={}, dice="players"), "bad_dice"),
        (m.MakeTable(key=key(), game="clod", options={}, rated=True, position="W - " + EMPTY), "rated_position"),
        (m.MakeTable(game="clod", options={}), "malformed"),
        (m.TakeSeat(table="t1", key=key()), "no_table"),
        (m.ReadyUp(table="t1", key=key()), "no_table"),
    ],
)
def test_a_table_that_cannot_be_is_not_made(command: AnyCommand, why: str) -> None:
    table = Table("t1", GAMES, Dice())
    assert code(do(table, ANN, command)) == why
    assert table.number == 0


@pytest.mark.parametrize("title", ["👩\u200d💻", "می\u200cخواهم", "10² \U0001fae9"])
def test_a_title_stays_as_it_was_typed(title: str) -> None:
    table = Table("t1", GAMES, Dice())
    do(table, ANN, m.MakeTable(key=key(), game="clod", options={}, title=f"{title}\u200e"))
    assert table.info(bool).title == title


def test_the_second_player_starts_the_match_and_dice_fall_in_the_append_before_their_move() -> None:
    table = make()
    start = do(table, BOB, take_seat())
    moved = do(table, ANN, send(table))
    assert (names(start), number(start)) == (["Seated", "Started", "Rolled"], 3)
    assert (names(moved), number(moved)) == (["Moved", "Rolled"], 6)
    info = table.info(lambda account: account == "b2")
    assert [seat and (seat.name, seat.present) for seat in info.seats] == [("Ann", False), ("Bob", True)]


def test_out_of_turn_and_unreadable_moves_are_refused_and_may_be_sent_again_with_their_key() -> None:
    table = started()
    unreadable = send(table, "what?")
    assert code(do(table, BOB, send(table))) == "not_your_turn"
    assert code(do(table, EVE, send(table))) == "no_seat"
    for _ in range(2):
        assert code(do(table, ANN, unreadable)) == "notation"


def test_a_stale_move_is_refused_with_the_current_position() -> None:
    table = started()
    first, second = send(table), send(table, list(moves(table))[-1])
    assert do(table, ANN, first).events
    assert code(do(table, ANN, second)) == "stale"
    decision = do(table, BOB, send(table, position=first.position))
    assert code(decision) == "stale"
    assert isinstance(decision.reply, m.Refused)
    assert decision.reply.position == table.match.position


def test_the_same_key_again_is_answered_with_the_number_of_its_event_and_is_for_one_command_of_one_user() -> None:
    table = started()
    command = send(table)
    taken = number(do(table, ANN, command))
    before = list(table.log)
    assert number(do(table, ANN, command)) == taken
    assert table.log == before
    assert code(do(table, ANN, m.SendResign(table="t1", key=command.key))) == "key_reused"
    assert code(do(table, BOB, command)) == "key_reused"
    assert code(do(table, ANN, m.MakeTable(key=command.key, game="clod", options={}))) == "key_reused"


def test_offers_are_commands_like_others() -> None:
    table = started("thud")
    assert code(do(table, ANN, m.SendOffer(table="t1", key=key(), kind="kiss"))) == "unknown_offer"
    offered = number(do(table, ANN, m.SendOffer(table="t1", key=key(), kind="count")))
    answered = do(table, BOB, m.SendAnswer(table="t1", key=key(), offer=offered, accept=True))
    assert names(answered) == ["OfferClosed", "LegEnded"]
    assert table.state == "between"


def test_a_log_read_from_the_store_is_the_same_table_and_knows_the_keys() -> None:
    table = started()
    command, match = send(table), table.match
    append = table.decide(ANN, command, NOW).append
    assert table.match is match, "nothing changes before the append is durable"
    taken = number(do(table, ANN, command))
    for _ in range(9):
        do(table, (ANN, BOB)[table.match.turn.seat], send(table))  # type: ignore[union-attr]

    copy = loaded(
        *(Row(n, body, *((append.key, append.digest) if n == taken else ())) for n, body in enumerate(table.log, 1))
    )
    assert copy.match == table.match
    assert copy.log == table.log
    assert number(do(copy, ANN, command)) == taken


@pytest.mark.parametrize("body", [event_to_bytes(Started(number=6, at=NOW, leg=7)), b"nonsense"], ids=["leg", "bytes"])
def test_a_log_that_does_not_fold_freezes_the_table_and_names_the_event(body: bytes) -> None:
    table = started()
    copy = loaded(*rows(table), Row(6, body))
    assert copy.state == "frozen"
    assert copy.info(lambda account: False).state == "frozen"
    assert "event 6" in str(copy.frozen)
    assert copy.log == table.log
    assert code(do(copy, ANN, send(table))) == "frozen"
    assert loaded(Row(1, body)).info(bool).state == "frozen", "a first event that cannot be read"


def test_a_log_with_a_wrong_digest_freezes_the_table() -> None:
    table = started("thud")
    for _ in range(DIGEST_EVERY):
        do(table, (ANN, BOB)[table.match.state.seat], send(table))
    at, event = next(
        (at, event) for at, event in enumerate(map(event_from_bytes, table.log)) if getattr(event, "digest", b"")
    )
    assert isinstance(event, Moved)
    copy = loaded(*rows(table)[:at], Row(event.number, event_to_bytes(replace(event, digest=b"wrong!"))))

    assert copy.state == "frozen"
    assert str(event.number) in str(copy.frozen)


@pytest.mark.parametrize(
    ("game", "options", "move"),
    [("blooms", {"side": 6}, "1f6"), ("conquid", {"rows": 21, "columns": 42, "base": 3}, "A a1 a2 a3")],
)
def test_a_reply_to_a_turn_does_not_list_the_millions_of_answers(game: str, options: dict[str, Any], move: str) -> None:
    table = started(game, **options)
    decision = do(table, ANN, send(table, move))
    reply = encode(decision.reply) if decision.reply else b""
    assert 0 < len(encode_events("t1", [event_to_bytes(event) for event in decision.events])) + len(reply) < 200


def test_coming_and_going_before_the_start_has_an_end() -> None:
    table = make()
    for _ in range(MOST_BEFORE_START):
        do(table, EVE, take_seat(ready=False))
        do(table, EVE, m.LeaveSeat(table="t1", key=key()))
    assert code(do(table, BOB, take_seat())) == "too_long"
    assert table.number <= MOST_BEFORE_START + 1
    assert number(do(table, ANN, m.LeaveSeat(table="t1", key=key())))


def test_a_match_as_long_as_a_record_can_be_is_only_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.tables.table.MOST_EVENTS", 4)
    table = started()
    assert code(do(table, ANN, send(table))) == "too_long"
    assert code(do(table, ANN, m.SendOffer(table="t1", key=key(), kind="draw"))) == "too_long"
    do(table, ANN, m.SendResign(table="t1", key=key(), match=True))
    assert table.is_over


def test_an_append_carries_the_entry_of_the_table_exactly_if_lists_change() -> None:
    table = make()
    seated = do(table, BOB, take_seat()).append
    moved = do(table, ANN, send(table)).append
    info = msgspec.msgpack.decode(seated.entry, type=m.TableInfo)
    assert (info.table, info.state, info.events) == ("t1", "playing", seated.expected + len(seated.bodies))
    assert [seat.account for seat in info.seats if seat is not None] == ["a1", "b2"]
    assert moved.entry == b""


def test_an_append_says_when_a_node_has_to_look_at_the_table() -> None:
    table = Table("t1", GAMES, Dice(random.Random(1)))
    order = m.MakeTable(key=key(), game="thud", options={"battles": 1}, player=0, clock="sudden 60")
    made = do(table, ANN, order).append
    seated = do(table, BOB, take_seat()).append
    paused = do(table, None, Pause("restart")).append
    resumed = do(table, None, Resume()).append
    ended = do(table, ANN, m.SendResign(table="t1", key=key(), match=True)).append
    assert ended.closes

    flag = NOW + CURRENT_RULES.free_first_move_ms + 60_000 + 1
    assert [append.due for append in (made, seated, paused, resumed, ended) if append is not None] == [
        NOW + LAPSE_CHECK_MS, flag + OVERDUE_MS, 0, flag + OVERDUE_MS, 0,
    ]  # fmt: skip


def test_events_of_another_node_may_come_twice_none_is_left_out_and_one_that_does_not_fit_freezes_the_table() -> None:
    table, other = make(), Table("t1", GAMES, Dice(random.Random(1)))
    first, second = rows(table)
    other.follow([second])
    assert other.number == 0
    other.follow([first, first, second, first, second])
    assert other.match == table.match
    assert other.frozen is None

    other.follow([Row(3, first.body)])
    assert other.frozen is not None
    assert other.number == 2
