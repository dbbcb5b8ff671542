"""Updates the tables of users who come online or go offline."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack
from functools import partial

import trio

from netgame.match.commands import Pause
from server.lobby.lobby import Lobby
from server.ops.supervision import keep_trying
from server.storage.event_store import StoreProblem
from server.tables.actor import TableActor
from server.tables.commit import StartSoon
from server.tables.expiry import TableExpiry
from server.tables.registry import TableRegistry
from server.tables.timers import Timers
from server.tables.users import Peer

log = logging.getLogger(__name__)

STOPPED_AT_ONCE = 50  # tables


class PlayerTables:
    """The tables of players. With several servers those that keep time are read, if this server has them not."""

    def __init__(
        self, lobby: Lobby[Peer], registry: TableRegistry, timers: Timers, expiry: TableExpiry, start_soon: StartSoon
    ) -> None:
        self._lobby, self._registry, self._timers, self._expiry = lobby, registry, timers, expiry
        self._start_soon = start_soon
        self._interrupted: list[str] = []  # accounts that were connected when the store went away

    def user_online(self, account: str) -> None:
        """Update the tables of a user after they came online here."""
        self._timers.user_online(account)
        self._expiry.check_tables_of(account)
        self._read_others(account)

    def user_offline(self, account: str) -> None:
        """Update the tables of a user after they went offline here."""
        self._timers.user_offline(account)
        self._expiry.check_tables_of(account)
        self._read_others(account)
        self._release(account)

    def changed_elsewhere(self, account: str) -> None:
        """Update the tables in memory of a user who came or went at another server, which updates the others."""
        if self._lobby.is_online(account):
            self._timers.user_online(account)
        else:
            self._timers.user_offline(account)
        self._expiry.check_tables_of(account)
        self._release(account)

    def store_away(self) -> None:
        """Note who is connected: the store does not answer, and they may leave for other servers."""
        users = (user.account for user in self._lobby.users)
        self._interrupted = [account for account in users if self._lobby.peer_of(account) is not None]

    def store_back(self, since: int) -> None:
        """Pause the running tables of those who were connected as of the last answer of the store."""
        interrupted, self._interrupted = self._interrupted, []
        self._start_soon(partial(self._stop_interrupted, interrupted, since))

    async def _stop_interrupted(self, accounts: Sequence[str], since: int) -> None:
        stop = partial(self._stop_tables, accounts, partial(self._stop_unless_others_did, at=since))
        await keep_trying("the tables of an interruption", stop)

    async def stop(self, accounts: Sequence[str], at: int) -> None:
        """Pause the running tables of accounts as of a time: their server is dead. `StoreProblem` if that fails."""
        self._timers.node_lost(accounts)
        await self._stop_tables(accounts, partial(self._stop, at=at))

    async def stop_all(self, at: int) -> None:
        """Pause all running tables as of a time: no server has run since. `StoreProblem` if that fails."""
        await self.stop(self._lobby.seated, at)

    async def _stop_tables(self, accounts: Sequence[str], stop: Callable[[TableActor], Awaitable[None]]) -> None:
        tables = list(dict.fromkeys(table for account in accounts for table in self._kept(account)))
        for start in range(0, len(tables), STOPPED_AT_ONCE):  # one commit for many: flags do not wait for long
            with ExitStack() as pins:
                actors = list[TableActor]()
                for id in tables[start : start + STOPPED_AT_ONCE]:
                    if (actor := await self._registry.load(id)) is not None:
                        pins.enter_context(self._registry.pinned(actor))
                        actors.append(actor)
                async with trio.open_nursery() as nursery:
                    for actor in actors:
                        nursery.start_soon(stop, actor)

    async def _stop(self, actor: TableActor, at: int) -> None:
        table = actor.table
        if table.keeps_time and table.paused is None and table.match is not None:
            await actor.carry_out(Pause("restart"), max(at, table.match.at))

    async def _stop_unless_others_did(self, actor: TableActor, at: int) -> None:
        """Pause a table that was running at that time. If another node has paused it since, nothing happens."""
        table = actor.table
        history = table.match.history if table.match is not None else ()
        had_begun = not history or history[0].event.at <= at
        if table.keeps_time and table.paused is None and had_begun:
            await actor.carry_out(Pause("restart"), at)

    def _release(self, account: str) -> None:
        for id in self._lobby.tables_of(account):
            if (actor := self._registry.get(id)) is not None:
                self._registry.release(actor)

    def _kept(self, account: str) -> list[str]:
        return [table.id for table in self._lobby.unfinished_tables_of(account) if table.keeps_time]

    def _read_others(self, account: str) -> None:
        if any(self._registry.get(id) is None for id in self._kept(account)):
            self._start_soon(partial(self._read, account))

    async def _read(self, account: str) -> None:
        try:
            for id in self._kept(account):
                await self._registry.load(id)
        except StoreProblem as error:
            log.error("the tables of a player cannot be read: %s", error)
        else:
            self.changed_elsewhere(account)
