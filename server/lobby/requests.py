"""Requests of connections to the lobby, and what it sends them: lists, chat, invitations, challenges, rematches."""

import logging

from netgame.text import N_
from protocol import messages as m
from server.errors import StoreProblem
from server.lobby.analyses import Analyses
from server.lobby.broadcast import Broadcast
from server.lobby.challenges import Challenges
from server.lobby.chat import Chat
from server.lobby.invitations import Invitations
from server.lobby.people import People
from server.lobby.rematch import Rematches
from server.lobby.table_list import ListPublisher
from server.ops.limiter import Limiter
from server.refusals import DISK_FAILED, TOO_FAST
from server.tables.actor import BUSY
from server.tables.commands import User, digest_of
from server.tables.table import Table
from server.tables.users import Peer

log = logging.getLogger(__name__)

MAX_KEYS = 1000  # of commands that were carried out, to recognise them when they are sent again
KEY_REUSED = m.Refused(code="key_reused", template=N_("The key of an earlier command was used for another one"))


class LobbyRequests:
    """Passes each command to its service. The same key of the same account gets the same answer again."""

    def __init__(
        self, lists: ListPublisher, chat: Chat, invitations: Invitations, rematches: Rematches, analyses: Analyses,
        challenges: Challenges, people: People, broadcast: Broadcast, limiter: Limiter,
    ) -> None:  # fmt: skip
        self.lists = lists
        self._challenges, self._people = challenges, people
        self._chat, self._invitations, self._rematches, self._analyses = chat, invitations, rematches, analyses
        self._broadcast, self._limiter = broadcast, limiter
        self._done: dict[tuple[str, bytes], tuple[bytes, m.Done]] = {}  # digests and answers, the oldest first

    async def carry_out(
        self,
        command: m.Say | m.Invite | m.SetCode | m.Rematch | m.CloseRematch | m.AnalysisCommand | m.ChallengeCommand
        | m.SetRelation,
        user: User,
    ) -> m.Message:  # fmt: skip
        """Carry out a command. Where the disk fails nothing has happened, and that is the answer."""
        try:
            if isinstance(command, m.Say):
                return await self._chat.say(command, user)
            if isinstance(command, m.AnalysisCommand):
                return await self._analyses.carry_out(command, user)
            if isinstance(command, m.ChallengeCommand):
                return await self._challenges.carry_out(command, user)
            if isinstance(command, m.SetRelation):
                return await self._people.relate(command, user)
            digest = digest_of(command, user.account)
            if (known := self._done.get((user.account, command.key))) is not None:
                return known[1] if known[0] == digest else KEY_REUSED
            if not self._limiter.takes_request(type(command), user.account):
                return TOO_FAST
            if not isinstance(command, m.Invite | m.SetCode) and self._broadcast.is_full(command.table):
                return BUSY
            match command:
                case m.Invite():
                    reply = await self._invitations.invite(command, user)
                case m.SetCode():
                    reply = await self._invitations.set_code(command, user)
                case m.Rematch():
                    reply = await self._rematches.offer(command, user)
                case m.CloseRematch():
                    reply = await self._rematches.close(command, user)
        except StoreProblem as error:
            log.error("chat, invitations and challenges cannot be written: %s", error)
            return DISK_FAILED
        if isinstance(reply, m.Done) and command.key:
            self._done[user.account, command.key] = digest, reply
            if len(self._done) > MAX_KEYS:
                del self._done[next(iter(self._done))]
        return reply

    async def send_first(self, peer: Peer, account: str, *, is_new: bool) -> None:
        """Send the last lines of the lobby, of a user's talks, and their challenges, after they have signed in."""
        await self._chat.send_first_lines(peer, account, is_new=is_new)
        if not is_new:
            await self._challenges.send_open(peer, account)

    async def watching(self, peer: Peer, table: Table, *, sees_end: bool) -> None:
        """Send lines and offers at a table to a connection that has begun to watch it."""
        await self._chat.send_table_lines(peer, table)
        self._invitations.watching(peer, table, self._limiter.now())
        if table.is_over and sees_end:
            await self._rematches.send_state(peer, table)
            self._analyses.send_state(peer, table)

    def left(self, table: Table, user: User, *, is_lost: bool) -> None:
        """Note that a player does not watch their table any more. `is_lost`: their connection may come back."""
        self._rematches.left(table, user, is_lost=is_lost)
        if not is_lost:
            self._analyses.left(table, user)
