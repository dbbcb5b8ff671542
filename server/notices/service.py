"""Sends news to members whose program is closed.

The news follow from the stores and are computed at a fixed pace, so a crash loses nothing. Each of several servers
looks after the members that it has claimed.
"""

import logging
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Protocol

import trio

from server.errors import StoreProblem
from server.lobby.lobby import Lobby
from server.notices.outbox import Outbox
from server.ops.limiter import Limiter
from server.ops.supervision import Supervision, keep_trying
from server.storage.accounts import AccountStore
from server.storage.notices import DAY_MS, News
from server.tables.service import Service
from server.tables.users import Peer

log = logging.getLogger(__name__)

LOOK_EVERY_S = 20.0
MEMBER_EVERY_MS = 60_000  # between two looks at one member
AT_ONCE = 100  # members that are claimed together
KEPT_MS = 100 * DAY_MS  # that a member was told something; longer than a turn may take
FORGET_EVERY_MS = 3_600_000


class NewsSource(Protocol):
    """A part of the server that knows news of members from what is stored."""

    async def news_of(self, seen: Mapping[str, int], now: int) -> Mapping[str, list[News]]:
        """Return by account what has happened since these members were online. The same news may come again.

        `seen`: when each was last online, in ms since 1970. Members without news may be left out.
        """


class Notices:
    """Watches the members who want notices, and gives their news to the outbox.

    `sources` have the news, the most urgent first.
    """

    def __init__(
        self, accounts: AccountStore, lobby: Lobby[Peer], service: Service, outbox: Outbox, limiter: Limiter,
        sources: Sequence[NewsSource], supervision: Supervision | None = None,
    ) -> None:  # fmt: skip
        self._supervision = supervision or Supervision()
        self._accounts, self._lobby, self._service, self._sources = accounts, lobby, service, sources
        self._outbox, self._limiter = outbox, limiter
        self._began = self._forgot = 0

    async def tell(self, account: str, kind: str, key: str, title: str, *, other: str = "", table: str = "") -> None:
        """Tell a member something that no source has, if they are offline and want that kind. `DatabaseFailed`.

        The same key again is the same news. It is durable when this returns, and told when the member was offline for
        some minutes; if they come online before, their program shows it. `title` is that of the game or tournament,
        `other` the account of the other player, `table` what the link opens.
        """
        if self._outbox.channels.names and not self._lobby.is_online(account):
            news = News(f"{kind} {key}", kind, title, other, table)
            await self._accounts.in_thread(self._accounts.add_news, account, news, self._limiter.now())

    async def run(self) -> None:
        """Look for news and send notices until cancelled. Without a way to send there is nothing to do."""
        if not self._outbox.channels.names:
            return
        self._began = self._limiter.now()
        while True:
            if self._service.is_settled:
                await keep_trying("notices", self.look, LOOK_EVERY_S)
            await trio.sleep(LOOK_EVERY_S)

    async def look(self) -> None:
        """Look once for news of all members, and send everything that is due. `StoreProblem`."""
        accounts, channels, claimed = self._accounts, self._outbox.channels.names, AT_ONCE
        problems: list[StoreProblem] = []
        now = self._limiter.now()
        if now - self._forgot >= FORGET_EVERY_MS:
            await accounts.in_thread(accounts.forget_news, now - KEPT_MS)
            self._forgot = now
        while claimed == AT_ONCE:
            now = self._limiter.now()
            claim = partial(accounts.claim_members, now, now + MEMBER_EVERY_MS, AT_ONCE, channels)
            members = await accounts.in_thread(claim)
            claimed = len(members)
            online = [member.account for member in members if self._lobby.is_online(member.account)]
            if online:
                await accounts.in_thread(accounts.seen_online, online, now)
            # they cannot have been online while the server was stopped, so that time does not count
            long_ago = now - self._limiter.limits.notice_after_s * 1000
            away = [each for each in members if each.account not in online and max(each.seen, self._began) <= long_ago]
            seen = {member.account: member.seen for member in away}
            news: list[Mapping[str, list[News]]] = []
            for source in self._sources if seen else ():
                name = type(source).__name__
                if self._supervision.item("news", name) is None:
                    with self._supervision.attempt("news", name, problems):
                        news.append(await source.news_of(seen, now))
            for member in away:
                current = [each for found in news for each in found.get(member.account, ())]
                is_aside = self._supervision.item("member", member.account) is not None
                if (current or member.is_kept) and not is_aside:
                    with self._supervision.attempt("member", member.account, problems):
                        await self._tell(member.account, current, now)
        await self._outbox.send_due()
        if problems:
            raise problems[0]

    async def _tell(self, account: str, current: Sequence[News], now: int) -> None:
        """Put the news of a member into the outbox."""
        limits = self._limiter.limits
        tell = partial(
            self._accounts.tell, account, current, now, self._outbox.channels.names,
            gap_ms=limits.notice_gap_s * 1000, a_day=limits.notices_per_day,
        )  # fmt: skip
        await self._accounts.in_thread(tell)
