"""The list of tables on this network, at known servers and at typed addresses."""

import logging
import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial

import trio
from PySide6.QtCore import QObject, Signal

from client_qt.net.table_list import ListedServer, ListedTable, from_found, from_tables, server_of, version_of
from client_qt.text.locale_formats import order
from client_qt.trio_guest import Starts
from netgame.text import Text
from protocol.address import Address
from protocol.client import Server, connect
from protocol.discovery.browser import Browser
from protocol.discovery.servers import DiscoveredServer
from protocol.errors import ConnectError, WireError
from protocol.limits import Interfaces
from protocol.messages import TableInfo

log = logging.getLogger(__name__)
QUERY_S = 6.0  # timeout of an address
QUERY_AGAIN_S = 5.0
MOST_SERVERS_OF_HOST, MOST_TABLES_OF_HOST = 8, 32  # a neighbour may announce hundreds; known servers are always shown
SILENT_S = 3.0  # without tables for so long the page gives advice


@dataclass(frozen=True)
class ServerReply:
    """The answer of a server that was asked directly."""

    server: ListedServer
    tables: tuple[TableInfo, ...]
    wanted: str | None = None  # the table that a link named


class ServerBrowser(QObject):
    """The list of tables. `changed` when it differs from before."""

    changed = Signal()
    answered = Signal(object)  # ServerReply
    failed = Signal(object)  # Text: the typed address does not lead to a server

    def __init__(self, interfaces: Interfaces, nursery: Starts, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.tables: list[ListedTable] = []
        self.servers: dict[str, tuple[ListedServer, int]] = {}  # servers that answer, and how many tables they have
        self.trouble: Text | None = None
        self._interfaces = interfaces
        self._nursery = nursery
        self._browser = Browser(self._browsed)
        self._recent: dict[str, ListedServer] = {}
        self._replies: dict[str, ServerReply] = {}
        self._listening = trio.CancelScope()
        self._querying = trio.CancelScope()
        self._started = math.inf

    def start(self) -> None:
        """Start browsing this network."""
        self._started = trio.current_time()
        self._nursery.start_soon(partial(self._browser.run, interfaces=self._interfaces))

    @property
    def silent(self) -> bool:
        """Has no table been found on the network for SILENT_S?"""
        looked = trio.current_time() - self._started
        return looked >= SILENT_S and not any(table.server.group == "network" for table in self.tables)

    def know(self, servers: Iterable[ListedServer]) -> None:
        """Set the known servers, which are asked directly."""
        self._recent = {server.fingerprint: server for server in servers}
        self._browser.remember(address for server in self._recent.values() for address in server.addresses)

    def set_list_shown(self, shown: bool) -> None:
        """Ask known servers by TCP only while the list is shown."""
        self._listening.cancel()
        if shown:
            self._listening = trio.CancelScope()
            self._nursery.start_soon(self._query_again, self._listening)

    def query(self, address: Address, wanted: str | None) -> None:
        """Ask the server at an address for its tables; emits `answered` or `failed`, unless it is cancelled."""
        self.cancel_query()
        self._querying = trio.CancelScope()
        self._nursery.start_soon(self._query_typed, address, wanted, self._querying)

    def query_each_address(self) -> None:
        """Ask each address of this network once, as a person wants it."""
        self._browser.query_each_address()

    def cancel_query(self) -> None:
        """Stop asking the server at an address."""
        self._querying.cancel()

    async def ask(self, server: ListedServer, table: str) -> ServerReply | None:
        """Return the tables of a server, with that one in any case; None if it does not answer."""
        reply = None
        try:
            with trio.move_on_after(QUERY_S):
                reply = await _ask(server, table)
        except* (WireError, OSError) as group:
            log.debug("%s does not answer: %s", server.name, group.exceptions)
        return reply

    def check(self, server: ListedServer, done: Callable[[bool], object]) -> None:
        """Find out whether a server answers."""
        self._nursery.start_soon(self._check, server, done)

    async def _check(self, server: ListedServer, done: Callable[[bool], object]) -> None:
        done(await self.ask(server, "") is not None)

    def show(self, reply: ServerReply) -> None:
        """List the tables of a server that has answered."""
        self._replies[reply.server.fingerprint] = reply
        self._gather()

    def addresses(self, fingerprint: str) -> tuple[Address, ...]:
        """The addresses at which a server, or a copy of it, is announced on the network, or has answered."""
        found = [row.addresses for row in self._browser.found.values() if row.fingerprint == fingerprint]
        found += [reply.server.addresses for key, reply in self._replies.items() if key == fingerprint]
        return tuple(dict.fromkeys(address for addresses in found for address in addresses))

    def _browsed(self) -> None:
        said, self.trouble = self.trouble, self._browser.problem
        if not self._gather() and said != self.trouble:
            self.changed.emit()

    async def _query_again(self, scope: trio.CancelScope) -> None:
        with scope:
            while True:
                silent = [server for key, server in self._recent.items() if key not in self._browser.found]
                async with trio.open_nursery() as nursery:
                    for server in silent:
                        nursery.start_soon(self._query_recent, server)
                self._gather()
                await trio.sleep(QUERY_AGAIN_S)

    async def _query_recent(self, server: ListedServer) -> None:
        before = self._replies.get(server.fingerprint)  # maybe from a typed address
        addresses = tuple(dict.fromkeys((*self.addresses(server.fingerprint), *server.addresses)))
        try:
            with trio.move_on_after(QUERY_S) as limit:
                self._replies[server.fingerprint] = await _ask(replace(server, addresses=addresses))
            lost = limit.cancelled_caught
        except* (WireError, OSError) as group:
            log.debug("%s does not answer: %s", server.name, group.exceptions)
            lost = True
        if lost and self._replies.get(server.fingerprint) is before:
            self._replies.pop(server.fingerprint, None)

    async def _query_typed(self, address: Address, wanted: str | None, scope: trio.CancelScope) -> None:
        try:
            with scope, trio.fail_after(QUERY_S):
                reply = await _ask(ListedServer("address", "", "", (address,)), wanted)
        except* ConnectError as group:
            first: BaseException = group
            while isinstance(first, BaseExceptionGroup):
                first = first.exceptions[0]
            assert isinstance(first, ConnectError)
            self.failed.emit(first.text)
        except* (trio.TooSlowError, OSError, WireError):
            self.failed.emit(Text("Nobody answers at {address}. Check it with your friend.", {"address": str(address)}))
        else:
            if not scope.cancelled_caught:
                self.answered.emit(replace(reply, wanted=wanted))

    def _gather(self) -> bool:
        """Update the list; return whether it changed."""
        found = _within_limits(self._browser.found, self._recent)
        tables = _tables_within_limits(found, self._recent)
        for key, reply in self._replies.items():
            if key not in found:
                tables += from_tables(reply.server, list(reply.tables))
        servers = {key: (reply.server, len(reply.tables)) for key, reply in self._replies.items()}
        servers |= {
            key: (server_of(row, key, known=key in self._recent), len(row.announcement.tables))
            for key, row in found.items()
        }
        tables.sort(key=lambda table: table.key)
        tables.sort(key=lambda table: (table.server.group, not table.server.known, order(table.title)))
        if _shown(tables) == _shown(self.tables) and _named(servers) == _named(self.servers):
            return False
        self.tables, self.servers = tables, servers
        self.changed.emit()
        return True


def _within_limits(found: Mapping[str, DiscoveredServer], known: Collection[str]) -> dict[str, DiscoveredServer]:
    """Return the known servers, then the others, at most `MOST_SERVERS_OF_HOST` of them of each host."""
    counts = Counter[str]()
    kept = {key: row for key, row in found.items() if key in known}
    for key, row in found.items():
        host = row.addresses[0].host
        if key not in kept and counts[host] < MOST_SERVERS_OF_HOST:
            counts[host] += 1
            kept[key] = row
    return kept


def _tables_within_limits(found: Mapping[str, DiscoveredServer], known: Collection[str]) -> list[ListedTable]:
    """Return the tables of the servers, at most `MOST_TABLES_OF_HOST` of each host besides those of known servers."""
    counts, kept = Counter[str](), list[ListedTable]()
    for key, row in found.items():
        for table in from_found(row, key, known=key in known):
            host = row.addresses[0].host
            if table.server.known or counts[host] < MOST_TABLES_OF_HOST:
                counts[host] += not table.server.known
                kept.append(table)
    return kept


def _shown(tables: Iterable[ListedTable]) -> list[ListedTable]:
    """The entries with rounded ping times, so that small changes do not count."""
    return [replace(o, server=replace(o.server, ping_ms=_rough(o.server.ping_ms))) for o in tables]


def _named(servers: Mapping[str, tuple[ListedServer, int]]) -> dict[str, tuple[str, int, int]]:
    return {key: (server.name, server.tournaments, tables) for key, (server, tables) in servers.items()}


def _rough(ping: float | None) -> float | None:
    return None if ping is None else round(ping, -1) if ping >= 10 else round(ping / 3) * 3.0


async def _ask(server: ListedServer, wanted: str | None = None) -> ServerReply:
    """List the tables of a server and measure the ping, without signing in."""
    instance = bytes.fromhex(server.instance)
    fingerprint, announced = server.fingerprint or None, server.announced
    wanted_server = Server(fingerprint, server.addresses, server.public_name, announced, instance)
    async with connect(wanted_server) as connection:
        tables = await connection.list_tables(wanted or "")
        ping = await connection.ping()
        welcome = connection.welcome
        known = replace(
            server,
            fingerprint=server.fingerprint or connection.fingerprint,
            name=welcome.server,
            public_name=connection.public_name,
            ping_ms=ping * 1000,
            version=version_of(welcome.program),
            instance=welcome.instance.hex(),
        )
        return ServerReply(known, tuple(tables))
