"""Checks of discovery: is the own server announced, and are other servers found?"""

from collections.abc import Mapping
from functools import partial

import trio

from netgame.text import Text
from protocol.diagnostics.findings import Finding, Setup
from protocol.discovery.browser import Browser
from protocol.discovery.servers import DiscoveredServer, DiscoveryMethod

LISTEN_S = 4.0  # DNS-SD needs about three, where it works
MIN_LISTEN_S = 2.5  # other servers may still answer
METHODS: Mapping[DiscoveryMethod, str] = {"dns-sd": "DNS-SD (mDNS)", "query": "UDP query"}


class DiscoveryListener:
    """Listens once for all checks, with a new browser: remembered addresses must not help it."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._found: Mapping[str, DiscoveredServer] | None = None
        self._listening = trio.Lock()

    async def found(self) -> Mapping[str, DiscoveredServer]:
        """Return the servers on the network by fingerprint."""
        async with self._listening:
            return await self._listen()

    async def _listen(self) -> Mapping[str, DiscoveredServer]:
        if self._found is None:
            browser, own = Browser(udp_port=self.setup.udp_port), self.setup.own
            async with trio.open_nursery() as nursery:
                nursery.start_soon(partial(browser.run, interfaces=self.setup.interfaces))
                with trio.move_on_after(LISTEN_S):
                    await trio.sleep(MIN_LISTEN_S)
                    # complete when the own server was found by every method
                    while not (
                        own and (server := browser.found.get(own.fingerprint)) and len(server.methods) == len(METHODS)
                    ):
                        await browser.next_change()
                nursery.cancel_scope.cancel()
            self._found = browser.found
        return self._found

    async def check_announced(self) -> Finding:
        """Check that this computer receives its own announcement."""
        own, setup = self.setup.own, self.setup
        if own is None:
            advice = Text("To check that others can join, host a game and come back.")
            return Finding("unknown", Text("No game is hosted here, so nothing is announced"), advice)
        if setup.interfaces == "none":
            text = Text("This game is not announced on the network, because NETGAME_LAN is none")
            return Finding("problem", text, Text("Start the program without this variable."))
        rows = [row for row in (await self.found()).values() if row.fingerprint == own.fingerprint]
        if any(row.has_twin for row in rows):
            text = Text("Another server on this network has the identity of the one here: one has a copy of the data")
            advice = Text(
                "On one of the two computers, make a new identity: the window of the host offers it, or stop the "
                "server and run netgame-server identity new. Until then players may find the wrong one."
            )
            return Finding("problem", text, advice, details="\n".join(map(_row, rows)))
        if not rows:
            text = Text("This computer does not find its own server on the network")
            advice = Text(
                "Connect to a network, or close the program that blocks discovery. Until then, tell others the address."
            )
            return Finding("problem", text, advice)
        server = rows[0]
        methods = {"ways": ", ".join(sorted(METHODS[method] for method in server.methods))}
        if len(server.methods) < len(METHODS):
            text = Text("This computer finds its own server only by {ways}", methods)
            advice = Text("That is enough on most networks. Players who do not see the game can type the address.")
            return Finding("fine", text, advice, details=_row(server))
        return Finding("fine", Text("This computer finds its own server by {ways}", methods), details=_row(server))

    async def check_others(self) -> Finding:
        """Check that other servers are found."""
        if self.setup.interfaces == "none":
            return Finding("problem", Text("This program does not look for servers, because NETGAME_LAN is none"))
        own = self.setup.own
        found = (await self.found()).values()
        others = [row for row in found if own is None or row.fingerprint != own.fingerprint]
        details = "\n".join(_row(row) for row in others)
        if not others:
            text = Text("No other server was found on this network")
            advice = Text(
                "If there should be one, choose Join, then Ask each address here, or check its address. A firewall of "
                "this computer may drop the answers to usual queries."
            )
            return Finding("unknown", text, advice)
        names = {"names": ", ".join(row.announcement.name for row in others)}
        if not any("dns-sd" in row.methods for row in others):
            text = Text("These servers answer, but their announcements do not arrive: {names}", names)
            advice = Text("The network or a firewall drops multicast. You can play nevertheless.")
            return Finding("fine", text, advice, details=details)
        if not any("query" in row.methods for row in others):
            text = Text("These servers are announced, but do not answer queries: {names}", names)
            advice = Text(
                "A firewall there blocks UDP port {port}. Joining may fail too.", {"port": self.setup.udp_port}
            )
            return Finding("problem", text, advice, details=details)
        return Finding("fine", Text("These servers were found: {names}", names), details=details)


def _row(row: DiscoveredServer) -> str:
    methods = " and ".join(sorted(METHODS[method] for method in row.methods))
    return f"{row.announcement.name} {', '.join(map(str, row.addresses))} by {methods} {row.announcement.program}"
