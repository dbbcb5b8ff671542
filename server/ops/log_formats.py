"""Format log records: text for people, pairs of key=value (logfmt) for programs.

Names, titles and reasons come from outside and may hold line breaks and escape sequences of terminals. Both formats
escape them, in tracebacks too, so that no text can look like another record.
"""

import json
import logging
import re
import time
from collections.abc import Mapping

_BARE = re.compile(r"[A-Za-z0-9_.:/@+\-]+")


def pairs(facts: Mapping[str, object]) -> str:
    """Return one line of key=value pairs without those that are None."""
    return " ".join(f"{key}={quoted(str(value))}" for key, value in facts.items() if value is not None)


def quoted(text: str) -> str:
    """Return a value for a pair: unchanged if it is unambiguous, else a JSON string of printable characters."""
    if _BARE.fullmatch(text):
        return text
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in json.dumps(text, ensure_ascii=False))


def escaped(text: str) -> str:
    """Return the text with all unprintable characters escaped: line breaks, ESC, marks that turn text."""
    return text if text.isprintable() else "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def facts_of(record: logging.LogRecord) -> dict[str, object]:
    """Return event and facts of a security record; {} for other records."""
    facts = getattr(record, "facts", None)
    return {"event": getattr(record, "event", None), **facts} if isinstance(facts, dict) else {}


def traceback_of(record: logging.LogRecord) -> str:
    """Return the traceback and the stack of a record, or an empty string."""
    formatter = logging.Formatter()
    parts = [formatter.formatException(record.exc_info)] if record.exc_info and record.exc_info[0] else []
    return "\n".join([*parts, *([formatter.formatStack(record.stack_info)] if record.stack_info else [])])


class TextFormatter(logging.Formatter):
    """For people. The lines of a traceback are indented, so that none looks like a record."""

    def format(self, record: logging.LogRecord) -> str:
        first = f"{self.formatTime(record)} {record.levelname} {record.name}: {escaped(record.getMessage())}"
        return "\n    ".join([first, *(escaped(line) for line in traceback_of(record).split("\n") if line)])


class PairsFormatter(logging.Formatter):
    """For programs: one line for each record."""

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z"
        head = {"ts": at, "level": record.levelname.lower(), "logger": record.name}
        body = facts_of(record) or {"msg": record.getMessage()}
        return pairs(head | body | head | {"traceback": traceback_of(record) or None})
