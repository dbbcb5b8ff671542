"""How the server writes down what happens.

Four formats. `text` is for people at a terminal; `pairs` is one line of key=value for each record, quoted as programs
for logfmt expect it; `journal` speaks to systemd's journal; `auto` takes what fits. In each of them nothing that comes
from outside can look like another record.

What matters for security goes to the logger "netgame.security", and is written at every level.
"""

import logging
import os
import socket
import sys
import time
from collections.abc import Callable, Mapping
from typing import TextIO

from server.config.settings import LogFormat
from server.ops.journald import JournaldHandler, leads_to_journal
from server.ops.limits import RateLimit, RateLimiter
from server.ops.log_formats import Pairs, Text, pairs
from server.ops.policy import Remote

__all__ = ["SECURITY", "LimitLog", "chosen", "pairs", "security", "set_level", "set_up"]

SECURITY = "netgame.security"
OURS = "netgame-server"  # the handler that `set_up` made, among others that a program around us may have
_log = logging.getLogger(SECURITY)


def security(event: str, **facts: object) -> None:
    """Something that whoever runs the server may want to look at one day. Never a password, a token or a code."""
    _log.info("%s", pairs(event, **facts), extra={"event": event, "facts": facts})


class LimitLog:
    """Says in the security log from where limits are reached: each limit for each place once a minute, and no more than
    thirty a minute in all, so that whoever attacks a server does not fill its disk as well."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._each, self._all = RateLimiter(RateLimit(1, 1 / 60)), RateLimiter(RateLimit(30, 1 / 2))

    def say(self, limit: str, remote: Remote) -> None:
        """That limit was reached from there."""
        now = int(self._clock() * 1000)
        if self._each.take(f"{limit} {remote.key}", now) and self._all.take("", now):
            security("limited", limit=limit, remote=remote)


def set_up(
    level: str,
    format: LogFormat = "auto",
    stream: TextIO | None = None,
    environ: Mapping[str, str] = os.environ,
) -> None:
    """Write from now on what is at least that important, to stderr or `stream`; may be called again.

    Only for programs: it changes the root logger.
    """
    handler = _handler(chosen(format, stream or sys.stderr, environ), stream)
    handler.set_name(OURS)
    root = logging.getLogger()
    for old in [each for each in root.handlers if each.get_name() == OURS]:
        root.removeHandler(old)
        old.close()
    root.addHandler(handler)
    set_level(level)


def set_level(level: str) -> None:
    """Write from now on what is at least that important: `debug`, `info`, `warning` or `error`."""
    logging.getLogger().setLevel(level.upper())
    _log.setLevel(logging.INFO)


def chosen(format: LogFormat, stream: TextIO, environ: Mapping[str, str]) -> LogFormat:
    """The format that fits there, if that is what was asked for."""
    if format == "journal" and not hasattr(socket, "AF_UNIX"):
        return "pairs"
    if format != "auto":
        return format
    if leads_to_journal(stream, environ):
        return "journal"
    return "text" if stream.isatty() else "pairs"


def _handler(format: LogFormat, stream: TextIO | None) -> logging.Handler:
    if format == "journal":
        return JournaldHandler(stream=stream)
    handler = Lines(stream)
    handler.setFormatter(Pairs() if format == "pairs" else Text())
    return handler


class Lines(logging.StreamHandler[TextIO]):
    """A line for each record, to a stream; without one to what is stderr at that moment."""

    def __init__(self, stream: TextIO | None = None) -> None:
        super().__init__(stream)
        self._given = stream

    def emit(self, record: logging.LogRecord) -> None:
        self.stream = self._given or sys.stderr
        super().emit(record)
