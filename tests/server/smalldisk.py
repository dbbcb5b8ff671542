"""A real file system of a few MiB that only the processes of a test see, and that the test fills."""

import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from tests.systems import why_not_as_root

SIZE_MIB = 12
BLOCK = 1 << 16
MOUNT = {
    "tmpfs": f'mount -t tmpfs -o size={SIZE_MIB}m tmpfs "$1"',
    # blocks of 1 KiB: SQLite allocates only a quarter of each page of its index
    "ext4": f'truncate -s {SIZE_MIB}M "$1.image" && mkfs.ext4 -q -b 1024 -m 0 -O ^has_journal "$1.image"'
    ' && mount -o loop "$1.image" "$1"',
}


class SmallDisk:
    """Made by `small_disk`. `path` is the mount point as processes see it that are started with `within`."""

    def __init__(self, path: Path, holder: int) -> None:
        self.path = path
        self.within: Sequence[str] = ("nsenter", f"--target={holder}", "--mount", "--root", f"--wd={os.getcwd()}")
        self._here = Path(f"/proc/{holder}/root{path}")  # the same folder, as this process sees it

    def file(self, name: str) -> Path:
        """A file of that disk, to look at from outside."""
        return self._here / name

    def fill(self) -> None:
        """Fill the disk, like another program."""
        with self.file("fill").open("ab", buffering=0) as file:
            for size in (BLOCK, 1):
                try:
                    while True:
                        file.write(b"x" * size)
                except OSError:
                    continue

    def make_room(self) -> None:
        """Delete the file that fills the disk."""
        self.file("fill").unlink()


@contextmanager
def small_disk(folder: Path, kind: str) -> Iterator[SmallDisk]:
    """A `SmallDisk` for the length of the block, mounted in a namespace of its own."""
    folder.mkdir()
    script, pipe = f"{MOUNT[kind]} && echo mounted && exec cat", subprocess.PIPE
    command = ["unshare", "--mount", "--propagation", "private", "sh", "-c", script, "sh", str(folder)]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as holder:
        assert holder.stdout is not None
        try:
            assert holder.stdout.readline() == b"mounted\n", holder.communicate()[1]
            yield SmallDisk(folder, holder.pid)
        finally:
            holder.kill()


@cache
def why_not(kind: str) -> str | None:
    """Return why this machine cannot mount it; None if it can."""
    if reason := why_not_as_root("a small file system", "unshare", "nsenter", "mkfs.ext4"):
        return reason
    with tempfile.TemporaryDirectory() as folder:
        try:
            with small_disk(Path(folder) / "disk", kind):
                return None
        except AssertionError as error:
            return f"NOT RUN: mounting is not permitted here: {error}"
