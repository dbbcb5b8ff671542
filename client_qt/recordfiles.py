"""Matches in files: records of our own, and files of other programs. Plain functions that block; no window."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from client_qt.files import write_whole
from netgame.errors import RulesError
from netgame.events import Event
from netgame.exchange import MAX_TEXT, Format, FormatError, decoded, from_transcript
from netgame.facts import Match
from netgame.fold import replay
from netgame.games import FORMATS, GAMES
from netgame.record import MAX_RECORD, read_record, write_record
from netgame.text import Text

SUFFIX = "netgame"  # of the files that we write; they are text, and a copy called .txt is read as well
RECORD_BEGINS = b"netgame record"


class FileError(Exception):
    """A file that could not be read or written; `text` says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


@dataclass(frozen=True)
class Kept:
    """A match of a file: its log, checked, and what that adds up to."""

    path: Path
    log: tuple[Event, ...]
    match: Match
    is_record: bool  # of our own form, and not another program's


def read_match(path: Path) -> Kept:
    """The match in a file, every line or move of it checked. `FileError` says what is wrong, and nothing is kept."""
    data, changed_ms = _read(path)
    try:
        own = data.startswith(RECORD_BEGINS)
        log = read_record(data, GAMES) if own else _imported(path, data, changed_ms)
        return Kept(path, log, replay(log, GAMES), own)
    except RulesError as error:
        raise FileError(error.text) from error


def write_match(path: Path, log: Sequence[Event]) -> None:
    """Save a match as a record, whole or not at all. `FileError` if that cannot be."""
    try:
        _write(path, write_record(log))
    except RulesError as error:
        raise FileError(error.text) from error


def export_match(path: Path, form: Format, match: Match) -> None:
    """Save a match for another program. `FileError` if its format cannot hold it, or the disk refuses."""
    try:
        _write(path, form.write(match))
    except RulesError as error:
        raise FileError(error.text) from error


def formats_for(match: Match) -> tuple[Format, ...]:
    """The formats of other programs that can hold this match."""
    return tuple(form for form in FORMATS.values() if _fits(form, match))


def suggested_name(match: Match, names: Sequence[str]) -> str:
    """What a file of the match could be called, without suffix: "Thud Ann - Bob 2026-05-01"."""
    day = datetime.fromtimestamp(match.created.at / 1000).strftime("%Y-%m-%d")
    who = " - ".join(name for name in names if name)
    words = re.sub(r"[^\w\-. ]", "", f"{match.game.title} {who} {day}")
    return " ".join(words.split())[:100].strip(". ")


def _fits(form: Format, match: Match) -> bool:
    try:
        form.write(match)
    except FormatError:
        return False
    return True


def _imported(path: Path, data: bytes, changed_ms: int) -> tuple[Event, ...]:
    text = decoded(data)
    suffix = path.suffix.lstrip(".").lower()
    form = next((form for form in FORMATS.values() if form.recognises(text)), None)
    form = form or next((form for form in FORMATS.values() if form.suffix == suffix), None)
    if form is None:
        raise FileError(Text("This is no record of a game, and no file of another program that is known here."))
    return from_transcript(form.read(text), changed_ms, title=path.stem[:60])


def _read(path: Path) -> tuple[bytes, int]:
    limit = max(MAX_RECORD, MAX_TEXT)
    try:
        if not path.is_file():  # a pipe or a device would never end
            raise FileError(Text("There is no such file."))
        with path.open("rb") as file:
            data = file.read(limit + 1)
        changed_ms = max(0, int(path.stat().st_mtime * 1000))
    except OSError as error:
        raise FileError(Text("The file cannot be read: {reason}.", {"reason": error.strerror or str(error)})) from error
    if len(data) > limit:
        raise FileError(Text("The file is too long for a record: more than {limit} bytes.", {"limit": limit}))
    return data, changed_ms


def _write(path: Path, text: str) -> None:
    try:
        write_whole(path, text.encode())
    except OSError as error:
        reason = {"reason": error.strerror or str(error)}
        raise FileError(Text("The file cannot be written: {reason}.", reason)) from error
