"""Servers with a public name are identified by their certificate's name, not by its fingerprint."""

import datetime
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import trio
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from devtools.harness.server.serving import config, online, running_on_loopback
from protocol.address import Address
from protocol.client import Server, Session, connect, is_public_name
from protocol.client import dial as dialling
from protocol.errors import ConnectError
from server.app import Serving

NAME = "games.example.org"


@dataclass
class Authority:
    """Make a certificate authority that the clients of a test trust."""

    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate

    def issue(self, folder: Path, name: str, days: int = 30) -> tuple[Path, Path]:
        """Write certificate and key for a name to files."""
        folder.mkdir(exist_ok=True)
        key = ec.generate_private_key(ec.SECP256R1())
        made = signed(key, name, self.key, self.certificate.subject, days, ca=False)
        cert_path, key_path = folder / "cert.pem", folder / "key.pem"
        cert_path.write_bytes(made.public_bytes(serialization.Encoding.PEM))
        key_path.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
        return cert_path, key_path


def signed(
    key: ec.EllipticCurvePrivateKey, name: str, by: ec.EllipticCurvePrivateKey, issuer: Any, days: int, *, ca: bool
) -> x509.Certificate:
    now = datetime.datetime.now(datetime.UTC)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer or subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=60))
        .not_valid_after(now + datetime.timedelta(days=days))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=ca, path_length=None), critical=True)
        .sign(by, hashes.SHA256())
    )


class ToLoopback(trio.abc.HostnameResolver):
    """Resolve every name to this computer."""

    async def getaddrinfo(self, host: Any, port: Any, *rest: Any) -> Any:
        return await trio.to_thread.run_sync(socket.getaddrinfo, "127.0.0.1", port, *rest)

    async def getnameinfo(self, sockaddr: Any, flags: int) -> Any:
        raise NotImplementedError


@pytest.fixture
def authority(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Authority:
    key = ec.generate_private_key(ec.SECP256R1())
    made = Authority(key, signed(key, "Test authority", key, None, 30, ca=True))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(cadata=made.certificate.public_bytes(serialization.Encoding.PEM).decode())
    monkeypatch.setattr(dialling, "public_context", lambda: context)
    return made


@asynccontextmanager
async def named_server(data: Path, **changes: Any) -> AsyncIterator[Serving]:
    """Run a TLS server to which every name resolves."""
    before = trio.socket.set_custom_hostname_resolver(ToLoopback())
    try:
        async with running_on_loopback(data, plain=False, **changes) as serving:
            yield serving
    finally:
        trio.socket.set_custom_hostname_resolver(before)


def named(serving: Serving, fingerprint: str | None = None, public_name: str = "") -> Server:
    return Server(fingerprint, (Address(NAME, serving.port),), public_name)


async def test_a_certificate_for_the_typed_name_proves_it(tmp_path: Path, authority: Authority) -> None:
    cert, key = authority.issue(tmp_path / "certificate", NAME)
    async with named_server(tmp_path / "data", cert=cert, key=key) as serving, connect(named(serving)) as line:
        assert line.public_name == NAME
        assert line.fingerprint == serving.fingerprint


async def test_a_renewed_certificate_is_the_same_server(
    tmp_path: Path, authority: Authority, nursery: trio.Nursery
) -> None:
    cert, key = authority.issue(tmp_path / "certificate", NAME)
    async with named_server(tmp_path / "data", cert=cert, key=key) as serving:
        session = Session(named(serving), "Ann", None)
        nursery.start_soon(session.run)
        await online(session)
        before = session.server
        assert (before.public_name, before.fingerprint) == (NAME, serving.fingerprint)
        authority.issue(tmp_path / "certificate", NAME)
        serving.reload(config(tmp_path / "data", plain=False, cert=cert, key=key))

        async with connect(before) as line:  # as a client that was there before
            assert line.fingerprint != before.fingerprint
            signed = await line.sign_in("Ann", session.token)

        assert session.signed_in is not None
        assert signed.account == session.signed_in.account
    nursery.cancel_scope.cancel()


@pytest.mark.parametrize("wrong", ["other name", "expired", "self-made"])
async def test_a_certificate_without_the_name_is_refused(tmp_path: Path, authority: Authority, wrong: str) -> None:
    name, days = ("games.example.com", 30) if wrong == "other name" else (NAME, -1)
    cert, key = authority.issue(tmp_path / "certificate", name, days)
    given = {} if wrong == "self-made" else {"cert": cert, "key": key}
    async with named_server(tmp_path / "data", **given) as serving:
        with pytest.raises(ConnectError) as caught:
            async with connect(named(serving, public_name=NAME)):
                pass
        assert caught.value.code == "wrong_identity"
        async with connect(named(serving)) as line:  # typed for the first time: whoever that is shows no name
            assert (line.public_name, line.fingerprint) == ("", serving.fingerprint)


async def test_an_unusable_certificate_changes_nothing(tmp_path: Path, authority: Authority) -> None:
    cert, key = authority.issue(tmp_path / "certificate", NAME)
    async with named_server(tmp_path / "data", cert=cert, key=key) as serving:
        good = serving.fingerprint
        cert.write_text("nonsense")
        with pytest.raises(Exception, match="cannot be used"):
            serving.reload(config(tmp_path / "data", plain=False, cert=cert, key=key))

        async with connect(Server(good, serving.addresses)) as line:
            assert line.fingerprint == good


def test_only_public_names_are_verified() -> None:
    hosts = ["games.example.org", "192.168.1.4", "8.8.8.8", "::1", "tower", "tower.local", "tower.fritz.lan"]

    assert [host for host in hosts if is_public_name(host)] == ["games.example.org"]
