"""Games at this screen on disk: each a record of its own, written whole at every move, read again at the next start.

Several windows have the same folder. The window that plays a game holds the lock file beside it and is the only one
that writes the game; the other windows only list it."""

import logging
import os
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

import trio
from PySide6.QtCore import QObject, Signal

from client_qt.records.files import SUFFIX
from client_qt.settings.file_lock import FileLock, take, words_of
from client_qt.table.local import LocalTable
from client_qt.text.rules_text import tr
from client_qt.trio_guest import Starts
from netgame.errors import RulesError
from netgame.games import GAMES
from netgame.records.comments import comments_of_log
from netgame.records.lines import MAX_RECORD
from netgame.records.reader import Record, load_record
from netgame.records.writer import write_record
from protocol.files import write_whole

log = logging.getLogger(__name__)
T = TypeVar("T")
MOST = 40  # games to go on with; few people play as many, and all are read at the start
Stamp = tuple[int, int, int]  # of a file: another one whenever it is written


@dataclass(frozen=True)
class _Found:
    """A game on disk that can go on."""

    path: Path
    stamp: Stamp
    record: Record


@dataclass(frozen=True)
class _Opened:
    """The outcome of opening a game. This window plays it (`game`, and `hold` unless the disk refuses locks), another
    window plays it (`owner`), or it is not there any more (neither)."""

    game: _Found | None = None
    hold: FileLock | None = None
    owner: str | None = None


@dataclass(frozen=True)
class _Written:
    """Where the game is now, and whose it is."""

    path: Path
    hold: FileLock | None
    kept: bool


class LocalGames(QObject):
    """The games at this screen that can go on, the last one at the end. A game is kept from its first move on, and no
    longer once it is over: then `over` hands it on."""

    changed = Signal()
    over = Signal(object)  # LocalTable
    opened = Signal(object)  # LocalTable: this window may play it from now on
    taken = Signal(object, object, str)  # LocalTable, read again; its Path; the folder of the window that plays it
    gone = Signal()  # a game that was to be opened is not there any more
    refused = Signal()  # the disk does not take a game

    def __init__(self, folder: Path, nursery: Starts, parent: QObject, owner: Path | None = None) -> None:
        """`owner` is the folder by which other windows find this one."""
        super().__init__(parent)
        self._folder, self._nursery = folder.absolute(), nursery  # another window may run in another folder
        self._owner = str(owner.absolute()) if owner is not None else ""
        self.tables: list[LocalTable] = []
        self._paths: dict[LocalTable, Path] = {}
        self._stamps: dict[LocalTable, Stamp] = {}  # of those that another window may play
        self._holds: dict[LocalTable, FileLock] = {}
        self._writing: set[LocalTable] = set()
        self._stale: set[LocalTable] = set()  # changed while they were written
        self._told = self._closed = False
        self._one_at_a_time = trio.CapacityLimiter(1)

    def look(self) -> None:
        """List what is in the folder now: another window may have begun games, played on, and ended some."""
        self._nursery.start_soon(self._look)

    def add(self, table: LocalTable) -> None:
        """Keep this game, which is new, from now on."""
        self._paths[table] = self._new_path(table)
        self.tables.append(table)
        self._follow(table)
        self._keep(table)

    def open(self, table: LocalTable) -> None:
        """Play one of the games of the list. `opened`, `taken` or `gone` follows."""
        if table in self._stamps:
            self._nursery.start_soon(self._open, table)
        else:
            self.opened.emit(table)

    def at(self, path: Path) -> LocalTable | None:
        """The game of this window that is kept there."""
        own = (table for table in self.tables if table not in self._stamps)
        return next((table for table in own if self._paths[table] == path), None)

    def close(self) -> None:
        """Release all games; one that is being written follows after that."""
        self._closed = True
        for table in self._holds.keys() - self._writing:
            self._holds.pop(table).release()

    # ---- writing

    def _new_path(self, table: LocalTable) -> Path:
        return self._folder / f"{table.log[0].at}-{secrets.token_hex(3)}.{SUFFIX}"

    def _follow(self, table: LocalTable) -> None:
        table.changed.connect(self._table_changed)
        table.commented.connect(self._table_changed)

    def _table_changed(self) -> None:
        table = self.sender()
        if isinstance(table, LocalTable) and table in self._paths:
            self._keep(table)

    def _keep(self, table: LocalTable) -> None:
        match = table.match
        if match is None or not any(match.moved):
            return
        if match.ended is not None and table in self.tables:
            self.tables.remove(table)
            self.over.emit(table)
            self.changed.emit()
        self._stale.add(table)
        if table not in self._writing:
            self._writing.add(table)
            self._nursery.start_soon(self._write, table)

    async def _write(self, table: LocalTable) -> None:
        # the window may be closing, and the last move is to be on the disk all the same
        with trio.CancelScope(shield=True):
            while table in self._stale:
                self._stale.discard(table)
                match, hold = table.match, self._holds.pop(table, None)
                assert match is not None
                if match.ended is not None:
                    await self._in_thread(partial(_forget, self._paths[table], hold))
                    continue
                record = Record(tuple(table.log), match, table.comments)
                work = partial(_write, self._paths[table], self._new_path(table), hold, self._owner, record)
                written = await self._in_thread(work)
                self._paths[table] = written.path
                if written.hold is not None:
                    self._holds[table] = written.hold
                if not written.kept:
                    self._refuse()
        self._writing.discard(table)
        if self._closed and table in self._holds:
            self._holds.pop(table).release()

    def _refuse(self) -> None:
        if not self._told:
            self._told = True
            self.refused.emit()

    # ---- reading

    async def _look(self) -> None:
        known = {self._paths[table]: stamp for table, stamp in self._stamps.items()}
        own = {path for table, path in self._paths.items() if table not in self._stamps}
        there, found = await self._in_thread(partial(_look, self._folder, known, own))
        listed = {self._paths[table]: table for table in self._stamps}
        for path in listed.keys() - there:
            self._put(listed[path], None)
        for game in found:
            if game.path in listed:
                self._put(listed[game.path], game)
            elif game.path not in self._paths.values():
                self._put(None, game)
        if found or listed.keys() - there:
            self.changed.emit()

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await trio.to_thread.run_sync(work, limiter=self._one_at_a_time)

    async def _open(self, table: LocalTable) -> None:
        opened = await self._in_thread(partial(_open, self._paths[table], self._owner))
        if table not in self._stamps:  # it was opened twice
            if opened.hold is not None:
                opened.hold.release()
            return
        game = opened.game
        if game is None or game.stamp != self._stamps[table]:
            table = self._put(table, game) or table
            self.changed.emit()
        if opened.owner is not None:
            self.taken.emit(table, self._paths[table], opened.owner)
        elif game is None:
            self.gone.emit()
        else:
            del self._stamps[table]
            if opened.hold is not None:
                self._holds[table] = opened.hold
            else:
                self._refuse()
            self.opened.emit(table)

    def _put(self, old: LocalTable | None, game: _Found | None) -> LocalTable | None:
        """Have what is on disk now in the place of a table of the list, at the end where there is none."""
        new = self._made(game) if game is not None else None
        if old is not None:
            place = self.tables.index(old)
            self.tables[place : place + 1] = [new] if new is not None else []
            del self._paths[old], self._stamps[old]
            if new is not None:
                new.key = old.key  # it is the same game
            old.deleteLater()
        elif new is not None:
            self.tables.append(new)
        if new is not None and game is not None:
            self._paths[new], self._stamps[new] = game.path, game.stamp
            self._follow(new)
        return new

    def _made(self, game: _Found) -> LocalTable:
        names = tr("Player 1"), tr("Player 2")
        table = LocalTable.going_on(game.record.log, game.record.match, names, self)
        table.comments = game.record.comments
        return table


