"""The environment variables of the bundle's programs."""

import os


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
