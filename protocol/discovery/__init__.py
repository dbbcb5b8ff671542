"""Discovery of servers on the LAN by two methods at once, because neither works on every network.

The methods are DNS-SD over mDNS, and UDP queries answered by unicast. A server runs an `Announcer`, a client runs a
`Browser`.
"""
