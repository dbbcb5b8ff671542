"""The part of the social database about people: challenges, and whom they follow and block."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, and_, delete, func, or_, select, update

from protocol import messages as m
from server.storage import social_schema as t
from server.storage.sql import SqlStore

MAX_CHALLENGES = 20  # open ones of an account
MAX_CHALLENGES_TO_ONE = 3
MAX_RECEIVED = 50  # open ones to an account; with its own ones they fit into one frame
MAX_RELATIONS = 200  # accounts that one account follows, and as many that it blocks
KEPT_MS = 600_000  # an ended challenge is known so long, for answers that come twice

Relation = Literal["follow", "block"]
State = Literal["open", "accepted", "declined", "changed", "withdrawn", "made"]
_ROW = "id", "account", "name", "other", "other_name", "made", "ends"


class _Terms(msgspec.Struct, frozen=True, array_like=True):
    """A new field has a default value for older rows."""

    terms: m.GameTerms
    changes: str
    dice: m.DiceSource
    rematch: str = ""


_terms_from = msgspec.msgpack.Decoder(_Terms).decode


@dataclass(frozen=True)
class StoredChallenge:
    """A challenge, and what became of it. `made`: it was accepted, and its table is there."""

    info: m.ChallengeInfo
    state: State


class NotAdded(Exception):
    """A challenge was not added.

    Its account has too "many", or too many to this "one", or that one has got too many ("full"), they are "blocked", or
    it is "over": it changes one that has ended.
    """

    def __init__(self, why: Literal["many", "one", "full", "blocked", "over"]) -> None:
        super().__init__(why)
        self.why = why


class PeopleStore(SqlStore):
    """Challenges and relations. A challenge ends once: of two servers that end it at once, one is told so."""

    # ---- challenges

    def add_challenge(self, info: m.ChallengeInfo) -> None:
        """Add a challenge, and end the one that it changes. `NotAdded` says why not."""
        c, now = t.challenges.c, info.made
        is_open = and_(c.state == "open", c.ends > now)
        row = {
            "id": info.challenge, "account": info.account, "name": info.name, "other": info.other,
            "other_name": info.other_name, "state": "open", "made": now, "ends": info.ends, "changed": now,
            "terms": msgspec.msgpack.encode(_Terms(info.terms, info.changes, info.dice, info.rematch)),
        }  # fmt: skip
        with self._transaction() as db:
            if _is_blocked(db, info.account, info.other):
                raise NotAdded("blocked")
            if info.changes:
                changed = and_(c.id == info.changes, c.account == info.other, c.other == info.account, is_open)
                if not db.execute(update(t.challenges).where(changed).values(state="changed", changed=now)).rowcount:
                    raise NotAdded("over")
            own = select(c.other).where(c.account == info.account, is_open)
            others = list(db.scalars(own))
            if len(others) >= MAX_CHALLENGES or others.count(info.other) >= MAX_CHALLENGES_TO_ONE:
                raise NotAdded("one" if others.count(info.other) >= MAX_CHALLENGES_TO_ONE else "many")
            received = select(func.count()).select_from(t.challenges).where(c.other == info.other, is_open)
            if (db.scalar(received) or 0) >= MAX_RECEIVED:
                raise NotAdded("full")
            db.execute(self._database.insert(t.challenges).values(row).on_conflict_do_nothing())

    def challenge(self, id: str) -> StoredChallenge | None:
        """Return a challenge that is open, or has ended not long ago."""
        rows = self._rows(select(t.challenges).where(t.challenges.c.id == id))
        return _challenge(rows[0]) if rows else None

    def open_challenges(self, account: str, now: int) -> list[m.ChallengeInfo]:
        """Return the open challenges of and to an account, the oldest first."""
        c = t.challenges.c
        mine = or_(c.account == account, c.other == account), c.state == "open", c.ends > now
        return [_challenge(row).info for row in self._rows(select(t.challenges).where(*mine).order_by(c.made))]

    def challenges_to(self, accounts: Sequence[str], now: int) -> list[m.ChallengeInfo]:
        """Return the open challenges to these accounts, the oldest first."""
        c = t.challenges.c
        open_to_them = c.other.in_(accounts), c.state == "open", c.ends > now
        return [_challenge(row).info for row in self._rows(select(t.challenges).where(*open_to_them).order_by(c.made))]

    def end_challenge(self, id: str, state: State, now: int) -> bool:
        """End an open challenge. Return False if it is not open any more."""
        c = t.challenges.c
        still = c.id == id, c.state == "open", c.ends > now
        return bool(self._write(update(t.challenges).where(*still).values(state=state, changed=now)))

    def note_made(self, id: str) -> None:
        """Note that the table of an accepted challenge is there."""
        self._write(update(t.challenges).where(t.challenges.c.id == id).values(state="made"))

    def accepted_challenges(self, before: int) -> list[m.ChallengeInfo]:
        """Return challenges that were accepted before a time, and whose tables are not there as far as is known."""
        c = t.challenges.c
        lost = select(t.challenges).where(c.state == "accepted", c.changed < before)
        return [_challenge(row).info for row in self._rows(lost.order_by(c.changed).limit(MAX_CHALLENGES))]

    def drop_old_challenges(self, now: int) -> None:
        """Delete the challenges that ended some time ago."""
        c = t.challenges.c
        ended = and_(c.state.not_in(("open", "accepted")), c.changed < now - KEPT_MS)
        self._write(delete(t.challenges).where(or_(ended, c.ends < now - KEPT_MS)))

    # ---- relations

    def relate(self, account: str, other: str, kind: Relation, at: int) -> bool:
        """Let an account follow or block another one. Return False if it follows or blocks too many already.

        Who blocks an account does not follow it any more.
        """
        r = t.relations.c
        row = {"account": account, "other": other, "kind": kind, "at": at}
        new = self._database.insert(t.relations).values(row)
        with self._transaction() as db:
            others = select(func.count()).select_from(t.relations).where(r.account == account, r.kind == kind)
            if (db.scalar(others.where(r.other != other)) or 0) >= MAX_RELATIONS:
                return False
            changed = {"kind": kind, "at": at}
            db.execute(new.on_conflict_do_update(index_elements=["account", "other"], set_=changed))
        return True

    def unrelate(self, account: str, other: str) -> None:
        """End that an account follows or blocks another one."""
        r = t.relations.c
        self._write(delete(t.relations).where(r.account == account, r.other == other))

    def is_blocked(self, account: str, other: str) -> bool:
        """Tell whether one of two accounts blocks the other."""
        with self._read() as db:
            return _is_blocked(db, account, other)

    def related(self, account: str) -> dict[str, Relation]:
        """Return whom an account follows and blocks, the latest first."""
        r = t.relations.c
        rows = self._rows(select(r.other, r.kind).where(r.account == account).order_by(r.at.desc(), r.other))
        return {row.other: row.kind for row in rows}

    # ---- accounts

    def forget_people(self, accounts: Sequence[str]) -> None:
        """Delete what is stored here of and about accounts that are deleted."""
        with self._transaction() as db:
            for each in accounts:
                forget(db, each)


def forget(db: Connection, account: str) -> None:
    """Delete the challenges and relations of and to an account."""
    for table in (t.challenges, t.relations):
        db.execute(delete(table).where(or_(table.c.account == account, table.c.other == account)))


def rename(db: Connection, account: str, name: str) -> None:
    """Change the name of an account in challenges."""
    c = t.challenges.c
    db.execute(update(t.challenges).where(c.account == account).values(name=name))
    db.execute(update(t.challenges).where(c.other == account).values(other_name=name))


def _is_blocked(db: Connection, account: str, other: str) -> bool:
    r = t.relations.c
    pairs = or_(and_(r.account == account, r.other == other), and_(r.account == other, r.other == account))
    return bool(db.scalar(select(func.count()).select_from(t.relations).where(pairs, r.kind == "block")))


def _challenge(row: Any) -> StoredChallenge:
    terms = _terms_from(row.terms)
    id, account, name, other, other_name, made, ends = (getattr(row, column) for column in _ROW)
    info = m.ChallengeInfo(
        challenge=id, account=account, name=name, other=other, other_name=other_name, terms=terms.terms, made=made,
        ends=ends, changes=terms.changes, dice=terms.dice, rematch=terms.rematch,
    )  # fmt: skip
    return StoredChallenge(info, row.state)
