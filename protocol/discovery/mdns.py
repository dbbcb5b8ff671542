"""DNS-SD over mDNS with python-zeroconf: advertise a server, and browse the services of others.

zeroconf has an event loop in a thread of its own. Its sync API is called from worker threads; its callbacks only hand
names over to trio.
"""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from functools import partial
from ipaddress import ip_address
from typing import Any, TypeVar

import trio
import zeroconf
from zeroconf import (  # type: ignore[attr-defined]  # the DNS classes exist, but are not in its __all__
    DNSAddress,
    DNSOutgoing,
    DNSQuestion,
    IPVersion,
    ServiceBrowser,
    ServiceInfo,
    ServiceStateChange,
    Zeroconf,
    current_time_millis,
)

from protocol.discovery.announcement import SERVICE, Announcement, read_properties, write_properties
from protocol.discovery.interfaces import (
    Interfaces,
    is_lan_address,
    local_interfaces,
    reachable_from_others,
    without_spares,
    zone_of,
)

log = logging.getLogger(__name__)

POLL_INTERVAL_S = 2  # how often interfaces and services are checked
RETRY_S = 10
CLOSE_TIMEOUT_S = 3  # the goodbye takes 0.4 s; a network that is gone must not keep the program from ending
FLUSH_S = 1.2  # mDNS ignores a record for a second after it was sent, and new interfaces just got the old addresses
RESOLVE_PAUSES_S = (0.1, 0.3, 1.0, 2.0, 0.0)
SILENT_AFTER_S = 7  # three polls; a killed server says no goodbye, and its records would live for up to 75 minutes
MAX_SERVICES = 200  # that are watched, and as many that have not answered yet
MAX_SERVICES_OF_HOST = 16  # one neighbour must not fill the list
MAX_CHANGES = 10_000  # reports that have not been handled yet
MAX_ADDRESSES = 8  # of a service; a computer may have dozens
MAX_LABEL = 63  # bytes of an instance name
NETWORK_ERRORS = (OSError, zeroconf.Error)

QUERY, IN = 0, 1  # DNS: the flags of a query, the class
A, TXT, AAAA, SRV = 1, 16, 28, 33  # DNS record types: address, properties, IPv6 address, location of a service

VERSIONS = IPVersion.V4Only, IPVersion.V6Only
AddService = Callable[[str, Announcement, list[str]], None]
RemoveService = Callable[[str], None]
T = TypeVar("T")


async def _in_thread(call: Callable[..., T], *args: Any, **named: Any) -> T:
    """Run a blocking call of zeroconf. A cancellation waits for it, because zeroconf must not be closed meanwhile."""
    return await trio.to_thread.run_sync(partial(call, *args, **named))


async def _retry_forever(what: str, task: Callable[[], Awaitable[None]]) -> None:
    """Run a task again after each network error. Only the first error is logged as a warning."""
    level = logging.WARNING
    while True:
        try:
            await task()
        except* NETWORK_ERRORS as errors:
            log.log(level, "%s failed: %r", what, errors.exceptions[0])
            level = logging.DEBUG
        await trio.sleep(RETRY_S)


def _own_links(interfaces: Interfaces, version: IPVersion) -> list[str | int]:
    """Return where zeroconf works: addresses of IPv4, or interfaces of IPv6 by their numbers."""
    networks = reachable_from_others(local_interfaces(interfaces), interfaces)
    if version is IPVersion.V4Only:
        return [network.address for network in networks if not network.is_ipv6]
    return list(dict.fromkeys(network.index for network in networks if network.is_ipv6))


@asynccontextmanager
async def _open_zeroconf(interfaces: Interfaces, version: IPVersion) -> AsyncIterator[tuple[Zeroconf, list[str | int]]]:
    """Wait for an interface, open zeroconf on all interfaces, and close it with its goodbyes."""
    while not (links := _own_links(interfaces, version)):
        await trio.sleep(POLL_INTERVAL_S)
    # an explicit list, because zeroconf's own choice includes loopback and public addresses
    instance = await _in_thread(Zeroconf, interfaces=list(links), ip_version=version)
    try:
        yield instance, links
    finally:
        with trio.CancelScope(shield=True), trio.move_on_after(CLOSE_TIMEOUT_S), suppress(*NETWORK_ERRORS):
            await trio.to_thread.run_sync(instance.close, abandon_on_cancel=True)


async def _update_interfaces(
    instance: Zeroconf, known: list[str | int], interfaces: Interfaces, version: IPVersion
) -> list[str | int]:
    """Add new interfaces to zeroconf, drop those that are gone, and return the current ones."""
    links = _own_links(interfaces, version)
    if links and links != known:
        log.info("network interfaces changed; DNS-SD now uses %s", ", ".join(map(str, links)))
        await _in_thread(instance.update_interfaces, interfaces=list(links))
    return links or known


