"""The database of accounts: credentials, registered names, bans and mutes, reports to moderators.

Tokens are stored as hashes, passwords as argon2id hashes, devices as public keys: reading this file is not enough to
sign in.
"""

import hashlib
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar, TypeVarTuple

import msgspec
import trio

from protocol import messages as m
from server.lookalikes import rule, skeletons
from server.storage.accounts_schema import MIGRATIONS
from server.storage.database import empty_wal, open_database, usable

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

DELETED = "[deleted]"  # the name of all deleted accounts
FOREVER = 0  # the end of a ban or mute that holds until it is lifted
MAX_CREDENTIALS = 100  # of one account, so that new ones without end do not fill the disk
_COLUMNS = "account, name, registered, moderator, banned_until, ban_reason, muted_until, made, seen"
_lines = msgspec.json.Decoder(list[m.ChatLine]).decode


class NameTaken(Exception):
    """That name, or one that looks like it, is registered."""


class Registered(Exception):
    """That account already has a name and a password."""


@dataclass(frozen=True)
class Account:
    """An account that has just signed in. `token` is empty unless it was used or just made."""

    id: str
    token: bytes = b""
    new: bool = False
    registered: bool = False  # it owns its name and may play rated matches
    name: str = ""  # empty for guests
    moderator: bool = False
    credential: int = 0  # with which it signed in


@dataclass(frozen=True)
class Known:
    """A stored account. Times are ms since 1970; None: not banned, not muted; `FOREVER`: until it is lifted."""

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
        return in_force(self.banned_until, now)

    def is_muted(self, now: int) -> bool:
        return in_force(self.muted_until, now)


def in_force(until: int | None, now: int) -> bool:
    """Whether a ban or mute with that end holds now."""
    return until is not None and (until == FOREVER or now < until)


