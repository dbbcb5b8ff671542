"""The list of discovered servers as a value: one entry per server identity, or per copy of it. No sockets, no clock."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Literal

from protocol.address import Address, is_link_local_ipv6
from protocol.discovery.announcement import Announcement

DiscoveryMethod = Literal["dns-sd", "query"]

ANSWER_TTL_S = 6.5  # three query intervals of two seconds, and some slack for the last answer
RECHECK_S = 0.75  # if DNS-SD withdraws a server that answered queries, it has this long to answer again
MAX_SERVERS = 200  # more than any LAN has; in a flood of invented servers each host has a fair part of them
KEPT_OF_KNOWN = 8  # servers of a host from before that have a place in any case
MAX_ADDRESSES = 8  # of one server; addresses known already stay
PINGS_KEPT = 6
_Key = tuple[str, bytes]  # fingerprint and instance


@dataclass(frozen=True)
class DiscoveredServer:
    """One entry of the list; the best address comes first. Only a TLS handshake proves that the server is there.

    `has_twin`: another server has the same identity now, because one of the two data folders is a copy.
    """

    announcement: Announcement
    addresses: tuple[Address, ...]
    ping_ms: float | None
    methods: frozenset[DiscoveryMethod]
    last_seen: float = field(compare=False)  # on the caller's clock
    has_twin: bool = False

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
    first_seen: float
    heard: float | None = None  # when the last answer came
    answers: dict[Address, _Answers] = field(default_factory=dict)
    services: dict[str, tuple[Address, ...]] = field(default_factory=dict)  # by DNS-SD instance name

    def addresses(self) -> tuple[Address, ...]:
        listed = (address for addresses in self.services.values() for address in addresses)
        found = dict.fromkeys([*self.answers, *listed])
        if any(not is_link_local_ipv6(address.host) for address in self.answers):  # people can type that one
            found = dict.fromkeys(address for address in found if not is_link_local_ipv6(address.host))
        return tuple(sorted(found, key=self._order)[:MAX_ADDRESSES])

    def _order(self, address: Address) -> tuple[bool, int, int]:
        """Sort addresses that answered first, then this computer before the LAN, then by ping."""
        answers = self.answers.get(address)
        ping = round(min(answers.pings) / 5) if answers else 0  # jitter must not reorder the addresses
        ip = ip_address(address.host.partition("%")[0])
        return answers is None, 0 if ip.is_loopback else 2 if ip.is_link_local else 1, ping

    def is_alive_since(self, time: float) -> bool:
        """Return whether the server has answered after that time, or is known from a service alone."""
        return self.heard > time if self.heard is not None else bool(self.services)

    def shares_host(self, other: "_Entry") -> bool:
        return not {each.host for each in self.addresses()}.isdisjoint(each.host for each in other.addresses())

    def as_server(self, has_twin: bool = False) -> DiscoveredServer:
        pings = [round(min(answers.pings), 1) for answers in self.answers.values()]
        by_query: set[DiscoveryMethod] = {"query"} if self.answers else set()
        by_service: set[DiscoveryMethod] = {"dns-sd"} if self.services else set()
        return DiscoveredServer(
            self.announcement, self.addresses(), min(pings, default=None), frozenset(by_query | by_service),
            self.last_seen, has_twin,
        )  # fmt: skip


def _key(announcement: Announcement) -> _Key:
    return announcement.fingerprint, announcement.instance


class ServerList:
    """Merges answers and services into one entry per server, and drops entries that expired.

    A server that was killed and started again has another instance; its old entry is shown no more. Two servers with
    one identity on two computers have two entries.
    """

    def __init__(self) -> None:
        self._entries: dict[_Key, _Entry] = {}  # the first one that was seen comes first
        self.known: frozenset[str] = frozenset()  # hosts of servers from before, which have a place in any case

    def servers(self) -> Mapping[str, DiscoveredServer]:
        """Return the servers by fingerprint; a second one with the same fingerprint by that and its instance."""
        shown: dict[str, DiscoveredServer] = {}
        for key, entry in self._entries.items():
            others = [other for (name, _), other in self._entries.items() if name == key[0] and other is not entry]
            newer = [other for other in others if other.first_seen > entry.first_seen and entry.shares_host(other)]
            if any(entry.heard is None or entry.heard <= other.first_seen for other in newer):
                continue  # it was started again, and this is its former run
            has_twin = any(
                entry.is_alive_since(other.first_seen) and other.is_alive_since(entry.first_seen) for other in others
            )
            name = key[0] if key[0] not in shown else f"{key[0]}/{key[1].hex()}"
            shown[name] = entry.as_server(has_twin)
        return shown

    def hosts(self) -> Iterator[str]:
        """Yield all known addresses of servers, for direct queries."""
        for entry in self._entries.values():
            yield from (address.host for address in entry.addresses())

    def add_answer(self, announcement: Announcement, host: str, ping_ms: float, now: float) -> None:
        """Add an offer that came from that host."""
        entry = self._entry(announcement, [host], now)
        if entry is None:
            return
        entry.announcement, entry.last_seen, entry.heard = announcement, now, now
        address = Address(host, announcement.port)
        entry.answers = {key: held for key, held in entry.answers.items() if key == address or key.host != host}
        if address not in entry.answers and len(entry.answers) >= MAX_ADDRESSES:
            return
        known = entry.answers.get(address)
        entry.answers[address] = _Answers(now, [*(known.pings if known else ()), ping_ms][-PINGS_KEPT:])

    def add_service(self, service: str, announcement: Announcement, hosts: Iterable[str], now: float) -> None:
        """Add or update a DNS-SD service. Its announcement counts less than an offer, which is more recent."""
        self._drop_service(service, keep=_key(announcement))
        entry = self._entry(announcement, hosts := list(hosts), now)
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

    def remove_server(self, fingerprint: str, host: str, instance: bytes = b"") -> None:
        """Remove a server that said goodbye, if it had answered from that host."""
        entry = self._entries.get((fingerprint, instance))
        if entry is not None and any(address.host == host for address in entry.answers):
            del self._entries[fingerprint, instance]

    def expire(self, now: float) -> None:
        """Drop old answers, and entries without any answer or service."""
        for entry in self._entries.values():
            entry.answers = {key: held for key, held in entry.answers.items() if now < held.at + ANSWER_TTL_S}
        self._drop_empty()

    def next_expiry(self) -> float:
        """The time at which `expire` has to be called next."""
        times = (answers.at for entry in self._entries.values() for answers in entry.answers.values())
        return min(times, default=float("inf")) + ANSWER_TTL_S

    def _entry(self, announcement: Announcement, hosts: list[str], now: float) -> _Entry | None:
        entry = self._entries.get(_key(announcement))
        if entry is None and (len(self._entries) < MAX_SERVERS or self._make_room(hosts)):
            entry = self._entries[_key(announcement)] = _Entry(announcement, now, now)
        return entry

    def _make_room(self, hosts: list[str]) -> bool:
        """Drop a server of the host that has the most, unless that is the host of the new one too.

        A known host has a place for some servers, and can be as hostile as any other one with more.
        """
        owners = {key: entry.addresses()[0].host for key, entry in self._entries.items()}
        counts = Counter(owners.values())
        others = {host: count for host, count in counts.items() if host not in self.known or count > KEPT_OF_KNOWN}
        if not others:
            return False
        most, own = max(others, key=others.__getitem__), max(map(counts.__getitem__, hosts), default=0)
        has_place = own < KEPT_OF_KNOWN and not self.known.isdisjoint(hosts)
        if not has_place and own + 1 >= others[most]:
            return False
        mine = (key for key, owner in owners.items() if owner == most)
        del self._entries[min(mine, key=lambda key: self._entries[key].last_seen)]
        return True

    def _drop_service(self, service: str, keep: _Key | None = None) -> None:
        for key, entry in self._entries.items():
            if key != keep:
                entry.services.pop(service, None)
        self._drop_empty()

    def _drop_empty(self) -> None:
        self._entries = {key: entry for key, entry in self._entries.items() if entry.answers or entry.services}
