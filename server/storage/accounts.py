"""Who is who: accounts, what they sign in with, and what moderators have said of them. A database of its own.

Tokens are kept as hashes, passwords as argon2id hashes, devices as public keys: who reads this file cannot sign in.
"""

import hashlib
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import trio

from protocol import messages as m
from server.lookalikes import rule, skeletons
from server.storage.accounts_schema import MIGRATIONS
from server.storage.database import open_database, usable

T = TypeVar("T")
FOREVER = 0  # of a ban or a mute: until it is lifted
MAX_CREDENTIALS = 100  # of one account; whoever sends new ones without end has no more than that on disk


class NameTaken(Exception):
    """That name, or one that looks like it, is registered."""


class Registered(Exception):
    """That account has a name and a password already."""


@dataclass(frozen=True)
class Account:
    """Somebody this server knows, as he has just signed in. `token` is only known when it was used, or just made."""

    id: str
    token: bytes = b""
    new: bool = False
    registered: bool = False  # has its name for itself, and may play rated matches
    name: str = ""  # of who is registered
    moderator: bool = False
    credential: int = 0  # by which it signed in


@dataclass(frozen=True)
class Known:
    """An account as it is kept. Times are ms since 1970; None: not banned, not muted; `FOREVER`: until it is lifted."""

    account: str
    name: str
    registered: bool
    moderator: bool
    banned_until: int | None
    ban_reason: str
    muted_until: int | None
    made: int
    seen: int

    def is_banned(self, now: int) -> bool:
        return _is_on(self.banned_until, now)

    def is_muted(self, now: int) -> bool:
        return _is_on(self.muted_until, now)


def _is_on(until: int | None, now: int) -> bool:
    return until is not None and (until == FOREVER or now < until)


_COLUMNS = "account, name, registered, moderator, banned_until, ban_reason, muted_until, made, seen"


