"""Answers GET /metrics on a port of loopback, and nothing else: whoever watches over the server asks there.

As much of HTTP/1.1 as that needs: one request a connection, of bounded size, in bounded time, few at once.
"""

import logging
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Final

import trio

from server.admin.metrics import Look, files_in
from server.errors import PortTaken, ServerError
from server.house import House
from server.ops.counters import Counters

log = logging.getLogger(__name__)

HOST: Final = "127.0.0.1"
PATH: Final = "/metrics"
MAX_REQUEST = 8 * 1024  # bytes of its head; a body is not read
MAX_REST = 64 * 1024  # bytes that are read and thrown away so that the answer arrives
WITHIN_S = 5.0  # for all of a connection
AT_ONCE = 8  # one program asks every few seconds
LAG_EVERY_S = 0.25
FULL_PAUSE_S = 1.0  # between tries to accept
_REQUEST = re.compile(rb"([A-Z]{1,16}) (/[!-~]{0,1000}) HTTP/1\.[01]\r\n")

Text = Callable[[], Awaitable[bytes]]


async def serve_metrics(
    house: House, folder: Path, port: int, *, tls: bool, task_status: trio.TaskStatus[int] = trio.TASK_STATUS_IGNORED
) -> None:
    """Until cancelled; started with the port. `ServerError` where the port or the library for it is missing."""
    write = _writer()

    async def text() -> bytes:
        files = await trio.to_thread.run_sync(files_in, folder)  # a slow disk must not stop games
        return write(Look(house, tls, files))

    listeners = await _listen(port)
    taken = int(listeners[0].socket.getsockname()[1])
    log.info("metrics at http://%s:%d%s", HOST, taken, PATH)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(feel_lag, house.counters)
        work = partial(answer, text, trio.CapacityLimiter(AT_ONCE))
        for listener in listeners:
            nursery.start_soon(admit, listener, work, nursery)
        task_status.started(taken)


def _writer() -> Callable[[Look], bytes]:
    try:
        from server.admin.metrics_text import metrics_text
    except ImportError as error:
        raise ServerError(
            "Metrics need the library prometheus-client: install it in the folder of the project "
            "(pip install '.[server]'), or leave metrics_port out"
        ) from error
    return metrics_text


async def _listen(port: int) -> list[trio.SocketListener]:
    try:
        return await trio.open_tcp_listeners(port, host=HOST)
    except OSError as error:
        raise PortTaken(
            "Metrics cannot be offered on port {port} ({reason}): choose another metrics_port, or none",
            port=port,
            reason=error.strerror or str(error),
        ) from error


async def admit(
    listener: trio.abc.Listener[trio.SocketStream],
    work: Callable[[trio.SocketStream], Awaitable[None]],
    nursery: trio.Nursery,
) -> None:
    """Let everybody in, each with a task of his own."""
    async with listener:
        while True:
            try:
                stream = await listener.accept()
            except OSError:  # too many open files, which the door of the players complains about
                await trio.sleep(FULL_PAUSE_S)
            else:
                nursery.start_soon(work, stream)


async def feel_lag(counters: Counters) -> None:
    """Measure how much later than they should things happen."""
    while True:
        due = trio.current_time() + LAG_EVERY_S
        await trio.sleep_until(due)
        counters.count_lag((trio.current_time() - due) * 1000)


async def answer(text: Text, places: trio.CapacityLimiter, stream: trio.SocketStream) -> None:
    """The life of one connection. Nothing that the other side does is raised."""
    with suppress(trio.BrokenResourceError, trio.WouldBlock):
        async with stream:
            with trio.move_on_after(WITHIN_S):
                places.acquire_nowait()
                try:
                    await stream.send_all(await _reply(text, await _head(stream)))
                    await _part(stream)
                finally:
                    places.release()


async def _head(stream: trio.SocketStream) -> bytes:
    """All up to the empty line; as far as it came, if the other side ends it or it is too long."""
    head = b""
    while b"\r\n\r\n" not in head and len(head) <= MAX_REQUEST:
        data = await stream.receive_some(MAX_REQUEST)
        if not data:
            break
        head += data
    return head


async def _reply(text: Text, head: bytes) -> bytes:
    if len(head) > MAX_REQUEST:
        return _response(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
    request = _REQUEST.match(head)
    if request is None or b"\r\n\r\n" not in head:
        return _response(HTTPStatus.BAD_REQUEST)
    method, target = request.groups()
    if target.partition(b"?")[0] != PATH.encode():
        return _response(HTTPStatus.NOT_FOUND, has_body=method != b"HEAD")
    if method != b"GET":
        return _response(HTTPStatus.METHOD_NOT_ALLOWED, "Allow: GET\r\n", has_body=method != b"HEAD")
    return _response(HTTPStatus.OK, body=await text())


def _response(status: HTTPStatus, more: str = "", *, body: bytes | None = None, has_body: bool = True) -> bytes:
    if body is None:
        body = f"{status.phrase}. Ask here for GET {PATH}\n".encode() if has_body else b""
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\n"
        "Content-Type: text/plain; version=0.0.4; charset=utf-8\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\nCache-Control: no-store\r\n"
        f"X-Content-Type-Options: nosniff\r\n{more}\r\n"
    )
    return head.encode("ascii") + body


async def _part(stream: trio.SocketStream) -> None:
    """Closing with unread bytes would take our answer away from the other side."""
    await stream.send_eof()
    rest = 0
    while rest < MAX_REST and (data := await stream.receive_some(MAX_REQUEST)):
        rest += len(data)
