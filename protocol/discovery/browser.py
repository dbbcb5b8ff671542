"""Browsing the LAN for servers: asks by UDP, listens to DNS-SD, and keeps one row for each server."""

import logging
import socket
from collections.abc import Callable, Iterable, Iterator, Mapping
from ipaddress import ip_address
from itertools import islice
from typing import TYPE_CHECKING

import trio

from netgame.text import Text
from protocol.address import Address
from protocol.discovery.announcement import (
    GROUP,
    UDP_PORT,
    Announcement,
    Goodbye,
    Offer,
    new_nonce,
    read_datagram,
    write_query,
)
from protocol.discovery.interfaces import Interface, Interfaces, is_near, links, outside
from protocol.discovery.servers import DiscoveredServer, Rows

if TYPE_CHECKING:
    from protocol.discovery.mdns_browser import Services

log = logging.getLogger(__name__)

QUERY_INTERVAL_S = 2.0
MIN_QUERY_INTERVAL_S = 0.2  # no oftener, however much news there is
FIRST_BEATS_S = (0.2, 0.5, 1.0)  # a datagram may be lost, and somebody waits for the list
NONCES_KEPT_S = 7.0  # an answer to an older query is none
MAX_DIRECT = 64  # hosts asked one by one; others can make us know hosts, and must not aim us at a whole network
READ = 2048  # more than any datagram of ours: longer ones are seen as too long

NO_NETWORK = Text(
    "This computer is on no network, so games on other computers cannot be found. "
    "Connect to the network that the other computer is on."
)
NOT_ALLOWED = Text(
    "The list of games on this network cannot be filled: {reason}. Type the address that the other computer shows."
)


