"""The database of accounts: credentials, registered names, bans and mutes, reports to moderators.

Tokens and pairing codes are stored as hashes, passwords as argon2id hashes, devices as public keys: reading the
database is not enough to sign in. It is enough to sign logs as this server does: the key for that is here, because all
nodes of a service share this database, and every backup has it.
"""

import hashlib
import secrets
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    literal,
    not_,
    or_,
    select,
    update,
)

from protocol import messages as m
from server.lookalikes import rule, skeletons
from server.ops.rate_limit import Backoff, Failures, RateLimit
from server.ops.supervision import Item
from server.storage import accounts_schema as t
from server.storage.notices import NoticeStore, delete_notices, use_reset

DELETED = "[deleted]"  # the name of all deleted accounts
FOREVER = 0  # the end of a ban or mute that holds until it is lifted
MAX_CREDENTIALS = 100  # of one account, so that new ones without end do not fill the disk
MOST_RUNS = 1000  # that are kept
SEED_BYTES = 32  # of an Ed25519 key
KEPT_FAILURES_MS = 660_000  # after the last one; longer than any delay
_NEVER = 2**62  # above the number of any report
LAST_LETTER = "\U0010ffff"  # sorts after the letters of all names
_COLUMNS = "account", "name", "registered", "moderator", "banned_until", "ban_reason", "muted_until", "made", "seen"
_KNOWN = select(*t.accounts.c[_COLUMNS])
# Statements that are made once take half the time. Those in pairs read, and read and lock.
_IS_ID = t.accounts.c.account == bindparam("id")
_BY_ID = _KNOWN.where(_IS_ID), _KNOWN.where(_IS_ID).with_for_update()
_IS_IN = t.credentials.c.kind != "out"
_OF_CREDENTIAL = _KNOWN.join(t.credentials, t.credentials.c.account == t.accounts.c.account).where(
    t.credentials.c.value == bindparam("credential"), _IS_IN
)
_BY_CREDENTIAL = _OF_CREDENTIAL, _OF_CREDENTIAL.with_for_update()
_NEWEST = t.credentials.c.used.desc(), t.credentials.c.id.desc()
_ADD = insert(t.accounts)
_CHANGE = update(t.accounts).where(_IS_ID)
_PASSWORD = select(t.accounts.c.password).where(_IS_ID)
# a name has one or two skeletons
_LIKE = select(t.skeletons.c.account).where(t.skeletons.c.skeleton.in_([bindparam("first"), bindparam("last")]))
_NAMED = select(t.accounts.c.account).where(t.accounts.c.account.in_(_LIKE))
_NAMED = _NAMED.order_by(t.accounts.c.name != bindparam("exact"), t.accounts.c.made, t.accounts.c.account)
_KEPT = select(t.credentials.c.id).where(t.credentials.c.account == bindparam("of"))
_DROP_SURPLUS = delete(t.credentials).where(
    t.credentials.c.account == bindparam("of"),
    t.credentials.c.id != bindparam("used"),
    t.credentials.c.id.not_in(_KEPT.order_by(*_NEWEST).limit(bindparam("most"))),
)
_HOLDER = _KNOWN.join(t.credentials, t.credentials.c.account == t.accounts.c.account).where(
    t.accounts.c.account == bindparam("account"), t.credentials.c.id == bindparam("id"), _IS_IN
)
_NAMING = (t.reports, "account"), (t.reports, "by_account"), (t.measures, "account"), (t.address_bans, "account")
_lines = msgspec.json.Decoder(list[m.ReportLine]).decode


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
    credential: int = 0  # with which it signed in


@dataclass(frozen=True)
class Known:
    """A stored account. Times are ms since 1970; None: not banned, not muted; `FOREVER`: until it is lifted."""

    account: str
    name: str
    registered: bool  # it owns its name and may play rated matches
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


@dataclass(frozen=True)
class Vacation:
    """The vacation of an account: the days used in `year`, in UTC, and when the last one ends or has ended, in ms."""

    year: int = 0
    used: int = 0
    until: int = 0


def in_force(until: int | None, now: int) -> bool:
    """Whether a ban or mute with that end holds now."""
    return until is not None and (until == FOREVER or now < until)


