"""A store that forgets everything at its end."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import outcome
import trio

from server.storage.event_store import (
    Append,
    Conflict,
    DiskFull,
    EventStore,
    Held,
    Lanes,
    ListEntry,
    Log,
    OnCommit,
    Problems,
    Replacement,
    Row,
    StoreProblem,
    host_time,
    new_rows,
)
from server.storage.lane import Lane, Result


class MemoryLog(Log):
    """The logs of one server, or of several servers in one trio run. Nothing is written while the disk `is_full`."""

    is_full = False

    def __init__(self, now: Callable[[], int]) -> None:
        self.rows: dict[str, list[Row]] = {}
        self.closed: dict[str, int] = {}  # table -> the number of its end
        self._ends: list[str] = []  # the same tables, in order
        self.due: dict[str, int] = {}  # table -> when it needs attention; without those that never do
        self._now = now
        # table -> number of the change, entry, number of event; in the order of the changes
        self._entries: dict[str, tuple[int, bytes, int]] = {}
        self._changes = 0  # of entries
        self._held: set[str] = set()  # tables that take no events
        self._alive = 0
        self._left: dict[str, int] = {}
        self._rating_versions: dict[tuple[str, str], int] = {}

    def close(self) -> None:
        """Keep everything for the next server."""

    def append(self, appends: Sequence[Append]) -> Problems:
        return [DiskFull("full") if self.is_full else self.append_one(append) for append in appends]

    def append_one(self, append: Append) -> StoreProblem | None:
        rows = self.rows.get(append.table, [])
        versions = self._rating_versions
        if len(rows) != append.expected or any(versions[who, game] != known for who, game, known in append.rated):
            return Conflict()
        if append.table in self._held:
            return Held()
        versions |= {(who, game): known + 1 for who, game, known in append.rated}
        rows = self.rows.setdefault(append.table, rows)
        rows.extend(new_rows(append))
        if append.closes and append.table not in self.closed:
            self._ends.append(append.table)
            self.closed[append.table] = len(self._ends)
        if append.entry or append.closes:
            self._enter(append.table, b"" if append.closes else append.entry, len(rows))
        self.due.pop(append.table, None)
        if append.due and append.table not in self.closed:
            self.due[append.table] = append.due
        return None

    def read(self, table: str, after: int) -> list[Row]:
        return self.rows.get(table, [])[after:]

    def lengths(self, tables: Sequence[str]) -> dict[str, int]:
        return {table: len(self.rows[table]) for table in tables if self.rows.get(table)}

    def unfinished(self) -> list[str]:
        return [table for table in self.rows if table not in self.closed]

    def finished(self, after: int = 0, limit: int = 100) -> list[tuple[int, str]]:
        return list(enumerate(self._ends[after : after + limit], after + 1))

    def containing(self, text: str) -> list[tuple[str, Row]]:
        return [(table, row) for table, rows in self.rows.items() for row in rows if text.encode() in row.body]

    def replace(self, events: Sequence[Replacement]) -> None:
        for each in events:
            rows = self.rows.get(each.table, [])
            if each.number <= len(rows):
                rows[each.number - 1] = replace(rows[each.number - 1], body=each.body)

    def relist(self, entries: Sequence[ListEntry]) -> None:
        for table, entry, number in entries:
            _change, old, changed_by = self._entries.get(table, (0, b"", 0))
            if old and changed_by <= number:
                self._enter(table, entry, changed_by)

    def hold(self, table: str, is_held: bool) -> None:
        self._held.discard(table)
        if is_held and self._entries.get(table, (0, b"", 0))[1]:
            self._held.add(table)

    def _enter(self, table: str, entry: bytes, number: int) -> None:
        self._changes += 1
        self._entries.pop(table, None)
        self._entries[table] = self._changes, entry, number

    def note_left(self, left: Mapping[str, int]) -> None:
        self._left |= {table: at for table, at in left.items() if table in self.rows}

    def left(self, tables: Sequence[str]) -> dict[str, int]:
        return {id: at for id in tables if (at := self._left.get(id)) and id not in self.closed}

    def claim_due(self, now: int, until: int, most: int) -> list[str]:
        found = sorted((at, table) for table, at in self.due.items() if at <= now)[:most]
        self.due |= {table: until for _at, table in found}
        return [table for _at, table in found]

    def listed(self, cursor: int) -> tuple[list[ListEntry], int]:
        changed: list[ListEntry] = []
        for table, (change, entry, number) in reversed(self._entries.items()):
            if change <= cursor:
                break
            if cursor or entry:
                changed.append((table, entry, number))
        changed.reverse()
        return changed, self._changes

    def rating_versions(self, accounts: Sequence[str], game: str) -> dict[str, int]:
        return {who: self._rating_versions.setdefault((who, game), 0) for who in accounts}

    def now(self) -> int:
        return self._now()

    def alive(self, at: int) -> None:
        if self.is_full:
            raise DiskFull("full")
        self._alive = at

    def last_alive(self) -> int:
        return self._alive


class DirectLane(Lane[Any]):
    """Does each job at once."""

    def __init__(self, log: Log) -> None:
        self.log = log

    def soon(self, job: Callable[[Any], Any], done: Callable[[Result[Any]], None]) -> None:
        trio.lowlevel.current_trio_token().run_sync_soon(done, outcome.Value(job(self.log)))

    async def ask(self, job: Callable[[Any], Any]) -> Any:
        return job(self.log)


class MemoryStore(EventStore):
    """An `EventStore` over a `MemoryLog`: a new one, or that of a server before."""

    def __init__(
        self, now: Callable[[], int] = host_time, log: MemoryLog | None = None, on_commit: OnCommit | None = None
    ) -> None:
        self.log = log or MemoryLog(now)
        lane = DirectLane(self.log)
        super().__init__(Lanes(lane, lane, lane, lane, lane), on_commit)
        self.rows = self.log.rows

    async def containing(self, text: str) -> list[tuple[str, Row]]:
        return self.log.containing(text)
