"""Codes that are shown on one machine, so that another one becomes one of the same person's."""

import secrets
from dataclasses import dataclass

LINK_S = 300
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that look alike
_LENGTH = 8
MAX_LINKS = 1000


@dataclass(eq=False)
class PairingCode:
    """A code that was shown. It is good once; for the key that it has let in, until its time is over: that one asks
    again where the answer was lost."""

    account: str
    until: int
    good: bool = True  # the person has not taken it back
    used: bool = False
    key: bytes | None = None  # by which it was used

    def admits(self, key: bytes | None) -> bool:
        """Whether that key may use it."""
        return self.good and (not self.used or (key is not None and key == self.key))

    def take(self, key: bytes | None) -> None:
        """Nobody else may from now on."""
        self.used, self.key = True, key


class PairingCodes:
    """In memory only; an account has one at a time."""

    def __init__(self) -> None:
        self._links: dict[str, PairingCode] = {}

    def make(self, account: str, now: int) -> str:
        """A code of that account. One that was made before is not good any more."""
        self.forget(account)
        self._links = {code: link for code, link in self._links.items() if link.until > now}
        while len(self._links) >= MAX_LINKS:
            del self._links[next(iter(self._links))]
        code = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
        self._links[code] = PairingCode(account, now + LINK_S * 1000)
        return f"{code[:4]}-{code[4:]}"

    def find(self, code: str, key: bytes | None, now: int) -> PairingCode | None:
        """The link of that code, if it is good for who has that key."""
        link = self._links.get("".join(char for char in code.upper() if char.isalnum()))
        return link if link is not None and now < link.until and link.admits(key) else None

    def forget(self, account: str) -> None:
        """No code of that account is good any more, not even one that is being used."""
        for code in [code for code, link in self._links.items() if link.account == account]:
            self._links.pop(code).good = False
