"""Format log records as pairs of key=value (logfmt) for programs; all texts are escaped."""

import json
import logging
import re
import time
from collections.abc import Mapping

from protocol.log_text import traceback_of

_BARE = re.compile(r"[A-Za-z0-9_.:/@+\-]+")


def pairs(facts: Mapping[str, object]) -> str:
    """Return one line of key=value pairs without those that are None."""
    return " ".join(f"{key}={quoted(str(value))}" for key, value in facts.items() if value is not None)


def quoted(text: str) -> str:
    """Return a value for a pair: unchanged if it is unambiguous, else a JSON string of printable characters."""
    if _BARE.fullmatch(text):
        return text
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in json.dumps(text, ensure_ascii=False))


def facts_of(record: logging.LogRecord) -> dict[str, object]:
    """Return event and facts of a security record; {} for other records."""
    facts = getattr(record, "facts", None)
    return {"event": getattr(record, "event", None), **facts} if isinstance(facts, dict) else {}


class PairsFormatter(logging.Formatter):
    """For programs: one line for each record."""

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z"
        head = {"ts": at, "level": record.levelname.lower(), "logger": record.name}
        body = facts_of(record) or {"msg": record.getMessage()}
        return pairs(head | body | head | {"traceback": traceback_of(record) or None})
