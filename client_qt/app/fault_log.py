"""The log file for warnings and errors, and the report of unexpected exceptions."""

import logging
import sys
from collections.abc import Callable
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

from protocol.platform import make_private_folder

log = logging.getLogger(__name__)
MAX_BYTES, BACKUPS = 256 * 1024, 2


def log_faults(folder: Path, formatter: logging.Formatter) -> Path | None:
    """Log warnings and errors to a file in the folder; return its path, or None if the folder cannot be made."""
    path = folder / "netgame.log"
    try:
        make_private_folder(folder)
    except OSError as error:
        log.warning("no log in %s: %s", folder, error)
        return None
    handler = RotatingFileHandler(
        path, maxBytes=MAX_BYTES, backupCount=BACKUPS, delay=True, encoding="utf-8", errors="backslashreplace"
    )
    handler.setLevel(logging.WARNING)
    handler.setFormatter(formatter)
    logging.getLogger().addHandler(handler)
    return path


def show_exceptions(show: Callable[[BaseException], None]) -> None:
    """Log and show exceptions of slots: PySide passes them to `sys.excepthook`, which by default only prints."""

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if isinstance(error, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        log.error("unexpected error in the window", exc_info=(kind, error, trace))
        show(error)

    sys.excepthook = hook
