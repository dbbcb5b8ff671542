"""The tables of wishes for a game that have found each other."""

import logging
from collections.abc import Callable
from functools import partial

import trio

from netgame.match import Games
from netgame.match.create import created_event
from protocol import messages as m
from server.cluster.seeks import SeekPair, SeekRow, SeekStore
from server.errors import StoreProblem
from server.lobby.broadcast import Broadcast
from server.lobby.paired_tables import PairedTables
from server.tables.commands import NewTable, User
from server.tables.commit import StartSoon

log = logging.getLogger(__name__)

RETRY_S = 1.0  # while the disk fails


class SeekTables:
    """Makes the table of each pair, however long the disk fails, and tells the players at this server.

    The servers of both players make it, and it is one table: its id follows from both wishes. `on_made` is called
    with each wish of a player at this server that has ended with a table.
    """

    def __init__(
        self, store: SeekStore, tables: PairedTables, broadcast: Broadcast, games: Games, node: str,
        start_soon: StartSoon,
    ) -> None:  # fmt: skip
        self._store, self._tables, self._broadcast, self._games = store, tables, broadcast, games
        self._node, self._start_soon = node, start_soon
        self.exists = tables.exists
        self.on_made: Callable[[SeekRow], None] = lambda row: None
        self._making: dict[str, tuple[SeekPair, trio.Event]] = {}  # by table

    @property
    def wishes(self) -> set[str]:
        """The wishes whose table is being made."""
        return {row.id for pair, _made in self._making.values() for row in (pair.first, pair.second)}

    def make_soon(self, pair: SeekPair) -> None:
        """Make the table of a pair, unless that is under way."""
        if pair.table not in self._making:
            self._making[pair.table] = pair, trio.Event()
            self._start_soon(partial(self._make, pair))

    async def made(self, table: str) -> None:
        """Wait until a table is no longer being made."""
        if table in self._making:
            await self._making[table][1].wait()

    async def _make(self, pair: SeekPair) -> None:
        command = self._new_table(pair)
        here = [row for row in (pair.first, pair.second) if row.node == self._node]
        while True:
            try:
                if isinstance(await self._tables.make(pair.table, command), m.Done):
                    for row in here:
                        await self._store.remove_seek(row.id, paired=True)
                    break
            except StoreProblem as problem:
                log.error("table %s: a wish cannot be removed: %s; retrying", pair.table, problem)
            await trio.sleep(RETRY_S)
        for row in here:
            self._broadcast.send_to_user(row.account, m.SeekPaired(table=pair.table))
            self.on_made(row)
        log.info("table %s: %s and %s were looking for a game", pair.table, pair.first.name, pair.second.name)
        self._making.pop(pair.table)[1].set()

    def _new_table(self, pair: SeekPair) -> NewTable:
        kind, both = self._games[pair.game], (pair.first, pair.second)
        draws = kind.has_dice and all(row.draws_dice for row in both) and not pair.clock.startswith("days")
        dice: m.DiceSource = "players" if draws else "host"
        created = created_event(kind(), at=0, clock=pair.clock, rated=pair.rated, dice=dice)
        first, second = (
            User(row.account, row.name, registered=row.registered, computer=row.computer, key=row.key) for row in both
        )
        return NewTable(created, first, second)
