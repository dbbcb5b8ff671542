from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization as s
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from devtools.harness.systems import is_private
from protocol.errors import KeyFileError
from protocol.identity.device_key import DeviceKey, import_key, is_proof, load_or_make, save
from protocol.messages.accounts import NONCE_BYTES, DeviceProof

NONCE, FINGERPRINT = bytes(range(NONCE_BYTES)), "ab" * 32


def test_a_proof_signs_the_bytes_of_the_protocol_and_is_valid_for_its_server_and_connection_without_any_change() -> (
    None
):
    proof, other = DeviceKey.new().prove(FINGERPRINT, NONCE), DeviceKey.new()
    signed = b"netgame sign-in 1\n" + bytes.fromhex(FINGERPRINT) + NONCE + proof.nonce
    Ed25519PublicKey.from_public_bytes(proof.key).verify(proof.signature, signed)

    assert is_proof(proof, FINGERPRINT, NONCE)
    for fingerprint, wrong in (("cd" * 32, NONCE), ("", NONCE), (FINGERPRINT, bytes(NONCE_BYTES))):
        assert not is_proof(proof, fingerprint, wrong)
    for key, nonce, signature in (
        (other.public, proof.nonce, proof.signature),
        (proof.key, bytes(NONCE_BYTES), proof.signature),
        (proof.key, proof.nonce, bytes(64)),
        (b"\xff" * 32, proof.nonce, proof.signature),
    ):
        assert not is_proof(DeviceProof(key=key, nonce=nonce, signature=signature), FINGERPRINT, NONCE)


def test_the_key_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    path = tmp_path / "new" / "key.pem"
    first, again = load_or_make(path), load_or_make(path)
    assert first.public == again.public
    assert is_private(path)
    assert [file.name for file in path.parent.iterdir()] == ["key.pem"]
    save(DeviceKey.new(), path, replace=False)  # another program has made its own first
    assert load_or_make(path).public == first.public


def test_an_exported_key_opens_only_with_its_passphrase_and_one_of_another_algorithm_not_at_all() -> None:
    key = DeviceKey.new()
    file = key.export("mind the trolls")

    assert import_key(file, "mind the trolls").public == key.public
    for wrong in ("mind the dwarfs", "", None):
        with pytest.raises(KeyFileError, match="cannot be opened"):
            import_key(file, wrong)
    with pytest.raises(KeyFileError, match="at least 8"):
        key.export("short")
    other = ec.generate_private_key(ec.SECP256R1())
    with pytest.raises(KeyFileError, match="another kind"):
        import_key(other.private_bytes(s.Encoding.PEM, s.PrivateFormat.PKCS8, s.NoEncryption()), None)


@pytest.mark.parametrize("data", [b"", b"nonsense", b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"])
def test_a_file_without_a_key_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "key.pem"
    path.write_bytes(data)
    with pytest.raises(KeyFileError, match=r"key\.pem cannot be used"):
        load_or_make(path)
    assert path.read_bytes() == data  # nothing of it is lost
