"""The version, the licences and the system, for the About dialog and error reports."""

import platform
import sys
from pathlib import Path

from protocol.program import PROGRAM
from protocol.texts import cleaned

NAME = "netgame"
FONTS = Path(__file__).parent / "resources" / "fonts"


def details() -> str:
    """Versions, system and screens, one per line, the same in every language; no names of people and no paths."""
    from PySide6 import __version__ as pyside
    from PySide6.QtCore import qVersion
    from PySide6.QtGui import QGuiApplication

    lines = [
        PROGRAM,
        f"Python {platform.python_version()}{' (venv)' if sys.prefix != sys.base_prefix else ''}",
        f"Qt {qVersion()}, PySide6 {pyside}, {QGuiApplication.platformName()}",
        f"{platform.system()} {platform.release()}, {platform.machine()}",
    ]
    for screen in QGuiApplication.screens():
        size = screen.size()
        lines.append(f"{size.width()} x {size.height()} px, {screen.devicePixelRatio():g}x")
    return "\n".join(lines)


def host_name() -> str:
    """The name of this computer on the network, as people may see it; empty if it has none."""
    node = platform.node().encode(errors="ignore").decode(errors="ignore")  # Linux allows bytes that are no text
    name = cleaned(node.split(".")[0])
    return f"{name}.local" if name and name != "localhost" else ""


def licence() -> str:
    """The licence of this program; empty if its file is missing."""
    from importlib import metadata

    beside = Path(__file__).parents[1] / "LICENSE"
    if beside.is_file():
        return beside.read_text("utf-8")
    try:
        files = metadata.files(NAME) or []
    except metadata.PackageNotFoundError:
        return ""
    return next((file.read_text("utf-8") for file in files if file.name == "LICENSE"), "")


def font_licences() -> str:
    """The licences of the fonts."""
    files = sorted(FONTS.iterdir(), key=lambda file: file.name)
    return "\n\n".join(file.read_text("utf-8").strip() for file in files if file.name.startswith("OFL-"))
