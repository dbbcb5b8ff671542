"""Users who come online, go offline, or get another name: in the lobby, at their tables, and in the service."""

import logging
from dataclasses import replace

from netgame.match.events import AbsenceCause
from netgame.text import Text
from server.accounts.sanctions import Sanctions
from server.errors import RequestRefused, StoreProblem
from server.lobby.broadcast import Broadcast
from server.lobby.lobby import REPLACED, Lobby
from server.lobby.player_tables import PlayerTables
from server.lobby.replacements import replace_connection
from server.net.admission import Admission
from server.ops.limiter import Limiter
from server.refusals import DISK_FAILED, OTHER_PLAYER
from server.storage.accounts import Known
from server.tables.commands import User
from server.tables.service import Service
from server.tables.users import Peer

log = logging.getLogger(__name__)

TOO_MANY = Text("Too many people from your address are online. Ask the server's operator to allow more")
TOO_MANY_COMPUTERS = Text("Too many computer players are at this server. Try again later")


class Attendance:
    """The users of this server.

    Raises:
        RequestRefused: A user may not come online, or cannot get the name now.
    """

    def __init__(
        self, lobby: Lobby[Peer], service: Service, sanctions: Sanctions, admission: Admission, tables: PlayerTables,
        broadcast: Broadcast, limiter: Limiter,
    ) -> None:  # fmt: skip
        self._lobby, self._service, self._sanctions = lobby, service, sanctions
        self._admission, self._tables, self._broadcast, self._limiter = admission, tables, broadcast, limiter
        self.user_of, self.came_online = lobby.user_of, tables.user_online

    async def enter(self, peer: Peer, wanted: User, known: Known) -> User:
        """Let a user come online. `known` is what is stored of them."""
        elsewhere = self._service.count_elsewhere(peer.remote.network)
        if not self._lobby.is_online(wanted.account) and not self._admission.may_sign_in(peer.remote, elsewhere):
            raise RequestRefused("too_many", TOO_MANY)
        if any(computer != wanted.computer for computer in self._lobby.computers_of(wanted.account)):
            raise RequestRefused(OTHER_PLAYER.code, Text(OTHER_PLAYER.template))
        most = self._limiter.limits.computer_players
        if wanted.computer and self._lobby.count_computers(wanted.account) >= most:
            self._limiter.count("computer_players", peer.remote)
            raise RequestRefused("too_many", TOO_MANY_COMPUTERS)
        name = await self._claim(wanted, peer)
        self._sanctions.came_online(known)
        user, dismissals = self._lobby.enter(peer, replace(wanted, name=name))
        for other, closing in dismissals:
            if closing is REPLACED:
                replace_connection(self._broadcast, other, self._lobby.user_of(other), user)
            else:
                other.dismiss(closing)
        self._admission.sign_in(peer)
        for hook in self._service.on_entered:
            hook(user.account)
        return user

    async def rename(self, peer: Peer, wanted: User) -> User:
        """Give the user of a connection another name, perhaps one that they have registered."""
        name = await self._claim(wanted, peer)
        user, dismissals = self._lobby.rename(peer, name, is_registered=wanted.registered)
        for other, closing in dismissals:
            other.dismiss(closing)
        return user

    async def _claim(self, user: User, peer: Peer) -> str:
        """Let a user be online at no other server. Return their name, which is unique among all servers."""
        try:
            name = await self._service.claim(user, peer)
        except StoreProblem as problem:
            log.error("a user cannot come online: %s", problem)
            raise RequestRefused(DISK_FAILED.code, Text(DISK_FAILED.template)) from problem
        if name is None:
            closing = replace_connection(self._broadcast, peer, user, self._lobby.user(user.account))
            raise RequestRefused(closing.code, Text(closing.template, closing.args))
        return name

    def leave(self, peer: Peer, account: str, cause: AbsenceCause) -> None:
        """Remove a connection of an account that has ended."""
        self._lobby.leave(peer, account, cause, peer.came_to)
        if self._lobby.peer_of(account) is None:
            self._sanctions.went_offline(account)
        if not self._lobby.is_online(account):  # it may be online on another connection
            self._service.release(account, cause)
            self._tables.user_offline(account)
