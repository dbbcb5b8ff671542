"""The other player: a session without a window that plays random moves by the picks of the game."""

import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import trio

from devtools.harness.games.random_moves import random_turn
from devtools.harness.server.serving import dial
from netgame.game import ToMove
from netgame.games import GAMES
from netgame.match import evolve, new_match, to_act
from netgame.match.events import Event, LegEnded, Paused, Player
from netgame.match.state import Match
from protocol.client import NewEvents, Refusal, Server, Session
from protocol.messages import ReadyUp, SendAnswer, SendMove, TakeSeat
from server.computer.dice import link_message, passing_links

PLAYERS: tuple[Player, Player] = (0, 1)
OVERTAKEN = ("paused", "over")  # refusals of a command that something else came before; its event says how to go on


class Opponent:
    """Move when it is their turn, accept every offer, and be ready for every leg."""

    def __init__(self, session: Session, seed: int = 1) -> None:
        self.session = session
        self.match: Match | None = None
        self.moves = True  # False: never move
        self._dice, self._drawn = passing_links(), 0  # the number of the event of the last link
        self._chance = random.Random(seed)
        self._answered: set[int] = set()
        self._moved = 0  # the number of the event of the last move, which may come after other events

    async def sit_down(self, table: str) -> None:
        """Take the free seat, and commit to the dice where both programs draw them."""
        await self.session.command(table, TakeSeat)
        await self._follow(table, lambda match: not match.drawing or match.drawing.tips[self._player(match)] != b"")
        await self.session.unwatch(table)

    async def play(self, table: str) -> None:
        """Play the match at that table for as long as there is one."""
        await self._follow(table, lambda match: match.ended is not None)

    async def _follow(self, table: str, is_done: Callable[[Match], bool]) -> None:
        self.match, self._answered, self._moved, self._drawn = None, set(), 0, 0
        await self.session.watch(table)
        async for update in self.session.updates:
            if not (isinstance(update, NewEvents) and update.table == table):
                continue
            if self.match is None and update.events[0].number > 1:  # of the watch before
                continue
            self._dice.follow(table, update.events)
            for event in update.events:
                await self._took(event, table)
            if self.match is not None and is_done(self.match):
                return
            try:
                await self._act(table)
            except Refusal as refusal:
                if refusal.code not in OVERTAKEN:
                    raise

    async def _took(self, event: Event, table: str) -> None:
        self.match = evolve(self.match, event) if self.match and event.number > 1 else new_match(event, GAMES)  # type: ignore[arg-type]
        if isinstance(event, LegEnded | Paused):
            self._ready_for = event.number

    async def _act(self, table: str) -> None:
        match = self.match
        assert match is not None
        me = self._player(match)
        due = self._dice.command(table, match, me)
        if due is not None and (message := link_message(due)) is not None:
            if match.number >= self._drawn:  # otherwise its event is on its way
                self._drawn = (await self.session.command(table, message[0], **message[1])).number
            return
        paused = match.paused is not None and match.paused.cause in (
            "agreed",
            "adjourned",
        )  # else the host lets it go on
        waits = match.phase == "between" or (paused and match.phase == "playing")
        if waits and self._ready_for not in self._answered:
            self._answered.add(self._ready_for)
            await self.session.command(table, ReadyUp)
            return
        asked = [offer.number for offer in match.offers.values() if offer.player != me]
        if asked and asked[0] not in self._answered:
            self._answered.add(asked[0])
            await self.session.command(table, SendAnswer, offer=asked[0], accept=True)
        elif not self.moves or match.offers or match.number < self._moved:
            return
        elif to_act(match) == me and isinstance(match.turn, ToMove):
            await self._move(match, me, table)

    async def _move(self, match: Match, player: Player, table: str) -> None:
        move = match.game.picks(match.state, random_turn(match.game, match.state, self._chance)).moves[0]
        text = match.game.format(match.state, move)
        fields = {"move": text, "link": self._dice.for_move(table, match, player, text)}
        self._moved = (await self.session.command(table, SendMove, position=match.position, **fields)).number

    def _player(self, match: Match) -> Player:
        return next(player for player in PLAYERS if (seat := match.seats[player]) and seat.account == self._account)

    @property
    def _account(self) -> str:
        assert self.session.signed_in is not None
        return self.session.signed_in.account


@asynccontextmanager
async def opponent(server: Server, name: str = "Bob", seed: int = 1) -> AsyncIterator[Opponent]:
    """A player who is signed in at a server."""
    async with trio.open_nursery() as nursery:
        session = Session(server, name, None, dial=dial)
        await nursery.start(session.run)
        yield Opponent(session, seed)
        nursery.cancel_scope.cancel()
