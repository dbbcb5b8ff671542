"""What time does at the tables: flags, stops of the server, players who go and come. Decides nothing: it gives orders.

Only tables with a clock or an absence policy are kept. A stop, or a gap in the server's own time, pauses them as of the
last moment at which the server may have run, so that nobody gains time by it; they go on when both players are back, or
a minute after the first.
"""

import logging
from collections.abc import Callable, Iterator, Mapping

import trio

from netgame.match import wakes_at
from netgame.match.commands import MarkAbsent, MarkReturned, Pause, Resume, Tick
from netgame.match.events import PauseCause, Player
from server.storage.event_store import EventStore, StoreProblem
from server.tables.actor import STORE_FAILED, CommandEnvelope, TableActor
from server.tables.alarms import Alarms
from server.tables.clock import Clock, asleep_ms
from server.tables.commands import PLAYERS, AnyCommand
from server.tables.table import Table
from server.tables.users import Users

log = logging.getLogger(__name__)

FLAG_WAIT_MS = 100  # after a flag fell, for moves that came in before it to be read
RESUME_MS = 60_000
GAP_MS = 5_000  # between two ticks; the computer was suspended
TICK_S = 1.0
ALIVE_MS = 500  # between two words of being alive; so much at most is charged too much after a crash
MOST_AHEAD_MS = 600_000  # of the last start before this one: so far a clock may be set back, and the time goes on
RELEASED_MS = 1_767_225_600_000  # 2026-01-01: a clock that says less than that has lost its time
PROBE_EVERY = 10  # ticks
_AGAIN_MS = 1_000
_HOST_STOPS: tuple[PauseCause, ...] = ("restart", "drain")


