"""Matches in files: records of our own, and files of other programs. Plain functions that block; no window."""

import re
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from client_qt.text.rules_text import tr
from netgame.errors import RulesError
from netgame.formats.base import MAX_TEXT
from netgame.formats.convert import RECORD, LoadedMatch, form_of, read_file, write_file
from netgame.match.state import Match
from netgame.records.lines import MAX_RECORD
from netgame.text import Text
from protocol.files import write_whole

SUFFIX = "netgame"  # of the files that we write; they are text, and a copy called .txt is read as well


class FileError(Exception):
    """A file that could not be read or written; `text` says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


def read_match(path: Path) -> LoadedMatch:
    """The match in a file, every line or move of it checked. `FileError` says what is wrong, and nothing is kept."""
    data, changed_ms = _read(path)
    if form_of(data, path.suffix) is None:
        raise FileError(Text("This is no record of a game, and no file of another program that is known here."))
    try:
        nameless = tr("Player 1"), tr("Player 2")
        return read_file(data, path.suffix, names=nameless, title=path.stem[:60], at=changed_ms)
    except RulesError as error:
        raise FileError(error.text) from error


def write_match(path: Path, held: LoadedMatch, form: str = RECORD) -> tuple[Text, ...]:
    """Save a match whole or not at all, as a record or for another program; what the file does not say of it.

    `FileError` if the form cannot hold the match, or the disk refuses.
    """
    try:
        text, left_out = write_file(held, form)
    except RulesError as error:
        raise FileError(error.text) from error
    _write(path, text)
    return left_out


def suggested_name(match: Match, names: Sequence[str]) -> str:
    """What a file of the match could be called, without suffix: "Thud Ann - Bob 2026-05-01"."""
    day = datetime.fromtimestamp(match.created.at / 1000).strftime("%Y-%m-%d")
    who = " - ".join(name for name in names if name)
    words = re.sub(r"[^\w\-. ]", "", f"{match.game.title} {who} {day}")
    return " ".join(words.split())[:100].strip(". ")


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
