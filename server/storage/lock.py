"""One server at a time for a data folder, and for the second one who the first is."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from protocol.files import try_lock
from server.errors import DataFolderBusy, DataFolderUnusable

FILE = "lock"
RESTORING = "restoring"  # lies in a folder while a backup is put back into it


class FolderLock:
    """The data folder is this program's; made by `hold`."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def tell(self, port: int, fingerprint: str) -> None:
        """Write down what a second server and `health` want to know; `OSError` if the disk does not take it."""
        text = _text(port, fingerprint)
        os.lseek(self._handle, 0, os.SEEK_SET)
        os.write(self._handle, text)  # over what is there, which needs no new room on the disk
        os.ftruncate(self._handle, len(text))


@contextmanager
def hold(folder: Path, *, restoring: bool = False) -> Iterator[FolderLock]:
    """The folder, made if missing, for this program alone; `DataFolderBusy` or `DataFolderUnusable`.

    The system lets go of the lock when the program ends, however it does. Only who is about to put a backup back takes
    a folder in which that was broken off.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(folder / FILE, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise unusable(folder, error) from error
    try:
        if not try_lock(handle):
            raise _busy(handle)
        if not restoring and (folder / RESTORING).exists():
            raise DataFolderUnusable(
                "A backup was being put into {folder} when that was broken off. Start restore again, with --force",
                folder=str(folder),
            )
        os.ftruncate(handle, 0)
        yield FolderLock(handle)
    finally:
        os.close(handle)


def unusable(folder: Path, error: OSError) -> DataFolderUnusable:
    """Why that folder cannot be used, as a sentence."""
    return DataFolderUnusable(
        "The data folder {folder} cannot be used ({reason}). Choose another one, or make it writable",
        folder=str(folder),
        reason=error.strerror or str(error),
    )


def _text(port: int, fingerprint: str) -> bytes:
    return json.dumps({"pid": os.getpid(), "port": port, "fingerprint": fingerprint}).encode()


def _busy(handle: int) -> DataFolderBusy:
    os.lseek(handle, 0, os.SEEK_SET)
    try:
        told = json.loads(os.read(handle, 4096))
        return DataFolderBusy(int(told["port"]), str(told["fingerprint"]))
    except (ValueError, KeyError, TypeError):
        return DataFolderBusy(0, "")