class _Raced(Exception):
    """Another node has used a new credential first."""


class AccountStore(NoticeStore):
    """The accounts. A method that changes one locks its row first, so that changes by several nodes take turns."""

    def __init__(self, where: Path | str) -> None:
        super().__init__(where, t.SCHEMA)
        new, old = self._database.insert(t.credentials), t.credentials.c
        label = case((new.excluded.label == "", old.label), else_=new.excluded.label)
        changed = {"used": new.excluded.used, "label": label, "kind": new.excluded.kind}
        new = new.on_conflict_do_update(index_elements=["value"], set_=changed)
        self._use_credential = new.returning(old.id, old.account, old.made)

    def _prepare(self, db: Connection) -> None:
        """Make the skeletons of all registered names again if the rule has changed.

        Names that look alike only by the new rule all stay: their owners can sign in, and no third account gets such a
        name.
        """
        known = db.scalars(select(t.skeleton_rule.c.rule).with_for_update()).all()
        if known == [rule()]:
            return
        named = db.execute(select(*t.accounts.c["account", "name"]).where(t.accounts.c.password.is_not(None))).all()
        db.execute(delete(t.skeletons))
        for account, name in named:
            self._index(db, account, name)
        db.execute((update(t.skeleton_rule) if known else insert(t.skeleton_rule)).values(rule=rule()))

    def signing_keys(self) -> tuple[bytes, ...]:
        """Return the secret keys of 32 bytes with which this service signs logs, the newest first; make the first."""
        if not (seeds := self._signing_keys()):
            self._add_signing_key(0)
            seeds = self._signing_keys()
        return seeds

    def renew_signing_key(self) -> None:
        """Make another key, with which this service signs logs that begin from now on."""
        self._add_signing_key(len(self.signing_keys()))

    def _signing_keys(self) -> tuple[bytes, ...]:
        rows = self._rows(select(t.signing_key.c.seed).order_by(t.signing_key.c.id.desc()))
        return tuple(bytes(row.seed) for row in rows)

    def _add_signing_key(self, id: int) -> None:
        """Add a key with that number, unless another node is faster."""
        new = {"id": id, "seed": secrets.token_bytes(SEED_BYTES)}
        self._write(self._database.insert(t.signing_key).values(new).on_conflict_do_nothing())

    def begin_run(self) -> tuple[bytes, ...]:
        """Return the instances of the runs of this server, the newest first, after adding one for this start.

        Nodes of a service all have that of their database. They add one only if it is new, or was restored elsewhere.
        """
        mark = self._database.mark()[: m.INSTANCE_BYTES]
        if not (runs := self._runs()) or mark not in (b"", runs[0].instance):
            number = runs[0].number + 1 if runs else 0
            new = {"number": number, "instance": mark or secrets.token_bytes(m.INSTANCE_BYTES)}
            self._write(self._database.insert(t.runs).values(new).on_conflict_do_nothing())
            self._write(delete(t.runs).where(t.runs.c.number <= number - MOST_RUNS))
            runs = self._runs()
        return tuple(bytes(run.instance) for run in runs)

    def _runs(self) -> Sequence[Any]:
        return self._rows(select(t.runs).order_by(t.runs.c.number.desc()))

    # ---- signing in

    def enter(
        self, name: str, token: bytes | None = None, key: bytes | None = None, label: str = "", now: int = 0
    ) -> Account:
        """Sign in the account of that key, or else of that token; make one if neither is known.

        A new key that comes with a known token is added to that account.
        """
        while True:
            with suppress(_Raced), self._transaction() as db:
                known = _owner(db, key, token, lock=True)
                if known is not None:
                    is_named = known.registered or known.is_muted(now)  # everybody reads the name
                    _change(db, known.account, seen=now, name=known.name if is_named else name)
                    credential = self._use(db, known.account, key, token, label, now)
                    return Account(known.account, token or b"", credential=credential)
                account = secrets.token_hex(8)
                _forget_signed_out(db, key, token)
                if token is None and key is None:
                    token = secrets.token_bytes(m.TOKEN_BYTES)
                _add_account(db, account, name, now)
                credential = self._use(db, account, key, token, label, now, is_first=True)
                return Account(account, token or b"", new=True, credential=credential)

    def set_name(self, account: str, name: str) -> None:
        """Change the name of a guest."""
        self._write(_CHANGE, {"id": account, "name": name})

    def owner(self, key: bytes | None, token: bytes | None) -> Known | None:
        """Return the account that signs in with that key, or else with that token."""
        with self._read() as db:
            return _owner(db, key, token)

    def admit(
        self, account: str, key: bytes | None, label: str = "", now: int = 0, *, hash: str | None = None, code: str = ""
    ) -> Account | None:
        """Sign in an account that has proved itself in another way. Add the key to it; without a key make a token.

        The proof is a password with that hash, or a pairing code. Return None if it does not hold any more.

        The key leaves the account that it belonged to: the client reconnects with the key alone and must reach the
        same account.
        """
        while True:
            with suppress(_Raced), self._transaction() as db:
                known = _get(db, account, lock=True)
                if known is None or (hash is not None and _password_of(db, account) != hash):
                    return None
                usable = and_(t.pairing_codes.c.account == account, _is_usable(code, key, now))
                use = update(t.pairing_codes).where(usable).values(is_used=True, key=key)
                if code and not db.execute(use).rowcount:
                    return None
                return self._admit(db, account, key, label, now)

    def _admit(self, db: Connection, account: str, key: bytes | None, label: str, now: int) -> Account:
        token, credentials = b"" if key is not None else secrets.token_bytes(m.TOKEN_BYTES), t.credentials.c
        if key is not None:
            db.execute(delete(t.credentials).where(credentials.value == key, credentials.account != account))
        _change(db, account, seen=now)
        credential = self._use(db, account, key, token or None, label, now)
        return Account(account, token, credential=credential)

    def reset_password(
        self, account: str, code: bytes, hash: str, key: bytes | None, label: str = "", now: int = 0
    ) -> Account | None:
        """Sign in an account by a mailed code, as `admit`, and give it a password with that hash.

        Return None if the code does not hold any more. All other keys and tokens are signed out, see `take_signed_out`.
        """
        while True:
            with suppress(_Raced), self._transaction() as db:
                if _get(db, account, lock=True) is None or not use_reset(db, account, code, now):
                    return None
                _revoke_code(db, account)
                db.execute(update(t.credentials).where(t.credentials.c.account == account).values(kind="out"))
                _change(db, account, password=hash)
                return self._admit(db, account, key, label, now)

    def take_signed_out(self, key: bytes | None, token: bytes | None) -> bool:
        """Tell whether a key or token was signed out by a new password, and forget that: it is said once."""
        with self._transaction() as db:
            return _forget_signed_out(db, key, token)

    def _use(
        self, db: Connection, account: str, key: bytes | None, token: bytes | None, label: str, now: int,
        *, is_first: bool = False,
    ) -> int:  # fmt: skip
        """Record the use of a key and a token. Return the id of the key, or else of the token.

        `is_first`: the account is new and has no others.
        """
        used, owner, is_new = 0, "", False
        row = {"account": account, "label": label, "made": now, "used": now}
        for kind, value in (("token", _hashed(token)), ("key", key)):
            if value is not None:
                used, owner, made = db.execute(self._use_credential, {**row, "kind": kind, "value": value}).one()
                is_new = is_new or made == now
        if owner != account:
            raise _Raced
        if is_new and not is_first:
            db.execute(_DROP_SURPLUS, {"of": account, "used": used, "most": MAX_CREDENTIALS})
        return used

    # ---- pairing codes

    def set_code(self, account: str, code: str, now: int, until: int) -> None:
        """Give an account a pairing code in place of its previous one, and delete expired ones."""
        with self._transaction() as db:
            _revoke_code(db, account)
            db.execute(delete(t.pairing_codes).where(t.pairing_codes.c.until <= now))
            row = {"account": account, "code": _digest(code), "until": until, "is_used": False}
            db.execute(insert(t.pairing_codes).values(row))

    def owner_of_code(self, code: str, key: bytes | None, now: int) -> Known | None:
        """Return the account of a pairing code that the device with that key may use now; see `admit`."""
        with self._read() as db:
            account = db.scalar(select(t.pairing_codes.c.account).where(_is_usable(code, key, now)))
            return _get(db, account) if account is not None else None

    # ---- failed attempts

    def failures(self, keys: Iterable[str]) -> dict[str, Failures]:
        """Return what `count_failures` has stored."""
        digests = {_digest(key): key for key in keys}
        rows = self._rows(select(t.failed_sign_ins).where(t.failed_sign_ins.c.key.in_(digests)))
        return {digests[key]: (failures, at) for key, failures, at in rows}

    def count_failures(self, limits: Mapping[str, Backoff | RateLimit], now: int) -> None:
        """Count a failure for each key, and delete old ones. The time of a bucket is when it will be full again."""
        rows = t.failed_sign_ins.c
        with self._transaction() as db:
            db.execute(delete(t.failed_sign_ins).where(rows.at < now - KEPT_FAILURES_MS))
            for key, limit in sorted(limits.items()):  # two nodes that count at once must not wait for each other
                row, change = {"failures": 1, "at": now}, dict[str, Any]()
                match limit:
                    case Backoff():
                        failures = case((rows.at < now - limit.span_ms, 1), else_=rows.failures + 1)
                        change = {"failures": failures, "at": now}
                    case RateLimit():
                        row["at"] += limit.interval_ms
                        change = {"at": case((rows.at < now, now), else_=rows.at) + limit.interval_ms}
                new = self._database.insert(t.failed_sign_ins).values(key=_digest(key), **row)
                db.execute(new.on_conflict_do_update(index_elements=["key"], set_=change))

    def forget_failures(self, key: str) -> None:
        """Forget the failures of that key."""
        self._write(delete(t.failed_sign_ins).where(t.failed_sign_ins.c.key == _digest(key)))

    # ---- registered names

    def register(self, account: str, name: str | None = None, password: str | None = None) -> None:
        """Make an account a registered one with that name and hash of a password; `NameTaken`, `Registered`."""
        with self._transaction() as db:
            if name is None:
                _change(db, account, registered=True)
            else:
                self._register(db, account, name, password)

    def _register(self, db: Connection, account: str, name: str, password: str | None) -> None:
        self._reserve(db, account, name)
        done = db.execute(
            update(t.accounts)
            .where(t.accounts.c.account == account, t.accounts.c.password.is_(None))
            .values(registered=True, name=name, password=password)
        )
        if not done.rowcount:
            raise Registered

    def _reserve(self, db: Connection, account: str, name: str) -> None:
        """Reserve a name and those that look like it; `NameTaken`. Nodes that reserve names take turns."""
        db.execute(select(t.skeleton_rule.c.rule).with_for_update())
        if any(other != account for other in _named(db, name)):
            raise NameTaken
        db.execute(delete(t.skeletons).where(t.skeletons.c.account == account))
        self._index(db, account, name)

    def _index(self, db: Connection, account: str, name: str) -> None:
        db.execute(insert(t.skeletons), [{"skeleton": each, "account": account} for each in skeletons(name)])

    def add(self, name: str, password: str, now: int = 0) -> str:
        """Make a registered account with that name and hash of a password; `NameTaken`."""
        account = secrets.token_hex(8)
        with self._transaction() as db:
            _add_account(db, account, name, now)
            self._register(db, account, name, password)
        return account

    def by_name(self, name: str) -> tuple[str, str] | None:
        """Return the account that has registered a name, and the hash of its password."""
        with self._read() as db:
            for account in _named(db, name):
                password = _password_of(db, account)
                if password is not None:
                    return account, password
        return None

    def is_reserved(self, name: str, account: str) -> bool:
        """Whether another account has registered a name, or one that looks like it."""
        with self._read() as db:
            return any(other != account for other in _named(db, name))

    def password_of(self, account: str) -> str | None:
        """Return the hash of its password; None if it has none."""
        password: str | None = self._value(_PASSWORD, {"id": account})
        return password

    def set_password(self, account: str, password: str) -> None:
        """Replace the hash of a password."""
        self._write(_CHANGE, {"id": account, "password": password})

    # ---- credentials; whoever removes one removes the pairing code as well, with which a device could return

    def devices(self, account: str, here: int) -> list[m.Device]:
        """List keys and tokens, the one used last first. `here` is the one of this connection."""
        credentials = t.credentials.c
        mine = credentials.account == account, _IS_IN
        query = select(*credentials["id", "kind", "label", "made", "used"]).where(*mine)
        return [
            m.Device(device=id, kind=kind, label=label, made=made, used=used, here=id == here)
            for id, kind, label, made, used in self._rows(query.order_by(*_NEWEST).limit(200))
        ]

    def holder(self, account: str, device: int) -> Known | None:
        """Return the account if it has that key or token."""
        with self._read() as db:
            row = db.execute(_HOLDER, {"account": account, "id": device}).one_or_none()
        return Known(*row) if row is not None else None

    def revoke(self, account: str, device: int) -> bool:
        """Delete a key or token; False if the account does not have it."""
        with self._transaction() as db:
            _revoke_code(db, account)
            credentials = t.credentials.c
            done = db.execute(delete(t.credentials).where(credentials.account == account, credentials.id == device))
            return done.rowcount > 0

    def revoke_others(self, account: str, keep: int) -> None:
        """Delete all keys and tokens of an account but one."""
        with self._transaction() as db:
            _revoke_code(db, account)
            credentials = t.credentials.c
            db.execute(delete(t.credentials).where(credentials.account == account, credentials.id != keep))

    # ---- looking up accounts

    def get(self, account: str) -> Known | None:
        """Return the account with that id."""
        with self._read() as db:
            return _get(db, account)

    def usable(self, account: str) -> Known | None:
        """Return an account that can sign in; None if it is deleted, or is about to be."""
        credentials = select(t.credentials.c.id).where(t.credentials.c.account == t.accounts.c.account)
        rows = self._rows(_KNOWN.where(t.accounts.c.account == account, credentials.exists()))
        return Known(*rows[0]) if rows else None

    def names_of(self, accounts: Collection[str]) -> dict[str, str]:
        """Return the names of those of these accounts that are there."""
        return {known.account: known.name for known in self.all_of(accounts)}

    def all_of(self, accounts: Collection[str]) -> list[Known]:
        """Return those of these accounts that are there."""
        return [Known(*row) for row in self._rows(_KNOWN.where(t.accounts.c.account.in_(sorted(accounts))))]

    def find(self, name: str) -> Known | None:
        """Return the account with that id, or else the one that has registered that name.

        The id comes first: everybody sees ids, and another user could register one as a name.
        """
        with self._read() as db:
            return _get(db, name) or next((_get(db, account) for account in _named(db, name)), None)

    def meant_by(self, name: str, online: Collection[str]) -> list[Known]:
        """Return the accounts that an operator may mean by a name.

        These are the account with that number, those `online` under that name, and the one that has registered it; if
        there are none, those that have registered a name that looks like it.
        """
        with self._read() as db:
            registered = [known for account in _named(db, name) if (known := _get(db, account)) is not None]
            exact = {name, *online, *(known.account for known in registered if known.name == name)}
            found = [known for account in sorted(exact) if (known := _get(db, account)) is not None]
            return found or registered

    def known(self, accounts: Sequence[str]) -> dict[str, Known]:
        """Return those of these accounts that exist."""
        rows = self._rows(_KNOWN.where(t.accounts.c.account.in_(accounts)))
        return {row.account: Known(*row) for row in rows}

    def starting_with(self, name: str, most: int) -> list[str]:
        """Return registered accounts whose names begin like this, or look as if they did, in the order of the names."""
        s = t.skeletons.c
        ranges = [and_(s.skeleton >= start, s.skeleton < start + LAST_LETTER) for start in skeletons(name)]
        query = select(s.account).where(or_(*ranges)).order_by(s.skeleton).limit(2 * most)
        with self._read() as db:
            return list(dict.fromkeys(db.scalars(query)))[:most]

    def listed(self, *, guests: bool = False) -> list[Known]:
        """List registered and banned accounts, with `guests` all, sorted by name."""
        accounts = t.accounts.c
        query = _KNOWN.order_by(accounts.name, accounts.account)
        if not guests:
            query = query.where(or_(accounts.registered, accounts.banned_until.is_not(None)))
        return [Known(*row) for row in self._rows(query)]

    def last_seen(self) -> int:
        """Return the time of the last sign-in; 0 before the first one."""
        return int(self._value(select(func.max(t.accounts.c.seen))) or 0)

    # ---- guests who do not come back

    def old_guests(self, before: int, after: str, most: int) -> list[str]:
        """Return guests who were not seen since a time and are in no report, sorted by id, from an id on."""
        query = select(t.accounts.c.account).where(t.accounts.c.account > after, _is_old_guest(before))
        with self._read() as db:
            return list(db.scalars(query.order_by(t.accounts.c.account).limit(most)))

    def forget_guests(self, accounts: Sequence[str], before: int) -> list[str]:
        """Delete those of these guests who have still not been seen since a time, and return them."""
        rows = t.accounts.c
        with self._transaction() as db:
            query = select(rows.account).where(rows.account.in_(accounts), _is_old_guest(before)).with_for_update()
            old = list(db.scalars(query))
            for table in (t.credentials, t.pairing_codes, t.vacations, t.accounts):
                db.execute(delete(table).where(table.c.account.in_(old)))
        self._database.empty_wal()
        return old

    # ---- items that are set aside

    def items_set_aside(self) -> list[Item]:
        """Return what the server does not try again by itself."""
        return [Item(*row) for row in self._rows(select(*t.set_aside.c["kind", "id", "at", "reason"]))]

    def set_item_aside(self, item: Item) -> None:
        """Store an item. If another server has set it aside before, that stays."""
        self._write(self._database.insert(t.set_aside).values(asdict(item)).on_conflict_do_nothing())

    def take_item_back(self, kind: str, id: str) -> None:
        """Remove an item that is to be tried again."""
        self._write(delete(t.set_aside).where(t.set_aside.c.kind == kind, t.set_aside.c.id == id))

    # ---- vacations

    def vacations(self) -> dict[str, int]:
        """Return when each vacation ends that runs, or whose end was not carried out."""
        return dict(self._rows(select(*t.vacations.c["account", "until"]).where(t.vacations.c.until > 0)))

    def vacation(self, account: str) -> Vacation:
        """Return the vacation of an account."""
        with self._read() as db:
            return _vacation(db, account)

    def change_vacation(self, account: str, change: Callable[[Vacation], Vacation]) -> Vacation:
        """Store what `change` makes of the vacation of an account, and return it. `change` may raise."""
        with self._transaction() as db:
            _get(db, account, lock=True)
            changed = change(_vacation(db, account))
            row = {"year": changed.year, "used": changed.used, "until": changed.until}
            new = self._database.insert(t.vacations).values(account=account, **row)
            db.execute(new.on_conflict_do_update(index_elements=["account"], set_=row))
            return changed

    def settle_vacation(self, account: str, until: int) -> None:
        """Note that the end of the vacation that ended then was carried out."""
        rows = t.vacations.c
        self._write(update(t.vacations).where(rows.account == account, rows.until == until).values(until=0))

    # ---- moderation

    def ban(self, account: str, until: int, reason: str = "") -> None:
        """Ban an account until then."""
        self._write(_CHANGE, {"id": account, "banned_until": until, "ban_reason": reason})

    def unban(self, account: str) -> list[str]:
        """Lift the ban of an account and of the addresses banned with it. Return those addresses."""
        with self._transaction() as db:
            _change(db, account, banned_until=None, ban_reason="")
            return _lift_address_bans(db, account)

    def mute(self, account: str, until: int | None) -> None:
        """Mute an account until then; None lifts the mute."""
        self._write(_CHANGE, {"id": account, "muted_until": until})

    def make_moderator(self, account: str, on: bool = True) -> None:
        """Make an account a moderator from its next sign-in on, or no longer."""
        self._write(_CHANGE, {"id": account, "moderator": on})

    def ban_address(self, address: str, until: int, reason: str = "", account: str = "") -> None:
        """Ban an address until then, or until the ban of that account is lifted."""
        row = {"until": until, "reason": reason, "account": account}
        new = self._database.insert(t.address_bans).values(address=address, **row)
        self._write(new.on_conflict_do_update(index_elements=["address"], set_=row))

    def address_bans(self) -> dict[str, tuple[int, str]]:
        """Return the end and the reason of each ban by address."""
        rows = self._rows(select(*t.address_bans.c["address", "until", "reason"]))
        return {address: (until, reason) for address, until, reason in rows}

    def add_measure(self, at: int, moderator: str, what: str, account: str, until: int | None, reason: str) -> None:
        """Record a measure of a moderator."""
        self._write(insert(t.measures).values((at, moderator, what, account, until, reason)))

    # ---- renaming and deleting

    def rename(self, account: str, name: str) -> None:
        """Give a registered account another name, also in reports; `NameTaken`."""
        with self._transaction() as db:
            self._reserve(db, account, name)
            _set_name_in_reports(db, account, name)
            _change(db, account, name=name)
        self._database.empty_wal()

    def lock_out(self, account: str) -> None:
        """Delete everything that an account signs in with."""
        with self._transaction() as db:
            _revoke_code(db, account)
            db.execute(delete(t.credentials).where(t.credentials.c.account == account))
            delete_notices(db, account)
            _change(db, account, password=None)

    def erase(self, account: str) -> list[str]:
        """Delete what is stored of an account. Return the addresses that were banned with it.

        The account itself remains under the name `DELETED`, because matches name it by its id.
        """
        with self._transaction() as db:
            _revoke_code(db, account)
            for table in (t.credentials, t.skeletons, t.measures, t.reports, t.vacations):
                db.execute(delete(table).where(table.c.account == account))
            db.execute(update(t.reports).where(t.reports.c.by_account == account).values(words=""))
            _set_name_in_reports(db, account, DELETED, text="")
            delete_notices(db, account)
            db.execute(delete(t.set_aside).where(t.set_aside.c.id == account))
            addresses = _lift_address_bans(db, account)
            db.execute(delete(t.accounts).where(t.accounts.c.account == account))
            _add_account(db, account, DELETED, 0)
        self._database.empty_wal()
        return addresses

    # ---- reports

    def has_report(self, by: str, key: bytes) -> bool:
        """Whether an account has sent a report with that key."""
        query = select(literal(1)).where(t.reports.c.key == key, t.reports.c.by_account == by)
        return self._value(query) is not None

    def add_report(self, key: bytes, report: m.ReportInfo) -> None:
        """Store a report, unless there is one with that key. It gets a number of its own."""
        new = self._database.insert(t.reports).values(
            key=key, at=report.at, by_account=report.by, by_name=report.by_name, account=report.account,
            name=report.name, place=report.table, words=report.text, lines=msgspec.json.encode(report.lines).decode(),
        )  # fmt: skip
        self._write(new.on_conflict_do_nothing(index_elements=["key"]))

    def reports(self, before: int | None, closed: bool, limit: int) -> list[m.ReportInfo]:
        """Return reports with smaller numbers, the newest first; with `closed` the resolved ones as well."""
        reports = t.reports.c
        query = select(t.reports).where(reports.number < (before if before is not None else _NEVER))
        if not closed:
            query = query.where(reports.closed_by == "")
        with self._read() as db:
            return [
                m.ReportInfo(
                    report=row.number, at=row.at, by=row.by_account, by_name=row.by_name, account=row.account,
                    name=row.name, table=row.place, text=row.words, lines=_lines(row.lines), closed_by=row.closed_by,
                )
                for row in db.execute(query.order_by(reports.number.desc()).limit(limit))
            ]  # fmt: skip

    def close_report(self, report: int, moderator: str) -> bool:
        """Mark a report as resolved; False if there is none of that number."""
        return self._write(update(t.reports).where(t.reports.c.number == report).values(closed_by=moderator)) > 0


