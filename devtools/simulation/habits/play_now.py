"""People look for a game with play now."""

from contextlib import suppress
from typing import TYPE_CHECKING

import trio

from devtools.faults.player import Broken
from devtools.simulation.habits.base import HEARD_S, MEASURE_S, NOBODY, Group, Habit, Ways
from devtools.simulation.person import Person
from netgame.games import GAMES
from protocol import messages as m
from protocol.client import ConnectError, Refusal

if TYPE_CHECKING:
    from devtools.simulation.club import Club


SEEK_GAME = next(key for key, game in GAMES.items() if not game.has_dice)
SEEK: Ways = {
    "cancel": (), "accept": ("gone: That player is no", "unwanted"), "own": ("own_seek",),
    "wrong": ("unknown_game: No game", "bad_clock", "not_registered: A rated match"),
}  # fmt: skip


class PlayNow(Group):
    """Wishes for a game."""

    def __init__(self, club: "Club") -> None:
        super().__init__(club)
        self.habits = {
            "seek": Habit(2, SEEK, self._seek),
        }

    async def _seek(self, *people: Person) -> None:
        """Press "Play now" together. Nobody gets two tables for one wish."""
        async with trio.open_nursery() as nursery:
            for person in people:
                nursery.start_soon(self._seek_game, person)

    async def _seek_game(self, person: Person) -> None:
        before, wishes = person.own_tables, 1
        with trio.move_on_after(MEASURE_S):  # they may leave meanwhile
            await person.sent(m.WatchSeeks())
            with suppress(Refusal, ConnectError):
                await person.seek(games=[SEEK_GAME], clocks=list(m.USUAL_CLOCKS[: self._chance.choice((1, 2))]))
            await trio.sleep(self._chance.choice((0, 1, 10)))
            others = [info.seek for info in person.lobby.seeks or () if info.account != person.account]
            match self._choose(SEEK):
                case "accept":
                    wishes += 1
                    await person.sent(m.AcceptSeek(seek=self._chance.choice(others or [NOBODY])))
                case "own":
                    for info in person.lobby.seeks or ():
                        if info.account == person.account:
                            await person.forbidden(m.AcceptSeek(seek=info.seek))
                case "wrong":
                    clocks = list(m.USUAL_CLOCKS)
                    await person.forbidden(m.Seek(games=["chess"], clocks=clocks))
                    await person.forbidden(m.Seek(games=[SEEK_GAME], clocks=["an hour"]))
                    if not person.is_registered:
                        await person.forbidden(m.Seek(games=[SEEK_GAME], clocks=clocks, rated=True))
            await person.sent(m.Unseek())
        await trio.sleep(HEARD_S)
        if len(made := person.own_tables - before) > wishes:
            raise Broken(f"{person.name} had {wishes} wishes for a game, and got the tables {made}")
        for table in made:
            await person.sent(m.SendResign(table=table, match=True))
