"""One connection to a server: requests with their replies, and what the server tells by itself."""

import logging
import math
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Final, TypeVar

import trio

from netgame.text import Text
from protocol import messages as m
from protocol.client.credentials import Credentials
from protocol.client.dial import GREET_S, SecureStream, Server, dial
from protocol.client.reasons import dropped, mute, not_netgame
from protocol.errors import ConnectError, Lost, ProtocolError, Refusal, WireError
from protocol.framing import TO_CLIENT, Decoder, Frame, Malformed, Unknown, encode

log = logging.getLogger(__name__)

PROGRAM: Final = "netgame 0.1"
READ_BYTES = 64 * 1024
MAX_PUSHES = 10_000  # a program that does not look at them any more is disconnected
MAX_UNSENT = 100  # messages; more echoes are left out: they would measure nothing, and the server may never read

ReplyT = TypeVar("ReplyT", bound=m.Message)


@asynccontextmanager
async def connect(server: Server, *, plain: bool = False) -> AsyncIterator["Connection"]:
    """A connection to that server and no other, with the greetings exchanged; closed at the end of the block.

    Who is signed in then, and leaves the block in an orderly way or because it is cancelled, says goodbye: the server
    tells the others that this program left, and not that its line broke.

    `ConnectError` says in a sentence why there is none. `plain` is for a server behind a TLS proxy and for measuring.
    """
    line = await dial(server, plain=plain)
    known = bool(line.fingerprint) and (server.fingerprint is not None or bool(server.public_name))
    connection = Connection(line, known)
    try:
        with _unwrapped():
            async with trio.open_nursery() as nursery:
                nursery.start_soon(connection._read)
                nursery.start_soon(connection._write)
                try:
                    await connection._greet()
                    yield connection
                except Exception:
                    connection._polite = False
                    raise
                finally:
                    connection._end(Lost("closed", "The connection was closed"))
                    nursery.cancel_scope.cancel()
    finally:
        with trio.CancelScope(shield=True, deadline=trio.current_time() + 1):
            await connection._goodbye()
            await line.stream.aclose()


@contextmanager
def _unwrapped() -> Iterator[None]:
    """An exception of the block as it was raised: the tasks beside it never raise, so there is only ever one.

    But where all of them are cancelled as well: then that is what happened, and not that the connection had ended.
    """
    try:
        yield
    except BaseExceptionGroup as group:
        alone: BaseException = group
        if group.subgroup(trio.Cancelled) is not None:
            alone = group.split(WireError)[1] or group
        while isinstance(alone, BaseExceptionGroup) and len(alone.exceptions) == 1:
            alone = alone.exceptions[0]
        if alone is group:
            raise
        raise alone from alone.__cause__


class WatchStarted(m.Message, frozen=True, kw_only=True):
    """Stands among the pushes where `Watch` was answered: what comes of that table follows on that number."""

    table: str
    after: int


class _Waiting:
    """A request under way."""

    def __init__(self, asked: m.Message) -> None:
        self.asked = asked
        self.answered = trio.Event()
        self.outcome: m.Message | Exception | None = None

    def answer(self, outcome: m.Message | Exception) -> None:
        """The first answer counts: the connection may end before whoever asked has looked at it."""
        if self.outcome is None:
            self.outcome = outcome
            self.answered.set()


