"""Pairing codes: shown on one computer of a person, typed on another to sign in to the same account."""

import secrets
from dataclasses import dataclass

LIFETIME_S = 300
MAX_CODES = 1000
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that look alike
_LENGTH = 8


@dataclass(eq=False)
class PairingCode:
    """A code for one use. The key that has used it may repeat the request, in case the answer was lost."""

    account: str
    until: int
    is_revoked: bool = False
    is_used: bool = False
    key: bytes | None = None  # of the device that used it


class PairingCodes:
    """The codes in force, in memory only. An account has one at a time."""

    def __init__(self) -> None:
        self._codes: dict[str, PairingCode] = {}

    def make(self, account: str, now: int) -> str:
        """Make a code for an account and revoke its previous one."""
        self.revoke(account)
        self._codes = {text: code for text, code in self._codes.items() if code.until > now}
        while len(self._codes) >= MAX_CODES:
            del self._codes[next(iter(self._codes))]
        text = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
        self._codes[text] = PairingCode(account, now + LIFETIME_S * 1000)
        return f"{text[:4]}-{text[4:]}"

    def find(self, text: str, key: bytes | None, now: int) -> PairingCode | None:
        """Return the code, if the device with that key may use it now."""
        code = self._codes.get("".join(char for char in text.upper() if char.isalnum()))
        if code is None or now >= code.until:
            return None
        return code if not code.is_used or (key is not None and key == code.key) else None

    def revoke(self, account: str) -> None:
        """Make the code of an account invalid, even while a sign-in is using it."""
        for text in [text for text, code in self._codes.items() if code.account == account]:
            self._codes.pop(text).is_revoked = True
