"""A file that one program holds at a time. The system lets go of it when the program ends, however it does."""

import errno
import logging
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from protocol.files import try_lock

log = logging.getLogger(__name__)
WAIT_S = 2.0  # another window writes for some milliseconds; if it was stopped in the middle, do not wait for it
LOOK_AGAIN_S = 0.005
MOST_BYTES = 4096  # of what a holder writes: a path
_NO_LOCKS = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS)  # the file system has none


class FileLock:
    """A lock file that belongs to this program; made by `take`."""

    def __init__(self, path: Path, handle: int) -> None:
        self._path, self._handle = path, handle

    def release(self, remove: bool = False) -> None:
        """Let others have it. `remove`: the file is not needed any more."""
        os.close(self._handle)
        if remove:
            with suppress(OSError):  # Windows keeps it while another program looks whether it is free
                self._path.unlink()


def take(path: Path, words: str = "") -> FileLock | None:
    """Hold that lock file; None if another program, or another part of this one, does. `words` are for `words_of`.

    On a file system without locks it is always free. `OSError` if the file cannot be made.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if not _lock(handle):
            os.close(handle)
            return None
        os.ftruncate(handle, 0)
        os.lseek(handle, 0, os.SEEK_SET)
        os.write(handle, os.fsencode(words))
    except OSError:
        os.close(handle)
        raise
    return FileLock(path, handle)


def words_of(path: Path) -> str:
    """The words of the program that holds the lock file."""
    with path.open("rb") as file:
        return os.fsdecode(file.read(MOST_BYTES))


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Hold that lock file for a moment; wait for another holder, but not long. If the lock is still taken then, or the
    disk refuses it, go on without the lock: losing the change for certain would be worse."""
    hold, end = None, time.monotonic() + WAIT_S
    try:
        while (hold := take(path)) is None and time.monotonic() < end:
            time.sleep(LOOK_AGAIN_S)
    except OSError as error:
        log.warning("%s cannot be locked: %s", path, error)
    try:
        yield
    finally:
        if hold is not None:
            hold.release()


def _lock(handle: int) -> bool:
    try:
        return try_lock(handle)
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
        return True
