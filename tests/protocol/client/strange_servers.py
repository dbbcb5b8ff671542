"""A network in memory, and servers that misbehave or behave like a full or stopping netgame server."""

import errno
import ssl
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest
import trio

from devtools.harness.server.serving import TOKENS
from devtools.simulation.network import ClientEnd, Link
from protocol import messages as m
from protocol.client import Address, ConnectError, Server, connect
from protocol.framing import encode

Handler = Callable[[Any], Awaitable[None]]


def failed(code: int) -> OSError:
    """Return the error that trio raises when the system reports that one for both addresses of a name."""
    error = OSError("all attempts failed")
    error.__cause__ = ExceptionGroup("", [OSError(code, "the system's words") for _ in range(2)])
    return error


class ServerSide(ClientEnd):
    """The server's end of a connection. When it is closed, the other one may still send, and gets what came before."""

    async def aclose(self) -> None:
        self.link.there.put(b"")
        await trio.lowlevel.checkpoint()


def ends() -> tuple[ClientEnd, ServerSide]:
    """Return both ends of a connection in memory."""
    here, there = Link(TOKENS, 0), Link(TOKENS, 0)
    there.here, there.there = here.there, here.here
    return ClientEnd(here), ServerSide(there)


class Network(dict[Address, Handler | OSError | None]):
    """The handlers of connections to addresses, in place of TCP. With None nothing ever answers there."""

    def __init__(self, nursery: trio.Nursery) -> None:
        super().__init__()
        self._nursery = nursery

    async def open(self, host: str, port: int) -> trio.abc.Stream:
        """Do what `trio.open_tcp_stream` does."""
        found = self.get(Address(host, port), failed(errno.ECONNREFUSED))
        if isinstance(found, OSError):
            raise found
        if found is None:
            await trio.sleep_forever()
        here, there = ends()
        self._nursery.start_soon(_take, found, there)
        return here


async def _take(handler: Any, stream: ServerSide) -> None:
    with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
        await handler(stream)


def with_tls(handler: Handler, context: ssl.SSLContext) -> Handler:
    """Let a server do that behind TLS."""

    async def take(stream: ServerSide) -> None:
        secure = trio.SSLStream(stream, context, server_side=True, https_compatible=True)
        await secure.do_handshake()
        await handler(secure)

    return take


async def why_not(server: Server, *, plain: bool = False) -> ConnectError:
    """Return the error of a connection attempt."""
    with pytest.raises(ConnectError) as caught:
        async with connect(server, plain=plain):
            pass
    assert "{" not in str(caught.value)
    return caught.value


# ---- what they do


async def babble(stream: trio.abc.Stream) -> None:
    async with stream:
        await stream.send_all(b"220 mail.example ESMTP ready\r\n")


async def web_page(stream: trio.abc.Stream) -> None:
    """Answer like a web server that got a bad request."""
    async with stream:
        await stream.receive_some()
        await stream.send_all(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")


async def hang_up(stream: trio.abc.Stream) -> None:
    await trio.aclose_forcefully(stream)


async def hang_up_later(stream: trio.abc.Stream) -> None:
    await stream.receive_some()
    await trio.aclose_forcefully(stream)


async def reset(stream: Any) -> None:
    (stream.transport_stream if isinstance(stream, trio.SSLStream) else stream).reset()


async def reset_later(stream: Any) -> None:
    await stream.receive_some()
    await reset(stream)


async def stay_silent(_stream: trio.abc.Stream) -> None:
    await trio.sleep_forever()


async def be_older(stream: trio.abc.Stream) -> None:
    """Refuse like a netgame server of an older protocol version."""
    await stream.receive_some()
    template = "Your program is too new for this server: it speaks protocol {high}"
    await stream.send_all(encode(m.Refused(code="version", template=template, args={"high": 0}), 1))
