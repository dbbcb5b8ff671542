"""Local games on disk: each is a record file, written whole after every move and read again at the next start.

Several windows share the folder. The window that plays a game holds the lock file beside it and is the only one that
writes the game; the other windows list it. The file of a game that is over stays until the record of the game is
written. It is tried again later if the disk refuses the record, or if the program ends before that.
"""

import logging
import os
import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

import trio
from PySide6.QtCore import QObject, Signal

from client_qt.records.files import SUFFIX
from client_qt.settings.file_lock import FileLock, take, words_of
from client_qt.table.change import Change
from client_qt.table.local import LocalTable
from client_qt.text.disk_words import disk_words
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from client_qt.trio_guest import Starts
from netgame.errors import RulesError
from netgame.games import GAMES
from netgame.match.events import Event
from netgame.records.comments import Comments, comments_of_log
from netgame.records.lines import MAX_RECORD
from netgame.records.reader import Record, load_record
from netgame.records.writer import write_record
from netgame.text import Text
from protocol.files import write_whole

log = logging.getLogger(__name__)
T = TypeVar("T")
MAX_GAMES = 40  # all are read at the start
Stamp = tuple[int, int, int]  # of a file; every write changes it
Keep = Callable[[str, Record], Awaitable[str]]  # write the record of the game with that key; return why it is not


@dataclass(frozen=True)
class _StoredGame:
    """A game on disk."""

    path: Path
    stamp: Stamp
    record: Record

    @property
    def is_over(self) -> bool:
        return self.record.match.ended is not None


@dataclass
class _Entry:
    """The state of a game. With a `stamp` it is only listed; without, this window plays it."""

    table: LocalTable
    path: Path
    stamp: Stamp | None = None
    stored: tuple[tuple[Event, ...], Comments] | None = None  # what this window knows to be in the file
    lock: FileLock | None = None
    is_changed: bool = False  # since the last write began
    is_writing: bool = False
    is_removed: bool = False  # its file is deleted after the write
    why_unsaved: str = ""  # why the last write failed, in words
    why_unrecorded: str = ""  # why the game is over and has no record yet


