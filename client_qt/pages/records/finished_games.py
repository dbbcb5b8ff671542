"""Finished matches: saved as records by themselves, so that they can be replayed without their server."""

import hashlib
import logging
from contextlib import suppress
from pathlib import Path
from weakref import WeakSet

import trio
from PySide6.QtCore import QObject, Signal

from client_qt.net.session import ServerSession
from client_qt.pages.table.controllers.notes_controller import NotesController
from client_qt.pages.table.page import TablePage
from client_qt.records.files import SUFFIX, newest_first, suggested_name
from client_qt.records.notes import lock_of, merged_comments
from client_qt.records.recent import RecentRecords
from client_qt.settings.file_lock import alone
from client_qt.table.change import Change
from client_qt.table.model import ReviewTable
from client_qt.table.remote import RemoteTable
from client_qt.table.status import both
from client_qt.text.disk_words import disk_words
from client_qt.text.rules_text import translate
from client_qt.trio_guest import Starts
from netgame.errors import RulesError
from netgame.games import GAMES
from netgame.match.events import Event
from netgame.records.comments import NO_COMMENTS, Comments, comments_of_log
from netgame.records.lines import MAX_RECORD
from netgame.records.reader import Record, load_record
from netgame.records.writer import write_record
from protocol.files import write_whole

log = logging.getLogger(__name__)
MAX_FILES = 300  # a match is some kilobytes
WAIT_S = 2.0  # a thread can wait for another window


class FinishedGames(QObject):
    """Saves matches that are over, and follows each table at a server at which this player sits."""

    found = Signal(object)  # a RemoteTable at which this player has finished a match

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
        self._followed = WeakSet[RemoteTable]()
        self._saved: dict[str, tuple[tuple[Event, ...], Comments]] = {}  # the events and comments in the file
        self._one_at_a_time = trio.Lock()
        self._writing = 0
        table_page.shown.connect(self._shown)

    def missed(self, session: ServerSession, table: str) -> None:
        """Fetch and save a match that ended while this window was not connected."""
        session.fetch_finished(table, self._follow_remote, lambda _why: None)  # the server may have deleted the match

    async def save_again(self) -> None:
        """Try again to save what the disk has refused, and wait until nothing is written any more."""
        for table in [*self._followed]:
            self._look(table)
        while self._writing:
            async with self._one_at_a_time:  # those that wait were here before
                pass

    async def keep(self, key: str, record: Record) -> str:
        """Save the match of a table of this computer, in the same file each time. Return why it is not saved."""
        return await self._save(f"here/{key}", record)

    def _shown(self) -> None:
        model = self._table_page.model
        if isinstance(model, RemoteTable):
            self._follow_remote(model)

    def _follow_remote(self, model: RemoteTable) -> None:
        self._notes.load(model)
        if model not in self._followed:
            self._followed.add(model)
            model.changed.connect(self._changed)
        self._look(model)

    def _changed(self, change: Change) -> None:
        model = self.sender()
        if change & (Change.MATCH | Change.COMMENTS) and isinstance(model, RemoteTable):
            self._look(model)

    def _look(self, model: RemoteTable) -> None:
        match = model.match
        if match is None or match.ended is None or not model.mine or not any(match.moved):
            return
        if not model.is_given_up_for_another:
            self.found.emit(model)
            self._writing += 1
            record = Record(tuple(model.log), match, model.comments)
            self._nursery.start_soon(self._save_remote, model.origin, record)

    async def _save_remote(self, name: str, record: Record) -> None:
        try:
            await self._save(name, record)
        finally:
            self._writing -= 1

    async def _save(self, name: str, record: Record) -> str:
        with trio.CancelScope(shield=True):  # also when the window closes
            async with self._one_at_a_time:
                why = await self._write(name, record)
        return why

    async def _write(self, name: str, record: Record) -> str:
        before, now = self._saved.get(name), (record.log, record.comments)
        if before == now:
            return ""
        names = both(ReviewTable(record.log, record.match, ""))
        short = hashlib.sha256(name.encode()).hexdigest()[:6]
        path = self._folder / f"{suggested_name(record.match, names)} {short}.{SUFFIX}"
        comments = before[1] if before is not None else NO_COMMENTS
        why = await trio.to_thread.run_sync(_save, path, record.log, comments, record.comments)
        if not why:
            self._saved[name] = now
            self._recent.add(path, record.match, names, replaces=before is not None)
        return why


def _save(path: Path, events: tuple[Event, ...], before: Comments, comments: Comments) -> str:
    """Write a match with its comments, and with those that another window wrote since `before`.

    Return why it is not saved.
    """
    with alone(lock_of(path.parent), WAIT_S):
        try:
            whole = merged_comments(before, comments, _comments_in(path))
            write_whole(path, write_record(events, comments_of_log(whole, events)).encode())
        except (OSError, RulesError) as error:
            log.warning("the match in %s is not saved: %s", path, error)
            return disk_words(error) if isinstance(error, OSError) else translate(error.text)
        _prune(path.parent)
    return ""


def _comments_in(path: Path) -> Comments:
    """Return the comments in a record that will be replaced. `OSError` if it cannot be read: then it must stay."""
    try:
        with path.open("rb") as file:
            return load_record(file.read(MAX_RECORD + 1), GAMES).comments
    except FileNotFoundError:
        return NO_COMMENTS
    except RulesError as error:
        log.warning("comments in %s cannot be read: %s", path, error)
        return NO_COMMENTS


def _prune(folder: Path) -> None:
    """Delete the oldest files."""
    with suppress(OSError):
        for path in newest_first(folder.glob(f"*.{SUFFIX}"))[MAX_FILES:]:
            path.unlink()
