"""Passwords: what one has to be like, and argon2id, which is slow on purpose and so has its own small queue."""

import unicodedata
from collections.abc import Callable

import trio

from netgame.text import Text
from protocol.messages import MAX_PASSWORD
from server.errors import RequestRefused

MIN_PASSWORD = 8
AT_ONCE = 2  # each takes 64 MiB and a good part of a second of a core
MEMORY_KIB = 64 * 1024
_KNOWN_TO_ALL = frozenset(
    (
        "12345678", "123456789", "1234567890", "password", "passwort", "password1", "password123", "qwertyui",
        "qwertyuiop", "qwertzui", "iloveyou", "abcdefgh", "abcd1234", "letmein1", "sunshine", "princess", "football",
        "baseball", "trustno1", "netgame1",
    )
)  # fmt: skip


def checked_password(text: str, name: str = "") -> str:
    """The password as it is hashed; `RequestRefused` where it could be guessed at once."""
    password = _plain(text)
    if not MIN_PASSWORD <= len(password) <= MAX_PASSWORD:
        words = {"low": MIN_PASSWORD, "high": MAX_PASSWORD}
        raise RequestRefused("weak_password", Text("A password has {low} to {high} characters", words))
    if len(set(password)) < 3 or password.casefold() in _KNOWN_TO_ALL or name.casefold() == password.casefold():
        raise RequestRefused(
            "weak_password", Text("That password is among the first that anybody would try. Take some words instead")
        )
    return password


def _plain(text: str) -> str:
    """Computers write one and the same letter in several ways."""
    return unicodedata.normalize("NFC", text)


class Passwords:
    """Makes and checks hashes, two at a time. More than `queue` that wait are refused with `busy`, after `on_full`."""

    def __init__(self, on_full: Callable[[], None]) -> None:
        self._limiter, self._on_full = trio.CapacityLimiter(AT_ONCE), on_full

    async def hash(self, password: str, queue: int) -> str:
        """A hash to keep."""
        self.check_queue(queue)
        return await trio.to_thread.run_sync(_hash, password, limiter=self._limiter)

    async def verify(self, kept: str | None, password: str, queue: int) -> bool:
        """Whether that is the password of the hash. Without one it takes as long, and is not: nobody learns from the
        time whether a name exists."""
        self.check_queue(queue)
        return await trio.to_thread.run_sync(_fits, kept, _plain(password), limiter=self._limiter)

    def check_queue(self, queue: int) -> None:
        """`RequestRefused` where too many wait already."""
        if self._limiter.statistics().tasks_waiting >= queue:
            self._on_full()
            raise RequestRefused("busy", Text("Too many people sign in with a password at the moment; try again soon"))


_nobody: list[str] = []  # a hash that nothing fits, made when it is first needed


def _hash(password: str) -> str:
    from argon2 import PasswordHasher  # not needed to host for guests, and takes a moment to load

    return PasswordHasher(time_cost=2, memory_cost=MEMORY_KIB, parallelism=1).hash(password)


def hash_password(password: str) -> str:
    """A hash to keep; takes a good part of a second."""
    return _hash(password)


def _fits(kept: str | None, password: str) -> bool:
    from argon2 import PasswordHasher
    from argon2.exceptions import InvalidHashError, VerificationError

    if kept is None and not _nobody:
        import secrets

        _nobody.append(_hash(secrets.token_hex(16)))
    try:
        return PasswordHasher().verify(kept if kept is not None else _nobody[0], password) and kept is not None
    except (VerificationError, InvalidHashError):
        return False
