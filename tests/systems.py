"""What the system under the tests lacks, as reasons to leave a test out."""

import ctypes
import sys

import pytest

WINDOWS = sys.platform == "win32"
if sys.platform == "win32":
    WINE = hasattr(ctypes.WinDLL("ntdll"), "wine_get_version")
else:
    WINE = False

has_modes = pytest.mark.skipif(WINDOWS, reason="Windows has access lists, no permission bits")
has_unix_sockets = pytest.mark.skipif(WINDOWS, reason="Windows' Python has no Unix sockets")
has_symlinks = pytest.mark.skipif(WINE, reason="Wine makes copies instead of symbolic links")
has_access_lists = pytest.mark.skipif(not WINDOWS or WINE, reason="access lists are of Windows, and Wine keeps none")
keeps_what_came = pytest.mark.skipif(WINDOWS, reason="on Windows a reset takes what came before it and was not read")
