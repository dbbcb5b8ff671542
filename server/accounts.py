"""Who is who: accounts with the hashes of their tokens, in a database of their own beside the store."""

import hashlib
import re
import secrets
import sqlite3
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from netgame.text import Text
from protocol.messages import MAX_NAME, TOKEN_BYTES
from server.errors import StoreError

MIN_NAME = 3
# letters, marks and symbols that count as printable and show nothing
_HIDDEN = {ord(char): None for char in "\u034f\u115f\u1160\u17b4\u17b5\u2800"} | dict.fromkeys(
    (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
)
_TOWER = re.compile("^m|mmmm")  # no script puts four marks on a letter; those that do cover the lines around them
_MIGRATIONS = (  # by number; a file of version n has had the first n of them
    "CREATE TABLE accounts (account TEXT PRIMARY KEY, token BLOB NOT NULL UNIQUE, name TEXT NOT NULL);",
    "ALTER TABLE accounts ADD COLUMN registered INTEGER NOT NULL DEFAULT 0;",
)
VERSION = len(_MIGRATIONS)
_REASON = Text("A name has {low} to {high} characters that can be seen", {"low": MIN_NAME, "high": MAX_NAME})


class BadName(Exception):
    """That is no name; `text` says what one is."""

    def __init__(self, text: Text = _REASON) -> None:
        super().__init__(text)
        self.text = text


@dataclass(frozen=True)
class Account:
    """Somebody this server knows. `token` is only known when it was just given."""

    id: str
    token: bytes
    new: bool = False
    registered: bool = False  # may play rated matches


class Accounts:
    """The accounts in a database file; `StoreError` if it cannot be used. Every call touches the disk."""

    def __init__(self, path: Path | str) -> None:
        try:
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            for number, change in enumerate(_MIGRATIONS[version:], version + 1):
                self._db.executescript(f"BEGIN; {change} PRAGMA user_version = {number}; COMMIT;")
        except sqlite3.Error as error:
            raise StoreError(
                "The accounts in {path} cannot be used ({reason}). Put back a copy, or choose another data folder",
                path=str(path),
                reason=str(error),
            ) from error
        if version > VERSION:
            self._db.close()
            raise StoreError("The accounts in {path} are of a newer version of this program. Update it", path=str(path))

    def enter(self, name: str, token: bytes | None) -> Account:
        """The account of that token; a new one for a token not known here, or for none."""
        token = token if token is not None else secrets.token_bytes(TOKEN_BYTES)
        hashed = hashlib.sha256(token).digest()  # 32 random bytes need no slow hash
        row = self._db.execute("SELECT account, registered FROM accounts WHERE token = ?", (hashed,)).fetchone()
        if row is not None:
            self._db.execute("UPDATE accounts SET name = ? WHERE account = ? AND name != ?", (name, row[0], name))
            return Account(row[0], token, registered=bool(row[1]))
        account = secrets.token_hex(8)
        self._db.execute("INSERT INTO accounts (account, token, name) VALUES (?, ?, ?)", (account, hashed, name))
        return Account(account, token, new=True)

    def register(self, account: str) -> None:
        """That account may play rated matches from now on."""
        self._db.execute("UPDATE accounts SET registered = 1 WHERE account = ?", (account,))

    def known(self, account: str) -> tuple[str, bool] | None:
        """What an account was last called, and whether it is registered; None if there is none."""
        row = self._db.execute("SELECT name, registered FROM accounts WHERE account = ?", (account,)).fetchone()
        return (row[0], bool(row[1])) if row is not None else None

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()


def tidy(text: str) -> str:
    """NFKC, runs of blanks as one, none at the ends, nothing that does not show: texts that look the same are."""
    return " ".join(unicodedata.normalize("NFKC", text).translate(_HIDDEN).split())


def checked_name(text: str) -> str:
    """The name as it is shown; `BadName` if nobody can be called that."""
    name = tidy(text)
    if not MIN_NAME <= len(name) <= MAX_NAME or not is_seen(name):
        raise BadName
    return name


def is_seen(text: str) -> bool:
    """Whether a text consists of characters that can be seen, without a tower of marks on any of them."""
    return text.isprintable() and not _TOWER.search("".join(map(_kind, text)))


def _kind(char: str) -> str:
    return "m" if unicodedata.category(char) in ("Mn", "Me") else "."
