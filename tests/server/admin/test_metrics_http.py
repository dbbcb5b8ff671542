"""A port of loopback that answers GET /metrics and nothing else."""

import errno
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st

from server.admin.metrics_http import AT_ONCE, FULL_PAUSE_S, MAX_REQUEST, admit, answer, serve_metrics
from server.errors import PortTaken, ServerError
from tests import PATIENCE_S
from tests.server.serving import running

GET = b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n"
Ask = Callable[..., Awaitable[bytes]]


@asynccontextmanager
async def answering() -> AsyncIterator[Callable[[], Awaitable[trio.SocketStream]]]:
    """What opens a connection to something that answers as the server does."""

    async def text() -> bytes:
        return b"numbers\n"

    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    port = listeners[0].socket.getsockname()[1]
    async with trio.open_nursery() as nursery:
        work = partial(answer, text, trio.CapacityLimiter(AT_ONCE))
        nursery.start_soon(trio.serve_listeners, work, listeners)
        yield partial(trio.open_tcp_stream, "127.0.0.1", port)
        nursery.cancel_scope.cancel()


async def ask(stream: trio.SocketStream, data: bytes, *, ends: bool = False) -> bytes:
    """Everything that comes back."""
    await stream.send_all(data)
    if ends:
        await stream.send_eof()
    found = b""
    while more := await stream.receive_some(65536):
        found += more
    await stream.aclose()
    return found


async def test_the_numbers_are_the_body() -> None:
    async with answering() as connect:
        reply = await ask(await connect(), GET)

    head, _, body = reply.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 OK\r\n")
    assert b"Content-Type: text/plain; version=0.0.4; charset=utf-8" in head
    assert b"Content-Length: 8" in head
    assert body == b"numbers\n"


@pytest.mark.parametrize(
    ("request_line", "status"),
    [
        (b"GET /metrics?x=1 HTTP/1.0", b"200"),
        (b"GET / HTTP/1.1", b"404"),
        (b"GET /metrics/ HTTP/1.1", b"404"),
        (b"GET /../metrics HTTP/1.1", b"404"),
        (b"POST /metrics HTTP/1.1", b"405"),
        (b"HEAD /metrics HTTP/1.1", b"405"),
        (b"PRI * HTTP/2.0", b"400"),
        (b"get /metrics HTTP/1.1", b"400"),
        (b"GET  /metrics HTTP/1.1", b"400"),
        (b"GET /metrics HTTP/9", b"400"),
        (b"GET /" + b"a" * 2000 + b" HTTP/1.1", b"400"),
        (b"\x16\x03\x01\x00", b"400"),
        (b"", b"400"),
    ],
)
async def test_anything_else_is_refused(request_line: bytes, status: bytes) -> None:
    async with answering() as connect:
        reply = await ask(await connect(), request_line + b"\r\nHost: x\r\n\r\n")

    assert reply.split(b" ")[1] == status
    head, _, body = reply.partition(b"\r\n\r\n")
    assert f"Content-Length: {len(body)}".encode() in head
    assert (b"Allow: GET" in head) == (status == b"405")


async def test_an_answer_to_head_has_no_body() -> None:
    async with answering() as connect:
        reply = await ask(await connect(), GET.replace(b"GET", b"HEAD"))

    assert reply.endswith(b"\r\n\r\n")


async def test_a_request_may_come_in_pieces() -> None:
    async with answering() as connect:
        stream = await connect()
        for byte in GET[:-1]:
            await stream.send_all(bytes([byte]))
        reply = await ask(stream, GET[-1:])

    assert reply.startswith(b"HTTP/1.1 200")


async def test_who_ends_in_the_middle_is_told_so() -> None:
    async with answering() as connect:
        reply = await ask(await connect(), GET[:-2], ends=True)

    assert reply.startswith(b"HTTP/1.1 400")


async def test_too_long_a_request_is_refused_and_the_answer_arrives() -> None:
    async with answering() as connect:
        reply = await ask(await connect(), b"GET /metrics HTTP/1.1\r\nX: " + b"x" * (3 * MAX_REQUEST))

    assert reply.startswith(b"HTTP/1.1 431")


