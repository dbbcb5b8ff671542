"""The list of discovered servers as a value: one entry per server identity. No sockets, no clock."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Literal

from protocol.address import Address
from protocol.discovery.announcement import Announcement

DiscoveryMethod = Literal["dns-sd", "query"]

ANSWER_TTL_S = 6.5  # three query intervals of two seconds, and some slack for the last answer
RECHECK_S = 0.75  # if DNS-SD withdraws a server that answered queries, it has this long to answer again
MAX_SERVERS = 200  # more than any LAN has; limits a flood of invented servers
MAX_ADDRESSES = 8  # of one server; addresses known already stay
PINGS_KEPT = 6


@dataclass(frozen=True)
class DiscoveredServer:
    """One entry of the list; the best address comes first. Only a TLS handshake proves that the server is there."""

    announcement: Announcement
    addresses: tuple[Address, ...]
    ping_ms: float | None
    methods: frozenset[DiscoveryMethod]
    last_seen: float = field(compare=False)  # on the caller's clock

    @property
    def fingerprint(self) -> str:
        return self.announcement.fingerprint


@dataclass
class _Answers:
    """The answers to queries from one address."""

    at: float
    pings: list[float]


@dataclass
class _Entry:
    announcement: Announcement
    last_seen: float
    answers: dict[Address, _Answers] = field(default_factory=dict)
    services: dict[str, tuple[Address, ...]] = field(default_factory=dict)  # by DNS-SD instance name

    def addresses(self) -> tuple[Address, ...]:
        listed = (address for addresses in self.services.values() for address in addresses)
        return tuple(sorted(dict.fromkeys([*self.answers, *listed]), key=self._order)[:MAX_ADDRESSES])

    def _order(self, address: Address) -> tuple[bool, int, int]:
        """Sort addresses that answered first, then this computer before the LAN, then by ping."""
        answers = self.answers.get(address)
        ping = round(min(answers.pings) / 5) if answers else 0  # jitter must not reorder the addresses
        ip = ip_address(address.host.partition("%")[0])
        return answers is None, 0 if ip.is_loopback else 2 if ip.is_link_local else 1, ping

    def as_server(self) -> DiscoveredServer:
        pings = [round(min(answers.pings), 1) for answers in self.answers.values()]
        by_query: set[DiscoveryMethod] = {"query"} if self.answers else set()
        by_service: set[DiscoveryMethod] = {"dns-sd"} if self.services else set()
        return DiscoveredServer(
            self.announcement, self.addresses(), min(pings, default=None), frozenset(by_query | by_service),
            self.last_seen,
        )  # fmt: skip


class ServerList:
    """Merges answers and services into one entry per server, and drops entries that expired."""

    def __init__(self) -> None:
        self._entries: dict[str, _Entry] = {}

    def servers(self) -> Mapping[str, DiscoveredServer]:
        """Return the servers by fingerprint."""
        return {fingerprint: entry.as_server() for fingerprint, entry in self._entries.items()}

    def hosts(self) -> Iterator[str]:
        """Yield all known addresses of servers, for direct queries."""
        for entry in self._entries.values():
            yield from (address.host for address in entry.addresses())

    def add_answer(self, announcement: Announcement, host: str, ping_ms: float, now: float) -> None:
        """Add an offer that came from that host."""
        entry = self._entry(announcement, now)
        if entry is None:
            return
        entry.announcement, entry.last_seen = announcement, now
        address = Address(host, announcement.port)
        entry.answers = {key: held for key, held in entry.answers.items() if key == address or key.host != host}
        if address not in entry.answers and len(entry.answers) >= MAX_ADDRESSES:
            return
        known = entry.answers.get(address)
        entry.answers[address] = _Answers(now, [*(known.pings if known else ()), ping_ms][-PINGS_KEPT:])

    def add_service(self, service: str, announcement: Announcement, hosts: Iterable[str], now: float) -> None:
        """Add or update a DNS-SD service. Its announcement counts less than an offer, which is more recent."""
        self._drop_service(service, keep=announcement.fingerprint)
        entry = self._entry(announcement, now)
        if entry is None:
            return
        entry.last_seen = max(entry.last_seen, now)
        if not entry.answers:
            entry.announcement = announcement
        entry.services[service] = tuple(Address(host, announcement.port) for host in hosts)[:MAX_ADDRESSES]

    def remove_service(self, service: str, now: float) -> bool:
        """Remove a DNS-SD service. Return True if its server still counts because of its answers: query it again now.

        Those answers expire after `RECHECK_S`.
        """
        doubtful = [entry for entry in self._entries.values() if service in entry.services and entry.answers]
        self._drop_service(service)
        for entry in doubtful:
            for answers in entry.answers.values():
                answers.at = min(answers.at, now + RECHECK_S - ANSWER_TTL_S)
        return bool(doubtful)

    def remove_server(self, fingerprint: str, host: str) -> None:
        """Remove a server that said goodbye, if it had answered from that host."""
        entry = self._entries.get(fingerprint)
        if entry is not None and any(address.host == host for address in entry.answers):
            del self._entries[fingerprint]

    def expire(self, now: float) -> None:
        """Drop old answers, and entries without any answer or service."""
        for entry in self._entries.values():
            entry.answers = {key: held for key, held in entry.answers.items() if now < held.at + ANSWER_TTL_S}
        self._drop_empty()

    def next_expiry(self) -> float:
        """The time at which `expire` has to be called next."""
        times = (answers.at for entry in self._entries.values() for answers in entry.answers.values())
        return min(times, default=float("inf")) + ANSWER_TTL_S

    def _entry(self, announcement: Announcement, now: float) -> _Entry | None:
        entry = self._entries.get(announcement.fingerprint)
        if entry is None and len(self._entries) < MAX_SERVERS:
            entry = self._entries[announcement.fingerprint] = _Entry(announcement, now)
        return entry

    def _drop_service(self, service: str, keep: str | None = None) -> None:
        for fingerprint, entry in self._entries.items():
            if fingerprint != keep:
                entry.services.pop(service, None)
        self._drop_empty()

    def _drop_empty(self) -> None:
        self._entries = {key: entry for key, entry in self._entries.items() if entry.answers or entry.services}
