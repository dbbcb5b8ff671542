"""One socket with or without TLS, whose sends never wait: what the kernel does not take is kept, up to a limit."""

import socket
import ssl
from collections.abc import Callable
from contextlib import suppress

import trio

from server.ops.counters import BROKEN, OVERFLOW

MAX_BACKLOG = 1024 * 1024  # bytes for a client that does not read; then it is dropped, and may come back and resume
READ_BYTES = 16 * 1024
RECORD_BYTES = 2048  # encrypted at once: OpenSSL's buffers grow with what they ever held, and are never smaller again


class Connection:
    """The server's end of one connection. `send` is sync; one task receives.

    `on_backlog` is called when something could not be sent at once; somebody then has to run `flush`. After an error or
    too large a backlog the wire is `broken` and sends nothing more; `on_broken` is called once.
    """

    def __init__(self, sock: socket.socket, context: ssl.SSLContext | None = None, most: int = MAX_BACKLOG) -> None:
        sock.setblocking(False)
        self._sock = sock
        self.most = most  # bytes of backlog
        self._backlog = bytearray()
        self._flushing = False
        self._drained = trio.lowlevel.ParkingLot()
        self.broken = False
        self.why = ""  # it is broken, as it is counted
        self.said_goodbye = False  # the other side ended it in an orderly way
        self.on_backlog: Callable[[], None] = _nothing
        self.on_broken: Callable[[], None] = _nothing
        self._incoming = ssl.MemoryBIO()
        self._outgoing = ssl.MemoryBIO()
        self._context = context
        self._tls: ssl.SSLObject | None = None  # made when something has come: it takes 40 KiB, and many say nothing

    @property
    def backlog(self) -> int:
        """How many bytes wait for the client to read."""
        return len(self._backlog)

    async def handshake(self) -> None:
        """TLS, if there is any; `trio.BrokenResourceError` if the other side does not speak it."""
        if self._context is None:
            return
        if not await self._fill():
            raise trio.BrokenResourceError("closed before the handshake")
        self._tls = self._context.wrap_bio(self._incoming, self._outgoing, server_side=True)
        while True:
            try:
                self._tls.do_handshake()
            except ssl.SSLWantReadError:
                self._push_out()
                if not await self._fill():
                    raise trio.BrokenResourceError("closed in the handshake") from None
            except ssl.SSLError as error:
                self._push_out()
                raise trio.BrokenResourceError("no TLS") from error
            else:
                self._push_out()
                return

    async def receive(self) -> bytes:
        """Some bytes; none once the other side has ended. `trio.BrokenResourceError` if the connection is gone."""
        if self._tls is None:
            data = await self._receive()
            self.said_goodbye = not data
            return data
        if self._incoming.pending:  # many records came at once: whoever sends them takes turns with everybody else
            await trio.lowlevel.checkpoint()
        while True:
            try:
                data = self._tls.read(READ_BYTES)
                self.said_goodbye = not data
                return data
            except ssl.SSLWantReadError:
                self._push_out()  # the answer to a key update
                if not await self._fill():
                    return b""
            except ssl.SSLZeroReturnError:  # asked again after the goodbye
                return b""
            except ssl.SSLError as error:
                raise trio.BrokenResourceError("TLS") from error

    def send(self, data: bytes) -> None:
        """Hand the bytes over, in the order of the calls. Never waits, never raises for what the other side does."""
        if self.broken:
            return
        if self._context is None:
            self._send(data)
            return
        if self._tls is None:  # nothing can be said before the handshake
            self._break()
            return
        try:
            self._send(self._encrypted(data, self._tls))
        except ssl.SSLError:  # the other side has said goodbye, and reads no more
            self._break()

    async def flush(self) -> None:
        """Send the backlog as the client reads it, until there is none."""
        while self._backlog and not self.broken:
            await trio.lowlevel.wait_writable(self._sock)
            try:
                del self._backlog[: self._sock.send(self._backlog)]
            except BlockingIOError:
                continue
            except OSError:
                self._break()
        self._flushing = False
        self._drained.unpark_all()

    async def drained(self) -> None:
        """Wait until the client has read what was sent so far; `flush` runs elsewhere."""
        while self._flushing and not self.broken:
            await self._drained.park()

    async def part(self) -> None:
        """Say no more, and give the other side a moment to read what was said before the socket is closed.

        Closing with unread bytes would reset the connection and take our last words with it.
        """
        try:
            await self.flush()
            if self._tls is not None and not self.broken:
                self._tls_goodbye()
            self._sock.shutdown(socket.SHUT_WR)
            while await self._receive():
                pass
        except (OSError, trio.BrokenResourceError):
            self._break()

    def close(self) -> None:
        """Let go of the socket, and of whoever wanted to know about it."""
        self.on_backlog = self.on_broken = _nothing
        trio.lowlevel.notify_closing(self._sock)
        self._sock.close()

    def _encrypted(self, data: bytes, tls: ssl.SSLObject) -> bytes:
        if len(data) <= RECORD_BYTES:
            tls.write(data)
            return self._outgoing.read()
        records = []
        for start in range(0, len(data), RECORD_BYTES):
            tls.write(data[start : start + RECORD_BYTES])
            records.append(self._outgoing.read())
        return b"".join(records)

    def _tls_goodbye(self) -> None:
        assert self._tls is not None
        with suppress(ssl.SSLError):  # it wants the other side's goodbye, which nobody waits for
            self._tls.unwrap()
        self._push_out()

    async def _receive(self) -> bytes:
        while True:
            await trio.lowlevel.wait_readable(self._sock)
            try:
                return self._sock.recv(READ_BYTES)
            except BlockingIOError:
                continue
            except OSError as error:
                raise trio.BrokenResourceError("reset") from error

    async def _fill(self) -> bool:
        data = await self._receive()
        if not data:
            self._incoming.write_eof()
            return False
        self._incoming.write(data)
        return True

    def _push_out(self) -> None:
        if self._outgoing.pending:
            self._send(self._outgoing.read())

    def _send(self, data: bytes) -> None:
        sent = 0
        if not self._backlog:
            try:
                sent = self._sock.send(data)
            except BlockingIOError:
                pass
            except OSError:
                self._break()
                return
            if sent == len(data):
                return
        self._keep(data[sent:])

    def _keep(self, data: bytes) -> None:
        if len(self._backlog) + len(data) > self.most:
            self._break(OVERFLOW)
            return
        self._backlog += data
        if not self._flushing:
            self._flushing = True
            self.on_backlog()

    def _break(self, why: str = BROKEN) -> None:
        if not self.broken:
            self.broken, self.why = True, why
            self._backlog.clear()
            self.on_broken()


def _nothing() -> None:
    """Nobody wants to know yet."""
