"""The network interfaces that discovery uses, and the addresses that belong to a LAN."""

import logging
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_interface

import ifaddr

from protocol.limits import Interfaces as Interfaces

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Interface:
    """One IPv4 address of this computer, with the broadcast address of its network."""

    index: int
    address: str
    broadcast: str | None

    @property
    def is_loopback(self) -> bool:
        return IPv4Address(self.address).is_loopback


def local_interfaces(interfaces: Interfaces) -> tuple[Interface, ...]:
    """Return the interfaces with a LAN address. Public addresses are left out, because they are on no LAN."""
    if interfaces == "none":
        return ()
    try:
        adapters = list(ifaddr.get_adapters())
    except OSError as exc:
        log.warning("cannot read the network interfaces: %s", exc)
        return ()
    found = []
    for adapter in adapters:
        for ip in adapter.ips:
            if isinstance(ip.ip, str) and is_lan_address(ip.ip, interfaces):
                network = ip_interface(f"{ip.ip}/{ip.network_prefix}").network
                # networks of one or two addresses (tunnels) have no broadcast address
                broadcast = str(network.broadcast_address) if ip.network_prefix < 31 else None
                found.append(Interface(adapter.index or 0, ip.ip, broadcast))
    return tuple(dict.fromkeys(found))


def reachable_from_others(known: tuple[Interface, ...], interfaces: Interfaces) -> tuple[Interface, ...]:
    """Drop the loopback interface, unless discovery is limited to it."""
    return known if interfaces == "lo" else tuple(interface for interface in known if not interface.is_loopback)


def is_lan_address(host: str, interfaces: Interfaces) -> bool:
    """Whether discovery may use this address: private, link-local or loopback; with "lo", loopback only."""
    try:
        address = ip_address(host.partition("%")[0])  # without the zone
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    if interfaces == "lo" or address.is_loopback:
        return address.is_loopback and interfaces != "none"
    if address.is_multicast or address.is_unspecified or (address.is_reserved and not address.is_link_local):
        return False
    return interfaces == "all" and (address.is_private or address.is_link_local)
