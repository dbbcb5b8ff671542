"""What the system under the tests lacks, as reasons to leave a test out, and what systems do differently in tests."""

import ctypes
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

WINDOWS = sys.platform == "win32"
if sys.platform == "win32":
    WINE = hasattr(ctypes.WinDLL("ntdll"), "wine_get_version")
    KILLED = 15  # the exit code of a process after `kill`
else:
    WINE = False
    KILLED = -signal.SIGKILL

has_modes = pytest.mark.skipif(WINDOWS, reason="Windows has access lists, no permission bits")
has_unix_sockets = pytest.mark.skipif(WINDOWS, reason="Windows' Python has no Unix sockets")
has_symlinks = pytest.mark.skipif(WINE, reason="Wine makes copies instead of symbolic links")
has_signals = pytest.mark.skipif(WINDOWS, reason="Windows has no signals between processes")
wakes_writers = pytest.mark.skipif(
    WINE, reason="Wine does not wake a program that waits to write when its connection is reset"
)
has_access_lists = pytest.mark.skipif(not WINDOWS or WINE, reason="access lists are of Windows, and Wine keeps none")
keeps_what_came = pytest.mark.skipif(WINDOWS, reason="on Windows a reset takes what came before it and was not read")


def is_private(path: Path) -> bool:
    """Say whether only its owner may read a file or a folder. Wine keeps no access lists; there this is always true."""
    if WINDOWS and not WINE:
        return subprocess.run(["icacls", str(path)], capture_output=True, text=True, check=True).stdout.count(":(") == 1
    return WINE or path.stat().st_mode & 0o077 == 0


def kill(pid: int) -> None:
    """End a process at once. It cannot clean up."""
    os.kill(pid, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