class LocalGames(QObject):
    """The unfinished local games, the last one at the end. A game is stored from its first move until its record is
    written."""

    changed = Signal()
    game_over = Signal(object)  # LocalTable
    opened = Signal(object)  # LocalTable: this window plays it
    played_elsewhere = Signal(object, object, str)  # LocalTable, its Path, the folder of the window that plays it
    game_deleted = Signal()  # a game that was to be opened does not exist any more
    refused = Signal(str)  # why the disk does not store a game; emitted once, and empty when all games are stored again
    unrecorded = Signal(str)  # why a game that is over, and is stored here, has no record yet; empty when all have one

    def __init__(
        self, folder: Path, nursery: Starts, parent: QObject, owner: Path | None = None, keep: Keep | None = None
    ) -> None:
        """`owner` is the folder by which other windows find this one. `keep` writes the records."""
        super().__init__(parent)
        self._keep = keep
        self._folder, self._nursery = folder.absolute(), nursery  # another window may have another working directory
        self._owner = str(owner.absolute()) if owner is not None else ""
        self.tables: list[LocalTable] = []
        self.is_read = False  # the folder, for the first time
        self._entries: dict[LocalTable, _Entry] = {}
        self._is_refused = self._is_closed = False
        self._limiter = trio.CapacityLimiter(1)

    def reload(self) -> None:
        """Read what other windows started, continued or ended, and write records that are missing."""
        self._nursery.start_soon(self._reload)

    def add(self, table: LocalTable) -> None:
        """Store this game from now on. It replaces one with the same key that is over."""
        path = self._path(table.key)
        over = self._entry_at(path)
        if over is None:
            self._entries[table] = _Entry(table, path)
        else:  # its file may be being written or removed
            self.tables = [other for other in self.tables if other is not over.table]  # it may have no moves
            self._entries[table] = self._entries.pop(over.table)
            over.table, over.stored, over.is_removed, over.why_unrecorded = table, None, False, ""
        self.tables.append(table)
        self._follow(table)
        self._store(table)

    def open(self, table: LocalTable) -> None:
        """Play one of the games of the list. `opened`, `played_elsewhere` or `game_deleted` follows."""
        if self._entries[table].stamp is not None:
            self._nursery.start_soon(self._open, table, self._entries[table])
        else:
            self.opened.emit(table)

    def remove(self, table: LocalTable) -> None:
        """Delete one of the games of the list, unless another window plays it."""
        if table in self.tables:
            self.tables.remove(table)
            entry = self._entries[table]
            entry.is_removed = True
            self._start(entry)
            table.close(Text("The game was deleted."))
            self.changed.emit()

    def at(self, path: Path) -> LocalTable | None:
        """Return the game of this window that is stored there."""
        own = (table for table in self.tables if self._entries[table].stamp is None)
        return next((table for table in own if self._entries[table].path == path), None)

    async def save_again(self) -> None:
        """Try again to store what the disk has refused, and wait until nothing is written any more."""
        for table, entry in [*self._entries.items()]:
            if entry.why_unsaved or entry.why_unrecorded:
                entry.why_unrecorded = ""
                self._store(table)
        while any(entry.is_writing for entry in self._entries.values()):
            await self._in_thread(lambda: None)  # its turn comes after the writes that wait

    @property
    def unsaved(self) -> dict[LocalTable, str]:
        """The games that the disk refused, and why."""
        return {table: entry.why_unsaved for table, entry in self._entries.items() if entry.why_unsaved}

    def give_up(self, table: LocalTable) -> None:
        """Note that an unsaved game was saved elsewhere as it is, or is to be lost."""
        if table in self._entries:
            self._entries[table].why_unsaved = self._entries[table].why_unrecorded = ""

    def close(self) -> None:
        """Release all games; one that is being written is released after that."""
        self._is_closed = True
        for entry in self._entries.values():
            if not entry.is_writing:
                self._release(entry)

    def _path(self, key: str) -> Path:
        return self._folder / f"{key}.{SUFFIX}"

    def _entry_at(self, path: Path) -> _Entry | None:
        return next((entry for entry in self._entries.values() if entry.path == path), None)

    def _follow(self, table: LocalTable) -> None:
        table.changed.connect(self._table_changed)

    def _table_changed(self, change: Change) -> None:
        table = self.sender()
        if change & (Change.MATCH | Change.COMMENTS) and isinstance(table, LocalTable):
            path = self._path(table.key)
            if self._entry_at(path) is None and table.match is not None and table.match.ended is not None:
                self._entries[table] = _Entry(table, path)  # a comment after the record was written
            if table in self._entries:
                self._store(table)

    def _store(self, table: LocalTable) -> None:
        match, entry = table.match, self._entries[table]
        if match is None or not any(match.moved) or (entry.is_removed and match.ended is None):
            return
        entry.is_removed = False  # something changed after the record was written
        if match.ended is not None and table in self.tables:
            self.tables.remove(table)
            self.game_over.emit(table)
            self.changed.emit()
        self._start(entry)

    def _start(self, entry: _Entry) -> None:
        entry.is_changed = True
        if not entry.is_writing:
            entry.is_writing = True
            self._nursery.start_soon(self._write, entry)

    async def _write(self, entry: _Entry) -> None:
        """Write a game until nothing has changed; then let go of one that has a record, or is deleted."""
        with trio.CancelScope(shield=True):  # the last move is stored even if the window is closing
            while entry.is_changed:
                entry.is_changed = False
                if not entry.is_removed:
                    await self._write_once(entry)
                if entry.is_removed:
                    lock, entry.lock = entry.lock, None
                    await self._in_thread(partial(_remove, entry.path, lock))
        if entry.is_removed:
            self._entries.pop(entry.table, None)
        entry.is_writing = False
        if self._is_closed:
            self._release(entry)

    async def _write_once(self, entry: _Entry) -> None:
        """Write the file of a game; if the game is over, then its record, and then the file is to be deleted."""
        table, match = entry.table, entry.table.match
        assert match is not None
        record = Record(tuple(table.log), match, table.comments)
        if entry.stored != (record.log, record.comments):
            other_path = self._path(f"{record.log[0].at}-{secrets.token_hex(3)}")
            work = partial(_write, entry.path, other_path, entry.lock, self._owner, record)
            entry.lock = None
            entry.path, entry.lock, entry.why_unsaved = await self._in_thread(work)
            entry.stored = None if entry.why_unsaved else (record.log, record.comments)
        if entry.table is not table:
            return
        if table.key != entry.path.stem:
            table.key = entry.path.stem
            self.changed.emit()
        if match.ended is not None:
            why = await self._keep(table.key, record) if self._keep is not None else ""
            if entry.table is not table:
                return
            if not why:
                entry.why_unsaved, entry.is_removed = "", not entry.is_changed
            is_new = why and not entry.why_unsaved and not entry.why_unrecorded
            entry.why_unrecorded = why
            if is_new or not any(other.why_unrecorded for other in self._entries.values()):
                self.unrecorded.emit(why)
        if entry.why_unsaved:
            self._refuse(entry.why_unsaved)
        elif self._is_refused and not self.unsaved:
            self._is_refused = False
            self.refused.emit("")

    def _release(self, entry: _Entry) -> None:
        if entry.lock is not None:
            entry.lock.release()
            entry.lock = None

    def _refuse(self, why: str) -> None:
        if not self._is_refused:
            self._is_refused = True
            self.refused.emit(why)

    async def _reload(self) -> None:
        for table, entry in [*self._entries.items()]:
            if entry.why_unrecorded:
                self._store(table)
        known = {entry.path: entry.stamp for entry in self._entries.values()}
        paths, found = await self._in_thread(partial(_find, self._folder, known))
        listed = {entry.path: table for table, entry in self._entries.items() if entry.stamp is not None}
        over = {game.path for game in found if game.is_over}
        removed = listed.keys() - (paths - over)
        for path in removed:
            self._replace(listed[path], None)
        for game in found:
            if game.path in over:
                continue
            if game.path in listed:
                self._replace(listed[game.path], game)
            elif self._entry_at(game.path) is None:
                self._insert(len(self.tables), game)
        if found or removed or not self.is_read:
            self.is_read = True
            self.changed.emit()
        for path in over:
            await self._record(path)

    async def _record(self, path: Path) -> None:
        """Write the record of a game that is over, unless another window does it."""
        game, lock, _owner, _why = await self._in_thread(partial(_open, path, self._owner))
        if lock is None:
            return
        if game is None or not game.is_over or self._entry_at(path) is not None:
            lock.release()
            return
        table, record = self._table(game), game.record
        self._entries[table] = _Entry(table, path, stored=(record.log, record.comments), lock=lock)
        self._store(table)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await trio.to_thread.run_sync(work, limiter=self._limiter)

    async def _open(self, table: LocalTable, entry: _Entry) -> None:
        game, lock, owner, why = await self._in_thread(partial(_open, entry.path, self._owner))
        if self._entries.get(table) is not entry or entry.stamp is None:  # it was opened twice, or read again
            if lock is not None:
                lock.release()
            if table not in self._entries:
                self._open_again(table.key)
            return
        if game is not None and game.is_over:  # it ended in another window
            if lock is not None:
                lock.release()
            game, lock = None, None
            self.reload()
        if game is None or game.stamp != entry.stamp:
            table = self._replace(table, game) or table
            self.changed.emit()
        if game is None:
            self.game_deleted.emit()
        elif owner is not None:
            self.played_elsewhere.emit(table, game.path, owner)
        else:
            entry = self._entries[table]
            entry.stamp, entry.lock = None, lock
            if lock is None:
                self._refuse(why)
            self.opened.emit(table)

    def _open_again(self, key: str) -> None:
        """Open a game that the list has read again meanwhile."""
        table = next((table for table in self.tables if table.key == key), None)
        if table is not None:
            self.open(table)
        else:
            self.game_deleted.emit()

    def _replace(self, old: LocalTable, game: _StoredGame | None) -> LocalTable | None:
        """Replace a listed table by the game that is on disk now."""
        index = self.tables.index(old)
        del self.tables[index], self._entries[old]
        if game is None:
            return None
        return self._insert(index, game)

    def _insert(self, index: int, game: _StoredGame) -> LocalTable:
        table = self._table(game)
        self.tables.insert(index, table)
        self._entries[table] = _Entry(table, game.path, game.stamp)
        self._follow(table)
        return table

    def _table(self, game: _StoredGame) -> LocalTable:
        table = LocalTable(game.record.log, game.record.match, (tr("Player 1"), tr("Player 2")))
        table.key, table.comments = game.path.stem, game.record.comments
        return table


