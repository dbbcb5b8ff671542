"""The logs of all tables in one SQLite file. Sync; one thread at a time."""

import logging
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from server.ops.faults import Faults, no_faults
from server.storage.database import SQLITE_ERRORS, check_room, connect, empty_wal, is_full, open_database, usable
from server.storage.event_store import (
    Append,
    Conflict,
    DiskFull,
    ListEntry,
    Log,
    Problems,
    Reader,
    Replacement,
    Row,
    StoreBroken,
    new_rows,
)
from server.storage.games_schema import GAMES

log = logging.getLogger(__name__)

MAX_KNOWN = 20_000  # tables whose place and length are kept in memory
CHECKPOINT_PAGES = 4000  # 16 MiB: a page that many moves touch is copied into the database once
SEARCHED_AT_ONCE = 1000  # tables
MAX_ROWS = 100  # of one statement; sqlite3 keeps 128 compiled statements
_FIELDS = 5
_CLOSE = (
    "UPDATE tables SET ended = (SELECT coalesce(max(ended), 0) + 1 FROM tables WHERE ended != 0)"
    " WHERE place = ? AND ended = 0"
)


class SqliteReader(Reader):
    """A connection to a database file that `SqliteLog` has opened. `StoreBroken` if the disk fails."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with usable(path):
            self._db = connect(path)

    def close(self) -> None:
        self._db.close()

    def read(self, table: str, after: int) -> list[Row]:
        with _intact("reading the store"):
            return self._read(table, after)

    def lengths(self, tables: Sequence[str]) -> dict[str, int]:
        question = "SELECT max(number) FROM tables JOIN events USING (place) WHERE name = ?"
        found = {table: self._ask(question, (table,))[0][0] for table in tables}
        return {table: number for table, number in found.items() if number}

    def unfinished(self) -> list[str]:
        return [name for (name,) in self._ask("SELECT name FROM tables WHERE ended = 0 ORDER BY place")]

    def finished(self, after: int = 0, limit: int = 100) -> list[tuple[int, str]]:
        question = "SELECT ended, name FROM tables WHERE ended != 0 AND ended > ? ORDER BY ended LIMIT ?"
        return self._ask(question, (after, limit))

    def last_alive(self) -> int:
        rows = self._ask("SELECT at FROM alive")
        return int(rows[0][0]) if rows else 0

    def left(self, tables: Sequence[str]) -> dict[str, int]:
        question = "SELECT name, left_at FROM tables WHERE name = ? AND ended = 0 AND left_at != 0"
        return dict(row for table in tables for row in self._ask(question, (table,)))

    def _ask(self, question: str, values: tuple[object, ...] = ()) -> list[Any]:
        with _intact("reading the store"):
            return self._db.execute(question, values).fetchall()

    def containing(self, text: str) -> list[tuple[str, Row]]:
        with _intact("searching the store"), closing(connect(self._path)) as db:  # for itself, see `Reader`
            return events_containing(db, text)

    def _read(self, table: str, after: int) -> list[Row]:
        found = self._db.execute(
            "SELECT number, body, key, digest FROM tables JOIN events USING (place)"
            " WHERE name = ? AND number > ? ORDER BY number",
            (table, after),
        )
        return [Row(*row) for row in found]


class SqliteLog(SqliteReader, Log):
    """The database file; `StoreError` if it cannot be used. Every commit reaches the disk before it returns."""

    def __init__(self, path: Path, faults: Faults = no_faults) -> None:
        self._path, self._faults = path, faults
        self._known: dict[str, tuple[int, int]] = {}  # table -> its place and the number of its last event
        self._db, self._index = open_database(path, GAMES)
        self._db.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")

    def close(self) -> None:
        """Close the file. No other connection of this process may be open."""
        self._db.close()
        self._index.close()

    def alive(self, at: int) -> None:
        with _intact("writing the store"):
            self._db.execute("INSERT OR REPLACE INTO alive VALUES (0, ?)", (at,))

    def recover(self, at: int) -> None:
        """Show that the store can be written again, by an `alive` at that time; `StoreBroken` if it cannot.

        A small write may succeed on a full disk, in pages that are allocated. So check for free space as well.
        """
        try:
            check_room(self._path.parent)
        except OSError as error:
            raise StoreBroken(str(error)) from error
        self.alive(at)

    def note_left(self, left: Mapping[str, int]) -> None:
        rows = [(at, table) for table, at in left.items()]
        with _intact("writing the store"):
            self._write_all("UPDATE tables SET left_at = ? WHERE name = ?", rows)

    def relist(self, entries: Sequence[ListEntry]) -> None:
        """Do nothing, see `Reader`."""

    def hold(self, table: str, is_held: bool) -> None:
        """Do nothing: a server that is alone keeps the table frozen."""

    def replace(self, events: Sequence[Replacement]) -> None:
        """Replace the bodies of events, all or none, also in the write-ahead log."""
        command = "UPDATE events SET body = ? WHERE place = (SELECT place FROM tables WHERE name = ?) AND number = ?"
        with _intact("writing the store"):
            self._write_all(command, [(each.body, each.table, each.number) for each in events])
            empty_wal(self._db)

    def _write_all(self, command: str, rows: Sequence[tuple[object, ...]]) -> None:
        """Carry out a command with each of these rows, all or none."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            self._db.executemany(command, rows)
            self._db.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):  # the first error is the reason
                self._db.rollback()
            raise

    def append(self, appends: Sequence[Append]) -> Problems:
        try:
            try:
                return self._commit(appends)
            except sqlite3.Error as error:
                log.error("the store did not commit: %s; looking at what is on disk", StoreBroken(str(error)))
            return self._append_again(appends)
        except (sqlite3.Error, OSError) as error:
            log.error("writing the store a second time: %s", StoreBroken(str(error)))
            problem = DiskFull(str(error)) if is_full(error) else StoreBroken(str(error))
        except BaseException:  # a fault of ours, such as a value that no column takes
            self._known.clear()
            self._db.rollback()
            raise
        self._known.clear()
        try:
            self._db.rollback()  # so that rows of the failed transaction are not read
        except sqlite3.Error as error:
            log.error("the store has to be opened again: %s", StoreBroken(str(error)))
            self._db.close()
        return [problem] * len(appends)

    def _append_again(self, appends: Sequence[Append]) -> Problems:
        """Open the database again, see which appends it holds, and try once more to store the others."""
        self._known.clear()
        fresh = connect(self._path)  # before the old connection is closed, which stays in use if this fails
        fresh.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
        self._db.close()
        self._db = fresh
        self._index.allocate()
        stored = [self._read(a.table, a.expected)[: len(a.bodies)] == new_rows(a) for a in appends]
        rest = [append for append, done in zip(appends, stored, strict=True) if not done]
        results = iter(self._commit(rest))
        return [None if done else next(results) for done in stored]

    def _commit(self, appends: Sequence[Append]) -> Problems:
        """If this raises `sqlite3.Error`, it is unknown which appends are on disk."""
        if not appends:
            return []
        self._db.execute("BEGIN IMMEDIATE")
        values: list[Any] = []
        problems: Problems = []
        for append in appends:
            place, length = self._where(append.table)
            if length != append.expected:
                problems.append(Conflict())
                continue
            if not place:
                made = self._db.execute("INSERT INTO tables (name) VALUES (?)", (append.table,)).lastrowid
                assert made is not None, "an insert has a row"
                place = made
            if append.closes:
                self._db.execute(_CLOSE, (place,))
            number, key, digest = length, append.key, append.digest
            for body in append.bodies:
                number += 1
                values += (place, number, body, key, digest)
                key = digest = None  # the first event alone carries them
            self._known[append.table] = place, number
            problems.append(None)
        for at in range(0, len(values), _FIELDS * MAX_ROWS):
            some = values[at : at + _FIELDS * MAX_ROWS]
            # one statement: `executemany` takes and releases the interpreter's lock for each row
            self._db.execute(_insert(len(some) // _FIELDS), some)
        self._faults("in_commit")
        self._db.execute("COMMIT")
        return problems

    def _where(self, table: str) -> tuple[int, int]:
        """The place of a table (0 if it has none) and the number of its last event.

        Kept in memory, since the lock on the data folder keeps other programs from writing.
        """
        known = self._known.get(table)
        if known is None:
            row = self._db.execute("SELECT place FROM tables WHERE name = ?", (table,)).fetchone()
            place = row[0] if row else 0
            (last,) = self._db.execute("SELECT max(number) FROM events WHERE place = ?", (place,)).fetchone()
            known = place, last or 0
            if len(self._known) >= MAX_KNOWN:
                self._known.clear()
            self._known[table] = known
        return known


def events_containing(db: sqlite3.Connection, text: str) -> list[tuple[str, Row]]:
    """The events that contain a text, with their tables. A long read would make the write-ahead log grow."""
    found: list[tuple[str, Row]] = []
    (last,) = db.execute("SELECT coalesce(max(place), 0) FROM tables").fetchone()
    for start in range(0, last + 1, SEARCHED_AT_ONCE):
        rows = db.execute(
            "SELECT name, number, body, key, digest FROM events JOIN tables USING (place)"
            " WHERE place >= ? AND place < ? AND instr(body, CAST(? AS BLOB)) ORDER BY place, number",
            (start, start + SEARCHED_AT_ONCE, text),
        )
        found += [(name, Row(*row)) for name, *row in rows.fetchall()]
    return found


@cache
def _insert(rows: int) -> str:
    return "INSERT INTO events VALUES " + ", ".join(["(?, ?, ?, ?, ?)"] * rows)


@contextmanager
def _intact(action: str) -> Iterator[None]:
    """Log an error of the disk in the block, and raise `StoreBroken` instead."""
    try:
        yield
    except SQLITE_ERRORS as error:
        log.error("%s: %s", action, StoreBroken(str(error)))
        raise StoreBroken(str(error)) from error
