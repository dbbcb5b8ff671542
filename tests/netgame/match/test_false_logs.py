"""Logs that no server writes: an event that does not fit is named, and the match does not change."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields, replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devtools.harness.games.match_helpers import TALLY, TableByScript, created, seated
from netgame.match import HOST, MatchError, Refused, act, evolve, replay
from netgame.match import commands as c
from netgame.match import events as e
from tests.netgame.match.test_rating import rate


@cache
def whole_match() -> list[e.Event]:
    """Return the log of a rated match with a clock and dice that ends by a claim."""
    table = seated(3, 4, 5, 6, 1, 1, 2, length=20, clock="fischer 60+5", absence="forfeit 10", rated=True)
    table.after(31_500).do(c.Play(table.match.position, "+2", rtt=300), 0)
    table.after(32_000).play("+2")
    table.after(1_000).play("+1", "+3")
    table.agree("take_back", 1)
    table.agree("more_time", 0)
    table.do(c.MakeOffer("adjourn"), 0)
    table.play("+3")
    table.agree("pause", 1)
    table.make_ready(100)
    table.after(2_000).do(c.Pause("restart"), HOST)
    table.after(2_000).do(c.Resume(), HOST)
    table.do(c.Resign(), 1)
    table.make_ready()
    table.play("+1")
    table.do(c.MarkAbsent(1, "lost"), HOST)
    table.after(9_000).do(c.MarkReturned(1), HOST)
    table.do(c.MarkAbsent(1, "left"), HOST)
    done = act(table.match, c.Claim("win"), 0, table.after(1_000).now, table.roll, rate)
    assert not isinstance(done, Refused)
    log = [*table.log, *done[0]]
    others = {e.Unseated, e.Committed, e.Revealed, e.DiceHandedOver, e.Rehosted}
    assert {type(event) for event in log} == set(e.EVENTS) - others
    return log


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
        # the host may end a pause before the players are ready, and a player may be away before a roll has fallen
        if not isinstance(log[missing], e.Ready) and not isinstance(log[missing + 1], e.Absent):
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
    table, rolled = TableByScript(created()), seated(3)
    for event in rolled.log[1:-1]:
        table.match = evolve(table.match, event)

    assert table.misfit(table.next_event(e.Rolled, player=0, index=0, dice=dice))
    assert "index 0" in table.misfit(table.next_event(e.Rolled, player=0, index=1, dice=(3,)))
    assert "roll the dice first" in table.misfit(table.next_event(e.Moved, player=0, move="+1"))
    assert "no roll" in rolled.misfit(rolled.next_event(e.Rolled, player=0, index=1, dice=(3,)))


def test_a_leg_does_not_end_before_its_end() -> None:
    table = seated(dice=False)
    end = table.next_event(e.LegEnded, leg=0, reason="board", winner=0, scores=(0, 0))

    match_end = table.next_event(e.Ended, reason="legs", winner=0, totals=(0, 0))
    ends = [end, replace(end, reason="agreed"), replace(end, reason="resigned"), match_end]
    for early in (*ends, replace(match_end, reason="aborted", winner=None)):
        assert "nothing has ended" in table.misfit(early)


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
    played, resigned = seated(dice=False, battles=1, length=1), seated(dice=False, battles=1)
    played.match = evolve(played.match, played.next_event(e.Moved, player=0, move="+2"))
    end = played.next_event(e.LegEnded, leg=0, reason="board", winner=0, scores=(2, 0))
    played.match = evolve(played.match, end)
    end = resigned.next_event(e.LegEnded, leg=0, reason="resigned", winner=1, scores=(0, 10), player=0)
    resigned.match = evolve(resigned.match, end)
    gave_up = resigned.next_event(e.Ended, reason="resigned", winner=1, totals=(-10, 10), player=0)
    other = played.next_event(e.Ended, reason="resigned", winner=1, totals=(2, -2), player=0)

    for table, wrong in ((played, other), (played, replace(other, winner=0, player=1)),
                         (resigned, replace(gave_up, winner=0, player=1))):  # fmt: skip
        assert "by the rules the next event is" in table.misfit(wrong)
    assert evolve(resigned.match, gave_up).phase == "over"


OTHERS: dict[str, tuple[Any, ...]] = {
    "number": (0, 99),
    "clocks": (None, (0, 0), (60_001, 60_001), (-1, 5)),
    "leg": (-1, 5),
    "index": (-1, 9),
    "queued": (-1, 1, 10**9),
    "lag": (-1, 1, 10**9),
    "kind": ("bribe", "count", "take_back", "more_time"),
    "to": (None, 1, 99),
    "offer": (0, 99),
    "outcome": ("lapsed", "accepted", "withdrawn", "?"),
    "ms": (0, 1, -60_000, 60_001),
    "cause": ("?", "agreed", "adjourned", "lost"),
    # without left: either player may leave at any time
    "reason": ("?", "board", "agreed", "legs", "flag", "absent", "aborted", "resigned"),
    "winner": (0, 1, None),
    "scores": ((0, 0), (9, 9)),
    "totals": ((0, 0), (5, -5)),
    "player": (0, 1, None),
    "clock": ("none", "fischer 60+3"),
    "absence": ("wait", "forfeit 11", "adjourn 10"),
    "rated": (False,),
}
# only the host knows these; no clock runs at the beginning
FREE = {
    (e.Created, "clocks"), (e.Seated, "player"), (e.Seated, "ready"),
    (e.Offered, "player"), (e.Offered, "kind"), (e.Absent, "player"), (e.Absent, "cause"),
}  # fmt: skip


def lies(event: e.Event) -> Iterator[e.Event]:
    for item in fields(event):
        if (type(event), item.name) in FREE:
            continue
        for value in OTHERS.get(item.name, ()):
            is_typed = value is not None or item.name != "player" or isinstance(event, e.Ended | e.LegEnded)
            if is_typed and value != getattr(event, item.name):
                yield replace(event, **{item.name: value})


def test_every_changed_value_of_an_event_is_refused() -> None:
    log, believed = whole_match(), []
    for place, truth in enumerate(log):
        for lie in lies(truth):
            with suppress(MatchError):
                replay([*log[:place], lie, *log[place + 1 :]], TALLY)
                believed.append((truth, lie))

    assert not believed


NUMBERS = st.integers(-2, 40) | st.integers()
# all other values are any of their type
VALUES: dict[str, st.SearchStrategy[Any]] = {
    **dict.fromkeys(("number", "leg", "index", "to", "ms", "offer"), NUMBERS),
    **dict.fromkeys(("queued", "lag"), st.sampled_from([0, 0, 5, -5])),
    **dict.fromkeys(("scores", "totals"), st.tuples(NUMBERS, NUMBERS)),
    **dict.fromkeys(("tip", "link", "key"), st.sampled_from([b"", bytes(32), bytes(3)])),
    "at": st.integers(990, 1800) | st.integers(),
    "dice": st.lists(NUMBERS, max_size=3).map(tuple),
    "digest": st.sampled_from([b"", bytes(6)]),
    "move": st.sampled_from(["+1", "+6", "2"]) | st.text(max_size=6),
    "cause": st.sampled_from(["agreed", "adjourned", "restart", "drain", "lost", "left", "?"]),
    "clocks": st.none() | st.tuples(NUMBERS, NUMBERS),
}
ANY_EVENT = st.one_of(
    [st.builds(kind, **{item.name: VALUES.get(item.name, ...) for item in fields(kind)}) for kind in e.EVENTS]
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
