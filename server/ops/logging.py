"""Configure logging, and log security events.

Formats: `text` for people at a terminal, `pairs` of key=value for programs, `journal` for systemd's journal. `auto`
chooses by where the log goes. Security events use the logger "netgame.security", which every level includes.
"""

import logging
import math
import os
import socket
import sys
import time
from collections.abc import Callable, Mapping
from typing import Literal, TextIO

from protocol.log_text import TextFormatter
from server.errors import StoreProblem
from server.ops.journald import JournaldHandler, is_journal
from server.ops.log_formats import PairsFormatter, pairs
from server.ops.rate_limit import RateLimit, RateLimiter
from server.ops.remote import Remote

LogFormat = Literal["auto", "text", "pairs", "journal"]
SECURITY = "netgame.security"
CAUSE_S = 60.0  # between two lines with the same reason of the store
HANDLER = "netgame-server"  # the name of our handler on the root logger
_log = logging.getLogger(SECURITY)


def security(event: str, **facts: object) -> None:
    """Log a security event. The facts never include a password, a token or a code."""
    _log.info("%s", pairs({"event": event, **facts}), extra={"event": event, "facts": facts})


class LimitLog:
    """Logs who reaches limits: each limit once a minute for each address, and at most thirty a minute in all.

    An attack on the server must not fill its disk as well.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._each, self._all = RateLimiter(RateLimit(1, 1 / 60)), RateLimiter(RateLimit(30, 1 / 2))

    def log(self, limit: str, remote: Remote) -> None:
        """Log that `remote` reached the limit."""
        now = int(self._clock() * 1000)
        if self._each.take(f"{limit} {remote.key}", now) and self._all.take("", now):
            security("limited", limit=limit, remote=remote)


class CauseFilter(logging.Filter):
    """Lets each reason why a store fails through once a minute.

    A full disk fails the commands of all tables and users, and each of them is logged. The next line says how many were
    left out.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._left_out: dict[str, tuple[float, int]] = {}  # reason -> when it was logged, and lines left out since

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the record is logged."""
        args = record.args if isinstance(record.args, tuple) else ()
        reasons = [str(arg) for arg in args if isinstance(arg, StoreProblem)]
        if not reasons:
            return True
        now, reason = self._clock(), reasons[0]
        at, count = self._left_out.get(reason, (-math.inf, 0))
        if now < at + CAUSE_S:
            self._left_out[reason] = at, count + 1
            return False
        self._left_out = {known: kept for known, kept in self._left_out.items() if now < kept[0] + 2 * CAUSE_S}
        self._left_out[reason] = now, 0
        if count:
            record.msg, record.args = f"{record.msg} (%d more lines for this reason were left out)", (*args, count)
        return True


def set_up(
    level: str, format: LogFormat = "auto", stream: TextIO | None = None, environ: Mapping[str, str] = os.environ
) -> None:
    """Log records of that level and above to `stream`, by default stderr. May be called again.

    Only programs call this: it changes the root logger.
    """
    chosen = choose_format(format, stream or sys.stderr, environ)
    if chosen == "journal":
        handler: logging.Handler = JournaldHandler(stream=stream)
    else:
        handler = LineHandler(stream)
        handler.setFormatter(PairsFormatter() if chosen == "pairs" else TextFormatter())
    handler.set_name(HANDLER)
    handler.addFilter(CauseFilter())
    root = logging.getLogger()
    for old in [each for each in root.handlers if each.get_name() == HANDLER]:
        root.removeHandler(old)
        old.close()
    root.addHandler(handler)
    set_level(level)


def set_level(level: str) -> None:
    """Log records of that level and above from now on: `debug`, `info`, `warning` or `error`."""
    logging.getLogger().setLevel(level.upper())
    logging.getLogger("alembic").setLevel(logging.WARNING)  # the storage logs its migrations
    _log.setLevel(logging.INFO)


def choose_format(format: LogFormat, stream: TextIO, environ: Mapping[str, str]) -> LogFormat:
    """Return the format to use for a stream: never `auto`, and `journal` only where the system has it."""
    if format == "journal" and not hasattr(socket, "AF_UNIX"):
        return "pairs"
    if format != "auto":
        return format
    if is_journal(stream, environ):
        return "journal"
    return "text" if stream.isatty() else "pairs"


class LineHandler(logging.StreamHandler[TextIO]):
    """Writes records to a stream; without one to the current `sys.stderr`."""

    def __init__(self, stream: TextIO | None = None) -> None:
        super().__init__(stream)
        self._given = stream

    def emit(self, record: logging.LogRecord) -> None:
        self.stream = self._given or sys.stderr
        super().emit(record)
