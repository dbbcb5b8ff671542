"""Lets happen what is due in tournaments: starts, tables, results, absences, rounds and ends.

Every step follows from the logs of tournaments and tables. So it is taken again after a crash, and may be taken by
several servers: the log of the tournament decides which of them was first.
"""

import logging
from collections.abc import Callable, Mapping, Sequence

import trio

from netgame.match import Games
from netgame.match import events as match_events
from netgame.match.create import created_event
from netgame.match.offers import may_abort_alone
from netgame.match.state import Match
from netgame.tournaments.due import Due, Facts, abandoned, due
from netgame.tournaments.events import Event
from netgame.tournaments.state import Board, Place, Tournament
from protocol import messages as m
from server.errors import StoreBroken, StoreProblem
from server.lobby.lobby import Lobby
from server.lobby.paired_tables import PairedTables
from server.storage.accounts import AccountStore
from server.tables.actor import CommandEnvelope
from server.tables.alarms import Alarms
from server.tables.clock import Clock
from server.tables.commands import NewTable, User
from server.tables.registry import TableRegistry
from server.tables.table import Table
from server.tables.users import Peer
from server.tournaments.logs import TournamentLogs

log = logging.getLogger(__name__)

RETRY_S = 1.0
SOON_MS = 1_000  # from a change of who is online until an arena pairs again
TITLE_WITHOUT_ROUND = m.MAX_TITLE - 6


class TournamentRunner:
    """Takes the steps of all tournaments that are not over. `wake` says that something about one has changed."""

    def __init__(
        self, games: Games, logs: TournamentLogs, lobby: Lobby[Peer], registry: TableRegistry, tables: PairedTables,
        accounts: AccountStore, clock: Clock,
    ) -> None:  # fmt: skip
        self._games, self._logs, self._lobby, self._registry = games, logs, lobby, registry
        self._tables, self._accounts, self._clock = tables, accounts, clock
        self._alarms = Alarms(clock, self.wake)
        self._due: dict[str, None] = {}  # tournaments to look at
        self._work = trio.Event()
        self._tournaments: dict[str, str] = {}  # table of a game that is not over -> its tournament
        self._seen: dict[str, int] = {}  # players who are waited for -> when they were online last
        self._arenas: set[str] = set()  # arenas in which a change of who is online matters
        self.up_since = 0
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
        for board in (board for boards in tournament.rounds for board in boards):
            if board.is_open:
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
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._alarms.run)
            while True:
                await self._work.wait()
                self._work = trio.Event()
                while self._due:
                    id = next(iter(self._due))
                    del self._due[id]
                    await self._look_at(id)

    async def _look_at(self, id: str) -> None:
        try:
            while (tournament := self._state(id)) is not None and await self._step(tournament):
                pass
        except StoreProblem as problem:
            log.error("tournament %s cannot go on: %s; retrying", id, problem)
            self._alarms.set(id, self._clock.now() + int(RETRY_S * 1000))

    def _state(self, id: str) -> Tournament | None:
        known = self._logs.get(id)
        return known.state if known is not None else None

    async def _step(self, tournament: Tournament) -> bool:
        """Take one step. Return whether the tournament has changed."""
        ended = await self._matches(tournament)
        await self._end_abandoned(tournament)
        facts = Facts(
            self._clock.now(), ended, await self._presence(tournament),
            {account for account in tournament.active if self._lobby.is_online(account)}, self.up_since,
        )  # fmt: skip
        next_at: list[int | None] = []

        def decide(current: Tournament | None) -> Sequence[Event]:
            found = due(current, facts) if current is not None else Due()
            next_at.append(found.at)
            return found.events

        number = await self._logs.decide(tournament.id, decide, is_slow=True)
        if number:
            return True
        if tournament.is_arena and tournament.phase == "running":
            self._arenas.add(tournament.id)
        self._alarms.set(tournament.id, next_at[-1] if next_at else None)
        return False

    # ---- tables

    async def _matches(self, tournament: Tournament) -> Mapping[str, match_events.Ended]:
        """Make the tables of open boards that are missing. Return the ends of those whose match is over."""
        found: dict[str, match_events.Ended] = {}
        for place in list(tournament.open_boards):
            table = place.board.paired.table
            if self._lobby.live(table) is not None:
                continue
            if (actor := await self._registry.load(table)) is None or actor.table.match is None:
                await self._make(tournament, place)
            elif (ended := actor.table.match.ended) is not None:
                found[table] = ended
        return found

    async def _make(self, tournament: Tournament, place: Place) -> None:
        table, created = place.board.paired.table, tournament.created
        game = self._games[created.game](**created.options)
        title = created.title if tournament.is_arena else f"{created.title[:TITLE_WITHOUT_ROUND]} ({place.round})"
        first = created_event(
            game, at=0, title=title, clock=created.clock, absence=created.absence, rated=created.rated, hints=False,
            spectators=created.spectators,
        )  # fmt: skip
        users = [await self._user(account) for account in place.board.accounts]
        reply = await self._tables.make(table, NewTable(first, users[0], users[1]))
        if isinstance(reply, m.Refused):
            raise StoreBroken(f"table {table}: {reply.text}")

    async def _user(self, account: str) -> User:
        if (user := self._lobby.user(account)) is not None:
            return user
        known = await self._accounts.in_thread(self._accounts.get, account)
        return User(account, known.name if known else "", known is not None and known.registered)

    async def _end_abandoned(self, tournament: Tournament) -> None:
        """End the matches that a player has lost by absence or withdrawal."""
        for board, loser in abandoned(tournament):
            if self._lobby.live(board.paired.table) is None:
                continue
            actor = await self._registry.load(board.paired.table)
            match = actor.table.match if actor is not None else None
            if actor is not None and match is not None and match.ended is None:
                user = await self._user(board.accounts[loser])
                envelope = CommandEnvelope(_ending(match, board), self._clock.now(), user)
                with self._registry.pinned(actor):
                    actor.post(envelope)

    # ---- presence

    async def _presence(self, tournament: Tournament) -> Callable[[str, int], bool]:
        """Return whether a player was online at any time since a moment. The database knows it where it matters."""
        now, appear_ms = self._clock.now(), tournament.created.appear_s * 1000
        if not appear_ms:
            return lambda account, at: True
        unknown: set[str] = set()
        for place in tournament.open_boards:
            for account in place.board.accounts:
                if self._lobby.is_online(account):
                    self._seen[account] = now
                elif now >= place.board.at + appear_ms and self._seen.get(account, 0) < place.board.at:
                    unknown.add(account)
        if unknown:
            for known in await self._accounts.in_thread(self._accounts.all_of, unknown):
                self._seen[known.account] = max(self._seen.get(known.account, 0), known.seen)
        return lambda account, at: self._seen.get(account, 0) >= at


def _ending(match: Match, board: Board) -> m.TableCommand:
    """Return the command that ends the match after a player has left: without a result if little was played."""
    table, key = board.paired.table, board.paired.table.encode()[: m.KEY_BYTES].ljust(m.KEY_BYTES, b"-")
    if may_abort_alone(match):
        return m.SendOffer(table=table, key=key, kind="abort")
    return m.SendLeave(table=table, key=key)
