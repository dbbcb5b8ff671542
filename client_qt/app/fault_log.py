"""What went wrong, kept in a file for whoever looks into it, the newest warnings and mistakes of the program; and where
exceptions of slots go."""

import logging
import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

log = logging.getLogger(__name__)
LONGEST, KEPT = 256 * 1024, 2  # bytes of a file; older files beside it
FILE = "netgame.log"


class FaultLog(logging.Handler):
    """Writes to a file that is made with the first line, and what writes it is: most days nothing goes wrong."""

    def __init__(self, path: Path) -> None:
        super().__init__(logging.WARNING)
        self._path = path
        self._file: logging.Handler | None = None

    def emit(self, record: logging.LogRecord) -> None:
        if self._file is None:
            from logging.handlers import RotatingFileHandler  # brings sockets, queues and pickles

            self._file = RotatingFileHandler(
                self._path, maxBytes=LONGEST, backupCount=KEPT, delay=True, encoding="utf-8", errors="backslashreplace"
            )
        self._file.setFormatter(self.formatter)
        self._file.emit(record)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
        super().close()


def note_faults(folder: Path, formatter: logging.Formatter) -> Path | None:
    """From now on note warnings and worse in a file of that folder; its path, or None where there can be none. It is
    made with the first line."""
    path = folder / FILE
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        log.warning("no log in %s: %s", folder, error)
        return None
    handler = FaultLog(path)
    handler.setFormatter(formatter)
    logging.getLogger().addHandler(handler)
    return path


def show_exceptions(show: Callable[[BaseException], None]) -> None:
    """Log and show what a slot raises: PySide hands it to `sys.excepthook`, which by itself only prints."""

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if isinstance(error, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        log.error("an exception reached the top of the window", exc_info=(kind, error, trace))
        show(error)

    sys.excepthook = hook
