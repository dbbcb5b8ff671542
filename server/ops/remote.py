"""The address of a client, as limits and bans count it."""

import ipaddress
from dataclasses import dataclass
from functools import cached_property, lru_cache

from protocol.address import ip_of, is_private

NETWORK_FACTOR = 4  # a 48-bit network may do as much as this many addresses: it may be a whole campus


def network_of(key: str) -> str:
    """Return the `Remote.network` of a `Remote.key`."""
    return Remote(key.partition("/")[0]).network


@lru_cache(maxsize=4)
def _parsed(networks: tuple[str, ...]) -> tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]:
    return tuple(map(ipaddress.ip_network, networks))


@dataclass(frozen=True)
class Remote:
    """The address of a client."""

    address: str
    port: int = 0

    @cached_property
    def _ip(self) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
        return ip_of(self.address)

    @cached_property
    def key(self) -> str:
        """The address that limits count; for IPv6 the /64 network, which one household has for itself."""
        ip = self._ip
        if isinstance(ip, ipaddress.IPv6Address):
            return str(ipaddress.IPv6Network((int(ip) >> 64 << 64, 64)))
        return self.address if ip is None else str(ip)

    @cached_property
    def network(self) -> str:
        """The address; for IPv6 the /48 network, which one customer of a provider may have."""
        ip = self._ip
        if isinstance(ip, ipaddress.IPv6Address):
            return str(ipaddress.IPv6Network((int(ip) >> 80 << 80, 48)))
        return self.key

    @cached_property
    def places(self) -> dict[str, int]:
        """The places that limits by address count, and as how many addresses each counts."""
        return {self.network: NETWORK_FACTOR, self.key: 1}

    def is_in(self, networks: tuple[str, ...]) -> bool:
        """Whether it is one of these addresses, or in one of these networks."""
        ip = self._ip
        return ip is not None and any(ip in network for network in _parsed(networks))

    @property
    def is_near(self) -> bool:
        """Whether it is an address of this computer or of a private network."""
        return self.is_loopback or is_private(self.address)

    @property
    def is_loopback(self) -> bool:
        """Whether it is an address of this computer."""
        return self._ip is not None and self._ip.is_loopback

    def __str__(self) -> str:
        return f"[{self.address}]:{self.port}" if ":" in self.address else f"{self.address}:{self.port}"
