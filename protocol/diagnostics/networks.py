"""Checks of the networks of this computer, its name there, and its neighbours."""

import re
import socket
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal

import trio

from netgame.text import Text
from protocol.address import ip_of
from protocol.diagnostics.findings import Finding, Setup
from protocol.diagnostics.firewall import output_of
from protocol.discovery.interfaces import LocalNetwork as LocalNetwork
from protocol.discovery.interfaces import all_networks, without_spares
from protocol.discovery.interfaces import network_kind as network_kind

SHOWN = 4  # networks named in a sentence
VPN_ADVICE = Text(
    "If friends on the network do not see you, switch off the VPN during the game. Friends in the same VPN can play "
    "with you."
)
ONE_OF = Text("Your friend has to be on one of these networks too.")
ONLY_VPN = Text("Friends in the same VPN can play with you. For others, connect to their network.")
CONNECT = Text("Connect to the network that the other computer is on, by Wi-Fi or by cable.")
ArpPresence = Literal["present", "missing", "unknown"]
ARP_TABLE = Path("/proc/net/arp")
ARP_COMPLETE = 0x2
MAC_ADDRESS = re.compile(r"\b[0-9a-f]{1,2}([:-][0-9a-f]{1,2}){5}\b", re.IGNORECASE)


def local_networks() -> tuple[LocalNetwork, ...]:
    """Return the networks of this computer, the best first."""
    return without_spares(all_networks())


async def check_networks(setup: Setup) -> Finding:
    """Check that there is a local network for other players."""
    found = await trio.to_thread.run_sync(local_networks)
    finding = judge_networks(found)
    if setup.interfaces == "all":
        return finding
    text = Text("This program uses only this computer, because NETGAME_LAN is {word}", {"word": setup.interfaces})
    return Finding(
        "problem", text, Text("Start it without this variable to play with others."), details=finding.details
    )


def judge_networks(found: Sequence[LocalNetwork]) -> Finding:
    """Judge the networks together."""
    details = "\n".join(f"{net} {net.kind}" for net in found)
    near = [net for net in found if net.kind == "lan"]
    vpn = [net for net in found if net.kind == "vpn"]
    other = [net for net in found if net.kind in ("vpn", "virtual")]
    if near and vpn:
        words = {"nets": names_of(near), "vpn": names_of(vpn)}
        text = Text("This computer is on the network {nets}, and a VPN is on: {vpn}", words)
        if any(net.is_default for net in vpn):  # to the Internet; it may take the packets for the LAN as well
            return Finding("problem", text, VPN_ADVICE, "", details)
        return Finding("fine", text, ONE_OF, "", details)
    if near:
        text = Text("This computer is on the network {nets}", {"nets": names_of(near)})
        several = ONE_OF if len({net.name for net in near}) > 1 else None
        return Finding("fine", text, several, "", details)
    if other:
        text = Text("This computer is only on virtual networks or a VPN: {nets}", {"nets": names_of(other)})
        return Finding("problem", text, ONLY_VPN if vpn else CONNECT, "", details)
    if any(net.kind == "public" for net in found):
        text = Text("This computer has only public addresses, so other computers cannot find it on a local network")
        return Finding("problem", text, Text("Friends can type its address under Other address."), "", details)
    return Finding("problem", Text("This computer is on no network"), CONNECT, "", details)


def names_of(found: Iterable[LocalNetwork]) -> str:
    """List networks for a sentence."""
    shown = list(dict.fromkeys(str(net) for net in found))
    return ", ".join(shown[:SHOWN]) + (", ..." if len(shown) > SHOWN else "")


async def check_name(setup: Setup) -> Finding:
    """Check that the name of this computer resolves to it. The list of games does not need the name."""
    name = setup.host_name
    if not name:
        return Finding("unknown", Text("This computer has no name"), Text("Friends can use its address."))
    if setup.interfaces != "all":
        return Finding("unknown", Text("The name {name} was not looked up", {"name": name}))
    try:
        answers = await trio.socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):  # also a part of more than 63 letters, which no name on a network has
        text = Text("The name {name} is not known on this network", {"name": name})
        return Finding("unknown", text, Text("Tell your friend the address, not the name."))
    hosts = sorted({str(answer[4][0]).partition("%")[0] for answer in answers})
    own = {net.shared_host for net in await trio.to_thread.run_sync(all_networks)}
    details = "\n".join(hosts)
    if own & set(hosts):
        return Finding("fine", Text("The name {name} resolves to this computer", {"name": name}), details=details)
    text = Text("The name {name} resolves to another computer", {"name": name})
    return Finding("problem", text, Text("Tell your friend the address, not the name."), "", details)


def network_containing(host: str, nets: Iterable[LocalNetwork]) -> LocalNetwork | None:
    """Return the network of this computer that contains the address."""
    ip = ip_of(host)
    return next((net for net in nets if ip is not None and ip in net.network), None)


def arp_presence(host: str, platform: str = sys.platform) -> ArpPresence:
    """Whether a neighbour answered ARP after a connection attempt. Firewalls do not block ARP; Wi-Fi isolation does."""
    if platform == "linux":
        with suppress(OSError):
            return arp_table_presence(host, ARP_TABLE.read_text("ascii", "replace"))
        return "unknown"
    output = output_of(["arp", "-a", host] if platform == "win32" else ["arp", "-n", host])
    if output is None:
        return "unknown"
    return "present" if MAC_ADDRESS.search(output) else "missing"


def arp_table_presence(host: str, table: str) -> ArpPresence:
    """Look an address up in the text of /proc/net/arp."""
    for line in table.splitlines()[1:]:
        words = line.split()
        if words[:1] == [host]:
            return "present" if int(words[2], 16) & ARP_COMPLETE else "missing"
    return "missing"
