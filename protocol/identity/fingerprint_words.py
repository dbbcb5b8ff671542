"""A fingerprint as people say it: four words, or six digits, to compare a server by telephone or across the room."""

from hashlib import sha256

from protocol.identity.wordlist import WORDS

_PREFIX = b"netgame spoken 1\n"
_WORDS, _BITS = 4, 10


def words_of(fingerprint: str) -> tuple[str, str, str, str]:
    """The four words of a server: ten bits each, from the front of the hash."""
    bits = int.from_bytes(_hash(fingerprint)[:5], "big")
    first, second, third, fourth = (WORDS[bits >> _BITS * (_WORDS - 1 - i) & 0x3FF] for i in range(_WORDS))
    return first, second, third, fourth


def digits_of(fingerprint: str) -> str:
    """Six digits of the same server: shorter, and only good enough where somebody sees both screens."""
    number = int.from_bytes(_hash(fingerprint)[5:13], "big") % 1_000_000
    return f"{number // 1000:03} {number % 1000:03}"


def _hash(fingerprint: str) -> bytes:
    return sha256(_PREFIX + bytes.fromhex(fingerprint)).digest()