def _lock_path(path: Path) -> Path:
    return path.with_suffix(".lock")


def _write(
    path: Path, other_path: Path, lock: FileLock | None, owner: str, record: Record
) -> tuple[Path, FileLock | None, str]:
    """Write a game. If another window took its file in the meantime, write to the other path.

    Return the path, the lock, and why the game is not stored.
    """
    try:
        if lock is None and (lock := take(_lock_path(path), owner)) is None:
            path, lock = other_path, take(_lock_path(other_path), owner)
        write_whole(path, write_record(record.log, comments_of_log(record.comments, record.log)).encode())
    except (OSError, RulesError) as error:
        log.warning("the game in %s is not stored: %s", path, error)
        return path, lock, disk_words(error) if isinstance(error, OSError) else translate(error.text)
    return path, lock, ""


def _remove(path: Path, lock: FileLock | None) -> None:
    """Remove a game that is over, unless another window plays it."""
    with suppress(OSError):
        if (lock := lock or take(_lock_path(path))) is not None:
            path.unlink(missing_ok=True)
            lock.release(remove=True)


def _open(path: Path, owner: str) -> tuple[_StoredGame | None, FileLock | None, str | None, str]:
    """Lock a game for the window with this folder, and read it. Return the game, the lock, another owner, and why there
    is no lock."""
    try:
        lock = take(_lock_path(path), owner)
        other = words_of(_lock_path(path)) if lock is None else None
    except OSError as error:
        log.warning("the game in %s cannot be locked: %s", path, error)
        return _read(path), None, None, disk_words(error)
    game = _read(path)
    if game is None and lock is not None:
        lock.release(remove=True)
        lock = None
    return game, lock, other, ""


