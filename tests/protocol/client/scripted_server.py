"""A server in memory that a test scripts, for clients of one session."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import msgpack
import trio
import trio.testing

from devtools.harness import PATIENCE_S
from devtools.harness.server.serving import online
from protocol import messages as m
from protocol.client import Address, Server, Session
from protocol.client.dial import Dial, SecureStream
from protocol.framing import TO_SERVER, Decoder, encode

SERVER = Server(None, (Address("127.0.0.1"),))
CREATED = {
    "type": "created", "number": 1, "at": 0, "title": "", "game": "clod", "rules": 1, "options": {}, "position": None,
}  # fmt: skip


def push(tag: str, **body: Any) -> bytes:
    """Encode a push with any content."""
    packed: bytes = msgpack.packb([tag, 0, body])
    return len(packed).to_bytes(4, "big") + packed


def events(*plain: Any) -> bytes:
    return push("events", table="t", events=plain)


class Scripted:
    """It answers with `replies`, by the type of a request, sends bytes before and after the reply, and keeps what it is
    asked."""

    def __init__(self, after: dict[type[m.Message], bytes] | None = None) -> None:
        self.replies: dict[type[m.Message], m.Message] = {
            m.Hello: m.Welcome(protocol=1, program="script", server="Script", games={}),
            m.SignIn: m.SignedIn(account="a", name="Ann", token=bytes(32)),
            m.Ping: m.Pong(),
        }
        self.before = dict[type[m.Message], bytes]()
        self.after = after or {}
        self.answers = True
        self.was_cut_off = False  # a client closed a line, and did not read what was sent
        self.asked: list[m.Message] = []
        self.lines: list[trio.StapledStream[Any, Any]] = []
        self._sending = trio.Lock()  # a test may send while a reply is on its way
        self._note, self.heard = trio.open_memory_channel[m.Message | None](1000)  # None: a line has ended

    async def dial(self, server: Server, *, plain: bool = False) -> SecureStream:
        """Open a line to it."""
        here, there = trio.testing.memory_stream_pair()
        self.lines.append(there)
        trio.lowlevel.spawn_system_task(self.serve, there)
        return SecureStream(here, "", server.addresses[0])

    async def serve(self, stream: Any) -> None:
        """Serve one line."""
        decoder = Decoder(m.ToServer, TO_SERVER)
        try:
            async with stream:
                while data := await stream.receive_some():
                    for asked in decoder.feed(data):
                        assert isinstance(asked.message, m.Message)
                        await self._take(stream, asked.message, asked.id)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            self.was_cut_off = True
        self._note.send_nowait(None)

    async def _take(self, stream: Any, message: m.Message, id: int) -> None:
        kind = type(message)
        self.asked.append(message)
        self._note.send_nowait(message)
        reply = b""
        if self.answers and kind not in (m.Echo, m.Bye):
            reply = encode(self.replies.get(kind, m.Done(table="t", number=1)), id)
        if sent := self.before.get(kind, b"") + reply + self.after.get(kind, b""):
            await self._send(stream, sent)

    async def _send(self, stream: Any, data: bytes) -> None:
        async with self._sending:
            await stream.send_all(data)

    async def send(self, data: bytes) -> None:
        """Send bytes on the newest line."""
        await self._send(self.lines[-1], data)

    async def say(self, *messages: m.Message) -> None:
        await self.send(b"".join(encode(message, 0) for message in messages))

    async def next(self, kind: type[m.Message]) -> Any:
        """Return the next message of a kind that was not looked for before."""
        async for message in self.heard:
            if isinstance(message, kind):
                return message
        raise AssertionError("not heard")


@asynccontextmanager
async def online_at(server: Server, dial: Dial, token: bytes | None = None) -> AsyncIterator[Session]:
    """A session of Ann there, without TLS."""
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            session = Session(server, "Ann", token, plain=True, dial=dial)
            await nursery.start(session.run)
            await online(session)
            yield session
            nursery.cancel_scope.cancel()


def signed_in(script: Scripted) -> AbstractAsyncContextManager[Session]:
    return online_at(SERVER, script.dial)
