"""Open a TLS stream to a server: try its addresses side by side and check the server's identity."""

import ssl
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Protocol

import trio

from netgame.text import N_
from protocol.address import Address, is_link_local_ipv6, is_public, is_public_name
from protocol.client.reasons import (
    ERROR_PRIORITY,
    dropped,
    from_os_error,
    no_reply,
    not_netgame,
    timeout,
    unknown_name,
    wrong_identity,
)
from protocol.errors import ConnectError
from protocol.identity.server_certificate import client_context, fingerprint_of, public_context
from protocol.platform import RESET_DROPS_UNREAD

DIAL_TIMEOUT_S = 10  # for all addresses together
TCP_TIMEOUT_S = 6  # a lost SYN is sent again after 1 and 3 seconds
GREETING_TIMEOUT_S = 4  # a server answers in milliseconds; TLS over a bad radio link needs some round trips
LISTEN_S = 1.0
CLOSED = ConnectionError, ssl.SSLEOFError, ssl.SSLZeroReturnError  # the last one in Python 3.11.2
STAGGER_S = 0.25  # if an address has not answered after this time, the next one is tried beside it
MOST_HOSTS = 8  # of one name that a server has announced
AGAIN_S = 1.0  # an address that failed is tried again while others have not answered: its server may be restarting


@dataclass(frozen=True)
class Server:
    """The server to connect to. Without a fingerprint, any server at the addresses is accepted.

    If `public_name` is given, the server must show a publicly trusted certificate for that name. The fingerprint is
    then ignored, because such certificates are renewed every few weeks.

    `instance` is that of the server when this client was there last; b"" if it was not. Only a server that goes on with
    the data of then is accepted: a copy of its data folder has its certificate too.
    """

    fingerprint: str | None
    addresses: tuple[Address, ...]
    public_name: str = ""
    announced: frozenset[Address] = frozenset()  # by a public server; dialed only where they lead to public addresses
    instance: bytes = b""


@dataclass(frozen=True)
class SecureStream:
    """A stream to a server whose identity was checked.

    `fingerprint` is empty without TLS. `public_name` is the name that the certificate proves, or empty.
    """

    stream: trio.abc.Stream
    fingerprint: str
    address: Address
    public_name: str = ""


class Dial(Protocol):
    """Opens a stream to a server. Raises `ConnectError`."""

    async def __call__(self, server: Server, *, plain: bool = False) -> SecureStream: ...


async def dial(server: Server, *, plain: bool = False) -> SecureStream:
    """Connect through the address that answers first. Raise the most informative `ConnectError` if all fail."""
    if not server.addresses:
        raise ConnectError("unreachable", N_("No address of this server is known. Look for it again on the network"))
    addresses = tuple(dict.fromkeys(zoned for address in server.addresses for zoned in _with_zones(address)))
    streams: list[SecureStream] = []
    errors: dict[Address, ConnectError] = {}

    async def attempt(address: Address, failed: trio.Event, race: trio.CancelScope) -> None:
        while True:
            try:
                streams.append(await _dial_address(address, server, plain))
            except ConnectError as error:
                errors[address] = error
                failed.set()
            if streams or len(errors) == len(addresses):
                race.cancel()
            await trio.sleep(AGAIN_S)

    try:
        async with trio.open_nursery() as nursery:
            nursery.cancel_scope.deadline = trio.current_time() + DIAL_TIMEOUT_S
            for address in addresses:
                failed = trio.Event()
                nursery.start_soon(attempt, address, failed, nursery.cancel_scope)
                with trio.move_on_after(STAGGER_S):
                    await failed.wait()
        if streams:
            return streams.pop(0)
        if len(errors) < len(addresses):
            raise timeout(server.addresses[0])
        raise _worst(errors.values())
    finally:
        for late in streams:  # two addresses may have answered at the same moment
            await trio.aclose_forcefully(late.stream)


def _with_zones(address: Address) -> tuple[Address, ...]:
    """Return the address; a link-local one without a zone of this computer on each of its links."""
    if not is_link_local_ipv6(address.host):
        return (address,)
    from protocol.discovery.interfaces import local_interfaces, with_zones  # it is rarely needed

    hosts = with_zones(address.host, local_interfaces("all"))
    return tuple(Address(host, address.port) for host in hosts or [address.host.partition("%")[0]])


