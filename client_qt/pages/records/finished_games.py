"""Matches that were played to their end, kept as records by themselves: what "Lately played" leads to, also without a
connection to where they were played."""

import hashlib
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import trio
from PySide6.QtCore import QObject

from client_qt.net.known_servers import KnownServers
from client_qt.net.session import ServerSession
from client_qt.pages.records.controller import RecordsController
from client_qt.pages.table.page import TablePage
from client_qt.records.files import SUFFIX, suggested_name
from client_qt.records.notes import lock_of, merged_comments
from client_qt.settings.file_lock import alone
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
from netgame.text import Text
from protocol.files import write_whole

log = logging.getLogger(__name__)
MOST = 300  # files; a match is some kilobytes


class FinishedGames(QObject):
    """Follows every table at which this player sat from when it is first shown, and keeps the match once it is over."""

    def __init__(
        self,
        folder: Path,
        page: TablePage,
        servers: KnownServers,
        records_controller: RecordsController,
        nursery: Starts,
    ) -> None:
        super().__init__(page)
        self._folder, self._page, self._servers, self._records_controller, self._nursery = (
            folder,
            page,
            servers,
            records_controller,
            nursery,
        )
        self._followed: dict[TableModel, str] = {}
        self._kept: dict[str, tuple[int, Comments]] = {}
        records_controller.private = folder
        self._one_at_a_time = trio.CapacityLimiter(1)
        page.shown.connect(self._shown)

    def keep_local(self, table: LocalTable) -> None:
        """A match at this screen is over."""
        if table not in self._followed:
            self._followed[table] = f"here/{table.key}/{table.log[0].at}"
            table.commented.connect(self._changed)
        self._look(table)

    def missed(self, session: ServerSession, table: str) -> None:
        """A match went on without this window, and is not among those that can go on any more."""
        known = session.known_model(table) is not None

        def opened(model: RemoteTable) -> None:
            self._follow(model, session)

            def came() -> None:  # its events come a few at a time
                if model.match is not None and model.match.ended is not None and not known:
                    model.changed.disconnect(came)
                    session.forget(table)

            model.changed.connect(came)
            came()

        session.look_on(table, opened, _nothing)

    # ---- inside

    def _shown(self) -> None:
        model = self._page.model
        session = self._servers.of(model)
        if isinstance(model, RemoteTable) and session is not None:
            self._follow(model, session)

    def _follow(self, model: RemoteTable, session: ServerSession) -> None:
        if model not in self._followed:
            self._followed[model] = f"{session.fingerprint}/{model.table}"
            model.destroyed.connect(lambda: self._followed.pop(model, None))
            model.changed.connect(self._changed)
            model.commented.connect(self._changed)
            self._records_controller.notes.take_up(model)
        self._look(model)

    def _changed(self) -> None:
        model = self.sender()
        if isinstance(model, TableModel):
            self._look(model)

    def _look(self, model: TableModel) -> None:
        match = model.match
        if match is None or match.ended is None or not model.mine or not any(match.moved):
            return
        name = self._followed[model]
        if self._kept.get(name) == (len(model.log), model.comments):
            return
        again, before = name in self._kept, self._kept.get(name, (0, NO_COMMENTS))[1]
        self._kept[name] = len(model.log), model.comments
        names = both(model)
        short = hashlib.sha256(name.encode()).hexdigest()[:6]
        path = self._folder / f"{suggested_name(match, names)} {short}.{SUFFIX}"
        listing = partial(self._records_controller.list_record, path, match, names, again=again)
        work = partial(_keep, path, tuple(model.log), before, model.comments)
        self._nursery.start_soon(self._write, work, listing)

    async def _write(self, work: Callable[[], bool], listing: Callable[[], None]) -> None:
        with trio.CancelScope(shield=True):  # also when the window closes
            if await trio.to_thread.run_sync(work, limiter=self._one_at_a_time):
                listing()


def _nothing(_why: Text) -> None:
    """It cannot be had any more."""


def _keep(path: Path, events: tuple[Event, ...], before: Comments, comments: Comments) -> bool:
    """Write a match with its comments, of which this window knew `before`, and with those of another window that has
    kept the same match."""
    with alone(lock_of(path.parent)):
        whole = merged_comments(before, comments, _comments_in(path))
        try:
            write_whole(path, write_record(events, comments_of_log(whole, events)).encode())
        except (OSError, RulesError) as error:
            log.warning("the match in %s is not kept: %s", path, error)
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
    """Let the oldest go."""
    with suppress(OSError):
        files = sorted(folder.glob(f"*.{SUFFIX}"), key=lambda path: path.stat().st_mtime)
        for path in files[:-MOST]:
            path.unlink()
