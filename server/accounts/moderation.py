"""What moderators do: read what people report, and mute, kick and ban. It holds from that moment on, on disk first."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import msgspec
import trio

from netgame.text import Text
from protocol import messages as m
from server.errors import RequestRefused
from server.names import is_seen, tidy
from server.ops.limits import RateLimit, RateLimiter
from server.ops.logging import security
from server.ops.policy import Remote
from server.storage.accounts import FOREVER, Known
from server.tables.commands import User

if TYPE_CHECKING:
    from server.house import House

T = TypeVar("T")
REPORTS = RateLimit(5, 1 / 60)
LINES = 20  # of the place, that go with a report
PAGE = 50

NOT_MODERATOR = Text("Only moderators of this server do that")
NOBODY = Text("There is nobody of that account here")
BAD_TEXT = Text("Say in 1 to {most} characters what happened", {"most": m.MAX_REASON})
KICKED = Text("A moderator has asked you to leave: {reason}")
MUTED = m.Refused(code="muted_here", template="A moderator has muted you; what you write reaches nobody for now")
NO_TABLE = m.Refused(code="no_table", template="There is no such table")
CLOSED = m.Notice(template="A moderator has closed this table; its match had not started")
NOT_ONESELF = Text("Nobody does that to himself, or to another moderator")

_lines = msgspec.json.Decoder(list[m.ChatLine]).decode


class Moderation:
    """Belongs to a house. Each method raises `RequestRefused` where it does not do what was asked."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._pace = RateLimiter(REPORTS)
        self._muted: dict[str, int] = {}  # of those who are here: until when

    # ---- what holds

    def came(self, known: Known) -> None:
        """Somebody is here now."""
        self._set_mute(known.account, known.muted_until)

    def went(self, account: str) -> None:
        """That account is not here any more. Its mute is on disk for its next sign-in."""
        self._set_mute(account, None)

    def is_muted(self, account: str, now: int) -> bool:
        """Whether nobody is to read what he writes."""
        until = self._muted.get(account)
        return until is not None and (until == FOREVER or now < until)

    def _set_mute(self, account: str, until: int | None) -> None:
        self._muted.pop(account, None)
        if until is not None:
            self._muted[account] = until

    # ---- reports

    async def report(self, who: User, asked: m.Report) -> None:
        """Kept for the moderators, with the last lines of the place. The same one again is kept once."""
        words = tidy(asked.text)
        if not 1 <= len(words) <= m.MAX_REASON or not is_seen(words):
            raise RequestRefused("bad_text", BAD_TEXT)
        if await self._ask(partial(self._is_kept, who.account, asked.key)):
            return
        known = await self._known(asked.account)
        if not self._pace.take(who.account, self._house.clock.now()):
            raise RequestRefused("too_fast", Text("You have reported a lot; the moderators have to read it first"))
        lines = await self._heard(who, asked.table)
        row = (
            asked.key, self._house.clock.now(), who.account, who.name, known.account, known.name, asked.table, words,
            msgspec.json.encode(lines).decode(),
        )  # fmt: skip
        await self._ask(partial(self._keep, row))
        security("reported", account=known.account, by=who.account)

    async def _heard(self, who: User, place: str) -> list[m.ChatLine]:
        """The last lines of a table or the lobby; none if who reports is not there: otherwise a moderator would read
        what is said at any table by reporting from it."""
        house = self._house
        if place:
            room = await house.room(place)
            if room is None or not room.table.number:
                raise RequestRefused("no_table", Text("There is no such table"))
            is_there = house.lobby.peer_of(who.account) in house.lobby.watchers(place)
            if not is_there and who.account not in room.table.accounts:
                return []
        talk = ("table", place) if place else ("lobby", "")
        return await trio.to_thread.run_sync(partial(house.annals.lines, *talk, LINES))

    def _is_kept(self, account: str, key: bytes) -> bool:
        question = "SELECT 1 FROM reports WHERE key = ? AND by_account = ?"
        return self._house.accounts.db.execute(question, (key, account)).fetchone() is not None

    def _keep(self, row: tuple[object, ...]) -> None:
        columns = "key, at, by_account, by_name, account, name, place, words, lines"
        self._house.accounts.db.execute(
            f"INSERT OR IGNORE INTO reports ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row
        )

    async def reports(self, who: User, asked: m.GetReports) -> m.Reports:
        """The youngest first."""
        self._check(who)
        found = await self._ask(partial(self._read, asked))
        return m.Reports(reports=found[:PAGE], more=len(found) > PAGE)

    def _read(self, asked: m.GetReports) -> list[m.ReportInfo]:
        rows = self._house.accounts.db.execute(
            "SELECT number, at, by_account, by_name, account, name, place, words, lines, closed_by FROM reports "
            "WHERE number < ? AND (closed_by = '' OR ?) ORDER BY number DESC LIMIT ?",
            (asked.before if asked.before is not None else 2**62, asked.closed, PAGE + 1),
        )
        return [
            m.ReportInfo(
                report=number, at=at, by=by, by_name=by_name, account=account, name=name, table=table, text=words,
                lines=_lines(lines), closed_by=closed_by,
            )
            for number, at, by, by_name, account, name, table, words, lines, closed_by in rows
        ]  # fmt: skip

    async def close_report(self, who: User, report: int) -> None:
        """Dealt with."""
        self._check(who)
        if not await self._ask(partial(self._close, report, who.name)):
            raise RequestRefused("no_report", Text("There is no such report"))

    def _close(self, report: int, name: str) -> bool:
        done = self._house.accounts.db.execute("UPDATE reports SET closed_by = ? WHERE number = ?", (name, report))
        return done.rowcount > 0

    # ---- measures

    async def moderate(self, who: User, asked: m.Moderate) -> None:
        """What a moderator has decided."""
        self._check(who)
        known = await self._known(asked.account)
        if known.account == who.account or known.moderator:
            raise RequestRefused("not_moderator", NOT_ONESELF)
        reason = tidy(asked.reason)[: m.MAX_REASON]
        until = self._house.clock.now() + asked.minutes * 60_000 if asked.minutes else FOREVER
        await self.act(asked.what, known, until, reason, by=who.account, address=asked.address)

    async def act(
        self, what: m.ModerationAction, known: Known, until: int, reason: str, *, by: str, address: bool = False
    ) -> None:
        """Do that to somebody. `until` is for bans and mutes. It is noted first: what the disk did not take has not
        happened; and who is banned goes before anything else can fail."""
        house, accounts = self._house, self._house.accounts
        now = house.clock.now()
        remote = self._where_from(known.account, by) if address else None
        await self._ask(partial(accounts.note_measure, now, by, what, known.account, until, reason))
        match what:
            case "mute" | "unmute":
                mute = until if what == "mute" else None
                await self._ask(partial(accounts.mute, known.account, mute))
                if house.lobby.is_present(known.account):
                    self._set_mute(known.account, mute)
            case "ban":
                await self._ask(partial(accounts.ban, known.account, until, reason))
                house.kick(known.account, reason)
                if remote is not None:
                    await self._ask(partial(accounts.ban_address, remote.key, until, reason, known.account))
                    house.entrance.address_banned(remote.key, until, reason)
            case "unban":
                for lifted in await self._ask(partial(accounts.unban, known.account)):
                    house.entrance.address_banned(lifted, None)
            case "kick":
                house.kick(known.account, reason)
        security(what, account=known.account, name=known.name, by=by, until=until, reason=reason)

    async def close_table(self, who: User, table: str) -> m.Message:
        """`Done` when a table that had not started is over, or why it is not."""
        self._check(who)
        return await self.end_table(table, by=who.account)

    async def end_table(self, id: str, *, by: str) -> m.Message:
        """The same, for people who need not be moderators. Everybody at the table hears why it ended."""
        house = self._house
        room = await house.room(id)
        if room is None or room.table.match is None:
            return NO_TABLE
        table, title = room.table, room.table.match.created.title
        if table.state == "open":
            player = next((account for account in table.accounts if account is not None), "")
            await self._ask(partial(house.accounts.note_measure, house.clock.now(), by, "close", player, None, title))
        watchers = list(house.lobby.watchers(id))
        reply = await house.close_table(room)
        if isinstance(reply, m.Done):
            security("table_closed", table=id, title=title, by=by)
            house.tell(id, CLOSED, lambda: watchers)
        return reply

    def _where_from(self, account: str, by: str) -> Remote | None:
        """Where somebody is, if that is an address of his own: not the moderator's, nor a proxy's."""
        house = self._house
        theirs, own = house.lobby.peer_of(account), house.lobby.peer_of(by)
        if theirs is None or house.policy.behind_proxy:
            return None
        return theirs.remote if own is None or own.remote.key != theirs.remote.key else None

    def _check(self, who: User) -> None:
        if not who.moderator:
            raise RequestRefused("not_moderator", NOT_MODERATOR)

    async def _known(self, account: str) -> Known:
        known = await self._ask(partial(self._house.accounts.about, account))
        if known is None:
            raise RequestRefused("no_account", NOBODY)
        return known

    async def _ask(self, work: Callable[[], T]) -> T:
        return await self._house.accounts.in_thread(work)


def kicked(reason: str) -> m.Closing:
    """What somebody is told who has to go."""
    return m.Closing(code="kicked", template=KICKED.template, args={"reason": reason or "no reason was given"})
