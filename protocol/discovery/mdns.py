"""DNS-SD by python-zeroconf, driven from trio: its event loop has a thread of its own and is called by the sync API
from worker threads; what it reports comes back through the trio token, as names only, never as work done there.
"""

import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, TypeVar

import trio
import zeroconf
from zeroconf import IPVersion, ServiceInfo, Zeroconf

from protocol.discovery.announcement import SERVICE, Announcement, write_properties
from protocol.discovery.interfaces import Interfaces, links, outside

log = logging.getLogger(__name__)

BEAT_S = 2  # how often the interfaces are read again
RETRY_S = 10
CLOSE_S = 3  # the goodbye takes 0.4 s; a network that is gone must not keep the program from ending
FLUSH_S = 1.2  # new interfaces were told the old addresses just now, and mDNS keeps for a second what it just heard
MAX_LABEL = 63  # bytes of an instance name
TROUBLE = (OSError, zeroconf.Error)

T = TypeVar("T")


async def in_thread(call: Callable[..., T], *args: Any, **named: Any) -> T:
    """A blocking call of zeroconf. Cancelling waits for it, at most two seconds: closing under it leaves a mess."""
    return await trio.to_thread.run_sync(partial(call, *args, **named))


async def whenever_it_works(what: str, task: Callable[[], Awaitable[None]]) -> None:
    """Run that task again and again; trouble of the network is logged once and tried again, the rest goes on."""
    level = logging.WARNING
    while True:
        try:
            await task()
        except* TROUBLE as trouble:
            log.log(level, "%s does not work at the moment: %r", what, trouble.exceptions[0])
            level = logging.DEBUG
        await trio.sleep(RETRY_S)


def hosts(interfaces: Interfaces) -> list[str]:
    """The own addresses by which others on the LAN reach this computer."""
    return [link.address for link in outside(links(interfaces), interfaces)]


@asynccontextmanager
async def opened(interfaces: Interfaces) -> AsyncIterator[tuple[Zeroconf, list[str]]]:
    """Zeroconf on the interfaces there are, as soon as there are any; closed with its goodbyes, within a limit."""
    while not (found := hosts(interfaces)):
        await trio.sleep(BEAT_S)
    # an explicit list: zeroconf's own choice of all takes loopback and public addresses with it
    instance = await in_thread(Zeroconf, interfaces=list(found), ip_version=IPVersion.V4Only)
    try:
        yield instance, found
    finally:
        with trio.CancelScope(shield=True), trio.move_on_after(CLOSE_S), suppress(*TROUBLE):
            await trio.to_thread.run_sync(instance.close, abandon_on_cancel=True)


async def follow_interfaces(instance: Zeroconf, known: list[str], interfaces: Interfaces) -> list[str]:
    """Take up interfaces that came and let go of those that went; the addresses there are now."""
    found = hosts(interfaces)
    if found and found != known:
        log.info("the network changed: DNS-SD now on %s", ", ".join(found))
        await in_thread(instance.update_interfaces, interfaces=list(found))
    return found or known


async def advertise_whenever_it_works(
    current: Callable[[], Announcement], news: trio.MemoryReceiveChannel[None], on: Interfaces
) -> None:
    """Until cancelled, whatever the network does."""
    await whenever_it_works("announcing by DNS-SD", partial(advertise, current, news, on))


async def advertise(current: Callable[[], Announcement], news: trio.MemoryReceiveChannel[None], on: Interfaces) -> None:
    """Keep the service registered, with the properties as they are now, until cancelled."""
    async with opened(on) as (instance, known):
        info = _info(current(), known)
        await in_thread(instance.register_service, info, allow_name_change=True)
        log.info("announced by DNS-SD as %s", info.name)
        while True:
            with trio.move_on_after(BEAT_S):
                await news.receive()
            before, known = known, await follow_interfaces(instance, known, on)
            if known != before:
                await trio.sleep(FLUSH_S)
            changed = _info(current(), known, info.name)
            if (changed.text, changed.addresses) != (info.text, info.addresses):
                info = changed
                await in_thread(instance.update_service, info)  # takes half a second, and so limits how often


def label(announcement: Announcement) -> str:
    """The instance name: for people, and unique by the identity, so that no two servers contend for it."""
    mark = f" {announcement.fingerprint[:6]}"
    name = announcement.name.encode()[: MAX_LABEL - len(mark)].decode(errors="ignore")
    return "".join(char for char in name if char.isprintable()).strip(" .") + mark


def _info(told: Announcement, addresses: list[str], name: str | None = None) -> ServiceInfo:
    """The service. Its host name is made from the identity: were it the computer's, or one for all, the addresses of
    several servers would run together and a client would dial the wrong one."""
    return ServiceInfo(
        SERVICE,
        name or f"{label(told)}.{SERVICE}",
        port=told.port,
        properties=write_properties(told),
        server=f"netgame-{told.fingerprint[:20]}.local.",
        addresses=[socket.inet_aton(address) for address in addresses],
    )
