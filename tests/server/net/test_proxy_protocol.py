"""Proxies: by PROXY protocol version 2 one says whose connection it passes on, and limits by address count that one."""

import socket
import struct
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from ipaddress import ip_address
from pathlib import Path

import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st
from trio.testing import MockClock

from devtools.harness.server.serving import Raw, opened, running_on_loopback
from protocol import messages as m
from protocol.address import Address
from protocol.client import Server, connect
from protocol.client.credentials import Credentials
from protocol.identity.device_key import DeviceKey
from protocol.identity.server_certificate import Identity, client_context, make_identity, server_context
from server.app import Serving
from server.config.settings import Config
from server.net.proxy_protocol import (
    HEADER_S,
    LOCAL_HEADER,
    MAX_FOLLOWING,
    SIGNATURE,
    HeaderError,
    Proxies,
    read_source,
)
from server.ops.limits import Limits
from server.ops.remote import Remote

HERE = ("127.0.0.1",)
LOCAL, PROXY = 0x20, 0x21
AT_PROXY = Remote("127.0.0.1", 50000)
FOLLOWS = b"the first message"
FAR, FURTHER = "8.8.8.8", "2001:4860:4860::8844"


def header(block: bytes = b"", *, command: int = PROXY, family: int = 0x11, more: bytes = b"") -> bytes:
    return SIGNATURE + struct.pack(">BBH", command, family, len(block + more)) + block + more


def source(host: str, port: int = 4000) -> bytes:
    """The header of a TCP connection from there."""
    address = ip_address(host)
    return header(address.packed * 2 + struct.pack(">HH", port, 7763), family=0x11 if address.version == 4 else 0x21)


@contextmanager
def pair(sent: bytes = b"", *, ends: bool = False) -> Iterator[tuple[socket.socket, socket.socket]]:
    """The server's end of a connection, and that of a proxy, which has sent this."""
    here, there = socket.socketpair()
    with here, there:
        here.setblocking(False)
        there.sendall(sent)
        if ends:
            there.shutdown(socket.SHUT_WR)
        yield here, there


async def read(sent: bytes) -> Remote:
    """Where a connection from the proxy comes from that begins with those bytes; only they may be read of it."""
    with pair(sent + FOLLOWS) as (here, _there):
        remote = await read_source(here, AT_PROXY)
        assert here.recv(1 << 16) == FOLLOWS
        return remote


async def passed_on(serving: Serving, sent: bytes = b"") -> Raw:
    line = Raw(await trio.open_tcp_stream("127.0.0.1", serving.port), serving.port)
    opened.append(line)
    await line.stream.send_all(sent)
    return line


async def greets(line: Raw) -> bool:
    try:
        return isinstance(await line.ask(m.Hello(protocols=m.PROTOCOL, program="test")), m.Welcome)
    except trio.BrokenResourceError:
        return False


def remotes(serving: Serving) -> list[str]:
    return [str(peer.remote) for peer in serving.services.admission.connections]


FROM = {
    "IPv4": (source(FAR), "8.8.8.8:4000"),
    "IPv6": (source(FURTHER), "[2001:4860:4860::8844]:4000"),
    "more facts": (header(source(FAR)[16:], more=b"\x04\x00\x01x"), "8.8.8.8:4000"),
    "as long as may be": (header(source(FAR)[16:], more=bytes(MAX_FOLLOWING - 12)), "8.8.8.8:4000"),
    "its own": (LOCAL_HEADER, "127.0.0.1:50000"),
    "its own, with bytes": (header(bytes(16), command=LOCAL), "127.0.0.1:50000"),
    "its own, with half an address": (header(b"x", command=LOCAL, family=0x11), "127.0.0.1:50000"),
    "its own, of a family that is none": (header(command=LOCAL, family=0xFF), "127.0.0.1:50000"),
    "unknown": (header(family=0x00), "127.0.0.1:50000"),
    "UDP 4": (header(bytes(12), family=0x12), "127.0.0.1:50000"),
    "UDP 6": (header(bytes(36), family=0x22), "127.0.0.1:50000"),
    "Unix": (header(bytes(216), family=0x31), "127.0.0.1:50000"),
    "Unix datagrams": (header(bytes(216), family=0x32), "127.0.0.1:50000"),
}


