"""Reasons to leave a test out: the system under the tests lacks something."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from devtools.harness.systems import WINDOWS, WINE

NOBODY = 65534  # the id of an ordinary user
has_modes = pytest.mark.skipif(WINDOWS, reason="Windows has access lists, no permission bits")
has_unix_sockets = pytest.mark.skipif(WINDOWS, reason="Windows' Python has no Unix sockets")
has_symlinks = pytest.mark.skipif(WINE, reason="Wine makes copies instead of symbolic links")
has_signals = pytest.mark.skipif(WINDOWS, reason="Windows has no signals between processes")
wakes_writers = pytest.mark.skipif(
    WINE, reason="Wine does not wake a program that waits to write when its connection is reset"
)
has_access_lists = pytest.mark.skipif(not WINDOWS or WINE, reason="access lists are of Windows, and Wine keeps none")
can_be_nobody = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="only root can become another user"
)
keeps_what_came = pytest.mark.skipif(WINDOWS, reason="on Windows a reset takes what came before it and was not read")


@contextmanager
def as_nobody(*folders: Path) -> Iterator[None]:
    """Run the block as another user. The user owns the last folder, and may pass through those above."""
    for above in {above for folder in folders for above in folder.parents}:
        above.chmod(above.stat().st_mode | 0o011)  # the group stays that of root
    for path in (folders[-1], *folders[-1].iterdir()):
        os.chown(path, NOBODY, NOBODY)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


def why_not_as_root(what: str, *programs: str) -> str | None:
    """Return why a test that needs root on Linux and these programs cannot run here, or None."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return f"NOT RUN: {what} needs root on Linux"
    missing = [program for program in programs if shutil.which(program) is None]
    return f"NOT RUN: {what} needs {', '.join(missing)}" if missing else None
