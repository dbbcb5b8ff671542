"""The client's end of discovery: send queries, browse DNS-SD, and keep a list with one entry per server."""

import importlib
import logging
import socket
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from ipaddress import ip_network
from itertools import chain, islice, repeat
from typing import Any

import trio

from netgame.text import Text
from protocol.address import Address, is_private
from protocol.discovery.announcement import (
    GROUP,
    GROUP_IPV6,
    UDP_PORT,
    Announcement,
    Goodbye,
    Offer,
    new_nonce,
    read_datagram,
    write_query,
)
from protocol.discovery.interfaces import (
    Interfaces,
    LocalNetwork,
    host_of,
    is_lan_address,
    local_interfaces,
    reachable_from_others,
    socket_address,
    with_zones,
)
from protocol.discovery.servers import DiscoveredServer, ServerList
from protocol.discovery.udp import READ_BYTES, query_socket

log = logging.getLogger(__name__)

QUERY_INTERVAL_S = 2.0
MIN_QUERY_INTERVAL_S = 0.2  # the limit for queries out of turn
FIRST_INTERVALS_S = (0.2, 0.5, 1.0)  # a datagram may be lost, and the user waits for the list
NONCE_TTL_S = 7.0  # answers to older queries are ignored
SMALL_PREFIX = 24  # 254 addresses take milliseconds
MAX_DIRECT = 64  # hosts queried directly; other computers name hosts to us and must not make us scan a network

NO_NETWORK = Text(
    "This computer is on no network, so games on other computers cannot be found. "
    "Connect to the network that the other computer is on."
)
NOT_ALLOWED = Text("Cannot look for games on this network: {reason}. Type the address that the other computer shows.")


