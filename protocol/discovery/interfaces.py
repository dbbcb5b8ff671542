"""The networks of this computer, which of them discovery uses, and which addresses are on one of their links."""

import logging
import socket
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_interface, ip_network
from typing import Any, Literal

import ifaddr

from protocol.address import ip_of, is_link_local_ipv6, is_private
from protocol.limits import Interfaces as Interfaces

log = logging.getLogger(__name__)

Kind = Literal["lan", "vpn", "virtual", "loopback", "public"]
VIRTUAL = (
    "docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "lxc", "lxd", "podman", "cni", "bridge", "awdl", "llw",
    "incusbr", "flannel", "cali", "cilium", "vnet",
)  # fmt: skip
VIRTUAL_WORDS = ("virtualbox", "vmware", "hyper-v", "vethernet", "wsl", "loopback adapter")
VPN = (
    "tun", "tap", "wg", "utun", "ppp", "ipsec", "zt", "tailscale", "nordlynx", "proton", "wireguard", "cscotun", "gpd",
    "ham", "feth", "nebula", "mullvad", "vpn",
)  # fmt: skip
VPN_WORDS = (
    "tap-windows", "wireguard", "openvpn", "tailscale", "zerotier", "vpn", "hamachi", "radmin", "wintun", "softether",
)  # fmt: skip
# the numbers of carriers (also of Tailscale), of Hamachi and of Radmin VPN, not used on the internet
SHARED = tuple(map(ip_network, ("100.64.0.0/10", "25.0.0.0/8", "26.0.0.0/8")))
OUTSIDE = (socket.AF_INET, "203.0.113.1"), (socket.AF_INET6, "2001:db8::1")  # reserved for documents; never sent to


@dataclass(frozen=True)
class LocalNetwork:
    """One address of this computer and the kind of its network. A link-local IPv6 address has its zone."""

    name: str  # of the interface
    address: str
    prefix: int
    kind: Kind
    index: int = 0  # of the interface
    is_default: bool = False  # the default route starts on this link

    def __str__(self) -> str:
        return f"{self.address}/{self.prefix} ({self.name})"

    @property
    def is_loopback(self) -> bool:
        return self.kind == "loopback"

    @property
    def is_ipv6(self) -> bool:
        return ":" in self.address

    @property
    def is_link_local(self) -> bool:
        return ip_address(self.address).is_link_local

    @property
    def network(self) -> IPv4Network | IPv6Network:
        return ip_interface(f"{self.address.partition('%')[0]}/{self.prefix}").network

    @property
    def broadcast(self) -> str | None:
        """The broadcast address; IPv6 has none, nor have networks of one or two addresses (tunnels)."""
        return None if self.is_ipv6 or self.prefix >= 31 else str(self.network.broadcast_address)

    @property
    def shared_host(self) -> str:
        """The address for other computers, where the zone has another name."""
        return self.address.partition("%")[0]


def network_kind(name: str, address: str, prefix: int) -> Kind:
    """Guess the kind of network from the interface's name and address."""
    low, ip = name.lower(), ip_of(address)
    assert ip is not None, f"the system reports the address {address}"
    if ip.is_loopback:
        return "loopback"
    if low.startswith(VIRTUAL) or any(word in low for word in VIRTUAL_WORDS):
        return "virtual"
    if low.startswith(VPN) or any(word in low for word in VPN_WORDS):
        return "vpn"
    if ip.version == 6:
        return "lan"
    if not _has_lan_number(address):  # a rented server may have a network of this one address
        return "public"
    return "vpn" if prefix >= 31 else "lan"


def all_networks() -> tuple[LocalNetwork, ...]:
    """Return all addresses of this computer, the best for other computers first. `OSError` if that fails.

    The order: the link with the default route, other links, VPNs, link-local addresses, bridges and virtual machines.
    """
    sources = set(_default_sources())
    found = dict.fromkeys(_read_networks(ifaddr.get_adapters))
    defaults = {network.name for network in found if network.shared_host in sources}
    return tuple(sorted((_with_default(net) if net.name in defaults else net for net in found), key=_rank))


def local_interfaces(interfaces: Interfaces) -> tuple[LocalNetwork, ...]:
    """Return the networks that discovery uses, the best first: those on a link where players may be.

    A public IPv4 network is left out unless it is a VPN, and so is the IPv6 of its interface. With "lo" there is only
    the loopback address of IPv4.
    """
    if interfaces == "none":
        return ()
    try:
        networks = all_networks()
    except OSError as exc:
        log.warning("cannot read the network interfaces: %s", exc)
        return ()
    if interfaces == "lo":
        return tuple(network for network in networks if network.is_loopback and not network.is_ipv6)
    return tuple(network for network in _used(networks) if not (network.is_loopback and network.is_ipv6))


def reachable_from_others(known: tuple[LocalNetwork, ...], interfaces: Interfaces) -> tuple[LocalNetwork, ...]:
    """Drop the loopback interface, unless discovery is limited to it."""
    return known if interfaces == "lo" else tuple(interface for interface in known if not interface.is_loopback)


