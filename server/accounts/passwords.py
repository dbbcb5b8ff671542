"""Passwords: their rules, and their argon2id hashes, which are slow on purpose and have a small queue of their own."""

import unicodedata
from collections.abc import Callable

import trio

from netgame.text import Text
from protocol.messages import MAX_PASSWORD
from server.errors import RequestRefused

MIN_PASSWORD = 8
MAX_PARALLEL = 2  # each takes 64 MiB and most of a second of a core
MEMORY_KIB = 64 * 1024
_COMMON = frozenset(
    (
        "12345678", "123456789", "1234567890", "password", "passwort", "password1", "password123", "qwertyui",
        "qwertyuiop", "qwertzui", "iloveyou", "abcdefgh", "abcd1234", "letmein1", "sunshine", "princess", "football",
        "baseball", "trustno1", "netgame1",
    )
)  # fmt: skip


def checked_password(text: str, name: str = "") -> str:
    """Return the normal form of a new password; `RequestRefused` if it is too easy to guess."""
    password = _plain(text)
    if not MIN_PASSWORD <= len(password) <= MAX_PASSWORD:
        words = {"low": MIN_PASSWORD, "high": MAX_PASSWORD}
        raise RequestRefused("weak_password", Text("A password has {low} to {high} characters", words))
    if len(set(password)) < 3 or password.casefold() in _COMMON or name.casefold() == password.casefold():
        raise RequestRefused("weak_password", Text("That password is too easy to guess. Use several words instead"))
    return password


def _plain(text: str) -> str:
    """Normalize a password: keyboards send the same letter in several forms."""
    return unicodedata.normalize("NFC", text)


class Passwords:
    """Makes and verifies hashes, two at a time. If `queue` calls wait, refuse another with `busy`, after `on_full`."""

    def __init__(self, on_full: Callable[[], None]) -> None:
        self._limiter, self._on_full = trio.CapacityLimiter(MAX_PARALLEL), on_full

    async def hash(self, password: str, queue: int) -> str:
        """Hash a password for storage."""
        self.check_queue(queue)
        return await trio.to_thread.run_sync(hash_password, password, limiter=self._limiter)

    async def verify(self, hash: str | None, password: str, queue: int) -> bool:
        """Whether a password has that hash. Without a hash it takes as long and is False, so that the time does not
        reveal which names exist."""
        self.check_queue(queue)
        return await trio.to_thread.run_sync(_verify, hash, _plain(password), limiter=self._limiter)

    def check_queue(self, queue: int) -> None:
        """Raise `RequestRefused` if too many calls wait."""
        if self._limiter.statistics().tasks_waiting >= queue:
            self._on_full()
            raise RequestRefused("busy", Text("Too many password sign-ins at the moment. Try again soon"))


_dummy: list[str] = []  # a hash of no known password, made at first use


def hash_password(password: str) -> str:
    """Hash a password for storage. This takes most of a second."""
    from argon2 import PasswordHasher  # not needed to host for guests, and slow to load

    return PasswordHasher(time_cost=2, memory_cost=MEMORY_KIB, parallelism=1).hash(password)


def _verify(hash: str | None, password: str) -> bool:
    from argon2 import PasswordHasher
    from argon2.exceptions import InvalidHashError, VerificationError

    if hash is None and not _dummy:
        import secrets

        _dummy.append(hash_password(secrets.token_hex(16)))
    try:
        return PasswordHasher().verify(hash if hash is not None else _dummy[0], password) and hash is not None
    except (VerificationError, InvalidHashError):
        return False
