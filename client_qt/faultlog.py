"""What went wrong, kept in a file for whoever looks into it: the newest warnings and mistakes of the program."""

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

log = logging.getLogger(__name__)
LONGEST, KEPT = 256 * 1024, 2  # bytes of a file; older files beside it
FILE = "netgame.log"


def note_faults(folder: Path, formatter: logging.Formatter) -> Path | None:
    """From now on note warnings and worse in a file of that folder; its path, or None where there can be none. It is
    made with the first line."""
    path = folder / FILE
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        handler = RotatingFileHandler(
            path, maxBytes=LONGEST, backupCount=KEPT, delay=True, encoding="utf-8", errors="backslashreplace"
        )
    except OSError as error:
        log.warning("no log in %s: %s", folder, error)
        return None
    handler.setLevel(logging.WARNING)
    handler.setFormatter(formatter)
    logging.getLogger().addHandler(handler)
    return path
