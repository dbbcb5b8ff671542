"""Requests that mail codes: for an address and for a new password; and which kinds of news members are told."""

import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from functools import partial

from netgame.text import N_, Text
from protocol import messages as m
from protocol.framing import encode
from server.accounts.pairing import digest_of_code, new_code
from server.errors import DatabaseFailed, RequestRefused
from server.lobby.lobby import Lobby
from server.lookalikes import skeletons
from server.names import InvalidName, checked_name
from server.notices.channels import SendFailed
from server.notices.outbox import Outbox
from server.notices.texts import CODE_MINUTES
from server.ops.limiter import Limiter
from server.ops.mail_address import domain_of, is_mail_address, mailbox_of
from server.ops.rate_limit import Backoff, RateLimit
from server.ops.remote import Remote
from server.storage.accounts import AccountStore
from server.storage.notices import KINDS
from server.tables.commands import User
from server.tables.users import Peer

log = logging.getLogger(__name__)

CODES = RateLimit(3, 1 / 1200)  # mailed for one account, and to one address: then one in 20 minutes
CODES_PER_PLACE = RateLimit(10, 1 / 360)  # for one address of the network
NO_NOTICES = Text("This server sends no notices")
NO_MAIL = Text("This server sends no mails")
NOT_REGISTERED = Text("Notices are for registered players")
BAD_ADDRESS = Text("This is not a mail address that this server can use. One looks like ann@example.org")
BAD_CODE = Text("That code is not right. Compare it with the mail")
NO_CODE = Text("There is no code that holds any more. Ask for a new one")
TOO_MANY_CODES = N_("Too many codes were mailed. Wait {minutes} minutes and try again")


