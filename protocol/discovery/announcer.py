"""The server's end of discovery: answer queries and advertise a DNS-SD service."""

import importlib
from collections.abc import Callable
from contextlib import suppress

import trio

from netgame.text import Text
from protocol.discovery.announcement import UDP_PORT, Announcement
from protocol.discovery.interfaces import Interfaces
from protocol.discovery.udp import UdpResponder


class Announcer:
    """Makes a server visible on the LAN while `run` runs. Call `changed` after each change of what `current` returns.

    `problem` is set while one of the methods does not work; the others go on. Only computers on the LAN are answered,
    unless `answer_all`. `on_query` is called with the host of each query that is answered.
    """

    def __init__(
        self, current: Callable[[], Announcement], *, udp_port: int = UDP_PORT, answer_all: bool = False,
        on_query: Callable[[str], None] | None = None,
    ) -> None:  # fmt: skip
        self._current, self._answer_all, self._on_query = current, answer_all, on_query
        self._udp_port = udp_port
        self._change_senders: list[trio.MemorySendChannel[None]] = []
        self._responder: UdpResponder | None = None

    @property
    def problem(self) -> Text | None:
        return None if self._responder is None else self._responder.problem

    def changed(self) -> None:
        """Announce what `current` returns now. Cheap; several calls in a row count as one."""
        for sender in self._change_senders:
            with suppress(trio.WouldBlock, trio.BrokenResourceError):
                sender.send_nowait(None)

    async def run(
        self, *, interfaces: Interfaces, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        """Announce until cancelled, then say goodbye, which takes a few seconds at most."""
        if interfaces == "none":
            task_status.started()
            await trio.sleep_forever()
        self._change_senders = []
        self._responder = UdpResponder(
            self._current, interfaces, self._udp_port, answer_all=self._answer_all, on_query=self._on_query
        )
        async with trio.open_nursery() as nursery:
            await nursery.start(self._responder.run)
            nursery.start_soon(self._advertise, interfaces)
            task_status.started()

    async def _advertise(self, interfaces: Interfaces) -> None:
        # zeroconf takes long to load, so a thread loads it
        await trio.to_thread.run_sync(importlib.import_module, "protocol.discovery.mdns")
        from protocol.discovery.mdns import VERSIONS, advertise

        async with trio.open_nursery() as nursery:
            for version in VERSIONS:
                sender, changes = trio.open_memory_channel[None](1)
                self._change_senders.append(sender)
                nursery.start_soon(advertise, self._current, changes, interfaces, version)
