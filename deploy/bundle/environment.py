"""The environment variables and the console of the bundle's programs."""

import os
import sys


def restore() -> None:
    """Undo what the start of a bundle sets for this process alone.

    Its children include file managers and browsers of the system. They must not load libraries and plugins of the
    bundle. The loader and PySide6 have read these variables, or do not need them.
    """
    original = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    if original is None:
        os.environ.pop("LD_LIBRARY_PATH", None)
    else:
        os.environ["LD_LIBRARY_PATH"] = original
    for name in ("QT_PLUGIN_PATH", "QML2_IMPORT_PATH"):
        os.environ.pop(name, None)


def use_console() -> None:
    """Let a program without a console answer options, such as --check, on the one that it was started from.

    Only Windows needs this. A window does not stay at the console: Ctrl+C there is for other programs.
    """
    if sys.platform != "win32":
        return
    from ctypes import windll

    asked = any(word.startswith("-") for word in sys.argv[1:])
    target = "CONOUT$" if asked and windll.kernel32.AttachConsole(-1) else os.devnull  # -1: that of the parent
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # it goes to no file and no pipe
            setattr(sys, name, open(target, "w", encoding="utf-8", errors="replace", buffering=1))  # noqa: SIM115
