"""The server's end of the control socket."""

import logging
import socket
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import trio

from protocol.control.endpoint import KIND, Kind, Listener, listen
from protocol.control.messages import AMBIGUOUS, MAX_LINE, Ambiguous, CommandError, decode_line, encode_line
from server.admin.control.account_operations import AccountOperations
from server.admin.control.requests import Answer, Operation, text_field
from server.admin.control.server_operations import ServerOperations
from server.storage.event_store import StoreProblem

log = logging.getLogger(__name__)

IDLE_S = 60.0  # without a request on a connection, and until an answer is read
REQUEST_S = 10.0  # for a whole request; for the first one from the connection on
MAX_CONNECTIONS = 16  # one more ends the oldest that is idle


class Hold:
    """Keeps an idle server running while the window that hosts is connected to the control socket.

    One connection at a time has the hold. While `on_change` is None no connection can have it: such a server never
    exits by itself.
    """

    def __init__(self) -> None:
        self.on_change: Callable[[], None] | None = None
        self._holder: object = None

    def set(self, holder: object, *, on: bool) -> bool:
        """Take or release the hold. Return whether that connection has it now."""
        if self.on_change is not None and self._holder in (None, holder):
            self._holder = holder if on else None
            self.on_change()
        return self._holder is holder

    @property
    def is_held(self) -> bool:
        """Whether a connection has the hold."""
        return self._holder is not None

    def is_held_by(self, holder: object) -> bool:
        """Whether that connection has the hold."""
        return self._holder is holder


class ControlService:
    """Carries out requests. `until_the_end` is closed when the server has released everything."""

    def __init__(
        self, server: ServerOperations, accounts: AccountOperations, until_the_end: ExitStack | None = None
    ) -> None:
        self._operations: dict[str, Operation] = {**server.operations, **accounts.operations}
        self._server = server
        self._until_the_end = until_the_end if until_the_end is not None else ExitStack()
        self._open: set[trio.SocketStream] = set()
        self._idle: dict[trio.SocketStream, trio.CancelScope] = {}  # waiting for a request, the oldest first
        self._admitted: set[trio.SocketStream] = set()  # those with a request that had the token
        self.hold = Hold()

    async def serve(
        self, path: Path, kind: Kind = KIND, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        """Serve requests until cancelled. If the socket cannot be used, log that; the games go on without it."""
        try:
            with listen(path, kind) as listener:
                task_status.started()
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._server.run_countdown)
                    streams = trio.SocketListener(trio.socket.from_stdlib_socket(listener.sock))
                    await trio.serve_listeners(partial(self._converse, listener), [streams], handler_nursery=nursery)
        except CommandError as error:
            log.error("%s", error)
            task_status.started()

    async def _converse(self, listener: Listener, stream: trio.SocketStream) -> None:
        """Answer the requests of one connection."""
        buffer = bytearray()
        if len(self._open) >= MAX_CONNECTIONS:
            self._end_idle()
        async with stream:
            if len(self._open) >= MAX_CONNECTIONS:
                log.warning("a control connection was refused: %d requests at once", len(self._open))
                return
            self._open.add(stream)
            try:
                while line := await self._read_line(stream, buffer):
                    answer = await self._answer(line, listener, stream)
                    with trio.fail_after(IDLE_S):
                        await stream.send_all(answer)
            except (trio.BrokenResourceError, trio.ClosedResourceError, trio.TooSlowError, CommandError) as error:
                log.debug("control connection ended: %s", error)
            finally:
                self.hold.set(stream, on=False)
                self._admitted.discard(stream)
                self._open.discard(stream)

    def _end_idle(self) -> None:
        """End the oldest connection that waits for a request, first of those that have not shown the token."""
        idle = [stream for stream in self._idle if not self.hold.is_held_by(stream)]
        oldest = min(idle, key=self._admitted.__contains__, default=None)
        if oldest is not None:
            self._idle.pop(oldest).cancel()
            self._open.discard(oldest)

    async def _read_line(self, stream: trio.SocketStream, buffer: bytearray) -> bytes | None:
        """Return the next line; None at the end or after the limits, `CommandError` for a line without an end."""
        with trio.move_on_after(IDLE_S if stream in self._admitted else REQUEST_S) as scope:
            self._idle[stream] = scope
            try:
                while (end := buffer.find(b"\n")) < 0:
                    if len(buffer) > MAX_LINE:
                        raise CommandError("That request was too long")
                    data = await stream.receive_some(16 * 1024)
                    if not data:
                        return None
                    if not buffer:
                        scope.deadline = min(scope.deadline, trio.current_time() + REQUEST_S)
                    buffer += data
            finally:
                self._idle.pop(stream, None)
            line = bytes(buffer[: end + 1])
            del buffer[: end + 1]
            return line
        return None

    async def _answer(self, line: bytes, listener: Listener, stream: trio.SocketStream) -> bytes:
        """Carry out a request and encode the answer. No request may stop the server by an error."""
        try:
            request = decode_line(line)
            if not listener.admits(str(request.pop("token", ""))):
                raise CommandError("That is not the token of this server")
            self._admitted.add(stream)
            name = text_field(request, "do")
            if name == "drain":
                # open until the server has stopped: its end informs the client that the folder is free
                held = socket.fromfd(stream.socket.fileno(), stream.socket.family, stream.socket.type)
                self._until_the_end.callback(held.close)
            operation = self._operations.get(name)
            if name == "hold":
                answer: Answer = {"held": self.hold.set(stream, on=bool(request.get("on")))}
            elif operation is not None:
                answer = await operation(request)
            else:
                raise CommandError(f"This server does not know the command {name[:40]}")
            if isinstance(answer, list):
                return b"".join(encode_line({"row": row}) for row in answer) + encode_line({"ok": {}})
            return encode_line({"ok": answer})
        except Ambiguous as error:
            return encode_line({"error": str(error), "code": AMBIGUOUS})
        except CommandError as error:
            return encode_line({"error": str(error)})
        except StoreProblem as error:
            log.error("a control command failed: %s", error)
            return encode_line({"error": f"The server cannot read or write its disk: {error}"})
        except Exception:  # a mistake in an operation: the request fails, the server continues
            log.exception("a control command failed")
            return encode_line({"error": "Unexpected error in the server; see its log"})
