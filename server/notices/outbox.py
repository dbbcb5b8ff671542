"""Sends notices that wait, and tries again what could not be sent."""

import logging
from collections.abc import Callable, Set
from dataclasses import dataclass
from functools import partial

import trio

from server.notices.channels import MOST_S, TIMEOUT_S, MailServer, SendFailed, Webhook
from server.notices.texts import Letter
from server.ops.limiter import Limiter
from server.ops.rate_limit import RateLimit, RateLimiter
from server.ops.supervision import Supervision
from server.storage.accounts import AccountStore
from server.storage.notices import DAY_MS, Channel, Outgoing

log = logging.getLogger(__name__)

AT_ONCE = 20  # notices that are claimed together
SENDERS = 2  # threads that send; a slow mail server holds no others up
CLAIMED_MS = 3_600_000  # until another server may send a notice whose sender was killed: longer than AT_ONCE of MOST_S
BACKOFF_MS, MOST_BACKOFF_MS = 60_000, 2 * 3_600_000  # twice as long after each failure
LATER_MS = 300_000  # for a notice that the limit of the server keeps back


@dataclass(frozen=True)
class Channels:
    """The ways that the operator has set; by default none, and then nothing is ever sent."""

    mail: MailServer | None = None
    webhook: Webhook | None = None

    @property
    def names(self) -> Set[Channel]:
        """Those that are set."""
        named: dict[Channel, object] = {"mail": self.mail, "webhook": self.webhook}
        return {name for name, channel in named.items() if channel is not None}


class Outbox:
    """The notices in the database that wait to be sent by this server."""

    def __init__(self, accounts: AccountStore, channels: Channels, letter: Letter, limiter: Limiter) -> None:
        self._accounts, self.channels, self.letter, self._limiter = accounts, channels, letter, limiter
        self._threads = trio.CapacityLimiter(SENDERS)
        self._mails = RateLimiter(self._mail_rate)
        self._supervision = Supervision(limiter.counters, limiter.now)  # for a fault of one notice

    def _mail_rate(self) -> RateLimit:
        an_hour = self._limiter.limits.mails_per_hour
        return RateLimit(an_hour, an_hour / 3600)

    async def send_due(self) -> None:
        """Send everything that is due. `DatabaseFailed`.

        If a channel cannot be used at all, or a try took long, its other notices wait for the next look: each try may
        take long, and would fail as well. They come first then, so that one notice does not hold them up for ever.
        """
        claimed, broken = AT_ONCE, set[Channel]()
        while claimed == AT_ONCE:
            now = self._limiter.now()
            claim = partial(self._accounts.claim_outgoing, now, now + CLAIMED_MS, AT_ONCE, self.channels.names)
            notices = await self._accounts.in_thread(claim)
            claimed = len(notices)
            for notice in notices:
                if notice.channel in broken:
                    await self._postpone(notice)
                    continue
                began = trio.current_time()
                failure = await self._send(notice)
                is_slow = trio.current_time() - began >= TIMEOUT_S
                if failure is not None and (is_slow or not failure.is_alone):
                    broken.add(notice.channel)

    async def send_mail(self, id: str, to: str, compose: Callable[[], tuple[str, str]]) -> None:
        """Send one mail now. `compose` returns its subject and text. Raise `SendFailed`, and nothing else."""
        mail = self.channels.mail
        assert mail is not None, "the caller has checked it"
        if not self._limiter.takes(self._mails, "", "mails_per_hour"):
            raise SendFailed("the server has sent its mails of this hour")
        await self._in_thread(lambda: mail.send(id, to, *compose()))

    async def _send(self, notice: Outgoing) -> SendFailed | None:
        now, counts = self._limiter.now(), self._limiter.counters.notices
        if notice.channel == "mail" and self._mails.is_empty("", now):
            self._limiter.count("mails_per_hour")
            postpone = partial(self._accounts.postpone_outgoing, notice.id, now + LATER_MS, failed=False)
            await self._accounts.in_thread(postpone)
            return None
        try:
            if not notice.news:
                raise SendFailed("this program cannot read it", is_final=True, is_alone=True)
            if notice.channel == "webhook":
                webhook = self.channels.webhook
                assert webhook is not None, "only what has a channel is claimed"
                await self._in_thread(lambda: webhook.send(notice.id, self.letter.notice_json(notice, now)))
            elif notice.address:  # otherwise it was removed after the claim
                await self.send_mail(notice.id, notice.address, partial(self.letter.notice_mail, notice, now))
        except SendFailed as failure:
            await self._failed(notice, failure)
            return failure
        await self._accounts.in_thread(self._accounts.drop_outgoing, notice.id)
        counts[f"{notice.channel}_sent"] += 1
        return None

    async def _postpone(self, notice: Outgoing) -> None:
        """Let a notice wait that was not tried. `_failed` gives up one that has waited for too long."""
        try_at = self._limiter.now() + BACKOFF_MS
        if try_at > notice.made + DAY_MS:
            await self._failed(notice, SendFailed("it waited for too long behind others"))
        else:
            postpone = partial(self._accounts.postpone_outgoing, notice.id, try_at, failed=False)
            await self._accounts.in_thread(postpone)

    async def _failed(self, notice: Outgoing, failure: SendFailed) -> None:
        now, counts = self._limiter.now(), self._limiter.counters.notices
        try_at = now + min(BACKOFF_MS << min(notice.failures, 20), MOST_BACKOFF_MS)
        if failure.is_final or try_at > notice.made + DAY_MS:
            log.warning("a notice to account %s is given up: %s", notice.account, failure)
            counts[f"{notice.channel}_dropped"] += 1
            await self._accounts.in_thread(self._accounts.drop_outgoing, notice.id)
            return
        log.warning(
            "a notice to account %s was not sent: %s; retrying in %d s", notice.account, failure, (try_at - now) // 1000
        )
        counts[f"{notice.channel}_failed"] += 1
        await self._accounts.in_thread(self._accounts.postpone_outgoing, notice.id, try_at)

    async def _in_thread(self, send: Callable[[], None]) -> None:
        """Compose and send in a thread. When the server stops, the thread is abandoned: the notice is sent again later.

        Any fault is a failure of this notice alone, whatever users write or other servers answer.
        """
        failure: SendFailed | None = SendFailed("sending took too long", is_alone=True)
        with trio.move_on_after(MOST_S), self._supervision.guard("notice") as attempt:
            try:
                await trio.to_thread.run_sync(send, limiter=self._threads, abandon_on_cancel=True)
                failure = None
            except SendFailed as error:
                failure = error
        if attempt.error is not None:
            failure = SendFailed("it cannot be composed or sent", is_alone=True)
        if failure is not None:
            raise failure from attempt.error
