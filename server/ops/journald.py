"""Log to the journal of systemd, one datagram of fields for each record.

Unlike lines on stderr, a traceback stays one entry, `journalctl NETGAME_EVENT=kicked` finds security events, and no
value can begin another field, because each comes with its length. If the journal does not answer, the handler writes
lines with their priority to stderr.
"""

import logging
import os
import socket
import sys
from collections.abc import Iterator, Mapping
from typing import TextIO

from protocol.log_text import escaped, traceback_of
from server.ops.log_formats import facts_of

SOCKET = "/run/systemd/journal/socket"
MAX_VALUE = 32 * 1024  # characters of one field: a datagram holds some 200 KB
_PRIORITIES = ((logging.CRITICAL, 2), (logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))


def is_journal(stream: TextIO, environ: Mapping[str, str]) -> bool:
    """Return whether a service manager has connected the stream to the journal."""
    try:
        stat = os.fstat(stream.fileno())
    except (OSError, ValueError):  # not a file
        return False
    return environ.get("JOURNAL_STREAM") == f"{stat.st_dev}:{stat.st_ino}" and os.path.exists(SOCKET)


def _unix_socket() -> socket.socket:
    if sys.platform == "win32":
        raise NotImplementedError("Windows has no journal")
    return socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)


class JournaldHandler(logging.Handler):
    """Sends records to the journal without waiting. If the journal is too slow, it drops records and logs how many."""

    def __init__(self, path: str = SOCKET, stream: TextIO | None = None) -> None:
        super().__init__()
        self._path, self._stream, self._dropped = path, stream, 0
        self._sock = _unix_socket()
        self._sock.setblocking(False)

    def emit(self, record: logging.LogRecord) -> None:
        try:
            fields = dict(fields_of(record))
            try:
                if self._dropped:
                    self._send({"PRIORITY": "4", "MESSAGE": f"{self._dropped} records before this one were dropped"})
                    self._dropped = 0
                self._send(fields)
            except BlockingIOError:
                self._dropped += 1
            except OSError:  # the journal has stopped, or restarts
                stream = self._stream or sys.stderr
                stream.writelines(f"<{fields['PRIORITY']}>{escaped(line)}\n" for line in fields["MESSAGE"].split("\n"))
                stream.flush()
        except (OSError, ValueError, TypeError, LookupError):  # such as a record that cannot be formatted
            self.handleError(record)

    def close(self) -> None:
        self._sock.close()
        super().close()

    def _send(self, fields: Mapping[str, str]) -> None:
        self._sock.sendto(datagram({"SYSLOG_IDENTIFIER": "netgame-server", **fields}), self._path)


def fields_of(record: logging.LogRecord) -> Iterator[tuple[str, str]]:
    """Yield the fields of a record for the journal; facts of security events are fields of their own."""
    lines = [record.getMessage(), *traceback_of(record).split("\n")]
    yield "PRIORITY", str(next((number for level, number in _PRIORITIES if record.levelno >= level), 7))
    yield "MESSAGE", "\n    ".join(map(escaped, lines)).rstrip()
    yield "LOGGER", record.name
    for key, value in facts_of(record).items():
        if value is not None:
            yield f"NETGAME_{key.upper()}", str(value)


def datagram(fields: Mapping[str, str]) -> bytes:
    """Return the fields as the journal reads them: name, line break, length, value, line break."""
    parts = []
    for name, value in fields.items():
        data = value[:MAX_VALUE].encode("utf-8", "backslashreplace")
        parts += [name.encode("ascii"), b"\n", len(data).to_bytes(8, "little"), data, b"\n"]
    return b"".join(parts)
