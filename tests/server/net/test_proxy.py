"""A server without TLS behind a proxy that does it: players are known by the keys of their machines there as well."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
import trio

from devtools.harness.server.serving import running_on_loopback
from protocol.address import Address
from protocol.client import Server, connect
from protocol.client.credentials import Credentials
from protocol.identity.device_key import DeviceKey
from protocol.identity.server_certificate import Identity, make_identity, server_context


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
