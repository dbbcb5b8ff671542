"""Signing in and out, and the requests of a connection about accounts."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import trio

from netgame.match.events import AbsenceCause
from netgame.match.seats import is_computer_text
from netgame.text import Text
from protocol import messages as m
from server.accounts.moderation import Moderation, TableModeration
from server.accounts.reports import Reports
from server.accounts.sanctions import Sanctions
from server.accounts.sign_in import SignInService
from server.errors import RequestRefused
from server.lobby.lobby import REPLACED, Lobby
from server.lobby.player_tables import PlayerTables
from server.net.admission import Admission
from server.ops.limiter import Limiter
from server.ops.rate_limit import RateLimit, RateLimiter
from server.ops.remote import Remote
from server.refusals import DISK_FAILED
from server.storage.event_store import StoreProblem
from server.tables.commands import User
from server.tables.service import Service
from server.tables.users import Peer

log = logging.getLogger(__name__)

RATE = RateLimit(60, 2)  # of the requests of one account; each waits for the disk or a password hash
TOO_FAST = Text("Too many requests. Wait a moment and try again")
TOO_MANY = Text("Too many people from your address are online. Ask the server's operator to allow more")
NO_COMPUTERS = Text("This server takes no computer players. Its operator can allow them")
BAD_COMPUTER = Text("The description of a computer player is at most 40 ASCII characters")
TOO_MANY_COMPUTERS = Text("Too many computer players are at this server. Try again later")
OTHER_PLAYER = Text("Another player has unfinished games with this account: a person, or a computer of another level")
REVOKED = m.Closing(code="revoked", template="This device no longer belongs to the account")


class AccountRequests:
    """Passes requests about accounts to their services, and users who come and go to the lobby and the timers."""

    def __init__(
        self,
        sign_in: SignInService,
        sanctions: Sanctions,
        moderation: Moderation,
        table_moderation: TableModeration,
        reports: Reports,
        lobby: Lobby[Peer],
        admission: Admission,
        tables: PlayerTables,
        limiter: Limiter,
        service: Service,
    ) -> None:
        self._sign_in, self._sanctions, self._reports = sign_in, sanctions, reports
        self._moderation, self._table_moderation = moderation, table_moderation
        self._lobby, self._admission, self._tables = lobby, admission, tables
        self._limiter, self._service = limiter, service
        self._pending: set[trio.Event] = set()
        self._rate = RateLimiter(RATE)

    async def sign_in(
        self, request: m.SignIn, peer: Peer, nonce: bytes, fingerprint: str
    ) -> tuple[User, int, m.SignedIn]:
        """Sign a user in. Return the user, the id of their credential and the reply; raise `RequestRefused`.

        `fingerprint` is that of the certificate that the client sees; empty without TLS.
        """
        self._check_computer(request, peer.remote)
        with self._in_progress():
            account, known, name = await self._sign_in.sign_in(request, nonce, fingerprint, peer.remote)
            elsewhere = self._service.count_elsewhere(peer.remote.network)
            if not self._lobby.is_online(account.id) and not self._admission.may_sign_in(peer.remote, elsewhere):
                raise RequestRefused("too_many", TOO_MANY)
            if any(computer != request.computer for computer in self._lobby.computers_of(account.id)):
                raise RequestRefused("other_player", OTHER_PLAYER)
            if request.computer and self._lobby.count_computers(account.id) >= self._limiter.limits.computer_players:
                self._limiter.count("computer_players", peer.remote)
                raise RequestRefused("too_many", TOO_MANY_COMPUTERS)
            now = self._limiter.now()
            wanted = User(account.id, name, known.registered, now, known.moderator, request.computer)
            name = await self._claim(wanted, peer)
            self._sanctions.came_online(known)
            user, dismissals = self._lobby.enter(
                peer, account.id, name, known.registered, now, known.moderator, request.computer
            )
            for other, closing in dismissals:
                other.dismiss(closing)
        self._admission.sign_in(peer)
        reply = m.SignedIn(
            account=account.id, name=user.name, token=account.token, new=account.new, registered=known.registered,
            moderator=known.moderator,
        )  # fmt: skip
        return user, account.credential, reply

    @contextmanager
    def _in_progress(self) -> Iterator[None]:
        """Mark the block as a sign-in in progress."""
        done = trio.Event()
        self._pending.add(done)
        try:
            yield
        finally:
            self._pending.discard(done)
            done.set()

    async def _claim(self, user: User, peer: Peer) -> str:
        """Let a user be online at no other server. Return their name, which is unique among all servers."""
        try:
            name = await self._service.claim(user, peer)
        except StoreProblem as problem:
            log.error("a user cannot come online: %s", problem)
            raise RequestRefused(DISK_FAILED.code, Text(DISK_FAILED.template)) from problem
        if name is None:
            peer.dismiss(REPLACED)
            raise RequestRefused(REPLACED.code, Text(REPLACED.template))
        return name

    def _check_computer(self, request: m.SignIn, remote: Remote) -> None:
        """Raise `RequestRefused` if this server takes no such computer player."""
        if not request.computer:
            return
        if not self._limiter.policy.admits_computers(remote):
            raise RequestRefused("no_computers", NO_COMPUTERS)
        if not is_computer_text(request.computer):
            raise RequestRefused("bad_computer", BAD_COMPUTER)

    @property
    def pending(self) -> list[trio.Event]:
        """Events that are set when the sign-ins in progress are done."""
        return list(self._pending)

    def user_of(self, peer: Peer) -> User | None:
        """Return the user of a connection that has signed in."""
        return self._lobby.user_of(peer)

    def came_online(self, account: str) -> None:
        """Tell the timers of an account's tables that it is online."""
        self._tables.user_online(account)

    def sign_out(self, peer: Peer, account: str, cause: AbsenceCause) -> None:
        """Remove a connection of an account that has ended."""
        self._lobby.leave(peer, account, cause, peer.came_to)
        if self._lobby.peer_of(account) is None:
            self._sanctions.went_offline(account)
        if not self._lobby.is_online(account):  # it may be online on another connection
            self._service.release(account, cause)
            self._tables.user_offline(account)

    async def answer(self, message: m.AccountCommand, user: User, credential: int, peer: Peer) -> m.Message:
        """Carry out a request of a user about their account, or of a moderator about others."""
        try:
            if not self._limiter.takes(self._rate, user.account, "account_request", peer.remote):
                raise RequestRefused("too_fast", TOO_FAST)
            match message:
                case m.SignUp():
                    return await self._sign_up(message, user, peer)
                case m.SetName(name=name):
                    free = await self._sign_in.set_name(user, name)
                    free = await self._claim(replace(user, name=free), peer)
                    renamed = self._lobby.rename(peer, free)
                    return m.SignedIn(account=renamed.account, name=renamed.name)
                case m.SetPassword():
                    await self._sign_in.set_password(user, message, credential, peer.remote)
                case m.MakePairingCode():
                    return await self._sign_in.make_code(user)
                case m.GetDevices():
                    return await self._sign_in.devices(user, credential)
                case m.Revoke(device=device):
                    await self._sign_in.revoke(user, device, credential)
                    if device == credential:
                        peer.dismiss(REVOKED)
                case m.Report():
                    await self._reports.add(user, message)
                case m.GetReports():
                    return await self._reports.listed(user, message)
                case m.CloseReport(report=report):
                    await self._reports.close(user, report)
                case m.Moderate():
                    await self._moderation.moderate(user, message)
                case m.CloseTable(table=table):
                    return await self._table_moderation.close_table(user, table)
            return m.Done()
        except RequestRefused as refusal:
            return m.Refused(code=refusal.code, template=refusal.text.template, args=dict(refusal.text.args))
        except StoreProblem as error:
            log.error("accounts cannot be read or written: %s", error)
            return DISK_FAILED

    async def _sign_up(self, message: m.SignUp, user: User, peer: Peer) -> m.SignedIn:
        name = await self._sign_in.sign_up(user, message, peer.remote)
        name = await self._claim(replace(user, name=name, registered=True), peer)
        registered, dismissals = self._lobby.register(peer, name)
        for other, closing in dismissals:
            other.dismiss(closing)
        return m.SignedIn(
            account=registered.account, name=registered.name, registered=True, moderator=registered.moderator
        )
