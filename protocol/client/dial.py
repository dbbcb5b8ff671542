"""Open a TLS stream to a server: try its addresses side by side and check the server's identity."""

import ipaddress
import ssl
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

import trio

from netgame.text import N_
from protocol.address import Address
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
AGAIN_S = 1.0  # an address that failed is tried again while others have not answered: its server may be restarting


@dataclass(frozen=True)
class Server:
    """The server to connect to. Without a fingerprint, any server at the addresses is accepted.

    If `public_name` is given, the server must show a publicly trusted certificate for that name. The fingerprint is
    then ignored, because such certificates are renewed every few weeks.
    """

    fingerprint: str | None
    addresses: tuple[Address, ...]
    public_name: str = ""


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
    streams: list[SecureStream] = []
    errors: dict[Address, ConnectError] = {}

    async def attempt(address: Address, failed: trio.Event, race: trio.CancelScope) -> None:
        while True:
            try:
                streams.append(await _dial_address(address, server, plain))
            except ConnectError as error:
                errors[address] = error
                failed.set()
            if streams or len(errors) == len(server.addresses):
                race.cancel()
            await trio.sleep(AGAIN_S)

    try:
        async with trio.open_nursery() as nursery:
            nursery.cancel_scope.deadline = trio.current_time() + DIAL_TIMEOUT_S
            for address in server.addresses:
                failed = trio.Event()
                nursery.start_soon(attempt, address, failed, nursery.cancel_scope)
                with trio.move_on_after(STAGGER_S):
                    await failed.wait()
        if streams:
            return streams.pop(0)
        if len(errors) < len(server.addresses):
            raise timeout(server.addresses[0])
        raise min(errors.values(), key=lambda error: ERROR_PRIORITY.index(error.code))
    finally:
        for late in streams:  # two addresses may have answered at the same moment
            await trio.aclose_forcefully(late.stream)


async def _dial_address(address: Address, server: Server, plain: bool) -> SecureStream:
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


def is_public_name(host: str) -> bool:
    """Whether a public certificate may exist for this host: it is no IP address and no name of a home network."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return "." in host and not host.endswith((".local", ".lan", ".home.arpa", ".localhost"))
    return False
