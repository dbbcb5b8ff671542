"""The recent records: files of matches that the player opened, saved or finished."""

from collections.abc import Sequence
from pathlib import Path

import trio
from PySide6.QtCore import QObject, Signal

from client_qt.settings.file import SettingsFile
from client_qt.settings.schema import LastRecord
from client_qt.text.locale_formats import day, local_time
from client_qt.text.plain import dotted
from client_qt.text.rules_text import match_result
from client_qt.text.translation import tr
from netgame.games import GAMES
from netgame.match.state import Match
from netgame.text import fill


class RecentRecords(QObject):
    """Keeps the list in the settings. Files in `own_folder` are written by the program itself."""

    changed = Signal()

    def __init__(self, settings: SettingsFile, own_folder: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._settings, self._own_folder = settings, own_folder

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
        """Remove files that do not exist any more."""
        paths = [record.path for record in self._settings.value.records]
        missing = await trio.to_thread.run_sync(_missing, paths)
        if missing:
            self._remove(missing)

    def add(self, path: Path, match: Match, names: tuple[str, str], replace: bool = True, note: str = "") -> None:
        """Put a file first, with a note in place of its result and day if there is one. Without `replace`, another
        file of the same match stays instead."""
        same_match = match_id(match)
        if not replace and any(old.match == same_match for old in self._settings.value.records):
            return
        note = note or record_note(match, names)
        record = LastRecord(str(path.absolute()), match.game.key, record_title(match, names), note, same_match)
        self._settings.change(self._settings.value.with_record(record))
        self.changed.emit()

    def remove_missing(self, path: Path) -> bool:
        """Remove a file that does not exist any more; return whether it was in the list."""
        if path.exists() or all(record.path != str(path) for record in self._settings.value.records):
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
    """The result and the day of a match."""
    played = day(local_time(match.created.at))
    result = match_result(match, match.ended, names, frozenset()) if match.ended is not None else tr("unfinished")
    return dotted(result, played)
