"""The tables of wishes for a game that have found each other."""

import logging
from collections.abc import Callable, Sequence
from functools import partial

import trio

from netgame.match import CURRENT_RULES, Games
from netgame.match.create import created_event
from netgame.text import N_
from protocol import messages as m
from server.cluster.seeks import SeekPair, SeekRow, SeekStore
from server.errors import StoreBroken
from server.lobby.broadcast import Broadcast
from server.lobby.paired_tables import PairedTables, is_temporary
from server.ops.supervision import Supervision, keep_trying
from server.tables.commands import NewTable, User
from server.tables.commit import StartSoon

log = logging.getLogger(__name__)

FAULT = m.Refused(code="internal", template=N_("The server made a mistake. Look for another game"))


class SeekTables:
    """Makes the table of each pair, however long the disk fails, and tells the players at this server.

    If the table is refused for another reason, the wishes end without one.

    The servers of both players make it, and it is one table: its id follows from both wishes. `on_made` is called
    with each wish of a player at this server that has ended with a table.
    """

    def __init__(
        self, store: SeekStore, tables: PairedTables, broadcast: Broadcast, games: Games, node: str,
        start_soon: StartSoon, supervision: Supervision | None = None,
    ) -> None:  # fmt: skip
        self._supervision = supervision or Supervision()
        self._store, self._tables, self._broadcast, self._games = store, tables, broadcast, games
        self._node, self._start_soon = node, start_soon
        self.exists, self.abort_unplayed = tables.exists, tables.abort_unplayed
        self.tell = broadcast.send_to_user
        self.on_made: Callable[[SeekRow, SeekPair], None] = lambda row, pair: None
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
        here = [row for row in (pair.first, pair.second) if row.node == self._node]
        refusal: m.Refused | None = FAULT
        with self._supervision.guard("seeks", pair.table):
            refusal = await keep_trying(f"the table {pair.table} of two wishes", partial(self._try, pair, here))
        for row in here:
            with self._supervision.guard("seeks", pair.table):
                if refusal is None:
                    self._broadcast.send_to_user(row.account, m.SeekPaired(table=pair.table))
                else:
                    ended = m.SeekEnded(template=refusal.template, args=refusal.args)
                    self._broadcast.send_to_user(row.account, ended)
                self.on_made(row, pair)
        if refusal is None:
            log.info("table %s: %s and %s were looking for a game", pair.table, pair.first.name, pair.second.name)
        else:
            log.warning("table %s: two wishes fit, and it was refused: %s", pair.table, refusal.text)
        self._making.pop(pair.table)[1].set()

    async def _try(self, pair: SeekPair, here: Sequence[SeekRow]) -> m.Refused | None:
        """Make the table and remove the wishes of users here. Return why it is refused for good. `StoreProblem`."""
        reply = await self._tables.make(pair.table, self._new_table(pair))
        refusal = reply if isinstance(reply, m.Refused) else None
        if refusal is not None and is_temporary(refusal):
            raise StoreBroken(refusal.text)
        for row in here:
            await self._store.remove_seek(row.id, paired=True)
        return refusal

    def _new_table(self, pair: SeekPair) -> NewTable:
        kind, both = self._games[pair.game], (pair.first, pair.second)
        draws = kind.has_dice and all(row.draws_dice for row in both) and not pair.clock.startswith("days")
        dice: m.DiceSource = "players" if draws else "host"
        rules = CURRENT_RULES.version if all(row.draws_dice for row in both) else 1
        created = created_event(kind(), at=0, clock=pair.clock, rated=pair.rated, dice=dice, match_rules=rules)
        first, second = (
            User(row.account, row.name, registered=row.registered, computer=row.computer, key=row.key) for row in both
        )
        return NewTable(created, first, second)
