"""The logs of tournaments: read when they are needed, and appended to by one server at a time."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import msgspec
import trio

from netgame.match.decide import Refused
from netgame.tournaments import events
from netgame.tournaments.events import Event
from netgame.tournaments.state import Tournament, evolve
from protocol.event_codec import tournament_codec
from server.errors import DatabaseFailed
from server.ops.faults import Faults, no_faults
from server.ops.supervision import Supervision
from server.storage.event_store import StoreBroken
from server.storage.social import SocialStore
from server.storage.tournaments import Role, TournamentAppend, TournamentRow
from server.tables.clock import Clock
from server.tournaments.entry import entry_of

log = logging.getLogger(__name__)

MAX_RACES = 20  # that an append may lose to other servers
MAX_FINISHED = 20  # tournaments that are over and stay in memory

Decide = Callable[[Tournament | None], Sequence[Event] | Refused]


class UnreadableTournament(DatabaseFailed):
    """The events of a tournament cannot be read by this program."""


@dataclass
class TournamentLog:
    """A tournament in memory: its state, its events as bytes, and the keys of commands with their first event."""

    id: str
    state: Tournament | None = None
    bodies: list[bytes] = field(default_factory=list)
    keys: dict[bytes, int] = field(default_factory=dict)
    turn: trio.Lock = field(default_factory=trio.Lock)  # of reading and appending
    is_uncertain: bool = False  # an append failed, and may be stored nevertheless

    @property
    def number(self) -> int:
        return len(self.bodies)


class TournamentLogs:
    """All tournaments that are not over, and some that are.

    The callables of `on_change` are called after events that this server or another one has added. `announce` tells the
    other servers that a tournament has grown to a number of events.
    """

    def __init__(
        self, social: SocialStore, clock: Clock, faults: Faults = no_faults, supervision: Supervision | None = None
    ) -> None:
        self._social, self._clock, self._faults = social, clock, faults
        self._supervision = supervision or Supervision()
        self.on_change: list[Callable[[Tournament], None]] = []
        self.announce: Callable[[str, int], None] = lambda id, number: None
        self._logs: dict[str, TournamentLog] = {}

    @property
    def open(self) -> list[Tournament]:
        """The tournaments that are not over."""
        states = (known.state for known in self._logs.values())
        return [state for state in states if state is not None and state.phase != "over"]

    async def begin(self) -> None:
        """Read all tournaments that are not over. `DatabaseFailed` if they cannot be read."""
        for id in await self._social.in_thread(self._social.open_tournaments):
            try:
                await self.load(id)
            except UnreadableTournament as error:  # the others go on
                self._supervision.set_aside("tournament", id, ExceptionGroup("", [error]))

    def get(self, id: str) -> TournamentLog | None:
        """Return a tournament in memory."""
        return self._logs.get(id)

    async def load(self, id: str) -> TournamentLog | None:
        """Return a tournament, which is read if necessary. None if there is none. `DatabaseFailed`."""
        known = self._known(id)
        if known.state is None or known.is_uncertain:
            async with known.turn:
                await self._read(known)
        return self._kept(known)

    async def follow(self, id: str, number: int) -> None:
        """Read the events of other servers, if a tournament has so many. `DatabaseFailed`."""
        known = self._known(id)
        if known.number < number:
            async with known.turn:
                await self._read(known)
        self._kept(known)

    async def decide(
        self, id: str, decide: Decide, key: bytes | None = None, *, is_slow: bool = False
    ) -> int | Refused:
        """Append what `decide` makes of the tournament. Return the number of the first event; 0: there was none.

        A slow `decide` is called in a worker thread: pairing 200 players takes seconds.
        It is called again after a race that another server has won. The same `key` again gets the same number.
        Memory changes only after the commit. `DatabaseFailed`: it may be stored nevertheless.
        """
        known = self._known(id)
        try:
            return await self._decide(known, decide, key, is_slow)
        finally:
            self._kept(known)

    async def _decide(self, known: TournamentLog, decide: Decide, key: bytes | None, is_slow: bool) -> int | Refused:
        async with known.turn:
            if known.state is None or known.is_uncertain:
                await self._read(known)
            for _ in range(MAX_RACES):
                if key is not None and (number := known.keys.get(key)) is not None:
                    return number
                decided = await trio.to_thread.run_sync(decide, known.state) if is_slow else decide(known.state)
                if isinstance(decided, Refused) and await self._read(known):
                    continue  # this server was behind
                if isinstance(decided, Refused) or not decided:
                    return decided if isinstance(decided, Refused) else 0
                if await self._append(known, decided, key):
                    return decided[0].number
                await self._read(known)
        raise StoreBroken("other servers append all the time")

    def _known(self, id: str) -> TournamentLog:
        return self._logs.setdefault(id, TournamentLog(id))

    def _kept(self, known: TournamentLog) -> TournamentLog | None:
        """Forget a tournament that does not exist."""
        if known.state is not None:
            return known
        if self._logs.get(known.id) is known:
            del self._logs[known.id]
        return None

    async def _append(self, known: TournamentLog, new: Sequence[Event], key: bytes | None) -> bool:
        state = known.state
        for event in new:
            state = evolve(state, event)
        assert state is not None, "there are events"
        rows = [
            TournamentRow(event.number, key if event is new[0] else None, tournament_codec.to_bytes(event))
            for event in new
        ]
        append = TournamentAppend(
            known.id, known.number, rows, msgspec.msgpack.encode(entry_of(state)), state.phase == "over",
            self._clock.now(), [each for event in new for each in _people(event)],
        )  # fmt: skip
        self._faults("before_tournament")
        known.is_uncertain = True
        is_stored = await self._social.in_thread(self._social.append_to_tournament, append)
        known.is_uncertain = False
        if is_stored:
            self._faults("after_tournament")
            self._take(known, rows, state)
            self.announce(known.id, known.number)
        return is_stored

    async def _read(self, known: TournamentLog) -> bool:
        """Take over the events that are stored. Return whether there are new ones."""
        rows = await self._social.in_thread(self._social.tournament_rows, known.id, known.number)
        known.is_uncertain = False
        if not rows:
            return False
        state = known.state
        with self._supervision.guard("tournament", known.id) as attempt:
            for row in rows:
                state = evolve(state, tournament_codec.from_bytes(row.body))
        if attempt.error is not None:
            raise UnreadableTournament(f"tournament {known.id} cannot be read") from attempt.error
        assert state is not None, "there are events"
        self._take(known, rows, state)
        return True

    def _take(self, known: TournamentLog, rows: Sequence[TournamentRow], state: Tournament) -> None:
        known.bodies += [row.body for row in rows]
        known.keys |= {row.key: row.number for row in rows if row.key is not None}
        known.state = state
        self._logs.pop(known.id, None)
        self._logs[known.id] = known  # the last one to change is the last one to leave memory
        finished = [id for id, other in self._logs.items() if other.state is not None and other.state.phase == "over"]
        for id in finished[:-MAX_FINISHED]:
            del self._logs[id]
        for hook in self.on_change:
            with self._supervision.guard("tournament", known.id):
                hook(state)


def _people(event: Event) -> list[tuple[str, Role]]:
    match event:
        case events.Created(by=account) | events.Directed(account=account):
            return [(account, "director")]
        case events.Entered(account=account):
            return [(account, "player")]
        case events.Invited(account=account):
            return [(account, "invited")]
    return []
