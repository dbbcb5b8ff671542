"""A real file system of a few MiB that only the processes of a test see, and that the test fills."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

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
    with _holder(f"{MOUNT[kind]} && echo mounted && exec cat", folder) as holder:
        assert holder.stdout is not None
        if holder.stdout.readline() != b"mounted\n":
            raise AssertionError(holder.communicate()[1])
        yield SmallDisk(folder, holder.pid)


@contextmanager
def _holder(script: str, folder: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """A process whose namespace lasts as long as the block."""
    command = ["unshare", "--mount", "--propagation", "private", "sh", "-c", script, "sh", str(folder)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as holder:
        try:
            yield holder
        finally:
            holder.kill()


@cache
def why_not(kind: str) -> str | None:
    """Return why this machine cannot mount it; None if it can."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return "NOT RUN: a small file system needs root on Linux"
    missing = [each for each in ("unshare", "nsenter", "mkfs.ext4") if shutil.which(each) is None]
    if missing:
        return f"NOT RUN: {missing[0]} is missing"
    folder = Path(subprocess.run(["mktemp", "-d"], capture_output=True, text=True, check=True).stdout.strip())
    try:
        with _holder(f"{MOUNT[kind]} && echo mounted && exec cat", folder) as holder:
            assert holder.stdout is not None
            if holder.stdout.readline() == b"mounted\n":
                return None
            assert holder.stderr is not None
            return f"NOT RUN: mounting is not permitted here: {holder.stderr.read().decode().strip()}"
    finally:
        shutil.rmtree(folder)
        Path(f"{folder}.image").unlink(missing_ok=True)
