"""Sockets of UDP discovery, and the responder that answers queries: by unicast, at a limited rate."""

import errno
import logging
import socket
import struct
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import trio

from netgame.text import Text
from protocol.discovery.announcement import (
    GROUP,
    GROUP_IPV6,
    Announcement,
    Query,
    read_datagram,
    write_goodbye,
    write_offer,
)
from protocol.discovery.interfaces import Interfaces, host_of, is_lan_address, local_interfaces

log = logging.getLogger(__name__)

READ_BYTES = 2048  # more than our largest datagram, so that a longer one is recognized as too long
JOIN_INTERVAL_S = 2.0
RETRY_S = 5.0
ASKER_TTL_S = 7.0  # a client that asked within this time shows the server, and gets its goodbye
MAX_ASKERS = 256
HOST_RATE_PER_S, HOST_BURST = 10.0, 30.0  # a browser asks three times in two seconds on each of its networks
TOTAL_RATE_PER_S, TOTAL_BURST = 200.0, 400.0
GOODBYE_TIMEOUT_S = 0.5

PORT_TAKEN = Text(
    "Another program uses UDP port {port}, so other computers may not find this server on the LAN. "
    "If they do not see it, tell them its address."
)


@dataclass
class TokenBucket:
    """A rate limit: each action takes a token, and tokens come back with time."""

    per_s: float
    capacity: float
    tokens: float
    updated: float

    def take(self, now: float) -> bool:
        self.tokens = min(self.capacity, self.tokens + (now - self.updated) * self.per_s)
        self.updated = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


@dataclass
class _Asker:
    """The last query of a client, which the goodbye has to repeat."""

    nonce: bytes
    at: float
    sock: trio.socket.SocketType  # which got it