# ---- parts of transactions


def _is_old_guest(before: int) -> ColumnElement[bool]:
    """A guest who was not seen since that time, and whom no moderator has dealt with."""
    rows = t.accounts.c
    named = (table.c[column] for table, column in _NAMING)
    return and_(
        not_(rows.registered), rows.password.is_(None), not_(rows.moderator), rows.seen.between(1, before - 1),
        rows.banned_until.is_(None), rows.muted_until.is_(None),
        *(rows.account.not_in(select(column)) for column in named),
    )  # fmt: skip


def _get(db: Connection, account: str, *, lock: bool = False) -> Known | None:
    row = db.execute(_BY_ID[lock], {"id": account}).one_or_none()
    return Known(*row) if row is not None else None


def _vacation(db: Connection, account: str) -> Vacation:
    wanted = select(*t.vacations.c["year", "used", "until"]).where(t.vacations.c.account == account)
    row = db.execute(wanted).one_or_none()
    return Vacation(*row) if row is not None else Vacation()


def _owner(db: Connection, key: bytes | None, token: bytes | None, *, lock: bool = False) -> Known | None:
    for value in filter(None, (key, _hashed(token))):
        row = db.execute(_BY_CREDENTIAL[lock], {"credential": value}).one_or_none()
        if row is not None:
            return Known(*row)
    return None


