"""What systems do differently, for tests and developer programs."""

import ctypes
import os
import signal
import subprocess
import sys
from pathlib import Path

WINDOWS = sys.platform == "win32"
if sys.platform == "win32":
    WINE = hasattr(ctypes.WinDLL("ntdll"), "wine_get_version")
    KILLED = 15  # the exit code of a process after `kill`
else:
    WINE = False
    KILLED = -signal.SIGKILL


def is_private(path: Path) -> bool:
    """Say whether only its owner may read a file or a folder. Wine keeps no access lists; there this is always true."""
    if WINDOWS and not WINE:
        return subprocess.run(["icacls", str(path)], capture_output=True, text=True, check=True).stdout.count(":(") == 1
    return WINE or path.stat().st_mode & 0o077 == 0


def kill(pid: int) -> None:
    """End a process at once. It cannot clean up."""
    os.kill(pid, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