def _find(folder: Path, known: Mapping[Path, Stamp | None]) -> tuple[set[Path], list[_StoredGame]]:
    """Return the paths of all games, and the games that are new or changed; those without a stamp are not read."""
    paths = sorted(folder.glob(f"*.{SUFFIX}"))[-MAX_GAMES:]
    found = []
    for path in paths:
        with suppress(OSError):  # another window has just ended it, or the name is a link to nothing
            if known.get(path, ()) not in (None, _stamp(path.stat())) and (game := _read(path)) is not None:
                found.append(game)
    return set(paths), found


def _read(path: Path) -> _StoredGame | None:
    """Return the game in the file. A broken file is renamed, unless another window plays it."""
    try:
        with path.open("rb") as file:
            stamp, data = _stamp(os.fstat(file.fileno())), file.read(MAX_RECORD + 1)
        record = load_record(data, GAMES)  # with the file closed: Windows replaces no open file
    except OSError as error:
        log.warning("the game in %s cannot be read: %s", path, error)
        return None
    except RulesError as error:
        log.warning("the game in %s cannot be read: %s", path, error)
        with suppress(OSError):
            if (lock := take(_lock_path(path))) is not None:
                os.replace(path, path.with_suffix(".broken"))
                lock.release(remove=True)
        return None
    return _StoredGame(path, stamp, record)


def _stamp(stat: os.stat_result) -> Stamp:
    return stat.st_ino, stat.st_mtime_ns, stat.st_size