def _forget_signed_out(db: Connection, key: bytes | None, token: bytes | None) -> bool:
    values = [value for value in (key, _hashed(token)) if value is not None]
    return db.execute(delete(t.credentials).where(t.credentials.c.value.in_(values), not_(_IS_IN))).rowcount > 0


def _add_account(db: Connection, account: str, name: str, now: int) -> None:
    db.execute(_ADD, {"account": account, "name": name, "made": now, "seen": now})


def _change(db: Connection, account: str, **values: object) -> None:
    db.execute(_CHANGE, {"id": account, **values})


def _named(db: Connection, name: str) -> Sequence[str]:
    """Return the accounts that have registered a name or one that looks like it, the exact name first."""
    found = skeletons(name)
    return db.scalars(_NAMED, {"exact": name, "first": min(found), "last": max(found)}).all()


def _password_of(db: Connection, account: str) -> str | None:
    return db.scalar(_PASSWORD, {"id": account})


def _revoke_code(db: Connection, account: str) -> None:
    """Lock an account and make its pairing code invalid, even while a sign-in is using it."""
    _get(db, account, lock=True)
    db.execute(delete(t.pairing_codes).where(t.pairing_codes.c.account == account))


def _is_usable(code: str, key: bytes | None, now: int) -> ColumnElement[bool]:
    """The code is in force, and unused; the device that has used it may repeat the request."""
    codes = t.pairing_codes.c
    unused = not_(codes.is_used)
    mine = or_(unused, codes.key == key) if key is not None else unused
    return and_(codes.code == _digest(code), codes.until > now, mine)


