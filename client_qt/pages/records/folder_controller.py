"""Fills the page of records: a thread reads folders, a few files at a time, so that the window does not wait."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import trio
from PySide6.QtCore import QObject

from client_qt.dialogs.files import ask_folder, usual_folder
from client_qt.pages.navigation import Navigation
from client_qt.pages.records.controller import RecordsController
from client_qt.pages.records.page import RecordsPage, record_row
from client_qt.records.files import SUFFIX, CutFileError, FileError, newest_first, read_match, shown_name
from client_qt.records.recent import RecentRecords, match_id, record_note, record_title
from client_qt.text.computer_names import name_with_computer
from client_qt.text.disk_words import disk_words
from client_qt.text.plain import dotted
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from client_qt.trio_guest import Starts
from client_qt.widgets.list_view import ListRow
from netgame.formats.registry import FORMATS
from netgame.match.state import Match
from netgame.text import fill

MAX_FILES = 2000  # of a folder, the newest
READ_S = 0.05  # a thread reads for so long before the list is updated
PAUSE_S = 0.01  # between two reads, because the thread slows down all other Python code


class FolderController(QObject):
    """Lists all kept matches and saved records, or the records of one chosen folder."""

    def __init__(
        self,
        navigation: Navigation,
        page: RecordsPage,
        records_controller: RecordsController,
        recent: RecentRecords,
        nursery: Starts,
    ) -> None:
        super().__init__(page)
        self._navigation, self._page = navigation, page
        self._records, self._recent, self._nursery = records_controller, recent, nursery
        self._scope = trio.CancelScope()
        page.back.connect(self._leave)
        page.chosen.connect(self._open)
        page.folder.connect(lambda: ask_folder(page.window(), records_controller.folder(), self.show_folder))
        page.stopped.connect(self._stop)
        page.file.connect(records_controller.ask_open)

    def show(self) -> None:
        """Show the page with the kept matches, and the records of all folders where some were saved or opened."""
        self._navigation.show_page("records", tr("Records"))
        folders = list(dict.fromkeys((*self._recent.folders, Path(usual_folder("")))))
        self._begin(tr("Kept matches and saved records"), partial(files_of, folders))

    def show_folder(self, folder: str) -> None:
        """Read a folder."""
        self._begin(folder, partial(files_in, Path(folder)))

    def _begin(self, where: str, find: Callable[[], list[Path]]) -> None:
        self._stop()
        self._scope = trio.CancelScope()
        self._page.begin(where)
        self._nursery.start_soon(self._fill, find, self._scope)

    def _stop(self) -> None:
        self._scope.cancel()

    def _leave(self) -> None:
        self._stop()
        self._navigation.show_home()

    def _open(self, path: str) -> None:
        self._stop()
        self._records.open_path(path)

    async def _fill(self, find: Callable[[], list[Path]], scope: trio.CancelScope) -> None:
        with scope:
            try:
                files = await trio.to_thread.run_sync(find)
            except OSError as error:
                words = tr("The folder cannot be read: {reason}.")
                self._page.show_note(fill(words, {"reason": disk_words(error)}))
            else:
                await self._read(files)
        if not scope.cancelled_caught or scope is self._scope:
            self._page.end()

    async def _read(self, files: Sequence[Path]) -> None:
        done, found = 0, dict[str, ListRow]()  # by path
        kept, saved = dict[str, str](), set[str]()  # by match: a kept one that was saved too has one row
        while done < len(files):
            rows, count = await trio.to_thread.run_sync(_read_some, files[done:])
            done += count
            for match, row in rows:
                if not self._recent.is_kept(Path(row.key)):
                    saved.add(match)
                    found.pop(kept.pop(match, ""), None)
                elif match in saved:
                    continue
                else:
                    kept[match] = row.key
                found[row.key] = row
            self._page.show_found(list(found.values()))
            self._page.show_progress(done, len(files))
            await trio.sleep(PAUSE_S)


def files_of(folders: Sequence[Path]) -> list[Path]:
    """List the files of several folders, without those that cannot be read. Blocks."""
    files = list[Path]()
    for folder in folders:
        with suppress(OSError):  # some systems make the documents folder on first use; others are on a removed disk
            files += files_in(folder)
    return newest_first(files)[:MAX_FILES]


def files_in(folder: Path) -> list[Path]:
    """List the files that may be records, by their names, the newest first. Blocks; `OSError` if it cannot be read."""
    suffixes = {f".{suffix}" for suffix in (SUFFIX, "txt", *(form.suffix for form in FORMATS.values()))}
    return newest_first(path for path in folder.iterdir() if path.suffix.lower() in suffixes)[:MAX_FILES]


def _read_some(files: Sequence[Path]) -> tuple[list[tuple[str, ListRow]], int]:
    """Read the first files; return their matches and rows, and how many were read."""
    rows, end = list[tuple[str, ListRow]](), time.monotonic() + READ_S
    for count, path in enumerate(files, 1):
        rows.extend(_rows(path))
        if time.monotonic() > end:
            return rows, count
    return rows, len(files)


def _rows(path: Path) -> Iterator[tuple[str, ListRow]]:
    """The match and the row of a file; a broken record has its error, a text that is no record has no row."""
    try:
        match = read_match(path).match
        note = record_note(match, _names(match))
    except CutFileError as error:  # its beginning can be opened
        match, note = error.whole.match, translate(error.text)
    except FileError as error:
        if path.suffix.lower() == f".{SUFFIX}":
            yield str(path), record_row(str(path), "", path.name, "", translate(error.text))
        return
    title, note = record_title(match, _names(match)), dotted(note, shown_name(path))
    yield match_id(match), record_row(str(path), match.game.key, title, note, position=(match.game, match.state))


def _names(match: Match) -> tuple[str, str]:
    first, second = (
        name_with_computer(seated.name, seated.computer) if seated is not None and seated.name else tr("somebody")
        for seated in match.seats
    )
    return first, second
