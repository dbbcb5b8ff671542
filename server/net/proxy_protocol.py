"""The PROXY protocol, version 2, by which a proxy in front of a server names the client of each connection.

The specification is doc/proxy-protocol.txt of HAProxy.
"""

import ipaddress
import socket
import struct
from collections.abc import Sequence

import trio

from server.ops.remote import Remote

SIGNATURE = b"\r\n\r\n\0\r\nQUIT\n"
HEAD = struct.Struct(">12sBBH")  # signature, version and command, family and transport, bytes that follow
MAX_FOLLOWING = 2048  # bytes: 216 for addresses at most, and some hundreds for other fields
HEADER_S = 5.0  # the specification requires at least 3, so that a lost packet is repeated in time

VERSION = 2
LOCAL, PROXY = 0, 1  # commands: a connection of the proxy itself, or of a client
LOCAL_HEADER = HEAD.pack(SIGNATURE, VERSION << 4 | LOCAL, 0, 0)
# families and transports -> bytes of their addresses; only TCP addresses are used
TCP4, TCP6 = 0x11, 0x21
ADDRESS_BYTES = {0x00: 0, TCP4: 12, 0x12: 12, TCP6: 36, 0x22: 36, 0x31: 216, 0x32: 216}


class HeaderError(Exception):
    """A connection does not begin with a valid header."""


class Proxies:
    """The addresses that may send the header: this computer, and the configured ones."""

    def __init__(self, networks: Sequence[str]) -> None:
        self._networks = tuple(map(ipaddress.ip_network, networks))

    def trusts(self, remote: Remote, here: str) -> bool:
        """Tell whether `remote`, connected to the address `here` of this computer, may send the header."""
        address = ipaddress.ip_address(remote.address.partition("%")[0])
        return address.is_loopback or remote.address == here or any(address in each for each in self._networks)


async def read_source(sock: socket.socket, proxy: Remote) -> Remote:
    """Read exactly the header and return the address of the client.

    It is that of the proxy for its own connections and for clients without a TCP address. An invalid header raises
    `HeaderError`. The caller sets a time limit.
    """
    signature, version_and_command, family, following = HEAD.unpack(await _read(sock, HEAD.size))
    version, command = version_and_command >> 4, version_and_command & 15
    if signature != SIGNATURE or version != VERSION or command not in (LOCAL, PROXY):
        raise HeaderError("no PROXY header of version 2")
    if following > MAX_FOLLOWING:
        raise HeaderError("the PROXY header is too long")
    block = await _read(sock, following)
    if command == LOCAL:
        return proxy
    if family not in ADDRESS_BYTES or len(block) < ADDRESS_BYTES[family]:
        raise HeaderError("the addresses of the PROXY header cannot be read")
    if family == TCP4:
        return Remote(str(ipaddress.IPv4Address(block[:4])), *struct.unpack_from(">H", block, 8))
    if family == TCP6:
        return Remote(str(ipaddress.IPv6Address(block[:16])), *struct.unpack_from(">H", block, 32))
    return proxy


async def _read(sock: socket.socket, count: int) -> bytes:
    """Read exactly so many bytes."""
    data = b""
    while len(data) < count:
        await trio.lowlevel.wait_readable(sock)
        try:
            more = sock.recv(count - len(data))
        except BlockingIOError:
            continue
        if not more:
            raise HeaderError("the connection ended within the PROXY header")
        data += more
    return data
