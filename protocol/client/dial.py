"""From what is known of a server to a stream whose other end is that server, or a sentence why not."""

import ipaddress
import ssl
from dataclasses import dataclass

import trio

from protocol.address import Address
from protocol.client.reasons import (
    ERROR_PRIORITY,
    dropped,
    mute,
    not_netgame,
    silent,
    unknown_name,
    unreached,
    wrong_identity,
)
from protocol.errors import ConnectError
from protocol.identity.server_certificate import client_context, fingerprint_of, public_context

DIAL_S = 10  # over all addresses
REACH_S = 6  # the first two repetitions of a lost SYN come after 1 and 3 seconds
GREET_S = 4  # a server that is reached answers in milliseconds; TLS over a bad radio link needs some round trips
STAGGER_S = 0.25  # the next address is tried beside one that has not answered so far


@dataclass(frozen=True)
class Server:
    """A server as one asks for it. Without a fingerprint whoever answers at the address is taken.

    A server with a `public_name` is who shows a certificate for that name which this computer trusts; the fingerprint
    is not looked at then, for such certificates are renewed every few weeks.
    """

    fingerprint: str | None
    addresses: tuple[Address, ...]
    public_name: str = ""


@dataclass(frozen=True)
class SecureStream:
    """A stream to the server that was asked for; the fingerprint is empty without TLS.

    `public_name` is the name that its certificate proves; empty where it proves none.
    """

    stream: trio.abc.Stream
    fingerprint: str
    address: Address
    public_name: str = ""


async def dial(server: Server, *, plain: bool = False) -> SecureStream:
    """A line to the server by whichever address answers first; `ConnectError` with the most telling of the reasons."""
    if not server.addresses:
        raise ConnectError("unreachable", "No address of this server is known. Look for it again on the network")
    with trio.move_on_after(DIAL_S):
        return await _Race(server, plain).run()
    raise silent(server.addresses[0])


class _Race:
    """All addresses of a server, the next one starting while the ones before have not answered."""

    def __init__(self, server: Server, plain: bool) -> None:
        self._server, self._plain = server, plain
        self._lines: list[SecureStream] = []
        self._errors: list[ConnectError] = []

    async def run(self) -> SecureStream:
        try:
            async with trio.open_nursery() as nursery:
                for address in self._server.addresses:
                    gave_up = trio.Event()
                    nursery.start_soon(self._try, address, gave_up, nursery.cancel_scope)
                    with trio.move_on_after(STAGGER_S):
                        await gave_up.wait()
            if not self._lines:
                raise min(self._errors, key=lambda error: ERROR_PRIORITY.index(error.code))
            return self._lines.pop(0)
        finally:
            for line in self._lines:
                await trio.aclose_forcefully(line.stream)

    async def _try(self, address: Address, gave_up: trio.Event, race: trio.CancelScope) -> None:
        try:
            line = await _dial_one(address, self._server, self._plain)
        except ConnectError as error:
            self._errors.append(error)
            gave_up.set()
        else:
            self._lines.append(line)
            race.cancel()


async def _dial_one(address: Address, server: Server, plain: bool) -> SecureStream:
    if plain:
        return SecureStream(await _reach(address), "", address)
    if server.public_name:
        line = await _secured(address, public_context(), server.public_name)
        if line is None:
            raise wrong_identity(address)
        return line
    if server.fingerprint is None and is_public_name(address.host):
        line = await _secured(address, public_context(), address.host)
        if line is not None:
            return line
    line = await _secured(address, client_context())
    assert line is not None, "that context takes every certificate"
    if server.fingerprint is not None and line.fingerprint != server.fingerprint:
        await trio.aclose_forcefully(line.stream)
        raise wrong_identity(address)
    return line


async def _secured(address: Address, context: ssl.SSLContext, public_name: str = "") -> SecureStream | None:
    """TLS with whoever is there; None if its certificate does not prove the name."""
    stream = await _reach(address)
    try:
        secure = trio.SSLStream(stream, context, server_hostname=public_name or None, https_compatible=True)
        try:
            with trio.fail_after(GREET_S):
                await secure.do_handshake()
        except (trio.BrokenResourceError, ssl.SSLError, trio.TooSlowError) as error:
            if _is_about_the_certificate(error):
                await trio.aclose_forcefully(stream)
                return None
            raise _no_handshake(address, error) from error
        certificate: bytes = secure.getpeercert(binary_form=True)  # TLS has shown one, or there is no handshake
    except BaseException:
        await trio.aclose_forcefully(stream)
        raise
    return SecureStream(secure, fingerprint_of(certificate), address, public_name)


def _no_handshake(address: Address, error: Exception) -> ConnectError:
    """Who lets TLS fail: a server that ends all connections, one that hangs, or a program that speaks otherwise."""
    if isinstance(error, trio.TooSlowError):
        return mute(address)
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, ssl.SSLEOFError | ConnectionError):
        cause = cause.__cause__
    return dropped(address) if cause is not None else not_netgame(address)


def _is_about_the_certificate(error: BaseException | None) -> bool:
    while error is not None and not isinstance(error, ssl.SSLCertVerificationError):
        error = error.__cause__
    return error is not None


def is_public_name(host: str) -> bool:
    """Whether a name is one that a certificate may be for: no address, and no name of a home network."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return "." in host and not host.endswith((".local", ".lan", ".home.arpa", ".localhost"))
    return False


async def _reach(address: Address) -> trio.SocketStream:
    try:
        with trio.fail_after(REACH_S):
            return await trio.open_tcp_stream(address.host, address.port)
    except trio.TooSlowError as error:
        raise silent(address) from error
    except UnicodeError as error:
        raise unknown_name(address) from error
    except OSError as error:
        raise unreached(address, _first_cause(error)) from error


def _first_cause(error: OSError) -> OSError:
    """What the system said: trio reports one failure for all the addresses of a name."""
    cause = error.__cause__
    while isinstance(cause, BaseExceptionGroup):
        cause = cause.exceptions[0]
    return cause if isinstance(cause, OSError) else error
