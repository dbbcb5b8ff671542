"""Logs that no server writes: an event that does not fit is named, and the match does not change."""

from dataclasses import fields, replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devtools.harness.games.match_helpers import TALLY, TableByScript, created, seated
from netgame.match import HOST, MatchError, evolve, replay
from netgame.match import commands as c
from netgame.match import events as e


@cache
def whole_match() -> list[e.Event]:
    """Return a log with every kind of event but `unseated` and those of dice that the players draw."""
    table = seated(3, 1, 1, 4, length=4, clock="fischer 60+5", absence="adjourn 10")
    table.after(700).do(c.MarkAbsent(1, "lost"), HOST)
    table.after(40_000).do(c.MarkReturned(1), HOST)
    table.play("+2", "+2")
    table.after(31_000).agree("take_back", 0)
    table.agree("more_time", 0)
    table.agree("pause", 1)
    table.do(c.MarkAbsent(1, "left"), HOST)
    table.make_ready(100)
    table.play("+1", "+3")
    table.do(c.MakeOffer("take_back"), 0)
    table.play("+4")
    table.make_ready()
    table.play("+2", "+2")
    table.do(c.MakeOffer("count"), 0)
    table.do(c.MakeOffer("count"), 1)
    assert table.match.ended
    others = {e.Unseated, e.Committed, e.Revealed, e.DiceHandedOver, e.Rehosted}
    assert {type(event) for event in table.log} == set(e.EVENTS) - others
    return table.log


def test_a_replay_can_continue_from_any_event() -> None:
    log = whole_match()
    whole = replay(log, TALLY)

    for cut in range(1, len(log)):
        match = replay(log[:cut], TALLY)
        for event in log[cut:]:
            match = evolve(match, event)
        assert match == whole


def test_a_log_without_one_of_its_events_is_refused_also_with_other_numbers() -> None:
    log = whole_match()

    for missing in range(1, len(log) - 1):
        rest = log[:missing] + log[missing + 1 :]
        with pytest.raises(MatchError) as caught:
            replay(rest, TALLY)
        assert caught.value.number == missing + 2
        with pytest.raises(MatchError):
            replay([replace(event, number=number) for number, event in enumerate(rest, 1)], TALLY)


def test_a_log_begins_with_created_once_goes_forward_in_time_and_ends_with_the_match() -> None:
    table, over = seated(dice=False), seated(dice=False)
    over.do(c.Resign(match=True), 0)

    for log in ([], [e.Seated(number=1, at=1, player=0, account="", name="")]):
        with pytest.raises(MatchError, match="begins with"):
            replay(log, TALLY)
    assert "created" in TableByScript(created()).misfit(replace(created(), number=2))
    assert "time" in table.misfit(e.Moved(number=table.match.number + 1, at=0, player=0, move="+1"))
    assert over.misfit(over.next_event(e.Unseated, player=0)) == "the match is over"


@pytest.mark.parametrize("dice", [(), (0,), (7,), (-1,), (10**40,), (3, 3)])
def test_dice_that_do_not_exist_are_refused(dice: tuple[int, ...]) -> None:
    table = TableByScript(created())
    start = [
        e.Seated(number=2, at=1000, player=0, account="a", name="Ann"),
        e.Seated(number=3, at=1000, player=1, account="b", name="Bob"),
        e.Started(number=4, at=1000, leg=0),
    ]
    for event in start:
        table.match = evolve(table.match, event)

    assert table.misfit(table.next_event(e.Rolled, player=0, index=0, dice=dice))
    assert "index 0" in table.misfit(table.next_event(e.Rolled, player=0, index=1, dice=(3,)))
    assert "roll the dice first" in table.misfit(table.next_event(e.Moved, player=0, move="+1"))
    rolled = seated(3)
    assert "no roll" in rolled.misfit(rolled.next_event(e.Rolled, player=0, index=1, dice=(3,)))


def test_a_leg_does_not_end_before_its_end() -> None:
    table = seated(dice=False)
    end = table.next_event(e.LegEnded, leg=0, reason="board", winner=0, scores=(0, 0))

    assert "nothing has ended" in table.misfit(end)
    assert "nothing has ended" in table.misfit(replace(end, reason="agreed"))
    assert "nothing has ended" in table.misfit(replace(end, reason="resigned"))
    assert "nothing has ended" in table.misfit(table.next_event(e.Ended, reason="legs", winner=0, totals=(0, 0)))
    assert "nothing has ended" in table.misfit(table.next_event(e.Ended, reason="aborted", winner=None, totals=(0, 0)))


def test_the_next_leg_does_not_start_before_its_time_and_the_match_is_not_over_before_the_last() -> None:
    table = seated(dice=False, length=1)
    table.do(c.Play(table.match.position, "+2"), 0)
    start = table.next_event(e.Started, leg=1)
    resigned = table.next_event(e.Ended, reason="resigned", winner=1, totals=(2, -2), player=0)

    for early in (start, replace(start, at=start.at + 59_999)):
        assert "when both are ready" in table.misfit(early)
    assert "number 1" in table.misfit(replace(start, at=start.at + 60_000, leg=2))
    assert evolve(table.match, replace(start, at=start.at + 60_000)).leg == 1
    assert "another leg" in table.misfit(table.next_event(e.Ended, reason="legs", winner=0, totals=(2, -2)))
    assert evolve(table.match, resigned).phase == "over"
    assert "another result" in table.misfit(replace(resigned, winner=0))
    assert "another result" in table.misfit(replace(resigned, reason="legs"))


