"""A server that now and then says that something is on disk which is not, to show that this does not go unnoticed."""

import random
from collections.abc import Sequence

from server.sqlite_log import SqliteLog
from server.store import Append, StoreProblem

FORGOTTEN = 0.05  # of the commits


def forget_commits() -> None:
    """From now on, in this process and those that it forks."""
    commit = SqliteLog._commit

    def forgetful(self: SqliteLog, appends: Sequence[Append]) -> list[StoreProblem | None]:
        if random.random() >= FORGOTTEN:
            return commit(self, appends)
        return [None for _append in appends]

    SqliteLog._commit = forgetful  # type: ignore[method-assign]
