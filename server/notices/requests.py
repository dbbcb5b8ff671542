"""The requests of members about their notices: an address that a code confirms, and the kinds of news."""

import hashlib
import logging
import secrets
from collections.abc import Awaitable, Callable
from functools import partial

from netgame.text import N_, Text
from protocol import messages as m
from protocol.framing import encode
from server.accounts.pairing import new_code, normalized
from server.errors import DatabaseFailed, RequestRefused
from server.lobby.lobby import Lobby
from server.notices.channels import SendFailed
from server.notices.outbox import Outbox
from server.notices.texts import CODE_MINUTES
from server.ops.limiter import Limiter
from server.ops.mail_address import is_mail_address
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
                confirm = partial(accounts.confirm_address, user.account, _digest(code), self._limiter.now())
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
        if not is_mail_address(address) or "." not in address.partition("@")[2]:
            raise RequestRefused("bad_address", BAD_ADDRESS)
        await self._count(user.account, address, remote)
        code, accounts = new_code(), self._accounts
        until = self._limiter.now() + CODE_MINUTES * 60_000
        await accounts.in_thread(accounts.offer_address, user.account, address, _digest(code), until)
        self._start_soon(partial(self._mail_code, user, address, code))

    async def _count(self, account: str, address: str, remote: Remote) -> None:
        """Count a code, also for the other servers of the service. `RequestRefused` where there were too many."""
        limits: dict[str, Backoff | RateLimit] = {
            f"notice account {account}": CODES, f"notice address {address.lower()}": CODES
        }  # fmt: skip
        if not self._limiter.policy.behind_proxy:
            limits[f"notice place {remote.key}"] = CODES_PER_PLACE
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
        subject, text = self._outbox.letter.code_mail(user.name, code)
        try:
            await self._outbox.send_mail(secrets.token_hex(16), address, subject, text)
        except SendFailed as failure:
            log.warning("the code for a mail address of account %s was not sent: %s", user.account, failure)
            self._limiter.counters.notices["mail_dropped"] += 1
            try:
                await self._accounts.in_thread(self._accounts.withdraw_code, user.account, _digest(code))
                notices = await self._notices(user.account, failed=True)
            except DatabaseFailed as problem:
                log.error("notices cannot be read or written: %s", problem)
                return
            if (peer := self._lobby.peer_of(user.account)) is not None:
                peer.send(encode(notices))
        else:
            self._limiter.counters.notices["mail_sent"] += 1


def _digest(code: str) -> bytes:
    return hashlib.sha256(normalized(code).encode()).digest()
