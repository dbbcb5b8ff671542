"""Games in which a habit decides who moves, and when."""

from functools import partial
from typing import Any

from devtools.faults.games import short_options
from devtools.faults.player import Seen
from devtools.simulation.habits.base import Group
from devtools.simulation.habits.lines import can_move, moves_of
from devtools.simulation.person import Person
from netgame.games import GAMES
from netgame.match import Match, to_act
from protocol import messages as m

QUIET_GAMES = [key for key, game in GAMES.items() if not game.has_dice]


class Boards(Group):
    """Habits at a board."""

    async def begin_game(
        self, person: Person, other: Person, game: str, clock: str, moves: int, **terms: Any
    ) -> str | None:
        """Begin a game and play some moves. Return its table; None if that was not possible."""
        side, options = self._chance.choice((0, 1)), short_options(game)
        made = await person.sent(m.MakeTable(game=game, options=options, clock=clock, player=side, **terms))
        if not isinstance(made, m.Done):
            return None
        table = made.table
        for each in (person, other):
            each.seen[table] = Seen()
            await each.patient(partial(each.watch, table))
        if await other.sent(m.TakeSeat(table=table)) is None:
            await person.sent(m.LeaveSeat(table=table))
            return None
        while moves:
            match = await person.wait_for(table, can_move)
            if match is None or not can_move(match) or await self.move(table, match, person, other) is None:
                break
            moves -= 1
        return table

    async def move(self, table: str, match: Match, *players: Person, move: str = "") -> m.Done | None:
        """Let the player whose turn it is play a move. Return None if that was refused."""
        mover = self.mover(match, *players)
        if mover is None:
            return None
        move = move or self._chance.choice(moves_of(match, 5))
        done = await mover.sent(m.SendMove(table=table, position=match.position, move=move))
        if not isinstance(done, m.Done):
            return None
        for each in players:
            await each.wait_for(table, lambda match: match.number >= done.number)
        return done

    def mover(self, match: Match, *players: Person) -> Person | None:
        seat = match.seats[side] if (side := to_act(match)) is not None else None
        return next((each for each in players if seat is not None and each.account == seat.account), None)

    async def end_game(self, table: str, *players: Person) -> None:
        """Resign, and watch the game until all know that it is over."""
        for each in players:
            if table in each.seen:
                await each.wait_for(table, lambda _match: True)  # the events may be on their way
            while table in each.seen and (match := each.seen[table].match) is not None and match.ended is None:
                await players[0].sent(m.SendResign(table=table, match=True))
                await each.wait_for(table, lambda match: match.ended is not None)
        for each in players:
            await each.unwatch(table)
            each.seen[table].match = None
