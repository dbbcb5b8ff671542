"""Faults from inside a server: it dies, its disk fails, or it forgets commits, to show that the comparison notices."""

import random
import sqlite3
from collections.abc import Sequence

from devtools.harness.server.doomed import Doom
from server.ops.faults import FaultPoint
from server.storage.event_store import Append, Problems
from server.storage.sqlite_log import SqliteLog

DISK = "disk"  # in FILE: the next commit fails, and the server lives
ON_PURPOSE = "a disk that fails on purpose"
FORGOTTEN = 0.05  # share of the commits


class Harm(Doom):
    """The `Faults` of these servers."""

    _failed = False

    def __call__(self, point: FaultPoint) -> None:
        if point == "in_commit" and self._fails():
            raise sqlite3.OperationalError(ON_PURPOSE)
        super().__call__(point)

    def _fails(self) -> bool:
        """Say whether this commit fails. Two in a row never fail: a second failure rightly freezes a table."""
        self._failed = not self._failed and self._takes(DISK)
        return self._failed


def forget_commits() -> None:
    """Forget commits from now on, in this process and its forks."""
    commit = SqliteLog._commit

    def forgetful(self: SqliteLog, appends: Sequence[Append]) -> Problems:
        if random.random() >= FORGOTTEN:
            return commit(self, appends)
        return [None for _append in appends]

    SqliteLog._commit = forgetful  # type: ignore[method-assign]