def without_spares(known: Iterable[LocalNetwork]) -> tuple[LocalNetwork, ...]:
    """Drop link-local IPv6 addresses where the interface has another address: other computers need no zone for it."""
    known = tuple(known)
    other = {network.index for network in known if not (network.is_ipv6 and network.is_link_local)}
    return tuple(n for n in known if not (n.is_ipv6 and n.is_link_local) or n.index not in other)


def is_lan_address(host: str, interfaces: Interfaces) -> bool:
    """Whether discovery may use this address: it is on a link of this computer, or of this computer itself.

    On a link are private and link-local addresses, the numbers of VPNs, and the addresses of the networks that
    `local_interfaces` returns. With "lo" only loopback addresses count.
    """
    ip = ip_of(host)
    if ip is None or ip.is_multicast or ip.is_unspecified:
        return False
    if interfaces == "lo" or ip.is_loopback:
        return ip.is_loopback and interfaces != "none"
    if interfaces == "none":
        return False
    if _has_lan_number(host):
        return True
    return any(ip in network for network in _own_links(ifaddr.get_adapters, int(time.monotonic())))


def zone_of(index: int) -> str:
    """Return the zone of an interface as a link-local address has it; empty if the interface is gone."""
    if sys.platform == "win32":  # its names are long, and it takes numbers
        return str(index)
    with suppress(OSError):
        return socket.if_indextoname(index)
    return ""


def socket_address(host: str, port: int) -> tuple[Any, ...]:
    """Return the address as sockets take it. `OSError` if its zone is no interface of this computer."""
    bare, _, zone = host.partition("%")
    if ":" not in host:
        return host, port
    return bare, port, 0, int(zone) if zone.isdecimal() else socket.if_nametoindex(zone) if zone else 0


def host_of(address: tuple[Any, ...]) -> str:
    """Return the host of an address of a socket; with its zone if it is link-local."""
    host, index = str(address[0]).partition("%")[0], address[3] if len(address) > 3 else 0
    return f"{host}%{zone_of(index)}" if index and ip_address(host).is_link_local else host


def with_zones(host: str, known: Iterable[LocalNetwork]) -> tuple[str, ...]:
    """Return the host; a link-local IPv6 address once for each link that it may be on, unless it has a zone of this
    computer. An address that was copied from another computer may have a zone of that one."""
    host, _, zone = host.partition("%")
    if not is_link_local_ipv6(host):
        return (host,)
    if zone and _is_zone(zone):
        return (f"{host}%{zone}",)
    links = dict.fromkeys(net.index for net in known if net.is_ipv6 and not net.is_loopback)
    return tuple(f"{host}%{zone}" for zone in map(zone_of, links) if zone)


def _is_zone(zone: str) -> bool:
    """Whether an interface of this computer has that name or number."""
    with suppress(OSError, OverflowError):
        return bool(socket.if_indextoname(int(zone)) if zone.isdecimal() else socket.if_nametoindex(zone))
    return False


def _has_lan_number(host: str) -> bool:
    ip = ip_of(host)
    return ip is not None and (is_private(host) or any(ip in network for network in SHARED))


@lru_cache(maxsize=1)
def _own_links(read: Callable[[], Iterable[Any]], _second: int) -> tuple[IPv4Network | IPv6Network, ...]:
    """Return the networks of this computer. They are read once a second at most, because every datagram needs them."""
    try:
        return tuple(network.network for network in _used(_read_networks(read)) if network.kind in ("lan", "vpn"))
    except OSError:
        return ()


def _used(networks: Iterable[LocalNetwork]) -> Iterable[LocalNetwork]:
    for network in networks:
        if network.kind != "public" and (network.kind != "virtual" or _has_lan_number(network.address)):
            yield network


def _read_networks(read: Callable[[], Iterable[Any]]) -> Iterable[LocalNetwork]:
    for adapter in read():
        index, name, found = adapter.index or 0, adapter.nice_name, []
        for ip in adapter.ips:
            address = ip.ip if isinstance(ip.ip, str) else ip.ip[0].partition("%")[0]
            kind = network_kind(name, address, ip.network_prefix)
            if ":" in address and ip_address(address).is_link_local and (zone := zone_of(index)):
                address = f"{address}%{zone}"
            found.append(LocalNetwork(name, address, ip.network_prefix, kind, index))
        is_public = any(network.kind == "public" for network in found)  # a rented server or a campus, also over IPv6
        for network in found:
            yield replace(network, kind="public") if is_public and network.is_ipv6 else network


def _default_sources() -> Iterable[str]:
    """Yield the addresses from which packets to the internet would start. Nothing is sent."""
    for family, host in OUTSIDE:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as sock:
            sock.connect((host, 9))
            yield sock.getsockname()[0].partition("%")[0]


def _with_default(network: LocalNetwork) -> LocalNetwork:
    """Note that the default route starts there. With Hyper-V the LAN itself is a bridge."""
    is_bridge = network.kind == "virtual"
    kind = network_kind("", network.address, network.prefix) if is_bridge else network.kind
    return replace(network, kind=kind, is_default=True)


def _rank(network: LocalNetwork) -> tuple[bool, bool, bool, bool, bool, bool]:
    return (
        network.is_loopback, network.kind == "virtual", network.is_link_local, network.kind == "vpn",
        not network.is_default, network.is_ipv6,
    )  # fmt: skip
