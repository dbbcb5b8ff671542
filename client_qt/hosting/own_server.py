"""Hosting from this window: the server run inside the client, and what a page shows of it."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar

import trio
from PySide6.QtCore import QObject, Signal

from client_qt.trio_guest import Starts
from netgame.text import Text
from protocol.address import Address
from protocol.diagnostics import OwnServer

log = logging.getLogger(__name__)
MOST_ADDRESSES = 3  # to choose from; a computer may have dozens
State = Literal["off", "starting", "on", "stopping"]


@dataclass(frozen=True)
class Served:
    """Where the own server is reached."""

    port: int
    fingerprint: str
    addresses: tuple[str, ...]  # as a friend types them, best first
    name: str
    reached: Callable[[], bool] = field(default=lambda: False, compare=False)  # has another computer come here?

    def to_tell(self, host_name: str) -> tuple[str, ...]:
        """The addresses, and behind them the name of this computer on the network, where it has one."""
        name = (str(Address(host_name, self.port)),) if host_name.endswith(".local") else ()
        return (*self.addresses[:MOST_ADDRESSES], *name)


class FolderBusy(Exception):
    """Another running program serves from the data folder."""

    def __init__(self, port: int, fingerprint: str) -> None:
        super().__init__(port, fingerprint)
        self.port = port
        self.fingerprint = fingerprint


class CannotServe(Exception):
    """The server does not start; `text` says why and what to do."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


Unfinished = Callable[[Path], Awaitable[bool]]  # does the data folder hold matches to go on with?
ErrorT = TypeVar("ErrorT", bound=Exception)


def first_of(group: BaseExceptionGroup[Any], kind: type[ErrorT]) -> ErrorT:
    """The first error of that kind. How deep it is nested depends on the tasks that it came through, and on the Python:
    3.11.2 wraps once more what is raised in an `except*`."""
    for error in group.exceptions:
        if isinstance(error, kind):
            return error
        if isinstance(error, BaseExceptionGroup) and error.subgroup(kind) is not None:
            return first_of(error, kind)
    raise group


Ready = Callable[[Served], object]
Failed = Callable[[Text | FolderBusy], object]


class Serve(Protocol):
    """The server as the composition root hands it in. Calls `task_status.started(Served(...))`, runs until cancelled,
    and then stops in order within five seconds. Raises `FolderBusy` or `CannotServe`."""

    def __call__(self, data: Path, name: str, *, task_status: trio.TaskStatus[Served]) -> Awaitable[Any]: ...


class Hosting(QObject):
    """The own server: off, or on with an address. `changed` after every change of state."""

    changed = Signal()

    def __init__(
        self, serve: Serve, unfinished: Unfinished, data: Path, nursery: Starts, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.state: State = "off"
        self.served: Served | None = None
        self.elsewhere: OwnServer | None = None  # the own server, where it runs without this window
        self._serve, self._unfinished, self._data, self._nursery = serve, unfinished, data, nursery
        self._scope = trio.CancelScope()
        self._off = trio.Event()  # another one for each time that it serves
        self._off.set()
        self._one_at_a_time = trio.Lock()
        self._asked: list[tuple[Ready, Failed]] = []

    def start(self, name: str, ready: Ready, failed: Failed) -> None:
        """Serve, or go on serving; `ready` or `failed` is called once, perhaps at once."""
        if self.served is not None and self.state == "on":
            ready(self.served)
            return
        self._asked.append((ready, failed))
        if len(self._asked) == 1:
            self._nursery.start_soon(self._run, name)

    def resume(self, name: str, ready: Ready, failed: Failed) -> None:
        """Serve if there are unfinished matches; otherwise nothing happens."""
        self._nursery.start_soon(self._resume, name, ready, failed)

    def stop(self) -> None:
        """Tell the players and stop; the tables stay on disk."""
        if self.state in ("on", "starting"):
            self._set("stopping", None)
            self._scope.cancel()

    async def until_off(self) -> None:
        """Wait until nothing is served here any more, and the folder is free."""
        await self._off.wait()

    # ---- in trio

    async def _resume(self, name: str, ready: Ready, failed: Failed) -> None:
        if await self._unfinished(self._data):
            self.start(name, ready, failed)

    async def _run(self, name: str) -> None:
        async with self._one_at_a_time:  # a start asked for while the last server still says goodbye waits for it
            self._scope = trio.CancelScope()
            self._set("starting", None)
            problem: Text | FolderBusy = Text("Hosting was stopped.")
            try:
                with self._scope:
                    await self._serve_until_stopped(name)
            except* FolderBusy as group:
                problem = first_of(group, FolderBusy)
            except* CannotServe as group:
                problem = first_of(group, CannotServe).text
            finally:
                self._set("off", None)
            for _ready, failed in self._taken():
                failed(problem)

    async def _serve_until_stopped(self, name: str) -> None:
        async with trio.open_nursery() as nursery:
            served: Served = await nursery.start(self._serve, self._data, name)
            self._set("on", served)
            for ready, _failed in self._taken():
                ready(served)

    def _taken(self) -> list[tuple[Ready, Failed]]:
        asked, self._asked = self._asked, []
        return asked

    def _set(self, state: State, served: Served | None) -> None:
        self.state, self.served = state, served
        if state == "off":
            self._off.set()
        elif self._off.is_set():
            self._off = trio.Event()
        self.changed.emit()
