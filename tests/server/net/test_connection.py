"""One wire with and without TLS over a pair of sockets, and in memory. The other end reads when it likes."""

import socket
import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from random import Random

import pytest
import trio

from devtools.harness import PATIENCE_S
from devtools.harness.server.serving import LoopbackEnd
from devtools.simulation.network import ClientEnd, Link
from protocol.identity.server_certificate import client_context, make_identity, server_context
from server.net.connection import MAX_BACKLOG, RECORD_BYTES, Connection


@dataclass
class Ends:
    """The server's end, and the client's as a trio stream."""

    wire: Connection
    client: trio.abc.Stream
    socket: trio.abc.HalfCloseableStream


@pytest.fixture(params=["plain", "tls", "memory"])
async def ends(request: pytest.FixtureRequest, tmp_path: Path) -> "Iterator[Ends]":  # type: ignore[misc]
    if request.param == "memory":
        link = Link(Random(1), 0)
        wire, client = LoopbackEnd(link, MAX_BACKLOG), ClientEnd(link)
        with trio.fail_after(PATIENCE_S):
            yield Ends(wire, client, client)  # type: ignore[arg-type]
        return
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    stream = trio.SocketStream(trio.socket.from_stdlib_socket(theirs))
    context: ssl.SSLContext | None = None
    client: trio.abc.Stream = stream
    if request.param == "tls":
        context = server_context(make_identity(tmp_path))
        client = trio.SSLStream(stream, client_context(), https_compatible=True)
    wire = Connection(ours, context)
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(wire.handshake)
            if isinstance(client, trio.SSLStream):
                await client.do_handshake()
        yield Ends(wire, client, stream)
    wire.close()
    await trio.aclose_forcefully(client)


async def read(stream: trio.abc.ReceiveStream, size: int) -> bytes:
    data = b""
    while len(data) < size and (more := await stream.receive_some(65536)):
        data += more
    return data


async def test_bytes_go_both_ways(ends: Ends) -> None:
    ends.wire.send(b"down")
    await ends.client.send_all(b"up")
    assert await ends.wire.receive() == b"up"
    assert await read(ends.client, 4) == b"down"


async def test_a_backlog_is_sent_in_order_as_the_client_reads(ends: Ends) -> None:
    async with trio.open_nursery() as nursery:
        ends.wire.on_backlog = lambda: nursery.start_soon(ends.wire.flush)
        sent, numbers = b"", count()
        while ends.wire.backlog < 100_000:  # systems buffer from 200 KB to some MB
            part = b"".join(index.to_bytes(4, "big") for index in islice(numbers, 12_500))
            ends.wire.send(part)
            sent += part
        assert await read(ends.client, len(sent)) == sent
        await ends.wire.drained()

    assert ends.wire.backlog == 0


async def test_a_client_that_does_not_read_is_dropped_at_the_limit(ends: Ends) -> None:
    broken: list[bool] = []
    ends.wire.on_broken = lambda: broken.append(True)
    while not ends.wire.broken:
        ends.wire.send(b"x" * 50_000)
        assert ends.wire.backlog <= MAX_BACKLOG
    ends.wire.send(b"nobody gets this")
    assert broken == [True]
    assert ends.wire.backlog == 0


async def test_the_last_words_arrive_although_much_was_not_read(ends: Ends) -> None:
    await ends.client.send_all(b"y" * 30_000)
    ends.wire.send(b"goodbye")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ends.wire.part)
        assert await read(ends.client, 100) == b"goodbye"
        await ends.client.aclose()


async def test_a_goodbye_is_known_as_one(ends: Ends) -> None:
    async with trio.open_nursery() as nursery:
        if isinstance(ends.client, trio.SSLStream):
            nursery.start_soon(ends.client.unwrap)
        else:
            await ends.client.aclose()
        assert await ends.wire.receive() == b""
        assert ends.wire.said_goodbye
        nursery.cancel_scope.cancel()  # it gets no answer here


async def test_an_end_without_the_goodbye_of_tls_is_told_from_one_with_it(ends: Ends) -> None:
    await ends.socket.send_eof()  # as of a program that was killed
    assert await ends.wire.receive() == b""
    assert ends.wire.said_goodbye == (ends.client is ends.socket)  # without TLS there is no difference


async def test_sending_to_a_closed_connection_raises_nothing(ends: Ends) -> None:
    await trio.aclose_forcefully(ends.client)
    for _ in range(3):
        ends.wire.send(b"hello?")
    assert ends.wire.broken


async def test_bytes_without_tls_end_the_handshake_and_sending_before_its_end_raises_nothing(tmp_path: Path) -> None:
    ours, theirs = socket.socketpair()
    wire = Connection(ours, server_context(make_identity(tmp_path)))
    with theirs:
        wire.send(b"early")
        theirs.sendall(b"GET / HTTP/1.1\r\n\r\n")
        with pytest.raises(trio.BrokenResourceError):
            await wire.handshake()
    wire.close()


async def test_large_data_is_encrypted_in_small_pieces_since_buffers_never_shrink(ends: Ends) -> None:
    if not isinstance(ends.client, trio.SSLStream):
        return
    ends.wire.send(bytes(10 * RECORD_BYTES))

    encrypted, sizes = b"", list[int]()
    while sum(sizes) < 10 * RECORD_BYTES:
        encrypted += await ends.socket.receive_some()
        while len(encrypted) >= 5 and len(encrypted) >= (end := 5 + int.from_bytes(encrypted[3:5], "big")):
            sizes.append(end)
            encrypted = encrypted[end:]
    assert max(sizes) <= RECORD_BYTES + 64
