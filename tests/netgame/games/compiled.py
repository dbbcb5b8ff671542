"""The compiled kernels of the games that this run of the tests keeps on the disk."""

import os
import shutil
from contextlib import suppress
from pathlib import Path


def copy_compiled(to: Path) -> None:
    """Copy it to a new cache. Other processes may write to the shared one meanwhile."""
    shared = Path(os.environ["NUMBA_CACHE_DIR"])
    for path in shared.rglob("*.nb?"):
        copy = to / path.relative_to(shared)
        copy.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileNotFoundError):
            shutil.copy2(path, copy)


def stamps(cache: Path) -> dict[Path, int]:
    """Return when each file of a cache was written."""
    return {path: path.stat().st_mtime_ns for path in cache.rglob("*.nb?")}
