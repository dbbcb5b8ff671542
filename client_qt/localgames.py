"""Games at this screen on disk: each a record of its own, written anew at every move, read again at the next start."""

import logging
import os
import secrets
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import trio
from PySide6.QtCore import QObject, Signal

from client_qt.files import write_whole
from client_qt.guest import Starts
from client_qt.models.local import LocalTable
from client_qt.models.wording import tr
from client_qt.recordfiles import SUFFIX
from netgame.comments import fitting
from netgame.errors import RulesError
from netgame.games import GAMES
from netgame.record import MAX_RECORD, Record, read_all, write_record

log = logging.getLogger(__name__)
MOST = 40  # games to go on with; nobody plays as many, and all are read at the start


@dataclass(frozen=True)
class _Found:
    path: Path
    record: Record


class LocalGames(QObject):
    """The games at this screen that can go on, the last one at the end. A game is kept from its first move on, and no
    longer once it is over: then `over` hands it on."""

    changed = Signal()
    over = Signal(object)  # LocalTable
    refused = Signal()  # the disk does not take a game

    def __init__(self, folder: Path, nursery: Starts, parent: QObject) -> None:
        super().__init__(parent)
        self._folder, self._nursery = folder, nursery
        self.tables: list[LocalTable] = []
        self._paths: dict[LocalTable, Path] = {}
        self._writing: set[LocalTable] = set()
        self._stale: set[LocalTable] = set()  # changed while they were written
        self._told = False
        self._one_at_a_time = trio.CapacityLimiter(1)

    def start(self) -> None:
        """Look for the games of before."""
        self._nursery.start_soon(self._read)

    def add(self, table: LocalTable, path: Path | None = None) -> None:
        """Keep this game from now on."""
        name = f"{table.log[0].at}-{secrets.token_hex(3)}.{SUFFIX}"
        self._paths[table] = path or self._folder / name
        self.tables.append(table)
        table.changed.connect(self._table_changed)
        table.commented.connect(self._table_changed)
        if path is None:
            self._keep(table)

    # ---- inside

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
                match = table.match
                assert match is not None
                if match.ended is not None:
                    work = partial(_forget, self._paths[table])
                else:
                    work = partial(_write, self._paths[table], Record(tuple(table.log), match, table.comments))
                kept = await trio.to_thread.run_sync(work, limiter=self._one_at_a_time)
                if not kept and not self._told:
                    self._told = True
                    self.refused.emit()
        self._writing.discard(table)

    async def _read(self) -> None:
        found = await trio.to_thread.run_sync(lambda: list(_kept_in(self._folder)))
        names = tr("Player 1"), tr("Player 2")
        for kept in found:
            table = LocalTable.going_on(kept.record.log, kept.record.match, names, self)
            table.comments = kept.record.comments
            self.add(table, kept.path)
        if found:
            self.changed.emit()


def _write(path: Path, record: Record) -> bool:
    try:
        write_whole(path, write_record(record.log, fitting(record.comments, record.log)).encode())
    except (OSError, RulesError) as error:
        log.warning("the game in %s is not kept: %s", path, error)
        return False
    return True


def _forget(path: Path) -> bool:
    with suppress(OSError):
        path.unlink()
    return True


def _kept_in(folder: Path) -> Iterator[_Found]:
    """The games in a folder that can go on, the oldest first. A file that is broken is put aside."""
    for path in sorted(folder.glob(f"*.{SUFFIX}"))[-MOST:]:
        try:
            with path.open("rb") as file:
                record = read_all(file.read(MAX_RECORD + 1), GAMES)
        except (OSError, RulesError) as error:
            log.warning("the game in %s cannot be read: %s", path, error)
            with suppress(OSError):
                os.replace(path, path.with_suffix(".broken"))
            continue
        if record.match.ended is None:
            yield _Found(path, record)
