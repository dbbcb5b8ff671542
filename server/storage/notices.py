"""Notices in the database: the members who want them, the news that they got, and the mails that wait.

It is part of the database of accounts. Several servers may use it: a row is claimed in a transaction, and a claim ends
after some time, so that another server goes on if this one is killed.
"""

import logging
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, delete, exists, func, insert, or_, select, update

from server.storage import accounts_schema as t
from server.storage.sql import SqlStore

log = logging.getLogger(__name__)

Channel = Literal["mail", "webhook"]
KINDS = ("turn", "time", "challenge", "round")
MAX_WAITING = 50  # news of one member
MAX_TRIES = 5  # of one code
DAY_MS = 86_400_000


class News(msgspec.Struct, frozen=True, omit_defaults=True):
    """One piece of news, which a member gets once; `key` names it among theirs.

    `title` is that of the game or tournament, `other` the account of the other player, `deadline` when the time of the
    member ends, or a game with an appointment begins, in ms since 1970. Names of players are not stored here,
    because they may change.
    """

    key: str
    kind: str
    title: str
    other: str = ""
    table: str = ""
    deadline: int = 0


@dataclass(frozen=True)
class Member:
    """The choices of a member. `seen`: when they were last online, in ms since 1970. `is_kept`: news wait for them."""

    account: str
    address: str = ""  # confirmed
    waiting: str = ""  # not confirmed
    kinds: tuple[str, ...] = ()
    webhook: bool = False
    seen: int = 0
    is_kept: bool = False


@dataclass(frozen=True)
class Outgoing:
    """A notice that has to be sent: all news of a member at one time, over one channel.

    `names` has those of the other players by account.
    """

    id: str
    account: str
    name: str
    address: str
    channel: Channel
    news: tuple[News, ...]
    made: int
    failures: int = 0
    names: Mapping[str, str] = field(default_factory=dict)


_news_decoder = msgspec.json.Decoder(tuple[News, ...])
_PEOPLE, _NEWS, _OUTBOX = t.notice_people.c, t.notice_news.c, t.notice_outbox.c
_IN_FORCE = t.accounts.c.banned_until


