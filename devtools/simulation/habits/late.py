"""People play the end of a game from a position, and decline offers again and again."""

from random import Random
from typing import TYPE_CHECKING, Any

import trio

from devtools.simulation.habits.base import Habit, Ways
from devtools.simulation.habits.boards import Boards
from devtools.simulation.person import Person
from netgame.game import Over, ToRoll
from netgame.games import GAMES
from protocol import messages as m
from server.demo.player import random_move

if TYPE_CHECKING:
    from devtools.simulation.club import Club

ENDINGS: Ways = {
    "from a position": ("forfeited", "ended board"),
    "decline": ("muted: that was declined", "too_often: you can offer"),
}  # fmt: skip
FROM_END = (2, 4, 8)  # plies before the end of a random game
MOVES = 40  # of each player, after which both resign
DECLINED = 3  # times, until an offer is muted


class Endings(Boards):
    """Ends of games."""

    def __init__(self, club: "Club") -> None:
        super().__init__(club)
        self.habits = {"ending": Habit(2, ENDINGS, self._end)}

    async def _end(self, person: Person, other: Person) -> None:
        if self._choose(ENDINGS) == "decline":
            await self._decline(person, other)
            return
        name = self._chance.choice([key for key, game in GAMES.items() if game.has_dice])
        position = late_position(name, self._chance)
        made = await person.sent(m.MakeTable(game=name, options={}, position=position))
        if not isinstance(made, m.Done):
            return
        if await other.sent(m.TakeSeat(table=made.table)) is None:
            await person.sent(m.LeaveSeat(table=made.table))
            return
        async with trio.open_nursery() as nursery:
            for each in (person, other):
                nursery.start_soon(each.play, made.table, MOVES)
        for each in (person, other):
            await each.unwatch(made.table)
            each.seen[made.table].match = None

    async def _decline(self, person: Person, other: Person) -> None:
        table = await self.begin_game(person, other, self._chance.choice(list(GAMES)), "none", 2)
        if table is None:
            return
        for _ in range(DECLINED + 1):
            done = await person.sent(m.SendOffer(table=table, kind="adjourn"))
            if isinstance(done, m.Done):
                await other.sent(m.SendAnswer(table=table, offer=done.number, accept=False))
        await self.end_game(table, person, other)


def late_position(name: str, chance: Random) -> str:
    """Return a position shortly before the end of a random game."""
    game: Any = GAMES[name]()
    states = [game.start()]
    while not isinstance(turn := game.turn(states[-1]), Over):
        if isinstance(turn, ToRoll):
            dice = tuple(chance.randint(1, turn.sides) for _ in range(turn.count))
            states.append(game.rolled(states[-1], dice))
        else:
            states.append(game.play(states[-1], random_move(game, states[-1], chance)))
    return str(game.write_position(states[max(0, len(states) - 1 - chance.choice(FROM_END))]))