def _lift_address_bans(db: Connection, account: str) -> list[str]:
    bans = t.address_bans.c
    return list(db.scalars(delete(t.address_bans).where(bans.account == account).returning(bans.address)))


def _set_name_in_reports(db: Connection, account: str, name: str, text: str | None = None) -> None:
    """Change the name of an account in all reports, and with `text` its lines of chat."""
    reports = t.reports.c
    registered = select(t.accounts.c.name).where(t.accounts.c.account == account, t.accounts.c.registered)
    for condition, changed in (
        (reports.closed_by == registered.scalar_subquery(), {"closed_by": name}),
        (reports.by_account == account, {"by_name": name}),
        (reports.account == account, {"name": name}),
    ):
        db.execute(update(t.reports).where(condition).values(changed))
    for number, stored in db.execute(select(*reports["number", "lines"]).where(reports.lines.contains(account))).all():
        lines = [
            msgspec.structs.replace(line, name=name, text=line.text if text is None else text)
            if line.account == account
            else line
            for line in _lines(stored)
        ]
        changed = {"lines": msgspec.json.encode(lines).decode()}
        db.execute(update(t.reports).where(reports.number == number).values(changed))


def _hashed(token: bytes | None) -> bytes | None:
    """Hash a token. 32 random bytes need no slow hash."""
    return hashlib.sha256(token).digest() if token is not None else None


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
