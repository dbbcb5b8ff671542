"""Tests in several processes, `./run test`: files stay together, and what measures has the machine to itself."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

try:
    import fcntl
except ImportError:  # Windows: tests that measure run beside others
    fcntl = None  # type: ignore[assignment]


def keep_files_together(items: list[pytest.Item]) -> None:
    """A file's tests go to one process, in their order: what its fixtures make is made once."""
    for item in items:
        if item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


@contextlib.contextmanager
def beside_others(folder: Path, alone: bool) -> Iterator[None]:
    """For the length of one test: many may run, or the one that is `alone`. All processes know the folder."""
    if fcntl is None:
        yield
        return
    with (folder / "room").open("w") as room, (folder / "gate").open("w") as gate:
        fcntl.flock(gate, fcntl.LOCK_EX)  # who waits for an empty room keeps others from entering it
        fcntl.flock(room, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
        fcntl.flock(gate, fcntl.LOCK_UN)
        yield
