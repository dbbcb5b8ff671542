"""The attacker's end of one connection: sends any bytes, counts the answers, and knows which are missing."""

import socket
import struct
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import msgpack
import trio

from protocol.identity.server_certificate import client_context

READ_BYTES = 64 * 1024
CONNECT_WITHIN_S = 20
MISTAKES = ("internal",)  # codes that the server uses for its own mistakes
TOLD = 20  # failures that are kept as sentences
_LONG_IDS = {0xCC: (">B", 1), 0xCD: (">H", 2), 0xCE: (">I", 4)}


class TurnedAway(Exception):
    """The server refused the connection: there were too many."""


@dataclass
class Tally:
    """Counts of all that the attackers did and of the server's reactions."""

    frames: Counter[str] = field(default_factory=Counter)  # by kind of attacker
    connections: Counter[str] = field(default_factory=Counter)
    turned_away: int = 0
    answers: Counter[str] = field(default_factory=Counter)  # by type of the message
    refused: Counter[str] = field(default_factory=Counter)  # by code
    closings: Counter[str] = field(default_factory=Counter)  # by code
    resets: int = 0
    failures: list[str] = field(default_factory=list)
    failed: int = 0

    def fail(self, sentence: str) -> None:
        """Record a failure."""
        self.failed += 1
        if len(self.failures) < TOLD:
            self.failures.append(sentence)


@dataclass(frozen=True)
class Target:
    """The server under attack."""

    port: int
    tls: bool

    def source(self, number: int) -> str:
        """Return the source address of that connection: on Linux all of 127/8 is this computer."""
        if number % 10 == 9:
            return "127.0.0.9"  # an address that the server blocks after a while
        return f"127.{1 + number // 62500 % 250}.{number // 250 % 250}.{1 + number % 250}"


class Line:
    """One connection. Failures name it by kind and number."""

    def __init__(
        self, stream: trio.abc.Stream, sock: trio.socket.SocketType, kind: str, number: int, tally: Tally
    ) -> None:
        self.name, self.number = f"{kind} {number}", number
        self.tally = tally
        self.asked: dict[int, str] = {}  # id -> tag of the requests without an answer so far
        self.exact = True  # ids of requests are unique; ids in broken bytes are unknown
        self.ended = False
        self.closing = ""  # the code with which the server ended it
        self.news: dict[str, Any] = {}  # the last reply of some types
        self.on_events: Callable[[str, list[dict[str, Any]]], None] | None = None
        self._stream, self._sock = stream, sock
        self._unread = bytearray()
        self._changed = trio.Event()
        self._answered: set[int] = set()

    # ---- sending

    async def send(self, data: bytes, kind: str, frames: int = 1) -> bool:
        """Send these bytes. Return False if the server has ended the connection."""
        if self.ended:
            return False
        try:
            await self._stream.send_all(data)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return False
        self.tally.frames[kind] += frames
        return True

    def reset(self) -> None:
        """Reset the connection, with everything unread."""
        self._sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._sock.close()

    def say_no_more(self) -> None:
        """Close the sending half immediately."""
        try:
            self._sock.shutdown(socket.SHUT_WR)
        except OSError:
            self.ended = True

    # ---- receiving

    async def read(self) -> None:
        """Count incoming frames until the server ends the connection."""
        try:
            while data := await self._stream.receive_some(READ_BYTES):
                self._unread += data
                self._count_frames()
                self._wake()
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            self.tally.resets += 1
        self.ended = True
        self._wake()

    async def answered(self, most: int = 0) -> bool:
        """Wait until at most so many answers are missing. Return False if the connection ended first."""
        while len(self.asked) > most and not self.ended:
            await self._changed.wait()
        return len(self.asked) <= most

    async def over(self) -> None:
        """Wait until the server has ended the connection."""
        while not self.ended:
            await self._changed.wait()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = trio.Event()

    def _count_frames(self) -> None:
        start, unread = 0, bytes(self._unread)
        while len(unread) - start >= 4:
            end = start + 4 + int.from_bytes(unread[start : start + 4], "big")
            if end > len(unread):
                break
            self._count(unread[start + 4 : end])
            start = end
        del self._unread[:start]

    def _count(self, body: bytes) -> None:
        """Count one reply or push. Long frames without interest are not decoded."""
        length = body[1] & 0x1F
        tag = body[2 : 2 + length].decode()
        self.tally.answers[tag] += 1
        if id := _id(body, 2 + length):
            self._take_reply(id, tag)
        if tag in ("refused", "closing", "done", "signed_in", "welcome", "frozen"):
            self._take_news(tag, msgpack.unpackb(body)[2])
        if tag == "events" and self.on_events is not None:
            fields = msgpack.unpackb(body)[2]
            self.on_events(fields["table"], fields["events"])

    def _take_reply(self, id: int, tag: str) -> None:
        if self.asked.pop(id, None) is not None:
            self._answered.add(id)
        elif self.exact and id in self._answered:
            self.tally.fail(f"{self.name}: request {id} was answered a second time, with {tag}")

    def _take_news(self, tag: str, fields: dict[str, Any]) -> None:
        self.news[tag] = fields
        code = str(fields.get("code", ""))
        if tag == "refused":
            self.tally.refused[code] += 1
        elif tag == "closing":
            self.tally.closings[code] += 1
            self.closing = code
        if code in MISTAKES or tag == "frozen":
            self.tally.fail(f"{self.name}: the server made a mistake: {tag} {fields}")


def _id(body: bytes, at: int) -> int:
    first = body[at]
    if first in _LONG_IDS:
        form, size = _LONG_IDS[first]
        return int(struct.unpack_from(form, body, at + 1)[0]) if size else 0
    return first if first < 0x80 else 0


@asynccontextmanager
async def lined(target: Target, number: int, kind: str, tally: Tally, *, small: bool = False) -> AsyncIterator[Line]:
    """Open a connection, with TLS if the server uses it. `small`: with a small receive buffer.

    Raises `TurnedAway` if the server refuses it.
    """
    sock = await connected(target, number, small=small)
    try:
        stream: trio.abc.Stream = trio.SocketStream(sock)
        if target.tls:
            secure = trio.SSLStream(stream, CONTEXT, https_compatible=True)
            try:
                with trio.fail_after(CONNECT_WITHIN_S):
                    await secure.do_handshake()
            except trio.BrokenResourceError:
                tally.turned_away += 1
                raise TurnedAway from None
            stream = secure
        tally.connections[kind] += 1
        yield Line(stream, sock, kind, number, tally)
    finally:
        sock.close()


async def connected(target: Target, number: int, *, small: bool = False) -> trio.socket.SocketType:
    """Open a bare socket. Raises `TurnedAway` if the server refuses even that."""
    sock = trio.socket.socket()
    try:
        if small:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        await sock.bind((target.source(number), 0))
        with trio.fail_after(CONNECT_WITHIN_S):
            await sock.connect(("127.0.0.1", target.port))
    except OSError as error:
        sock.close()
        raise TurnedAway(str(error)) from error
    except BaseException:
        sock.close()
        raise
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return sock


CONTEXT = client_context()