class Connection:
    """The client's end of one connection; made by `connect`.

    `pushes` gives what the server sends by itself, in order, with a `WatchStarted` before the events of a `Watch`;
    it ends with the connection, and `ended` then says why. The server's probes are answered at once and not told.
    """

    welcome: m.Welcome

    def __init__(self, line: SecureStream, known: bool = False) -> None:
        """`known`: the other end has proved to be the server that was asked for."""
        self._known = known
        self.fingerprint = line.fingerprint
        self.address = line.address
        self.public_name = line.public_name
        self.ended: ConnectError | None = None
        self._stream = line.stream
        self._polite = False  # signed in, and ends on purpose
        self._writing = False
        self._waiting: dict[int, _Waiting] = {}
        self._last_id = 0
        self._outgoing, self._to_write = trio.open_memory_channel[bytes](math.inf)  # callers wait for their replies
        self._told, self.pushes = trio.open_memory_channel[m.Message](MAX_PUSHES)

    async def request(self, message: m.Message) -> m.Message:
        """The reply. `Refusal` where the server does not do it, `Lost` if the connection ends before it is known."""
        if self.ended is not None:
            raise _again(self.ended)
        id = self._next_id()
        waiting = self._waiting[id] = _Waiting(message)
        try:
            self._outgoing.send_nowait(encode(message, id))
            await waiting.answered.wait()
        finally:
            self._waiting.pop(id, None)
        match waiting.outcome:
            case m.Refused(code=code, template=template, args=args, position=position):
                raise Refusal(code, Text(template, args), position=position)
            case m.Message() as reply:
                return reply
            case outcome:
                assert isinstance(outcome, Exception)
                raise _again(outcome)

    async def ask(self, message: m.Message, kind: type[ReplyT]) -> ReplyT:
        """As `request`, for a message that has one kind of reply; any other is `ProtocolError`."""
        reply = await self.request(message)
        if not isinstance(reply, kind):
            raise ProtocolError("wrong_reply", "The server gave an answer that does not fit the question")
        return reply

    async def sign_in(self, name: str, token: bytes | None = None) -> m.SignedIn:
        """Say who this is."""
        return await self.sign_in_with(Credentials(name, token or b""))

    async def sign_in_with(self, credentials: Credentials) -> m.SignedIn:
        """Say who this is, with whatever proves it."""
        message = await credentials.sign_in(self.fingerprint, self.welcome.nonce)
        signed_in = await self.ask(message, m.SignedIn)
        credentials.accepted(signed_in)
        self._polite = True
        return signed_in

    async def look(self, table: str = "") -> list[m.TableInfo]:
        """Tables that are not over, and that one among them if it is not."""
        return (await self.ask(m.ListTables(table=table), m.Tables)).tables

    async def ping(self) -> float:
        """Seconds there and back."""
        start = trio.current_time()
        await self.ask(m.Ping(), m.Pong)
        return trio.current_time() - start

    async def _greet(self) -> None:
        hello = m.Hello(protocols=m.PROTOCOL, program=PROGRAM)
        try:
            with trio.fail_after(GREET_S):
                self.welcome = await self.ask(hello, m.Welcome)
        except Refusal as refusal:
            raise ConnectError(refusal.code, refusal.text) from refusal
        except Lost as lost:
            raise lost if lost.code != "lost" else dropped(self.address, self._known) from lost
        except trio.TooSlowError as error:
            raise mute(self.address, self._known) from error
        except ProtocolError as error:
            raise not_netgame(self.address) from error
        if not m.PROTOCOL[0] <= self.welcome.protocol <= m.PROTOCOL[1]:
            raise ConnectError("version", "The server goes on in a version of the protocol that was not offered")

    def _next_id(self) -> int:
        self._last_id = self._last_id % (2**31) + 1
        return self._last_id

    async def _write(self) -> None:
        try:
            async for data in self._to_write:
                self._writing = True
                await self._stream.send_all(data)
                self._writing = False
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass  # the reader notices as well, after what the server still said

    async def _goodbye(self) -> None:
        """Tell the server that this is on purpose, if it still listens and no half of a message is on its way."""
        if not self._polite or self._writing or self.ended is None or self.ended.code != "closed":
            return
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError, trio.BusyResourceError):
            await self._stream.send_all(encode(m.Bye(), 0))

    async def _read(self) -> None:
        decoder = Decoder(m.ToClient, TO_CLIENT)
        try:
            while data := await self._stream.receive_some(READ_BYTES):
                for frame in decoder.feed(data):
                    self._take(frame)
            decoder.end()
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass
        except trio.WouldBlock:
            log.error("%d messages of the server were not looked at; connection given up", MAX_PUSHES)
        except ProtocolError as error:
            self._end(not_netgame(self.address))
            log.warning("%s: %s", self.address, error)
        self._end(Lost("lost", "The connection to the server was lost"))  # not where it is this side that ends it

    def _take(self, frame: Frame) -> None:
        waiting = self._waiting.get(frame.id) if frame.id else None
        match frame.message:
            case Unknown(tag) | Malformed(tag):
                log.warning("%s: a message %r that this program does not understand", self.address, tag)
                if waiting is not None:
                    waiting.answer(ProtocolError("wrong_reply", "The server gave an answer that cannot be read"))
            case m.Probe(nonce=nonce):
                if self._outgoing.statistics().current_buffer_used < MAX_UNSENT:
                    self._outgoing.send_nowait(encode(m.Echo(nonce=nonce), 0))
            case m.Closing(code=code, template=template, args=args) as closing:
                self._told.send_nowait(closing)
                self._end(Lost(code, Text(template, args)))
            case message if waiting is not None:
                if isinstance(waiting.asked, m.Watch) and isinstance(message, m.Done):
                    self._told.send_nowait(WatchStarted(table=waiting.asked.table, after=message.after))
                waiting.answer(message)
            case message if frame.id == 0:
                self._told.send_nowait(message)

    def _end(self, reason: ConnectError) -> None:
        """Nothing comes any more, for that reason. Only the first reason counts."""
        if self.ended is not None:
            return
        self.ended = reason
        self._told.close()
        for waiting in self._waiting.values():
            waiting.answer(reason)


def _again(error: Exception) -> Exception:
    """A fresh exception of the same kind: one that is raised in several tasks collects all their tracebacks."""
    return type(error)(error.code, error.text) if isinstance(error, ConnectError | ProtocolError) else error