# ---- in a thread


def _lock_of(path: Path) -> Path:
    return path.with_suffix(".lock")


def _write(path: Path, free: Path, hold: FileLock | None, owner: str, record: Record) -> _Written:
    """Write a game, which is this window's. One that another window took meanwhile goes on under a name of its own."""
    try:
        if hold is None and (hold := take(_lock_of(path), owner)) is None:
            path, hold = free, take(_lock_of(free), owner)
        write_whole(path, write_record(record.log, comments_of_log(record.comments, record.log)).encode())
    except (OSError, RulesError) as error:
        log.warning("the game in %s is not kept: %s", path, error)
        return _Written(path, hold, kept=False)
    return _Written(path, hold, kept=True)


def _forget(path: Path, hold: FileLock | None) -> None:
    """Remove a game that is over, unless another window has it."""
    with suppress(OSError):
        if (hold := hold or take(_lock_of(path))) is not None:
            path.unlink(missing_ok=True)
            hold.release(remove=True)


def _open(path: Path, owner: str) -> _Opened:
    """Take a game for the window that `owner` is the folder of, and read what it is by now."""
    try:
        hold = take(_lock_of(path), owner)
        other = words_of(_lock_of(path)) if hold is None else None
    except OSError as error:
        log.warning("the game in %s cannot be locked: %s", path, error)
        return _Opened(_read(path))
    game = _read(path)
    if game is None and hold is not None:
        hold.release(remove=True)
    return _Opened(game, hold if game is not None else None, other if game is not None else None)


def _look(folder: Path, known: Mapping[Path, Stamp], own: set[Path]) -> tuple[set[Path], list[_Found]]:
    """The files of games in a folder, and what is in those that are new or changed, the oldest first."""
    there = sorted(folder.glob(f"*.{SUFFIX}"))[-MOST:]
    return set(there), list(_changed([path for path in there if path not in own], known))


def _changed(paths: list[Path], known: Mapping[Path, Stamp]) -> Iterator[_Found]:
    for path in paths:
        with suppress(FileNotFoundError):  # another window has just ended it
            if known.get(path) != _stamp(path.stat()) and (game := _read(path)) is not None:
                yield game


def _read(path: Path) -> _Found | None:
    """The game in that file; None if there is none that can go on. A file that is broken is put aside, unless another
    window plays it."""
    try:
        with path.open("rb") as file:
            stamp, data = _stamp(os.fstat(file.fileno())), file.read(MAX_RECORD + 1)
        record = load_record(data, GAMES)  # with the file closed: Windows replaces none that is open
    except OSError as error:
        log.warning("the game in %s cannot be read: %s", path, error)
        return None
    except RulesError as error:
        log.warning("the game in %s cannot be read: %s", path, error)
        with suppress(OSError):
            if (hold := take(_lock_of(path))) is not None:
                os.replace(path, path.with_suffix(".broken"))
                hold.release(remove=True)
        return None
    return _Found(path, stamp, record) if record.match.ended is None else None


def _stamp(stat: os.stat_result) -> Stamp:
    return stat.st_ino, stat.st_mtime_ns, stat.st_size
