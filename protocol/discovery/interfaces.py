"""Which network interfaces discovery uses, and which addresses count as near."""

import logging
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_interface

import ifaddr

from protocol.limits import Interfaces as Interfaces

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Interface:
    """One IPv4 address of this computer on a network; `broadcast` reaches everybody there."""

    index: int
    address: str
    broadcast: str | None

    @property
    def is_loopback(self) -> bool:
        return IPv4Address(self.address).is_loopback


def links(interfaces: Interfaces) -> tuple[Interface, ...]:
    """The networks that this computer is on at the moment. Public addresses are left out: they are no LAN."""
    if interfaces == "none":
        return ()
    try:
        adapters = list(ifaddr.get_adapters())
    except OSError as exc:
        log.warning("the network interfaces cannot be read: %s", exc)
        return ()
    found = [
        _link(adapter.index or 0, ip.ip, ip.network_prefix)
        for adapter in adapters
        for ip in adapter.ips
        if isinstance(ip.ip, str) and is_near(ip.ip, interfaces)
    ]
    return tuple(dict.fromkeys(found))


def outside(known: tuple[Interface, ...], interfaces: Interfaces) -> tuple[Interface, ...]:
    """The links by which other computers can be reached; on "lo" this computer plays all parts."""
    return known if interfaces == "lo" else tuple(link for link in known if not link.is_loopback)


def is_near(host: str, interfaces: Interfaces) -> bool:
    """Whether that address is one of a LAN: private, link-local or loopback; loopback alone on "lo"."""
    try:
        address = _plain(host)
    except ValueError:
        return False
    if interfaces == "lo" or address.is_loopback:
        return address.is_loopback and interfaces != "none"
    if address.is_multicast or address.is_unspecified or (address.is_reserved and not address.is_link_local):
        return False
    return interfaces == "all" and (address.is_private or address.is_link_local)


def _plain(host: str) -> IPv4Address | IPv6Address:
    """The address without its zone, and an IPv4 address written as IPv6 as what it is."""
    address = ip_address(host.partition("%")[0])
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def _link(index: int, address: str, prefix: int) -> Interface:
    """Networks of one or two addresses (tunnels) have no broadcast address."""
    network = ip_interface(f"{address}/{prefix}").network
    return Interface(index, address, str(network.broadcast_address) if prefix < 31 else None)
