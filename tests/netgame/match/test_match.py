"""A match at its table: seats, readiness, the start, moves, rolls, agreements, and rights to commands."""

from dataclasses import replace
from typing import Any

import pytest

from devtools.harness.games.match_helpers import TALLY, TableByScript, created, kinds, seated
from netgame.match import HOST, MatchError, evolve, new_match, to_act, waiting_for_roll, write_dice
from netgame.match import commands as c
from netgame.match.commands import CloseTable, MakeOffer, MakeReady, Sit, Stand
from netgame.match.events import Ended, Ready, Rolled, Seated, Started


def test_one_account_gets_one_seat_and_a_taken_seat_is_refused_with_the_name_of_its_player() -> None:
    table = TableByScript(created())
    assert (table.match.state, to_act(table.match)) == (table.match.game.start(), None)
    table.do(c.Sit(0, "ann", "Ann"), HOST)
    refused = table.refused(c.Sit(0, "bob", "Bob"), HOST)

    assert (refused.code, str(refused.text)) == ("seat_taken", "Ann has taken that seat")
    table.do(c.Sit(1, "bob", "Bob", ready=False), HOST)
    assert table.refused(c.Sit(0, "ann", "Ann"), HOST).code == "already_seated"
    assert table.refused(c.Sit(1, "ann", "Ann"), HOST).code == "already_seated"


@pytest.mark.parametrize("text", [" ", "level  3", "level 3 ", "level\n3", "Stufe \u00fc", "\u202elevel", "x" * 41])
def test_a_computer_player_with_an_odd_description_or_at_a_rated_table_is_refused(text: str) -> None:
    odd, rated, table = TableByScript(created()), TableByScript(created(rated=True)), TableByScript(created())
    assert odd.refused(c.Sit(0, "", "Computer", computer=text), HOST).code == "bad_computer"
    assert rated.refused(c.Sit(0, "bot", "Computer", computer="level 3"), HOST).code == "rated_computer"
    table.do(c.Sit(0, "", "Computer", computer="level 3"), HOST)
    table.do(c.Sit(1, "", "Ann"), HOST)  # two players at one computer need no account
    assert table.match.phase == "playing"
    assert [seat.computer for seat in table.match.seats if seat] == ["level 3", ""]


def test_commands_need_a_seat_and_seats_cannot_change_after_the_start() -> None:
    table, playing = TableByScript(created()), seated()
    table.do(c.Sit(0, "ann", "Ann"), HOST)

    assert table.refused(c.Play(0, "+1"), 1).code == "no_seat"
    assert table.refused(c.Play(0, "+1"), 2).code == "no_seat"  # type: ignore[arg-type]
    assert table.refused(c.Play(0, "+1"), 0).code == "not_started"
    assert table.refused(c.Resign(), 0).code == "not_started"
    for kind in ("count", "take_back", "pause", "more_time", "abort", "adjourn"):
        assert table_of(True, False).refused(MakeOffer(kind), 0).code == "not_started"  # type: ignore[arg-type]
    assert playing.refused(c.Stand(), 0).code == "started"
    assert playing.refused(c.Sit(0, "eve", "Eve"), HOST).code == "started"


@pytest.mark.parametrize(
    "command",
    [
        c.Sit(0, "eve", "Eve"), c.Throw((3,)), c.Tick(), c.Pause("restart"), c.Resume(), c.MarkAbsent(1, "lost"),
        c.MarkReturned(1), c.CloseTable(),
    ],
    ids=lambda command: type(command).__name__,
)  # fmt: skip
def test_some_commands_are_for_the_host_only_who_does_not_act_for_a_player(command: c.Command) -> None:
    assert seated().refused(command, 0).code == "host_only"
    for own in (c.Stand(), c.MakeReady(), c.Play(4, "+1"), c.Resign()):
        assert seated().refused(own, HOST).code == "no_seat"


def test_a_move_passes_the_turn_and_the_dice_fall_for_the_other_in_the_same_append() -> None:
    table = seated(3, 5)
    events = table.do(c.Play(table.match.position, "+2"), 0)
    assert kinds(events) == ["Moved", "Rolled"]
    assert to_act(table.match) == 1
    assert table.match.last_roll == (5,)
    assert table.match.state.scores == (2, 0)