async def test_a_connection_comes_from_where_the_proxy_says_or_without_an_address_of_tcp_from_the_proxy() -> None:
    assert {name: str(await read(sent)) for name, (sent, _remote) in FROM.items()} == {
        name: remote for name, (_sent, remote) in FROM.items()
    }


INVALID = {
    "version 1": b"PROXY TCP4 8.8.8.8 10.0.0.1 4000 7763\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(32),
    "a wrong signature": b"\r\n\r\n\0\r\nQUIT\r" + source(FAR)[12:],
    "binary version 1": header(source(FAR)[16:], command=0x11),
    "version 3": header(source(FAR)[16:], command=0x31),
    "command 2": header(source(FAR)[16:], command=0x22),
    "command 15": header(source(FAR)[16:], command=0x2F),
    "an unknown family": header(source(FAR)[16:], family=0x41),
    "an unknown transport": header(source(FAR)[16:], family=0x13),
    "half a family": header(source(FAR)[16:], family=0x10),
    "a short IPv4": header(source(FAR)[16:27]),
    "a short IPv6": header(source(FURTHER)[16:51], family=0x21),
    "a short Unix": header(bytes(215), family=0x31),
    "no address": header(),
    "too long": header(source(FAR)[16:], more=bytes(MAX_FOLLOWING)),
    "64 KiB": SIGNATURE + b"\x21\x11\xff\xff" + bytes(100),
}


@pytest.mark.parametrize("sent", INVALID.values(), ids=INVALID)
async def test_an_invalid_header_is_refused(sent: bytes) -> None:
    with pytest.raises(HeaderError):
        await read(sent)


@settings(max_examples=50)
@given(st.integers(0, 255), st.integers(0, 255), st.integers(0, 70), st.binary(max_size=80))
async def test_all_bytes_are_an_address_or_an_error(command: int, family: int, following: int, block: bytes) -> None:
    sent = SIGNATURE + struct.pack(">BBH", command, family, following) + block
    with pair(sent, ends=True) as (here, _there):
        try:
            remote = await read_source(here, AT_PROXY)
        except HeaderError:
            return
        assert ip_address(remote.address)
        assert here.recv(100) == block[following:]


async def test_a_header_may_come_in_pieces() -> None:
    with pair() as (here, there):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(read_source, here, AT_PROXY)
            for at in source(FURTHER):
                there.send(bytes([at]))
                await trio.testing.wait_all_tasks_blocked()


async def test_a_header_that_ends_too_early_is_refused() -> None:
    for length in (0, 5, 16, 27):
        with pair(source(FAR)[:length], ends=True) as (here, _there), pytest.raises(HeaderError):
            await read_source(here, AT_PROXY)


async def test_a_header_is_accepted_from_a_proxy_only_and_counts_for_its_own_address(tmp_path: Path) -> None:
    limits = Limits(unauthenticated_per_address=2, unauthenticated_per_lan_address=1)
    async with running_on_loopback(tmp_path, proxies=HERE, limits=limits) as serving:
        lines = [await passed_on(serving, source(FAR, port)) for port in (1, 2, 3)]
        assert [await greets(line) for line in lines] == [True, True, False]
        assert await greets(await passed_on(serving, source("8.8.4.4")))
        assert not await greets(await passed_on(serving))

        assert sorted(remotes(serving)) == ["8.8.4.4:4000", "8.8.8.8:1", "8.8.8.8:2"]
        limits_met = serving.services.counters.limits
        assert (limits_met["unauthenticated_per_address"], limits_met["proxy_header"]) == (1, 1)
    async with running_on_loopback(tmp_path) as serving:
        assert not await greets(await passed_on(serving, source(FAR)))


async def test_a_header_has_to_come_in_time_and_only_so_many_may_be_late(tmp_path: Path, mock_clock: MockClock) -> None:
    async with running_on_loopback(tmp_path, proxies=HERE, limits=Limits(unauthenticated=2)) as serving:
        waited_for = [await passed_on(serving, source(FAR)[:length]) for length in (0, 20)]
        await trio.testing.wait_all_tasks_blocked(0.01)
        assert await (await passed_on(serving)).frame() is None
        mock_clock.jump(HEADER_S)
        assert [await line.frame() for line in waited_for] == [None, None]


