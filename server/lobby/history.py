"""Answers to questions about finished matches and profiles."""

import logging
from collections.abc import Callable, Sequence
from functools import partial

import msgspec
import trio

from netgame.match.events import Player
from netgame.match.rating import is_provisional
from protocol import messages as m
from protocol.framing import first_page
from server.accounts.ratings import rating_at
from server.ops.limiter import Limiter
from server.refusals import DISK_FAILED, NO_ACCOUNT
from server.storage.accounts import AccountStore
from server.storage.event_store import StoreProblem
from server.storage.history_projection import HistoryProjection
from server.storage.social import SocialStore, Tally
from server.tables.commands import User

log = logging.getLogger(__name__)


class History:
    """Finished matches and profiles. An answer contains every match whose end was sent before the question came."""

    def __init__(
        self, projection: HistoryProjection, social: SocialStore, accounts: AccountStore, limiter: Limiter,
        vacation_until: Callable[[str], int],
    ) -> None:  # fmt: skip
        self._projection, self._social, self._accounts, self._limiter = projection, social, accounts, limiter
        self._vacation_until = vacation_until
        self._turns = trio.CapacityLimiter(1)  # a queue of its own, so that nothing else waits for these questions

    async def catch_up(self) -> None:
        """Process the matches that have ended, so that ratings are known before anybody plays."""
        try:
            await self._projection.catch_up()
        except StoreProblem as error:
            log.error("the match history is not complete: %s", error)

    async def answer(self, question: m.GetHistory | m.GetProfile, user: User) -> m.Message:
        """Answer a question of a user."""
        try:
            await self._projection.up_to_now()
            if isinstance(question, m.GetProfile):
                account = question.account
                if (known := await self._accounts.in_thread(self._accounts.get, account)) is None:
                    return NO_ACCOUNT
                work = partial(self._results, account, user.account, self._limiter.now())
                standings, aborted = await trio.to_thread.run_sync(work, limiter=self._turns)
                return m.Profile(
                    account=account, name=known.name, registered=known.registered, standings=standings,
                    vacation=self._vacation_until(account), aborted=aborted,
                )  # fmt: skip
            asked, most = question, question.limit + 1
            search = partial(
                self._social.history, asked.account, asked.game, asked.before, most, user.account, asked.other,
                self._limiter.now(),
            )  # fmt: skip
            found = await trio.to_thread.run_sync(search, limiter=self._turns)
            matches = [msgspec.convert(match, m.Finished, from_attributes=True) for match in found[: asked.limit]]
            page = first_page(matches)
            return m.History(matches=page, more=len(found) > len(page))
        except StoreProblem as error:
            log.error("the match history cannot be read: %s", error)
            return DISK_FAILED

    async def last_player(self, account: str, game: str) -> Player | None:
        """Return the player that an account was in its last match of a game. `DatabaseFailed` where the disk fails."""
        await self._projection.up_to_now()
        return await self._social.in_thread(self._social.last_player, account, game)

    async def ratings_and_blocks(self, account: str, games: Sequence[str]) -> tuple[dict[str, int], frozenset[str]]:
        """Return the ratings that all may know of an account, in hundredths by game, and whom it blocks.

        `DatabaseFailed`.
        """
        await self._projection.up_to_now()
        return await self._social.in_thread(self._read_ratings_and_blocks, account, games, self._limiter.now())

    def _read_ratings_and_blocks(
        self, account: str, games: Sequence[str], now: int
    ) -> tuple[dict[str, int], frozenset[str]]:
        found = {game: self._social.rating(account, game, now=now) for game in games}
        ratings = {game: known[0][0] for game, known in found.items() if known is not None}
        return ratings, frozenset(other for other, kind in self._social.related(account).items() if kind == "block")

    def _results(self, account: str, viewer: str, now: int) -> tuple[list[m.Standing], int]:
        """Return the standings of an account, and how many rated matches it has aborted alone."""
        tallies = self._social.tallies(account, viewer, now)
        standings = [self._standing(account, tally, viewer, now) for tally in tallies]
        return standings, self._social.count_aborted(account, viewer, now)

    def _standing(self, account: str, tally: Tally, viewer: str, now: int) -> m.Standing:
        known = self._social.rating(account, tally.game, viewer, now)
        rating = rating_at(known, now) if known is not None else None
        return m.Standing(
            game=tally.game, won=tally.won, lost=tally.lost, drawn=tally.drawn, rating=rating[0] if rating else None,
            deviation=rating[1] if rating else None, provisional=rating is None or is_provisional(rating),
            curve=self._social.rating_curve(account, tally.game, viewer, now),
        )  # fmt: skip