async def _dial_address(address: Address, server: Server, plain: bool) -> SecureStream:
    errors: list[ConnectError] = []
    for at in await _public(address) if address in server.announced else (address,):
        try:
            return replace(await _dial_at(at, server, plain), address=address)
        except ConnectError as error:
            errors.append(error)
    raise _worst(errors)


def _worst(errors: Iterable[ConnectError]) -> ConnectError:
    return min(errors, key=lambda error: ERROR_PRIORITY.index(error.code))


async def _public(address: Address) -> list[Address]:
    """Return some addresses to which a host leads, if it leads to public ones only.

    A server must not make its clients connect to their own computer, or to the network that they are in. Those of IPv4
    come first: without IPv4 they fail at once, but a broken IPv6 takes its time.
    """
    try:
        found = await trio.socket.getaddrinfo(address.host, address.port, type=trio.socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise unknown_name(address) from error
    hosts = sorted(dict.fromkeys(str(each[4][0]) for each in found), key=lambda host: ":" in host)
    if not all(map(is_public, hosts)):
        raise ConnectError("unreachable", N_("{host} is not on the internet"), host=address.host)
    return [Address(host, address.port) for host in hosts[:MOST_HOSTS]]


async def _dial_at(address: Address, server: Server, plain: bool) -> SecureStream:
    if plain:
        return SecureStream(await _open_tcp(address), "", address)
    if server.public_name:
        secure = await _open_tls(address, public_context(), server.public_name)
        if secure is None:
            raise wrong_identity(address)
        return secure
    if server.fingerprint is None and is_public_name(address.host):
        secure = await _open_tls(address, public_context(), address.host)
        if secure is not None:
            return secure
    secure = await _open_tls(address, client_context())
    assert secure is not None, "this context accepts every certificate"
    if server.fingerprint is not None and secure.fingerprint != server.fingerprint:
        await trio.aclose_forcefully(secure.stream)
        raise wrong_identity(address)
    return secure


async def _open_tls(address: Address, context: ssl.SSLContext, public_name: str = "") -> SecureStream | None:
    """Connect and do the TLS handshake. Return None if the certificate does not prove the name."""
    stream = await _open_tcp(address)
    try:
        secure = trio.SSLStream(stream, context, server_hostname=public_name or None, https_compatible=True)
        try:
            with trio.fail_after(GREETING_TIMEOUT_S):
                await secure.do_handshake()
        except trio.TooSlowError as error:
            raise no_reply(address) from error
        except (trio.BrokenResourceError, ssl.SSLError) as error:
            causes: list[BaseException] = [error]
            while causes[-1].__cause__ is not None:
                causes.append(causes[-1].__cause__)
            if any(isinstance(cause, ssl.SSLCertVerificationError) for cause in causes):
                await trio.aclose_forcefully(stream)
                return None
            # the peer closed the connection, or answered with something that is not TLS
            closed = any(isinstance(cause, CLOSED) for cause in causes)
            strange = not closed or (RESET_DROPS_UNREAD and await speaks_first(address))
            raise (not_netgame if strange else dropped)(address) from error
        certificate: bytes = secure.getpeercert(binary_form=True)  # there is one after every handshake
    except BaseException:  # a cancellation too: the caller has no stream to close yet
        await trio.aclose_forcefully(stream)
        raise
    return SecureStream(secure, fingerprint_of(certificate), address, public_name)


async def speaks_first(address: Address) -> bool:
    """Whether the server says something before it is asked, which no server of netgame does.

    A server that closes without reading our words resets the connection. Where its own words are lost with that,
    listen once more.
    """
    with trio.move_on_after(LISTEN_S), suppress(ConnectError, trio.BrokenResourceError):
        async with await _open_tcp(address) as stream:
            return bool(await stream.receive_some(1))
    return False


async def _open_tcp(address: Address) -> trio.SocketStream:
    try:
        with trio.fail_after(TCP_TIMEOUT_S):
            return await trio.open_tcp_stream(address.host, address.port)
    except trio.TooSlowError as error:
        raise timeout(address) from error
    except UnicodeError as error:
        raise unknown_name(address) from error
    except OSError as error:
        cause = error.__cause__  # trio reports one failure for all the addresses of a name; the first one is enough
        while isinstance(cause, BaseExceptionGroup):
            cause = cause.exceptions[0]
        raise from_os_error(address, cause if isinstance(cause, OSError) else error) from error
