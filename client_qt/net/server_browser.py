"""The list of tables on this network, at known servers and at typed addresses."""

import logging
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial

import trio
from PySide6.QtCore import QObject, Signal

from client_qt.net.table_list import Place, TableEntry, from_found, from_tables, place_of, version_of
from client_qt.text.locale_formats import order
from client_qt.trio_guest import Starts
from netgame.text import Text
from protocol.address import Address
from protocol.client import Server, connect
from protocol.discovery.browser import Browser
from protocol.errors import ConnectError, WireError
from protocol.limits import Interfaces
from protocol.messages import TableInfo

log = logging.getLogger(__name__)
VISIT_S = 6.0  # timeout of an address
REVISIT_S = 5.0
SILENT_S = 3.0  # without tables for so long the page gives advice


@dataclass(frozen=True)
class Visit:
    """The answer of a server that was asked directly."""

    place: Place
    tables: tuple[TableInfo, ...]
    wanted: str | None = None  # the table that a link named


class ServerBrowser(QObject):
    """The list of tables. `changed` when it differs from before."""

    changed = Signal()
    visited = Signal(object)  # Visit
    failed = Signal(object)  # Text: the typed address does not lead to a server

    def __init__(self, interfaces: Interfaces, nursery: Starts, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.openings: list[TableEntry] = []
        self.places: dict[str, tuple[Place, int]] = {}  # servers that answer, and how many tables they have
        self.trouble: Text | None = None
        self._interfaces = interfaces
        self._nursery = nursery
        self._browser = Browser(self._browsed)
        self._recent: dict[str, Place] = {}
        self._visits: dict[str, Visit] = {}
        self._listening = trio.CancelScope()
        self._visiting = trio.CancelScope()
        self._started = math.inf

    def start(self) -> None:
        """Start browsing this network."""
        self._started = trio.current_time()
        self._nursery.start_soon(partial(self._browser.run, interfaces=self._interfaces))

    @property
    def silent(self) -> bool:
        """Has no table been found on the network for SILENT_S?"""
        looked = trio.current_time() - self._started
        return looked >= SILENT_S and not any(opening.place.group == "network" for opening in self.openings)

    def know(self, places: Iterable[Place]) -> None:
        """Set the known servers, which are asked directly."""
        self._recent = {place.fingerprint: place for place in places}
        self._browser.remember(address for place in self._recent.values() for address in place.addresses)

    def attend(self, watched: bool) -> None:
        """Ask known servers by TCP only while the list is shown."""
        self._listening.cancel()
        if watched:
            self._listening = trio.CancelScope()
            self._nursery.start_soon(self._revisit, self._listening)

    def visit(self, address: Address, wanted: str | None) -> None:
        """Ask the server at an address for its tables; emits `visited` or `failed`, unless it is cancelled."""
        self.cancel_visit()
        self._visiting = trio.CancelScope()
        self._nursery.start_soon(self._visit_typed, address, wanted, self._visiting)

    def cancel_visit(self) -> None:
        """Stop asking the server at an address."""
        self._visiting.cancel()

    def show(self, visit: Visit) -> None:
        """List the tables of a server that was visited."""
        self._visits[visit.place.fingerprint] = visit
        self._gather()

    def addresses(self, fingerprint: str) -> tuple[Address, ...]:
        """The addresses of a server on the network."""
        found = self._browser.found.get(fingerprint)
        return found.addresses if found is not None else ()

    def _browsed(self) -> None:
        said, self.trouble = self.trouble, self._browser.problem
        if not self._gather() and said != self.trouble:
            self.changed.emit()

    async def _revisit(self, scope: trio.CancelScope) -> None:
        with scope:
            while True:
                silent = [place for key, place in self._recent.items() if key not in self._browser.found]
                async with trio.open_nursery() as nursery:
                    for place in silent:
                        nursery.start_soon(self._visit_recent, place)
                self._gather()
                await trio.sleep(REVISIT_S)

    async def _visit_recent(self, place: Place) -> None:
        try:
            with trio.move_on_after(VISIT_S) as limit:
                self._visits[place.fingerprint] = await _ask(place)
            lost = limit.cancelled_caught
        except* (WireError, OSError) as group:
            log.debug("%s does not answer: %s", place.name, group.exceptions)
            lost = True
        if lost:
            self._visits.pop(place.fingerprint, None)

    async def _visit_typed(self, address: Address, wanted: str | None, scope: trio.CancelScope) -> None:
        try:
            with scope, trio.fail_after(VISIT_S):
                visit = await _ask(Place("address", "", "", (address,)), wanted)
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
                self.visited.emit(replace(visit, wanted=wanted))

    def _gather(self) -> bool:
        """Update the list; return whether it changed."""
        found = self._browser.found
        openings = [opening for row in found.values() for opening in from_found(row)]
        for key, visit in self._visits.items():
            if key not in found:
                openings += from_tables(visit.place, list(visit.tables))
        places = {key: (visit.place, len(visit.tables)) for key, visit in self._visits.items()}
        places |= {key: (place_of(row), len(row.announcement.tables)) for key, row in found.items()}
        openings.sort(key=lambda opening: opening.key)
        openings.sort(key=lambda opening: (opening.place.group, order(opening.title)))
        if _shown(openings) == _shown(self.openings) and _named(places) == _named(self.places):
            return False
        self.openings, self.places = openings, places
        self.changed.emit()
        return True


def _shown(openings: Iterable[TableEntry]) -> list[TableEntry]:
    """The entries with rounded ping times, so that small changes do not count."""
    return [replace(o, place=replace(o.place, ping_ms=_rough(o.place.ping_ms))) for o in openings]


def _named(places: Mapping[str, tuple[Place, int]]) -> dict[str, tuple[str, int]]:
    return {key: (place.name, tables) for key, (place, tables) in places.items()}


def _rough(ping: float | None) -> float | None:
    return None if ping is None else round(ping, -1) if ping >= 10 else round(ping / 3) * 3.0


async def _ask(place: Place, wanted: str | None = None) -> Visit:
    """List the tables of a server and measure the ping, without signing in."""
    async with connect(Server(place.fingerprint or None, place.addresses, place.public_name)) as connection:
        tables = await connection.list_tables(wanted or "")
        ping = await connection.ping()
        welcome = connection.welcome
        known = replace(
            place,
            fingerprint=place.fingerprint or connection.fingerprint,
            name=welcome.server,
            public_name=connection.public_name,
            ping_ms=ping * 1000,
            version=version_of(welcome.program),
        )
        return Visit(known, tuple(tables))
