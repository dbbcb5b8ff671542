"""One connection to a server: requests with their replies, and a channel of everything else the server sends."""

import logging
import math
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import TypeVar

import trio

from netgame.text import N_
from protocol import messages as m
from protocol.address import Address
from protocol.client.credentials import Credentials
from protocol.client.dial import GREETING_TIMEOUT_S, Dial, SecureStream, Server, dial
from protocol.client.reasons import breaks_rules, dropped, no_reply, not_netgame, other_instance
from protocol.client.updates import WatchStarted
from protocol.errors import ConnectError, Lost, ProtocolError, Refusal, WireError
from protocol.framing import TO_CLIENT, Decoder, Frame, Malformed, Unknown, encode
from protocol.program import PROGRAM

log = logging.getLogger(__name__)

READ_BYTES = 64 * 1024
MAX_PUSHES = 10_000  # a program that does not read its pushes loses the connection
MAX_UNSENT = 100  # messages; above it probes are not answered, so a server that never reads cannot fill our memory

ReplyT = TypeVar("ReplyT", bound=m.Message)


@asynccontextmanager
async def connect(
    server: Server,
    *,
    plain: bool = False,
    dial: Dial = dial,
    on_dial: Callable[[Address], None] = lambda _address: None,
) -> AsyncIterator["Connection"]:
    """Connect to that server, exchange greetings, and close the connection at the end of the block.

    `ConnectError` explains a failure. If the block ends normally or is cancelled after a sign-in, the client sends
    `Bye`: other players then see that it left, rather than that its connection was lost. `plain` is for a server behind
    a TLS proxy, and for benchmarks. `dial` opens the stream, by default over the network. `on_dial` is called with the
    address that answered.
    """
    secure = await dial(server, plain=plain)
    on_dial(secure.address)
    verified = bool(secure.fingerprint) and (server.fingerprint is not None or bool(server.public_name))
    connection = Connection(secure, verified, server.instance)
    try:
        with _single_exception():
            async with trio.open_nursery() as nursery:
                nursery.start_soon(connection._read)
                nursery.start_soon(connection._write)
                try:
                    await connection._greet()
                    yield connection
                except Exception:  # the block failed: to other players the connection is lost
                    connection._sends_bye = False
                    raise
                finally:
                    connection._end(Lost("closed", N_("The connection was closed")))
                    nursery.cancel_scope.cancel()
    finally:
        with trio.CancelScope(shield=True, deadline=trio.current_time() + 1):
            async with secure.stream:
                says_bye = connection._sends_bye and connection.ended is not None and connection.ended.code == "closed"
                if says_bye and not connection._is_writing:  # otherwise a message was cut in the middle
                    with suppress(trio.BrokenResourceError, trio.ClosedResourceError, trio.BusyResourceError):
                        await secure.stream.send_all(encode(m.Bye(), 0))
                        await _part(secure.stream)


async def _part(stream: trio.abc.Stream) -> None:
    """Send the end of the stream, and read until the server closes as well.

    Closing a socket with unread bytes would reset the connection, and the server could lose the last message.
    """
    transport = stream.transport_stream if isinstance(stream, trio.SSLStream) else stream
    assert isinstance(transport, trio.abc.HalfCloseableStream), "a socket"
    await transport.send_eof()
    while await transport.receive_some(READ_BYTES):
        pass


@contextmanager
def _single_exception() -> Iterator[None]:
    """Unwrap the exception of the block from the nursery's group: the tasks beside it never raise.

    If the block was cancelled as well, drop its `WireError`: the cancellation ended it.
    """
    try:
        yield
    except BaseExceptionGroup as group:
        single: BaseException = group
        if group.subgroup(trio.Cancelled) is not None:
            single = group.split(WireError)[1] or group
        while isinstance(single, BaseExceptionGroup) and len(single.exceptions) == 1:
            single = single.exceptions[0]
        if single is group:
            raise
        raise single from single.__cause__


class _Request:
    """A request that waits for its reply."""

    def __init__(self, message: m.Message) -> None:
        self.message = message
        self.answered = trio.Event()
        self.outcome: m.Message | Exception | None = None

    def answer(self, outcome: m.Message | Exception) -> None:
        """Keep the first outcome: the connection may end before the caller has seen the reply."""
        if self.outcome is None:
            self.outcome = outcome
            self.answered.set()


