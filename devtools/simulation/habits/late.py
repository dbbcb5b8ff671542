"""People play the end of a game from a position, decline offers, take back after agreed time, and never come."""

from random import Random
from typing import TYPE_CHECKING, Any

import trio

from devtools.simulation.habits.base import Habit, Ways
from devtools.simulation.habits.boards import QUIET_GAMES, Boards
from devtools.simulation.person import Person
from netgame.game import Over, ToRoll
from netgame.games import GAMES
from netgame.match.events import OfferKind
from protocol import messages as m
from server.demo.player import random_move

if TYPE_CHECKING:
    from devtools.simulation.club import Club

ENDINGS: Ways = {
    "from a position": ("forfeited", "ended board"),
    "decline": ("muted: that was declined", "too_often: you can offer"),
    "take back after agreed time": ("time_added", "taken_back"), "never come": ("ended absent",),
}  # fmt: skip
FROM_END = (2, 4, 8)  # plies before the end of a random game
MOVES = 40  # of each player, after which both resign
ABSENT_S = 10  # after which the other player may claim the win
DECLINED = 3  # times, until an offer is muted


class Endings(Boards):
    """Ends of games."""

    def __init__(self, club: "Club") -> None:
        super().__init__(club)
        self.habits = {"ending": Habit(2, ENDINGS, self._end)}

    async def _end(self, person: Person, other: Person) -> None:
        match self._choose(ENDINGS):
            case "decline":
                await self._decline(person, other)
            case "take back after agreed time":
                await self._take_back(person, other)
            case "never come" if person.is_registered and other.is_registered:
                await self._claim(person, other)
            case _:
                await self._play_end(person, other)

    async def _play_end(self, person: Person, other: Person) -> None:
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

    async def _take_back(self, person: Person, other: Person) -> None:
        """Let both players agree on more time, and then on a take-back of the move before."""
        table = await self.begin_game(person, other, self._chance.choice(QUIET_GAMES), "fischer 300+5", 2)
        if table is None:
            return
        match = person.seen[table].match
        here, there = (person, other) if match and self.mover(match, person, other) is other else (other, person)
        kinds: tuple[tuple[Person, Person, OfferKind], ...] = (
            (here, there, "more_time"), (there, here, "more_time"), (here, there, "take_back"),
        )  # fmt: skip
        for asks, answers, kind in kinds:
            done = await asks.sent(m.SendOffer(table=table, kind=kind))
            if isinstance(done, m.Done):
                await answers.sent(m.SendAnswer(table=table, offer=done.number, accept=True))
        await self.end_game(table, person, other)

    async def _claim(self, person: Person, other: Person) -> None:
        """Let a player of a rated game leave before the first move, and the other one claim the win."""
        terms: dict[str, Any] = {"rated": True, "absence": f"forfeit {ABSENT_S}"}
        table = await self.begin_game(person, other, self._chance.choice(QUIET_GAMES), "fischer 300+5", 0, **terms)
        if table is None:
            return
        await other.unwatch(table)
        del other.seen[table]
        self._club.leave(other)
        await trio.sleep(2 * ABSENT_S)
        await person.sent(m.SendClaim(table=table, what="win"))
        await self.end_game(table, person)
        await self._come_back(other)

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
