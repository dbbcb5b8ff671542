"""All records of a folder as a list: read by a thread, a few at a time, so that the window goes on meanwhile."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import trio
from PySide6.QtCore import QObject

from client_qt.app.main_window import MainWindow
from client_qt.dialogs.files import ask_folder, usual_folder
from client_qt.pages.records.controller import RecordsController, record_note
from client_qt.pages.records.page import record_row
from client_qt.records.files import SUFFIX, FileError, read_match
from client_qt.text.rules_text import say, tr
from client_qt.trio_guest import Starts
from client_qt.widgets.list_view import ListRow
from netgame.formats.registry import FORMATS
from netgame.match.events import Player
from netgame.match.state import Match
from netgame.text import fill

MOST_FILES = 2000  # of a folder, the newest
AT_ONCE_S = 0.05  # for so long a thread reads before the list hears of it
BREATH_S = 0.01  # between two of them: the thread holds up everything else in Python while it reads


@dataclass(frozen=True)
class Folder:
    """The files of a folder that may be records, the one changed last in front."""

    files: tuple[Path, ...]
    trouble: str = ""


class FolderController(QObject):
    """Fills the page of records while it is in front."""

    def __init__(self, window: MainWindow, records_controller: RecordsController, nursery: Starts) -> None:
        super().__init__(window)
        self._window, self._records_controller, self._nursery, self._page = (
            window,
            records_controller,
            nursery,
            window.records,
        )
        self._folder = ""
        self._scope = trio.CancelScope()
        window.action("records").triggered.connect(self.show)
        self._page.back.connect(self.leave)
        self._page.chosen.connect(self._open)
        self._page.folder.connect(self._ask_folder)
        self._page.stopped.connect(self.stop)
        self._page.file.connect(records_controller.ask_open)

    def show(self) -> None:
        """Bring the page to the front and look into the folder anew."""
        self._folder = self._folder or self._records_controller.folder()
        self._window.show_page("records")
        self._window.show_subject(tr("Records"))
        self.look()

    def look(self) -> None:
        """Read the folder; what is being read of another one is given up."""
        self.stop()
        self._scope = trio.CancelScope()
        self._page.begin(self._folder)
        self._nursery.start_soon(self._fill, self._folder, self._scope)

    def stop(self) -> None:
        """Read no further; what is listed stays."""
        self._scope.cancel()

    def leave(self) -> None:
        self.stop()
        self._window.show_page("home")
        self._window.show_subject("")

    def _open(self, path: str) -> None:
        self.stop()
        self._records_controller.open_path(path)

    def _ask_folder(self) -> None:
        ask_folder(self._window, self._folder, self.show_folder)

    def show_folder(self, folder: str) -> None:
        self._folder = folder
        self.look()

    async def _fill(self, folder: str, scope: trio.CancelScope) -> None:
        with scope:
            never_made = folder == usual_folder("")  # by a system that has one for documents only when it is wanted
            there = await trio.to_thread.run_sync(partial(files_in, Path(folder), may_be_missing=never_made))
            if there.trouble:
                self._page.say(there.trouble)
            else:
                await self._read(there.files)
        if not scope.cancelled_caught or scope is self._scope:
            self._page.end()

    async def _read(self, files: Sequence[Path]) -> None:
        waiting, done = list(files), 0
        while waiting:
            rows, count = await trio.to_thread.run_sync(partial(_some, tuple(waiting), time.monotonic))
            waiting, done = waiting[count:], done + count
            self._page.add(rows)
            self._page.show_progress(done, len(files))
            await trio.sleep(BREATH_S)


def files_in(folder: Path, may_be_missing: bool = False) -> Folder:
    """What may be a record there, by the names. Blocks."""
    if may_be_missing and not folder.exists():
        return Folder(())
    suffixes = {f".{suffix}" for suffix in (SUFFIX, "txt", *(form.suffix for form in FORMATS.values()))}
    try:
        found = [(path.stat().st_mtime, path) for path in folder.iterdir() if path.suffix.lower() in suffixes]
    except OSError as error:
        words = tr("The folder cannot be read: {reason}.")
        return Folder((), fill(words, {"reason": error.strerror or str(error)}))
    found.sort(key=lambda one: (-one[0], str(one[1])))
    return Folder(tuple(path for _at, path in found[:MOST_FILES]))


def _some(files: Sequence[Path], clock: Callable[[], float]) -> tuple[list[ListRow], int]:
    """What the first of these files are, and how many have been looked at."""
    rows, end = list[ListRow](), clock() + AT_ONCE_S
    for count, path in enumerate(files, 1):
        rows.extend(_found(path))
        if clock() > end:
            return rows, count
    return rows, len(files)


def _found(path: Path) -> Iterator[ListRow]:
    """The record in a file; a text that is none is nobody's business, but a record that is broken is told."""
    try:
        held = read_match(path)
    except FileError as error:
        if path.suffix.lower() == f".{SUFFIX}":
            yield record_row(str(path), "", path.name, "", say(error.text))
        return
    match = held.match
    names = (_name(match, 0), _name(match, 1))
    words: dict[str, str | int] = {"game": match.game.title, "first": names[0], "second": names[1]}
    title = fill(tr("{game}: {first} and {second}"), words)
    yield record_row(str(path), match.game.key, title, f"{record_note(match, names)}  ·  {path.name}")


def _name(match: Match, player: Player) -> str:
    seated = match.seats[player]
    return seated.name if seated is not None and seated.name else tr("somebody")
