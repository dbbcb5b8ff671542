"""Lets happen what is due in tournaments: starts, tables, results, absences, rounds and ends.

Every step follows from the logs of tournaments and tables. So it is taken again after a crash, and may be taken by
several servers: the log of the tournament decides which of them was first.
"""

import logging
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from netgame.match import Games
from netgame.match import events as match_events
from netgame.match.commands import CloseTable
from netgame.match.create import created_event
from netgame.text import N_
from netgame.tournaments.decide import DAY_S
from netgame.tournaments.due import Due, Facts, abandoned, due
from netgame.tournaments.events import Banned, Event
from netgame.tournaments.state import Place, Tournament
from protocol import messages as m
from protocol.time_zones import UnknownZone, next_slot
from server.errors import StoreBroken, StoreProblem
from server.lobby.lobby import Lobby
from server.lobby.paired_tables import PairedTables, is_temporary
from server.ops.supervision import Supervision, Wakeup
from server.storage.accounts import AccountStore
from server.tables.actor import CommandEnvelope
from server.tables.alarms import Alarms
from server.tables.clock import Clock
from server.tables.commands import PLAYERS, NewTable, User
from server.tables.registry import TableRegistry
from server.tables.table import Table
from server.tables.users import Peer
from server.tournaments.logs import TournamentLogs, UnreadableTournament

log = logging.getLogger(__name__)

RETRY_S = 1.0
SOON_MS = 1_000  # from a change of who is online until an arena pairs again
BANNED = N_(
    "{name}, a player of your tournament {title}, is banned from this server. They stay in it. You can remove them or "
    "set the results of their games"
)
TITLE_WITHOUT_ROUND = m.MAX_TITLE - 6


class CannotGoOn(Exception):
    """The server cannot take the next step of a tournament, now or later."""


Moved = tuple[bool, bool]  # by player, whether they made a move, or resigned


