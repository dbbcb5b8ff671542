"""A server without TLS behind a proxy that does it: players are known by the keys of their machines there as well."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
import trio

from devtools.harness.server.serving import running_on_loopback
from protocol.address import Address
from protocol.client import Refusal, Server, connect
from protocol.client.credentials import Credentials
from protocol.identity.device_key import DeviceKey
from protocol.identity.server_certificate import Identity, make_identity, server_context


def identity_in(folder: Path) -> Identity:
    folder.mkdir()
    return make_identity(folder)


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
    identity, key = identity_in(tmp_path / "proxy"), DeviceKey.new()
    shown = tmp_path / "shown.pem"  # the certificate alone: the key is the proxy's business
    shutil.copy(identity.cert_path, shown)
    text = shown.read_text("ascii")
    start, end = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"
    shown.write_text(text[text.index(start) : text.index(end)] + end + "\n", "ascii")

    async with running_on_loopback(tmp_path / "data", cert=shown) as serving, proxy(identity, serving.port) as address:
        accounts = set()
        for _ in range(2):
            async with connect(Server(identity.fingerprint, (address,))) as connection:
                accounts.add((await connection.sign_in_with(Credentials("Ann", device=key))).account)
        assert len(accounts) == 1


@pytest.mark.slow
async def test_a_proof_for_the_proxy_of_another_server_is_worth_nothing(tmp_path: Path) -> None:
    identity, other = identity_in(tmp_path / "proxy"), identity_in(tmp_path / "other")
    async with (
        running_on_loopback(tmp_path / "data", cert=other.cert_path) as serving,
        proxy(identity, serving.port) as address,
        connect(Server(identity.fingerprint, (address,))) as connection,
    ):
        with pytest.raises(Refusal) as refusal:
            await connection.sign_in_with(Credentials("Ann", device=DeviceKey.new()))
    assert refusal.value.code == "bad_proof"
