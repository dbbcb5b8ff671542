"""Logs of any length, to measure how the time to read a record grows with the number of its events."""

from collections.abc import Callable
from itertools import cycle
from typing import Any

from devtools.harness.games.match_helpers import TALLY, created
from devtools.harness.games.random_matches import random_log
from netgame.games import GAMES
from netgame.match.events import Event, Moved, OfferClosed, Offered, Seated, TakenBack, Unseated


def sitting(count: int) -> tuple[Event, ...]:
    """A player takes and leaves a seat again and again."""
    log: list[Event] = [created()]
    for number in range(2, count + 1):
        log.append(
            Unseated(number=number, at=1000, player=0)
            if number % 2
            else Seated(number=number, at=1000, player=0, account="", name="x")
        )
    return tuple(log)


def shuttling(count: int) -> tuple[Event, ...]:
    """A battle in which both sides move to and fro."""
    log = list(random_log("thud", {}, seed=1, plies=0))
    for move in cycle(((0, "dE2-F2"), (1, "TG7-G6"), (0, "dF2-E2"), (1, "TG6-G7"))):
        if len(log) == count:
            return tuple(log)
        player, notation = move
        log.append(Moved(number=len(log) + 1, at=log[-1].at + 9, player=player, move=notation))  # type: ignore[arg-type]
    raise AssertionError


def haggling(count: int) -> tuple[Event, ...]:
    """A battle in which each player asks to take back the first move after every move, as often as allowed."""
    log = list(random_log("thud", {}, seed=1, plies=0))
    moves = cycle(((0, "dE2-F2"), (1, "TG7-G6"), (0, "dF2-E2"), (1, "TG6-G7")))
    first: dict[int, int] = {}
    while len(log) < count:
        player, notation = next(moves)
        first.setdefault(player, len(log) + 1)
        log.append(Moved(number=len(log) + 1, at=log[-1].at, player=player, move=notation))  # type: ignore[arg-type]
        for _ in range(5):
            number = len(log) + 1
            offer = Offered(number=number, at=log[-1].at, player=player, kind="take_back", to=first[player])  # type: ignore[arg-type]
            log += [offer, OfferClosed(number=number + 1, at=offer.at, offer=number, outcome="withdrawn")]
    return tuple(log[:count])


def taking_back(count: int) -> tuple[Event, ...]:
    """A long battle whose last move is taken back again and again."""
    log = list(shuttling(count // 4))
    if log[-1].number % 2:  # the troll moved last
        log.pop()
    *_, last = log
    assert isinstance(last, Moved)
    while len(log) + 4 <= count:
        number, at = len(log) + 1, last.at
        log += [
            Offered(number=number, at=at, player=last.player, kind="take_back", to=log[-1].number),
            OfferClosed(number=number + 1, at=at, offer=number, outcome="accepted"),
            TakenBack(number=number + 2, at=at, player=last.player, to=log[-1].number),
            Moved(number=number + 3, at=at, player=last.player, move=last.move),
        ]
    return tuple(log)


LONG: dict[str, tuple[Callable[[int], tuple[Event, ...]], Any]] = {
    "sitting": (sitting, TALLY),
    "shuttling": (shuttling, GAMES),
    "haggling": (haggling, GAMES),
    "taking_back": (taking_back, GAMES),
}
