"""Records in the window: read and written by a thread of their own, so that nothing waits for a disk."""

import hashlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Literal, TypeVar

import trio
from PySide6.QtCore import QObject, Signal

from client_qt.records.files import FileError, read_match, write_match
from client_qt.table.walk import MoveList
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
Doing = Literal["open", "save", "export", "tell", "go on"]


class RecordReader(QObject):
    """One signal comes for everything that is asked for: what was wanted, or `failed` with the path and the reason."""

    opened = Signal(object, object, object, str)  # Path, Held, MoveList, the name of the record for its comments
    saved = Signal(object, object, str)  # Path, Match, the same name of what is in the file now
    exported = Signal(object, object)  # Path, what the file does not say of the match
    told = Signal(str)  # a record as text
    ready = Signal(object, object, object)  # a log, its match and the comments, to be played on
    failed = Signal(object, object, str)  # Path, Text, what was to be done
    gone = Signal(list)  # paths that lead nowhere

    def __init__(self, nursery: Starts, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._nursery = nursery
        self._one_at_a_time = trio.CapacityLimiter(1)  # two saves of one file end with the one asked for last

    def open(self, path: Path) -> None:
        """Read a file, ours or another program's, and check all of it."""
        self._soon("open", path, partial(_read, path), lambda read: self.opened.emit(path, *read))

    def save(self, path: Path, held: LoadedMatch) -> None:
        """Write a record."""
        self._soon("save", path, partial(_write, path, held), partial(self.saved.emit, path, held.match))

    def export(self, path: Path, form: Format, held: LoadedMatch) -> None:
        """Write the file of another program."""
        write = partial(write_match, path, held, form.key)
        self._soon("export", path, write, partial(self.exported.emit, path))

    def tell(self, log: Sequence[Event], comments: Comments = NO_COMMENTS) -> None:
        """Give a record as text."""
        self._soon("tell", Path(), partial(write_record, tuple(log), comments), self.told.emit)

    def go_on(self, log: Sequence[Event], comments: Comments = NO_COMMENTS) -> None:
        """Fold a log, the beginning of another one perhaps."""
        copy, kept = list(log), comments_of_log(comments, log)
        self._soon("go on", Path(), partial(replay, copy, GAMES), lambda match: self.ready.emit(copy, match, kept))

    def look_for(self, paths: Sequence[str]) -> None:
        """Which of these files are not there any more?"""
        self._soon("tell", Path(), partial(_missing, tuple(paths)), self._missed)

    def _missed(self, paths: list[str]) -> None:
        if paths:
            self.gone.emit(paths)

    def _soon(self, doing: Doing, path: Path, work: Callable[[], T], then: Callable[[T], object]) -> None:
        self._nursery.start_soon(self._do, doing, path, work, then)

    async def _do(self, doing: Doing, path: Path, work: Callable[[], T], then: Callable[[T], object]) -> None:
        try:
            done = await trio.to_thread.run_sync(work, limiter=self._one_at_a_time)
        except (FileError, RulesError) as error:
            self.failed.emit(path, error.text, doing)
        else:
            then(done)


def _write(path: Path, held: LoadedMatch) -> str:
    write_match(path, held)
    return record_name(held)


def _read(path: Path) -> tuple[LoadedMatch, MoveList, str]:
    """The match of a file with its list of moves: to make that of thousands would hold up the window."""
    kept, moves = read_match(path), MoveList()
    moves.rows(kept.match.history, kept.match.game.legs, battle_heading())
    return kept, moves, record_name(kept)


def record_name(held: LoadedMatch) -> str:
    """The same for the same match with the same comments, wherever the file is; another one for any other."""
    try:
        text = write_record(held.log, held.comments)
    except RulesError:  # a file of another program, longer than any record
        return ""
    return f"record {hashlib.sha256(text.encode()).hexdigest()}"


def _missing(paths: Sequence[str]) -> list[str]:
    """Those of which it is sure: a disk that does not answer may have them."""
    return [path for path in paths if Path(path).parent.is_dir() and not Path(path).exists()]