class NoticeRequests:
    """Answers the requests. Addresses go to the database and to the mail server, nowhere else."""

    def __init__(
        self, accounts: AccountStore, outbox: Outbox, lobby: Lobby[Peer], limiter: Limiter,
        start_soon: Callable[[Callable[[], Awaitable[None]]], None],
    ) -> None:  # fmt: skip
        self._accounts, self._outbox, self._lobby, self._limiter = accounts, outbox, lobby, limiter
        self._start_soon = start_soon

    async def answer(self, message: m.NoticeCommand, user: User, remote: Remote) -> m.Notices:
        """Carry out a request. Raise `RequestRefused` or `DatabaseFailed`."""
        accounts, channels = self._accounts, self._outbox.channels.names
        if not channels and not isinstance(message, m.GetNotices):
            raise RequestRefused("no_notices", NO_NOTICES)
        if channels and not user.registered:
            raise RequestRefused("not_registered", NOT_REGISTERED)
        match message:
            case m.SetAddress(address=address):
                await self._set_address(address.strip(), user, remote)
            case m.ConfirmAddress(code=code):
                confirm = partial(accounts.confirm_address, user.account, digest_of_code(code), self._limiter.now())
                outcome = await accounts.in_thread(confirm)
                if outcome != "confirmed":
                    code, text = ("bad_code", BAD_CODE) if outcome == "wrong" else ("no_code", NO_CODE)
                    raise RequestRefused(code, text)
            case m.RemoveAddress():
                await accounts.in_thread(accounts.remove_address, user.account)
            case m.SetNotices(kinds=kinds, webhook=webhook):
                chosen = [kind for kind in KINDS if kind in kinds]
                await accounts.in_thread(accounts.set_notices, user.account, chosen, webhook)
        return await self._notices(user.account) if channels else m.Notices(has_mail=False)

    async def _notices(self, account: str, *, failed: bool = False) -> m.Notices:
        member, channels = await self._accounts.in_thread(self._accounts.notices_of, account), self._outbox.channels
        return m.Notices(
            has_mail=channels.mail is not None, has_webhook=channels.webhook is not None, offered=list(KINDS),
            address=member.address, waiting=member.waiting, kinds=list(member.kinds), webhook=member.webhook,
            failed=failed,
        )  # fmt: skip

    async def _set_address(self, address: str, user: User, remote: Remote) -> None:
        if self._outbox.channels.mail is None:
            raise RequestRefused("no_mail", NO_MAIL)
        if not is_mail_address(address) or "." not in domain_of(address):
            raise RequestRefused("bad_address", BAD_ADDRESS)
        await self._count(_budgets(user.account, address), remote)
        code, accounts = new_code(), self._accounts
        until = self._limiter.now() + CODE_MINUTES * 60_000
        await accounts.in_thread(accounts.offer_address, user.account, address, digest_of_code(code), until)
        self._start_soon(partial(self._mail_code, user, address, code))

    async def mail_reset(self, name: str, remote: Remote) -> None:
        """Mail a code for a new password to the address of a registered name. `RequestRefused`, `DatabaseFailed`.

        Neither the answer nor the time that it takes says whether there are such a name and an address.
        """
        if self._outbox.channels.mail is None:
            raise RequestRefused("no_mail", NO_MAIL)
        try:
            name = checked_name(name)
        except InvalidName as error:
            raise RequestRefused("bad_name", error.text) from error
        await self._count({f"forgotten {min(skeletons(name))}": CODES}, remote)
        self._start_soon(partial(self._mail_reset, name))

    async def _mail_reset(self, name: str) -> None:
        accounts, now = self._accounts, self._limiter.now()
        found = await accounts.in_thread(accounts.by_name, name)
        known = await accounts.in_thread(accounts.get, found[0]) if found is not None else None
        if known is None or known.is_banned(now):
            return
        address = (await accounts.in_thread(accounts.notices_of, known.account)).address
        if not address:
            return
        try:
            await self._count(_budgets(known.account, address))
        except RequestRefused:
            log.info("no code for a new password of account %s: too many codes were mailed", known.account)
            return
        code = new_code()
        until = now + CODE_MINUTES * 60_000
        await accounts.in_thread(accounts.offer_reset, known.account, digest_of_code(code), until)
        compose = partial(self._outbox.letter.reset_mail, known.name, code)
        try:
            await self._outbox.send_mail(secrets.token_hex(16), address, compose)
        except SendFailed as failure:
            log.warning("the code for a new password of account %s was not sent: %s", known.account, failure)
            self._limiter.counters.notices["mail_dropped"] += 1
        else:
            self._limiter.counters.notices["mail_sent"] += 1

    async def _count(self, budgets: Mapping[str, RateLimit], remote: Remote | None = None) -> None:
        """Count a code, also for the other servers of the service. `RequestRefused` where there were too many."""
        limits: dict[str, Backoff | RateLimit] = dict(budgets)
        for place, weight in self._limiter.policy.places(remote).items():
            limits[f"notice place {place}"] = CODES_PER_PLACE.times(weight)
        now, accounts = self._limiter.now(), self._accounts
        counted = await accounts.in_thread(accounts.failures, limits)
        wait_ms = max(limit.wait_ms(counted.get(key), now) for key, limit in limits.items())
        if wait_ms:
            self._limiter.count("notice_codes", remote)
            minutes = -(-wait_ms // 60_000)
            raise RequestRefused(
                "too_soon",
                Text("Too many codes were mailed. Wait {minutes} minutes and try again", {"minutes": minutes}),
            )
        await accounts.in_thread(accounts.count_failures, limits, now)

    async def _mail_code(self, user: User, address: str, code: str) -> None:
        """Mail a code. If that fails, the address is forgotten and the member hears of it: nothing else would."""
        compose = partial(self._outbox.letter.code_mail, user.name, code)
        try:
            await self._outbox.send_mail(secrets.token_hex(16), address, compose)
        except SendFailed as failure:
            log.warning("the code for a mail address of account %s was not sent: %s", user.account, failure)
            self._limiter.counters.notices["mail_dropped"] += 1
            try:
                await self._accounts.in_thread(self._accounts.withdraw_code, user.account, digest_of_code(code))
                notices = await self._notices(user.account, failed=True)
            except DatabaseFailed as problem:
                log.error("notices cannot be read or written: %s", problem)
                return
            if (peer := self._lobby.peer_of(user.account)) is not None:
                peer.send(encode(notices))
        else:
            self._limiter.counters.notices["mail_sent"] += 1


def _budgets(account: str, address: str) -> dict[str, RateLimit]:
    return {f"notice account {account}": CODES, f"notice address {mailbox_of(address)}": CODES}