class AccountStore:
    """The accounts in a database file; `StoreError` if it cannot be used.

    Methods read or write the disk: the event loop calls them with `in_thread`.
    """

    def __init__(self, path: Path | str) -> None:
        self._limiter = trio.CapacityLimiter(1)
        self._db, self._index = open_database(path, MIGRATIONS)
        with usable(path):
            self._index_names()

    async def in_thread(self, call: Callable[[*Ts], T], *args: *Ts) -> T:
        """Make a call that waits for the disk in a worker thread. The calls run one after another."""
        return await trio.to_thread.run_sync(call, *args, limiter=self._limiter)

    def _index_names(self) -> None:
        """Make the skeletons of all registered names again if the rule has changed.

        Names that look alike only by the new rule all stay: their owners can sign in, and no third account gets such a
        name.
        """
        wanted = (rule(),)
        if self._db.execute("SELECT rule FROM skeleton_rule").fetchall() == [wanted]:
            return
        with self._transaction():
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
        self, name: str, token: bytes | None = None, key: bytes | None = None, label: str = "", now: int = 0
    ) -> Account:
        """Sign in the account of that key, or else of that token; make one if neither is known.

        A new key that comes with a known token is added to that account.
        """
        known = self.owner(key, token)
        if known is None:
            account = secrets.token_hex(8)
            if token is None and key is None:
                token = secrets.token_bytes(m.TOKEN_BYTES)
            with self._transaction():
                self._insert(account, name, now)
                credential = self._use(account, key, token, label, now)
            return Account(account, token or b"", new=True, credential=credential)

        account = known.account
        with self._transaction():
            if not known.registered and not known.is_muted(now):  # everybody reads the name
                self.set_name(account, name)
            credential = self._use(account, key, token, label, now)
        return self._entered(known, credential, token or b"")

    def set_name(self, account: str, name: str) -> None:
        """Change the name of a guest."""
        self._db.execute("UPDATE accounts SET name = ? WHERE account = ? AND name != ?", (name, account, name))

    def owner(self, key: bytes | None, token: bytes | None) -> Known | None:
        """Return the account that signs in with that key, or else with that token."""
        for value in filter(None, (key, _hashed(token))):
            row = self._db.execute("SELECT account FROM credentials WHERE value = ?", (value,)).fetchone()
            if row is not None:
                return self.get(row[0])
        return None

    def admit(self, account: str, key: bytes | None, label: str = "", now: int = 0) -> Account:
        """Sign in an account that has proved itself in another way. Add the key to it; without a key make a token.

        The key leaves the account that it belonged to: the client reconnects with the key alone and must reach the
        same account.
        """
        known = self.get(account)
        assert known is not None, "it was found a moment ago"
        token = b"" if key is not None else secrets.token_bytes(m.TOKEN_BYTES)
        with self._transaction():
            if key is not None:
                self._db.execute("DELETE FROM credentials WHERE value = ? AND account != ?", (key, account))
            credential = self._use(account, key, token or None, label, now)
        return self._entered(known, credential, token)

    def _entered(self, known: Known, credential: int, token: bytes) -> Account:
        return Account(
            known.account, token, False, known.registered, known.name if known.registered else "", known.moderator,
            credential,
        )  # fmt: skip

    def _insert(self, account: str, name: str, now: int) -> None:
        self._db.execute(
            "INSERT INTO accounts (account, name, made, seen) VALUES (?, ?, ?, ?)", (account, name, now, now)
        )

    def _use(self, account: str, key: bytes | None, token: bytes | None, label: str, now: int) -> int:
        """Record the use of a key and a token. Return the id of the key, or else of the token."""
        used = 0
        for kind, value in (("token", _hashed(token)), ("key", key)):
            if value is not None:
                used = self._db.execute(
                    "INSERT INTO credentials (account, kind, value, label, made, used) VALUES (?, ?, ?, ?, ?, ?) "
                    "ON CONFLICT (value) DO UPDATE SET used = excluded.used, "
                    "label = CASE WHEN excluded.label = '' THEN label ELSE excluded.label END RETURNING id",
                    (account, kind, value, label, now, now),
                ).fetchall()[0][0]  # fetchall: an unfinished statement delays the commit
        self._db.execute(
            "DELETE FROM credentials WHERE account = ? AND id != ? AND id NOT IN "
            "(SELECT id FROM credentials WHERE account = ? ORDER BY used DESC, id DESC LIMIT ?)",
            (account, used, account, MAX_CREDENTIALS),
        )
        self._db.execute("UPDATE accounts SET seen = ? WHERE account = ?", (now, account))
        return used

    # ---- registered names

    def register(self, account: str, name: str | None = None, password: str | None = None) -> None:
        """Make an account a registered one with that name and hash of a password; `NameTaken`, `Registered`."""
        if name is None:
            self._db.execute("UPDATE accounts SET registered = 1 WHERE account = ?", (account,))
            return
        with self._transaction():
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
        """Make a registered account with that name and hash of a password; `NameTaken`."""
        account = secrets.token_hex(8)
        with self._transaction():
            self._insert(account, name, now)
            self._register(account, name, password)
        return account

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Commit the block, or roll it back if it raises."""
        if self._db.in_transaction:  # a failing disk has prevented both commit and rollback
            self._db.rollback()
        self._db.execute("BEGIN IMMEDIATE")
        with self._db:
            yield

    def by_name(self, name: str) -> tuple[str, str] | None:
        """Return the account that has registered a name, and the hash of its password."""
        for account in self._named(name):
            password = self.password_of(account)
            if password is not None:
                return account, password
        return None

    def _named(self, name: str) -> list[str]:
        """Return the accounts that have registered a name or one that looks like it, the exact name first."""
        bones = sorted(skeletons(name))
        rows = self._db.execute(
            "SELECT DISTINCT account, name != ?, made FROM skeletons JOIN accounts USING (account) "
            f"WHERE skeleton IN ({', '.join('?' * len(bones))}) ORDER BY 2, 3, 1",
            (name, *bones),
        )
        return [row[0] for row in rows]

    def is_reserved(self, name: str, account: str) -> bool:
        """Whether another account has registered a name, or one that looks like it."""
        return any(other != account for other in self._named(name))

    def password_of(self, account: str) -> str | None:
        """Return the hash of its password; None if it has none."""
        row = self._db.execute("SELECT password FROM accounts WHERE account = ?", (account,)).fetchone()
        return row[0] if row is not None else None

    def set_password(self, account: str, password: str) -> None:
        """Replace the hash of a password."""
        self._db.execute("UPDATE accounts SET password = ? WHERE account = ?", (password, account))

    # ---- credentials

    def devices(self, account: str, here: int) -> list[m.Device]:
        """List keys and tokens, the one used last first. `here` is the one of this connection."""
        rows = self._db.execute(
            "SELECT id, kind, label, made, used FROM credentials WHERE account = ? "
            "ORDER BY used DESC, id DESC LIMIT 200",
            (account,),
        )
        return [
            m.Device(device=id, kind=kind, label=label, made=made, used=used, here=id == here)
            for id, kind, label, made, used in rows
        ]

    def has_credential(self, account: str, device: int) -> bool:
        """Whether the account has that key or token."""
        row = self._db.execute("SELECT 1 FROM credentials WHERE account = ? AND id = ?", (account, device)).fetchone()
        return row is not None

    def revoke(self, account: str, device: int) -> bool:
        """Delete a key or token; False if the account does not have it."""
        done = self._db.execute("DELETE FROM credentials WHERE account = ? AND id = ?", (account, device))
        return done.rowcount > 0

    def revoke_others(self, account: str, keep: int) -> None:
        """Delete all keys and tokens of an account but one."""
        self._db.execute("DELETE FROM credentials WHERE account = ? AND id != ?", (account, keep))

    # ---- looking up accounts

    def get(self, account: str) -> Known | None:
        """Return the account with that id."""
        row = self._db.execute(f"SELECT {_COLUMNS} FROM accounts WHERE account = ?", (account,)).fetchone()
        return _known(row) if row is not None else None

    def find(self, name: str) -> Known | None:
        """Return the account with that id, or else the one that has registered that name.

        The id comes first: everybody sees ids, and another user could register one as a name.
        """
        return self.get(name) or next(map(self.get, self._named(name)), None)

    def listed(self, *, guests: bool = False) -> Iterator[Known]:
        """Yield registered and banned accounts, with `guests` all, sorted by name."""
        which = "" if guests else "WHERE registered OR banned_until IS NOT NULL"
        for row in self._db.execute(f"SELECT {_COLUMNS} FROM accounts {which} ORDER BY name, account"):
            yield _known(row)

    # ---- moderation

    def ban(self, account: str, until: int, reason: str = "") -> None:
        """Ban an account until then."""
        self._db.execute(
            "UPDATE accounts SET banned_until = ?, ban_reason = ? WHERE account = ?", (until, reason, account)
        )

    def unban(self, account: str) -> list[str]:
        """Lift the ban of an account and of the addresses banned with it. Return those addresses."""
        with self._transaction():
            self._db.execute("UPDATE accounts SET banned_until = NULL, ban_reason = '' WHERE account = ?", (account,))
            lifted = self._db.execute("DELETE FROM address_bans WHERE account = ? RETURNING address", (account,))
            return [row[0] for row in lifted.fetchall()]

    def mute(self, account: str, until: int | None) -> None:
        """Mute an account until then; None lifts the mute."""
        self._db.execute("UPDATE accounts SET muted_until = ? WHERE account = ?", (until, account))

    def make_moderator(self, account: str, on: bool = True) -> None:
        """Make an account a moderator from its next sign-in on, or no longer."""
        self._db.execute("UPDATE accounts SET moderator = ? WHERE account = ?", (on, account))

    def ban_address(self, address: str, until: int, reason: str = "", account: str = "") -> None:
        """Ban an address until then, or until the ban of that account is lifted."""
        self._db.execute("INSERT OR REPLACE INTO address_bans VALUES (?, ?, ?, ?)", (address, until, reason, account))

    def address_bans(self) -> dict[str, tuple[int, str]]:
        """Return the end and the reason of each ban by address."""
        return {row[0]: (row[1], row[2]) for row in self._db.execute("SELECT address, until, reason FROM address_bans")}

    def add_measure(self, at: int, moderator: str, what: str, account: str, until: int | None, reason: str) -> None:
        """Record a measure of a moderator."""
        self._db.execute(
            "INSERT INTO measures VALUES (?, ?, ?, ?, ?, ?)", (at, moderator, what, account, until, reason)
        )

    # ---- renaming and deleting

    def rename(self, account: str, name: str) -> None:
        """Give a registered account another name, also in reports; `NameTaken`."""
        with self._transaction():
            if self.is_reserved(name, account):
                raise NameTaken
            self._db.execute("DELETE FROM skeletons WHERE account = ?", (account,))
            self._db.executemany("INSERT INTO skeletons VALUES (?, ?)", [(bones, account) for bones in skeletons(name)])
            self._set_name_in_reports(account, name)
            self._db.execute("UPDATE accounts SET name = ? WHERE account = ?", (name, account))
        empty_wal(self._db)

    def lock_out(self, account: str) -> None:
        """Delete everything that an account signs in with."""
        with self._transaction():
            self._db.execute("DELETE FROM credentials WHERE account = ?", (account,))
            self._db.execute("UPDATE accounts SET password = NULL WHERE account = ?", (account,))

    def erase(self, account: str) -> list[str]:
        """Delete what is stored of an account. Return the addresses that were banned with it.

        The account itself remains under the name `DELETED`, because matches name it by its id.
        """
        with self._transaction():
            for table in ("credentials", "skeletons", "measures", "reports"):
                self._db.execute(f"DELETE FROM {table} WHERE account = ?", (account,))
            self._db.execute("UPDATE reports SET words = '' WHERE by_account = ?", (account,))
            self._set_name_in_reports(account, DELETED, text="")
            lifted = self._db.execute("DELETE FROM address_bans WHERE account = ? RETURNING address", (account,))
            addresses = [row[0] for row in lifted.fetchall()]
            self._db.execute("DELETE FROM accounts WHERE account = ?", (account,))
            self._insert(account, DELETED, 0)
        empty_wal(self._db)
        return addresses

    def _set_name_in_reports(self, account: str, name: str, text: str | None = None) -> None:
        """Change the name of an account in all reports, and with `text` its lines of chat."""
        self._db.execute(
            "UPDATE reports SET closed_by = ?"
            " WHERE closed_by = (SELECT name FROM accounts WHERE account = ? AND registered)",
            (name, account),
        )
        self._db.execute("UPDATE reports SET by_name = ? WHERE by_account = ?", (name, account))
        self._db.execute("UPDATE reports SET name = ? WHERE account = ?", (name, account))
        found = self._db.execute("SELECT number, lines FROM reports WHERE instr(lines, ?)", (account,)).fetchall()
        for number, stored in found:
            lines = [
                msgspec.structs.replace(line, name=name, text=line.text if text is None else text)
                if line.account == account
                else line
                for line in _lines(stored)
            ]
            changed = msgspec.json.encode(lines).decode()
            self._db.execute("UPDATE reports SET lines = ? WHERE number = ?", (changed, number))

    # ---- reports

    def has_report(self, by: str, key: bytes) -> bool:
        """Whether an account has sent a report with that key."""
        question = "SELECT 1 FROM reports WHERE key = ? AND by_account = ?"
        return self._db.execute(question, (key, by)).fetchone() is not None

    def add_report(self, key: bytes, report: m.ReportInfo) -> None:
        """Store a report, unless there is one with that key. It gets a number of its own."""
        self._db.execute(
            "INSERT OR IGNORE INTO reports (key, at, by_account, by_name, account, name, place, words, lines) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                key, report.at, report.by, report.by_name, report.account, report.name, report.table, report.text,
                msgspec.json.encode(report.lines).decode(),
            ),
        )  # fmt: skip

    def reports(self, before: int | None, closed: bool, limit: int) -> list[m.ReportInfo]:
        """Return reports with smaller numbers, the newest first; with `closed` the resolved ones as well."""
        rows = self._db.execute(
            "SELECT number, at, by_account, by_name, account, name, place, words, lines, closed_by FROM reports "
            "WHERE number < ? AND (closed_by = '' OR ?) ORDER BY number DESC LIMIT ?",
            (before if before is not None else 2**62, closed, limit),
        )
        return [
            m.ReportInfo(
                report=number, at=at, by=by, by_name=by_name, account=account, name=name, table=table, text=words,
                lines=_lines(lines), closed_by=closed_by,
            )
            for number, at, by, by_name, account, name, table, words, lines, closed_by in rows
        ]  # fmt: skip

    def close_report(self, report: int, moderator: str) -> bool:
        """Mark a report as resolved; False if there is none of that number."""
        done = self._db.execute("UPDATE reports SET closed_by = ? WHERE number = ?", (moderator, report))
        return done.rowcount > 0

    def close(self) -> None:
        """Close the database."""
        self._db.close()
        self._index.close()


def _known(row: tuple[str, str, int, int, int | None, str, int | None, int, int]) -> Known:
    account, name, registered, moderator = row[:4]
    return Known(account, name, bool(registered), bool(moderator), *row[4:])


def _hashed(token: bytes | None) -> bytes | None:
    """Hash a token. 32 random bytes need no slow hash."""
    return hashlib.sha256(token).digest() if token is not None else None
