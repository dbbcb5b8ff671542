"""Reports of players to the moderators, with the chat lines that they are about."""

from collections.abc import Awaitable, Callable

from msgspec import structs

from netgame.text import Text
from protocol import messages as m
from protocol.framing import first_page
from protocol.texts import cleaned, is_legible
from server.accounts.moderation import existing_account
from server.errors import RequestRefused
from server.ops.limiter import Limiter
from server.ops.logging import security
from server.storage.accounts import AccountStore
from server.tables.commands import User

PAGE = 50
BAD_TEXT = Text("Describe what happened in 1 to {most} characters", {"most": m.MAX_REASON})


class Reports:
    """Takes reports and lists them. Methods raise `RequestRefused` when they do not do what was asked.

    `recent_lines` returns the last chat lines of the lobby, of the user's talk with the reported account, and of a
    table (or ""). There are none that the user cannot read: otherwise a moderator could read any private table by
    reporting from it.
    """

    def __init__(
        self,
        accounts: AccountStore,
        limiter: Limiter,
        recent_lines: Callable[[User, str, str], Awaitable[list[m.ReportLine]]],
    ) -> None:
        self._accounts, self._limiter, self._recent_lines = accounts, limiter, recent_lines

    async def add(self, user: User, request: m.Report) -> None:
        """Keep a report for the moderators. A repeated request is kept once."""
        accounts = self._accounts
        text = cleaned(request.text)
        if len(text) > m.MAX_REASON or not is_legible(request.text):
            raise RequestRefused("bad_text", BAD_TEXT)
        if await accounts.in_thread(accounts.has_report, user.account, request.key):
            return
        known = await existing_account(accounts, request.account)
        if not self._limiter.takes_request(type(request), user.account):
            raise RequestRefused("too_fast", Text("Too many reports. Wait until the moderators have read them"))
        lines = await self._recent_lines(user, known.account, request.table)
        report = m.ReportInfo(
            report=0, at=self._limiter.now(), by=user.account, by_name=user.name, account=known.account,
            name=known.name, table=request.table, text=text, lines=lines,
        )  # fmt: skip
        await accounts.in_thread(accounts.add_report, request.key, report)
        security("reported", account=known.account, by=user.account)

    async def listed(self, user: User, request: m.GetReports) -> m.Reports:
        """Return one page of reports, the newest first."""
        found = await self._accounts.in_thread(self._page, request.before, bool(request.closed), self._limiter.now())
        page = first_page(found[:PAGE])
        return m.Reports(reports=page, more=len(found) > len(page))

    def _page(self, before: int | None, closed: bool, now: int) -> list[m.ReportInfo]:
        """Read reports, and whether their players are banned now."""
        found = self._accounts.reports(before, closed, PAGE + 1)
        known = {report.account: self._accounts.get(report.account) for report in found}
        return [
            structs.replace(report, banned=(player := known[report.account]) is not None and player.is_banned(now))
            for report in found
        ]

    async def close(self, user: User, report: int) -> None:
        """Mark a report as resolved."""
        if not await self._accounts.in_thread(self._accounts.close_report, report, user.name):
            raise RequestRefused("no_report", Text("There is no such report"))
