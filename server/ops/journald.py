"""The journal of systemd: a record is one datagram of fields.

This, and not lines on stderr with <6> before them: a traceback stays one entry; `journalctl NETGAME_EVENT=kicked` finds
what is looked for; and a value comes with its length, so that nothing in it can begin another field. Where the journal
does not answer, those lines are written after all.
"""

import logging
import os
import socket
import sys
from collections.abc import Iterator, Mapping
from typing import TextIO

from server.ops.log_formats import facts_of, shown, traceback_of

SOCKET = "/run/systemd/journal/socket"
MAX_VALUE = 32 * 1024  # characters of one field: a datagram holds some 200 KB
_PRIORITIES = ((logging.CRITICAL, 2), (logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))


def leads_to_journal(stream: TextIO, environ: Mapping[str, str]) -> bool:
    """Whether a service manager has connected that stream to the journal, which takes datagrams as well."""
    try:
        at = os.fstat(stream.fileno())
    except (OSError, ValueError):  # it is no file at all
        return False
    return environ.get("JOURNAL_STREAM") == f"{at.st_dev}:{at.st_ino}" and os.path.exists(SOCKET)


class JournaldHandler(logging.Handler):
    """Sends records there. It never waits: when the journal does not keep up records are left out, and that is said."""

    def __init__(self, path: str = SOCKET, stream: TextIO | None = None) -> None:
        super().__init__()
        self._path, self._stream, self._left_out = path, stream, 0
        self._sock = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._sock.setblocking(False)

    def emit(self, record: logging.LogRecord) -> None:
        try:
            fields = dict(fields_of(record))
            try:
                if self._left_out:
                    self._send({"PRIORITY": "4", "MESSAGE": f"{self._left_out} records before this one are left out"})
                    self._left_out = 0
                self._send(fields)
            except BlockingIOError:
                self._left_out += 1
            except OSError:  # it is gone, or starts anew
                self._write_line(fields)
        except (OSError, ValueError, TypeError, LookupError):  # a record that cannot be formatted, for example
            self.handleError(record)

    def close(self) -> None:
        self._sock.close()
        super().close()

    def _send(self, fields: Mapping[str, str]) -> None:
        self._sock.sendto(datagram({"SYSLOG_IDENTIFIER": "netgame-server", **fields}), self._path)

    def _write_line(self, fields: Mapping[str, str]) -> None:
        stream = self._stream or sys.stderr
        stream.writelines(f"<{fields['PRIORITY']}>{shown(line)}\n" for line in fields["MESSAGE"].split("\n"))
        stream.flush()


def fields_of(record: logging.LogRecord) -> Iterator[tuple[str, str]]:
    """What the journal keeps of a record; facts of the security log are fields that can be looked for."""
    message = shown(record.getMessage())
    yield "PRIORITY", str(next((number for level, number in _PRIORITIES if record.levelno >= level), 7))
    yield "MESSAGE", "\n    ".join([message, *map(shown, traceback_of(record).split("\n"))]).rstrip()
    yield "LOGGER", record.name
    for key, value in facts_of(record).items():
        if value is not None:
            yield f"NETGAME_{key.upper()}", str(value)


def datagram(fields: Mapping[str, str]) -> bytes:
    """The fields as the journal reads them: the name, a line break, the length, the value, a line break."""
    parts = []
    for name, value in fields.items():
        data = value[:MAX_VALUE].encode("utf-8", "backslashreplace")
        parts += [name.encode("ascii"), b"\n", len(data).to_bytes(8, "little"), data, b"\n"]
    return b"".join(parts)
