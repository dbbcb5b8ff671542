"""Requests of connections about tournaments: the list, making one, following one, commands."""

import logging
from typing import Protocol

import msgspec

from netgame.match import Games
from netgame.match.decide import Refused
from netgame.text import N_
from netgame.tournaments import commands
from netgame.tournaments.commands import Command
from netgame.tournaments.decide import Actor, decide
from netgame.tournaments.events import Event
from netgame.tournaments.state import Tournament
from protocol import messages as m
from protocol.framing import encode
from server.accounts.ratings import rating_at
from server.accounts.sanctions import MUTED, Sanctions
from server.errors import StoreProblem
from server.lobby.new_tables import NewTables, table_id
from server.names import is_seen, tidy
from server.ops.limiter import Limiter
from server.ops.rate_limit import RateLimit, RateLimiter
from server.refusals import NO_ACCOUNT
from server.storage.accounts import AccountStore
from server.storage.social import SocialStore
from server.tables.actor import CHUNK_BYTES, UNCONFIRMED
from server.tables.commands import User
from server.tables.users import Peer
from server.tournaments.entry import entry_of
from server.tournaments.logs import TournamentLogs
from server.tournaments.publisher import TournamentPublisher

log = logging.getLogger(__name__)

MAX_OPEN = 500  # tournaments of a server that are not over
MAX_ENTERED = 50  # tournaments that are not over of one player
LISTED_FINISHED = 50
LISTS, COMMANDS, MAKES = RateLimit(20, 0.5), RateLimit(60, 2), RateLimit(10, 1 / 60)  # of one account

NO_TOURNAMENT = m.Refused(code="no_tournament", template=N_("There is no such tournament here"))
MAY_NOT = m.Refused(code="may_not", template=N_("The operator of this server does not let you make tournaments"))
TOO_FAST = m.Refused(code="too_fast", template=N_("Too many requests. Wait a moment and try again"))
AHEAD = m.Refused(
    code="ahead", template=N_("The server has fewer events of this tournament than you have seen. Open it again")
)
TOO_MANY_WATCHED = m.Refused(code="too_many", template=N_("You are watching too many tournaments. Leave some first"))
TOO_MANY_HERE = m.Refused(code="too_many", template=N_("This server has too many tournaments. Try again later"))
TOO_MANY_ENTERED = m.Refused(code="too_many", template=N_("You take part in too many tournaments. Leave some first"))
TOO_MANY_MADE = N_("You direct {count} tournaments. Finish some first")
NOT_REGISTERED = m.Refused(
    code="not_registered", template=N_("This tournament is rated, so only players with a registered name take part")
)
NO_COMPUTERS = m.Refused(code="no_computers", template=N_("Computer players do not take part in tournaments"))
BAD_TITLE = N_("The title of a tournament has at most {most} characters, all of which can be seen")


class Watcher(Peer, Protocol):
    """A connection that may watch tournaments."""

    def reply(self, id: int, message: m.Message) -> None:
        """Answer a request."""

    async def drained(self) -> None:
        """Wait while the client has not read most of what was sent."""


