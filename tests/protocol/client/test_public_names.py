"""Servers with a public name are identified by their certificate's name, not by its fingerprint."""

import json
import socket
import ssl
from pathlib import Path
from typing import Any

import pytest
import trio
from cryptography.hazmat.primitives import serialization

from devtools.harness.server.serving import config, online, running_on_loopback
from protocol.address import Address
from protocol.client import Credentials, Server, Session, connect, is_public_name
from protocol.client import dial as dialling
from protocol.identity.device_key import DeviceKey
from protocol.identity.server_certificate import Identity, make_identity, server_context
from server.errors import DataFolderUnusable
from tests.certificates import NAME, Authority
from tests.protocol.client.scripted_server import Scripted
from tests.protocol.client.strange_servers import Network, why_not, with_tls

TYPED = Server(None, (Address(NAME),))


@pytest.fixture
def authority(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Authority:
    made = Authority(tmp_path)
    own = made.certificate(made.key, "Test authority", 30, is_own=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(cadata=own.public_bytes(serialization.Encoding.PEM).decode())
    monkeypatch.setattr(dialling, "public_context", lambda: context)
    return made


def serve(network: Network, identity: Identity) -> None:
    network[Address(NAME)] = with_tls(Scripted().serve, server_context(identity))


async def test_a_certificate_for_the_typed_name_proves_it_and_a_renewed_one_is_the_same_server(
    network: Network, nursery: trio.Nursery, authority: Authority
) -> None:
    serve(network, first := authority.issue())
    session = Session(TYPED, "Ann", None)
    await nursery.start(session.run)
    await online(session)
    assert session.server == Server(first.fingerprint, TYPED.addresses, NAME)

    serve(network, renewed := authority.issue())
    async with connect(session.server) as line:
        assert (line.public_name, line.fingerprint) == (NAME, renewed.fingerprint)
    nursery.cancel_scope.cancel()


@pytest.mark.parametrize("wrong", ["other name", "expired", "self-made"])
async def test_a_certificate_without_the_name_is_refused(network: Network, authority: Authority, wrong: str) -> None:
    issue = {
        "other name": lambda: authority.issue("games.example.com"),
        "expired": lambda: authority.issue(days=-1),
        "self-made": lambda: make_identity(authority.folder),
    }
    serve(network, identity := issue[wrong]())

    error = await why_not(Server(None, TYPED.addresses, NAME))

    assert error.code == "wrong_identity"
    async with connect(TYPED) as line:  # typed for the first time: whoever that is shows no name
        assert (line.public_name, line.fingerprint) == ("", identity.fingerprint)


async def test_a_server_takes_a_renewed_certificate_but_no_unusable_one(tmp_path: Path, authority: Authority) -> None:
    first = authority.issue()
    settings = config(tmp_path / "data", plain=False, cert=first.cert_path, key=first.key_path)
    async with running_on_loopback(settings.data, plain=False, cert=first.cert_path, key=first.key_path) as serving:
        first.cert_path.write_text("nonsense")
        with pytest.raises(DataFolderUnusable, match="cannot be used"):
            serving.reload(settings)
        async with connect(Server(first.fingerprint, serving.addresses)):
            pass

        renewed = authority.issue()
        serving.reload(settings)
        trio.socket.set_custom_hostname_resolver(Here())
        async with connect(Server(None, (Address(NAME, serving.port),), NAME)) as line:
            assert line.fingerprint == renewed.fingerprint


class Here(trio.abc.HostnameResolver):
    """Names this computer as the one of each name."""

    async def getaddrinfo(self, host: str | bytes | None, port: Any, *more: Any) -> Any:
        return [(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", ("127.0.0.1", int(port)))]

    async def getnameinfo(self, sockaddr: Any, flags: int) -> Any:
        raise NotImplementedError


@pytest.mark.parametrize("before", ["no certificate", "version 1.1.0", "this certificate"])
async def test_players_who_know_an_address_know_the_server_after_a_renewal(
    tmp_path: Path, authority: Authority, before: str
) -> None:
    key, first, data = DeviceKey.new(), authority.issue(), tmp_path / "data"
    own = make_identity(data).fingerprint if before != "this certificate" else ""
    if before == "version 1.1.0":  # it showed the certificate to all players, and wrote that into the lock
        (data / "lock").write_text(json.dumps({"pid": 1, "port": 1, "fingerprint": first.fingerprint}))
    known = own if before == "no certificate" else first.fingerprint

    trio.socket.set_custom_hostname_resolver(Here())
    accounts = set()
    settings = config(data, plain=False, cert=first.cert_path, key=first.key_path)
    async with running_on_loopback(data, plain=False, cert=first.cert_path, key=first.key_path) as serving:
        for _renewal in range(2):
            for server in (Server(known, serving.addresses), Server(None, (Address(NAME, serving.port),), NAME)):
                async with connect(server) as connection:
                    accounts.add((await connection.sign_in_with(Credentials("Ann", device=key))).account)
            authority.issue()
            serving.reload(settings)
    async with running_on_loopback(data, plain=False) as serving:  # without the certificate
        assert serving.fingerprint == known
    assert len(accounts) == 1


def test_only_public_names_are_verified() -> None:
    hosts = ["games.example.org", "192.168.1.4", "8.8.8.8", "::1", "tower", "tower.local", "tower.fritz.lan"]
    assert [host for host in hosts if is_public_name(host)] == ["games.example.org"]
