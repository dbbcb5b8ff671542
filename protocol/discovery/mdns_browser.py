"""Browsing DNS-SD: which services are there, what they tell, and whether they are still alive."""

import logging
import socket
from collections.abc import Callable, Iterable

import trio
from zeroconf import (  # type: ignore[attr-defined]  # those of DNS are there, but not in its __all__
    DNSAddress,
    DNSOutgoing,
    DNSQuestion,
    ServiceBrowser,
    ServiceInfo,
    ServiceStateChange,
    Zeroconf,
    current_time_millis,
)

from protocol.discovery.announcement import SERVICE, Announcement, read_properties
from protocol.discovery.interfaces import Interfaces, is_near
from protocol.discovery.mdns import BEAT_S, follow_interfaces, in_thread, opened, whenever_it_works

log = logging.getLogger(__name__)

RESOLVE_S = (0.1, 0.3, 1.0, 2.0, 0.0)
SILENT_S = 7  # three beats; a server that was killed says no goodbye, and would be believed for up to 75 minutes
MAX_SERVICES = 200

QUERY, IN = 0, 1  # numbers of DNS: the flags of a query, the class
A, TXT, SRV = 1, 16, 33  # kinds of records: an address, properties, where a service is

Listed = Callable[[str, Announcement, list[str]], None]
Unlisted = Callable[[str], None]


class Services:
    """The services of one browsing; reports what is listed and unlisted to whoever asked."""

    def __init__(self, interfaces: Interfaces, listed: Listed, unlisted: Unlisted) -> None:
        self._interfaces = interfaces
        self._listed, self._unlisted = listed, unlisted
        self._names: set[str] = set()
        self._silent: set[str] = set()
        self._told: dict[str, tuple[Announcement, list[str]]] = {}
        self._changed: dict[str, ServiceStateChange] = {}  # bounded by the names, unlike a queue
        self._wake = trio.Event()

    async def browse_whenever_it_works(self) -> None:
        """Until cancelled, whatever the network does."""
        await whenever_it_works("browsing by DNS-SD", self.browse)

    async def browse(self) -> None:
        """Until cancelled, or until the network makes trouble; then it may be called again and begins anew."""
        token = trio.lowlevel.current_trio_token()

        def report(zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
            try:  # in the thread of zeroconf: only hand over
                token.run_sync_soon(self._note, name, state_change)
            except trio.RunFinishedError:
                log.debug("a report came after the end")

        for name in tuple(self._names):
            self._drop(name)
        async with opened(self._interfaces) as (instance, known), trio.open_nursery() as nursery:
            await in_thread(ServiceBrowser, instance, SERVICE, handlers=[report])
            nursery.start_soon(self._handle, instance, nursery)
            await self._keep_alive(instance, known)

    def _note(self, name: str, change: ServiceStateChange) -> None:
        if name in self._names or name in self._changed or len(self._names) < MAX_SERVICES:
            self._changed[name] = change
            self._wake.set()

    async def _handle(self, instance: Zeroconf, nursery: trio.Nursery) -> None:
        while True:
            await self._wake.wait()
            self._wake = trio.Event()
            changed, self._changed = self._changed, {}
            for name, change in changed.items():
                if change is ServiceStateChange.Removed:
                    self._drop(name)
                else:
                    self._names.add(name)
                    nursery.start_soon(self._resolve, instance, name)

    async def _resolve(self, instance: Zeroconf, name: str) -> None:
        """Tell what the service says of itself, asking for what did not come with the first answer."""
        for pause in RESOLVE_S:
            info = ServiceInfo(SERVICE, name)
            if info.load_from_cache(instance):
                self._tell(name, info, _addresses(instance, info))
                return
            instance.send(_questions([(name, SRV), (name, TXT)] + ([(info.server, A)] if info.server else [])))
            await trio.sleep(pause)

    def _tell(self, name: str, info: ServiceInfo, addresses: list[str]) -> None:
        if name not in self._names or name in self._silent:
            return
        announcement = read_properties(info.properties, info.port or 0)
        near = [host for host in addresses if self._is_useful(host)]
        if announcement is None or not near:
            log.debug("the service %s is none of ours, or not near", name)
        elif self._told.get(name) != (announcement, near):
            self._told[name] = (announcement, near)
            self._listed(name, announcement, near)

    def _is_useful(self, host: str) -> bool:
        """A loopback address told by another computer would lead to the own one."""
        return is_near(host, self._interfaces) and (self._interfaces == "lo" or not is_near(host, "lo"))

    def _drop(self, name: str) -> None:
        self._names.discard(name)
        self._silent.discard(name)
        self._told.pop(name, None)
        self._unlisted(name)

    async def _keep_alive(self, instance: Zeroconf, known: list[str]) -> None:
        while True:
            await trio.sleep(BEAT_S)
            known = await follow_interfaces(instance, known, self._interfaces)
            self._look_who_answers(instance)
            if self._names:
                instance.send(_questions([(name, SRV) for name in self._names]))

    def _look_who_answers(self, instance: Zeroconf) -> None:
        """A service that stays silent is taken off the list, and comes back when it is heard again. What is known of
        the others is read again: nobody reports an address that ran out."""
        for name in tuple(self._names):
            if _heard_ago_s(instance, name) < SILENT_S:
                self._silent.discard(name)
                info = ServiceInfo(SERVICE, name)
                if info.load_from_cache(instance):
                    self._tell(name, info, _addresses(instance, info))
            elif name not in self._silent:
                self._silent.add(name)
                self._told.pop(name, None)
                self._unlisted(name)


def _questions(wanted: Iterable[tuple[str, int]]) -> DNSOutgoing:
    """Asks without known answers, so that everybody who is there must say so."""
    question = DNSOutgoing(QUERY)
    for name, kind in wanted:
        question.add_question(DNSQuestion(name, kind, IN))
    return question


def _addresses(instance: Zeroconf, info: ServiceInfo) -> list[str]:
    """The addresses of the service. One that was withdrawn has a time to live of one second, but each answer gives it
    a new second in the cache, and so `info` would show it for as long as somebody asks."""
    known = instance.cache.get_all_by_details(info.server or "", A, IN)
    return sorted(
        socket.inet_ntoa(record.address) for record in known if isinstance(record, DNSAddress) and record.ttl > 1
    )


def _heard_ago_s(instance: Zeroconf, name: str) -> float:
    record = instance.cache.get_by_details(name, SRV, IN)
    return float("inf") if record is None else (current_time_millis() - record.created) / 1000