class Connection:
    """The client's end of one connection; made by `connect`.

    `pushes` yields what the server sends without a request, in order, and a `WatchStarted` before the events of a
    `Watch`, and each complete list of tournaments. It ends with the connection; `ended` then holds the reason. Probes
    are answered here and not passed on.
    """

    welcome: m.Welcome

    def __init__(self, secure: SecureStream, verified: bool = False, instance: bytes = b"") -> None:
        """`verified`: the certificate proved that this is the server that the caller asked for.

        `instance` is as that of a `Server`.
        """
        self._verified, self._instance = verified, instance
        self.fingerprint = secure.fingerprint
        self.address = secure.address
        self.public_name = secure.public_name
        self.ended: ConnectError | None = None
        self._stream = secure.stream
        self._sends_bye = False  # true after the sign-in
        self._is_writing = False
        self.heard_at = trio.current_time()  # when the last bytes came
        self.on_heard: Callable[[], None] = lambda: None  # called when bytes have come
        self._requests: dict[int, _Request] = {}
        self._last_id = 0
        self._outbox, self._to_write = trio.open_memory_channel[bytes](math.inf)  # bounded: callers await replies
        self._push_sender, self.pushes = trio.open_memory_channel[m.Message | WatchStarted](MAX_PUSHES)

    async def request(self, message: m.Message) -> m.Message:
        """Send a request and return its reply. Raise `Refusal`, or `Lost` if the connection ends before the reply."""
        if self.ended is not None:
            raise _copy(self.ended)
        self._last_id = id = self._last_id % (2**31) + 1
        request = self._requests[id] = _Request(message)
        try:
            self._outbox.send_nowait(encode(message, id))
            await request.answered.wait()
        finally:
            self._requests.pop(id, None)
        match request.outcome:
            case m.Refused() as refused:
                raise Refusal(refused.code, refused.text, position=refused.position)
            case m.Message() as reply:
                return reply
            case outcome:
                assert isinstance(outcome, Exception)
                raise _copy(outcome)

    async def ask(self, message: m.Message, kind: type[ReplyT]) -> ReplyT:
        """Send a request and return its reply, which has to be of that type; otherwise raise `ProtocolError`."""
        reply = await self.request(message)
        if not isinstance(reply, kind):
            raise ProtocolError("wrong_reply", N_("The server sent a reply that does not fit the request"))
        return reply

    async def sign_in(self, name: str, token: bytes | None = None) -> m.SignedIn:
        """Sign in with a token. Without one, a new guest account is made."""
        return await self.sign_in_with(Credentials(name, token or b""))

    async def sign_in_with(self, credentials: Credentials) -> m.SignedIn:
        """Sign in, and update the credentials from the reply."""
        message = await credentials.sign_in(self.fingerprint, self.welcome.nonce)
        signed_in = await self.ask(message, m.SignedIn)
        credentials.accept(signed_in)
        self._sends_bye = True
        return signed_in

    async def list_tables(self, table: str = "") -> list[m.TableInfo]:
        """Return the tables that are not over; needs no sign-in. `table` is included even if the list is cut short."""
        return (await self.ask(m.ListTables(table=table), m.Tables)).tables

    async def ping(self) -> float:
        """Return the round-trip time in seconds."""
        start = trio.current_time()
        await self.ask(m.Ping(), m.Pong)
        return trio.current_time() - start

    async def _greet(self) -> None:
        try:
            with trio.fail_after(GREETING_TIMEOUT_S):
                hello = m.Hello(protocols=m.PROTOCOL, program=PROGRAM, instance=self._instance)
                self.welcome = await self.ask(hello, m.Welcome)
        except Refusal as refusal:
            raise ConnectError(refusal.code, refusal.text) from refusal
        except Lost as lost:
            raise lost if lost.code != "lost" else dropped(self.address, self._verified) from lost
        except trio.TooSlowError as error:
            raise no_reply(self.address, self._verified) from error
        except ProtocolError as error:
            raise not_netgame(self.address) from error
        if not m.PROTOCOL[0] <= self.welcome.protocol <= m.PROTOCOL[1]:
            raise ConnectError("version", N_("The server chose a protocol version that this program did not offer"))
        if self._instance not in (b"", self.welcome.instance) and not self.welcome.continues:
            raise other_instance(self.address)

    async def _write(self) -> None:
        try:
            async for data in self._to_write:
                self._is_writing = True
                await self._stream.send_all(data)
                self._is_writing = False
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass  # the reader notices it too, after reading what the server still sent

    async def _read(self) -> None:
        decoder = Decoder(m.ToClient, TO_CLIENT)
        try:
            while data := await self._stream.receive_some(READ_BYTES):
                self.heard_at = trio.current_time()
                self.on_heard()
                for frame in decoder.feed(data):
                    self._handle(frame)
            decoder.end()
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass
        except trio.WouldBlock:
            log.error("this program did not read %d pushes of the server; closing the connection", MAX_PUSHES)
        except ProtocolError as error:
            self._end((breaks_rules if hasattr(self, "welcome") else not_netgame)(self.address))
            log.warning("%s: %s", self.address, error)
        self._end(Lost("lost", N_("The connection to the server was lost")))  # no effect if it has ended already

    def _handle(self, frame: Frame) -> None:
        """Answer a request, or pass a push on. Raise `ProtocolError` for what a server may not send."""
        request = self._requests.get(frame.id) if frame.id else None
        match frame.message:
            case Malformed(tag, reason) if not frame.id:  # the lists here would no longer be those of the server
                raise ProtocolError("malformed", f"A message of the kind {tag!r}: {reason}")
            case Unknown(tag) | Malformed(tag):
                log.warning("%s: cannot read a message of type %r", self.address, tag)
                if request is not None:
                    request.answer(ProtocolError("wrong_reply", N_("The server sent a reply that cannot be read")))
            case m.Probe(nonce=nonce):
                if self._outbox.statistics().current_buffer_used < MAX_UNSENT:
                    self._outbox.send_nowait(encode(m.Echo(nonce=nonce), 0))
            case m.Closing() as closing:
                self._push_sender.send_nowait(closing)
                self._end(Lost(closing.code, closing.text))
            case message if request is not None:
                if isinstance(request.message, m.Watch) and isinstance(message, m.Done):
                    if message.after > request.message.after:
                        raise ProtocolError("after", "The events of a table cannot begin there")
                    self._push_sender.send_nowait(WatchStarted(request.message.table, message.after))
                elif isinstance(message, m.Tournaments):  # before the changes of this list
                    self._push_sender.send_nowait(message)
                request.answer(message)
            case message if frame.id == 0:
                self._push_sender.send_nowait(message)

    def _end(self, reason: ConnectError) -> None:
        """End all requests for that reason. Only the first call has an effect."""
        if self.ended is not None:
            return
        self.ended = reason
        self._push_sender.close()
        for request in self._requests.values():
            request.answer(reason)


def _copy(error: Exception) -> Exception:
    """Copy an exception: raised in several tasks, one exception would collect all their tracebacks."""
    return type(error)(error.code, error.text) if isinstance(error, ConnectError | ProtocolError) else error
