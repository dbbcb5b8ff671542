"""Lock files. The system releases a lock when its program ends for any reason."""

import errno
import logging
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from protocol.files import try_lock

log = logging.getLogger(__name__)
WAIT_S = 0.04  # another window writes for some milliseconds, unless it is suspended; the window stands still meanwhile
RETRY_S = 0.005
MAX_BYTES = 4096  # of the text in a lock file: a path
_NO_LOCKS = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS)  # of a file system without locks


class FileLock:
    """A lock that this program holds; made by `take`."""

    def __init__(self, path: Path, handle: int) -> None:
        self._path, self._handle = path, handle

    def release(self, remove: bool = False) -> None:
        """Release the lock. `remove`: delete the file as well."""
        os.close(self._handle)
        if remove:
            with suppress(OSError):  # Windows does not delete it while another program has it open
                self._path.unlink()


def take(path: Path, words: str = "") -> FileLock | None:
    """Take a lock. Return None if another program, or another part of this one, holds it.

    `words` are stored for `words_of`. On a file system without locks it is always free. `OSError` if the file cannot be
    created.
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
    """Return the words of the program that holds the lock."""
    with path.open("rb") as file:
        return os.fsdecode(file.read(MAX_BYTES))


@contextmanager
def alone(path: Path, wait_s: float = WAIT_S) -> Iterator[bool]:
    """Hold a lock for a moment. Yields False if another program still holds it after `wait_s`.

    Where the disk refuses a lock, there is none to wait for: yields True.
    """
    lock, is_alone, end = None, True, time.monotonic() + wait_s
    try:
        while not (is_alone := (lock := take(path)) is not None) and time.monotonic() < end:
            time.sleep(RETRY_S)
    except OSError as error:
        log.warning("%s cannot be locked: %s", path, error)
    try:
        yield is_alone
    finally:
        if lock is not None:
            lock.release()


def _lock(handle: int) -> bool:
    try:
        return try_lock(handle)
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
        return True
