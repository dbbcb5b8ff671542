"""Comments on matches that are in no record yet: one small private file for each match, in the folder of the client."""

import contextlib
import hashlib
import json
import logging
import os
from pathlib import Path
from typing import Any

from client_qt.files import write_whole
from netgame.comments import Comments, is_comment
from netgame.record import MAX_RECORD

log = logging.getLogger(__name__)


class Notes:
    """Read and written whole. A broken file is put aside, and the match has no comments then."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read(self, match: str) -> Comments | None:
        """The comments on the match of that name; None where nothing is kept."""
        path = self._path(match)
        try:
            with path.open("rb") as file:
                plain = json.loads(file.read(MAX_RECORD + 1))
            return _comments(plain, match)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            log.warning("comments in %s cannot be read: %s", path, error)
            with contextlib.suppress(OSError):
                os.replace(path, path.with_suffix(".broken"))
            return None

    def write(self, match: str, comments: Comments) -> bool:
        """Keep these in place of all others; whether the disk took them."""
        plain = {"match": match, "comments": {str(number): list(lines) for number, lines in comments.items()}}
        try:
            data = json.dumps(plain, ensure_ascii=False, indent=1).encode()
            write_whole(self._path(match), data, private=True)
        except OSError as error:
            log.warning("comments not kept in %s: %s", self.folder, error)
            return False
        return True

    def forget(self, match: str) -> None:
        """They are in a record now."""
        with contextlib.suppress(OSError):
            self._path(match).unlink()

    def _path(self, match: str) -> Path:
        # the name of a table is the server's choice, and no name for a file
        return self.folder / f"{hashlib.sha256(match.encode()).hexdigest()[:32]}.json"


def _comments(plain: Any, match: str) -> Comments:
    if plain["match"] != match:
        raise ValueError("these are about another match")
    found = {int(number): tuple(lines) for number, lines in plain["comments"].items()}
    if not all(isinstance(line, str) and is_comment(line) for lines in found.values() for line in lines):
        raise ValueError("a comment is a line of text")
    return {number: lines for number, lines in found.items() if lines}
