"""The identity of a server: a key and a self-signed certificate, known to clients by its fingerprint."""

import errno
import hashlib
import re
import ssl
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path

from netgame.text import N_
from protocol.errors import IdentityError
from protocol.files import write_whole

Fingerprint = str  # SHA-256 of the certificate's DER, lower-case hex

FILE = "identity.pem"  # key and certificate in one file, so that neither can be lost alone
_CERTIFICATE = re.compile(r"-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----\n?", re.DOTALL)


@dataclass(frozen=True)
class Identity:
    """The files of certificate and key, and the fingerprint by which clients know the server."""

    cert_path: Path
    key_path: Path
    fingerprint: Fingerprint


def make_identity(folder: Path) -> Identity:
    """Load the identity of that folder; make it if there is none. Raise `IdentityError` if that fails."""
    path = folder / FILE
    try:
        if not path.exists():
            write_whole(path, _new_pem(), private=True)
        text = path.read_text("ascii")
    except (OSError, UnicodeDecodeError) as error:
        raise _unusable(path, error) from error
    certificate = _CERTIFICATE.search(text)
    if certificate is None:
        raise _unusable(path, "it contains no certificate")
    try:
        return Identity(path, path, fingerprint_of(ssl.PEM_cert_to_DER_cert(certificate[0])))
    except ValueError as error:
        raise _unusable(path, error) from error


def fingerprint_of(certificate: bytes) -> Fingerprint:
    """Return the fingerprint of a certificate in DER."""
    return hashlib.sha256(certificate).hexdigest()


def given_identity(cert: Path, key: Path) -> Identity:
    """Load a certificate for a public name. Raise `IdentityError` that says what is wrong with certificate or key."""
    identity = Identity(cert, key, given_fingerprint(cert))
    try:
        if "PRIVATE KEY-----" not in _text_of(key):
            raise _unusable_key(key, "it contains no private key")
        server_context(identity)
    except OSError as error:
        raise _unusable_key(key, error.strerror or error) from error
    except IdentityError as error:
        if error.code == "key":
            raise
        raise _unusable_key(key, error.text.args["reason"]) from error
    return identity


def given_fingerprint(cert: Path) -> Fingerprint:
    """Return the fingerprint of the first certificate in a file. Raise `IdentityError` if there is none."""
    return fingerprint_of(ssl.PEM_cert_to_DER_cert(_given_certificate(cert)))


def given_validity(cert: Path) -> tuple[datetime, datetime]:
    """Return since when and until when the first certificate in a file is valid. Raise `IdentityError` without one."""
    from cryptography import x509  # it takes 0.1 s, and most servers have no such certificate

    try:
        certificate = x509.load_pem_x509_certificate(_given_certificate(cert).encode("ascii"))
    except ValueError as error:
        raise _unusable_given(cert, "it contains no valid certificate") from error
    return certificate.not_valid_before_utc, certificate.not_valid_after_utc


def _text_of(path: Path) -> str:
    """Return the text of a file. `OSError` if it cannot be read, also for a pipe or a device, which may never end."""
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise OSError(errno.EINVAL, "it is a pipe or a device")
    return path.read_text("ascii", errors="replace")


def _given_certificate(cert: Path) -> str:
    """Return the first certificate in a file as PEM. Raise `IdentityError` if there is none."""
    try:
        found = _CERTIFICATE.search(_text_of(cert))
        if found is not None:
            ssl.PEM_cert_to_DER_cert(found[0])
    except OSError as error:
        raise _unusable_given(cert, error.strerror or error) from error
    except ValueError as error:
        raise _unusable_given(cert, "it contains no valid certificate") from error
    if found is None:
        raise _unusable_given(cert, "it contains no certificate")
    return found[0]


def server_context(identity: Identity) -> ssl.SSLContext:
    """Return the TLS context of a server. Raise `IdentityError` if key and certificate do not match."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0  # clients do not resume TLS sessions, and some would never read the tickets
    try:
        # without a callback OpenSSL asks for the password at the terminal
        context.load_cert_chain(identity.cert_path, identity.key_path, password=_no_password)
    except ssl.SSLError as error:
        is_other = error.reason in ("KEY_VALUES_MISMATCH", "KEY_TYPE_MISMATCH")
        raise _unusable(identity.cert_path, "the key belongs to another certificate" if is_other else error) from error
    except (OSError, ValueError) as error:
        raise _unusable(identity.cert_path, error) from error
    return context


def _no_password() -> str:
    raise ValueError("the key is encrypted with a password")


@lru_cache(maxsize=1)
def client_context() -> ssl.SSLContext:
    """Return the TLS context of a client that accepts any certificate.

    The caller compares the fingerprint right after the handshake, before it sends anything.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


@lru_cache(maxsize=1)
def public_context() -> ssl.SSLContext:
    """Return the TLS context of a client that accepts only publicly trusted certificates for the requested name."""
    context = ssl.create_default_context()
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    return context


def _new_pem() -> bytes:
    # imported here, because it takes 0.1 s and a server needs it once
    from datetime import UTC, datetime

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "netgame")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime(2000, 1, 1, tzinfo=UTC))  # a computer's clock may be years off
        .not_valid_after(datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC))  # RFC 5280: does not expire
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return private + certificate.public_bytes(serialization.Encoding.PEM)


def _unusable_given(path: Path, reason: object) -> IdentityError:
    return IdentityError(
        "certificate",
        N_(
            "The certificate in {path} cannot be used ({reason}). Set cert to the file with the whole certificate "
            "chain, and key to the file with its private key. The server has to be able to read both"
        ),
        path=str(path),
        reason=str(reason),
    )


def _unusable_key(path: Path, reason: object) -> IdentityError:
    return IdentityError(
        "key",
        N_(
            "The key in {path} cannot be used ({reason}). Set key to the file with the private key of the certificate "
            "in cert, without a password. The server has to be able to read it"
        ),
        path=str(path),
        reason=str(reason),
    )


def _unusable(path: Path, reason: object) -> IdentityError:
    return IdentityError(
        "identity",
        N_(
            "The identity of this server in {path} cannot be used ({reason}). Restore the file from a backup, "
            "or delete it to get a new identity. Players then see a warning that this is a new server"
        ),
        path=str(path),
        reason=str(reason),
    )