class NoticeStore(SqlStore):
    """The part of the accounts that is about notices."""

    # ---- what members choose

    def notices_of(self, account: str) -> Member:
        """Return what an account has chosen; if nothing, no kind."""
        with self._read() as db:
            row = db.execute(
                select(_PEOPLE.address, _PEOPLE.waiting, _PEOPLE.kinds, _PEOPLE.webhook).where(
                    _PEOPLE.account == account
                )
            ).one_or_none()
        if row is None:
            return Member(account)
        return Member(account, row.address, row.waiting, tuple(row.kinds.split()), row.webhook)

    def set_notices(self, account: str, kinds: Sequence[str], webhook: bool) -> None:
        """Choose the kinds of news of an account. Notices that wait lose what is not chosen any more."""
        chosen = {"kinds": " ".join(kinds), "webhook": webhook}
        new = self._database.insert(t.notice_people).values(account=account, **chosen)
        waiting = select(_OUTBOX.id, _OUTBOX.channel, _OUTBOX.news).where(_OUTBOX.account == account)
        with self._transaction() as db:
            db.execute(new.on_conflict_do_update(index_elements=["account"], set_=chosen))
            for id, channel, body in db.execute(waiting).all():
                news = [each for each in _read_news(body) if each.kind in kinds]
                this = _OUTBOX.id == id
                if not news or (channel == "webhook" and not webhook):
                    db.execute(delete(t.notice_outbox).where(this))
                else:
                    db.execute(update(t.notice_outbox).where(this).values(news=msgspec.json.encode(news).decode()))

    def offer_address(self, account: str, address: str, code: bytes, until: int) -> None:
        """Keep an address until its code is confirmed. An account without choices gets all kinds."""
        offered = {"waiting": address, "code": code, "code_until": until, "code_tries": 0}
        new = self._database.insert(t.notice_people).values(account=account, kinds=" ".join(KINDS), **offered)
        self._write(new.on_conflict_do_update(index_elements=["account"], set_=offered))

    def withdraw_code(self, account: str, code: bytes) -> None:
        """Forget an address whose code could not be mailed."""
        mine = _PEOPLE.account == account, _PEOPLE.code == code
        self._write(update(t.notice_people).where(*mine).values(waiting="", code=None))

    def confirm_address(self, account: str, code: bytes, now: int) -> Literal["confirmed", "wrong", "none"]:
        """Make an address that of the account if the code is right. `none`: there is no code that may be tried."""
        mine = update(t.notice_people).where(_PEOPLE.account == account)
        with self._transaction() as db:
            offered = select(_PEOPLE.code, _PEOPLE.code_until, _PEOPLE.code_tries, _PEOPLE.waiting)
            row = db.execute(offered.where(_PEOPLE.account == account).with_for_update()).one_or_none()
            if row is None or row.code is None or row.code_until <= now or row.code_tries >= MAX_TRIES:
                return "none"
            if bytes(row.code) != code:
                db.execute(mine.values(code_tries=row.code_tries + 1))
                return "wrong"
            db.execute(mine.values(address=row.waiting, waiting="", code=None, reset_code=None, seen=now))
            return "confirmed"

    def remove_address(self, account: str) -> None:
        """Delete both addresses of an account, and the mails that wait for it."""
        with self._transaction() as db:
            mine = update(t.notice_people).where(_PEOPLE.account == account)
            db.execute(mine.values(address="", waiting="", code=None, reset_code=None))
            db.execute(delete(t.notice_outbox).where(_OUTBOX.account == account, _OUTBOX.channel == "mail"))
        self._database.empty_wal()

    def offer_reset(self, account: str, code: bytes, until: int) -> None:
        """Keep a code for a new password, in place of the one before."""
        self._write(
            update(t.notice_people).where(_PEOPLE.account == account).values(reset_code=code, reset_until=until)
        )

    def holds_reset(self, account: str, code: bytes, now: int) -> bool:
        """Tell whether an account may set a new password with that code."""
        return self._value(select(_PEOPLE.account).where(_is_reset(account, code, now))) is not None

    # ---- news

    def claim_members(self, now: int, until: int, most: int, channels: Collection[Channel]) -> list[Member]:
        """Return members who want notices over one of these channels and whose news are due for a look.

        No other server gets them before `until`.
        """
        reachable = [_PEOPLE.address != ""] if "mail" in channels else []
        reachable += [_PEOPLE.webhook] if "webhook" in channels else []
        seen = t.accounts.c.seen.label("signed_in")
        kept = exists().where(_NEWS.account == _PEOPLE.account, ~_NEWS.is_told).label("is_kept")
        due = (
            select(_PEOPLE.account, _PEOPLE.address, _PEOPLE.kinds, _PEOPLE.webhook, _PEOPLE.seen, seen, kept)
            .join(t.accounts, t.accounts.c.account == _PEOPLE.account)
            .where(_PEOPLE.look_at <= now, _PEOPLE.kinds != "", or_(*reachable), t.accounts.c.registered)
            .where(or_(_IN_FORCE.is_(None), _IN_FORCE.between(1, now)))
            .order_by(_PEOPLE.look_at, _PEOPLE.account)
            .limit(most)
            .with_for_update(of=t.notice_people, skip_locked=True)
        )
        with self._transaction() as db:
            rows = db.execute(due).all()
            if rows:
                claimed = _PEOPLE.account.in_([row.account for row in rows])
                db.execute(update(t.notice_people).where(claimed).values(look_at=until))
        return [
            Member(
                row.account, row.address, "", tuple(row.kinds.split()), row.webhook, max(row.seen, row.signed_in),
                row.is_kept,
            )
            for row in rows
        ]  # fmt: skip

    def seen_online(self, accounts: Sequence[str], now: int) -> None:
        """Note that members are online. Their program shows the news that wait, so these are dropped."""
        with self._transaction() as db:
            db.execute(update(t.notice_people).where(_PEOPLE.account.in_(accounts)).values(seen=now))
            db.execute(delete(t.notice_news).where(_NEWS.account.in_(accounts), ~_NEWS.is_told))

    def add_news(self, account: str, news: News, now: int) -> None:
        """Keep news if the member wants that kind. The same key again changes nothing."""
        with self._transaction() as db:
            kinds = db.scalar(select(_PEOPLE.kinds).where(_PEOPLE.account == account).with_for_update())
            waiting = select(func.count()).where(_NEWS.account == account, ~_NEWS.is_told)
            if kinds is not None and news.kind in kinds.split() and db.scalars(waiting).one() < MAX_WAITING:
                facts = msgspec.json.encode(news).decode()
                new = self._database.insert(t.notice_news)
                new = new.values(account=account, key=news.key, facts=facts, at=now, is_told=False)
                db.execute(new.on_conflict_do_nothing())

    def tell(
        self, account: str, current: Sequence[News], now: int, channels: Collection[Channel], *, gap_ms: int, a_day: int
    ) -> int:
        """Put all news of a member into the outbox that they were not told yet: `current` and those that were kept.

        Return how many. 0 if the last notice is newer than `gap_ms`, or if there were `a_day` today; then everything
        is as before.
        """
        today, mine = now // DAY_MS, _NEWS.account == account
        with self._transaction() as db:
            query = select(t.notice_people).where(_PEOPLE.account == account).with_for_update()
            person = db.execute(query).one_or_none()
            if person is None or now < person.told + gap_ms or (person.day == today and person.day_count >= a_day):
                return 0
            stored = select(_NEWS.key, _NEWS.facts, _NEWS.is_told).where(mine)
            known = db.execute(stored.where(or_(~_NEWS.is_told, _NEWS.key.in_([each.key for each in current])))).all()
            told = {key for key, _facts, is_told in known if is_told}
            kept = [each for _key, facts, is_told in known if not is_told for each in _read_news(f"[{facts}]")]
            kinds = person.kinds.split()
            news = [each for each in (*current, *kept) if each.key not in told and each.kind in kinds]
            reached = [("mail", person.address != ""), ("webhook", person.webhook)]
            used = [channel for channel, is_wanted in reached if is_wanted and channel in channels]
            if not news or not used:
                return 0
            db.execute(delete(t.notice_news).where(mine, ~_NEWS.is_told))
            told_now = [{"account": account, "key": each.key, "at": now, "is_told": True} for each in news]
            db.execute(insert(t.notice_news), told_now)
            body = msgspec.json.encode(news).decode()
            made = {"account": account, "news": body, "made": now, "try_at": now}
            db.execute(
                insert(t.notice_outbox), [made | {"id": secrets.token_hex(16), "channel": each} for each in used]
            )
            count = person.day_count + 1 if person.day == today else 1
            changed = update(t.notice_people).where(_PEOPLE.account == account)
            db.execute(changed.values(told=now, day=today, day_count=count))
        return len(news)

    def forget_news(self, before: int) -> None:
        """Forget what is older."""
        self._write(delete(t.notice_news).where(_NEWS.at < before))

    # ---- the outbox

    def claim_outgoing(self, now: int, until: int, most: int, channels: Collection[Channel]) -> list[Outgoing]:
        """Return notices that are due. No other server gets them before `until`."""
        due = (
            select(t.notice_outbox, t.accounts.c.name, _PEOPLE.address)
            .join(t.accounts, t.accounts.c.account == _OUTBOX.account)
            .join(t.notice_people, _PEOPLE.account == _OUTBOX.account)
            .where(_OUTBOX.try_at <= now, _OUTBOX.channel.in_(channels))
            .order_by(_OUTBOX.try_at, _OUTBOX.id)
            .limit(most)
            .with_for_update(of=t.notice_outbox, skip_locked=True)
        )
        with self._transaction() as db:
            rows = db.execute(due).all()
            if rows:
                claimed = _OUTBOX.id.in_([row.id for row in rows])
                db.execute(update(t.notice_outbox).where(claimed).values(try_at=until))
            found = [(row, _read_news(row.news)) for row in rows]
            others = {each.other for _row, news in found for each in news}
            known = select(t.accounts.c.account, t.accounts.c.name).where(t.accounts.c.account.in_(others))
            names = {row.account: row.name for row in db.execute(known)}
        return [
            Outgoing(row.id, row.account, row.name, row.address, row.channel, news, row.made, row.failures, names)
            for row, news in found
        ]

    def drop_outgoing(self, id: str) -> None:
        """Delete a notice: it is sent, or given up."""
        self._write(delete(t.notice_outbox).where(_OUTBOX.id == id))

    def postpone_outgoing(self, id: str, try_at: int, *, failed: bool = True) -> None:
        """Try a notice again at that time."""
        failures = _OUTBOX.failures + int(failed)
        self._write(update(t.notice_outbox).where(_OUTBOX.id == id).values(try_at=try_at, failures=failures))


def _read_news(body: str) -> tuple[News, ...]:
    """Return stored news; none if this program cannot read them, so that one row does not hold up the others."""
    try:
        return _news_decoder.decode(body)
    except (msgspec.MsgspecError, RecursionError) as error:
        log.error("news of a notice cannot be read and are dropped: %s", error)
        return ()


def use_reset(db: Connection, account: str, code: bytes, now: int) -> bool:
    """Use up a code for a new password; False if it does not hold."""
    return db.execute(update(t.notice_people).where(_is_reset(account, code, now)).values(reset_code=None)).rowcount > 0


def _is_reset(account: str, code: bytes, now: int) -> ColumnElement[bool]:
    return and_(_PEOPLE.account == account, _PEOPLE.reset_code == code, _PEOPLE.reset_until > now)


def delete_notices(db: Connection, account: str) -> None:
    """Delete everything that is stored of an account here."""
    for table in (t.notice_outbox, t.notice_news, t.notice_people):
        db.execute(delete(table).where(table.c.account == account))
