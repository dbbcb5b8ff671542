"""Addresses of servers, as people type and paste them."""

import ipaddress
import random
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import quote, unquote

from netgame.text import N_
from protocol.errors import AddressError

DEFAULT_PORT = 7763
MAX_ANNOUNCED = 8  # addresses of a service
SCHEME = "netgame://"

# RFC 1918, unique local and link-local addresses, and those of documents: no router of the internet passes them on
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_PRIVATE = tuple(
    map(
        ipaddress.ip_network,
        ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fc00::/7", "fe80::/10", "2001:db8::/32"),
    )
)
_NAME = re.compile(r"(?=.{1,253}$)(?!-)[\w-]+(\.[\w-]+)*\.?")
_ZONE = re.compile(r"[\w.-]{1,32}")
_TABLE = re.compile(r"[\w-]{1,32}")


@dataclass(frozen=True)
class Address:
    """A host name or IP address, and a port."""

    host: str
    port: int = DEFAULT_PORT

    @staticmethod
    def parse(text: str) -> "tuple[Address, str | None]":
        """Return the address, and the table if the text is a link that names one. Raise `AddressError` for other texts.

        Accepted: `192.168.1.5`, `host`, `host:port`, `::1`, `[::1]:7763`, `fe80::1%eth0`, `netgame://host:port/table`.
        In a link the percent sign before a zone is encoded as `%25`.
        """
        text = text.strip()
        if not text:
            raise AddressError(
                "address", N_("Type the address of the server, like 192.168.1.5 or myserver.example:7763")
            )
        if len(text) > 300:
            raise AddressError("address", N_("This address is too long"))
        rest, table = _split_link(text)
        if rest.startswith("["):
            host, bracket, after = rest[1:].partition("]")
            if not bracket or (after and not after.startswith(":")):
                raise AddressError(
                    "address", N_("{text} is not an address. An address with brackets looks like [::1]:7763"), text=rest
                )
            port = after[1:] if after else None
        elif rest.count(":") > 1:  # an IPv6 address without brackets has no port
            host, port = rest, None
        else:
            host, colon, digits = rest.partition(":")
            port = digits if colon else None
        host = _checked_host(_with_plain_zone(host, is_link=text.lower().startswith(SCHEME)))
        if port is None:
            return Address(host), table
        if not re.fullmatch(r"[0-9]{1,5}", port) or not 1 <= int(port) <= 65535:
            raise AddressError(
                "address", N_("{port} is not a port. A port is a number from 1 to 65535"), port=port[:20] or "This"
            )
        return Address(host, int(port)), table

    @property
    def is_loopback(self) -> bool:
        """Whether it leads to this computer, and works without a network."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == DEFAULT_PORT else f"{host}:{self.port}"

    def link(self, table: str | None = None) -> str:
        """Return a link to this server, or to a table there."""
        return f"{SCHEME}{str(self).replace('%', '%25')}/{quote(table or '')}"


def ip_of(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return the IP address without its zone; as IPv4 if it is a mapped one, None for a name."""
    try:
        ip = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return (ip.ipv4_mapped or ip) if isinstance(ip, ipaddress.IPv6Address) else ip


def is_private(host: str) -> bool:
    """Whether this is a private address (RFC 1918), a unique local one, or a link-local one."""
    ip = ip_of(host)
    return ip is not None and any(ip in network for network in _PRIVATE)


def is_public_name(host: str) -> bool:
    """Whether a public certificate may exist for this host: it is no IP address and no name of a home network."""
    return ip_of(host) is None and "." in host and not host.endswith((".local", ".lan", ".home.arpa", ".localhost"))


def is_public(host: str) -> bool:
    """Whether this is an address of the internet, or a name that may lead to one."""
    ip = ip_of(host)
    if ip is None:
        return is_public_name(host)
    if isinstance(ip, ipaddress.IPv6Address):  # gateways pass these on to an address of IPv4
        inner = ip.sixtofour or (ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF) if ip in _NAT64 else None)
        if inner is not None and not inner.is_global:
            return False
    return ip.is_global and not ip.is_multicast


def is_link_local_ipv6(host: str) -> bool:
    """Whether this address is on one link only, which its zone names."""
    ip = ip_of(host)
    return isinstance(ip, ipaddress.IPv6Address) and ip.is_link_local


def with_announced(known: Sequence[Address], announced: Sequence[str]) -> tuple[Address, ...]:
    """Return the known addresses of a server, and those that it announces for its service.

    The announced ones come first, new ones at random places among them, so that the clients spread over the servers of
    a service. Texts that are no addresses are ignored. So are addresses of this computer and of private networks, if
    all known addresses are public: a server on the internet must not make its clients connect to their neighbours.
    """
    valid: list[Address] = []
    may_be_private = not all(is_public(address.host) for address in known)
    for text in announced[:MAX_ANNOUNCED]:
        with suppress(AddressError):
            address = Address.parse(text)[0]
            if may_be_private or is_public(address.host):
                valid.append(address)
    first = [address for address in known if address in valid]
    for address in dict.fromkeys(valid):
        if address not in first:
            first.insert(random.randint(0, len(first)), address)
    return (*first, *(address for address in known if address not in valid))


def _split_link(text: str) -> tuple[str, str | None]:
    if not text.lower().startswith(SCHEME):
        if "://" in text:
            raise AddressError(
                "address", N_("{link} is not a netgame link; links start with netgame://"), link=text[:40]
            )
        return text, None
    rest, _, path = re.split(r"[?#]", text[len(SCHEME) :], maxsplit=1)[0].partition("/")
    table = unquote(path).strip("/")
    if table and not _TABLE.fullmatch(table):
        raise AddressError("address", N_("{table} in the link is not a table"), table=table[:40])
    return rest, table or None


def _with_plain_zone(host: str, is_link: bool) -> str:
    """Return the host with the zone as systems write it. A link encodes the sign as `%25`, and perhaps more of it.

    Outside of a link, `%25` may be the sign and the interface 25, or be copied from a link.
    """
    ip, sign, zone = host.partition("%25")
    if is_link:
        zone = unquote(zone)
    return f"{ip}%{zone}" if sign and zone and (is_link or not zone.isdecimal()) else host


def _checked_host(host: str) -> str:
    host = host.strip()
    if ":" in host or re.fullmatch(r"[\d.]+", host):
        bare, sign, zone = host.partition("%")
        try:
            ip = ipaddress.ip_address(bare)
            if sign and not (ip.version == 6 and _ZONE.fullmatch(zone)):
                raise ValueError("no zone")
            if not ip.is_link_local:  # only such an address needs it, and sockets refuse it for others
                host = bare
        except ValueError:
            raise AddressError(
                "address",
                N_("{host} is not an IP address. An IP address looks like 192.168.1.5 or fe80::1"),
                host=host[:60],
            ) from None
    elif not _NAME.fullmatch(host):
        raise AddressError("address", N_("{host} is not the name or address of a computer"), host=host[:60] or "This")
    return host
