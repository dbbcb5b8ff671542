"""When people are at a simulated club: crowded for two days, then as often as members of a club come."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

DAY_H = 24
BEGINS = 19  # the hour of the day at which a run begins: an evening of the club, and all people are there
CROWDED_DAYS = 2  # from then on members come as in a real club
BREAKS_S = (60, 600, 1800)
BREAKS = 0.3  # share of the times at which a person leaves; otherwise they come back at another hour or day
COMES = (9, 11, 12, 13, 15, 17, 17, 18, 18, 19, 19, 19, 19, 20, 20, 20, 21, 21, 22)  # hours of the day
COMES_AFTER = (0, 1, 1, 2, 3)  # days
EVENINGS = (18, 19, 19, 19, 20, 20)  # the same of a member on a day of work
AFTERNOONS = (14, 15, 15, 16, 19, 20)  # the same on a free day
RHYTHMS = (0.8,) * 2 + (0.3, 0.2, 0.2, 0.15, 0.1) + (0.03,) * 3  # shares of the days on which a member comes
FREE_DAYS = 1.6  # so much more often they come on a free day
WEEKEND = (1, 2)  # a run begins on a Friday
HOLIDAYS = 8  # one of so many weeks is free
TRAVELS = 0.01  # share of the times at which a member leaves
TRAVELS_DAYS = (7, 21)


@dataclass(frozen=True)
class Pace:
    """How much happens while people are there: averages in seconds."""

    stays_s: float = 1.5 * 3600
    between_games_s: float = 240.0  # of one person
    trouble_s: float = 300.0  # between two things that go wrong; with several servers so much less


CROWDED, USUAL = Pace(), Pace(stays_s=3600.0, between_games_s=600.0, trouble_s=1800.0)


def pace(now_s: float) -> Pace:
    """Return the pace at that time of a run."""
    return CROWDED if now_s < CROWDED_DAYS * DAY_H * 3600 else USUAL


def is_free(day: int) -> bool:
    """Tell whether people have time on that day of a run. Day 0 is the first."""
    return day % 7 in WEEKEND or day // 7 % HOLIDAYS == HOLIDAYS - 1


def absence_s(now_s: float, chance: Random, rhythm: float) -> float:
    """Return for how long a person who leaves now is away. `rhythm` is one of `RHYTHMS`."""
    if chance.random() < BREAKS:
        return chance.choice(BREAKS_S)
    now = BEGINS + now_s / 3600  # hours since the midnight before
    earliest = now + min(BREAKS_S) / 3600
    if pace(now_s) is CROWDED:
        comes = chance.choice(COMES) + chance.random()
        days = chance.choice(COMES_AFTER) + (comes <= earliest % DAY_H)
        return (comes - now % DAY_H + DAY_H * days) * 3600
    day = int(now) // DAY_H + (chance.randint(*TRAVELS_DAYS) if chance.random() < TRAVELS else 0)
    while (comes := _visit(day, chance, rhythm)) <= earliest:
        day += 1
    return (comes - now) * 3600


def _visit(day: int, chance: Random, rhythm: float) -> float:
    """Return when a member comes on that day, in hours, or 0 if they do not."""
    hours: Sequence[int] = AFTERNOONS if is_free(day) else EVENINGS
    comes = DAY_H * day + chance.choice(hours) + chance.random()
    return comes if chance.random() < rhythm * (FREE_DAYS if is_free(day) else 1) else 0.0
