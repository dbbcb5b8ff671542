"""A table without network and disk. Clod is the example of a game with dice, Thud of one with two legs."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any

import msgspec
import pytest

from netgame.games import GAMES
from netgame.match import CURRENT_RULES, wakes_at
from netgame.match.commands import Pause, Resume, Tick
from netgame.match.digest import DIGEST_EVERY
from netgame.match.events import Moved, Rolled, Started
from protocol import messages as m
from protocol.event_codec import event_from_bytes, event_to_bytes
from protocol.framing import encode, encode_events
from server.storage.event_store import Row
from server.tables.commands import AnyCommand, Decision, Dice, User
from server.tables.table import LAPSE_CHECK_MS, MOST_BEFORE_START, OVERDUE_MS, Table

ANN, BOB, EVE = User("a1", "Ann"), User("b2", "Bob"), User("e3", "Eve")
NOW = 1_000_000
keys = count(1)


def key() -> bytes:
    return next(keys).to_bytes(16, "big")


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
    do(table, BOB, m.TakeSeat(table="t1", key=key()))
    return table


def moves(table: Table) -> Iterator[str]:
    assert table.match is not None
    match = table.match
    return (match.game.format(match.state, move) for move in match.game.moves(match.state))


def send(table: Table, move: str, position: int | None = None) -> m.SendMove:
    assert table.match is not None
    at = table.match.position if position is None else position
    return m.SendMove(table="t1", key=key(), position=at, move=move)


def code(decision: Decision) -> str:
    assert isinstance(decision.reply, m.Refused), decision.reply
    assert not decision.events
    return decision.reply.code


def number(decision: Decision) -> int:
    assert isinstance(decision.reply, m.Done), decision.reply
    return decision.reply.number


def rows(table: Table) -> list[Row]:
    return [Row(n, body) for n, body in enumerate(table.log, 1)]


def test_the_creator_of_a_table_gets_a_seat() -> None:
    table = make()

    assert table.accounts == ("a1", None)
    assert table.state == "open"
    assert table.number == 2


def test_every_option_is_written_down_with_its_value() -> None:
    table = make("thud", battles=1)

    assert table.match is not None
    assert table.match.created.options["battles"] == 1
    assert len(table.match.created.options) > 1


def test_a_table_starts_from_a_position_that_was_set_up() -> None:
    table = Table("t1", GAMES, Dice(random.Random(1)))
    position = "W - B...../....../....../....../....../.....W"

    do(table, ANN, m.MakeTable(key=key(), game="clod", options={}, player=1, position=position))
    do(table, BOB, m.TakeSeat(table="t1", key=key()))

    assert table.match is not None
    assert table.match.created.position == position
    assert table.info(bool).set_up
    assert len(table.match.game.pieces(table.match.state)) == 2
    assert table.match.last_roll is not None
    assert code(do(table, BOB, send(table, next(moves(table))))) == "not_your_turn"
    assert number(do(table, ANN, send(table, next(moves(table)))))


@pytest.mark.parametrize(
    "position",
    ["B", "W - x...../....../....../....../....../......", "B - " + "/".join(["BBBBBB"] * 6), "ü" * 100, "." * 8192],
    ids=lambda text: ascii(text[:12]),
)
def test_a_position_without_a_move_is_refused(position: str) -> None:
    table = Table("t1", GAMES, Dice())

    decision = do(table, ANN, m.MakeTable(key=key(), game="clod", options={}, position=position))

    assert code(decision) == "bad_position"
    assert isinstance(decision.reply, m.Refused)
    assert len(decision.reply.template) > 20


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (m.MakeTable(key=key(), game="chess", options={}), "unknown_game"),
        (m.MakeTable(key=key(), game="clod", options={"speed": 3}), "bad_option"),
        (m.MakeTable(key=key(), game="clod", options={"ties": "maybe"}), "bad_option"),
        (m.MakeTable(key=key(), game="clod", options={}, title="a\x07b"), "bad_title"),
        (m.MakeTable(game="clod", options={}), "malformed"),
        (m.TakeSeat(table="t1", key=key()), "no_table"),
        (m.ReadyUp(table="t1", key=key()), "no_table"),
    ],
)
def test_a_table_that_cannot_be_is_not_made(command: AnyCommand, why: str) -> None:
    table = Table("t1", GAMES, Dice())

    assert code(do(table, ANN, command)) == why
    assert table.number == 0


def test_the_second_player_starts_the_match_and_the_dice_fall_in_the_same_append() -> None:
    decision = do(make(), BOB, m.TakeSeat(table="t1", key=key()))

    assert [type(event).__name__ for event in decision.events] == ["Seated", "Started", "Rolled"]
    assert number(decision) == 3


def test_a_taken_seat_is_refused() -> None:
    table = make()

    assert code(do(table, BOB, m.TakeSeat(table="t1", key=key(), player=0))) == "seat_taken"
    assert code(do(table, ANN, m.TakeSeat(table="t1", key=key()))) == "already_seated"
    do(table, BOB, m.TakeSeat(table="t1", key=key()))
    assert code(do(table, EVE, m.TakeSeat(table="t1", key=key()))) == "full"


def test_a_seat_may_be_given_up_before_the_start() -> None:
    table = make()

    do(table, ANN, m.LeaveSeat(table="t1", key=key()))

    assert table.accounts == (None, None)


def test_a_move_is_taken_and_the_next_roll_follows_in_the_same_append() -> None:
    table = started()

    decision = do(table, ANN, send(table, next(moves(table))))

    assert type(decision.events[0]).__name__ == "Moved"
    assert isinstance(decision.events[1], Rolled)
    assert number(decision) == decision.events[0].number


def test_out_of_turn_illegal_and_unreadable_moves_are_refused_with_the_rule() -> None:
    table = started()
    first = next(moves(table))

    assert code(do(table, BOB, send(table, first))) == "not_your_turn"
    assert code(do(table, EVE, send(table, first))) == "no_seat"
    assert code(do(table, ANN, send(table, "what?"))) == "notation"


def test_a_stale_move_is_refused_with_the_current_position() -> None:
    table = started()
    before = table.match.position if table.match else 0
    do(table, ANN, send(table, next(moves(table))))

    decision = do(table, BOB, send(table, next(moves(table)), before))

    assert code(decision) == "stale"
    assert isinstance(decision.reply, m.Refused)
    assert table.match is not None
    assert decision.reply.position == table.match.position


def test_of_two_moves_for_the_same_position_one_is_taken() -> None:
    table = started()
    one, other = send(table, next(moves(table))), send(table, list(moves(table))[-1])

    assert do(table, ANN, one).events
    assert code(do(table, ANN, other)) == "stale"


def test_the_same_key_again_is_answered_with_the_number_of_its_event() -> None:
    table = started()
    command = send(table, next(moves(table)))
    taken = number(do(table, ANN, command))
    before = list(table.log)

    again = do(table, ANN, command)

    assert number(again) == taken
    assert table.log == before


def test_the_same_key_for_another_command_or_by_another_user_is_refused() -> None:
    table = started()
    command = send(table, next(moves(table)))
    do(table, ANN, command)

    assert code(do(table, ANN, m.SendResign(table="t1", key=command.key))) == "key_reused"
    assert code(do(table, BOB, command)) == "key_reused"
    assert code(do(table, ANN, m.MakeTable(key=command.key, game="clod", options={}))) == "key_reused"


def test_a_refused_command_may_be_sent_again_with_its_key() -> None:
    table = started()
    command = m.SendMove(table="t1", key=key(), position=table.match.position if table.match else 0, move="what?")
    assert code(do(table, ANN, command)) == "notation"

    assert code(do(table, ANN, command)) == "notation"


def test_nothing_changes_before_the_append_is_durable() -> None:
    table = started()
    match, log = table.match, list(table.log)

    assert table.decide(ANN, send(table, next(moves(table))), NOW).events

    assert table.match is match
    assert table.log == log


def test_offers_are_commands_like_others() -> None:
    table = started("thud")

    offered = number(do(table, ANN, m.SendOffer(table="t1", key=key(), kind="count")))
    answered = do(table, BOB, m.SendAnswer(table="t1", key=key(), offer=offered, accept=True))

    assert [type(event).__name__ for event in answered.events] == ["OfferClosed", "LegEnded"]
    assert table.state == "between"


def test_an_offer_of_an_unknown_kind_is_refused() -> None:
    assert code(do(started("thud"), ANN, m.SendOffer(table="t1", key=key(), kind="kiss"))) == "unknown_offer"


def test_the_second_leg_starts_by_the_clock_and_not_before_its_time() -> None:
    table = started("thud")
    do(table, ANN, m.SendResign(table="t1", key=key()))
    assert table.match is not None
    assert wakes_at(table.match) == NOW + CURRENT_RULES.ready_wait_ms

    assert not do(table, None, Tick(), NOW + CURRENT_RULES.ready_wait_ms - 1).events
    late = do(table, None, Tick(), NOW + CURRENT_RULES.ready_wait_ms)

    assert [type(event) for event in late.events] == [Started]
    assert wakes_at(table.match) is None


def test_a_log_read_from_the_store_is_the_same_table() -> None:
    table = started()
    for _ in range(9):
        player = table.match.turn.seat if table.match else 0  # type: ignore[union-attr]
        do(table, (ANN, BOB)[player], send(table, next(moves(table))))
    copy = Table("t1", GAMES, Dice())

    copy.load(rows(table))

    assert copy.match == table.match
    assert copy.log == table.log


def test_keys_are_known_after_a_restart() -> None:
    table = started()
    command = send(table, next(moves(table)))
    decision = table.decide(ANN, command, NOW)
    append = decision.append
    assert append is not None
    taken = number(do(table, ANN, command))
    kept = [Row(n, body, *((append.key, append.digest) if n == taken else ())) for n, body in enumerate(table.log, 1)]
    copy = Table("t1", GAMES, Dice())

    copy.load(kept)

    assert number(do(copy, ANN, command)) == taken


def test_a_log_that_does_not_fold_freezes_the_table_and_names_the_event() -> None:
    table = started()
    wrong = event_to_bytes(Started(number=6, at=NOW, leg=7))
    copy = Table("t1", GAMES, Dice())

    copy.load([*rows(table), Row(6, wrong)])

    assert copy.state == "frozen"
    assert "event 6" in str(copy.frozen)
    assert copy.log == table.log
    assert code(do(copy, ANN, send(table, next(moves(table))))) == "frozen"


def test_a_log_with_a_wrong_digest_freezes_the_table() -> None:
    table = started("thud")
    for _ in range(DIGEST_EVERY):
        assert table.match is not None
        do(table, (ANN, BOB)[table.match.state.seat], send(table, next(moves(table))))
    at, event = next(
        (at, event) for at, event in enumerate(map(event_from_bytes, table.log)) if getattr(event, "digest", b"")
    )
    assert isinstance(event, Moved)
    copy = Table("t1", GAMES, Dice())

    copy.load([*rows(table)[:at], Row(event.number, event_to_bytes(replace(event, digest=b"wrong!")))])

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


def test_bytes_that_are_no_event_freeze_the_table() -> None:
    copy = Table("t1", GAMES, Dice())

    copy.load([Row(1, b"nonsense")])

    assert copy.state == "frozen"
    assert copy.info(lambda account: False).state == "frozen"


def test_the_end_of_the_match_closes_the_log_in_the_store() -> None:
    table = started("thud")

    decision = table.decide(ANN, m.SendResign(table="t1", key=key(), match=True), NOW)

    assert decision.append is not None
    assert decision.append.closes


def test_a_list_shows_the_players_and_whether_they_are_online() -> None:
    info = started().info(lambda account: account == "b2")

    assert info.seats == (
        m.SeatInfo(name="Ann", account="a1", present=False),
        m.SeatInfo(name="Bob", account="b2", present=True),
    )
    assert info.state == "playing"


# ---- what is too much


def test_coming_and_going_before_the_start_has_an_end() -> None:
    table = make()
    for _ in range(MOST_BEFORE_START):
        do(table, EVE, m.TakeSeat(table="t1", key=key(), ready=False))
        do(table, EVE, m.LeaveSeat(table="t1", key=key()))

    assert code(do(table, BOB, m.TakeSeat(table="t1", key=key()))) == "too_long"
    assert table.number <= MOST_BEFORE_START + 1
    assert number(do(table, ANN, m.LeaveSeat(table="t1", key=key())))


def test_a_match_as_long_as_a_record_can_be_is_only_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.tables.table.MOST_EVENTS", 4)
    table = started()

    assert code(do(table, ANN, send(table, next(moves(table))))) == "too_long"
    assert code(do(table, ANN, m.SendOffer(table="t1", key=key(), kind="draw"))) == "too_long"
    do(table, ANN, m.SendResign(table="t1", key=key(), match=True))
    assert table.is_over


# ---- for stores that several servers share


def test_an_append_carries_the_entry_of_the_table_exactly_if_lists_change() -> None:
    table = make()

    seated = do(table, BOB, m.TakeSeat(table="t1", key=key())).append
    moved = do(table, ANN, send(table, next(moves(table)))).append

    assert seated is not None
    assert moved is not None
    info = msgspec.msgpack.decode(seated.entry, type=m.TableInfo)
    assert (info.table, info.state, info.events) == ("t1", "playing", seated.expected + len(seated.bodies))
    assert [seat.account for seat in info.seats if seat is not None] == ["a1", "b2"]
    assert moved.entry == b""


def test_an_append_says_when_a_node_has_to_look_at_the_table() -> None:
    table = Table("t1", GAMES, Dice(random.Random(1)))
    order = m.MakeTable(key=key(), game="thud", options={"battles": 1}, player=0, clock="sudden 60")
    made = do(table, ANN, order).append
    seated = do(table, BOB, m.TakeSeat(table="t1", key=key())).append
    paused = do(table, None, Pause("restart")).append
    resumed = do(table, None, Resume()).append
    ended = do(table, ANN, m.SendResign(table="t1", key=key(), match=True)).append

    flag = NOW + CURRENT_RULES.free_first_move_ms + 60_000 + 1
    assert [append.due for append in (made, seated, paused, resumed, ended) if append is not None] == [
        NOW + LAPSE_CHECK_MS, flag + OVERDUE_MS, 0, flag + OVERDUE_MS, 0,
    ]  # fmt: skip


def test_events_of_another_node_may_come_twice_and_none_is_left_out() -> None:
    table, other = make(), Table("t1", GAMES, Dice(random.Random(1)))
    first, second = rows(table)

    other.follow([second])
    assert other.number == 0
    other.follow([first, first, second, first, second])

    assert other.match == table.match
    assert other.frozen is None


def test_an_event_of_another_node_that_does_not_fit_freezes_the_table() -> None:
    table = make()
    follower = Table("t1", GAMES, Dice(random.Random(1)))
    follower.follow(rows(table))

    follower.follow([Row(3, rows(table)[0].body)])

    assert follower.frozen is not None
    assert follower.number == 2
