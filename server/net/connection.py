"""One socket, with or without TLS. Sends never wait: bytes that the kernel does not take are kept, up to a limit."""

import socket
import ssl
from collections.abc import Callable
from contextlib import suppress

import trio

from server.ops.counters import BROKEN, OVERFLOW

MAX_BACKLOG = 1024 * 1024  # bytes for a client that does not read; with more the connection ends. It may resume
READ_BYTES = 16 * 1024
RECORD_BYTES = 2048  # encrypted at once: OpenSSL's buffers grow with the largest record, and never shrink


class Connection:
    """The server's end of one connection. `send` is sync; one task receives.

    `on_backlog` is called when bytes could not be sent at once; the owner then has to run `flush`. After an error, or
    with too large a backlog, the connection is `broken` and sends nothing more; `on_broken` is called once.
    """

    def __init__(self, sock: socket.socket, context: ssl.SSLContext | None = None, most: int = MAX_BACKLOG) -> None:
        sock.setblocking(False)
        self._sock = sock
        self.most = most  # bytes of backlog
        self._backlog = bytearray()
        self._flushing = False
        self._drained = trio.lowlevel.ParkingLot()
        self.broken = False
        self.why = ""  # the name of the counter for the reason why it is broken
        self.said_goodbye = False  # the client closed the connection in an orderly way
        self.on_backlog: Callable[[], None] = lambda: None
        self.on_broken: Callable[[], None] = lambda: None
        self._incoming = ssl.MemoryBIO()
        self._outgoing = ssl.MemoryBIO()
        self._context = context
        # made with the first bytes: it takes 40 KiB, and some clients never send any
        self._tls: ssl.SSLObject | None = None

    @property
    def is_named(self) -> bool:
        """Whether the client asked for a name in the handshake and so got another certificate than the context's."""
        return self._tls is not None and self._tls.context is not self._context

    @property
    def backlog(self) -> int:
        """How many bytes wait for the client to read."""
        return len(self._backlog)

    async def handshake(self) -> None:
        """Do the TLS handshake, if there is a context. Raise `trio.BrokenResourceError` if the client cannot."""
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
        """Return some bytes, none at the end. Raise `trio.BrokenResourceError` if the connection broke."""
        if self._tls is None:
            data = await self._receive()
            self.said_goodbye = not data
            return data
        if self._incoming.pending:  # many records came at once: other tasks need their turns
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
            except ssl.SSLZeroReturnError:  # called again after the end
                return b""
            except ssl.SSLError as error:
                raise trio.BrokenResourceError("TLS") from error

    def send(self, data: bytes) -> None:
        """Send the bytes, in the order of the calls. Never waits, and never raises an error of the connection."""
        if self.broken:
            return
        if self._context is None:
            self._send(data)
            return
        if self._tls is None:  # no message can be sent before the handshake
            self._break()
            return
        records = []
        try:
            for start in range(0, len(data), RECORD_BYTES):
                self._tls.write(data[start : start + RECORD_BYTES])
                records.append(self._outgoing.read())
        except ssl.SSLError:  # the client has closed its side, and reads no more
            self._break()
        else:
            self._send(b"".join(records))

    async def flush(self) -> None:
        """Send the backlog as fast as the client reads, until it is empty."""
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
        """Wait until the backlog is sent; another task runs `flush`."""
        while self._flushing and not self.broken:
            await self._drained.park()

    async def part(self) -> None:
        """Send the backlog and the end of the stream, and read until the client closes as well.

        Closing a socket with unread bytes would reset the connection, and the client would lose the last messages.
        """
        try:
            await self.flush()
            if self._tls is not None and not self.broken:
                with suppress(ssl.SSLError):  # raised because the client has not closed its side yet
                    self._tls.unwrap()
                self._push_out()
            self._sock.shutdown(socket.SHUT_WR)
            while await self._receive():
                pass
        except (OSError, trio.BrokenResourceError):
            self._break()

    def close(self) -> None:
        """Close the socket, and drop the callbacks."""
        self.on_backlog = self.on_broken = lambda: None
        trio.lowlevel.notify_closing(self._sock)
        self._sock.close()

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
        if len(self._backlog) + len(data) - sent > self.most:
            self._break(OVERFLOW)
            return
        self._backlog += data[sent:]
        if not self._flushing:
            self._flushing = True
            self.on_backlog()

    def _break(self, why: str = BROKEN) -> None:
        if not self.broken:
            self.broken, self.why = True, why
            self._backlog.clear()
            self.on_broken()
