"""Tables that the server makes for two players: rematches, accepted challenges, games of tournaments."""

from collections.abc import Callable

import trio

from netgame.match.commands import CloseTable
from netgame.match.events import Seated
from protocol import messages as m
from server.lobby.lobby import Lobby
from server.refusals import DISK_FAILED
from server.tables.actor import BUSY, NOT_READ, UNCONFIRMED, CommandEnvelope
from server.tables.clock import Clock
from server.tables.commands import NewTable, User
from server.tables.registry import TableRegistry
from server.tables.users import Peer


class PairedTables:
    """Makes tables at which both players have their seats from the start."""

    def __init__(self, lobby: Lobby[Peer], registry: TableRegistry, clock: Clock) -> None:
        self._lobby, self._registry, self._clock = lobby, registry, clock

    def user(self, seat: Seated) -> User:
        """Return the user of a seat as they have signed in; one who is offline as at the other table."""
        return self._lobby.user(seat.account) or User(seat.account, seat.name, computer=seat.computer, key=seat.key)

    async def exists(self, table: str) -> bool:
        """Tell whether that table was made. `StoreProblem` if it cannot be read."""
        actor = await self._registry.load(table)
        return actor is not None and actor.table.number > 0

    async def abort_unplayed(self, table: str) -> bool:
        """End a match without a result in which nobody has moved. Return whether it has ended so. `StoreProblem`."""
        actor = await self._registry.load(table)
        if actor is None or actor.table.match is None or actor.table.match.ended is not None:
            return False
        close = CloseTable(started=True, unplayed=True)  # a move may be on its way to the disk
        with self._registry.pinned(actor):
            return isinstance(await actor.carry_out(close, self._clock.now()), m.Done)

    async def make(
        self, table: str, command: NewTable, on_made: Callable[[], None] | None = None
    ) -> m.Done | m.Refused:
        """Make that table, unless it is there already; then its log may be long, and is read in steps.

        `on_made` is called even if this task is cancelled by then. `StoreProblem` if the store cannot be read;
        `is_temporary` says whether a refused table may be made later.
        """
        done = m.Done(table=table, number=1)
        if await self.exists(table):
            if on_made is not None:
                on_made()
            return done
        made, replies = trio.Event(), list[m.Message]()

        def answered(reply: m.Message) -> None:
            if isinstance(reply, m.Done) and on_made is not None:
                on_made()
            replies.append(reply)
            made.set()

        actor = self._registry.create(table)
        with self._registry.pinned(actor):
            actor.post(CommandEnvelope(command, self._clock.now(), on_reply=answered))
            await made.wait()
        reply = replies[0]
        if isinstance(reply, m.Refused):
            return UNCONFIRMED if actor.is_frozen_by_disk else reply
        return done


def is_temporary(refusal: m.Refused) -> bool:
    """Tell whether the table may be made later: the store fails, or much is waiting at the table."""
    return refusal in (UNCONFIRMED, DISK_FAILED, NOT_READ, BUSY)
