"""Check before Qt is loaded that a window can open: a missing library aborts the process without a message.

Standard library only.
"""

import ctypes
import importlib.util
import os
import sys
from collections.abc import Mapping
from pathlib import Path

APT = (
    "sudo apt install libgl1 libegl1 libfontconfig1 libfreetype6 libglib2.0-0 libdbus-1-3 libxkbcommon0 libx11-6 "
    "libbrotli1 libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-render-util0 libxcb-shape0 "
    "libxcb-xkb1 libxkbcommon-x11-0"
)
NO_SCREEN = (
    "There is no screen to open a window on. Start it on a desktop. "
    "A server needs no screen:\n  netgame-server --help\n"
)


def problem(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> str:
    """The reason why no window can open, and what to do; empty if one can."""
    wanted = environment.get("QT_QPA_PLATFORM", "").split(":")[0].split(";")[0]
    if platform.startswith("linux") and not wanted:
        if not (environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")):
            return NO_SCREEN
        wanted = "xcb" if environment.get("DISPLAY") else "wayland"
    missing = _not_importable() or (_not_loadable(wanted) if platform.startswith("linux") else "")
    return (
        f"A library that windows need is missing: {missing}\nInstall what Qt needs, then start again:\n  {APT}\n"
        if missing
        else ""
    )


def _not_importable() -> str:
    try:
        from PySide6 import QtSvg, QtWidgets  # noqa: F401
    except ImportError as error:
        return str(error)
    return ""


def _not_loadable(plugin: str) -> str:
    spec = importlib.util.find_spec("PySide6")
    folders = list(spec.submodule_search_locations or []) if spec is not None else []
    for folder in folders:
        library = Path(folder) / "Qt" / "plugins" / "platforms" / f"libq{plugin}.so"
        if library.exists():
            try:
                ctypes.CDLL(str(library))
            except OSError as error:
                return str(error)
    return ""
