"""The server's end of the control socket."""

import logging
import socket
import sqlite3
from pathlib import Path

import trio

from server.admin.control.errors import ControlError
from server.admin.control.lines import MAX_LINE, line_of, message_of
from server.admin.control.operations import Answer, ControlOperations
from server.admin.control.socket_path import KIND, Kind, Listening, listening
from server.storage.event_store import StoreProblem

log = logging.getLogger(__name__)

SILENT_S = 60.0  # that a command may take to be given
MOST = 16  # commands at once


async def serve_control(
    path: Path,
    desk: ControlOperations,
    kind: Kind = KIND,
    *,
    task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Take commands there until cancelled. Where that is not possible it is logged, and games go on without."""
    try:
        with listening(path, kind) as place:
            task_status.started()
            await _accept(place, desk)
    except ControlError as error:
        log.error("%s", error)
        task_status.started()


async def _accept(place: Listening, desk: ControlOperations) -> None:
    limiter = trio.CapacityLimiter(MOST)
    listener = trio.SocketListener(trio.socket.from_stdlib_socket(place.sock))

    async def converse(stream: trio.SocketStream) -> None:
        async with limiter:
            await _converse(stream, place, desk)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(desk.run)
        await trio.serve_listeners(converse, [listener], handler_nursery=nursery)


async def _converse(stream: trio.SocketStream, place: Listening, desk: ControlOperations) -> None:
    async with stream:
        try:
            lines = _Lines(stream)
            while (line := await lines.next()) is not None:
                await stream.send_all(await _answer(line, place, desk, stream))
        except (trio.BrokenResourceError, trio.ClosedResourceError, ControlError) as error:
            log.debug("a command was broken off: %s", error)


async def _answer(line: bytes, place: Listening, desk: ControlOperations, stream: trio.SocketStream) -> bytes:
    """The answer to a request; no request ends the server."""
    try:
        request = message_of(line)
        if not place.admits(str(request.pop("token", ""))):
            raise ControlError("That is not the token of this server")
        if request.get("do") == "drain":
            _hold_until_the_end(stream, desk)
        return _written(await desk.do(request))
    except ControlError as error:
        return line_of({"error": str(error)})
    except (sqlite3.Error, StoreProblem) as error:
        log.error("a command: %s", error)
        return line_of({"error": f"The server cannot read or write its disk: {error}"})
    except Exception:
        log.exception("a command")
        return line_of({"error": "The server made a mistake with this command; its log says more"})


def _written(answer: Answer) -> bytes:
    rows = b"".join(line_of({"row": row}) for row in answer.rows)
    return rows + line_of({"ok": answer.ok})


def _hold_until_the_end(stream: trio.SocketStream, desk: ControlOperations) -> None:
    """Who stops the server learns from the end of the connection that the folder is free, so it outlasts this task."""
    kept = socket.fromfd(stream.socket.fileno(), stream.socket.family, stream.socket.type)
    desk.until_the_end.callback(kept.close)


class _Lines:
    """What the other side says, line by line."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self._stream, self._buffer = stream, bytearray()

    async def next(self) -> bytes | None:
        """The next line; None at the end, after a long silence, and for one that was cut."""
        while (end := self._buffer.find(b"\n")) < 0:
            if len(self._buffer) > MAX_LINE:
                raise ControlError("That request was too long")
            data = b""
            with trio.move_on_after(SILENT_S):
                data = await self._stream.receive_some(16 * 1024)
            if not data:
                return None
            self._buffer += data
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        return line
