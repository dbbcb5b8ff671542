"""Where the logs of the tables are kept: the narrow interface that a store offers, and a store in memory."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import msgspec


class StoreProblem(Exception):
    """An append was not done. The base of the reasons."""


class Conflict(StoreProblem):
    """The log does not have the expected length, or has the key already: this program's view of the table is old."""


class StoreBroken(StoreProblem):
    """Writing failed twice; whether the events are on disk is not known. The table has to stop."""


@dataclass(frozen=True, slots=True)
class Row:
    """One event as the store keeps it. `key` and `digest` are those of the command, with the first event it caused."""

    number: int
    body: bytes
    key: bytes | None = None
    digest: bytes | None = None


class Append(msgspec.Struct, frozen=True):
    """All events of one command, which are stored together or not at all.

    `expected` is the number of the last event before them; `closes` that the match has ended with them.
    """

    table: str
    expected: int
    bodies: Sequence[bytes]
    key: bytes | None = None
    digest: bytes | None = None
    closes: bool = False


class EventStore(Protocol):
    """A log for each table. Nothing in it is ever changed."""

    async def append(self, appends: Sequence[Append]) -> list[StoreProblem | None]:
        """Each stored as a whole or not at all, in one commit: None for each that is durable now, else why it is not.

        Cannot be cancelled. Several at once, since a commit costs the same for one and for a hundred.
        """

    async def read(self, table: str, after: int = 0) -> list[Row]:
        """The events of a table after that number; none where there is no such table."""

    async def logs(self, tables: Sequence[str]) -> list[list[Row]]:
        """All events of each of these tables."""

    async def unfinished(self) -> list[str]:
        """The tables whose match has not ended, in the order in which they were made."""

    async def finished(self, after: int = 0, limit: int = 100) -> list[tuple[int, str]]:
        """The tables whose match has ended, each with its place in the order of the ends, which counts from 1. At most
        `limit` of those with a higher place than `after`."""

    async def note_left(self, left: Mapping[str, int]) -> None:
        """Remember of these tables when their last player left; 0: one of them is here. `StoreBroken` if that cannot be
        written."""

    async def left(self) -> dict[str, int]:
        """That time, of those unfinished tables of which it is known."""

    async def alive(self, now: int) -> None:
        """Remember that the server runs at that time. `StoreBroken` if that cannot be written."""

    async def recover(self, at: int) -> None:
        """Note that the server ran at that time, if appends can succeed again; `StoreBroken` if they cannot."""

    async def last_alive(self) -> int:
        """The last time that `alive` was told; 0 if never."""


class MemoryStore:
    """A store that forgets; for tests of what stands above it."""

    def __init__(self) -> None:
        self.rows: dict[str, list[Row]] = {}
        self.closed: dict[str, int] = {}  # table -> its place among the ends
        self._alive = 0
        self._left: dict[str, int] = {}

    async def append(self, appends: Sequence[Append]) -> list[StoreProblem | None]:
        return [self._append(append) for append in appends]

    def _append(self, append: Append) -> StoreProblem | None:
        rows = self.rows.get(append.table, [])
        taken = append.key is not None and any(row.key == append.key for row in rows)
        if len(rows) != append.expected or taken:
            return Conflict()
        self.rows.setdefault(append.table, []).extend(new_rows(append))
        if append.closes:
            self.closed.setdefault(append.table, len(self.closed) + 1)
        return None

    async def read(self, table: str, after: int = 0) -> list[Row]:
        return self.rows.get(table, [])[after:]

    async def logs(self, tables: Sequence[str]) -> list[list[Row]]:
        return [self.rows.get(table, []) for table in tables]

    async def unfinished(self) -> list[str]:
        return [table for table in self.rows if table not in self.closed]

    async def finished(self, after: int = 0, limit: int = 100) -> list[tuple[int, str]]:
        return [(place, table) for table, place in self.closed.items() if place > after][:limit]

    async def note_left(self, left: Mapping[str, int]) -> None:
        self._left |= left

    async def left(self) -> dict[str, int]:
        return {table: at for table, at in self._left.items() if at and table not in self.closed}

    async def alive(self, now: int) -> None:
        self._alive = now

    async def recover(self, at: int) -> None:
        await self.alive(at)

    async def last_alive(self) -> int:
        return self._alive


def new_rows(append: Append) -> list[Row]:
    """The rows of an append: the key stands with the first."""
    numbered = enumerate(append.bodies, append.expected + 1)
    return [
        Row(number, body, append.key, append.digest) if number == append.expected + 1 else Row(number, body)
        for number, body in numbered
    ]
