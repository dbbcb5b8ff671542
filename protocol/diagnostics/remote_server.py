"""A server at an address that somebody was told: how far does one get, and what stops it?"""

import ipaddress
import socket

import trio

from netgame.text import Arg, Text
from protocol.address import Address
from protocol.client import Connection, Server, connect
from protocol.diagnostics.discovery import Hearing
from protocol.diagnostics.findings import Finding, Subject
from protocol.diagnostics.neighbours import Presence, net_of, presence
from protocol.diagnostics.networks import Net, named, nets
from protocol.discovery.announcement import Offer, new_nonce, read_datagram, write_query
from protocol.discovery.udp import READ_BYTES, query_socket
from protocol.errors import AddressError, WireError

REACH_S = 8.0
ANSWER_S = 0.5  # for each of three datagrams


class Friend:
    """The server at `subject.friend`. Its checks go one after the other: the later ones use what the first one saw."""

    def __init__(self, subject: Subject, hearing: Hearing) -> None:
        self._subject, self._hearing = subject, hearing
        self._host = ""  # as a number, once it is known
        self._fingerprint = ""  # once it was reached

    async def check_reached(self) -> Finding:
        """Is there a server of this program, and is it the one that was there before?"""
        try:
            address, _table = Address.parse(self._subject.friend)
        except AddressError as error:
            return Finding("look", error.text, Text("Type what the waiting table of your friend shows."))
        problem = await self._resolve(address)
        if problem is not None:
            return problem
        code = "timeout"
        try:
            with trio.move_on_after(REACH_S):
                async with connect(Server(None, (address,))) as connection:
                    return self._judge(address, connection)
        except WireError as error:
            if error.code not in ("timeout", "unreachable"):
                return Finding("look", error.text, details=f"{self._host}: {error.code}")
            code = error.code
        return await self._silent(address, code)

    async def _resolve(self, address: Address) -> Finding | None:
        try:
            self._host = str(ipaddress.ip_address(address.host)).partition("%")[0]
        except ValueError:
            pass
        else:
            return None
        words = {"name": address.host}
        if self._subject.interfaces != "all":
            return Finding("unknown", Text("The name {name} was not looked up", words))
        try:
            answers = await trio.socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError):
            text = Text("No computer with the name {name} is known here", words)
            return Finding(
                "look", text, Text("Check the spelling, or take the address in numbers that your friend sees.")
            )
        hosts = [str(answer[4][0]) for answer in answers]
        self._host = next((host for host in hosts if ":" not in host), hosts[0])
        return None

    def _judge(self, address: Address, connection: Connection) -> Finding:
        self._fingerprint = connection.fingerprint
        words: dict[str, Arg] = {"server": connection.welcome.server, "address": str(address)}
        details = f"{self._host}: {connection.welcome.program}, fingerprint {connection.fingerprint}"
        if connection.public_name:  # such certificates are renewed, and prove the name each time
            text = Text("{server} answers at {address}, and its certificate proves that name", words)
            return Finding("fine", text, details=details)
        known = self._subject.known.get(str(address))
        if known is not None and known != connection.fingerprint:
            text = Text("{server} answers at {address}, but another server was there before", words)
            todo = Text(
                "Ask your friend whether it is new. If not, do not join: compare the words of the server first."
            )
            return Finding("look", text, todo, "", f"{details}\nbefore: {known}")
        if known is not None:
            return Finding("fine", Text("{server} answers at {address}, the same as before", words), details=details)
        return Finding("fine", Text("{server} answers at {address}, and is new here", words), details=details)

    async def _silent(self, address: Address, code: str) -> Finding:
        """Nothing came back: whose fault is that?"""
        around = await trio.to_thread.run_sync(nets)
        own = [net for net in around if net.kind != "loopback"]
        beside = net_of(self._host, own)
        there: Presence = "unknown"
        if beside is not None and ":" not in self._host:
            there = await trio.to_thread.run_sync(presence, self._host, abandon_on_cancel=True)
        details = f"{self._host}: {code}, neighbour {there}, network {beside or 'another'}"
        found, todo = _cause(address, own, beside, there)
        return Finding("look", found, todo, "", details)

    async def check_listed(self) -> Finding:
        """Is it in the list of games, and if not, why not?"""
        if not self._fingerprint:
            return Finding("unknown", Text("Whether it would be listed is seen once it can be reached"))
        if self._fingerprint in await self._hearing.found():
            return Finding("fine", Text("It is in the list of games on this network"))
        around = await trio.to_thread.run_sync(nets)
        if net_of(self._host, around) is None:
            text = Text("It is not on a network of this computer, so it cannot be in the list")
            return Finding("fine", text, Text("Its address works. The list remembers it under Recent."))
        if await self._answers():
            text = Text("It answers when it is asked by its address, but not when all are asked at once")
            todo = Text(
                "A firewall of this computer, or the network, drops such answers. Join by the address: "
                "from then on it is listed under Recent."
            )
            return Finding("look", text, todo)
        text = Text("It can be joined, but does not answer to the list of games")
        todo = Text("There, open UDP port {port} in the firewall. Its address works.", {"port": self._subject.udp_port})
        return Finding("look", text, todo)

    async def _answers(self) -> bool:
        """Does it answer a query that goes to it alone?"""
        with query_socket(self._subject.interfaces) as sock:
            for _ in range(3):
                nonce = new_nonce()
                await sock.sendto(write_query(nonce), (self._host, self._subject.udp_port))
                with trio.move_on_after(ANSWER_S):
                    while True:
                        data, _sender = await sock.recvfrom(READ_BYTES)
                        told = read_datagram(data)
                        if isinstance(told, Offer) and told.nonce == nonce:
                            return True
        return False


def _cause(address: Address, own: list[Net], beside: Net | None, there: Presence) -> tuple[Text, Text]:
    """Why nothing came back from there, and what to do."""
    words: dict[str, Arg] = {"host": address.host, "port": address.port, "nets": named(own)}
    if not own:
        return Text("This computer is on no network"), Text("Connect to the network that your friend is on.")
    if beside is None:
        return (
            Text("{host} is on another network than this computer ({nets})", words),
            Text("Both have to be on the same one: the same Wi-Fi or router. A guest network is another one."),
        )  # fmt: skip
    if there == "there":
        return (
            Text("The computer {host} is there, but lets nobody in at port {port}: its firewall does that", words),
            Text("There, choose Help and Check my set-up: it shows the line that lets you in."),
        )
    if there == "missing":
        return (
            Text("No computer with the address {host} is on this network now", words),
            Text("It may be off, or have another address today. Guest networks keep their computers apart."),
        )  # fmt: skip
    return (
        Text("Nothing answers at {host}, port {port}", words),
        Text("Check that it is on. There, choose Help and Check my set-up: it says whether its firewall lets you in."),
    )
