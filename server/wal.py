"""Finds commits that a damaged write-ahead log holds and SQLite did not recover.

SQLite reads the log up to the first frame whose checksum is wrong and takes no notice of the rest. After a crash that
is right: the last commit may be half written. But each commit was on the disk before the next one began, so two
commits in a row behind the damage were acknowledged, and are lost.
"""

import logging
import os
import shutil
import sqlite3
import struct
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO

log = logging.getLogger(__name__)

LOST = "-wal.lost-"  # between the name of a database and the number of commits, in the name of a log that was kept
_HEAD = struct.Struct(">8I")  # magic, version, page size, count of checkpoints, two salts, two checksums
_FRAME = struct.Struct(">6I")  # page, size of the database after a commit or 0, two salts, two checksums
_MAGIC = 0x377F0682  # or one more, where checksums are of big-endian words


@dataclass(frozen=True)
class _Frame:
    number: int
    commits: bool
    checksum: tuple[int, int]


class _Log:
    """A write-ahead log as a file."""

    def __init__(self, file: BinaryIO, head: bytes) -> None:
        self._file = file
        magic, _version, self._page, _count, *salts = _HEAD.unpack(head)[:6]
        self._salts, self._big_endian = tuple(salts), bool(magic & 1)
        self._size = _FRAME.size + self._page

    def frames(self) -> Iterator[_Frame]:
        """Those that belong to this log, and not to one that was in the file before."""
        number, at = 0, _HEAD.size
        while len(head := os.pread(self._file.fileno(), _FRAME.size, at)) == _FRAME.size:
            _of, size, *rest = _FRAME.unpack(head)
            number += 1
            if tuple(rest[:2]) == self._salts:
                yield _Frame(number, size != 0, (rest[2], rest[3]))
            at += self._size

    def follows(self, frame: _Frame, before: _Frame) -> bool:
        """Whether a frame was written right after that one: checksums go on from frame to frame."""
        if frame.number != before.number + 1:
            return False
        data = os.pread(self._file.fileno(), self._size, _HEAD.size + (frame.number - 1) * self._size)
        if len(data) != self._size:
            return False
        summed = data[:8] + data[_FRAME.size :]
        words = struct.unpack(f"{'>' if self._big_endian else '<'}{len(summed) // 4}I", summed)
        first, second = before.checksum
        for even, odd in zip(words[::2], words[1::2], strict=True):
            first = (first + even + second) & 0xFFFFFFFF
            second = (second + odd + first) & 0xFFFFFFFF
        return (first, second) == frame.checksum


def lost_commits(db: sqlite3.Connection, path: Path) -> int:
    """How many commits at least are in the log beside that database, were acknowledged, and are not in the database.

    `db` is a connection to it. A server may be writing.
    """
    if sys.platform == "win32":
        return 0  # there is no pread, and SQLite locks parts of the file
    try:
        file = (path.with_name(path.name + "-wal")).open("rb")
    except FileNotFoundError:
        return 0
    with file:
        while True:
            head = os.pread(file.fileno(), _HEAD.size, 0)
            if len(head) < _HEAD.size or _HEAD.unpack(head)[0] & ~1 != _MAGIC:
                return 0
            wal = _Log(file, head)
            frames = list(wal.frames())
            recovered = _recovered(db)  # asked after the frames were listed: what was written meanwhile is not lost
            lost = _lost(wal, [frame for frame in frames if frame.number > recovered]) if recovered >= 0 else 0
            if not lost or (recovered == _recovered(db) and head == os.pread(file.fileno(), _HEAD.size, 0)):
                return lost


def _recovered(db: sqlite3.Connection) -> int:
    """How many frames of the log are part of the database; below 0 if it has no log."""
    return int(db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[1])


def _lost(wal: _Log, frames: list[_Frame]) -> int:
    """The commits in frames that nobody recovered, where at least two follow each other."""
    lost = 0
    in_a_row = [frames[0].commits] if frames else []
    for before, frame in pairwise(frames):
        if not wal.follows(frame, before):
            lost += sum(in_a_row) if sum(in_a_row) > 1 else 0
            in_a_row = []
        in_a_row.append(frame.commits)
    return lost + (sum(in_a_row) if sum(in_a_row) > 1 else 0)


def keep_lost(db: sqlite3.Connection, path: Path) -> None:
    """Look whether commits of that database are lost; if so, say it in the log, and keep the damaged log beside it:
    SQLite deletes it soon, and it holds all that is left of them."""
    lost = lost_commits(db, path)
    if not lost:
        return
    log.error("%s is damaged: at least %d commits that were acknowledged are lost. Look at the disk", path.name, lost)
    kept = path.with_name(f"{path.name}{LOST}{lost}")
    try:
        handle = os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return  # of the same damage, which was found before
    except OSError as error:
        log.error("the damaged log could not be kept as %s: %s", kept, error.strerror)
        return
    try:
        with os.fdopen(handle, "wb") as copy, path.with_name(path.name + "-wal").open("rb") as file:
            shutil.copyfileobj(file, copy)
    except OSError as error:
        kept.unlink()
        log.error("the damaged log could not be kept as %s: %s", kept, error.strerror)


def kept_logs(folder: Path) -> Iterator[tuple[str, Path]]:
    """The damaged logs that lie in a folder, each with the name of its database."""
    for path in sorted(folder.glob(f"*{LOST}*")):
        yield path.name.partition(LOST)[0], path
