"""Is that computer on a network of this one, and is it there at all?"""

import ipaddress
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Literal

from protocol.diagnostics.firewall import ask
from protocol.diagnostics.networks import Net

Presence = Literal["there", "missing", "unknown"]
ARP = Path("/proc/net/arp")
COMPLETE = 0x2
HARDWARE = re.compile(r"\b[0-9a-f]{1,2}([:-][0-9a-f]{1,2}){5}\b", re.IGNORECASE)


def net_of(host: str, nets: Iterable[Net]) -> Net | None:
    """The network of this computer on which that address is."""
    ip = ipaddress.ip_address(host)
    return next((net for net in nets if ip in ipaddress.ip_interface(f"{net.address}/{net.prefix}").network), None)


def presence(host: str, platform: str = sys.platform) -> Presence:
    """Whether a neighbour that was just called has said who it is: no firewall hides that; Wi-Fi and switches do."""
    if platform == "linux":
        with suppress(OSError):
            return in_table(host, ARP.read_text("ascii", "replace"))
        return "unknown"
    told = ask(["arp", "-a", host] if platform == "win32" else ["arp", "-n", host])
    if told is None:
        return "unknown"
    return "there" if HARDWARE.search(told) else "missing"


def in_table(host: str, table: str) -> Presence:
    """The same in the text of /proc/net/arp."""
    for line in table.splitlines()[1:]:
        words = line.split()
        if words[:1] == [host]:
            return "there" if int(words[2], 16) & COMPLETE else "missing"
    return "missing"
