"""Reasons to leave a test out: the system under the tests lacks something."""

import os
import shutil
import sys

import pytest

from devtools.harness.systems import WINDOWS, WINE

has_modes = pytest.mark.skipif(WINDOWS, reason="Windows has access lists, no permission bits")
has_unix_sockets = pytest.mark.skipif(WINDOWS, reason="Windows' Python has no Unix sockets")
has_symlinks = pytest.mark.skipif(WINE, reason="Wine makes copies instead of symbolic links")
has_signals = pytest.mark.skipif(WINDOWS, reason="Windows has no signals between processes")
wakes_writers = pytest.mark.skipif(
    WINE, reason="Wine does not wake a program that waits to write when its connection is reset"
)
has_access_lists = pytest.mark.skipif(not WINDOWS or WINE, reason="access lists are of Windows, and Wine keeps none")
keeps_what_came = pytest.mark.skipif(WINDOWS, reason="on Windows a reset takes what came before it and was not read")


def why_not_as_root(what: str, *programs: str) -> str | None:
    """Return why a test that needs root on Linux and these programs cannot run here, or None."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return f"NOT RUN: {what} needs root on Linux"
    missing = [program for program in programs if shutil.which(program) is None]
    return f"NOT RUN: {what} needs {', '.join(missing)}" if missing else None