# ---- the server's end


async def advertise(
    current: Callable[[], Announcement],
    changes: trio.MemoryReceiveChannel[None],
    interfaces: Interfaces,
    version: IPVersion = IPVersion.V4Only,
) -> None:
    """Keep a service registered with the properties that `current` returns, until cancelled.

    Each version of IP needs an instance of zeroconf, because not every system has sockets for both.
    """

    def addresses() -> list[str]:
        networks = without_spares(reachable_from_others(local_interfaces(interfaces), interfaces))
        return [network.shared_host for network in networks][:MAX_ADDRESSES]

    async def advertise_once() -> None:
        async with _open_zeroconf(interfaces, version) as (instance, links):
            info = _service_info(current(), addresses())
            # over IPv6 zeroconf may hear the same name over IPv4, from here
            is_second = version is IPVersion.V6Only
            await _in_thread(instance.register_service, info, allow_name_change=True, cooperating_responders=is_second)
            log.info("announced by DNS-SD as %s", info.name)
            while True:
                with trio.move_on_after(POLL_INTERVAL_S):
                    await changes.receive()
                before, links = links, await _update_interfaces(instance, links, interfaces, version)
                if links != before:
                    await trio.sleep(FLUSH_S)
                changed = _service_info(current(), addresses(), info.name)
                if (changed.text, changed.addresses_by_version(IPVersion.All)) != (
                    info.text, info.addresses_by_version(IPVersion.All),
                ):  # fmt: skip
                    info = changed
                    await _in_thread(instance.update_service, info)  # takes 0.5 s, which limits the rate

    await _retry_forever("announcing by DNS-SD", advertise_once)


def instance_name(announcement: Announcement) -> str:
    """Return the DNS-SD instance name: the server's name and the start of its fingerprint, which makes it unique.

    It has no dots: zeroconf would make several labels of it, and an empty one between two dots breaks the packet.
    """
    suffix = f" {announcement.fingerprint[:6]}"
    name = announcement.name.replace(".", "-").encode()[: MAX_LABEL - len(suffix)].decode(errors="ignore")
    return "".join(char for char in name if char.isprintable()).strip() + suffix


def _service_info(announcement: Announcement, addresses: list[str], name: str | None = None) -> ServiceInfo:
    """Build the service. Its host name has fingerprint and instance: with the computer's own name, the addresses of
    several servers would be merged and a client would dial the wrong one."""
    return ServiceInfo(
        SERVICE,
        name or f"{instance_name(announcement)}.{SERVICE}",
        port=announcement.port,
        properties=write_properties(announcement),
        server=f"netgame-{announcement.fingerprint[:20]}{announcement.instance.hex()}.local.",
        parsed_addresses=addresses,
    )


# ---- the client's end


