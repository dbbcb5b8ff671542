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
from netgame.tournaments.due import is_idle
from netgame.tournaments.events import Cancelled, Event
from netgame.tournaments.state import Tournament
from protocol import messages as m
from protocol.framing import encode, first_page
from protocol.texts import cleaned, is_legible
from protocol.time_zones import is_zone, known_zones
from server.accounts.ratings import rating_at
from server.accounts.sanctions import MUTED, Sanctions
from server.errors import StoreProblem
from server.lobby.new_tables import NewTables, table_id
from server.ops.limiter import Limiter
from server.ops.remote import Remote
from server.refusals import BLOCKED, NO_ACCOUNT, OLD_FOR_RULES, TOO_FAST
from server.storage.accounts import AccountStore
from server.storage.social import SocialStore
from server.tables.actor import UNCONFIRMED
from server.tables.commands import User
from server.tables.users import Peer
from server.tournaments.entry import entry_of
from server.tournaments.logs import TournamentLogs
from server.tournaments.publisher import TournamentPublisher

log = logging.getLogger(__name__)

MAX_OPEN = 500  # tournaments of a server that are not over, and as many that are empty and far ahead
MAX_ENTERED = 50  # tournaments that are not over of one player
MAX_INVITATIONS = 20  # that one player has not answered; a window asks as many
LISTED_FINISHED = 50

NO_TOURNAMENT = m.Refused(code="no_tournament", template=N_("There is no such tournament here"))
MAY_NOT = m.Refused(code="may_not", template=N_("The operator of this server does not let you make tournaments"))
AHEAD = m.Refused(
    code="ahead", template=N_("The server has fewer events of this tournament than you have seen. Open it again")
)
TOO_MANY_WATCHED = m.Refused(code="too_many", template=N_("You are watching too many tournaments. Leave some first"))
TOO_MANY_HERE = m.Refused(code="too_many", template=N_("This server has too many tournaments. Try again later"))
TOO_MANY_ENTERED = m.Refused(code="too_many", template=N_("You take part in too many tournaments. Leave some first"))
BANNED = m.Refused(code="banned", template=N_("That player is banned from this server"))
TOO_MANY_INVITATIONS = m.Refused(
    code="too_many",
    template=N_("That player has {count} invitations to tournaments without an answer"),
    args={"count": MAX_INVITATIONS},
)
TOO_MANY_MADE = N_("You direct {count} tournaments. Finish some first")
TOO_MANY_FROM_ADDRESS = N_("{count} tournaments from your address are not over. Finish some first")
NOT_REGISTERED = m.Refused(
    code="not_registered", template=N_("This tournament is rated, so only players with a registered name take part")
)
NO_COMPUTERS = m.Refused(code="no_computers", template=N_("Computer players do not take part in tournaments"))
NO_ZONES = m.Refused(
    code="bad_zone", template=N_("The server knows no time zones. Its operator can install the package tzdata")
)
BAD_ZONE = N_("No time zone is called {zone}. Write a name of the IANA such as Europe/Berlin")
BAD_TITLE = N_("The title of a tournament has at most {most} characters, all of which can be seen")


class Watcher(Peer, Protocol):
    """A connection that may watch tournaments."""

    def reply(self, id: int, message: m.Message) -> None:
        """Answer a request."""


