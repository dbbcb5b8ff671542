"""Comments on matches that are in no record yet: one private file for each match."""

import contextlib
import hashlib
import logging
import os
from pathlib import Path

import msgspec

from client_qt.settings.file_lock import alone
from netgame.records.comments import NO_COMMENTS, Comments, is_comment
from netgame.records.lines import MAX_RECORD
from protocol.files import write_whole

log = logging.getLogger(__name__)


def merged_comments(before: Comments, mine: Comments, theirs: Comments) -> Comments:
    """Merge the comments of two windows. `before` are those that this window read or wrote last.

    If both windows changed the comment on one move, the lines of the other window follow.
    """
    merged = {}
    for number in sorted(mine.keys() | theirs.keys()):
        old, new, other = (comments.get(number, ()) for comments in (before, mine, theirs))
        if new == old:
            merged[number] = other
        elif other == old:
            merged[number] = new
        else:
            merged[number] = (*new, *(line for line in other if line not in new and line not in old))
    return {number: lines for number, lines in merged.items() if lines}


def lock_of(folder: Path) -> Path:
    """Return the lock file for writing in a folder that all windows share."""
    return folder.with_name(f"{folder.name}.lock")


class _Stored(msgspec.Struct):
    """The content of a file."""

    match: str
    comments: Comments


class Notes:
    """Reads and writes the comments on matches. Comments that another window wrote on the same match are kept.

    A file that the system does not let this program read stays as it is, and nothing is written over it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.refused: OSError | None = None  # why the last comments that were not stored could not be
        self._known: dict[str, Comments] = {}  # by match: what this window read or wrote last

    def read(self, match: str) -> Comments | None:
        """Return the comments on the match with this name; None if nothing is stored. `OSError` if the file is there
        but cannot be read."""
        found = self._load(match)
        self._known[match] = found or NO_COMMENTS
        return found

    def write(self, match: str, comments: Comments) -> bool:
        """Replace the comments that this window knows. Return whether they are stored; `refused` says why not."""
        with alone(lock_of(self.folder)):  # if another window still writes: hardly about the same match
            try:
                stored = self._load(match) or NO_COMMENTS
                merged = merged_comments(self._known.get(match, NO_COMMENTS), comments, stored)
                data = msgspec.json.encode(_Stored(match, merged))
                write_whole(self._path(match), data, private=True, sync=False)
            except OSError as error:
                log.warning("comments not saved in %s: %s", self.folder, error)
                self.refused = error
                return False
        self._known[match] = comments
        return True

    def forget(self, match: str) -> None:
        """Remove the comments that this window knows: a record has them now."""
        with contextlib.suppress(OSError):
            if self.write(match, NO_COMMENTS) and not self._load(match):
                self._path(match).unlink()

    def _load(self, match: str) -> Comments | None:
        path = self._path(match)
        try:
            with path.open("rb") as file:
                stored = msgspec.json.decode(file.read(MAX_RECORD + 1), type=_Stored)
            lines = [line for lines in stored.comments.values() for line in lines]
            if stored.match != match or not all(map(is_comment, lines)):
                raise msgspec.ValidationError("not comments on this match")
        except FileNotFoundError:
            return None
        except (msgspec.DecodeError, RecursionError) as error:
            log.warning("comments in %s cannot be read: %s", path, error)
            with contextlib.suppress(OSError):
                os.replace(path, path.with_suffix(".broken"))
            return None
        return {number: lines for number, lines in stored.comments.items() if lines}

    def _path(self, match: str) -> Path:
        # the server chooses the name of a table; it is not safe as a file name
        return self.folder / f"{hashlib.sha256(match.encode()).hexdigest()[:32]}.json"