class TournamentRunner:
    """Takes the steps of all tournaments that are not over. `wake` says that something about one has changed.

    `tell` sends a message to a user, if they are online.
    """

    def __init__(
        self, games: Games, logs: TournamentLogs, lobby: Lobby[Peer], registry: TableRegistry, tables: PairedTables,
        accounts: AccountStore, clock: Clock, supervision: Supervision | None = None,
    ) -> None:  # fmt: skip
        self._supervision = supervision or Supervision()
        self._supervision.on_retry["tournament"] = lambda item: self.wake(item.id)
        self._games, self._logs, self._lobby, self._registry = games, logs, lobby, registry
        self._tables, self._accounts, self._clock = tables, accounts, clock
        self._alarms = Alarms(clock, self.wake)
        self._due: dict[str, None] = {}  # tournaments to look at
        self._retry_at: dict[str, int] = {}  # tournaments that could not go on -> when they are looked at again
        self._work = Wakeup()
        self._tournaments: dict[str, str] = {}  # table of a game that is not over -> its tournament
        self._seen: dict[str, int] = {}  # players who are waited for -> when they were online last
        self._unmade: set[str] = set()  # tables that could not be made yet
        self._arenas: set[str] = set()  # arenas in which a change of who is online matters
        self.up_since = 0
        self.tell: Callable[[str, m.Message], None] = lambda account, message: None
        logs.on_change.append(self._changed)
        lobby.on_people.append(self._people_changed)

    def wake(self, id: str) -> None:
        """Look at a tournament soon."""
        self._due[id] = None
        self._work.set()

    def wake_all(self) -> None:
        """Look at all tournaments soon: other servers may have ended their matches."""
        for tournament in self._logs.open:
            self.wake(tournament.id)

    def match_finished(self, table: Table, _is_own: bool) -> None:
        """Look at the tournament of a table after its match."""
        if (id := self._tournaments.get(table.id)) is not None:
            self.wake(id)

    def _changed(self, tournament: Tournament) -> None:
        is_over = tournament.phase == "over"
        if is_over:
            for account in tournament.players:
                self._seen.pop(account, None)
        for board in (board for boards in tournament.rounds for board in boards):
            if board.is_open and not is_over:
                self._tournaments[board.paired.table] = tournament.id
            else:
                self._tournaments.pop(board.paired.table, None)
        self.wake(tournament.id)

    def _people_changed(self) -> None:
        arenas, self._arenas = self._arenas, set()
        for id in arenas:
            self._alarms.set(id, self._clock.now() + SOON_MS)

    async def run(self) -> None:
        """Take steps until cancelled."""
        self.up_since = self._clock.now()
        self.wake_all()
        await self._supervision.keep_all({"tournament alarms": self._alarms.run, "tournaments": self._take_steps})

    async def _take_steps(self) -> None:
        while True:
            while self._due:
                id = next(iter(self._due))
                await self._look_at(id)
            await self._work.wait()

    async def _look_at(self, id: str) -> None:
        state = self._state(id)
        if state is not None and state.phase != "over" and state.created.game not in self._games:
            unknown = CannotGoOn(f"no game called {state.created.game} is known here")  # another version may know it
            self._supervision.set_aside("tournament", id, ExceptionGroup("", [unknown]), is_kept=False)
        if self._supervision.item("tournament", id) is not None or self._clock.now() < self._retry_at.get(id, 0):
            self._due.pop(id, None)
            return
        self._retry_at.pop(id, None)
        retry_s = 0.0
        try:
            with self._supervision.attempt("tournament", id) as attempt:
                self._due.pop(id, None)
                while (tournament := self._state(id)) is not None and await self._step(tournament):
                    pass
            retry_s = attempt.again_in_s
        except UnreadableTournament as error:
            self._supervision.set_aside("tournament", id, ExceptionGroup("", [error]))
        except StoreProblem as problem:
            log.error("tournament %s cannot go on: %s; retrying", id, problem)
            retry_s = RETRY_S
        if 0 < retry_s < math.inf:
            self._retry_at[id] = self._clock.now() + int(retry_s * 1000)
            self._alarms.set(id, self._retry_at[id])

    def _state(self, id: str) -> Tournament | None:
        known = self._logs.get(id)
        return known.state if known is not None else None

    async def _step(self, tournament: Tournament) -> bool:
        """Take one step. Return whether the tournament has changed."""
        ended, moved = await self._matches(tournament)
        await self._end_abandoned(tournament)
        facts = Facts(
            self._clock.now(), ended, await self._presence(tournament),
            {account for account in tournament.active if self._is_free(account)}, self.up_since, moved,
            self._next_at(tournament), await self._bans(tournament),
        )  # fmt: skip
        looks: list[Due] = []

        def decide(current: Tournament | None) -> Sequence[Event]:
            looks.append(due(current, facts) if current is not None else Due())
            return looks[-1].events

        number = await self._logs.decide(tournament.id, decide, is_slow=True)
        if number:
            await self._tell_of_bans(tournament, looks[-1].events)
            return True
        if tournament.is_arena and tournament.phase == "running":
            self._arenas.add(tournament.id)
        times = [look.at for look in looks[-1:]]
        if any(place.board.paired.table in self._unmade for place in tournament.open_boards):
            times.append(self._clock.now() + int(RETRY_S * 1000))
        self._alarms.set(tournament.id, min((at for at in times if at is not None), default=None))
        return False

    def _next_at(self, tournament: Tournament) -> int:
        """Return when the round after one that begins now begins, by the zone of the tournament; 0 without one."""
        created, now = tournament.created, self._clock.now()
        if not created.zone:
            return 0
        first = created.starts_at or (tournament.round_at or (now,))[0]
        try:
            return next_slot(created.zone, first, created.round_every_s // DAY_S, now)
        except UnknownZone:
            log.warning(
                "tournament %s: no time zone %s is known here; rounds are 24-hour days", tournament.id, created.zone
            )
            return 0

    # ---- tables

    async def _matches(self, tournament: Tournament) -> tuple[Mapping[str, match_events.Ended], Mapping[str, Moved]]:
        """Make the tables of open boards that are missing. A table that cannot be made stops no other board.

        Return the ends of those whose match is over, and which players made a move in them, or resigned.
        """
        ends, moved = dict[str, match_events.Ended](), dict[str, Moved]()
        for place in list(tournament.open_boards):
            table = place.board.paired.table
            if place.board.appointment is not None or self._lobby.live(table) is not None:
                continue
            if (actor := await self._registry.load(table)) is None or actor.table.match is None:
                try:
                    await self._make(tournament, place)
                except StoreProblem as problem:
                    if table not in self._unmade:
                        log.error("tournament %s: %s; retrying", tournament.id, problem)
                    self._unmade.add(table)
                else:
                    self._unmade.discard(table)
            elif (ended := actor.table.match.ended) is not None:
                resigned = ended.player if ended.reason == "resigned" else None
                first, second = (actor.table.match.moved[player] > 0 or resigned == player for player in PLAYERS)
                ends[table], moved[table] = ended, (first, second)
        return ends, moved

    async def _make(self, tournament: Tournament, place: Place) -> None:
        table, created = place.board.paired.table, tournament.created
        game = self._games[created.game](**created.options)
        title = created.title if tournament.is_arena else f"{created.title[:TITLE_WITHOUT_ROUND]} ({place.round})"
        first = created_event(
            game, at=0, title=title, clock=created.clock, absence=created.absence, rated=created.rated, hints=False,
            spectators=created.spectators, tournament=tournament.id, vacations=created.vacations, pauses=created.pauses,
        )  # fmt: skip
        users = [await self._user(account) for account in place.board.accounts]
        reply = await self._tables.make(table, NewTable(first, users[0], users[1]))
        if isinstance(reply, m.Refused):
            raise (StoreBroken if is_temporary(reply) else CannotGoOn)(f"table {table}: {reply.text}")

    async def _user(self, account: str) -> User:
        """Return a player as a person, also while a computer player is online with the account."""
        if (user := self._lobby.user(account)) is not None and not user.computer:
            return replace(user, is_old=False)  # they have entered with another program, and must not stop the others
        known = await self._accounts.in_thread(self._accounts.get, account)
        return User(account, known.name if known else "", known is not None and known.registered)

    async def _end_abandoned(self, tournament: Tournament) -> None:
        """End the matches that the director replaced by others, or that a player has lost by absence or withdrawal.

        They end without a result, but not those of the second kind if both have moved.
        """
        for table in tournament.stopped:
            await self._end(table)
        for board, loser in abandoned(tournament):
            if self._lobby.live(board.paired.table) is not None:
                await self._end(board.paired.table, await self._user(board.accounts[loser]))

    async def _end(self, id: str, loser: User | None = None) -> None:
        """End a live match. It has a result if both have moved and a player has lost it."""
        actor = await self._registry.load(id) if self._lobby.live(id) is not None else None
        match = actor.table.match if actor is not None else None
        if actor is not None and match is not None and match.ended is None:
            if loser is None or 0 in match.moved:
                envelope = CommandEnvelope(CloseTable(started=True), self._clock.now())
            else:
                envelope = CommandEnvelope(_leaving(id), self._clock.now(), loser)
            with self._registry.pinned(actor):
                actor.post(envelope)

    # ---- bans

    def player_banned(self, account: str) -> None:
        """Look at the tournaments of a player soon, who was banned, or whose ban was lifted."""
        for tournament in self._logs.open:
            if account in tournament.active:
                self.wake(tournament.id)

    async def _bans(self, tournament: Tournament) -> Mapping[str, int]:
        """Return the ends of the bans of players, by account."""
        now, found = self._clock.now(), await self._accounts.in_thread(self._accounts.all_of, tournament.active)
        ends = {each.account: each.banned_until for each in found if each.is_banned(now)}
        return {account: until for account, until in ends.items() if until is not None}

    async def _tell_of_bans(self, tournament: Tournament, noted: Sequence[Event]) -> None:
        """Tell the director that they decide about players who are banned. The log says it too."""
        for event in noted:
            if isinstance(event, Banned):
                name, title = (await self._user(event.account)).name, tournament.created.title
                self.tell(tournament.director, m.Notice(template=BANNED, args={"name": name, "title": title}))

    # ---- presence

    def _is_here(self, account: str) -> bool:
        """Return whether a player is online as a person."""
        user = self._lobby.user(account)
        return user is not None and not user.computer

    def _is_free(self, account: str) -> bool:
        return self._is_here(account) and not self._lobby.live_games_of(account)

    async def _presence(self, tournament: Tournament) -> Callable[[str, int], bool]:
        """Return whether a player was online at any time since a moment. The database knows it where it matters."""
        now, appear_ms = self._clock.now(), tournament.created.appear_s * 1000
        if not appear_ms or tournament.phase == "over":
            return lambda account, at: True
        unknown: set[str] = set()
        for place in tournament.open_boards:
            if place.board.appointment is not None:
                continue
            for account in place.board.accounts:
                if self._is_here(account):
                    self._seen[account] = now
                elif self._lobby.is_online(account):
                    continue  # as a computer player, which does not take part
                elif now >= place.board.at + appear_ms and self._seen.get(account, 0) < place.board.at:
                    unknown.add(account)
        if unknown:
            for known in await self._accounts.in_thread(self._accounts.all_of, unknown):
                self._seen[known.account] = max(self._seen.get(known.account, 0), known.seen)
        return lambda account, at: self._seen.get(account, 0) >= at


def _leaving(table: str) -> m.TableCommand:
    """Return the command to leave a match, for a player whom the tournament has lost."""
    return m.SendLeave(table=table, key=table.encode()[: m.KEY_BYTES].ljust(m.KEY_BYTES, b"-"))
