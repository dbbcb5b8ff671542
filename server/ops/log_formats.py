"""How a record looks: as text for people, as key=value pairs for programs; nothing in it can look like another one.

Names that people give themselves, titles and reasons may hold line breaks and the escape sequences of terminals: they
come out escaped, in tracebacks too.
"""

import json
import logging
import re
import time
from collections.abc import Mapping

_BARE = re.compile(r"[A-Za-z0-9_.:/@+\-]+")
_PAIR = re.compile(r'([A-Za-z_]\w*)=("(?:[^"\\]|\\.)*"|[A-Za-z0-9_.:/@+\-]+)(?: |$)', re.ASCII)


def pairs(event: str, **facts: object) -> str:
    """One line of key=value pairs, as `parsed` reads them back; None is left out."""
    return joined({"event": event} | facts)


def joined(facts: Mapping[str, object]) -> str:
    """The pairs alone."""
    return " ".join(f"{key}={quoted(str(value))}" for key, value in facts.items() if value is not None)


def quoted(text: str) -> str:
    """As it is, if it cannot be misread; else a JSON string in which everything is escaped that cannot be seen."""
    if _BARE.fullmatch(text):
        return text
    plain = json.dumps(text, ensure_ascii=False)
    return plain if plain.isprintable() else "".join(map(_as_json, plain))


def parsed(line: str) -> dict[str, str]:
    """What a line of pairs says; `ValueError` if it is none."""
    found: dict[str, str] = {}
    at = 0
    while at < len(line):
        pair = _PAIR.match(line, at)
        if pair is None:
            raise ValueError(f"no pair at {at}: {line!r}")
        key, value = pair.groups()
        found[key] = json.loads(value) if value.startswith('"') else value
        at = pair.end()
    return found


def _as_json(char: str) -> str:
    return char if char.isprintable() else json.dumps(char)[1:-1]


def shown(text: str) -> str:
    """The text on one line, with everything escaped that cannot be seen: line breaks, ESC, marks that turn text."""
    return text if text.isprintable() else "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


class Text(logging.Formatter):
    """For people. What follows a record, such as a traceback, is indented: no line of it looks like a record."""

    def format(self, record: logging.LogRecord) -> str:
        at = self.formatTime(record)
        first = f"{at} {record.levelname} {record.name}: {shown(record.getMessage())}"
        return "\n".join([first, *(f"    {shown(line)}" for line in traceback_of(record).split("\n") if line)])


class Pairs(logging.Formatter):
    """For programs: one line for each record, whatever is in it."""

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z"
        ours = {"ts": at, "level": record.levelname.lower(), "logger": record.name}
        said = facts_of(record) or {"msg": record.getMessage()}
        return joined(ours | said | ours | {"traceback": traceback_of(record) or None})


def facts_of(record: logging.LogRecord) -> dict[str, object]:
    """What `security` was told; nothing for other records."""
    event, facts = getattr(record, "event", None), getattr(record, "facts", None)
    return {"event": event, **facts} if isinstance(facts, dict) else {}


def traceback_of(record: logging.LogRecord) -> str:
    """The traceback and the stack that belong to it, on many lines; empty if there are none."""
    format = logging.Formatter()
    parts = [format.formatException(record.exc_info)] if record.exc_info and record.exc_info[0] else []
    return "\n".join([*parts, *([format.formatStack(record.stack_info)] if record.stack_info else [])])
