"""Finding servers on the LAN and being found there, by several means at once, because none survives every network.

DNS-SD over mDNS and a UDP query answered by unicast. With trio, zeroconf and ifaddr; the formats are in
`protocol.discovery`. One row per server identity, not per address.
"""

from protocol.lan.announcer import Announcer
from protocol.lan.browser import Browser
from protocol.lan.rows import Found, Means
from protocol.limits import Interfaces, interfaces_from

__all__ = ["Announcer", "Browser", "Found", "Interfaces", "Means", "interfaces_from"]