class AccountStore:
    """The accounts in a database file; `StoreError` if it cannot be used. Every call touches the disk."""

    def __init__(self, path: Path | str) -> None:
        self._limiter = trio.CapacityLimiter(1)
        self._db, self._index = open_database(path, MIGRATIONS)
        with usable(path):
            self._index_names()

    async def in_thread(self, call: Callable[[], T]) -> T:
        """Make a call that waits for the disk in a worker thread. The calls run one after another."""
        return await trio.to_thread.run_sync(call, limiter=self._limiter)

    def _index_names(self) -> None:
        """Make the skeletons of all registered names, where they were made by another rule than that of today.

        Names that look alike only now all stay: their owners sign in, and no third account gets such a name.
        """
        wanted = (rule(),)
        if self._db.execute("SELECT rule FROM skeleton_rule").fetchall() == [wanted]:
            return
        with self._whole():
            named = self._db.execute("SELECT name, account FROM accounts WHERE password IS NOT NULL").fetchall()
            self._db.execute("DELETE FROM skeletons")
            self._db.executemany(
                "INSERT INTO skeletons VALUES (?, ?)",
                ((bones, account) for name, account in named for bones in skeletons(name)),
            )
            self._db.execute("DELETE FROM skeleton_rule")
            self._db.execute("INSERT INTO skeleton_rule VALUES (?)", wanted)

    # ---- signing in

    def enter(
        self, name: str, token: bytes | None = None, key: bytes | None = None, *, label: str = "", now: int = 0
    ) -> Account:
        """The account of that key, else of that token; a new one if neither is known here.

        A key that came with a known token is that account's from now on.
        """
        account = self.holder(key, token)
        if account is None:
            return self._new(name, token, key, label, now)
        known = self.about(account)
        assert known is not None, "credentials go with their account"
        with self._whole():
            if not known.registered and not known.is_muted(now):  # a name is read by everybody as well
                self._db.execute("UPDATE accounts SET name = ? WHERE account = ? AND name != ?", (name, account, name))
            credential = self._use(account, key, token, label, now)
        return self._entered(known, credential, token or b"")

    def holder(self, key: bytes | None, token: bytes | None) -> str | None:
        """The account that signs in with that key, else with that token."""
        for value in filter(None, (key, _hashed(token))):
            row = self._db.execute("SELECT account FROM credentials WHERE value = ?", (value,)).fetchone()
            if row is not None:
                return str(row[0])
        return None

    def admit(self, account: str, key: bytes | None, label: str = "", now: int = 0) -> Account:
        """That account has proved itself in another way: the key is one of its own from now on; without a key it gets
        a new token. The key leaves the account that it signed in for before, registered or not: the client comes back
        with the key alone, and has to be the same person then."""
        known = self.about(account)
        assert known is not None, "it was found a moment ago"
        token = b"" if key is not None else secrets.token_bytes(m.TOKEN_BYTES)
        with self._whole():
            if key is not None:
                self._db.execute("DELETE FROM credentials WHERE value = ? AND account != ?", (key, account))
            credential = self._use(account, key, token or None, label, now)
        return self._entered(known, credential, token)

    def _entered(self, known: Known, credential: int, token: bytes) -> Account:
        return Account(
            known.account, token, False, known.registered, known.name if known.registered else "", known.moderator,
            credential,
        )  # fmt: skip

    def _new(self, name: str, token: bytes | None, key: bytes | None, label: str, now: int) -> Account:
        account = secrets.token_hex(8)
        if token is None and key is None:
            token = secrets.token_bytes(m.TOKEN_BYTES)
        with self._whole():
            self._insert(account, name, now)
            credential = self._use(account, key, token, label, now)
        return Account(account, token or b"", new=True, credential=credential)

    def _insert(self, account: str, name: str, now: int) -> None:
        self._db.execute(
            "INSERT INTO accounts (account, name, made, seen) VALUES (?, ?, ?, ?)", (account, name, now, now)
        )

    def _use(self, account: str, key: bytes | None, token: bytes | None, label: str, now: int) -> int:
        """Note that these were used; the number of the stronger one."""
        used = 0
        for kind, value in (("token", _hashed(token)), ("key", key)):
            if value is not None:
                used = self._db.execute(
                    "INSERT INTO credentials (account, kind, value, label, made, used) VALUES (?, ?, ?, ?, ?, ?) "
                    "ON CONFLICT (value) DO UPDATE SET used = excluded.used, "
                    "label = CASE WHEN excluded.label = '' THEN label ELSE excluded.label END RETURNING id",
                    (account, kind, value, label, now, now),
                ).fetchall()[0][0]  # all of it: a statement that is not at its end holds up the commit
        self._db.execute(
            "DELETE FROM credentials WHERE account = ? AND id != ? AND id NOT IN "
            "(SELECT id FROM credentials WHERE account = ? ORDER BY used DESC, id DESC LIMIT ?)",
            (account, used, account, MAX_CREDENTIALS),
        )
        self._db.execute("UPDATE accounts SET seen = ? WHERE account = ?", (now, account))
        return used

    # ---- registered names

    def register(self, account: str, name: str | None = None, password: str | None = None) -> None:
        """That account may play rated matches from now on, and has the name for itself; `NameTaken`, `Registered`.

        `password` is its hash.
        """
        if name is None:
            self._db.execute("UPDATE accounts SET registered = 1 WHERE account = ?", (account,))
            return
        with self._whole():
            self._register(account, name, password)

    def _register(self, account: str, name: str, password: str | None) -> None:
        if self.is_reserved(name, account):
            raise NameTaken
        done = self._db.execute(
            "UPDATE accounts SET registered = 1, name = ?, password = ? WHERE account = ? AND password IS NULL",
            (name, password, account),
        )
        if not done.rowcount:
            raise Registered
        self._db.executemany("INSERT INTO skeletons VALUES (?, ?)", [(bones, account) for bones in skeletons(name)])

    def add(self, name: str, password: str, now: int = 0) -> str:
        """A new account with that name and hash of a password; `NameTaken`."""
        account = secrets.token_hex(8)
        with self._whole():
            self._insert(account, name, now)
            self._register(account, name, password)
        return account

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """All of the block, or nothing of it."""
        if self._db.in_transaction:  # one that could neither be committed nor taken back then, on a failing disk
            self._db.rollback()
        self._db.execute("BEGIN IMMEDIATE")
        with self._db:
            yield

    def by_name(self, name: str) -> tuple[str, str] | None:
        """The account that has registered that name, and the hash of its password."""
        for account in self._named(name):
            password = self.password_of(account)
            if password is not None:
                return account, password
        return None

    def _named(self, name: str) -> list[str]:
        """The accounts that have registered that name or one that looks like it; the exact name comes first."""
        bones = sorted(skeletons(name))
        rows = self._db.execute(
            "SELECT DISTINCT account, name != ?, made FROM skeletons JOIN accounts USING (account) "
            f"WHERE skeleton IN ({', '.join('?' * len(bones))}) ORDER BY 2, 3, 1",
            (name, *bones),
        )
        return [row[0] for row in rows]

    def is_reserved(self, name: str, account: str) -> bool:
        """Whether another account has registered that name, or one that looks like it."""
        return any(other != account for other in self._named(name))

    def password_of(self, account: str) -> str | None:
        """The hash of its password; None where it has none."""
        row = self._db.execute("SELECT password FROM accounts WHERE account = ?", (account,)).fetchone()
        return row[0] if row is not None else None

    def set_password(self, account: str, password: str) -> None:
        """Another hash."""
        self._db.execute("UPDATE accounts SET password = ? WHERE account = ?", (password, account))

    # ---- what an account signs in with

    def devices(self, account: str, here: int) -> list[m.Device]:
        """Its keys and tokens, the one used last first; `here` is the one by which somebody is signed in now."""
        rows = self._db.execute(
            "SELECT id, kind, label, made, used FROM credentials WHERE account = ? "
            "ORDER BY used DESC, id DESC LIMIT 200",
            (account,),
        )
        return [
            m.Device(device=id, kind=kind, label=label, made=made, used=used, here=id == here)
            for id, kind, label, made, used in rows
        ]

    def has(self, account: str, device: int) -> bool:
        """Whether the account has that key or token."""
        row = self._db.execute("SELECT 1 FROM credentials WHERE account = ? AND id = ?", (account, device)).fetchone()
        return row is not None

    def revoke(self, account: str, device: int) -> bool:
        """Nobody signs in with that any more; False if the account has no such key or token."""
        done = self._db.execute("DELETE FROM credentials WHERE account = ? AND id = ?", (account, device))
        return done.rowcount > 0

    def revoke_others(self, account: str, keep: int) -> None:
        """Nobody signs in for that account with anything else."""
        self._db.execute("DELETE FROM credentials WHERE account = ? AND id != ?", (account, keep))

    # ---- what is known of people

    def about(self, account: str) -> Known | None:
        """An account as it is kept."""
        return self._one(f"SELECT {_COLUMNS} FROM accounts WHERE account = ?", account)

    def find(self, name: str) -> Known | None:
        """The account with that name for programs; else the one that has registered it. In this order, for everybody
        sees the former and somebody else could register it."""
        return self.about(name) or next(map(self.about, self._named(name)), None)

    def known(self, account: str) -> tuple[str, bool] | None:
        """What an account was last called, and whether it is registered; None if there is none."""
        row = self._db.execute("SELECT name, registered FROM accounts WHERE account = ?", (account,)).fetchone()
        return (row[0], bool(row[1])) if row is not None else None

    def everybody(self, *, guests: bool = False) -> Iterator[Known]:
        """The registered accounts, and all others if asked for, by name."""
        which = "" if guests else "WHERE registered OR banned_until IS NOT NULL"
        for row in self._db.execute(f"SELECT {_COLUMNS} FROM accounts {which} ORDER BY name, account"):
            yield _known(row)

    def _one(self, question: str, value: str) -> Known | None:
        row = self._db.execute(question, (value,)).fetchone()
        return _known(row) if row is not None else None

    # ---- what moderators do

    def ban(self, account: str, until: int, reason: str = "") -> None:
        """Not let in until then."""
        self._db.execute(
            "UPDATE accounts SET banned_until = ?, ban_reason = ? WHERE account = ?", (until, reason, account)
        )

    def unban(self, account: str) -> list[str]:
        """Let in again, and everybody from the addresses that were banned with it; which those are."""
        with self._whole():
            self._db.execute("UPDATE accounts SET banned_until = NULL, ban_reason = '' WHERE account = ?", (account,))
            lifted = self._db.execute("DELETE FROM address_bans WHERE account = ? RETURNING address", (account,))
            return [row[0] for row in lifted.fetchall()]

    def mute(self, account: str, until: int | None) -> None:
        """May say nothing until then; None: may again."""
        self._db.execute("UPDATE accounts SET muted_until = ? WHERE account = ?", (until, account))

    def make_moderator(self, account: str, on: bool = True) -> None:
        """May do what moderators do, from the next sign-in on."""
        self._db.execute("UPDATE accounts SET moderator = ? WHERE account = ?", (on, account))

    def ban_address(self, address: str, until: int, reason: str = "", account: str = "") -> None:
        """Nobody is let in from there until then, or until that account is let in again."""
        self._db.execute("INSERT OR REPLACE INTO address_bans VALUES (?, ?, ?, ?)", (address, until, reason, account))

    def address_bans(self) -> dict[str, tuple[int, str]]:
        """By address: until when, and why."""
        return {row[0]: (row[1], row[2]) for row in self._db.execute("SELECT address, until, reason FROM address_bans")}

    def note_measure(self, at: int, moderator: str, what: str, account: str, until: int | None, reason: str) -> None:
        """Keep who did what to whom."""
        self._db.execute(
            "INSERT INTO measures VALUES (?, ?, ?, ?, ?, ?)", (at, moderator, what, account, until, reason)
        )

    @property
    def db(self) -> sqlite3.Connection:
        """The connection, for what else lies in this file."""
        return self._db

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()
        self._index.close()


def _known(row: tuple[str, str, int, int, int | None, str, int | None, int, int]) -> Known:
    account, name, registered, moderator = row[:4]
    return Known(account, name, bool(registered), bool(moderator), *row[4:])


def _hashed(token: bytes | None) -> bytes | None:
    """32 random bytes need no slow hash."""
    return hashlib.sha256(token).digest() if token is not None else None
