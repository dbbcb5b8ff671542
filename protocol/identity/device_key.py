"""Ed25519 keys: that of a computer, which signs in a player without a password, and that with which a server signs.

The signed bytes of a sign-in are `netgame sign-in 1`, a newline, the fingerprint of the server as this client saw it
(32 bytes; zeros without TLS), the server's nonce and the client's nonce. Such a signature is therefore valid for one
server and once.
"""

import hmac
import secrets
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from netgame.text import N_
from protocol.errors import KeyFileError
from protocol.files import write_whole
from protocol.messages.accounts import NONCE_BYTES, DeviceProof

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_PREFIX = b"netgame sign-in 1\n"
MIN_PASSPHRASE = 8


class DeviceKey:
    """A private key. Servers store the `public` ones of players."""

    def __init__(self, private: "Ed25519PrivateKey") -> None:
        self._private = private
        self.public = private.public_key().public_bytes_raw()

    @classmethod
    def new(cls) -> "DeviceKey":
        """Generate a key."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def from_seed(cls, seed: bytes) -> "DeviceKey":
        """Return the key that 32 secret bytes are."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return cls(Ed25519PrivateKey.from_private_bytes(seed))

    def sign(self, text: bytes) -> bytes:
        """Return the signature for a text."""
        return self._private.sign(text)

    def prove(self, fingerprint: str, nonce: bytes) -> DeviceProof:
        """Sign in to that server, on the connection with that nonce. `fingerprint` is empty without TLS."""
        own = secrets.token_bytes(NONCE_BYTES)
        return DeviceProof(key=self.public, nonce=own, signature=self.sign(_signed_bytes(fingerprint, nonce, own)))

    def derive(self, purpose: bytes) -> bytes:
        """Return 32 secret bytes for another purpose, which stay the same as long as the key."""
        return hmac.digest(self._private.private_bytes_raw(), b"netgame derive 1\n" + purpose, "sha256")

    def export(self, passphrase: str) -> bytes:
        """Return the key as an encrypted file. Raise `KeyFileError` if the passphrase is too short."""
        if len(passphrase) < MIN_PASSPHRASE:
            raise KeyFileError("passphrase", N_("A passphrase needs at least {low} characters"), low=MIN_PASSPHRASE)
        return _pem(self._private, passphrase.encode())


def import_key(data: bytes, passphrase: str | None) -> DeviceKey:
    """Read an exported key. Raise `KeyFileError` if it is not a key, or the passphrase is wrong."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        private = load_pem_private_key(data, passphrase.encode() if passphrase is not None else None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise KeyFileError(
            "key_file", N_("This file cannot be opened. It is not the key of a player, or the passphrase is wrong")
        ) from error
    if not isinstance(private, Ed25519PrivateKey):
        raise KeyFileError("key_file", N_("This file contains another kind of key, not the key of a player"))
    return DeviceKey(private)


def load_or_make(path: Path) -> DeviceKey:
    """Load the key from that file; make it if there is none. Raise `KeyFileError` if that fails."""
    try:
        if not path.exists():
            save(DeviceKey.new(), path, replace=False)
        return import_key(path.read_bytes(), None)
    except OSError as error:
        raise _unusable(path, error.strerror or str(error)) from error
    except KeyFileError as error:
        raise _unusable(path, "it holds no key") from error


def save(key: DeviceKey, path: Path, *, replace: bool = True) -> None:
    """Write the key atomically to a file that only its owner can read. Without `replace` an existing file stays."""
    with suppress(FileExistsError):  # another program was faster: use its key
        write_whole(path, _pem(key._private, None), private=True, replace=replace)


def is_proof(proof: DeviceProof, fingerprint: str, nonce: bytes) -> bool:
    """Whether the proof is valid for this server and this connection."""
    return verify(proof.key, proof.signature, _signed_bytes(fingerprint, nonce, proof.nonce))


def verify(key: bytes, signature: bytes, text: bytes) -> bool:
    """Whether the holder of the private key of a public `key` has signed a text."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, text)
    except (InvalidSignature, ValueError):
        return False
    return True


def _signed_bytes(fingerprint: str, nonce: bytes, own: bytes) -> bytes:
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
        N_(
            "The key of this player in {path} cannot be used ({reason}). Restore the file from a backup, "
            "or move it away to get a new key. With a new key you are a new player at each server until you sign in "
            "with your password"
        ),
        path=str(path),
        reason=reason,
    )
