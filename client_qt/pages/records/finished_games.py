"""Finished matches: saved as records by themselves, so that they can be replayed without their server."""

import hashlib
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from weakref import WeakKeyDictionary

import trio
from PySide6.QtCore import QObject

from client_qt.net.session import ServerSession
from client_qt.pages.table.controllers.notes_controller import NotesController
from client_qt.pages.table.page import TablePage
from client_qt.records.files import SUFFIX, suggested_name
from client_qt.records.notes import lock_of, merged_comments
from client_qt.records.recent import RecentRecords
from client_qt.settings.file_lock import alone
from client_qt.table.change import Change
from client_qt.table.local import LocalTable
from client_qt.table.model import TableModel
from client_qt.table.remote import RemoteTable
from client_qt.table.status import both
from client_qt.trio_guest import Starts
from netgame.errors import RulesError
from netgame.games import GAMES
from netgame.match.events import Event
from netgame.records.comments import NO_COMMENTS, Comments, comments_of_log
from netgame.records.lines import MAX_RECORD
from netgame.records.reader import load_record
from netgame.records.writer import write_record
from protocol.files import write_whole

log = logging.getLogger(__name__)
MAX_FILES = 300  # a match is some kilobytes
WAIT_S = 2.0  # a thread can wait for another window


class FinishedGames(QObject):
    """Follows each table at which this player sits, and saves its match when it is over."""

    def __init__(
        self,
        folder: Path,
        table_page: TablePage,
        recent: RecentRecords,
        notes: NotesController,
        nursery: Starts,
    ) -> None:
        super().__init__(table_page)
        self._folder, self._table_page = folder, table_page
        self._recent, self._notes, self._nursery = recent, notes, nursery
        self._names = WeakKeyDictionary[TableModel, str]()  # of the tables that are followed
        self._saved: dict[str, tuple[int, Comments]] = {}  # number of events and comments in the file
        self._one_at_a_time = trio.CapacityLimiter(1)
        table_page.shown.connect(self._shown)

    def keep_local(self, table: LocalTable) -> None:
        """Save a finished match of this computer."""
        self._follow(table, f"here/{table.key}/{table.log[0].at}")

    def missed(self, session: ServerSession, table: str) -> None:
        """Fetch and save a match that ended while this window was not connected."""
        session.fetch_finished(table, self._follow_remote, lambda _why: None)  # the server may have deleted the match

    def _shown(self) -> None:
        model = self._table_page.model
        if isinstance(model, RemoteTable):
            self._follow_remote(model)

    def _follow_remote(self, model: RemoteTable) -> None:
        self._notes.load(model)
        self._follow(model, model.origin)

    def _follow(self, model: TableModel, name: str) -> None:
        if model not in self._names:
            self._names[model] = name
            model.changed.connect(self._changed)
        self._look(model)

    def _changed(self, change: Change) -> None:
        model = self.sender()
        if change & (Change.MATCH | Change.COMMENTS) and isinstance(model, TableModel):
            self._look(model)

    def _look(self, model: TableModel) -> None:
        match = model.match
        if match is None or match.ended is None or not model.mine or not any(match.moved):
            return
        name = self._names[model]
        if self._saved.get(name) == (len(model.log), model.comments):
            return
        saved_before, before = name in self._saved, self._saved.get(name, (0, NO_COMMENTS))[1]
        self._saved[name] = len(model.log), model.comments
        names = both(model)
        short = hashlib.sha256(name.encode()).hexdigest()[:6]
        path = self._folder / f"{suggested_name(match, names)} {short}.{SUFFIX}"
        list_record = partial(self._recent.add, path, match, names, replace=saved_before)
        work = partial(_save, path, tuple(model.log), before, model.comments)
        self._nursery.start_soon(self._write, work, list_record)

    async def _write(self, work: Callable[[], bool], list_record: Callable[[], None]) -> None:
        with trio.CancelScope(shield=True):  # also when the window closes
            if await trio.to_thread.run_sync(work, limiter=self._one_at_a_time):
                list_record()


def _save(path: Path, events: tuple[Event, ...], before: Comments, comments: Comments) -> bool:
    """Write a match with its comments, and with those that another window wrote since `before`."""
    with alone(lock_of(path.parent), WAIT_S):
        whole = merged_comments(before, comments, _comments_in(path))
        try:
            write_whole(path, write_record(events, comments_of_log(whole, events)).encode())
        except (OSError, RulesError) as error:
            log.warning("the match in %s is not saved: %s", path, error)
            return False
        _prune(path.parent)
    return True


def _comments_in(path: Path) -> Comments:
    try:
        with path.open("rb") as file:
            return load_record(file.read(MAX_RECORD + 1), GAMES).comments
    except FileNotFoundError:
        return NO_COMMENTS
    except (OSError, RulesError) as error:
        log.warning("comments in %s cannot be read: %s", path, error)
        return NO_COMMENTS


def _prune(folder: Path) -> None:
    """Delete the oldest files."""
    with suppress(OSError):
        files = sorted(folder.glob(f"*.{SUFFIX}"), key=lambda path: path.stat().st_mtime)
        for path in files[:-MAX_FILES]:
            path.unlink()
