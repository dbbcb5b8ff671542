"""Certificates for a public name, as an authority issues them."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from protocol.identity.server_certificate import Identity, given_fingerprint

PEM = serialization.Encoding.PEM
NAME = "games.example.org"


@dataclass(frozen=True)
class Authority:
    """A certificate authority that the clients of a test trust."""

    folder: Path
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

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
        path = self.folder / "given.pem"
        path.write_bytes(b"".join(self._new(name, days)))
        return Identity(path, path, given_fingerprint(path))

    def issue_apart(self, name: str = NAME, days: int = 60) -> tuple[Path, Path]:
        """Write a certificate for a name and its key to two files; only their owner may read the key."""
        self.folder.mkdir(exist_ok=True)
        cert, key = self.folder / "cert.pem", self.folder / "key.pem"
        private, public = self._new(name, days)
        cert.write_bytes(public)
        key.write_bytes(private)
        key.chmod(0o600)
        return cert, key

    def _new(self, name: str, days: int) -> tuple[bytes, bytes]:
        key = ec.generate_private_key(ec.SECP256R1())
        private = key.private_bytes(PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        return private, self.certificate(key, name, days, is_own=False).public_bytes(PEM)


def encrypted(key: bytes) -> bytes:
    """Return a private key, encrypted with a password."""
    private = serialization.load_pem_private_key(key, None)
    encryption = serialization.BestAvailableEncryption(b"secret")
    return private.private_bytes(PEM, serialization.PrivateFormat.PKCS8, encryption)
