"""Looks on the LAN for another server with the identity of this one: one of the two data folders is a copy."""

import logging
import math
from collections.abc import Callable
from functools import partial

import trio

from protocol.address import Address
from protocol.client import Server, connect
from protocol.discovery.announcement import UDP_PORT, Announcement
from protocol.discovery.browser import Browser
from protocol.discovery.servers import DiscoveredServer
from protocol.errors import ConnectError, WireError
from protocol.limits import Interfaces

log = logging.getLogger(__name__)

LOOK_S = 20.0
LEAST_PAUSE_S = 2.0
KEPT_S = 2.5 * LOOK_S  # since a twin was seen last
GREETING_S = 10.0
MOST = 4  # that are asked in one look: announcements may be invented
MOST_HEARD = 64  # computers whose queries are remembered


def twin_words(address: str) -> str:
    """Return what an operator should know and do about another server with this identity."""
    return (
        f"The server at {address} has the identity of this one: one of the two data folders is a copy, so players may "
        "find the wrong one. Stop one of the two and give it a new identity: netgame-server identity new"
    )


class Twins:
    """Other servers with the identity of this one. `addresses` has those that have answered in the last minutes.

    `current` returns the own announcement. An announcement of another computer proves nothing, so the server there has
    to show the certificate. Nodes of one service have one instance, so they are no twins of each other.
    """

    def __init__(self, current: Callable[[], Announcement], *, udp_port: int = UDP_PORT) -> None:
        self._current = current
        self._seen: dict[str, float] = {}
        self._browser = Browser(udp_port=udp_port, interval_s=LOOK_S, services=False)
        self._looked_at = -math.inf
        self._heard: dict[str, float] = {}  # computers that sent a query, and when

    def note_query(self, host: str) -> None:
        """Query that computer directly from now on: a server may run there.

        A firewall that opens only the port of queries drops the answers to multicast and broadcast.
        """
        is_new = host not in self._heard
        if is_new and len(self._heard) >= MOST_HEARD:
            return
        self._heard[host] = trio.current_time()
        if is_new:
            self._remember()
            self.look_soon()

    def _remember(self) -> None:
        self._browser.remember(map(Address, self._heard))

    def look_soon(self) -> None:
        """Look now: a client or a query came, perhaps from a server with this identity and other data."""
        if trio.current_time() - self._looked_at >= LEAST_PAUSE_S:
            self._looked_at = trio.current_time()
            self._browser.refresh()

    @property
    def addresses(self) -> tuple[str, ...]:
        return tuple(self._seen)

    async def run(self, interfaces: Interfaces) -> None:
        """Look until cancelled, seldom enough to be no load for the network."""
        browser = self._browser
        async with trio.open_nursery() as nursery:
            await nursery.start(partial(browser.run, interfaces=interfaces))
            while True:
                with trio.move_on_after(LOOK_S):
                    await browser.next_change()
                for row in [row for row in browser.found.values() if self._may_be_twin(row)][:MOST]:
                    if await self._is_twin(row):
                        self._note(str(row.addresses[0]))
                now = trio.current_time()
                self._seen = {address: seen for address, seen in self._seen.items() if now - seen < KEPT_S}
                self._heard = {host: heard for host, heard in self._heard.items() if now - heard < KEPT_S}
                self._remember()

    def _may_be_twin(self, row: DiscoveredServer) -> bool:
        own, theirs = self._current(), row.announcement
        return own.fingerprint == theirs.fingerprint and own.instance != theirs.instance

    async def _is_twin(self, row: DiscoveredServer) -> bool:
        """Return whether a server with the same certificate and other data answers there."""
        own = self._current().instance
        try:
            with trio.move_on_after(GREETING_S):
                async with connect(Server(row.fingerprint, row.addresses, instance=own)) as connection:
                    return connection.welcome.instance != own
        except (WireError, OSError) as error:
            log.debug("%s announces the identity of this server: %s", row.addresses[0], error)
            return isinstance(error, ConnectError) and error.code == "other_instance"
        return False

    def _note(self, address: str) -> None:
        if address not in self._seen:
            log.warning("%s", twin_words(address))
        self._seen[address] = trio.current_time()
