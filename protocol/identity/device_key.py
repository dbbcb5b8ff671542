"""The key of this machine, by which a player is known without a password; and what it signs.

Ed25519. Signed is `netgame sign-in 1`, a newline, the fingerprint of the server as this client saw it (32 bytes; zeros
without TLS), the server's nonce and the own one. So what one server is shown is worth nothing at another, nor twice.
"""

import secrets
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from protocol.errors import KeyFileError
from protocol.files import write_whole
from protocol.messages.accounts import NONCE_BYTES, DeviceProof

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_PREFIX = b"netgame sign-in 1\n"
MIN_PASSPHRASE = 8


class DeviceKey:
    """A private key. `public` is what servers know of it."""

    def __init__(self, private: "Ed25519PrivateKey") -> None:
        self._private = private
        self.public = private.public_key().public_bytes_raw()

    @classmethod
    def new(cls) -> "DeviceKey":
        """A key nobody has had so far."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return cls(Ed25519PrivateKey.generate())

    def prove(self, fingerprint: str, nonce: bytes) -> DeviceProof:
        """The proof for that server on the connection with that nonce; no fingerprint without TLS."""
        own = secrets.token_bytes(NONCE_BYTES)
        return DeviceProof(key=self.public, nonce=own, signature=self._private.sign(_signed(fingerprint, nonce, own)))

    def exported(self, passphrase: str) -> bytes:
        """The key as a file that only opens with the passphrase; `KeyFileError` if that is too short."""
        if len(passphrase) < MIN_PASSPHRASE:
            raise KeyFileError("passphrase", "A passphrase has at least {low} characters", low=MIN_PASSPHRASE)
        return _pem(self._private, passphrase.encode())


def imported(data: bytes, passphrase: str | None) -> DeviceKey:
    """The key of such a file; `KeyFileError` if it is none, or does not open with that."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        private = load_pem_private_key(data, passphrase.encode() if passphrase is not None else None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise KeyFileError(
            "key_file", "This file cannot be opened: it is no key of a player, or the passphrase is another one"
        ) from error
    if not isinstance(private, Ed25519PrivateKey):
        raise KeyFileError("key_file", "This file holds another kind of key, not one of a player")
    return DeviceKey(private)


def load_or_make(path: Path) -> DeviceKey:
    """The key kept in that file, made at the first call; `KeyFileError` if it cannot be read or written."""
    try:
        if not path.exists():
            save(DeviceKey.new(), path, replace=False)
        return imported(path.read_bytes(), None)
    except OSError as error:
        raise _unusable(path, error.strerror or str(error)) from error
    except KeyFileError as error:
        raise _unusable(path, "it holds no key") from error


def save(key: DeviceKey, path: Path, *, replace: bool = True) -> None:
    """Keep the key in a file that only its owner may read, whole or not at all. Without `replace` an old one stays."""
    with suppress(FileExistsError):  # another program was faster: use its key
        write_whole(path, _pem(key._private, None), private=True, replace=replace)


def is_proof(proof: DeviceProof, fingerprint: str, nonce: bytes) -> bool:
    """Whether whoever sent that has the key, and meant this server and this connection."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        public = Ed25519PublicKey.from_public_bytes(proof.key)
        public.verify(proof.signature, _signed(fingerprint, nonce, proof.nonce))
    except (InvalidSignature, ValueError):
        return False
    return True


def _signed(fingerprint: str, nonce: bytes, own: bytes) -> bytes:
    return _PREFIX + (bytes.fromhex(fingerprint) if fingerprint else bytes(32)) + nonce + own


def _pem(private: "Ed25519PrivateKey", passphrase: bytes | None) -> bytes:
    from cryptography.hazmat.primitives import serialization as s

    locked: s.KeySerializationEncryption = s.NoEncryption()
    if passphrase is not None:
        locked = s.BestAvailableEncryption(passphrase)
    return private.private_bytes(s.Encoding.PEM, s.PrivateFormat.PKCS8, locked)


def _unusable(path: Path, reason: str) -> KeyFileError:
    return KeyFileError(
        "key_file",
        "The key of this player in {path} cannot be used ({reason}). Put back a copy of the file, or move it away: "
        "then a new key is made, and servers take you for somebody new until you sign in with your password",
        path=str(path),
        reason=reason,
    )
