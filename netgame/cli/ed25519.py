"""Ed25519 signatures, with the package cryptography. It is imported only for records that have some."""


class SignatureSupportError(Exception):
    """This installation of Python cannot check signatures."""


def is_valid(key: bytes, signature: bytes, text: bytes) -> bool:
    """Return whether the Ed25519 signature holds. Raise `SignatureSupportError` without the package for it."""
    try:
        from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError as exc:
        raise SignatureSupportError(
            "its signatures can only be checked with the Python package cryptography; "
            "install it with: python -m pip install cryptography"
        ) from exc
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, text)
    except UnsupportedAlgorithm as exc:
        raise SignatureSupportError("the cryptography of this system knows no Ed25519 signatures") from exc
    except (InvalidSignature, ValueError):
        return False
    return True