class TournamentRequests:
    """Answers requests of users, whose rights and limits it knows; what a tournament allows is in its own rules."""

    def __init__(
        self, games: Games, logs: TournamentLogs, publisher: TournamentPublisher, social: SocialStore,
        accounts: AccountStore, new_tables: NewTables, sanctions: Sanctions, limiter: Limiter,
    ) -> None:  # fmt: skip
        self._games, self._logs, self._publisher = games, logs, publisher
        self._social, self._accounts = social, accounts
        self._new_tables, self._sanctions, self._limiter = new_tables, sanctions, limiter
        self.came, self.leave = publisher.came, publisher.leave
        self._origins: dict[str, Remote] = {}  # tournament that is not over -> from where it was made
        logs.on_change.append(self._changed)

    def _changed(self, tournament: Tournament) -> None:
        if tournament.phase == "over":
            self._origins.pop(tournament.id, None)

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
        self._publisher.read_list(peer, user.account)  # changes from now on come after the reply, or are in it
        finished, own = await self._social.in_thread(
            lambda: (
                self._social.finished_tournaments(LISTED_FINISHED), self._social.tournaments_of(user.account, "player")
            )
        )  # fmt: skip
        now = self._limiter.now()
        account = user.account

        def place(each: Tournament) -> tuple[bool, bool, int]:
            concerns = account in each.players or account in each.unanswered
            return not concerns, is_idle(each, now), -each.created.at

        first = sorted(self._logs.open, key=place)
        entries = [entry_of(tournament) for tournament in first]
        known = {entry.tournament for entry in entries}
        entries += [msgspec.msgpack.decode(entry, type=m.TournamentInfo) for id, entry in finished if id not in known]
        listed = await self._publisher.entries(entries[: m.MAX_TOURNAMENTS], user.account, own)
        return m.Tournaments(tournaments=first_page(listed), may_make=self._may_make(user))

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
        while sent < known.number:
            frame, sent = await self._publisher.frames(known, sent)
            peer.send(frame)
            await peer.drained()
        self._publisher.watch(peer, known.id, sent)

    # ---- commands

    async def carry_out(self, message: m.TournamentCommand, user: User) -> m.Message:
        """Carry out a command. Return the answer."""
        if not message.key:
            return m.Refused(code="malformed", template=N_("A command has to carry a key of 16 bytes"))
        id = table_id(user.account, message.key) if isinstance(message, m.MakeTournament) else message.tournament
        key = self._key(message, user)
        try:
            known = await self._logs.load(id)
            if known is not None and key in known.keys:
                return m.Done(table=id, number=known.keys[key])
            if not self._limiter.takes_request(type(message), user.account):
                return TOO_FAST
            command = await self._command(message, id, user, known.state if known is not None else None)
            if isinstance(command, m.Refused):
                return command
            by = Actor(user.account, user.moderator)

            def made(current: Tournament | None) -> tuple[Event, ...] | Refused:
                return decide(current, command, by, self._limiter.now(), self._games)

            number = await self._logs.decide(id, made, key)
            if isinstance(message, m.MakeTournament) and not isinstance(number, Refused):
                if (remote := self._limiter.remote_of(user.account)) is not None:
                    self._origins[id] = remote
                await self._make_room()
        except StoreProblem as problem:
            log.error("tournament %s: %s", id, problem)
            return UNCONFIRMED
        if isinstance(number, Refused):
            return m.Refused(code=number.code, template=number.text.template, args=dict(number.text.args))
        return m.Done(table=id, number=number)

    async def _make_room(self) -> None:
        """Cancel the oldest tournament that is empty and far ahead if there are too many of them."""
        idle = [each for each in self._logs.open if is_idle(each, self._limiter.now())]
        if len(idle) <= MAX_OPEN:
            return
        oldest = min(idle, key=lambda each: each.created.at)

        def lapse(current: Tournament | None) -> tuple[Event, ...] | Refused:
            if current is None or not is_idle(current, self._limiter.now()):
                return ()
            return (Cancelled(number=current.number + 1, at=max(self._limiter.now(), current.at), cause="lapsed"),)

        await self._logs.decide(oldest.id, lapse)

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
                return await self._invite(account, user, current)
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
            case m.ConfirmTournament():
                return commands.Confirm()
            case m.ProposeTime(round=round, board=board, starts_at=starts_at):
                return commands.ProposeTime(round, board, starts_at)
            case m.WithdrawTime(round=round, board=board):
                return commands.WithdrawTime(round, board)
            case m.CorrectResult(round=round, board=board, points=points, played=played):
                return commands.Correct(round, board, points, played)
            case m.ReplayGame(round=round, board=board):
                return commands.Replay(round, board)
            case m.PairByHand(round=round, pairings=pairings, anyway=anyway):
                return commands.PairByHand(round, tuple(pairings), anyway)

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
        now = self._limiter.now()
        if sum(not is_idle(each, now) for each in tournaments) >= MAX_OPEN:
            return TOO_MANY_HERE
        if (refused := self._refusal_of_address(user)) is not None:
            return refused
        if sum(each.director == user.account for each in tournaments) >= limits.tournaments_per_account:
            self._limiter.count("tournaments_per_account")
            return m.Refused(code="too_many", template=TOO_MANY_MADE, args={"count": limits.tournaments_per_account})
        title = cleaned(message.title)
        if len(title) > m.MAX_TITLE or not is_legible(message.title):
            return m.Refused(code="bad_title", template=BAD_TITLE, args={"most": m.MAX_TITLE})
        if message.zone and not is_zone(message.zone):
            if not known_zones():
                return NO_ZONES
            return m.Refused(code="bad_zone", template=BAD_ZONE, args={"zone": message.zone[:40]})
        fields = msgspec.structs.asdict(message)
        del fields["key"]
        return commands.Create(**fields | {"tournament": id, "title": title})

    def _refusal_of_address(self, user: User) -> m.Refused | None:
        """Tell whether too many tournaments were made from the address of a user."""
        most, remote = self._limiter.limits.tournaments_per_address, self._limiter.remote_of(user.account)
        for place, weight in self._limiter.policy.places(remote).items():
            if sum(place in origin.places for origin in self._origins.values()) >= most * weight:
                self._limiter.count("tournaments_per_address", remote)
                return m.Refused(code="too_many", template=TOO_MANY_FROM_ADDRESS, args={"count": most * weight})
        return None

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
        if user.is_old:
            return OLD_FOR_RULES
        if (full := self._new_tables.refusal_of_seat(user)) is not None:
            return full
        now = self._limiter.now()
        known = await self._social.in_thread(self._social.rating, user.account, current.created.game, "", now)
        return commands.Enter(rating_at(known, now)[0] if known is not None else 0)

    async def _invite(self, account: str, user: User, current: Tournament | None) -> Command | m.Refused:
        invited = await self._accounts.in_thread(self._accounts.get, account)
        if invited is None:
            return NO_ACCOUNT
        if current is None or not (user.moderator or user.account == current.director):
            return commands.Invite(account)  # which is refused, and tells a stranger nothing about the account
        if invited.is_banned(self._limiter.now()):
            return BANNED
        if current.created.rated and not invited.registered:
            return NOT_REGISTERED
        if await self._social.in_thread(self._social.is_blocked, user.account, account):
            return BLOCKED
        waiting = [each.director for each in self._logs.open if account in each.unanswered and each.takes_entries()]
        if len(waiting) >= MAX_INVITATIONS and await self._social.in_thread(self._has_too_many, waiting, account):
            return TOO_MANY_INVITATIONS
        return commands.Invite(account)

    def _has_too_many(self, directors: list[str], account: str) -> bool:
        """Whether a player has too many invitations of those directors. They do not see those of blocked ones."""
        return sum(not self._social.is_blocked(director, account) for director in directors) >= MAX_INVITATIONS

    async def withdraw_everywhere(self, account: str) -> None:
        """Let a player leave all tournaments that are not over: the account is about to be deleted. `StoreProblem`."""
        for id in await self._social.in_thread(self._social.tournaments_of, account, "player"):
            known = await self._logs.load(id)
            if known is not None and known.state is not None and account in known.state.active:

                def made(current: Tournament | None) -> tuple[Event, ...] | Refused:
                    return decide(current, commands.Withdraw(), Actor(account), self._limiter.now(), self._games)

                await self._logs.decide(id, made)
