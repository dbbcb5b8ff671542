"""Finding servers on the LAN and being found there, by several means at once, because none survives every network.

DNS-SD over mDNS and a UDP query answered by unicast. With trio, zeroconf and ifaddr; the formats are in
`protocol.discovery.announcement`. One row per server identity, not per address.
"""
