"""Checks of the server at the address of a friend: can it be reached, and if not, why?"""

import socket
from contextlib import suppress

import trio

from netgame.text import Arg, Text
from protocol.address import Address, ip_of
from protocol.client import Connection, Server, connect
from protocol.diagnostics.discovery import DiscoveryListener
from protocol.diagnostics.findings import Finding, Setup
from protocol.diagnostics.networks import (
    ArpPresence,
    arp_presence,
    local_networks,
    names_of,
    network_containing,
)
from protocol.discovery.announcement import Offer, new_nonce, read_datagram, write_query
from protocol.discovery.interfaces import socket_address, with_zones
from protocol.discovery.udp import READ_BYTES, query_socket
from protocol.errors import AddressError, WireError

REACH_TIMEOUT_S = 8.0
ANSWER_TIMEOUT_S = 0.5  # for each of three datagrams


class FriendChecks:
    """Checks of the server at `setup.friend`. `check_listed` waits for the result of `check_reachable`."""

    def __init__(self, setup: Setup, listener: DiscoveryListener) -> None:
        self._setup, self._listener = setup, listener
        self._host = ""  # the IP address, after it was resolved
        self._fingerprint = ""  # set when the server was reached
        self._tried = trio.Event()

    async def check_reachable(self) -> Finding:
        """Check that a netgame server answers there, and that it is the same as before."""
        try:
            return await self._reach()
        finally:
            self._tried.set()

    async def _reach(self) -> Finding:
        try:
            address, _table = Address.parse(self._setup.friend)
        except AddressError as error:
            return Finding("problem", error.text, Text("Type the address that your friend's waiting table shows."))
        problem = await self._resolve(address)
        if problem is not None:
            return problem
        code = "timeout"
        try:
            with trio.move_on_after(REACH_TIMEOUT_S):
                async with connect(Server(None, (address,))) as connection:
                    return self._judge(address, connection)
        except WireError as error:
            if error.code not in ("timeout", "unreachable"):
                return Finding("problem", error.text, details=f"{self._host}: {error.code}")
            code = error.code
        return await self._silent(address, code)

    async def _resolve(self, address: Address) -> Finding | None:
        if ip_of(address.host) is not None:
            self._host = address.host
            return None
        words = {"name": address.host}
        if self._setup.interfaces != "all":
            return Finding("unknown", Text("The name {name} was not looked up", words))
        try:
            answers = await trio.socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError):
            text = Text("No computer with the name {name} was found", words)
            advice = Text("Check the spelling, or type the numeric address that your friend sees.")
            return Finding("problem", text, advice)
        hosts = [str(answer[4][0]) for answer in answers]
        self._host = next((host for host in hosts if ":" not in host), hosts[0])
        return None

    def _judge(self, address: Address, connection: Connection) -> Finding:
        self._fingerprint = connection.fingerprint
        words: dict[str, Arg] = {"server": connection.welcome.server, "address": str(address)}
        details = f"{self._host}: {connection.welcome.program}, fingerprint {connection.fingerprint}"
        if connection.public_name:  # such certificates change, but prove the name each time
            text = Text("{server} answers at {address}. Its certificate proves that name", words)
            return Finding("fine", text, details=details)
        known = self._setup.known.get(str(address))
        if known is not None and known != connection.fingerprint:
            text = Text("{server} answers at {address}, but it is not the server that was there before", words)
            advice = Text("Ask your friend whether the server is new. If it is not, compare its words before you join.")
            return Finding("problem", text, advice, "", f"{details}\nbefore: {known}")
        if known is not None:
            text = Text("{server} answers at {address}. It is the same server as before", words)
        else:
            text = Text("{server} answers at {address}. You have not met it before", words)
        return Finding("fine", text, details=details)

    async def _silent(self, address: Address, code: str) -> Finding:
        """Find out why there was no answer."""
        networks = await trio.to_thread.run_sync(local_networks)
        own = [net for net in networks if net.kind != "loopback"]
        beside = network_containing(self._host, own)
        there: ArpPresence = "unknown"
        if beside is not None and ":" not in self._host:
            there = await trio.to_thread.run_sync(arp_presence, self._host, abandon_on_cancel=True)
        details = f"{self._host}: {code}, neighbour {there}, network {beside or 'another'}"
        words: dict[str, Arg] = {"host": address.host, "port": address.port, "nets": names_of(own)}
        if not own:
            found = Text("This computer is on no network")
            advice = Text("Connect to the network that your friend uses.")
        elif beside is None:
            found = Text("{host} is on another network than this computer ({nets})", words)
            advice = Text(
                "Both computers have to be on the same network: the same Wi-Fi or router, and not a guest network."
            )
        elif there == "present":
            found = Text("The computer {host} is on, but its firewall blocks port {port}", words)
            advice = Text("On that computer choose Help and Check my set-up. It shows the command that opens the port.")
        elif there == "missing":
            found = Text("There is no computer with the address {host} on this network now", words)
            advice = Text("It may be off, or have a new address. Guest networks isolate their computers.")
        else:
            found = Text("Nothing answers at {host}, port {port}", words)
            advice = Text(
                "Check that it is on. There choose Help and Check my set-up. It shows whether its firewall blocks you."
            )
        return Finding("problem", found, advice, "", details)

    async def check_listed(self) -> Finding:
        """Check that the server is in the list of games, or find out why not."""
        await self._tried.wait()
        if not self._fingerprint:
            return Finding("unknown", Text("This can be checked when the server can be reached"))
        if self._fingerprint in await self._listener.found():
            return Finding("fine", Text("It is in the list of games on this network"))
        networks = await trio.to_thread.run_sync(local_networks)
        if network_containing(self._host, networks) is None:
            text = Text("It is on another network than this computer, so it cannot be in the list")
            return Finding("fine", text, Text("Join by its address. Later you find it under Recent."))
        if await self._answers():
            text = Text("It answers direct queries, but not queries to the whole network")
            advice = Text(
                "A firewall of this computer, or the network, drops such answers. Join by the address. "
                "Later you find it under Recent."
            )
            return Finding("problem", text, advice)
        text = Text("You can join it, but it does not answer queries of the list of games")
        advice = Text(
            "Open UDP port {port} in the firewall of that computer, or join by its address.",
            {"port": self._setup.udp_port},
        )
        return Finding("problem", text, advice)

    async def _answers(self) -> bool:
        """Whether the server answers a direct query."""
        known = await trio.to_thread.run_sync(local_networks)
        hosts = with_zones(self._host, known) or (self._host,)
        family = socket.AF_INET6 if ":" in self._host else socket.AF_INET
        with suppress(OSError), query_socket(self._setup.interfaces, family) as sock:
            for _ in range(3):
                nonce = new_nonce()
                for host in hosts:
                    await sock.sendto(write_query(nonce), socket_address(host, self._setup.udp_port))
                with trio.move_on_after(ANSWER_TIMEOUT_S):
                    while True:
                        data, _sender = await sock.recvfrom(READ_BYTES)
                        datagram = read_datagram(data)
                        if isinstance(datagram, Offer) and datagram.nonce == nonce:
                            return True
        return False
