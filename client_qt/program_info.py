"""What program this is and what it runs on: for whoever asks, and for whoever has to find out what went wrong."""

import platform
import sys
from pathlib import Path

from client_qt.theme.tokens import RESOURCES

NAME = "netgame"
UNKNOWN = "?"


def version() -> str:
    """Of this program: as it was installed, or of the folder that it runs from."""
    import tomllib
    from importlib import metadata

    try:
        return metadata.version(NAME)
    except metadata.PackageNotFoundError:
        beside = Path(__file__).parents[1] / "pyproject.toml"
        return str(tomllib.loads(beside.read_text("utf-8"))["project"]["version"]) if beside.is_file() else UNKNOWN


def details() -> str:
    """A line each: versions, system, screen. Nothing in them says who somebody is or where his files lie."""
    from PySide6 import __version__ as pyside
    from PySide6.QtCore import qVersion
    from PySide6.QtGui import QGuiApplication

    lines = [
        f"{NAME} {version()}",
        f"Python {platform.python_version()}, {'an environment of its own' if _in_venv() else 'that of the system'}",
        f"Qt {qVersion()}, PySide6 {pyside}, {QGuiApplication.platformName()}",
        f"{platform.system()} {platform.release()}, {platform.machine()}",
    ]
    for screen in QGuiApplication.screens():
        size = screen.size()
        lines.append(f"screen {size.width()} x {size.height()}, {screen.devicePixelRatio():g} pixels a point")
    return "\n".join(lines)


def host_name() -> str:
    """How this computer is called on the network; empty where it has no name of its own."""
    name = platform.node().split(".")[0]
    return f"{name}.local" if name and name != "localhost" else ""


def licence() -> str:
    """Of this program, in full where the file came along."""
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
    """Of the fonts, in full, one after the other."""
    files = sorted((RESOURCES / "fonts").iterdir(), key=lambda file: file.name)
    return "\n\n".join(file.read_text("utf-8").strip() for file in files if file.name.startswith("OFL-"))


def _in_venv() -> bool:
    return sys.prefix != sys.base_prefix
