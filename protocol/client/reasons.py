"""Errors of a connection attempt: a code for programs and a sentence for people for each distinguishable cause."""

import errno
import socket

from netgame.text import N_
from protocol.address import Address, is_link_local_ipv6
from protocol.errors import ConnectError

# If all addresses of a server fail, the earliest code in this list is reported: it says most about the server.
ERROR_PRIORITY = (
    "wrong_identity", "version", "dropped", "no_reply", "not_netgame", "refused", "timeout", "unknown_name",
    "unreachable",
)  # fmt: skip


def from_os_error(address: Address, error: OSError) -> ConnectError:
    """Translate the error of a failed TCP connection."""
    if isinstance(error, socket.gaierror):
        return unknown_name(address)
    if error.errno == errno.ECONNREFUSED or isinstance(error, ConnectionRefusedError):
        return ConnectError(
            "refused",
            N_(
                "The computer at {host} answers, but no server runs there on port {port}. "
                "Ask whether the game is still hosted, and on which port"
            ),
            host=address.host,
            port=address.port,
        )
    if error.errno == errno.EINVAL and is_link_local_ipv6(address.host) and "%" not in address.host:
        return ConnectError(
            "unreachable",
            N_(
                "{host} belongs to one network only, and this program does not know which. "
                "Type the network of this computer behind it, like {host}%eth0"
            ),
            host=address.host,
        )
    if error.errno in (errno.ENETUNREACH, errno.EADDRNOTAVAIL, errno.ENETDOWN, errno.EINVAL):
        return ConnectError(
            "unreachable",
            N_("There is no network connection to {host}. Check that this computer is connected to the same network"),
            host=address.host,
        )
    if error.errno == errno.ETIMEDOUT:
        return timeout(address)
    return ConnectError(
        "unreachable",
        N_("{host} cannot be reached ({reason}). Check the address, and that both computers are on the same network"),
        host=address.host,
        reason=error.strerror or type(error).__name__,
    )


def unknown_name(address: Address) -> ConnectError:
    """The host name could not be resolved."""
    return ConnectError(
        "unknown_name", N_("No computer with the name {host} was found. Check the spelling"), host=address.host
    )


def timeout(address: Address) -> ConnectError:
    """The TCP connection was not answered in time."""
    return ConnectError(
        "timeout",
        N_(
            "Nothing answers at {address}. Check that the computer is on and that its firewall lets port {port} through"
        ),
        address=str(address),
        port=address.port,
    )


def not_netgame(address: Address) -> ConnectError:
    """The peer speaks another protocol."""
    return ConnectError(
        "not_netgame",
        N_("The program that answers at {address} is not a netgame server. Check the address and the port"),
        address=str(address),
    )


def breaks_rules(address: Address) -> ConnectError:
    """The server sent something that the protocol does not allow."""
    return ConnectError(
        "breaks_rules",
        N_(
            "The server at {address} sent more than its protocol allows, or something else that is wrong. "
            "Update this program. If that does not help, tell the operator of the server"
        ),
        address=str(address),
    )


def dropped(address: Address, known: bool = False) -> ConnectError:
    """The peer closed the connection before its greeting. `known`: its certificate had proved to be the right one."""
    if known:
        template = N_(
            "The server at {address} closed the connection. It is full or shutting down. Try again in a moment"
        )
    else:
        template = N_(
            "The connection to {address} was closed at once. A netgame server does this when it is full or shutting "
            "down. Try again in a moment. If it happens again, check the address and the port"
        )
    return ConnectError("dropped", template, address=str(address))


def no_reply(address: Address, known: bool = False) -> ConnectError:
    """The peer accepted the connection and sent nothing. `known`: its certificate had proved to be the right one."""
    if known:
        template = N_("The server at {address} does not reply. It is overloaded or hangs. Try again in a moment")
    else:
        template = N_(
            "{address} accepts the connection, but does not reply. A netgame server does this when it is overloaded "
            "or hangs. Try again in a moment. If it happens again, check the address and the port"
        )
    return ConnectError("no_reply", template, address=str(address))


def wrong_identity(address: Address) -> ConnectError:
    """The peer showed the certificate of another server."""
    return ConnectError(
        "wrong_identity",
        N_(
            "Another server than the one you know answers at {address}. "
            "If your server got a new identity, remove it from your list and join it again"
        ),
        address=str(address),
    )


def other_instance(address: Address) -> ConnectError:
    """The peer has the certificate of the server, but not the data with which that one has gone on."""
    return ConnectError(
        "other_instance",
        N_(
            "The server at {address} has the same identity as the one where you were, but other data: "
            "one of them is a copy. "
            "If your server has moved there, remove it from your list and join it again"
        ),
        address=str(address),
    )
