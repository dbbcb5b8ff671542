"""Lets the rated tables of one player decide one at a time, with the ratings in memory."""

import logging
from collections.abc import Sequence
from functools import partial
from typing import Protocol

from server.errors import StoreProblem
from server.ops.supervision import MOST_TRIES, Supervision
from server.tables.commands import RatingBook
from server.tables.commit import StartSoon

log = logging.getLogger(__name__)


class RatedTable(Protocol):
    """A rated table with a command to decide."""

    def __hash__(self) -> int: ...

    def go_ahead(self) -> None:
        """Decide now. Must not raise."""

    def ratings_missing(self) -> None:
        """The ratings cannot be read. Must not raise."""


class RatingGate:
    """The end of a rated match reads the ratings that the end of another match of the same player writes."""

    def __init__(self, ratings: RatingBook, start_soon: StartSoon, supervision: Supervision | None = None) -> None:
        self._ratings, self._start_soon, self._supervision = ratings, start_soon, supervision or Supervision()
        self._holders: dict[RatedTable, Sequence[str]] = {}  # tables inside, and the accounts that play there
        self._accounts: set[str] = set()  # all accounts of these tables
        self._blocked: dict[RatedTable, tuple[Sequence[str], str]] = {}  # accounts and game

    def acquire(self, table: RatedTable, accounts: Sequence[str], game: str) -> bool:
        """Whether the table may decide now. Otherwise call its `go_ahead` later."""
        if not self._accounts.isdisjoint(accounts):
            self._blocked[table] = accounts, game
            return False
        self._holders[table] = accounts
        self._accounts.update(accounts)
        if self._ratings.lacks(accounts, game):
            self._start_soon(partial(self._read, table, accounts, game))
            return False
        return True

    def ratings_changed(self, accounts: Sequence[str], game: str) -> None:
        """Another node has ended a match of one of these players: read their ratings again before the next decision."""
        self._ratings.forget(accounts, game)

    def release(self, table: RatedTable) -> None:
        """The table has answered its command. Tables that waited for its players decide next."""
        self._accounts.difference_update(self._holders.pop(table))
        blocked, self._blocked = self._blocked, {}
        for other, (accounts, game) in blocked.items():
            if self.acquire(other, accounts, game):
                other.go_ahead()

    async def _read(self, table: RatedTable, accounts: Sequence[str], game: str) -> None:
        for _ in range(MOST_TRIES):  # at once: a player waits
            with self._supervision.guard("ratings") as attempt:
                try:
                    await self._ratings.read(accounts, game)
                except StoreProblem as error:
                    log.error("ratings could not be read: %s", error)
                    break
            if not attempt.has_failed:
                table.go_ahead()
                return
        table.ratings_missing()