class Browser:
    """Finds servers on the LAN while `run` runs; `found` holds them by fingerprint.

    `on_change` is called in trio's thread after every change of `found` or `problem`. `remembered` are addresses of
    servers known from before. They are queried directly, which works even where the network drops everything else.
    `interval_s` is the time between queries; `services`: browse DNS-SD as well.
    """

    def __init__(
        self,
        on_change: Callable[[], None] | None = None,
        *,
        remembered: Iterable[Address] = (),
        udp_port: int = UDP_PORT,
        interval_s: float = QUERY_INTERVAL_S,
        services: bool = True,
    ) -> None:
        self._interval_s, self._with_services = interval_s, services
        self.found: Mapping[str, DiscoveredServer] = {}
        self.problem: Text | None = None
        self.on_change = on_change
        self._udp_port = udp_port
        self._servers = ServerList()
        self.remember(remembered)
        self._nonces: dict[bytes, float] = {}  # of queries, with the time at which each was sent
        self._query_now = trio.Event()
        self._each_address = False  # the next queries go to each address of the own networks too
        self._changed = trio.Event()
        self._interfaces: Interfaces = "none"

    async def run(
        self, *, interfaces: Interfaces, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        """Look for servers until cancelled. Network errors never end it; `problem` says what the user can do."""
        self._interfaces, self._servers = interfaces, ServerList()
        self._servers.known = frozenset(self._remembered)
        self._publish(None)
        async with trio.open_nursery() as nursery:
            if interfaces != "none":
                nursery.start_soon(self._query)
                if self._with_services:
                    nursery.start_soon(self._browse_services)
                nursery.start_soon(self._expire)
            task_status.started()
            await trio.sleep_forever()

    def remember(self, addresses: Iterable[Address]) -> None:
        """Replace the addresses of servers known from before."""
        self._remembered = [address.host for address in addresses]
        self._servers.known = frozenset(self._remembered)

    def refresh(self) -> None:
        """Send queries now."""
        self._query_now.set()

    def query_each_address(self) -> None:
        """Query each of the up to 254 addresses around the own one once, on each network of IPv4.

        It finds servers where multicast and broadcast are blocked. Others may take it for a scan, so a person has to
        ask for it.
        """
        self._each_address = True
        self._query_now.set()

    async def until(self, wanted: Callable[[DiscoveredServer], bool]) -> DiscoveredServer:
        """Wait for a server for which `wanted` is true, and return it."""
        while True:
            for server in self.found.values():
                if wanted(server):
                    return server
            await self.next_change()

    async def next_change(self) -> None:
        """Return after the next change of `found` or `problem`."""
        await self._changed.wait()

    # ---- the list of servers

    def _add_service(self, service: str, announcement: Announcement, hosts: Iterable[str]) -> None:
        self._servers.add_service(service, announcement, hosts, trio.current_time())
        self._publish(self.problem)
        self.refresh()  # the offer says more, and measures the ping

    def _remove_service(self, service: str) -> None:
        if self._servers.remove_service(service, trio.current_time()):
            self.refresh()
        self._publish(self.problem)

    def _handle_datagram(self, data: bytes, host: str) -> None:
        if not is_lan_address(host, self._interfaces):
            return
        now = trio.current_time()
        match read_datagram(data):
            case Offer(nonce, announcement) if nonce in self._nonces:
                self._servers.add_answer(announcement, host, (now - self._nonces[nonce]) * 1000, now)
            case Goodbye(nonce, fingerprint, instance) if nonce in self._nonces:
                self._servers.remove_server(fingerprint, host, instance)
            case _:
                return
        self._publish(self.problem)

    def _publish(self, problem: Text | None) -> None:
        """Update `found` and `problem`, and report a change."""
        found = self._servers.servers()
        if found == self.found and problem == self.problem:
            return
        self.found, self.problem = found, problem
        changed, self._changed = self._changed, trio.Event()
        changed.set()
        if self.on_change is not None:
            self.on_change()

    async def _expire(self) -> None:
        while True:
            wait = self._servers.next_expiry() - trio.current_time()
            with trio.move_on_after(min(max(wait, 0.05), QUERY_INTERVAL_S)):
                await self.next_change()
            self._servers.expire(trio.current_time())
            self._publish(self.problem)

    # ---- queries and DNS-SD

    async def _browse_services(self) -> None:
        # zeroconf takes long to load, so a thread loads it
        await trio.to_thread.run_sync(importlib.import_module, "protocol.discovery.mdns")
        from protocol.discovery.mdns import VERSIONS, ServiceBrowsing

        async with trio.open_nursery() as nursery:
            for version in VERSIONS:

                def add(service: str, *found: Any, version: object = version) -> None:
                    self._add_service(f"{service} {version}", *found)

                def remove(service: str, version: object = version) -> None:
                    self._remove_service(f"{service} {version}")

                nursery.start_soon(ServiceBrowsing(self._interfaces, add, remove, version).run)

    async def _query(self) -> None:
        """Send queries and read answers. If no socket can be opened, report it and try again."""
        while True:
            with ExitStack() as opened:
                socks: dict[int, trio.socket.SocketType] = {}
                families = (socket.AF_INET, socket.AF_INET6) if self._interfaces == "all" else (socket.AF_INET,)
                for family in families:
                    try:
                        socks[family] = opened.enter_context(query_socket(self._interfaces, family))
                    except OSError as exc:
                        log.debug("cannot send queries: %s", exc)
                        refused = exc
                if not socks:
                    self._publish(Text(NOT_ALLOWED.template, {"reason": refused.strerror or str(refused)}))
                    await trio.sleep(QUERY_INTERVAL_S)
                    continue
                async with trio.open_nursery() as nursery:
                    for sock in socks.values():
                        nursery.start_soon(self._receive, sock)
                    for interval in chain(FIRST_INTERVALS_S, repeat(self._interval_s)):
                        self._query_now, sent = trio.Event(), trio.current_time()
                        known = local_interfaces(self._interfaces)
                        self._publish(None if reachable_from_others(known, self._interfaces) else NO_NETWORK)
                        await self._send_queries(socks, known)
                        with trio.move_on_after(interval):
                            await self._query_now.wait()
                            await trio.sleep_until(sent + MIN_QUERY_INTERVAL_S)

    async def _receive(self, sock: trio.socket.SocketType) -> None:
        while True:
            try:
                data, sender = await sock.recvfrom(READ_BYTES)
            except OSError as exc:  # on Windows: the port of an earlier datagram was closed
                log.debug("cannot receive: %r", exc)
                await trio.sleep(0.05)
            else:
                self._handle_datagram(data, host_of(sender))

    async def _send_queries(self, socks: Mapping[int, trio.socket.SocketType], known: tuple[LocalNetwork, ...]) -> None:
        now = trio.current_time()
        self._nonces = {nonce: sent for nonce, sent in self._nonces.items() if now - sent < NONCE_TTL_S}
        once = _addresses_around(known) if self._each_address else ()
        self._each_address = False
        for host, interface in chain(self._targets(known), ((host, None) for host in once)):
            sock = socks.get(socket.AF_INET6 if ":" in host else socket.AF_INET)
            if sock is None:
                continue
            nonce = new_nonce()  # one for each datagram, because the ping is measured from its own start
            self._nonces[nonce] = trio.current_time()
            try:
                if interface is not None and not interface.is_ipv6:
                    address = socket.inet_aton(interface.address)
                    sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, address)
                await sock.sendto(write_query(nonce), socket_address(host, self._udp_port))
            except OSError as exc:  # an interface without carrier, or a network without a route; go on with the others
                log.debug("cannot query %s: %r", host, exc)

    def _targets(self, known: tuple[LocalNetwork, ...]) -> Iterator[tuple[str, LocalNetwork | None]]:
        """Yield the broadcast and multicast addresses of each network, and the addresses of known servers."""
        for interface in known:
            if interface.broadcast is not None:
                yield interface.broadcast, None
            if not interface.is_ipv6:
                yield GROUP, interface
        for index, interface in {interface.index: interface for interface in known if interface.is_ipv6}.items():
            yield f"{GROUP_IPV6}%{index}", interface
        hosts = [host for host in (*self._remembered, *self._servers.hosts()) if is_lan_address(host, self._interfaces)]
        queried = (zoned for host in dict.fromkeys(hosts) for zoned in with_zones(host, known))
        for host in islice(queried, MAX_DIRECT):
            yield host, None


def _addresses_around(known: Iterable[LocalNetwork]) -> Iterator[str]:
    """Yield the addresses of each IPv4 network; of a larger one those of the 24-bit network around the own address.

    So it is for a tunnel with a private address, whose network is that address alone.
    """
    for network in known:
        if network.is_ipv6 or network.kind not in ("lan", "vpn"):
            continue
        if network.broadcast is None and not is_private(network.address):  # the line to a provider
            continue
        prefix = SMALL_PREFIX if network.broadcast is None else max(network.prefix, SMALL_PREFIX)
        near = ip_network(f"{network.address}/{prefix}", strict=False)
        yield from (str(host) for host in near.hosts() if str(host) != network.address)
