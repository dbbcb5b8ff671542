"""Lets people do what they do besides playing."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import trio

from devtools.simulation.habits.accounts import Accounts
from devtools.simulation.habits.base import Group, Habit, with_ways
from devtools.simulation.habits.challenges import Challenges
from devtools.simulation.habits.days import Days
from devtools.simulation.habits.elsewhere import Elsewhere
from devtools.simulation.habits.friends import Friends
from devtools.simulation.habits.handover import Handovers
from devtools.simulation.habits.judges import Judges
from devtools.simulation.habits.late import Endings
from devtools.simulation.habits.notices import Notices
from devtools.simulation.habits.play_now import PlayNow
from devtools.simulation.habits.seats import Seats
from devtools.simulation.habits.talk import Talk
from devtools.simulation.habits.tournaments import Tournaments
from devtools.simulation.habits.visits import Visits
from devtools.simulation.person import Person

if TYPE_CHECKING:
    from devtools.simulation.club import Club

HABIT_S = 600.0  # between two habits of one person, on average
OFTEN_S = 120.0  # the same, of a few habits
GROUPS: tuple[type[Group], ...] = (
    Talk, Accounts, Seats, Judges, PlayNow, Visits, Challenges, Friends, Days, Tournaments,
    Notices, Handovers, Endings, Elsewhere,
)  # fmt: skip


class Habits:
    """The habits of the people of a club."""

    def __init__(self, club: "Club", only: Collection[str] = ()) -> None:
        """`only`: the names of the habits that people keep, and often; by default all."""
        self._club, self._world = club, club.world
        self._chance = club.world.chance("habit")
        habits = {name: habit for kind in GROUPS for name, habit in kind(club).habits.items()}
        self._all = {name: habit for name, habit in habits.items() if not only or name in only}
        self._every_s = OFTEN_S if only else HABIT_S

    async def keep(self, games: trio.Nursery) -> None:
        """Let people do what they do besides playing, until the club closes."""
        while not self._club.is_over:
            await trio.sleep(self._chance.expovariate(max(1, len(self._club.people)) / self._every_s))
            ways = {
                name: [outcome for way in with_ways(habit.ways).values() for outcome in way]
                for name, habit in self._all.items()
            }
            habit = self._all[name := self._world.coverage.choose(self._chance, ways)]
            online = [person for person in self._club.people if person.status == "online"]
            free = [person for person in online if not person.is_busy] if habit.are_idle else online
            if len(free) >= habit.people and not self._club.is_over:
                people = self._chance.sample(free, habit.people)
                self._world.trace.note("habit", name, *(person.name for person in people))
                games.start_soon(self._do, habit, people)

    async def _do(self, habit: Habit, people: Sequence[Person]) -> None:
        for person in people if habit.are_idle else ():
            person.is_busy = True
        await habit.do(*people)
        self._world.trace.note("end of habit", *(person.name for person in people))
        for person in people if habit.are_idle else ():
            person.is_busy = False
