"""The address of a client, as limits and bans count it."""

import ipaddress
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Remote:
    """The address of a client."""

    address: str
    port: int = 0

    @cached_property
    def _ip(self) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
        try:
            ip = ipaddress.ip_address(self.address)
        except ValueError:
            return None
        return (ip.ipv4_mapped or ip) if isinstance(ip, ipaddress.IPv6Address) else ip

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

    @property
    def is_near(self) -> bool:
        """Whether it is an address of this computer or of a private network."""
        ip = self._ip
        return ip is not None and (ip.is_private or ip.is_link_local or ip.is_loopback)

    @property
    def is_loopback(self) -> bool:
        """Whether it is an address of this computer."""
        return self._ip is not None and self._ip.is_loopback

    def __str__(self) -> str:
        return f"[{self.address}]:{self.port}" if ":" in self.address else f"{self.address}:{self.port}"