async def test_who_says_nothing_is_not_waited_for(autojump_clock: trio.testing.MockClock) -> None:
    with trio.fail_after(PATIENCE_S):
        async with answering() as connect:
            stream = await connect()
            await stream.send_all(GET[:-1])

            assert await stream.receive_some(1) == b""
            await stream.aclose()


async def test_only_some_are_answered_at_once() -> None:
    async with answering() as connect:
        silent = [await connect() for _ in range(AT_ONCE)]
        await trio.testing.wait_all_tasks_blocked()
        one_more = await connect()

        assert await one_more.receive_some(1) == b""
        silent.append(one_more)
        assert (await ask(silent.pop(0), GET)).startswith(b"HTTP/1.1 200")
        assert (await ask(await connect(), GET)).startswith(b"HTTP/1.1 200")
        for stream in silent:
            await stream.aclose()


class Full(trio.abc.Listener[str]):
    """Has no files for connections; after a while it has."""

    def __init__(self) -> None:
        self._tries = 0

    async def accept(self) -> str:
        self._tries += 1
        if self._tries < 4:
            raise OSError(errno.EMFILE, "too many")
        await trio.lowlevel.checkpoint()
        return "a connection"

    async def aclose(self) -> None:
        await trio.lowlevel.checkpoint()


async def test_without_files_for_connections_it_tries_again(autojump_clock: trio.testing.MockClock) -> None:
    async with trio.open_nursery() as nursery:

        async def work(stream: str) -> None:
            assert stream == "a connection"
            nursery.cancel_scope.cancel()

        await admit(Full(), work, nursery)  # type: ignore[arg-type]

    assert trio.current_time() == pytest.approx(3 * FULL_PAUSE_S)


@settings(max_examples=30, deadline=None)
@given(st.binary(max_size=200) | st.binary(max_size=60).map(lambda tail: GET[:-2] + tail))
def test_no_bytes_end_it(data: bytes) -> None:
    async def check() -> None:
        async with answering() as connect:
            stream = await connect()
            await ask(stream, data, ends=True)
            assert (await ask(await connect(), GET)).endswith(b"numbers\n")

    trio.run(check)


# ---- of a server


async def test_a_server_answers_with_its_numbers(tmp_path: Path) -> None:
    async with running(tmp_path) as serving, trio.open_nursery() as nursery:
        port = await nursery.start(partial(serve_metrics, serving.house, tmp_path, 0, tls=False))
        reply = await ask(await trio.open_tcp_stream("127.0.0.1", port), GET)
        nursery.cancel_scope.cancel()

    assert b"\nnetgame_people 0.0\n" in reply


async def test_a_port_that_is_taken_is_a_sentence(tmp_path: Path) -> None:
    async with running(tmp_path) as serving, trio.open_nursery() as nursery:
        port = await nursery.start(partial(serve_metrics, serving.house, tmp_path, 0, tls=False))

        with pytest.raises(PortTaken, match=f"port {port} .*Choose another metrics_port|port {port} .*another"):
            await serve_metrics(serving.house, tmp_path, port, tls=False)
        nursery.cancel_scope.cancel()


async def test_without_the_library_it_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "server.admin.metrics_text", None)
    async with running(tmp_path) as serving:
        with pytest.raises(ServerError, match="prometheus-client"):
            await serve_metrics(serving.house, tmp_path, 0, tls=False)


async def test_a_server_with_a_metrics_port_answers_there(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", "server.admin.metrics_http"):
        async with running(tmp_path, metrics_port=0):
            (said,) = [each for each in caplog.messages if each.startswith("metrics at ")]
            port = int(said.removesuffix("/metrics").rpartition(":")[2])
            reply = await ask(await trio.open_tcp_stream("127.0.0.1", port), GET)

    assert b'netgame_connections{state="greeting",tls="no"} 0.0' in reply
