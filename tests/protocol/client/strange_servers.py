"""Small servers on loopback that misbehave, or behave like a full or stopping netgame server."""

import socket
import ssl
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial

import pytest
import trio

from protocol import messages as m
from protocol.client import Address, ConnectError, Server, connect
from protocol.framing import encode

Handler = Callable[[trio.abc.Stream], Awaitable[None]]
_LINGER = struct.pack("ii", 1, 0)  # closing sends a RST


@asynccontextmanager
async def something_else(handler: Handler, context: ssl.SSLContext | None = None) -> AsyncIterator[Server]:
    """Run a server with that handler, with TLS if a context is given."""

    async def take(stream: trio.SocketStream) -> None:
        if context is None:
            await handler(stream)
            return
        secure = trio.SSLStream(stream, context, server_side=True)
        await secure.do_handshake()
        await handler(secure)

    async with trio.open_nursery() as nursery:
        [listener] = await trio.open_tcp_listeners(0, host="127.0.0.1")
        nursery.start_soon(partial(trio.serve_listeners, take, [listener]))
        yield Server(None, (Address("127.0.0.1", listener.socket.getsockname()[1]),))
        nursery.cancel_scope.cancel()


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
        await _hear(stream)
        await stream.send_all(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")


async def hang_up(stream: trio.abc.Stream) -> None:
    await trio.aclose_forcefully(stream)


async def hang_up_later(stream: trio.abc.Stream) -> None:
    """Close after the first bytes of the client."""
    await _hear(stream)
    await trio.aclose_forcefully(stream)


async def reset(stream: trio.abc.Stream) -> None:
    inner = stream.transport_stream if isinstance(stream, trio.SSLStream) else stream
    assert isinstance(inner, trio.SocketStream)
    inner.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _LINGER)
    inner.socket.close()


async def reset_later(stream: trio.abc.Stream) -> None:
    await _hear(stream)
    await reset(stream)


async def stay_silent(stream: trio.abc.Stream) -> None:
    async with stream:
        await trio.sleep_forever()


async def be_older(stream: trio.abc.Stream) -> None:
    """Refuse like a netgame server of an older protocol version."""
    await _hear(stream)
    template = "Your program is too new for this server: it speaks protocol {high}"
    await stream.send_all(encode(m.Refused(code="version", template=template, args={"high": 0}), 1))


async def _hear(stream: trio.abc.Stream) -> None:
    await stream.receive_some(65536)