async def test_tls_begins_after_the_header(tmp_path: Path) -> None:
    async with running_on_loopback(tmp_path, plain=False, proxies=HERE) as serving:
        line = await passed_on(serving, source(FAR))
        secure = trio.SSLStream(line.stream, client_context())
        await secure.do_handshake()
        assert remotes(serving) == ["8.8.8.8:4000"]


@pytest.mark.parametrize(
    ("remote", "here", "trusted"),
    [
        ("127.0.0.1", "127.0.0.1", True), ("::1", "::1", True),
        ("192.168.1.5", "192.168.1.5", True),  # this computer, by its other address
        ("10.1.2.3", "192.168.1.5", True), ("2001:db8::7", "2001:db8::1", True),
        ("10.2.0.1", "192.168.1.5", False), ("2001:db8::8", "2001:db8::1", False),
        ("fe80::7%eth0", "fe80::1%eth0", False), ("8.8.8.8", "192.168.1.5", False),
    ],
)  # fmt: skip
def test_only_this_computer_and_configured_proxies_may_send_the_header(remote: str, here: str, trusted: bool) -> None:
    assert Proxies(("10.1.0.0/16", "2001:db8::7")).trusts(Remote(remote), here) == trusted


async def test_a_server_behind_a_proxy_is_not_announced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Config(tmp_path).hosts == ("0.0.0.0", "::")
    assert Config(tmp_path, plain=True).hosts == ("127.0.0.1", "::1")
    assert Config(tmp_path, plain=True, hosts=("0.0.0.0",)).hosts == ("0.0.0.0",)
    announced = []
    monkeypatch.setattr("server.app.Announcer", lambda *_: announced.append("it"))
    async with running_on_loopback(tmp_path / "plain", announce="lo", hosts=()) as serving:
        assert all(ip_address(address.host).is_loopback for address in serving.addresses)
    async with running_on_loopback(tmp_path / "proxied", announce="lo", plain=False, proxies=HERE):
        pass

    assert not announced


# ---- a proxy that does TLS


@asynccontextmanager
async def proxy(identity: Identity, port: int) -> AsyncIterator[Address]:
    """A port that speaks TLS and passes everything on to a server without."""

    async def passed_on(there: trio.abc.Stream, here: trio.abc.Stream, scope: trio.CancelScope) -> None:
        try:
            while data := await there.receive_some(65536):  # type: ignore[attr-defined]
                await here.send_all(data)
        except trio.BrokenResourceError:
            pass
        scope.cancel()

    async def serve(secure: trio.SSLStream[trio.SocketStream]) -> None:
        inside = await trio.open_tcp_stream("127.0.0.1", port)
        async with inside, secure, trio.open_nursery() as nursery:
            nursery.start_soon(passed_on, secure, inside, nursery.cancel_scope)
            nursery.start_soon(passed_on, inside, secure, nursery.cancel_scope)

    async with trio.open_nursery() as nursery:
        context = server_context(identity)
        start = partial(trio.serve_ssl_over_tcp, host="127.0.0.1", https_compatible=True)
        listeners = await nursery.start(partial(start, serve, 0, context))
        yield Address("127.0.0.1", listeners[0].transport_listener.socket.getsockname()[1])
        nursery.cancel_scope.cancel()


@pytest.mark.slow
async def test_a_server_that_knows_the_certificate_of_its_proxy_knows_players_by_their_keys(tmp_path: Path) -> None:
    identity, key = make_identity(tmp_path), DeviceKey.new()
    shown = tmp_path / "shown.pem"  # the certificate alone: the key is the proxy's business
    _key, start, rest = identity.cert_path.read_text("ascii").partition("-----BEGIN CERTIFICATE-----")
    certificate, end, _rest = rest.partition("-----END CERTIFICATE-----")
    shown.write_text(f"{start}{certificate}{end}\n", "ascii")

    async with running_on_loopback(tmp_path / "data", cert=shown) as serving, proxy(identity, serving.port) as address:
        accounts = set()
        for _ in range(2):
            async with connect(Server(identity.fingerprint, (address,))) as connection:
                accounts.add((await connection.sign_in_with(Credentials("Ann", device=key))).account)
        assert len(accounts) == 1
