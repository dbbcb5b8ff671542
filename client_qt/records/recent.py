"""The recent records: files of matches that the player opened, saved or finished."""

import os
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import trio
from PySide6.QtCore import QLocale, QObject, Signal

from client_qt.records.files import CutFileError, FileError, read_match
from client_qt.settings.file import SettingsFile
from client_qt.settings.schema import LastRecord
from client_qt.table.model import ReviewTable
from client_qt.table.status import both
from client_qt.text.locale_formats import local_time, moment
from client_qt.text.plain import dotted
from client_qt.text.rules_text import match_result
from client_qt.text.translation import tr
from netgame.game import Game
from netgame.games import GAMES
from netgame.match.state import Match
from netgame.text import fill


class RecentRecords(QObject):
    """Keeps the list in the settings. Files in `own_folder` are written by the program itself."""

    changed = Signal()

    def __init__(self, settings: SettingsFile, own_folder: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._settings, self._own_folder = settings, own_folder
        self.positions: dict[str, tuple[Game[Any, Any], Any] | None] = {}  # last ones by path; None: cannot be read

    def rows(self) -> list[LastRecord]:
        """The records, the newest first."""
        return [record for record in self._settings.value.records if record.game in GAMES]

    @property
    def chosen_path(self) -> str:
        """The last path that the player chose; empty if there is none."""
        paths = (record.path for record in self._settings.value.records)
        return next((path for path in paths if Path(path).parent != self._own_folder), "")

    @property
    def folders(self) -> list[Path]:
        """The folders of all records that were kept, saved or opened."""
        value = self._settings.value
        listed = (*value.folders, *(str(Path(record.path).parent) for record in value.records))
        return list(dict.fromkeys((self._own_folder.absolute(), *map(Path, listed))))

    def is_kept(self, path: Path) -> bool:
        """Whether the program wrote that file by itself."""
        return path.parent == self._own_folder.absolute()

    async def tidy(self) -> None:
        """Remove files that do not exist any more, and read the others: for their positions, and because another
        language or an older program may have written their texts."""
        paths = [record.path for record in self._settings.value.records]
        missing = await trio.to_thread.run_sync(_missing, paths)
        if missing:
            self._remove(missing)
        for record in self.rows():
            read = partial(read_match, Path(record.path))
            try:
                match = (await trio.to_thread.run_sync(read, abandon_on_cancel=True)).match
            except CutFileError as error:  # its note says so
                self._add_position(record.path, error.whole.match)
            except FileError:
                self.positions[record.path] = None
            else:
                self._add_position(record.path, match)
                self._renew(record, match)
            self.changed.emit()

    def _renew(self, old: LastRecord, match: Match) -> None:
        """Update the texts of a record."""
        names, value = both(ReviewTable([], match, "")), self._settings.value
        title, note = record_title(match, names), record_note(match, names)
        new = replace(old, title=title, note=note, language=QLocale().name())
        if new != old:
            self._settings.change(replace(value, records=tuple(new if each == old else each for each in value.records)))

    def _add_position(self, path: str, match: Match) -> None:
        self.positions[path] = match.game, match.state

    def add(self, path: Path, match: Match, names: tuple[str, str], replaces: bool = True, note: str = "") -> None:
        """Put a file first, with a note in place of its result and day if there is one. Without `replaces`, another
        file of the same match stays instead."""
        same_match = match_id(match)
        if not replaces and any(old.match == same_match for old in self._settings.value.records):
            return
        note = note or record_note(match, names)
        title, language = record_title(match, names), QLocale().name()
        record = LastRecord(str(path.absolute()), match.game.key, title, note, same_match, language)
        self._add_position(record.path, match)
        self._settings.change(self._settings.value.with_record(record))
        listed = {record.path for record in self.rows()}
        self.positions = {path: shown for path, shown in self.positions.items() if path in listed}
        self.changed.emit()

    async def remove_missing(self, path: Path) -> bool:
        """Remove a file that does not exist any more; return whether it was in the list."""
        if all(record.path != str(path) for record in self._settings.value.records):
            return False
        if await trio.to_thread.run_sync(os.path.exists, path, abandon_on_cancel=True):
            return False
        self._remove([str(path)])
        return True

    def _remove(self, paths: list[str]) -> None:
        value = self._settings.value
        for path in paths:
            value = value.without_record(path)
        self._settings.change(value)
        self.changed.emit()


def match_id(match: Match) -> str:
    """Return what all files of one match have in common."""
    return f"{match.game.key} {match.created.at} {match.number} {match.at}"


def _missing(paths: Sequence[str]) -> list[str]:
    """Return the paths that surely do not exist: their folder can be read."""
    return [path for path in paths if Path(path).parent.is_dir() and not Path(path).exists()]


def record_title(match: Match, names: tuple[str, str]) -> str:
    """The game and the players."""
    words = {"game": match.game.title, "first": names[0], "second": names[1]}
    return fill(tr("{game}: {first} and {second}"), words)


def record_note(match: Match, names: tuple[str, str]) -> str:
    """The result of a match, and the day and the time at which it began."""
    played = moment(local_time(match.created.at))
    result = match_result(match, match.ended, names, frozenset()) if match.ended is not None else tr("unfinished")
    return dotted(result, played)
