"""Files that are written whole or not at all, and the lock that one program has on a file."""

import errno
import os
import secrets
import sys
import time
from contextlib import suppress
from pathlib import Path

from protocol import platform
from protocol.platform import open_new

SHARED = (5, 32)  # codes of Windows for a file that another program has open, such as a virus scanner or a backup
TRIES, AGAIN_S = 20, 0.1  # they are done after a moment


def write_whole(path: Path, data: bytes, *, private: bool = False, sync: bool = True, replace: bool = True) -> None:
    """Write a file through a second one, so that a crash leaves the old content or the new one.

    `private`: only its owner may read it. `sync`: it survives a power cut once this returns. Without `replace`, raise
    `FileExistsError` if there is a file. `OSError` if the disk refuses, another program has the file open, or a pipe, a
    device or a folder has that name.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    path = Path(os.path.realpath(path))  # a symbolic link stays one
    if path.is_symlink() or (path.exists() and not path.is_file()):  # or a rename would put the file in its place
        raise OSError(errno.EINVAL, "it is a folder, a pipe, a device, or a link to itself")
    part = path.with_name(f"{path.name[:40]}.{secrets.token_hex(4)}.part")
    try:
        handle = open_new(part, private=private)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            if sync:
                file.flush()
                platform.sync(handle)
        if not replace:
            try:
                os.link(part, path)  # unlike a rename, it fails if there is a file
                return
            except FileExistsError:
                raise
            except OSError:  # a file system without links
                os.close(open_new(path, private=private))
        _rename(part, path)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _rename(part: Path, path: Path) -> None:
    """Put the new file in the place of the old one. On Windows wait for programs that look at the old one."""
    for _ in range(TRIES):
        try:
            os.replace(part, path)
            return
        except PermissionError as error:
            if getattr(error, "winerror", None) not in SHARED:
                raise
            time.sleep(AGAIN_S)
    raise PermissionError(errno.EACCES, f"another program has {path} open")


if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 30  # other programs cannot read locked bytes, so the lock is on a byte far behind the content

    def try_lock(handle: int) -> bool:
        """Lock an open file until it is closed; False if another program has the lock."""
        os.lseek(handle, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def try_lock(handle: int) -> bool:
        """Lock an open file until it is closed; False if another program has the lock. `OSError` if it has none."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
