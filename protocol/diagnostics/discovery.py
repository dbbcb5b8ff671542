"""Who is heard on the network, by which means: is the own server announced, and are others?"""

from collections.abc import Mapping

import trio

from netgame.text import Text
from protocol.diagnostics.findings import Finding, Subject
from protocol.discovery.browser import Browser
from protocol.discovery.servers import DiscoveredServer, DiscoveryMethod

LISTEN_S = 4.0  # DNS-SD needs some three, where it works at all
AT_LEAST_S = 2.5  # others may still answer
WAYS: Mapping[DiscoveryMethod, str] = {"dns-sd": "DNS-SD (mDNS)", "query": "UDP query"}


class Hearing:
    """Listens once, for all checks that want to know. A browser of its own: what is remembered must not help it."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self._found: Mapping[str, DiscoveredServer] | None = None

    async def found(self) -> Mapping[str, DiscoveredServer]:
        """Who was heard."""
        if self._found is None:
            self._found = await self._listen()
        return self._found

    async def _listen(self) -> Mapping[str, DiscoveredServer]:
        browser = Browser(udp_port=self.subject.udp_port)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._browse, browser)
            with trio.move_on_after(LISTEN_S):
                await trio.sleep(AT_LEAST_S)
                while not self._is_enough(browser.found):
                    await browser.next_change()
            nursery.cancel_scope.cancel()
        return browser.found

    async def _browse(self, browser: Browser) -> None:
        await browser.run(interfaces=self.subject.interfaces)

    def _is_enough(self, found: Mapping[str, DiscoveredServer]) -> bool:
        own = self.subject.own
        seen = found.get(own.fingerprint) if own is not None else None
        return seen is not None and len(seen.methods) == len(WAYS)

    async def check_announced(self) -> Finding:
        """Does this computer itself hear what it tells the network?"""
        own, subject = self.subject.own, self.subject
        if own is None:
            return Finding("unknown", Text("No game is hosted here, so nothing is told to the network"), _host_first())
        if subject.interfaces == "none":
            text = Text("The network is not told of this game, since NETGAME_LAN is none")
            return Finding("look", text, Text("Start the program without that."))
        seen = (await self.found()).get(own.fingerprint)
        if seen is None:
            text = Text("This computer does not hear its own server on the network")
            todo = Text(
                "Connect to a network, or end the program that keeps this one off it. Until then, tell the address."
            )
            return Finding("look", text, todo)
        ways = ", ".join(sorted(WAYS[way] for way in seen.methods))
        if len(seen.methods) < len(WAYS):
            text = Text("This computer hears its own server by {ways} alone", {"ways": ways})
            todo = Text("That is enough on most networks. Who does not see the game types the address.")
            return Finding("fine", text, todo, details=_row(seen))
        return Finding("fine", Text("This computer hears its own server by {ways}", {"ways": ways}), details=_row(seen))

    async def check_others(self) -> Finding:
        """Is anybody else heard?"""
        if self.subject.interfaces == "none":
            return Finding("look", Text("Nobody is looked for, since NETGAME_LAN is none"))
        own = self.subject.own
        others = [row for key, row in (await self.found()).items() if own is None or key != own.fingerprint]
        details = "\n".join(_row(row) for row in others)
        if not others:
            text = Text("No other server is heard on this network")
            todo = Text("If one should be there, have its address checked as well: then this looks for the cause.")
            return Finding("unknown", text, todo)
        names = {"names": ", ".join(row.announcement.name for row in others)}
        if not any("dns-sd" in row.methods for row in others):
            text = Text("These answer, but nothing of their announcements comes through: {names}", names)
            todo = Text("The network or a firewall drops multicast. Playing works all the same.")
            return Finding("fine", text, todo, details=details)
        if not any("query" in row.methods for row in others):
            text = Text("These are announced, but do not answer questions: {names}", names)
            todo = Text(
                "A firewall there keeps UDP port {port} shut; joining may fail too.", {"port": self.subject.udp_port}
            )
            return Finding("look", text, todo, details=details)
        return Finding("fine", Text("These are heard: {names}", names), details=details)


def _row(row: DiscoveredServer) -> str:
    ways = " and ".join(sorted(WAYS[way] for way in row.methods))
    return f"{row.announcement.name} {', '.join(map(str, row.addresses))} by {ways} {row.announcement.program}"


def _host_first() -> Text:
    return Text("To check that others can join, host a game and come back.")
