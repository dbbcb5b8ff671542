"""Why there is no connection: a code for programs and a sentence for people, for each thing that can be told apart."""

import errno
import socket

from protocol.address import Address
from protocol.errors import ConnectError

ERROR_PRIORITY = (  # of the reasons of several addresses, the one that tells most about the server
    "wrong_identity", "version", "dropped", "mute", "not_netgame", "refused", "timeout", "unknown_name", "unreachable",
)  # fmt: skip


def unreached(address: Address, error: OSError) -> ConnectError:
    """What the system says about a connection that does not come about."""
    if isinstance(error, socket.gaierror):
        return unknown_name(address)
    if error.errno == errno.ECONNREFUSED or isinstance(error, ConnectionRefusedError):
        return ConnectError(
            "refused",
            "The computer at {host} answers, but no server runs there on port {port}. "
            "Ask whether the game is still hosted, and on which port",
            host=address.host,
            port=address.port,
        )
    if error.errno in (errno.ENETUNREACH, errno.EADDRNOTAVAIL, errno.ENETDOWN):
        return ConnectError(
            "unreachable",
            "There is no network connection to {host}. Check that this computer is connected to the same network",
            host=address.host,
        )
    if error.errno == errno.ETIMEDOUT:
        return silent(address)
    return ConnectError(
        "unreachable",
        "{host} cannot be reached ({reason}). Check the address, and that both computers are on the same network",
        host=address.host,
        reason=error.strerror or type(error).__name__,
    )


def not_netgame(address: Address) -> ConnectError:
    """Something answers there, and it is no server of this program."""
    return ConnectError(
        "not_netgame",
        "What answers at {address} is not a server of this program. Check the address and the port",
        address=str(address),
    )


def unknown_name(address: Address) -> ConnectError:
    """Nobody knows a computer that is called so."""
    return ConnectError(
        "unknown_name", "No computer with the name {host} is known. Check the spelling", host=address.host
    )


def silent(address: Address) -> ConnectError:
    """Nothing came back from there."""
    return ConnectError(
        "timeout",
        "Nothing answers at {address}. Check that the computer is on and that its firewall lets port {port} through",
        address=str(address),
        port=address.port,
    )


def dropped(address: Address, known: bool = False) -> ConnectError:
    """The connection was taken and ended before anything was said; `known`: by the very server that was asked for."""
    if known:
        return ConnectError(
            "dropped",
            "The server at {address} ended the connection before it said anything. "
            "It is full or just stopping: try it again in a moment",
            address=str(address),
        )
    return ConnectError(
        "dropped",
        "What is at {address} takes the connection and ends it at once. A server that is full or just stopping "
        "does that, and so do other programs: try it again in a moment, then check the address and the port",
        address=str(address),
    )


def mute(address: Address, known: bool = False) -> ConnectError:
    """The connection was taken, and nothing was said; `known`: by the very server that was asked for."""
    if known:
        return ConnectError(
            "mute",
            "The server at {address} takes the connection, but does not answer. "
            "It has much to do or hangs: try it again in a moment",
            address=str(address),
        )
    return ConnectError(
        "mute",
        "What is at {address} takes the connection and says nothing. A server that hangs or has much to do is like "
        "that, and so are other programs: try it again in a moment, then check the address and the port",
        address=str(address),
    )


def wrong_identity(address: Address) -> ConnectError:
    """A certificate was shown there, but not that of the server which was asked for."""
    return ConnectError(
        "wrong_identity",
        "At {address} there is now another server than the one you know. "
        "If the server got a new identity, remove it from your list and join it anew",
        address=str(address),
    )
