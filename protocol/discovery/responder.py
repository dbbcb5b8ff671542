"""The UDP end of being found: answers queries by unicast, to near addresses only, and never more than was asked."""

import errno
import logging
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass

import trio

from netgame.text import Text
from protocol.discovery.announcement import GROUP, Announcement, Query, read_datagram, write_goodbye, write_offer
from protocol.discovery.interfaces import Interfaces, is_near, links

log = logging.getLogger(__name__)

JOIN_EVERY_S = 2.0
RETRY_S = 5.0
READ = 2048
ASKERS_KEPT_S = 7.0  # who asked this recently shows the server, and is told when it goes
MAX_ASKERS = 256
EACH_PER_S, EACH_AT_ONCE = 10.0, 30.0  # a browser asks three times in two seconds on each of its networks
ALL_PER_S, ALL_AT_ONCE = 200.0, 400.0
GOODBYE_S = 0.5

PORT_TAKEN = Text(
    "Another program uses UDP port {port}, so this server is found on the LAN by fewer means. "
    "If the others do not see it, tell them its address."
)


@dataclass
class TokenBucket:
    """How many answers are still allowed at the moment: a bucket that fills again with time."""

    per_s: float
    most: float
    left: float
    at: float

    def take(self, now: float) -> bool:
        self.left = min(self.most, self.left + (now - self.at) * self.per_s)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


@dataclass
class _Asker:
    """Who asked, so that it can be told when the server goes."""

    nonce: bytes
    at: float


class Responder:
    """Answers queries on the UDP port, until cancelled; then says goodbye to who asked lately."""

    def __init__(
        self, current: Callable[[], Announcement], interfaces: Interfaces, port: int, *, anybody: bool = False
    ) -> None:
        self._anybody = anybody and interfaces == "all"  # computers that are not near get answers as well
        self.trouble: Text | None = None
        self._current = current
        self._interfaces = interfaces
        self._port = port
        self._askers: dict[tuple[str, int], _Asker] = {}
        self._each: dict[str, TokenBucket] = {}
        self._all = TokenBucket(ALL_PER_S, ALL_AT_ONCE, ALL_AT_ONCE, 0.0)

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Started once the port is taken, or known to be taken by another program: then it is tried again."""
        while True:
            try:
                sock = answering_socket(self._port)
            except OSError as exc:
                if self.trouble is None:
                    log.warning("UDP port %d cannot be used, so queries are not answered: %s", self._port, exc)
                self.trouble = Text(PORT_TAKEN.template, {"port": self._port})
                task_status.started()
                task_status = trio.TASK_STATUS_IGNORED
                await trio.sleep(RETRY_S)
                continue
            self.trouble = None
            with sock:
                await self._serve(sock, task_status)

    async def _serve(self, sock: trio.socket.SocketType, task_status: trio.TaskStatus[None]) -> None:
        try:
            async with trio.open_nursery() as nursery:
                await nursery.start(self._join_groups, sock)
                task_status.started()
                await self._answer(sock)
        finally:
            with trio.CancelScope(shield=True), trio.move_on_after(GOODBYE_S):
                await self._say_goodbye(sock)

    async def _join_groups(self, sock: trio.socket.SocketType, *, task_status: trio.TaskStatus[None]) -> None:
        """Be in the multicast group on every network, also on one that appears later or refuses at first."""
        joined: set[tuple[int, str]] = set()
        while True:
            present = {(link.index, link.address) for link in links(self._interfaces)}
            joined &= present
            for index, address in present - joined:
                try:
                    group = socket.inet_aton(GROUP) + socket.inet_aton(address)
                    sock.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
                except OSError as exc:
                    if exc.errno != errno.EADDRINUSE:  # which says that this socket is in the group
                        log.debug("no multicast on %s at the moment: %s", address, exc)
                        continue
                joined.add((index, address))
            task_status.started()
            task_status = trio.TASK_STATUS_IGNORED
            await trio.sleep(JOIN_EVERY_S)

    async def _answer(self, sock: trio.socket.SocketType) -> None:
        while True:
            try:
                data, sender = await sock.recvfrom(READ)
                await self._answer_one(sock, data, sender)
            except OSError as exc:
                log.debug("a query was not answered: %r", exc)
                await trio.sleep(0.01)

    async def _answer_one(self, sock: trio.socket.SocketType, data: bytes, sender: tuple[str, int]) -> None:
        host, now = sender[0], trio.current_time()
        if not self._anybody and not is_near(host, self._interfaces):
            return
        match read_datagram(data):
            case Query(nonce) if self._allows(host, now):  # what is no query costs nobody an answer
                self._remember(sender, nonce, now)
                await sock.sendto(write_offer(nonce, self._current()), sender)

    def _allows(self, host: str, now: float) -> bool:
        if len(self._each) >= MAX_ASKERS and host not in self._each:
            self._each = {known: each for known, each in self._each.items() if now - each.at < ASKERS_KEPT_S}
            if len(self._each) >= MAX_ASKERS:
                return False
        each = self._each.setdefault(host, TokenBucket(EACH_PER_S, EACH_AT_ONCE, EACH_AT_ONCE, now))
        return each.take(now) and self._all.take(now)

    def _remember(self, sender: tuple[str, int], nonce: bytes, now: float) -> None:
        self._askers.pop(sender, None)
        self._askers[sender] = _Asker(nonce, now)
        if len(self._askers) > MAX_ASKERS:
            del self._askers[next(iter(self._askers))]

    async def _say_goodbye(self, sock: trio.socket.SocketType) -> None:
        fingerprint, now = self._current().fingerprint, trio.current_time()
        for sender, asker in self._askers.items():
            if now - asker.at < ASKERS_KEPT_S:
                try:
                    await sock.sendto(write_goodbye(asker.nonce, fingerprint), sender)
                except OSError as exc:
                    log.debug("no goodbye to %s: %r", sender[0], exc)


def answering_socket(port: int) -> trio.socket.SocketType:
    """A socket at the port of queries, shared with the other servers of this computer.

    Broadcast and multicast reach all of them. A query sent to one address alone reaches only the one that took the
    port last; the others are found by broadcast, multicast and DNS-SD.
    """
    sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if sys.platform not in ("linux", "win32"):  # the systems from BSD share a port by this one alone
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        sock.bind(("", port))  # an address of its own would miss the broadcasts
        return trio.socket.from_stdlib_socket(sock)
    except OSError:
        sock.close()
        raise
