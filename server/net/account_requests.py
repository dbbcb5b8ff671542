"""Signing in and out, and the requests of a connection about accounts."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import trio

from netgame.match.seats import is_computer_text
from netgame.records.proof import is_weak
from netgame.text import Text
from protocol import messages as m
from protocol.texts import cleaned
from server.accounts.moderation import Moderation
from server.accounts.reports import Reports
from server.accounts.sign_in import MAX_LABEL, SIGNED_OUT, SignInService
from server.cluster.store import Device
from server.errors import RequestRefused
from server.lobby.conditional_moves import ConditionalMoves
from server.lobby.vacations import Vacations
from server.net.attendance import Attendance
from server.notices.requests import NoticeRequests
from server.ops.limiter import Limiter
from server.ops.remote import Remote
from server.refusals import DISK_FAILED, TOO_FAST
from server.storage.event_store import StoreProblem
from server.tables.commands import User
from server.tables.users import Peer

log = logging.getLogger(__name__)

NO_COMPUTERS = Text("This server takes no computer players. Its operator can allow them")
BAD_COMPUTER = Text("The description of a computer player is at most 40 ASCII characters")
RESET = m.Closing(code="revoked", template=SIGNED_OUT.template)
REVOKED = m.Closing(code="revoked", template="This device no longer belongs to the account")


class AccountRequests:
    """Passes requests about accounts to their services."""

    def __init__(
        self, sign_in: SignInService, attendance: Attendance, moderation: Moderation, reports: Reports,
        vacations: Vacations, conditional_moves: ConditionalMoves, notices: NoticeRequests, limiter: Limiter,
    ) -> None:  # fmt: skip
        self._sign_in, self.attendance, self._limiter = sign_in, attendance, limiter
        self._moderation, self._reports, self._vacations, self._notices = moderation, reports, vacations, notices
        self._conditional_moves = conditional_moves
        self._pending: set[trio.Event] = set()

    async def sign_in(
        self, request: m.SignIn, peer: Peer, nonce: bytes, fingerprint: str
    ) -> tuple[User, int, m.SignedIn]:
        """Sign a user in. Return the user, the id of their credential and the reply; raise `RequestRefused`.

        `fingerprint` is that of the certificate that the client sees; empty without TLS.
        """
        self._check_computer(request, peer.remote)
        with self._in_progress():
            account, known, name = await self._sign_in.sign_in(request, nonce, fingerprint, peer.remote)
            if request.reset is not None:
                self._moderation.dismiss(account.id, RESET)
            if not self._limiter.may_send("lists", account.id, peer.remote):
                raise RequestRefused(TOO_FAST.code, Text(TOO_FAST.template))
            now = self._limiter.now()
            key = request.device.key if request.device is not None else b""  # every way of signing in has checked it
            if is_weak(key):
                key = b""  # nothing that it signs would prove anything
            wanted = User(
                account.id, name, known.registered, now, known.moderator, request.computer, key, not peer.is_current,
                Device(
                    account.credential, cleaned(request.label)[:MAX_LABEL], peer.remote.address, request.installation
                ),
            )  # fmt: skip
            user = await self.attendance.enter(peer, wanted, known)
        reply = m.SignedIn(
            account=account.id, name=user.name, token=account.token, new=account.new, registered=known.registered,
            moderator=known.moderator,
        )  # fmt: skip
        return user, account.credential, reply

    async def check_again(self, peer: Peer, user: User, credential: int) -> None:
        """End the connection of an account that was banned, deleted or signed out during its sign-in."""
        try:
            await self._sign_in.check_again(user.account, credential, peer.remote)
        except RequestRefused as refusal:
            peer.dismiss(m.Closing(code=refusal.code, template=refusal.text.template, args=dict(refusal.text.args)))
        except StoreProblem as error:  # the sign-in is answered
            log.error("an account that came online cannot be read again: %s", error)

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

    async def forgot_password(self, message: m.ForgotPassword, remote: Remote) -> m.Message:
        """Mail a code for a new password, if there is an address for it."""
        try:
            self._sign_in.check_address(remote)
            await self._notices.mail_reset(message.name, remote)
        except RequestRefused as refusal:
            return m.Refused(code=refusal.code, template=refusal.text.template, args=dict(refusal.text.args))
        except StoreProblem as error:
            log.error("accounts cannot be read or written: %s", error)
            return DISK_FAILED
        return m.Done()

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

    async def answer(self, message: m.AccountCommand, user: User, credential: int, peer: Peer) -> m.Message:
        """Carry out a request of a user about their account, or of a moderator about others."""
        try:
            match message:
                case m.SignUp():
                    name = await self._sign_in.sign_up(user, message, peer.remote)
                    new = await self.attendance.rename(peer, replace(user, name=name, registered=True))
                    return m.SignedIn(account=new.account, name=new.name, registered=True, moderator=new.moderator)
                case m.SetName(name=name):
                    free = await self._sign_in.set_name(user, name)
                    renamed = await self.attendance.rename(peer, replace(user, name=free))
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
                case m.TakeVacation() | m.EndVacation() | m.GetVacation():
                    return await self._vacations.answer(message, user)
                case m.SetConditionalMoves() | m.GetConditionalMoves():
                    return await self._conditional_moves.answer(message, user)
                case m.Report():
                    await self._reports.add(user, message)
                case m.GetReports():
                    return await self._reports.listed(user, message)
                case m.CloseReport(report=report):
                    await self._reports.close(user, report)
                case m.Moderate():
                    await self._moderation.moderate(user, message)
                case m.CloseTable(table=table):
                    return await self._moderation.close_table(user, table)
                case m.GetNotices() | m.SetAddress() | m.ConfirmAddress() | m.RemoveAddress() | m.SetNotices():
                    return await self._notices.answer(message, user, peer.remote)
            return m.Done()
        except RequestRefused as refusal:
            return m.Refused(code=refusal.code, template=refusal.text.template, args=dict(refusal.text.args))
        except StoreProblem as error:
            log.error("accounts cannot be read or written: %s", error)
            return DISK_FAILED
