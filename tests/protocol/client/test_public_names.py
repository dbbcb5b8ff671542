"""Servers with a public name are identified by their certificate's name, not by its fingerprint."""

import ssl
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

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
from protocol.identity.server_certificate import Identity, given_fingerprint, make_identity, server_context
from server.errors import DataFolderUnusable
from tests.protocol.client.scripted_server import Scripted
from tests.protocol.client.strange_servers import Network, why_not, with_tls

NAME = "games.example.org"
TYPED = Server(None, (Address(NAME),))


@dataclass(frozen=True)
class Authority:
    """A certificate authority that the clients of a test trust."""

    folder: Path
    key: ec.EllipticCurvePrivateKey

    def certificate(self, key: ec.EllipticCurvePrivateKey, name: str, days: int, *, is_own: bool) -> x509.Certificate:
        now = datetime.now(UTC)
        builder = x509.CertificateBuilder(
            issuer_name=x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Test authority")]),
            subject_name=x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]),
            public_key=key.public_key(),
            serial_number=x509.random_serial_number(),
            not_valid_before=now - timedelta(days=60),
            not_valid_after=now + timedelta(days=days),
        )
        builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        builder = builder.add_extension(x509.BasicConstraints(ca=is_own, path_length=None), critical=True)
        return builder.sign(self.key, hashes.SHA256())

    def issue(self, name: str = NAME, days: int = 30) -> Identity:
        """Write key and certificate for a name to a file."""
        path, key = self.folder / "given.pem", ec.generate_private_key(ec.SECP256R1())
        pem = serialization.Encoding.PEM
        private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        path.write_bytes(private + self.certificate(key, name, days, is_own=False).public_bytes(pem))
        return Identity(path, path, given_fingerprint(path))


@pytest.fixture
def authority(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Authority:
    made = Authority(tmp_path, ec.generate_private_key(ec.SECP256R1()))
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
        async with connect(Server(renewed.fingerprint, serving.addresses)):
            pass


def test_only_public_names_are_verified() -> None:
    hosts = ["games.example.org", "192.168.1.4", "8.8.8.8", "::1", "tower", "tower.local", "tower.fritz.lan"]
    assert [host for host in hosts if is_public_name(host)] == ["games.example.org"]
