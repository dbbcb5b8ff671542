"""Read and write matches: records, and files of other programs. The functions block."""

import os
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG
from urllib.parse import unquote_to_bytes, urlsplit
from urllib.request import url2pathname

from client_qt.text.disk_words import disk_words
from client_qt.text.locale_formats import local_time
from client_qt.text.translation import tr
from netgame.errors import RulesError
from netgame.formats.base import MAX_TEXT
from netgame.formats.convert import RECORD, LoadedMatch, form_of, read_file, write_file
from netgame.match.events import Moved
from netgame.match.state import Match
from netgame.records.lines import MAX_RECORD
from netgame.records.reader import CutRecord
from netgame.text import Text
from protocol.files import write_whole

SUFFIX = "netgame"  # of records; the format is found by the content, not by the suffix
KEPT = re.compile(r"(\d{4}-\d\d-\d\d) [0-9a-f]{6}(?=\.netgame$)")  # the end of the name of a kept match


class FileError(Exception):
    """A file cannot be read or written; `text` is the reason."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class CutFileError(FileError):
    """A record ends early. `whole` is the match up to there, with `count` moves; nothing proves that it was not
    changed."""

    def __init__(self, count: int, whole: LoadedMatch) -> None:
        many = Text("The file ends early. Its first {count} moves are whole.", {"count": count})
        super().__init__(many if count > 1 else Text("The file ends early. Its first move is whole."))
        self.count, self.whole = count, whole


def read_match(path: Path) -> LoadedMatch:
    """Read a file and check all of it. Raise `FileError`; `CutFileError` if its beginning has moves."""
    data, changed_ms = _read(path)
    if form_of(data, path.suffix) is None:
        raise FileError(Text("This is no record of a game, and no file of another program that is known here."))
    try:
        nameless = tr("Player 1"), tr("Player 2")
        return read_file(data, path.suffix, names=nameless, title=path.stem[:60], at=changed_ms)
    except CutRecord as error:
        whole = error.whole
        count = sum(isinstance(step.event, Moved) for step in whole.match.history) if whole is not None else 0
        if whole is None or not count:
            raise FileError(Text("The file ends early, before the first move is whole.")) from error
        raise CutFileError(count, LoadedMatch(RECORD, whole.log, whole.match, whole.comments)) from error
    except RulesError as error:
        raise FileError(error.text) from error


def write_match(path: Path, loaded: LoadedMatch, form: str = RECORD) -> tuple[Text, ...]:
    """Save a match whole or not at all. Return sentences on what the file leaves out.

    Raise `FileError` if the form cannot hold the match or the disk refuses.
    """
    try:
        text, left_out = write_file(loaded, form)
        write_whole(path, text.encode())
    except RulesError as error:
        raise FileError(error.text) from error
    except OSError as error:
        reason = {"reason": disk_words(error)}
        raise FileError(Text("The file cannot be written: {reason}.", reason)) from error
    return left_out


def newest_first(paths: Iterable[Path]) -> list[Path]:
    """Return those that are files, the latest change first. Blocks.

    A link to nothing, such as the lock of an editor, is left out, and so is a pipe, which would never end.
    """
    found = list[tuple[float, str, Path]]()
    for path in paths:
        with suppress(OSError):
            state = path.stat()
            if S_ISREG(state.st_mode):
                found.append((-state.st_mtime, str(path), path))
    return [path for _at, _name, path in sorted(found)]


def path_of(argument: str) -> str:
    """Return the path of a `file://` link, as desktops give one to a program; any other argument as it is."""
    if not argument.lower().startswith("file://"):
        return argument
    link = urlsplit(argument)
    if os.name == "nt":
        return url2pathname(f"//{link.netloc}{link.path}" if link.netloc not in ("", "localhost") else link.path)
    return os.fsdecode(unquote_to_bytes(link.path))


def suggested_name(match: Match, names: Sequence[str]) -> str:
    """Return a file name without suffix, like "Thud Ann - Bob 2026-05-01"."""
    day = local_time(match.created.at).strftime("%Y-%m-%d")
    players = " - ".join(name for name in names if name)
    words = re.sub(r"[^\w\-. ]", "", f"{match.game.title} {players} {day}")
    return " ".join(words.split())[:100].strip(". ")


def shown_name(path: Path) -> str:
    """Return the name of a file without the digits by which the program tells kept matches of one day apart."""
    return KEPT.sub(r"\1", path.name)


def _read(path: Path) -> tuple[bytes, int]:
    limit = max(MAX_RECORD, MAX_TEXT)
    try:
        if not path.is_file():  # a pipe or a device would never end
            raise FileError(Text("There is no such file."))
        with path.open("rb") as file:
            data = file.read(limit + 1)
        changed_ms = max(0, int(path.stat().st_mtime * 1000))
    except OSError as error:
        raise FileError(Text("The file cannot be read: {reason}.", {"reason": disk_words(error)})) from error
    if len(data) > limit:
        raise FileError(Text("The file is too long for a record: more than {limit} bytes.", {"limit": limit}))
    return data, changed_ms
