"""The logs of all tables in one SQLite file. Sync; one thread at a time."""

import logging
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from server.ops.faults import Faults, no_faults
from server.storage.database import check_room, connect, open_database
from server.storage.event_store import Append, Conflict, Row, StoreBroken, StoreProblem, new_rows
from server.storage.sqlite_schema import MIGRATIONS

log = logging.getLogger(__name__)

MAX_KNOWN = 20_000  # tables whose place and length are known without asking the database
CHECKPOINT_PAGES = 4000  # 16 MiB: the pages that many moves touch are copied into the database once
_INSERT = "INSERT INTO events VALUES (?, ?, ?, ?, ?)"
_CLOSE = (
    "UPDATE tables SET ended = (SELECT coalesce(max(ended), 0) + 1 FROM tables WHERE ended != 0)"
    " WHERE place = ? AND ended = 0"
)


class SqliteLog:
    """The file; `StoreError` with a sentence if it cannot be used. Every commit reaches the disk before it returns."""

    def __init__(self, path: Path, faults: Faults = no_faults) -> None:
        self._path, self._faults = path, faults
        self._known: dict[str, tuple[int, int]] = {}  # table -> its place and the number of its last event
        self._db, self._index = open_database(path, MIGRATIONS)
        self._db.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()
        self._index.close()

    # ---- reading; `StoreBroken` where the disk fails

    def read(self, table: str, after: int) -> list[Row]:
        """The events of a table after that number."""
        try:
            return self._read(table, after)
        except sqlite3.Error as error:
            raise _broken("reading the store", error) from error

    def unfinished(self) -> list[str]:
        """The tables that are not closed, in the order in which they were made."""
        try:
            return [name for (name,) in self._db.execute("SELECT name FROM tables WHERE ended = 0 ORDER BY place")]
        except sqlite3.Error as error:
            raise _broken("reading the store", error) from error

    def finished(self, after: int, limit: int) -> list[tuple[int, str]]:
        """Tables that are closed, in the order of their ends, numbered; those after that number."""
        try:
            question = "SELECT ended, name FROM tables WHERE ended != 0 AND ended > ? ORDER BY ended LIMIT ?"
            return list(self._db.execute(question, (after, limit)))
        except sqlite3.Error as error:
            raise _broken("reading the store", error) from error

    def last_alive(self) -> int:
        """What `alive` was told last; 0 before the first time."""
        try:
            row = self._db.execute("SELECT at FROM alive").fetchone()
        except sqlite3.Error as error:
            raise _broken("reading the store", error) from error
        return int(row[0]) if row else 0

    def left(self) -> dict[str, int]:
        """When the last player left, of those unfinished tables of which `note_left` keeps it."""
        try:
            return dict(self._db.execute("SELECT name, left_at FROM tables WHERE ended = 0 AND left_at != 0"))
        except sqlite3.Error as error:
            raise _broken("reading the store", error) from error

    def _read(self, table: str, after: int) -> list[Row]:
        found = self._db.execute(
            "SELECT number, body, key, digest FROM tables JOIN events USING (place)"
            " WHERE name = ? AND number > ? ORDER BY number",
            (table, after),
        )
        return [Row(*row) for row in found]

    # ---- writing

    def alive(self, at: int) -> None:
        """The server still runs at that time. `StoreBroken` where the disk fails; the next time may succeed."""
        try:
            self._db.execute("INSERT OR REPLACE INTO alive VALUES (0, ?)", (at,))
        except sqlite3.Error as error:
            raise _broken("writing the store", error) from error

    def recover(self, at: int) -> None:
        """Show that the store can be written again, by noting that the server ran at that time; `StoreBroken` if not.

        A small write may succeed on a full disk, in pages that are allocated. So there has to be room as well.
        """
        try:
            check_room(self._path.parent)
        except OSError as error:
            raise StoreBroken(str(error)) from error
        self.alive(at)

    def note_left(self, left: Mapping[str, int]) -> None:
        """Keep when the last player left these tables. `StoreBroken` where the disk fails; another try may succeed."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.executemany("UPDATE tables SET left_at = ? WHERE name = ?", [(at, id) for id, at in left.items()])
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):  # the first error is the reason
                self._db.rollback()
            raise _broken("writing the store", error) from error

    def append(self, appends: Sequence[Append]) -> list[StoreProblem | None]:
        """All of them in one commit, each for itself stored as a whole or not at all; None where it is."""
        try:
            return self._commit(appends)
        except sqlite3.Error as error:
            log.error("the store did not commit: %s; looking at what is on disk", error)
        try:
            return self._append_again(appends)
        except (sqlite3.Error, OSError) as error:
            problem = _broken("writing the store a second time", error)
        self._known.clear()
        self._take_back()
        return [problem] * len(appends)

    def _append_again(self, appends: Sequence[Append]) -> list[StoreProblem | None]:
        """Open the database a second time, answer from what it holds, and try once more what it does not hold."""
        self._known.clear()
        fresh = connect(self._path)  # before the old one is closed, which goes on if there is no room for this one
        fresh.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
        self._db.close()
        self._db = fresh
        self._index.allocate()
        there = [self._is_there(append) for append in appends]
        rest = [append for append, done in zip(appends, there, strict=True) if not done]
        results = iter(self._commit(rest) if rest else [])
        return [None if done else next(results) for done in there]

    def _take_back(self) -> None:
        """End a transaction that was not committed, so that nobody reads what is in it."""
        try:
            self._db.rollback()
        except sqlite3.Error as error:
            log.error("the store has to be opened again: %s", error)
            self._db.close()

    def _is_there(self, append: Append) -> bool:
        return self._read(append.table, append.expected)[: len(append.bodies)] == new_rows(append)

    def _commit(self, appends: Sequence[Append]) -> list[StoreProblem | None]:
        """`sqlite3.Error`: nothing is known about any of them."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            results = self._insert_together(appends)
        except sqlite3.IntegrityError:
            # one of them has a key that its table had already: begin again, and judge each alone
            self._db.execute("ROLLBACK")
            self._known.clear()
            self._db.execute("BEGIN IMMEDIATE")
            results = [self._insert_alone(append) for append in appends]
        self._faults("in_commit")
        self._db.execute("COMMIT")
        return results

    def _insert_together(self, appends: Sequence[Append]) -> list[StoreProblem | None]:
        """As if each were inserted alone, in half the time. `sqlite3.IntegrityError` if one of them cannot be."""
        rows: list[tuple[int, int, bytes, bytes | None, bytes | None]] = []
        results: list[StoreProblem | None] = []
        for append in appends:
            place, length = self._where(append.table)
            if length != append.expected:
                results.append(Conflict())
                continue
            place = self._noted(append, place)
            rows += _values(place, append)
            self._known[append.table] = place, length + len(append.bodies)
            results.append(None)
        self._db.executemany(_INSERT, rows)
        return results

    def _insert_alone(self, append: Append) -> StoreProblem | None:
        place, length = self._where(append.table)
        if length != append.expected:
            return Conflict()
        self._db.execute("SAVEPOINT append")
        try:
            place = self._noted(append, place)
            self._db.executemany(_INSERT, _values(place, append))
            self._known[append.table] = place, length + len(append.bodies)
        except sqlite3.IntegrityError:
            self._db.execute("ROLLBACK TO append")
            return Conflict()
        finally:
            self._db.execute("RELEASE append")
        return None

    def _where(self, table: str) -> tuple[int, int]:
        """The place of a table (0 if it has none) and the number of its last event.

        Remembered, for the lock on the data folder keeps everybody else from writing.
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

    def _noted(self, append: Append, place: int) -> int:
        """What the list of tables has to know of an append; the place of its table."""
        if not place:
            made = self._db.execute("INSERT INTO tables (name) VALUES (?)", (append.table,)).lastrowid
            assert made is not None, "an insert has a row"
            place = made
        if append.closes:
            self._db.execute(_CLOSE, (place,))
        return place


def _values(place: int, append: Append) -> list[tuple[int, int, bytes, bytes | None, bytes | None]]:
    first, *more = append.bodies
    number = append.expected + 1
    rows: list[tuple[int, int, bytes, bytes | None, bytes | None]] = [(place, number, first, append.key, append.digest)]
    for body in more:
        number += 1
        rows.append((place, number, body, None, None))
    return rows


def _broken(what: str, error: sqlite3.Error | OSError) -> StoreBroken:
    log.error("%s: %s", what, error)
    return StoreBroken(str(error))