class Timers:
    """The time of all tables; `run` belongs to the server's nursery."""

    def __init__(
        self,
        clock: Clock,
        store: EventStore,
        users: Users,
        rooms: Mapping[str, TableActor],
        asleep: Callable[[], int] = asleep_ms,
    ) -> None:
        self._clock, self._store, self._users, self._rooms, self._asleep_ms = clock, store, users, rooms, asleep
        self._alarms = Alarms(clock, self._ring)
        self._running: set[str] = set()  # tables that a stop would pause
        self._resumes: dict[str, int] = {}  # tables at which one player waits for the other, and until when
        self._unheard: set[str] = set()  # accounts of whom nothing came since a gap: their lines may be dead
        self._ticked, self._asleep, self._ticks = clock.now(), asleep(), 0
        self._stopping = False
        self._froze: dict[str, int] = {}  # running tables that are frozen, and since when

    def arrived(self) -> int:
        """The time of what has just come in."""
        now = self._clock.now()
        if now - self._ticked > GAP_MS:
            self._woke(now)
        return now

    async def run(self) -> None:
        """Until cancelled."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._alarms.run)
            nursery.start_soon(self._tick)
            nursery.start_soon(self._keep_probing)
            nursery.start_soon(self._tell_alive)

    # ---- stops

    def begin(self, last_alive: int) -> None:
        """The server starts: what it had not paused when it ended, stopped when it would have said again that it runs.

        It may have ended right before that, and nobody shall gain time by killing it.
        """
        if last_alive:
            last_alive += ALIVE_MS
        matches = [room.table.match for room in self._rooms.values() if room.table.match is not None]
        now = self._clock.now()
        ahead = max(last_alive, *(match.at for match in matches), 0) - now
        if ahead > MOST_AHEAD_MS and now > RELEASED_MS:
            log.warning("this computer's clock says %.1f h less than when the server ran last", ahead / 3_600_000)
            matches = [match for match in matches if match.created.clock != "none" or match.created.absence != "wait"]
            if any(match.at > now for match in matches):
                log.warning("the time of the server stays ahead: matches with a clock were played at that time")
            else:
                last_alive = min(last_alive, now)
        self._clock.reach(max(last_alive, *(match.at for match in matches), 0))
        self._ticked = self._clock.now()
        for room in self._rooms.values():
            self.settled(room)
        self._pause("restart", last_alive)

    def drain(self) -> None:
        """The server is about to end."""
        self._stopping = True
        self._pause("drain", self._clock.now())

    async def drained(self) -> None:
        """All that goes on is paused on disk. Frozen tables are not: the next start pauses them as of that moment."""
        if self._froze:
            try:
                await self._store.alive(min(self._froze.values()))
            except StoreProblem:
                log.error("when tables were frozen could not be written")

    def _pause(self, cause: PauseCause, at: int) -> None:
        for room in self._rooms_of(self._running):
            room.post(CommandEnvelope(Pause(cause), at))

    def _woke(self, now: int) -> None:
        """The server did not run for a while, or the computer did not."""
        log.warning("time stood still here for up to %.1f s; the clocks are stopped", (now - self._ticked) / 1000)
        at, self._ticked, self._asleep = self._ticked, now, self._asleep_ms()
        for room in self._rooms_of(self._running):
            for account in filter(None, room.table.accounts):
                if (peer := self._users.peer_of(account)) is not None:
                    self._unheard.add(account)
                    peer.probe()
        self._pause("restart", at)

    async def _tick(self) -> None:
        while True:
            await trio.sleep(TICK_S)
            now = self._clock.now()
            if now - self._ticked > GAP_MS or self._asleep_ms() - self._asleep > GAP_MS:
                self._woke(now)
            self._ticked = now

    async def _keep_probing(self) -> None:
        """Apart from the ticks as well: where there is much to do it takes a while."""
        while True:
            await trio.sleep(TICK_S)
            self._ticks += 1
            await self._probe()

    async def _tell_alive(self) -> None:
        """Apart from the ticks, which must not wait for the disk."""
        while True:
            await trio.sleep(ALIVE_MS / 1000)
            now = self._clock.now()
            if not self._stopping and not self._waits_for_disk and self._measures_time(now):
                try:
                    await self._store.alive(now)
                except StoreProblem:
                    log.error("that the server is alive could not be written")

    @property
    def _waits_for_disk(self) -> bool:
        """Running tables are frozen until the disk is written again. Till then `alive` must not pass that moment."""
        return any(room.table.frozen is STORE_FAILED for room in self._rooms_of(tuple(self._froze)))

    def _measures_time(self, now: int) -> bool:
        """Whether a stop of the server would cost or give time to a player. If not, nothing has to be written."""
        return any(room.table.measures_time(now) for room in self._rooms_of(self._running))

    async def _probe(self) -> None:
        """Measure the lines of those who play with clocks, a part of them each time."""
        for room in self._rooms_of(self._running):
            if room.table.is_timed and hash(room.table.id) % PROBE_EVERY == self._ticks % PROBE_EVERY:
                for account in filter(None, room.table.accounts):
                    if (peer := self._users.peer_of(account)) is not None:
                        peer.probe()
                await trio.lowlevel.checkpoint()  # of a hundred tables at once moves would have to wait

    # ---- what happened at the tables

    def settled(self, room: TableActor) -> None:
        """Something happened there that may have changed what time does."""
        table = room.table
        if table.frozen is not None and table.id in self._running:
            self._froze.setdefault(table.id, self._clock.now())
        elif table.frozen is None and (table.paused is not None or not table.keeps_time):
            self._froze.pop(table.id, None)
        if table.keeps_time and table.paused is None:
            self._running.add(table.id)
            self._check_presence(room)
        else:
            self._running.discard(table.id)
        if table.paused is None:
            self._resumes.pop(table.id, None)
        self._check_resume(room)

    @property
    def froze_at(self) -> int:
        """When the first running table was frozen; now if none was."""
        return min(self._froze.values(), default=self._clock.now())

    def goes_on(self, room: TableActor) -> None:
        """The disk takes what that table does again. Its clocks stood still since it stopped."""
        self.settled(room)
        at = self._froze.get(room.table.id)  # forgotten when the pause is written: the disk may fail again
        if at is not None:
            room.post(CommandEnvelope(Pause("restart"), at))

    def moved(self, table: Table) -> None:
        """The clocks changed there, and nothing else that matters here."""
        at = self._resumes.get(table.id)
        if at is None and table.match is not None and table.frozen is None and table.paused is None:
            wakes = wakes_at(table.match)
            at = wakes + FLAG_WAIT_MS if wakes is not None else None
        self._alarms.set(table.id, at)

    def _ring(self, id: str) -> None:
        room = self._rooms.get(id)
        if room is None or self._stopping:
            return
        now = self.arrived()
        resumes = self._resumes.pop(id, now + 1) <= now
        room.post(CommandEnvelope(Resume() if resumes else Tick(), now))
        self._alarms.set(id, now + _AGAIN_MS)  # unless something happens

    # ---- people

    def came(self, account: str) -> None:
        """Somebody is connected."""
        self._unheard.discard(account)
        self._went_or_came(account)

    def went(self, account: str) -> None:
        """Somebody is not connected any more."""
        self._unheard.discard(account)
        if not self._stopping:
            self._went_or_came(account)

    def heard(self, account: str) -> None:
        """Something came from somebody on a line that may have been dead."""
        if account in self._unheard:
            self._unheard.discard(account)
            for room in self._rooms_of(self._users.tables_of(account)):
                self._check_resume(room)

    def _went_or_came(self, account: str) -> None:
        for room in self._rooms_of(self._users.tables_of(account)):
            if room.table.counts_absence:
                self._mark(room, PLAYERS[room.table.accounts.index(account)])
            self._check_resume(room)

    def _check_presence(self, room: TableActor) -> None:
        """At a start of any kind: who is away was so before, and nobody noted it."""
        if room.table.counts_absence:
            for player in PLAYERS:
                if self._is_here(room.table.accounts[player]) == room.table.is_away(player):
                    self._mark(room, player)

    def _mark(self, room: TableActor, player: Player) -> None:
        account = room.table.accounts[player]
        order: AnyCommand = MarkReturned(player)
        if not self._is_here(account):
            order = MarkAbsent(player, self._users.cause(account) or "lost")
        room.post(CommandEnvelope(order, self._clock.now()))

    def _is_here(self, account: str | None) -> bool:
        return account is not None and self._users.is_online(account)

    def _check_resume(self, room: TableActor) -> None:
        """Whether a table that the server stopped goes on, and if not, when."""
        table = room.table
        if table.paused in _HOST_STOPS and not self._stopping:
            here = [self._is_here(account) and account not in self._unheard for account in table.accounts]
            if all(here):
                room.post(CommandEnvelope(Resume(), self._clock.now()))
            elif any(here):
                self._resumes.setdefault(table.id, self._clock.now() + RESUME_MS)
            else:
                self._resumes.pop(table.id, None)
        self.moved(table)

    def _rooms_of(self, tables: "set[str] | tuple[str, ...]") -> Iterator[TableActor]:
        return (room for table in tuple(tables) if (room := self._rooms.get(table)) is not None)
