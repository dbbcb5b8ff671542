"""Local games on disk: each is a record file, written whole after every move and read again at the next start.

Several windows share the folder. The window that plays a game holds the lock file beside it and is the only one that
writes the game; the other windows list it.
"""

import logging
import os
import secrets
from collections.abc import Callable, Mapping
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
from client_qt.text.translation import tr
from client_qt.trio_guest import Starts
from netgame.errors import RulesError
from netgame.games import GAMES
from netgame.records.comments import comments_of_log
from netgame.records.lines import MAX_RECORD
from netgame.records.reader import Record, load_record
from netgame.records.writer import write_record
from netgame.text import Text
from protocol.files import write_whole

log = logging.getLogger(__name__)
T = TypeVar("T")
MAX_GAMES = 40  # all are read at the start
Stamp = tuple[int, int, int]  # of a file; every write changes it


@dataclass(frozen=True)
class _StoredGame:
    """An unfinished game on disk."""

    path: Path
    stamp: Stamp
    record: Record


@dataclass
class _Entry:
    """The state of a game. With a `stamp` it is only listed; without, this window plays it."""

    path: Path
    stamp: Stamp | None = None
    lock: FileLock | None = None
    is_changed: bool = False  # since the last write began
    is_writing: bool = False
    is_removed: bool = False  # its file is deleted after the write


class LocalGames(QObject):
    """The unfinished local games, the last one at the end. A game is stored from its first move until it is over."""

    changed = Signal()
    game_over = Signal(object)  # LocalTable
    opened = Signal(object)  # LocalTable: this window plays it
    played_elsewhere = Signal(object, object, str)  # LocalTable, its Path, the folder of the window that plays it
    game_deleted = Signal()  # a game that was to be opened does not exist any more
    refused = Signal()  # the disk does not store a game; emitted once

    def __init__(self, folder: Path, nursery: Starts, parent: QObject, owner: Path | None = None) -> None:
        """`owner` is the folder by which other windows find this one."""
        super().__init__(parent)
        self._folder, self._nursery = folder.absolute(), nursery  # another window may have another working directory
        self._owner = str(owner.absolute()) if owner is not None else ""
        self.tables: list[LocalTable] = []
        self.is_read = False  # the folder, for the first time
        self._entries: dict[LocalTable, _Entry] = {}
        self._is_refused = self._is_closed = False
        self._limiter = trio.CapacityLimiter(1)

    def reload(self) -> None:
        """Read what other windows started, continued or ended."""
        self._nursery.start_soon(self._reload)

    def add(self, table: LocalTable) -> None:
        """Store this new game from now on."""
        self._entries[table] = _Entry(self._new_path(table))
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
            if not entry.is_writing:
                self._nursery.start_soon(self._write, table, entry)
            table.close(Text("The game was deleted."))
            self.changed.emit()

    def at(self, path: Path) -> LocalTable | None:
        """Return the game of this window that is stored there."""
        own = (table for table in self.tables if self._entries[table].stamp is None)
        return next((table for table in own if self._entries[table].path == path), None)

    def close(self) -> None:
        """Release all games; one that is being written is released after that."""
        self._is_closed = True
        for entry in self._entries.values():
            if not entry.is_writing:
                self._release(entry)

    def _new_path(self, table: LocalTable) -> Path:
        return self._folder / f"{table.log[0].at}-{secrets.token_hex(3)}.{SUFFIX}"

    def _follow(self, table: LocalTable) -> None:
        table.changed.connect(self._table_changed)

    def _table_changed(self, change: Change) -> None:
        table = self.sender()
        if change & (Change.MATCH | Change.COMMENTS) and isinstance(table, LocalTable) and table in self._entries:
            self._store(table)

    def _store(self, table: LocalTable) -> None:
        match, entry = table.match, self._entries[table]
        if match is None or not any(match.moved) or entry.is_removed:
            return
        if match.ended is not None and table in self.tables:
            self.tables.remove(table)
            self.game_over.emit(table)
            self.changed.emit()
        entry.is_changed = True
        if not entry.is_writing:
            entry.is_writing = True
            self._nursery.start_soon(self._write, table, entry)

    async def _write(self, table: LocalTable, entry: _Entry) -> None:
        """Write a game until nothing has changed; then let go of one that is over."""
        with trio.CancelScope(shield=True):  # the last move is stored even if the window is closing
            while entry.is_changed and not entry.is_removed:
                entry.is_changed = False
                match, lock, entry.lock = table.match, entry.lock, None
                assert match is not None
                if match.ended is not None:
                    await self._in_thread(partial(_remove, entry.path, lock))
                    continue
                record = Record(tuple(table.log), match, table.comments)
                work = partial(_write, entry.path, self._new_path(table), lock, self._owner, record)
                entry.path, entry.lock, is_stored = await self._in_thread(work)
                if not is_stored:
                    self._refuse()
            if entry.is_removed:
                lock, entry.lock = entry.lock, None
                await self._in_thread(partial(_remove, entry.path, lock))
            if entry.is_removed or (table.match is not None and table.match.ended is not None):
                self._entries.pop(table, None)
        entry.is_writing = False
        if self._is_closed:
            self._release(entry)

    def _release(self, entry: _Entry) -> None:
        if entry.lock is not None:
            entry.lock.release()
            entry.lock = None

    def _refuse(self) -> None:
        if not self._is_refused:
            self._is_refused = True
            self.refused.emit()

    async def _reload(self) -> None:
        known = {entry.path: entry.stamp for entry in self._entries.values()}
        paths, found = await self._in_thread(partial(_find, self._folder, known))
        listed = {entry.path: table for table, entry in self._entries.items() if entry.stamp is not None}
        removed = listed.keys() - paths
        for path in removed:
            self._replace(listed[path], None)
        for game in found:
            if game.path in listed:
                self._replace(listed[game.path], game)
            elif all(entry.path != game.path for entry in self._entries.values()):
                self._insert(len(self.tables), game)
        if found or removed or not self.is_read:
            self.is_read = True
            self.changed.emit()

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await trio.to_thread.run_sync(work, limiter=self._limiter)

    async def _open(self, table: LocalTable, entry: _Entry) -> None:
        game, lock, owner = await self._in_thread(partial(_open, entry.path, self._owner))
        if self._entries.get(table) is not entry or entry.stamp is None:  # it was opened twice, or read again
            if lock is not None:
                lock.release()
            if table not in self._entries:
                self._open_again(table.key)
            return
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
                self._refuse()
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
        table = self._insert(index, game)
        table.key = old.key  # it is the same game
        return table

    def _insert(self, index: int, game: _StoredGame) -> LocalTable:
        names = tr("Player 1"), tr("Player 2")
        table = LocalTable(game.record.log, game.record.match, names)
        table.comments = game.record.comments
        self.tables.insert(index, table)
        self._entries[table] = _Entry(game.path, game.stamp)
        self._follow(table)
        return table