class TournamentRequests:
    """Answers requests of users, whose rights and limits it knows; what a tournament allows is in its own rules."""

    def __init__(
        self, games: Games, logs: TournamentLogs, publisher: TournamentPublisher, social: SocialStore,
        accounts: AccountStore, new_tables: NewTables, sanctions: Sanctions, limiter: Limiter,
    ) -> None:  # fmt: skip
        self._games, self._logs, self._publisher = games, logs, publisher
        self._social, self._accounts = social, accounts
        self._new_tables, self._sanctions, self._limiter = new_tables, sanctions, limiter
        self._lists, self._commands, self._makes = RateLimiter(LISTS), RateLimiter(COMMANDS), RateLimiter(MAKES)
        self.leave = publisher.leave

    async def answer(self, peer: Watcher, id: int, message: m.TournamentRequest, user: User) -> None:
        """Answer request `id`. `DatabaseFailed` if the database cannot be read."""
        match message:
            case m.ListTournaments():
                peer.reply(id, await self._list(peer, user))
            case m.UnlistTournaments():
                self._publisher.leave_list(peer)
                peer.reply(id, m.Done())
            case m.WatchTournament():
                await self._watch(peer, id, message)
            case m.UnwatchTournament(tournament=tournament):
                self._publisher.unwatch(peer, tournament)
                peer.reply(id, m.Done(table=tournament))
            case command:
                peer.reply(id, await self.carry_out(command, user))

    # ---- following

    async def _list(self, peer: Watcher, user: User) -> m.Message:
        if not self._lists.take(user.account, self._limiter.now()):
            return TOO_FAST
        self._publisher.read_list(peer, user.account)  # changes from now on come after the reply, or are in it
        finished, own = await self._social.in_thread(
            lambda: (
                self._social.finished_tournaments(LISTED_FINISHED), self._social.tournaments_of(user.account, "player")
            )
        )  # fmt: skip
        entries = [entry_of(tournament) for tournament in self._logs.open]
        entries.sort(key=lambda entry: -entry.made)
        known = {entry.tournament for entry in entries}
        entries += [msgspec.msgpack.decode(entry, type=m.TournamentInfo) for id, entry in finished if id not in known]
        listed = await self._publisher.entries(entries[: m.MAX_TOURNAMENTS], user.account, own)
        return m.Tournaments(tournaments=listed, may_make=self._may_make(user))

    async def _watch(self, peer: Watcher, id: int, watch: m.WatchTournament) -> None:
        self._publisher.unwatch(peer, watch.tournament)
        known = await self._logs.load(watch.tournament)
        if known is not None and watch.after > known.number:
            await self._logs.follow(known.id, watch.after)
        if known is None:
            peer.reply(id, NO_TOURNAMENT)
            return
        if watch.after > known.number or not self._publisher.may_watch(peer):
            peer.reply(id, AHEAD if watch.after > known.number else TOO_MANY_WATCHED)
            return
        peer.send(encode(m.Done(table=known.id, number=known.number, after=watch.after), id))
        sent = watch.after
        while known.number - sent > 1 and sum(map(len, known.bodies[sent:])) > CHUNK_BYTES:
            frame, sent = await self._publisher.frames(known, sent)
            peer.send(frame)
            await peer.drained()
        self._publisher.watch(peer, known.id, sent)

    # ---- commands

    async def carry_out(self, message: m.TournamentCommand, user: User) -> m.Message:
        """Carry out a command. Return the answer."""
        if not message.key:
            return m.Refused(code="malformed", template=N_("A command has to carry a key of 16 bytes"))
        if not self._commands.take(user.account, self._limiter.now()):
            return TOO_FAST
        id = table_id(user.account, message.key) if isinstance(message, m.MakeTournament) else message.tournament
        key = self._key(message, user)
        try:
            known = await self._logs.load(id)
            if known is not None and key in known.keys:
                return m.Done(table=id, number=known.keys[key])
            command = await self._command(message, id, user, known.state if known is not None else None)
            if isinstance(command, m.Refused):
                return command
            by = Actor(user.account, user.moderator)

            def made(current: Tournament | None) -> tuple[Event, ...] | Refused:
                return decide(current, command, by, self._limiter.now(), self._games)

            number = await self._logs.decide(id, made, key)
        except StoreProblem as problem:
            log.error("tournament %s: %s", id, problem)
            return UNCONFIRMED
        if isinstance(number, Refused):
            return m.Refused(code=number.code, template=number.text.template, args=dict(number.text.args))
        return m.Done(table=id, number=number)

    @staticmethod
    def _key(message: m.TournamentCommand, user: User) -> bytes:
        """Return the key of a command in the log: keys of different accounts are different ones."""
        return table_id(user.account, message.key).encode()

    async def _command(
        self, message: m.TournamentCommand, id: str, user: User, current: Tournament | None
    ) -> Command | m.Refused:
        match message:
            case m.MakeTournament():
                return self._create(message, id, user)
            case m.EnterTournament():
                return await self._enter(user, current)
            case m.LeaveTournament():
                return commands.Withdraw()
            case m.InviteToTournament(account=account):
                return commands.Invite(account) if await self._is_known(account) else NO_ACCOUNT
            case m.DirectTournament(account=account):
                return commands.Direct(account) if await self._is_known(account) else NO_ACCOUNT
            case m.RemoveFromTournament(account=account):
                return commands.Remove(account)
            case m.StartTournament():
                return commands.Start()
            case m.PauseTournament():
                return commands.Pause()
            case m.ResumeTournament():
                return commands.Resume()
            case m.CancelTournament():
                return commands.Cancel()
            case m.FinishTournament():
                return commands.Finish()
            case m.CorrectResult(round=round, board=board, points=points):
                return commands.Correct(round, board, points)
            case m.ReplayGame(round=round, board=board):
                return commands.Replay(round, board)
            case m.PairByHand(round=round, pairings=pairings):
                return commands.PairByHand(round, tuple(pairings))

    async def _is_known(self, account: str) -> bool:
        return await self._accounts.in_thread(self._accounts.get, account) is not None

    def _create(self, message: m.MakeTournament, id: str, user: User) -> Command | m.Refused:
        limits, tournaments = self._limiter.limits, self._logs.open
        if not self._may_make(user):
            return MAY_NOT
        if self._sanctions.is_muted(user.account, self._limiter.now()):  # everybody reads the title
            return MUTED
        if (closed := self._new_tables.refusal_if_closed()) is not None:
            return closed
        if len(tournaments) >= MAX_OPEN:
            return TOO_MANY_HERE
        if sum(each.director == user.account for each in tournaments) >= limits.tournaments_per_account:
            self._limiter.count("tournaments_per_account")
            return m.Refused(code="too_many", template=TOO_MANY_MADE, args={"count": limits.tournaments_per_account})
        if not self._makes.take(user.account, self._limiter.now()):
            return TOO_FAST
        title = tidy(message.title)
        if len(title) > m.MAX_TITLE or not is_seen(title):
            return m.Refused(code="bad_title", template=BAD_TITLE, args={"most": m.MAX_TITLE})
        fields = msgspec.structs.asdict(message)
        del fields["key"]
        return commands.Create(**fields | {"tournament": id, "title": title})

    def _may_make(self, user: User) -> bool:
        match self._limiter.policy.tournaments:
            case "anybody":
                return not user.computer
            case "members":
                return user.registered and not user.computer
            case "moderators":
                return user.moderator
        return False

    async def _enter(self, user: User, current: Tournament | None) -> Command | m.Refused:
        if current is None:
            return NO_TOURNAMENT
        if user.computer:
            return NO_COMPUTERS
        if current.created.rated and not user.registered:
            return NOT_REGISTERED
        if sum(user.account in each.active for each in self._logs.open) >= MAX_ENTERED:
            return TOO_MANY_ENTERED
        known = await self._social.in_thread(self._social.rating, user.account, current.created.game)
        return commands.Enter(rating_at(known, self._limiter.now())[0] if known is not None else 0)

    async def withdraw_everywhere(self, account: str) -> None:
        """Let a player leave all tournaments that are not over: the account is about to be deleted. `StoreProblem`."""
        for id in await self._social.in_thread(self._social.tournaments_of, account, "player"):
            known = await self._logs.load(id)
            if known is not None and known.state is not None and account in known.state.active:

                def made(current: Tournament | None) -> tuple[Event, ...] | Refused:
                    return decide(current, commands.Withdraw(), Actor(account), self._limiter.now(), self._games)

                await self._logs.decide(id, made)