def test_only_the_player_who_resigned_the_last_leg_can_resign_the_match() -> None:
    table = seated(dice=False, battles=1, length=1)
    table.match = evolve(table.match, table.next_event(e.Moved, player=0, move="+2"))
    table.match = evolve(table.match, table.next_event(e.LegEnded, leg=0, reason="board", winner=0, scores=(2, 0)))
    gave_up = table.next_event(e.Ended, reason="resigned", winner=1, totals=(2, -2), player=0)

    assert "by the rules the next event is" in table.misfit(gave_up)
    assert "by the rules the next event is" in table.misfit(replace(gave_up, winner=0, player=1))

    table = seated(dice=False, battles=1)
    end = table.next_event(e.LegEnded, leg=0, reason="resigned", winner=1, scores=(0, 10), player=0)
    table.match = evolve(table.match, end)
    gave_up = table.next_event(e.Ended, reason="resigned", winner=1, totals=(-10, 10), player=0)

    assert "by the rules the next event is" in table.misfit(replace(gave_up, winner=0, player=1))
    assert evolve(table.match, gave_up).phase == "over"


PLAYERS = st.sampled_from([0, 1])
NUMBERS = st.integers(-2, 40) | st.integers()
RATING = st.tuples(NUMBERS, NUMBERS, NUMBERS) | st.just((150_000, 35_000, 60_000))
CHANGE = st.builds(e.RatingChange, before=RATING, after=RATING)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "number": NUMBERS,
    "at": st.integers(990, 1800) | st.integers(),
    "title": st.text(max_size=5),
    "game": st.sampled_from(["tally", "chess"]) | st.text(max_size=5),
    "rules": st.integers(2, 4),
    "match_rules": st.integers(0, 2),
    "options": st.dictionaries(st.sampled_from(["dice", "count", "cls"]), st.none() | st.booleans() | st.text()),
    "position": st.none() | st.text(max_size=12),
    "player": PLAYERS,
    "account": st.text(max_size=3),
    "name": st.text(max_size=3),
    "computer": st.sampled_from(["", "level 3"]) | st.text(max_size=3),
    "leg": NUMBERS,
    "index": NUMBERS,
    "dice": st.lists(NUMBERS, max_size=3).map(tuple) | st.sampled_from(["host", "players", "?"]),
    "tip": st.sampled_from([b"", bytes(32)]),
    "link": st.sampled_from([b"", bytes(32)]),
    "key": st.sampled_from([b"", bytes(32), bytes(3)]),
    "origin": st.sampled_from(["", "?", f"{'A' * 43}/t1"]),
    "proof": st.none() | st.builds(e.Proof, seen=NUMBERS, signature=st.sampled_from([b"", bytes(64), b"?"])),
    "digest": st.sampled_from([b"", bytes(6)]),
    "move": st.sampled_from(["+1", "+6", "2"]) | st.text(max_size=6),
    "kind": st.sampled_from(["count", "draw", "take_back", "pause", "more_time", "abort", "adjourn"]),
    "to": st.none() | NUMBERS,
    "ms": NUMBERS,
    "conditional": st.booleans(),
    "queued": st.sampled_from([0, 0, 5, -5]),
    "lag": st.sampled_from([0, 0, 5, -5]),
    "cause": st.sampled_from(["agreed", "adjourned", "restart", "drain", "lost", "left", "?"]),
    "clocks": st.none() | st.tuples(NUMBERS, NUMBERS),
    "clock": st.sampled_from(["none", "sudden 60", "?"]),
    "absence": st.sampled_from(["wait", "forfeit 10", "?"]),
    "access": st.sampled_from(["open", "?"]),
    "rated": st.booleans(),
    "rated_computers": st.booleans(),
    "hints": st.booleans(),
    "ready": st.booleans(),
    "spectators": st.booleans(),
    "spectator_chat": st.booleans(),
    "delay": NUMBERS,
    "previous": st.none() | st.text(max_size=3),
    "score": st.tuples(NUMBERS, NUMBERS, NUMBERS),
    "ratings": st.none() | st.builds(lambda *ends: ends, CHANGE, CHANGE),
    "offer": NUMBERS,
    "outcome": st.sampled_from(["accepted", "declined", "withdrawn", "lapsed", "?"]),
    "reason": st.sampled_from(["board", "agreed", "resigned", "legs", "aborted", "flag", "absent", "left", "?"]),
    "winner": st.none() | PLAYERS,
    "scores": st.tuples(NUMBERS, NUMBERS),
    "totals": st.tuples(NUMBERS, NUMBERS),
}
ANY_EVENT = st.sampled_from(e.EVENTS).flatmap(
    lambda kind: st.builds(kind, **{item.name: VALUES[item.name] for item in fields(kind)})
)


@pytest.mark.slow
@given(st.data())
def test_any_log_is_replayed_or_refused_by_its_event(data: st.DataObject) -> None:
    log = whole_match()
    cut = data.draw(st.integers(1, len(log) - 1))
    match = replay(log[:cut], TALLY)

    for event in data.draw(st.lists(ANY_EVENT, min_size=1, max_size=4)):
        try:
            after = evolve(match, replace(event, number=match.number + 1, at=max(match.at, event.at)))
        except MatchError:
            continue
        assert after.number == match.number + 1
        match = after