def _lock_path(path: Path) -> Path:
    return path.with_suffix(".lock")


def _write(
    path: Path, other_path: Path, lock: FileLock | None, owner: str, record: Record
) -> tuple[Path, FileLock | None, bool]:
    """Write a game. If another window took its file in the meantime, write to the other path.

    Return the path, the lock, and whether the game is stored.
    """
    try:
        if lock is None and (lock := take(_lock_path(path), owner)) is None:
            path, lock = other_path, take(_lock_path(other_path), owner)
        write_whole(path, write_record(record.log, comments_of_log(record.comments, record.log)).encode())
    except (OSError, RulesError) as error:
        log.warning("the game in %s is not stored: %s", path, error)
        return path, lock, False
    return path, lock, True


def _remove(path: Path, lock: FileLock | None) -> None:
    """Remove a game that is over, unless another window plays it."""
    with suppress(OSError):
        if (lock := lock or take(_lock_path(path))) is not None:
            path.unlink(missing_ok=True)
            lock.release(remove=True)


def _open(path: Path, owner: str) -> tuple[_StoredGame | None, FileLock | None, str | None]:
    """Lock a game for the window with this folder, and read it. Return the game, the lock, and another owner."""
    try:
        lock = take(_lock_path(path), owner)
        other = words_of(_lock_path(path)) if lock is None else None
    except OSError as error:
        log.warning("the game in %s cannot be locked: %s", path, error)
        return _read(path), None, None
    game = _read(path)
    if game is None and lock is not None:
        lock.release(remove=True)
        lock = None
    return game, lock, other


def _find(folder: Path, known: Mapping[Path, Stamp | None]) -> tuple[set[Path], list[_StoredGame]]:
    """Return the paths of all games, and the games that are new or changed; those without a stamp are not read."""
    paths = sorted(folder.glob(f"*.{SUFFIX}"))[-MAX_GAMES:]
    found = []
    for path in paths:
        with suppress(FileNotFoundError):  # another window has just ended it
            if known.get(path, ()) not in (None, _stamp(path.stat())) and (game := _read(path)) is not None:
                found.append(game)
    return set(paths), found


def _read(path: Path) -> _StoredGame | None:
    """Return the unfinished game in the file. A broken file is renamed, unless another window plays it."""
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
    return _StoredGame(path, stamp, record) if record.match.ended is None else None


def _stamp(stat: os.stat_result) -> Stamp:
    return stat.st_ino, stat.st_mtime_ns, stat.st_size