class Browser:
    """The servers on the LAN, by fingerprint, as long as `run` runs.

    `on_change` is called in trio's thread after every change of `found` or `trouble`. `remembered` are addresses of
    servers known from before, which are asked directly: that works where the network drops everything else.
    """

    def __init__(
        self,
        on_change: Callable[[], None] | None = None,
        *,
        remembered: Iterable[Address] = (),
        udp_port: int = UDP_PORT,
    ) -> None:
        self.found: Mapping[str, DiscoveredServer] = {}
        self.trouble: Text | None = None
        self.on_change = on_change
        self._remembered = [address.host for address in remembered]
        self._udp_port = udp_port
        self._rows = Rows()
        self._asked: dict[bytes, float] = {}  # nonces and when they left
        self._look = trio.Event()
        self._changed = trio.Event()
        self._interfaces: Interfaces = "none"

    async def run(
        self, *, interfaces: Interfaces, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        """Look for servers until cancelled. Trouble of the network never ends it; `trouble` says what people can do."""
        self._interfaces, self._rows = interfaces, Rows()
        self._tell(None)
        async with trio.open_nursery() as nursery:
            if interfaces != "none":
                nursery.start_soon(self._query)
                nursery.start_soon(self._follow_services)
                nursery.start_soon(self._expire)
            task_status.started()
            await trio.sleep_forever()

    def remember(self, addresses: Iterable[Address]) -> None:
        """The servers known from before, in place of those given earlier."""
        self._remembered = [address.host for address in addresses]

    def look_again(self) -> None:
        """Ask now, and not at the next beat."""
        self._look.set()

    async def until(self, wanted: Callable[[DiscoveredServer], bool]) -> DiscoveredServer:
        """The first server for which that holds, as soon as there is one."""
        while True:
            for row in self.found.values():
                if wanted(row):
                    return row
            await self.next_change()

    async def next_change(self) -> None:
        """Return after the next change of `found` or `trouble`."""
        await self._changed.wait()

    # ---- what was heard

    def _listed(self, service: str, told: Announcement, hosts: Iterable[str]) -> None:
        self._rows.listed(service, told, hosts, trio.current_time())
        self._tell(self.trouble)
        self.look_again()  # the offer says more, and measures the ping

    def _unlisted(self, service: str) -> None:
        if self._rows.unlisted(service, trio.current_time()):
            self.look_again()
        self._tell(self.trouble)

    def _heard(self, data: bytes, host: str) -> None:
        if not is_near(host, self._interfaces):
            return
        now = trio.current_time()
        match read_datagram(data):
            case Offer(nonce, announcement) if nonce in self._asked:
                self._rows.answered(announcement, host, (now - self._asked[nonce]) * 1000, now)
            case Goodbye(nonce, fingerprint) if nonce in self._asked:
                self._rows.left(fingerprint, host)
            case _:
                return
        self._tell(self.trouble)

    def _tell(self, trouble: Text | None) -> None:
        found = self._rows.found()
        if found == self.found and trouble == self.trouble:
            return
        self.found, self.trouble = found, trouble
        changed, self._changed = self._changed, trio.Event()
        changed.set()
        if self.on_change is not None:
            self.on_change()

    async def _expire(self) -> None:
        while True:
            wait = self._rows.deadline() - trio.current_time()
            with trio.move_on_after(min(max(wait, 0.05), QUERY_INTERVAL_S)):
                await self.next_change()
            self._rows.expire(trio.current_time())
            self._tell(self.trouble)

    # ---- asking

    async def _follow_services(self) -> None:
        """By DNS-SD. Its library takes long to load, and nobody else is to wait for that."""
        services = await trio.to_thread.run_sync(self._services)
        await services.browse_whenever_it_works()

    def _services(self) -> "Services":
        from protocol.discovery.mdns_browser import Services

        return Services(self._interfaces, self._listed, self._unlisted)

    async def _query(self) -> None:
        """Ask and listen; where no socket can be had, say so and try again."""
        while True:
            try:
                sock = asking_socket(self._interfaces)
            except OSError as exc:
                self._tell(Text(NOT_ALLOWED.template, {"reason": exc.strerror or str(exc)}))
                await trio.sleep(QUERY_INTERVAL_S)
                continue
            with sock:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._listen, sock)
                    await self._ask_every_beat(sock)

    async def _listen(self, sock: trio.socket.SocketType) -> None:
        while True:
            try:
                data, sender = await sock.recvfrom(READ)
            except OSError as exc:  # Windows reports here that an earlier datagram found nobody
                log.debug("nothing received: %r", exc)
                await trio.sleep(0.05)
            else:
                self._heard(data, sender[0])

    async def _ask_every_beat(self, sock: trio.socket.SocketType) -> None:
        for pause in _pauses():
            self._look, asked = trio.Event(), trio.current_time()
            known = links(self._interfaces)
            self._tell(None if outside(known, self._interfaces) else NO_NETWORK)
            await self._ask(sock, known)
            with trio.move_on_after(pause):
                await self._look.wait()
                await trio.sleep_until(asked + MIN_QUERY_INTERVAL_S)

    async def _ask(self, sock: trio.socket.SocketType, known: tuple[Interface, ...]) -> None:
        now = trio.current_time()
        self._asked = {nonce: at for nonce, at in self._asked.items() if now - at < NONCES_KEPT_S}
        for host, link in self._targets(known):
            nonce = new_nonce()  # one for each datagram, so that the ping is measured from its own start
            self._asked[nonce] = trio.current_time()
            try:
                if link is not None:
                    sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(link.address))
                await sock.sendto(write_query(nonce), (host, self._udp_port))
            except OSError as exc:  # an interface without carrier, a network without a route: others go on
                log.debug("%s cannot be asked: %r", host, exc)

    def _targets(self, known: tuple[Interface, ...]) -> Iterator[tuple[str, Interface | None]]:
        """Whom to ask: everybody on each network by broadcast and multicast, and directly whoever is known."""
        for link in known:
            if link.broadcast is not None:
                yield link.broadcast, None
            yield GROUP, link
        near = (host for host in (*self._remembered, *self._rows.hosts()) if is_near(host, self._interfaces))
        for host in islice(dict.fromkeys(filter(_is_ipv4, near)), MAX_DIRECT):
            yield host, None


def asking_socket(interfaces: Interfaces) -> trio.socket.SocketType:
    """A socket at a port of the system's choice: answers come there, and no other program is in the way."""
    sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 1)
        sock.bind(("127.0.0.1" if interfaces == "lo" else "", 0))
        return trio.socket.from_stdlib_socket(sock)
    except OSError:
        sock.close()
        raise


def _pauses() -> Iterator[float]:
    yield from FIRST_BEATS_S
    while True:
        yield QUERY_INTERVAL_S


def _is_ipv4(host: str) -> bool:
    try:
        return ip_address(host).version == 4
    except ValueError:
        return False
