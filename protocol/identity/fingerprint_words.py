"""A short form of a fingerprint, four words or six digits, for people to compare by telephone or across a room."""

from hashlib import sha256

from protocol.identity.wordlist import WORDS

_PREFIX = b"netgame spoken 1\n"
_WORDS, _BITS = 4, 10


def words_of(fingerprint: str) -> tuple[str, str, str, str]:
    """Return four words of ten bits each, from the start of the hash."""
    bits = int.from_bytes(_hash(fingerprint)[:5], "big")
    first, second, third, fourth = (WORDS[bits >> _BITS * (_WORDS - 1 - i) & 0x3FF] for i in range(_WORDS))
    return first, second, third, fourth


def digits_of(fingerprint: str) -> str:
    """Return six digits. They are enough only if one person sees both screens."""
    number = int.from_bytes(_hash(fingerprint)[5:13], "big") % 1_000_000
    return f"{number // 1000:03} {number % 1000:03}"


def _hash(fingerprint: str) -> bytes:
    return sha256(_PREFIX + bytes.fromhex(fingerprint)).digest()