class ServiceBrowsing:
    """Watches the services on the network. Reports them by `add_service` and `remove_service`."""

    def __init__(
        self,
        interfaces: Interfaces,
        add_service: AddService,
        remove_service: RemoveService,
        version: IPVersion = IPVersion.V4Only,
    ) -> None:
        self._interfaces, self._version = interfaces, version
        self._add_service, self._remove_service = add_service, remove_service
        self._names: set[str] = set()
        self._unanswered: set[str] = set()
        self._waiting: dict[str, None] = {}  # for a place among those; the newest goes first, behind no flood
        self._silent: set[str] = set()
        self._reported: dict[str, tuple[Announcement, list[str]]] = {}
        self._changed: dict[str, ServiceStateChange] = {}  # bounded by the number of names, unlike a queue
        self._wake = trio.Event()

    async def run(self) -> None:
        """Browse until cancelled."""
        await _retry_forever("browsing by DNS-SD", self._browse)

    async def _browse(self) -> None:
        token = trio.lowlevel.current_trio_token()

        def report(zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
            try:  # in zeroconf's thread
                token.run_sync_soon(self._note, name, state_change)
            except trio.RunFinishedError:
                log.debug("report after the end of the program")

        for name in tuple(self._names):
            self._drop(name)
        async with _open_zeroconf(self._interfaces, self._version) as (instance, links), trio.open_nursery() as nursery:
            await _in_thread(ServiceBrowser, instance, SERVICE, handlers=[report])
            nursery.start_soon(self._handle_changes, instance, nursery)
            while True:
                await trio.sleep(POLL_INTERVAL_S)
                links = await _update_interfaces(instance, links, self._interfaces, self._version)
                self._check_silence(instance)
                if self._names:
                    instance.send(_query([(name, SRV) for name in self._names]))

    def _note(self, name: str, change: ServiceStateChange) -> None:
        if not _is_usable(name):  # it must not end the search for the others
            log.debug("the name %r of a service cannot be used", name)
        elif name in self._names or len(self._changed) < MAX_CHANGES:
            self._changed[name] = change
            self._wake.set()

    async def _handle_changes(self, instance: Zeroconf, nursery: trio.Nursery) -> None:
        while True:
            await self._wake.wait()
            self._wake = trio.Event()
            changed, self._changed = self._changed, {}
            for name, change in changed.items():
                if change is ServiceStateChange.Removed:
                    self._waiting.pop(name, None)
                    self._drop(name)
                elif (info := ServiceInfo(SERVICE, name)).load_from_cache(instance):
                    self._report(instance, name, info)
                elif name not in self._unanswered and len(self._waiting) < MAX_CHANGES:
                    self._waiting[name] = None
            while self._waiting and len(self._unanswered) < MAX_SERVICES:
                name, _ = self._waiting.popitem()
                self._unanswered.add(name)
                nursery.start_soon(self._resolve, instance, name)

    async def _resolve(self, instance: Zeroconf, name: str) -> None:
        """Query the records that did not come with the first answer, then report the service."""
        try:
            await self._ask(instance, name)
        finally:
            self._unanswered.discard(name)
            self._wake.set()  # one that waits has its place

    async def _ask(self, instance: Zeroconf, name: str) -> None:
        for pause in RESOLVE_PAUSES_S:
            info = ServiceInfo(SERVICE, name)
            if info.load_from_cache(instance):
                self._report(instance, name, info)
                return
            addresses = [(info.server, kind) for kind in (A, AAAA) if info.server]
            instance.send(_query([(name, SRV), (name, TXT), *addresses]))
            await trio.sleep(pause)

    def _report(self, instance: Zeroconf, name: str, info: ServiceInfo) -> None:
        if name in self._silent:
            return
        announcement = read_properties(info.properties, info.port or 0)
        # zeroconf shows a withdrawn address as long as we query it: its record has a TTL of one second, and each answer
        # gives it another second
        kept = (instance.cache.get_all_by_details(info.server or "", kind, IN) for kind in (A, AAAA))
        records = (record for found in kept for record in found)
        hosts = sorted(_host(record) for record in records if isinstance(record, DNSAddress) and record.ttl > 1)
        hosts = [host for host in hosts if is_lan_address(host, self._interfaces)]
        if self._interfaces != "lo":  # the loopback address of another computer leads to this computer
            hosts = [host for host in hosts if not is_lan_address(host, "lo")]
        if announcement is None or not hosts:
            log.debug("the service %s is not a netgame server, or not on the LAN", name)
        elif not self._may_watch(name, hosts):
            log.debug("%s has too many services; %s is ignored", hosts[0], name)
        elif self._reported.get(name) != (announcement, hosts):
            self._reported[name] = (announcement, hosts)
            self._add_service(name, announcement, hosts)

    def _may_watch(self, name: str, hosts: list[str]) -> bool:
        """Watch a service from now on, within the limits. Silent ones make room."""
        if name not in self._names:
            if sum(known[0] in hosts for _announcement, known in self._reported.values()) >= MAX_SERVICES_OF_HOST:
                return False
            if len(self._names) >= MAX_SERVICES:
                if not self._silent:
                    return False
                self._drop(next(iter(self._silent)))
            self._names.add(name)
        return True

    def _drop(self, name: str) -> None:
        self._names.discard(name)
        self._silent.discard(name)
        self._reported.pop(name, None)
        self._remove_service(name)

    def _check_silence(self, instance: Zeroconf) -> None:
        """Remove services that stopped answering, until they answer again. Read the others again: zeroconf does not
        report that an address expired."""
        for name in tuple(self._names):
            record = instance.cache.get_by_details(name, SRV, IN)
            if record is not None and current_time_millis() - record.created < SILENT_AFTER_S * 1000:
                self._silent.discard(name)
                info = ServiceInfo(SERVICE, name)
                if info.load_from_cache(instance):
                    self._report(instance, name, info)
            elif name not in self._silent:
                self._silent.add(name)
                self._reported.pop(name, None)
                self._remove_service(name)


def _is_usable(name: str) -> bool:
    """Whether zeroconf takes the name of a service that it has found itself: another program may choose any bytes."""
    try:
        ServiceInfo(SERVICE, name)
    except (zeroconf.Error, ValueError):
        return False
    return True


def _host(record: DNSAddress) -> str:
    """Return the address, with the zone of the link on which a link-local one was announced."""
    ip = ip_address(record.address)
    return f"{ip}%{zone_of(record.scope_id)}" if ip.is_link_local and ip.version == 6 and record.scope_id else str(ip)


def _query(records: Iterable[tuple[str, int]]) -> DNSOutgoing:
    """Build a query without known answers, so that every live service answers it."""
    query = DNSOutgoing(QUERY)
    for name, kind in records:
        query.add_question(DNSQuestion(name, kind, IN))
    return query