class UdpResponder:
    """Answers queries on the UDP port until cancelled, then says goodbye to recent askers."""

    def __init__(
        self, current: Callable[[], Announcement], interfaces: Interfaces, port: int, *, answer_all: bool = False,
        on_query: Callable[[str], None] | None = None,
    ) -> None:  # fmt: skip
        self.problem: Text | None = None
        self._on_query = on_query
        self._answer_all = answer_all and interfaces == "all"  # answer computers outside of the LAN as well
        self._current = current
        self._interfaces = interfaces
        self._port = port
        self._askers: dict[tuple[Any, ...], _Asker] = {}
        self._host_limits: dict[str, TokenBucket] = {}
        self._total_limit = TokenBucket(TOTAL_RATE_PER_S, TOTAL_BURST, TOTAL_BURST, 0.0)

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Bind the port and answer. If another program has the port, report `started` anyway and keep trying."""
        async with trio.open_nursery() as nursery:
            if self._interfaces == "all":
                nursery.start_soon(self._run_ipv6)
            await self._run_ipv4(task_status)

    async def _run_ipv6(self) -> None:
        """Answer over IPv6. A system without it, or without its port, is no problem: IPv4 goes on."""
        while True:
            try:
                sock = responder_socket(self._port, socket.AF_INET6)
            except OSError as exc:
                log.debug("cannot use UDP port %d over IPv6: %s", self._port, exc)
                await trio.sleep(RETRY_S)
                continue
            with sock:
                await self._serve(sock, trio.TASK_STATUS_IGNORED, is_ipv6=True)

    async def _run_ipv4(self, task_status: trio.TaskStatus[None]) -> None:
        while True:
            try:
                sock = responder_socket(self._port)
            except OSError as exc:
                if self.problem is None:
                    log.warning("cannot use UDP port %d, so queries are not answered: %s", self._port, exc)
                self.problem = Text(PORT_TAKEN.template, {"port": self._port})
                task_status.started()
                task_status = trio.TASK_STATUS_IGNORED
                await trio.sleep(RETRY_S)
                continue
            self.problem = None
            with sock:
                await self._serve(sock, task_status)

    async def _serve(
        self, sock: trio.socket.SocketType, task_status: trio.TaskStatus[None], *, is_ipv6: bool = False
    ) -> None:
        try:
            async with trio.open_nursery() as nursery:
                await nursery.start(self._join_groups, sock, is_ipv6)
                task_status.started()
                while True:
                    try:
                        data, sender = await sock.recvfrom(READ_BYTES)
                        await self._answer(sock, data, sender)
                    except OSError as exc:
                        log.debug("cannot answer a query: %r", exc)
                        await trio.sleep(0.01)
        finally:
            with trio.CancelScope(shield=True), trio.move_on_after(GOODBYE_TIMEOUT_S):
                await self._say_goodbye(sock)

    async def _join_groups(
        self, sock: trio.socket.SocketType, is_ipv6: bool, *, task_status: trio.TaskStatus[None]
    ) -> None:
        """Keep the socket in the multicast group of every interface, including those that appear later."""
        joined: set[tuple[int, str]] = set()
        while True:
            known = [net for net in local_interfaces(self._interfaces) if net.is_ipv6 == is_ipv6]
            present = {(interface.index, "" if is_ipv6 else interface.address) for interface in known}
            joined &= present
            for index, address in present - joined:
                try:
                    _join_group(sock, index, address)
                except OSError as exc:
                    if exc.errno != errno.EADDRINUSE:  # this one means that the socket is in the group already
                        log.debug("cannot join the multicast group on %s: %s", address or index, exc)
                        continue
                joined.add((index, address))
            task_status.started()
            task_status = trio.TASK_STATUS_IGNORED
            await trio.sleep(JOIN_INTERVAL_S)

    async def _answer(self, sock: trio.socket.SocketType, data: bytes, sender: tuple[Any, ...]) -> None:
        host, now = host_of(sender), trio.current_time()
        if not self._answer_all and not is_lan_address(host, self._interfaces):
            return
        match read_datagram(data):
            case Query(nonce) if self._allows(host, now):  # other datagrams take no token
                self._askers.pop(sender, None)
                self._askers[sender] = _Asker(nonce, now, sock)
                if len(self._askers) > MAX_ASKERS:
                    del self._askers[next(iter(self._askers))]
                if self._on_query is not None:
                    self._on_query(host)
                await sock.sendto(write_offer(nonce, self._current()), sender)

    def _allows(self, host: str, now: float) -> bool:
        if len(self._host_limits) >= MAX_ASKERS and host not in self._host_limits:
            recent = {known: limit for known, limit in self._host_limits.items() if now - limit.updated < ASKER_TTL_S}
            self._host_limits = recent
            if len(recent) >= MAX_ASKERS:
                return False
        limit = self._host_limits.setdefault(host, TokenBucket(HOST_RATE_PER_S, HOST_BURST, HOST_BURST, now))
        return limit.take(now) and self._total_limit.take(now)

    async def _say_goodbye(self, sock: trio.socket.SocketType) -> None:
        current, now = self._current(), trio.current_time()
        for sender, asker in self._askers.items():
            if asker.sock is sock and now - asker.at < ASKER_TTL_S:
                try:
                    await sock.sendto(write_goodbye(asker.nonce, current.fingerprint, current.instance), sender)
                except OSError as exc:
                    log.debug("cannot say goodbye to %s: %r", sender[0], exc)


def _join_group(sock: trio.socket.SocketType, index: int, address: str) -> None:
    """Join on one interface: IPv4 takes its address, IPv6 its index, and no address."""
    if address:
        group = socket.inet_aton(GROUP) + socket.inet_aton(address)
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
    else:
        group = socket.inet_pton(socket.AF_INET6, GROUP_IPV6) + struct.pack("@I", index)
        sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, group)


def responder_socket(port: int, family: socket.AddressFamily = socket.AF_INET) -> trio.socket.SocketType:
    """Open a socket at the port of queries, shared with the other servers of this computer.

    Broadcast and multicast reach all of them. A query to a unicast address reaches only the server that bound the port
    last; the others are found by broadcast, multicast and DNS-SD.
    """
    sock = socket.socket(family, socket.SOCK_DGRAM)
    try:
        if family == socket.AF_INET6:  # IPv4 has a socket of its own
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if sys.platform not in ("linux", "win32"):  # BSD and macOS share a port only with this option
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        sock.bind(("", port))  # bound to one address, the socket would miss broadcasts
        return trio.socket.from_stdlib_socket(sock)
    except OSError:
        sock.close()
        raise


def query_socket(interfaces: Interfaces, family: socket.AddressFamily = socket.AF_INET) -> trio.socket.SocketType:
    """Open a socket for queries at a free port, where no other program can take the answers."""
    sock = socket.socket(family, socket.SOCK_DGRAM)
    try:
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            sock.bind(("::", 0))
        else:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 1)
            sock.bind(("127.0.0.1" if interfaces == "lo" else "", 0))
        return trio.socket.from_stdlib_socket(sock)
    except OSError:
        sock.close()
        raise
