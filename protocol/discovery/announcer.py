"""Being found on the LAN: what a server runs so that browsers list it."""

from collections.abc import Awaitable, Callable
from contextlib import suppress

import trio

from netgame.text import Text
from protocol.discovery.announcement import UDP_PORT, Announcement
from protocol.discovery.interfaces import Interfaces
from protocol.discovery.responder import Responder


class Announcer:
    """Tells the LAN what `current()` says, as long as `run` runs; `changed()` after every change of that.

    `trouble` is a sentence where a means of being found does not work; the others go on. Only computers that are near
    get answers, unless `anybody` may have one.
    """

    def __init__(self, current: Callable[[], Announcement], *, udp_port: int = UDP_PORT, anybody: bool = False) -> None:
        self._current, self._anybody = current, anybody
        self._udp_port = udp_port
        self._news: trio.MemorySendChannel[None] | None = None
        self._responder: Responder | None = None

    @property
    def trouble(self) -> Text | None:
        return None if self._responder is None else self._responder.trouble

    def changed(self) -> None:
        """What `current()` says is different now. Cheap; several in a row are one."""
        if self._news is not None:
            with suppress(trio.WouldBlock, trio.BrokenResourceError):
                self._news.send_nowait(None)

    async def run(
        self, *, interfaces: Interfaces, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        """Answer queries and keep the DNS-SD service until cancelled; says goodbye then, within a few seconds."""
        if interfaces == "none":
            task_status.started()
            await trio.sleep_forever()
        self._news, news = trio.open_memory_channel[None](1)
        self._responder = Responder(self._current, interfaces, self._udp_port, anybody=self._anybody)
        async with trio.open_nursery() as nursery:
            await nursery.start(self._responder.run)
            nursery.start_soon(self._advertise, news, interfaces)
            task_status.started()

    async def _advertise(self, news: trio.MemoryReceiveChannel[None], interfaces: Interfaces) -> None:
        """By DNS-SD. Its library takes long to load, and nobody else is to wait for that."""
        keep_advertised = await trio.to_thread.run_sync(_dnssd)
        await keep_advertised(self._current, news, interfaces)


def _dnssd() -> Callable[[Callable[[], Announcement], trio.MemoryReceiveChannel[None], Interfaces], Awaitable[None]]:
    from protocol.discovery.mdns import advertise_whenever_it_works

    return advertise_whenever_it_works