def test_a_move_out_of_turn_or_against_the_rules_is_refused_with_the_reason() -> None:
    table = seated(3)
    refusals = [table.refused(c.Play(table.match.position, move), by) for move, by in (("+1", 1), ("+4", 0))]  # type: ignore[arg-type]
    assert [(refused.code, str(refused.text)) for refused in refusals] == [
        ("not_your_turn", "it is the turn of Ann"), ("illegal", "the die allows at most 3 points"),
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["", "four", "+1\n", "+" * 5000, "\u0664", "\ud800"])
def test_an_invalid_move_text_is_refused(text: str) -> None:
    table = seated()
    assert table.refused(c.Play(table.match.position, text), 0).code == "notation"


def test_a_move_for_another_position_is_refused_with_the_current_one() -> None:
    table = seated(dice=False)
    seen = table.match.position
    assert table.refused(c.Play(seen + 1, "+1"), 0).code == "stale"
    (moved,) = table.do(c.Play(seen, " 2"), 0)
    assert moved.move == "+2", "as the rules page writes it"
    refused = table.refused(c.Play(seen, "+1"), 1)

    assert (refused.code, refused.position) == ("stale", table.match.position)


def test_the_second_blocked_roll_forfeits_the_turn_in_the_same_append() -> None:
    table = seated(3, 1, 1, 4)
    events = table.do(c.Play(table.match.position, "+1"), 0)

    assert kinds(events) == ["Moved", "Rolled", "Rolled", "Forfeited", "Rolled"]
    assert [event.index for event in events if isinstance(event, Rolled)] == [1, 2, 3]
    assert to_act(table.match) == 0
    place = next(place for place, step in enumerate(table.match.history) if step.notation == "--")
    assert table.match.history[place].seat == 1
    assert table.match.history[place].state == table.match.history[place - 1].state


def test_a_position_is_the_number_of_the_last_event_that_changed_the_board() -> None:
    table, without = seated(3), seated(dice=False)
    assert isinstance(table.log[table.match.position - 1], Rolled)
    assert isinstance(without.log[without.match.position - 1], Started)
    assert waiting_for_roll(table.match) is None
    assert table.refused(c.Throw((3,)), HOST).code == "no_roll"


def test_the_history_walks_through_the_match_step_by_step() -> None:
    table = seated(3, 1, 5, dice=True)
    table.play("+2")
    steps = [(step.notation, step.seat) for step in table.match.history]
    assert steps == [("", None), ("3", 0), ("+2", 0), ("1", 1), ("5", 1)]
    assert table.match.history[-1].state == table.match.state
    assert [step.move for step in table.match.history if step.move] == [table.match.game.parse(None, "+2")]
    assert write_dice((2, 4)) == write_dice((4, 2)) == "4-2", "the larger die first"


def test_a_match_starts_from_its_position_text_in_every_leg() -> None:
    table = seated(position="1 move 6 5 5 3", dice=False)
    assert to_act(table.match) == 1
    table.play("+6")
    table.make_ready()
    assert to_act(table.match) == 0
    assert table.match.state.scores == (5, 5)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"number": 2}, "a match begins with event 1"),
        ({"at": -1}, "at a time from 1970 to 9999"),
        ({"game": "chess"}, "event 1: this program knows no game called chess; update it"),
        ({"rules": 4}, "version 4 of the rules of Tally, but this program knows version 3"),
        *(({"options": {**created().options, name: 1}}, f"no option {name}") for name in ("speed", "cls", "self")),
        ({"options": {"battles": 2}}, "event 1: the option count is missing"),
        ({"options": {**created().options, "battles": 4}}, "battles must be a whole number from 1 to 3"),
        ({"clock": "hourglass"}, "unknown time control"),
        ({"clock": "fischer 300"}, "write this time control like"),
        ({"absence": "forfeit"}, "write an absence policy"),
        ({"absence": "forfeit 9"}, "from 10 to 86400 seconds"),
        ({"access": "closed"}, "access of a table must be"),
        ({"delay": 3601}, "at most 3600 seconds behind"),
        ({"delay": -1}, "at most 3600 seconds behind"),
        ({"score": (0, -1, 0)}, "the score of a series"),
        ({"rated": True, "position": "0 move 6 3 0 1"}, "must start from the usual position"),
        *(({"position": text}, "event 1: ") for text in (
            "", "what?", "0 move 6 0 0 0\n", "9" * 10_000, "0 move 6 0 0 0" + " " * 9_000, "0 move 6 0 0 4",
        )),
    ],
    ids=lambda value: str(value)[:40],
)  # fmt: skip
def test_a_table_of_an_unknown_game_or_with_other_rules_options_agreements_or_positions_is_refused(
    changes: dict[str, Any], reason: str
) -> None:
    with pytest.raises(MatchError) as caught:
        new_match(replace(created(), **changes), TALLY)
    assert reason in str(caught.value)


