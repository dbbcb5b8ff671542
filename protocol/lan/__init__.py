"""Finding servers on the LAN and being found there, by several means at once, because none survives every network.

DNS-SD over mDNS and a UDP query answered by unicast. With trio, zeroconf and ifaddr; the formats are in
`protocol.discovery`. One row per server identity, not per address.
"""

from protocol.lan.announcer import Announcer
from protocol.lan.browser import Browser
from protocol.lan.interfaces import Interfaces, interfaces_from
from protocol.lan.rows import Found, Means

__all__ = ["Announcer", "Browser", "Found", "Interfaces", "Means", "interfaces_from"]
