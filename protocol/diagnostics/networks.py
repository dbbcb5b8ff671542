"""On which networks this computer is, and whether it is known there by its name."""

import socket
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address
from typing import Literal

import ifaddr
import trio

from netgame.text import Text
from protocol.diagnostics.findings import Finding, Subject

Kind = Literal["lan", "vpn", "virtual", "loopback", "public"]
VIRTUAL = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "lxc", "lxd", "podman", "cni", "bridge", "awdl", "llw")
VIRTUAL_WORDS = ("virtualbox", "vmware", "hyper-v", "vethernet", "wsl", "loopback adapter")
VPN = (
    "tun",
    "tap",
    "wg",
    "utun",
    "ppp",
    "ipsec",
    "zt",
    "tailscale",
    "nordlynx",
    "proton",
    "wireguard",
    "cscotun",
    "gpd",
)
VPN_WORDS = ("tap-windows", "wireguard", "openvpn", "tailscale", "zerotier", "vpn")
SHOWN = 4  # networks named in a sentence


@dataclass(frozen=True)
class Net:
    """An address of this computer and where it leads to."""

    name: str
    address: str
    prefix: int
    kind: Kind

    def __str__(self) -> str:
        return f"{self.address}/{self.prefix} ({self.name})"


def nets() -> tuple[Net, ...]:
    """Every IPv4 address of this computer."""
    return tuple(
        Net(adapter.nice_name, ip.ip, ip.network_prefix, kind_of(adapter.nice_name, ip.ip, ip.network_prefix))
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if isinstance(ip.ip, str)
    )


def kind_of(name: str, address: str, prefix: int) -> Kind:
    """What an interface of that name and address is, as far as a name tells."""
    low, ip = name.lower(), IPv4Address(address)
    if ip.is_loopback:
        return "loopback"
    if low.startswith(VIRTUAL) or any(word in low for word in VIRTUAL_WORDS):
        return "virtual"
    if low.startswith(VPN) or any(word in low for word in VPN_WORDS) or prefix >= 31:
        return "vpn"
    return "lan" if ip.is_private else "public"


async def check_networks(subject: Subject) -> Finding:
    """Is there a network on which a friend can be?"""
    found = await trio.to_thread.run_sync(nets)
    finding = judged(found)
    if subject.interfaces == "all":
        return finding
    text = Text("This program looks at this computer alone, since NETGAME_LAN is {word}", {"word": subject.interfaces})
    return Finding("look", text, Text("Start it without that to play with others."), details=finding.details)


def judged(found: Sequence[Net]) -> Finding:
    """What those networks mean."""
    details = "\n".join(f"{net} {net.kind}" for net in found)
    near = [net for net in found if net.kind == "lan"]
    vpn = [net for net in found if net.kind == "vpn"]
    other = [net for net in found if net.kind in ("vpn", "virtual")]
    if near and vpn:
        words = {"nets": named(near), "vpn": named(vpn)}
        text = Text("This computer is on the network {nets}, and a VPN is on: {vpn}", words)
        return Finding("look", text, Text("If friends do not see you, switch the VPN off for the game."), "", details)
    if near:
        several = Text("Your friend has to be on one of these networks too.") if len(near) > 1 else None
        text = Text("This computer is on the network {nets}", {"nets": named(near)})
        return Finding("fine", text, several, "", details)
    if other:
        text = Text("This computer is on no network but virtual ones or a VPN: {nets}", {"nets": named(other)})
        return Finding("look", text, _connect(), "", details)
    if any(net.kind == "public" for net in found):
        text = Text("This computer has only public addresses, so there is no local network on which to be found")
        return Finding("look", text, Text("Friends type its address under Other address."), "", details)
    return Finding("look", Text("This computer is on no network"), _connect(), "", details)


def _connect() -> Text:
    return Text("Connect to the network that the other computer is on, by Wi-Fi or by cable.")


def named(found: Iterable[Net]) -> str:
    """Networks in a sentence."""
    shown = list(dict.fromkeys(str(net) for net in found))
    return ", ".join(shown[:SHOWN]) + (", ..." if len(shown) > SHOWN else "")


async def check_name(subject: Subject) -> Finding:
    """Does the own name lead to this computer? Only a help for people: the list of games does not need it."""
    name = subject.host_name
    if not name:
        return Finding("unknown", Text("This computer has no name of its own"), Text("Friends use its address."))
    if subject.interfaces != "all":
        return Finding("unknown", Text("The name {name} was not looked up", {"name": name}))
    try:
        answers = await trio.socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)
    except OSError:
        text = Text("The name {name} is not known on this network", {"name": name})
        return Finding("look", text, Text("Tell your friend the address, not the name."))
    hosts = sorted({str(answer[4][0]).partition("%")[0] for answer in answers})
    own = {net.address for net in await trio.to_thread.run_sync(nets)}
    details = "\n".join(hosts)
    if own & set(hosts) or any(ip_address(host).version == 6 for host in hosts):
        return Finding("fine", Text("The name {name} leads to this computer", {"name": name}), details=details)
    text = Text("The name {name} leads to another computer", {"name": name})
    return Finding("look", text, Text("Tell your friend the address, not the name."), "", details)
