"""False logs: a change of any value in an event is detected, except values that only the host knows."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields, replace
from typing import Any

import pytest

from devtools.harness.games.match_helpers import TALLY, TableByScript, seated
from netgame.match import HOST, MatchError, Refused, act, replay
from netgame.match.commands import Claim, MakeOffer, MarkAbsent, MarkReturned, Pause, Play, Resign, Resume
from netgame.match.events import Absent, Created, Ended, Event, LegEnded, Offered, Seated
from tests.netgame.match.test_rated import rate

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
    (Created, "clocks"), (Seated, "player"), (Seated, "ready"),
    (Offered, "player"), (Offered, "kind"), (Absent, "player"), (Absent, "cause"),
}  # fmt: skip


def told(table: TableByScript) -> list[Event]:
    """Return the log of a rated match with a clock and many kinds of events that ends by a claim."""
    table.after(31_500)
    done = act(table.match, Play(table.match.position, "+2", rtt=300), 0, table.now, table.roll)
    assert not isinstance(done, Refused)
    events, table.match = done
    table.log += events
    table.after(32_000).play("+2")
    table.after(1_000).play("+1", "+3")
    table.agree("take_back", 1)
    table.agree("more_time", 0)
    table.do(MakeOffer("adjourn"), 0)
    table.play("+3")
    table.agree("pause", 1)
    table.make_ready(100)
    table.after(2_000).do(Pause("restart"), HOST)
    table.after(2_000).do(Resume(), HOST)
    table.do(Resign(), 1)
    table.make_ready()
    table.do(MarkAbsent(1, "lost"), HOST)
    table.after(9_000).do(MarkReturned(1), HOST)
    table.do(MarkAbsent(1, "left"), HOST)
    table.after(1_000)
    done = act(table.match, Claim("win"), 0, table.now, table.roll, rate)
    assert not isinstance(done, Refused)
    return [*table.log, *done[0]]


@pytest.fixture(scope="module")
def log() -> list[Event]:
    return told(seated(3, 4, 5, 6, 1, 1, 2, length=20, clock="fischer 60+5", absence="forfeit 10", rated=True))


def lies(event: Event) -> Iterator[Event]:
    for item in fields(event):
        if (type(event), item.name) in FREE:
            continue
        for value in OTHERS.get(item.name, ()):
            is_typed = value is not None or item.name != "player" or isinstance(event, Ended | LegEnded)
            if is_typed and value != getattr(event, item.name):
                yield replace(event, **{item.name: value})


def test_the_unchanged_log_is_valid(log: list[Event]) -> None:
    ended = replay(log, TALLY).ended
    assert ended.ratings is not None


def test_every_changed_value_of_an_event_is_refused(log: list[Event]) -> None:
    believed = []
    for place, truth in enumerate(log):
        for lie in lies(truth):
            with suppress(MatchError):
                replay([*log[:place], lie, *log[place + 1 :]], TALLY)
                believed.append((truth, lie))

    assert not believed
