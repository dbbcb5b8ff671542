"""Format log records and other output as text for people.

Names, titles and reasons come from outside and may hold line breaks and escape sequences of terminals. They are
escaped, in tracebacks too, so that no text can look like another record.
"""

import logging
import sys
import traceback
from types import TracebackType


def escaped(text: str) -> str:
    """Return the text with all unprintable characters escaped: line breaks, ESC, marks that turn text."""
    return text if text.isprintable() else "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def traceback_of(record: logging.LogRecord) -> str:
    """Return the traceback and the stack of a record, or an empty string."""
    formatter = logging.Formatter()
    parts = [formatter.formatException(record.exc_info)] if record.exc_info and record.exc_info[0] else []
    return "\n".join([*parts, *([formatter.formatStack(record.stack_info)] if record.stack_info else [])])


def print_traceback(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Print an unexpected error as Python does, but escaped. Programs set it as `sys.excepthook`."""
    if sys.stderr is not None:  # a program without a console has none
        lines = "".join(traceback.format_exception(kind, error, trace)).split("\n")
        sys.stderr.write("\n".join(map(escaped, lines)))


class TextFormatter(logging.Formatter):
    """For people. The lines of a traceback are indented, so that none looks like a record."""

    def format(self, record: logging.LogRecord) -> str:
        first = f"{self.formatTime(record)} {record.levelname} {record.name}: {escaped(record.getMessage())}"
        return "\n    ".join([first, *(escaped(line) for line in traceback_of(record).split("\n") if line)])
