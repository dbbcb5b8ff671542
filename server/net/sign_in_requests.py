"""Who is at the other end of one connection: the greeting, the sign-in, and what an account does with itself."""

import secrets
from typing import TYPE_CHECKING, Final

from netgame.text import Text
from protocol import messages as m
from protocol.errors import ProtocolError
from server.errors import RequestRefused
from server.ops.policy import Remote
from server.tables.commands import User

if TYPE_CHECKING:
    from server.house import House
    from server.tables.actor import Peer

PROGRAM: Final = "netgame 0.1"
TOO_OLD = "This server needs version {low} of the protocol, and your program speaks {theirs}. Update your program"
TOO_NEW = (
    "Your program needs version {theirs} of the protocol, and this server speaks {high}. The server has to be updated"
)
STOPPING = m.Closing(code="stopping", template="The server stops; the tables are kept and go on when it is back")
SILENT = m.Closing(code="silent", template="Nothing came from this program for a minute")
NOBODY = m.Closing(code="not_signed_in", template="Nobody has signed in on this connection; connect again to do it")
FAULT = m.Closing(code="internal", template="The server made a mistake with this connection")
TOO_MANY = Text("Too many people from your address are here already. Ask whoever runs the server to allow more")
REVOKED = m.Closing(code="revoked", template="This device is not one of the account any more")


def welcome(hello: m.Hello, house: "House", nonce: bytes) -> m.Welcome:
    """The answer to the greeting; `ProtocolError` if there is no version of the protocol that both speak."""
    (low, high), (lowest, highest) = hello.protocols, m.PROTOCOL
    if min(high, highest) < max(low, lowest):
        template, theirs = (TOO_OLD, high) if high < lowest else (TOO_NEW, low)
        raise ProtocolError("version", template, low=lowest, high=highest, theirs=theirs)
    return m.Welcome(
        protocol=min(high, highest),
        program=PROGRAM,
        server=house.name,
        games={key: game.version for key, game in house.games.items()},
        nonce=nonce,
        guests=house.policy.guests,
        sign_up=house.policy.sign_up,
        motd=house.policy.motd,
    )


class SignInRequests:
    """One connection's. `fingerprint` is that of the certificate which the other side was shown; empty without TLS."""

    def __init__(self, house: "House", peer: "Peer", remote: Remote, fingerprint: str) -> None:
        self._house, self._peer, self._remote, self._fingerprint = house, peer, remote, fingerprint
        self.nonce = secrets.token_bytes(m.NONCE_BYTES)
        self._credential = 0

    async def sign_in(self, asked: m.SignIn) -> tuple[User, m.SignedIn]:
        """Somebody is here from now on; `RequestRefused` if he is not let in."""
        house = self._house
        with house.sign_in.pending():
            account, known, name = await house.sign_in.sign_in(asked, self.nonce, self._fingerprint, self._remote)
            if not house.lobby.is_present(account.id) and not house.doorway.has_room(self._remote):
                raise RequestRefused("too_many", TOO_MANY)
            self._credential = account.credential
            house.sanctions.came_online(known)
            since = house.clock.now()
            who, dismissals = house.lobby.enter(self._peer, account.id, name, known.registered, since, known.moderator)
            house.dismiss(dismissals)
        return who, m.SignedIn(
            account=account.id, name=who.name, token=account.token, new=account.new, registered=known.registered,
            moderator=known.moderator,
        )  # fmt: skip

    async def take(self, message: m.AccountCommand, who: User) -> m.Message:
        """What an account asks about itself, or a moderator about others: the answer."""
        try:
            return await self._take(message, who)
        except RequestRefused as refusal:
            return m.Refused(code=refusal.code, template=refusal.text.template, args=dict(refusal.text.args))

    async def _take(self, message: m.AccountCommand, who: User) -> m.Message:
        house = self._house
        match message:
            case m.SignUp():
                return await self._sign_up(message, who)
            case m.SetPassword():
                await house.sign_in.set_password(who, message, self._credential, self._remote)
            case m.MakePairingCode():
                return house.sign_in.make_code(who)
            case m.GetDevices():
                return await house.sign_in.devices(who, self._credential)
            case m.Revoke(device=device):
                await house.sign_in.revoke(who, device, self._credential)
                if device == self._credential:
                    self._peer.dismiss(REVOKED)
            case m.Report():
                await house.reports.add(who, message)
            case m.GetReports():
                return await house.reports.listed(who, message)
            case m.CloseReport(report=report):
                await house.reports.close(who, report)
            case m.Moderate():
                await house.moderation.moderate(who, message)
            case m.CloseTable(table=table):
                return await house.moderation.close_table(who, table)
        return m.Done()

    async def _sign_up(self, message: m.SignUp, who: User) -> m.SignedIn:
        name = await self._house.sign_in.sign_up(who, message, self._remote)
        now, dismissals = self._house.lobby.register(self._peer, name)
        self._house.dismiss(dismissals)
        return m.SignedIn(account=now.account, name=now.name, registered=True, moderator=now.moderator)
