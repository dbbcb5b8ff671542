"""Read and write records in a thread, so that the window does not wait for a disk."""

import hashlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Literal, TypeVar

import trio
from PySide6.QtCore import QObject, Signal

from client_qt.records.files import FileError, read_match, write_match
from client_qt.table.walk import MoveRows
from client_qt.text.rules_text import battle_heading
from client_qt.trio_guest import Starts
from netgame.errors import RulesError
from netgame.formats.base import Format
from netgame.formats.convert import LoadedMatch
from netgame.games import GAMES
from netgame.match.events import Event
from netgame.match.evolve import replay
from netgame.records.comments import NO_COMMENTS, Comments, comments_of_log
from netgame.records.writer import write_record

T = TypeVar("T")
RecordAction = Literal["open", "save", "export", "copy", "continue", "find"]


class RecordReader(QObject):
    """Answers each request with one signal: the one of the request, or `failed`."""

    opened = Signal(object, object, object, str)  # Path, LoadedMatch, MoveRows, the record name for its comments
    saved = Signal(object, object, str)  # Path, Match, the record name
    exported = Signal(object, object)  # Path, the sentences on what the file leaves out
    text_ready = Signal(str)
    continued = Signal(object, object, object)  # log, Match, comments
    failed = Signal(object, object, str)  # Path, Text, RecordAction
    missing = Signal(list)  # paths

    def __init__(self, nursery: Starts, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._nursery = nursery
        self._limiter = trio.CapacityLimiter(1)  # the last of two saves of one file wins

    def open(self, path: Path) -> None:
        """Read a file of this or another program, and check all of it."""
        self._start("open", path, partial(_read, path), lambda read: self.opened.emit(path, *read))

    def save(self, path: Path, loaded: LoadedMatch) -> None:
        """Write a record."""
        self._start("save", path, partial(_write, path, loaded), partial(self.saved.emit, path, loaded.match))

    def export(self, path: Path, form: Format, loaded: LoadedMatch) -> None:
        """Write a file of another program."""
        write = partial(write_match, path, loaded, form.key)
        self._start("export", path, write, partial(self.exported.emit, path))

    def make_text(self, log: Sequence[Event], comments: Comments = NO_COMMENTS) -> None:
        """Write a record as text."""
        self._start("copy", Path(), partial(write_record, tuple(log), comments), self.text_ready.emit)

    def continue_log(self, log: Sequence[Event], comments: Comments = NO_COMMENTS) -> None:
        """Replay a log, or the beginning of one, to play on from its end."""
        copy, kept = list(log), comments_of_log(comments, log)
        self._start(
            "continue", Path(), partial(replay, copy, GAMES), lambda match: self.continued.emit(copy, match, kept)
        )

    def find_missing(self, paths: Sequence[str]) -> None:
        """Find out which files do not exist any more. `missing` is emitted only if there are any."""
        self._start("find", Path(), partial(_missing, tuple(paths)), self._report_missing)

    def _report_missing(self, paths: list[str]) -> None:
        if paths:
            self.missing.emit(paths)

    def _start(self, action: RecordAction, path: Path, work: Callable[[], T], done: Callable[[T], object]) -> None:
        self._nursery.start_soon(self._run, action, path, work, done)

    async def _run(self, action: RecordAction, path: Path, work: Callable[[], T], done: Callable[[T], object]) -> None:
        try:
            result = await trio.to_thread.run_sync(work, limiter=self._limiter)
        except (FileError, RulesError) as error:
            self.failed.emit(path, error.text, action)
        else:
            done(result)


def record_name(loaded: LoadedMatch) -> str:
    """Return a name that depends only on the match and its comments, not on the file; "" if no record can hold it."""
    try:
        text = write_record(loaded.log, loaded.comments)
    except RulesError:
        return ""
    return f"record {hashlib.sha256(text.encode()).hexdigest()}"


def _write(path: Path, loaded: LoadedMatch) -> str:
    write_match(path, loaded)
    return record_name(loaded)


def _read(path: Path) -> tuple[LoadedMatch, MoveRows, str]:
    loaded, moves = read_match(path), MoveRows()
    moves.rows(loaded.match.history, loaded.match.game.legs, battle_heading())  # slow with thousands of moves
    return loaded, moves, record_name(loaded)


def _missing(paths: Sequence[str]) -> list[str]:
    """Return the paths that surely do not exist: their folder can be read."""
    return [path for path in paths if Path(path).parent.is_dir() and not Path(path).exists()]
