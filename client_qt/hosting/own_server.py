"""Hosting on this computer: the state of the server process, and what the window asks of it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Literal

import trio
from PySide6.QtCore import QObject, Signal

from client_qt.hosting.server_process import (
    CannotServe,
    HostedElsewhere,
    ServerProcess,
    ServerStatus,
    usable_name,
)
from client_qt.net.known_servers import KnownServers
from client_qt.net.server_browser import ServerBrowser
from client_qt.text.locale_formats import local_time, moment, time_of_day
from client_qt.text.translation import tr
from client_qt.trio_guest import Starts
from netgame.text import Text, fill

POLL_S = 1.0
NAME_S = 3.0  # a name server may not answer
UNEXPECTED = Text("An unexpected error ended hosting. Try it again.")
State = Literal["off", "starting", "on", "stopping"]


@dataclass(frozen=True)
class _Request:
    name: str
    ready: Callable[[ServerStatus], object]
    failed: Callable[[Text | HostedElsewhere], object]
    if_unfinished: bool = False


@dataclass(frozen=True)
class Network:
    """The servers that this window knows, those that it finds, and the one that it hosts."""

    servers: KnownServers
    browser: ServerBrowser
    hosting: "Hosting"
    host_name: str  # of this computer


class Hosting(QObject):
    """The server of this computer while this window hosts. The server stops with the window, unless it is kept."""

    changed = Signal()  # state or status
    stopped = Signal()  # at the request of this window
    lost = Signal()  # the server has ended by itself
    cannot_stop = Signal(object)  # Text

    def __init__(self, process: ServerProcess, nursery: Starts, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state: State = "off"
        self.server: ServerStatus | None = None
        self.was_running = False  # did the server run before this window hosted?
        self.last = ""  # the fingerprint of the server that was hosted last
        self.is_kept = False  # does the server go on when the window ends, until it is idle?
        self.renewed = False  # was the server stopped for a new identity?
        self._process, self._nursery = process, nursery
        self._scope = trio.CancelScope()
        self._one_at_a_time = trio.Lock()
        self._waiting: list[_Request] = []

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the server; empty while there is none."""
        return self.server.fingerprint if self.server is not None else ""

    def has_stopped(self, fingerprint: str) -> bool:
        """Return whether this window hosted that server, and hosts nothing now."""
        return self.state == "off" and fingerprint == self.last != ""

    def start(
        self,
        name: str,
        ready: Callable[[ServerStatus], object],
        failed: Callable[[Text | HostedElsewhere], object],
        *,
        if_unfinished: bool = False,
    ) -> None:
        """Host, or go on hosting. `ready` or `failed` is called once, perhaps at once.

        `if_unfinished`: only if a server runs already, or if there are unfinished matches. Otherwise call nothing.
        """
        if self.server is not None and self.state == "on":
            ready(self.server)
            return
        self._waiting.append(_Request(name, ready, failed, if_unfinished))
        if len(self._waiting) == 1:
            self._nursery.start_soon(self._run)

    def renew(self) -> None:
        """Stop the server, and give it a new identity. `renewed` is true when `stopped` is emitted."""
        self.renewed = True
        self.stop()

    def stop(self) -> None:
        """Stop the server. Its games are kept."""
        if self.state in ("starting", "on"):
            self.is_kept = False
            self._set("stopping", None)
            self._scope.cancel()
            self._fail(Text("Hosting was stopped."))

    async def continue_match(self, record: str, key: bytes) -> str:
        """Return the table at the server here that continues the match of a record, for the player with that public
        key. `CannotServe` if it is refused."""
        return await trio.to_thread.run_sync(self._process.continue_match, record, key)

    async def _run(self) -> None:
        async with self._one_at_a_time:  # the last server may still be stopping
            problem: Text | HostedElsewhere | None = UNEXPECTED
            self._scope, self.is_kept, self.renewed = trio.CancelScope(), False, False
            self._set("starting", None)
            try:
                with self._scope:
                    status = await self._open()
                    if status is not None:
                        await self._follow(status)
                problem = None
            except CannotServe as error:
                problem = error.text
            except HostedElsewhere as error:
                problem = error
            finally:
                try:
                    await self._close()
                finally:
                    if problem is not None and not self._scope.cancel_called:  # otherwise the next run has the requests
                        self._fail(problem)
            if self._scope.cancelled_caught:
                self.stopped.emit()

    async def _open(self) -> ServerStatus | None:
        """Find the server or start it; None if it was asked for only if there are unfinished matches."""
        status = await _in_thread(self._process.find)
        self.was_running = status is not None
        while status is None:
            start = partial(self._process.start, self._waiting[0].name)
            if_unfinished = all(request.if_unfinished for request in self._waiting)
            status = await _in_thread(partial(start, if_unfinished=if_unfinished))
            if status is None and all(request.if_unfinished for request in self._waiting):
                self._waiting.clear()
                return None
        return status

    async def _follow(self, status: ServerStatus) -> None:
        """Keep the status up to date until the server has ended."""
        self._set("on", status)
        while self._waiting:
            self._waiting.pop(0).ready(status)
        asked: tuple[str, tuple[str, ...]] = "", ()
        name = ""
        while True:
            await trio.sleep(POLL_S)
            fresh = await _in_thread(partial(self._process.status, hold=not self.is_kept))
            if fresh is None:
                self.lost.emit()
                return
            if asked != (fresh.name, fresh.addresses):
                asked, name = (fresh.name, fresh.addresses), ""
                with trio.move_on_after(NAME_S):
                    look = partial(usable_name, fresh.name, fresh.addresses)
                    name = await trio.to_thread.run_sync(look, abandon_on_cancel=True)
            fresh = replace(fresh, host_name=name)
            if fresh != self.server:
                self._set("on", fresh)

    async def _close(self) -> None:
        try:
            with trio.CancelScope(shield=True):
                await trio.to_thread.run_sync(self._process.close if self.is_kept else self._process.stop)
                if self.renewed:
                    await trio.to_thread.run_sync(self._process.make_new_identity)
        except CannotServe as error:
            self.cannot_stop.emit(error.text)
        finally:
            self._set("off", None)

    def _fail(self, problem: Text | HostedElsewhere) -> None:
        failing, self._waiting = self._waiting, []
        for request in failing:
            request.failed(problem)

    def _set(self, state: State, server: ServerStatus | None) -> None:
        self.state, self.server = state, server
        self.last = self.fingerprint or self.last
        self.changed.emit()


async def _in_thread(call: Callable[[], ServerStatus | None]) -> ServerStatus | None:
    status = await trio.to_thread.run_sync(call)
    await trio.lowlevel.checkpoint()  # ends here if hosting was stopped while the thread worked
    return status


def since_text(status: ServerStatus) -> str:
    """Return a sentence about how long a server has been running, and how many games it has."""
    begun = local_time(status.since_ms)
    today = begun.date() == datetime.now().date()
    since = time_of_day(begun) if today else moment(begun)
    return fill(tr("Hosting in the background since {since}, %n game(s).", status.games), {"since": since})
