"""The servers found on the LAN as a value that grows by what is heard: one row per identity. No sockets, no clock."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Literal

from protocol.address import Address
from protocol.discovery.announcement import Announcement

DiscoveryMethod = Literal["dns-sd", "query"]

ANSWER_KEEPS_S = 6.5  # three beats of two seconds without an answer, and some slack for the last one
DOUBT_S = 0.75  # DNS-SD took the server back while it still answered queries: it has this long to answer again
MAX_SERVERS = 200  # more than any LAN has; a flood of invented ones ends here
MAX_ADDRESSES = 8  # of one server; those known already stay
PINGS_KEPT = 6


@dataclass(frozen=True)
class DiscoveredServer:
    """A server as the list shows it; the best address first. Which address says nothing about who answers there."""

    announcement: Announcement
    addresses: tuple[Address, ...]
    ping_ms: float | None
    means: frozenset[DiscoveryMethod]
    seen: float = field(compare=False)  # on the clock of whoever asked

    @property
    def fingerprint(self) -> str:
        return self.announcement.fingerprint


@dataclass
class _Answers:
    """What came back from one address."""

    at: float
    pings: list[float]


@dataclass
class _Row:
    announcement: Announcement
    seen: float
    answers: dict[Address, _Answers] = field(default_factory=dict)
    services: dict[str, tuple[Address, ...]] = field(default_factory=dict)

    def means(self) -> frozenset[DiscoveryMethod]:
        by_answer: set[DiscoveryMethod] = {"query"} if self.answers else set()
        by_service: set[DiscoveryMethod] = {"dns-sd"} if self.services else set()
        return frozenset(by_answer | by_service)

    def addresses(self) -> tuple[Address, ...]:
        listed = (address for addresses in self.services.values() for address in addresses)
        return tuple(sorted(dict.fromkeys([*self.answers, *listed]), key=self._order)[:MAX_ADDRESSES])

    def _order(self, address: Address) -> tuple[bool, int, int]:
        """What answered comes before what was only told, the own computer before the LAN, near before far."""
        answers = self.answers.get(address)
        ping = round(min(answers.pings) / 5) if answers else 0  # jitter must not shuffle the addresses
        return answers is None, _distance(address.host), ping


class Rows:
    """What is known of each server, and until when it is believed."""

    def __init__(self) -> None:
        self._rows: dict[str, _Row] = {}

    def found(self) -> Mapping[str, DiscoveredServer]:
        return {key: self._found(row) for key, row in self._rows.items()}

    def hosts(self) -> Iterator[str]:
        """Every address under which a server is known, to ask it directly."""
        for row in self._rows.values():
            yield from (address.host for address in row.addresses())

    def answered(self, told: Announcement, host: str, ping_ms: float, now: float) -> None:
        """An offer came from that host."""
        row = self._row(told, now)
        if row is None:
            return
        row.announcement, row.seen = told, now
        address = Address(host, told.port)
        row.answers = {key: held for key, held in row.answers.items() if key == address or key.host != host}
        if address not in row.answers and len(row.answers) >= MAX_ADDRESSES:
            return
        known = row.answers.get(address)
        row.answers[address] = _Answers(now, [*(known.pings if known else ()), ping_ms][-PINGS_KEPT:])

    def listed(self, service: str, told: Announcement, hosts: Iterable[str], now: float) -> None:
        """DNS-SD knows a service of that name. Offers are younger than what DNS-SD tells, so they go before it."""
        self._unlist(service, keep=told.fingerprint)
        row = self._row(told, now)
        if row is None:
            return
        row.seen = max(row.seen, now)
        if not row.answers:
            row.announcement = told
        row.services[service] = tuple(Address(host, told.port) for host in hosts)[:MAX_ADDRESSES]

    def unlisted(self, service: str, now: float) -> bool:
        """DNS-SD took the service back. True if the server still counts, for a moment: then ask it again now."""
        doubtful = [row for row in self._rows.values() if service in row.services and row.answers]
        self._unlist(service)
        for row in doubtful:
            for answers in row.answers.values():
                answers.at = min(answers.at, now + DOUBT_S - ANSWER_KEEPS_S)
        return bool(doubtful)

    def left(self, fingerprint: str, host: str) -> None:
        """A server said goodbye from an address where it had answered."""
        row = self._rows.get(fingerprint)
        if row is not None and any(address.host == host for address in row.answers):
            del self._rows[fingerprint]

    def expire(self, now: float) -> None:
        """Forget answers that are too old, and rows of which nothing else is left."""
        for row in self._rows.values():
            row.answers = {key: held for key, held in row.answers.items() if now < held.at + ANSWER_KEEPS_S}
        self._drop_empty()

    def deadline(self) -> float:
        """When `expire` has something to do next, on the clock of `now`."""
        held = (answers.at for row in self._rows.values() for answers in row.answers.values())
        return min(held, default=float("inf")) + ANSWER_KEEPS_S

    def _row(self, told: Announcement, now: float) -> _Row | None:
        row = self._rows.get(told.fingerprint)
        if row is None and len(self._rows) < MAX_SERVERS:
            row = self._rows[told.fingerprint] = _Row(told, now)
        return row

    def _unlist(self, service: str, keep: str | None = None) -> None:
        for key, row in self._rows.items():
            if key != keep:
                row.services.pop(service, None)
        self._drop_empty()

    def _drop_empty(self) -> None:
        self._rows = {key: row for key, row in self._rows.items() if row.answers or row.services}

    def _found(self, row: _Row) -> DiscoveredServer:
        pings = [round(min(answers.pings), 1) for answers in row.answers.values()]
        return DiscoveredServer(row.announcement, row.addresses(), min(pings, default=None), row.means(), row.seen)


def _distance(host: str) -> int:
    address = ip_address(host.partition("%")[0])
    return 0 if address.is_loopback else 2 if address.is_link_local else 1
