"""Pairing codes: shown on one computer of a person, typed on another to sign in to the same account.

A code is for one use. The key that has used it may repeat the request, in case the answer was lost.
"""

import hashlib
import secrets

LIFETIME_S = 300
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that look alike
_LENGTH = 8


def new_code() -> str:
    """Return a new code as people read it."""
    text = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
    return f"{text[:4]}-{text[4:]}"


def normalized(text: str) -> str:
    """Return a code for comparison: case, spaces and hyphens make no difference."""
    return "".join(char for char in text.upper() if char.isalnum())


def digest_of_code(text: str) -> bytes:
    """Return the hash with which a mailed code is stored."""
    return hashlib.sha256(normalized(text).encode()).digest()