def table_of(*ready: bool) -> TableByScript:
    """Return a table where Ann, then Bob have sat down, ready or not."""
    table = TableByScript(created(dice=False))
    for player, name in enumerate(("ann", "bob")[: len(ready)]):
        table.do(Sit(player, name, name.title(), ready=ready[player]), HOST)  # type: ignore[arg-type]
    return table


def test_the_match_and_its_clocks_start_when_both_are_ready() -> None:
    table = table_of(True, False)
    assert (table.match.phase, table.log[-1].clocks) == ("open", None)
    assert seated(dice=False, clock="sudden 60").log[-1].clocks == (60_000, 60_000)
    assert table.refused(MakeReady(), 0).code == "already_ready"
    assert kinds(table.do(MakeReady(), 1)) == ["Ready", "Started"]
    assert table.match.phase == "playing"


def test_leaving_a_seat_and_changing_seats_end_readiness() -> None:
    table = table_of(False, True)
    table.do(Stand(), 1)
    table.do(MakeReady(), 0)
    assert table.match.ready == {0}
    assert kinds(table.do(Sit(1, "cid", "Cid"), HOST)) == ["Seated", "Started"]

    table = table_of(True)
    assert kinds(table.do(Sit(1, "ann", "Ann", ready=False), HOST)) == ["Unseated", "Seated"]
    assert table.match.seats[0] is None
    assert table.match.ready == frozenset()
    assert table.match.ended is None


def test_a_table_that_has_not_started_is_aborted_when_it_is_empty_or_the_host_closes_it() -> None:
    table = table_of(False, False)
    assert kinds(table.do(Stand(), 0)) == ["Unseated"]
    events = table.do(Stand(), 1)

    assert kinds(events) == ["Unseated", "Ended"]
    number = table.match.number
    assert events[1] == Ended(number=number, at=table.now, reason="aborted", winner=None, totals=(0, 0))
    assert table.match.phase == "over"

    table = table_of(True, False)
    events = table.do(CloseTable(), HOST)
    assert kinds(events) == ["Unseated", "Unseated", "Ended"]
    assert table.match.phase == "over"
    assert table_of(True, True).refused(CloseTable(), HOST).code == "started"


@pytest.mark.parametrize(
    ("before", "expected"),
    [(None, ["Paused", "Ended"]), (c.MakeOffer("pause"), ["Paused", "Ended"]), (c.Pause("restart"), ["Ended"])],
)
def test_the_host_ends_a_match_that_has_started_without_a_result(before: Any, expected: list[str]) -> None:
    table = seated(dice=False)
    if before is not None:
        table.do(before, HOST if isinstance(before, c.Pause) else 0)
    running = table.match

    events = table.do(CloseTable(started=True), HOST)

    assert kinds(events)[-len(expected) :] == expected
    assert (table.match.ended.reason, table.match.ended.winner) == ("aborted", None)
    if not running.paused and running.ended is None:
        with pytest.raises(MatchError, match="nothing has ended"):
            evolve(running, replace(events[-1], number=running.number + 1))


def test_a_match_with_a_move_is_not_ended_as_unplayed() -> None:
    table, close = seated(dice=False), CloseTable(started=True, unplayed=True)
    table.do(c.Play(table.match.position, "+1"), 0)
    assert table.refused(close, HOST).code == "started"
    assert kinds(seated(dice=False).do(close, HOST))[-1] == "Ended"


def test_a_log_cannot_start_a_match_before_both_are_ready() -> None:
    match = table_of(True, False).match
    start = Started(number=match.number + 1, at=match.at, leg=0)

    with pytest.raises(MatchError, match="when both are ready"):
        evolve(match, start)
    ended = Ended(number=start.number, at=match.at, reason="aborted", winner=None, totals=(0, 0))
    for player in (None, 0):
        with pytest.raises(MatchError, match="nothing has ended"):
            evolve(match, replace(ended, player=player))


def test_readiness_needs_a_seat_and_a_start_that_is_due_comes_before_anything_else() -> None:
    match = table_of(True).match
    with pytest.raises(MatchError, match="that seat is free"):
        evolve(match, Ready(number=match.number + 1, at=match.at, player=1))
    match = evolve(match, Seated(number=3, at=match.at, player=1, account="bob", name="Bob"))
    with pytest.raises(MatchError, match="started"):
        evolve(match, Ready(number=4, at=match.at, player=1))
