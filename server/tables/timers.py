"""Timers of tables: flags, stops of the server, absence of players. They post commands and decide nothing.

Only tables with a clock or a rule for absence need them. A stop of the server, or a gap in its time, pauses these
tables as of the last moment at which the server may have run, so no player gains time by it. They resume when both
players are back, or a minute after the first one.

If this computer loses the network over which a player came, the tables of that player pause as well. They resume as
after a stop, but not before the network is back.

Each node of a service has timers for the tables that it has in memory. It pauses those of its own players. The flag of
a player falls at the node to which they are connected. The others wait longer: they know first whether that node is
dead.
"""

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial

import trio

from netgame.match import wakes_at
from netgame.match.commands import MarkAbsent, MarkReturned, Pause, Resume, Tick
from netgame.match.events import PauseCause, Player
from protocol.platform import asleep_ms
from server.ops.supervision import Supervision, keep_trying
from server.tables.actor import CommandEnvelope, TableActor
from server.tables.alarms import Alarms
from server.tables.clock import Clock
from server.tables.commands import PLAYERS, AnyCommand
from server.tables.host_time import RELEASED_MS, HostTime
from server.tables.network import ANY, Network
from server.tables.service import Service
from server.tables.table import OVERDUE_MS, Table
from server.tables.users import Users

log = logging.getLogger(__name__)

FLAG_WAIT_MS = 100  # after a flag fell, so that moves that arrived before it are read first
RESUME_MS = 60_000  # from the return of the first player
GAP_MS = 5_000  # between two ticks, after which the host counts as suspended
TICK_S = 1.0
ALIVE_MS = 500  # between two writes of the time; after a crash players lose up to so much
MAX_AHEAD_MS = 600_000  # by which the host's clock may be set back; the server's time then continues
LOOK_EVERY_S = 10.0  # at the host's clock, whether it was set
NOTE_EVERY_S = 3600.0  # the time, though no player is charged for it: so the next start knows when the server ran last
PROBE_EVERY = 10  # ticks
RETRY_MS = 1_000
_HOST_STOPS: tuple[PauseCause, ...] = ("restart", "drain")


class Timers:
    """The timers of all tables in memory. `network` is None if no other computer can connect.

    `host_time` is None if the time of the service is that of its store.
    """

    def __init__(
        self,
        clock: Clock,
        users: Users,
        actors: Mapping[str, TableActor],
        service: Service,
        asleep: Callable[[], int] = asleep_ms,
        network: Network | None = None,
        supervision: Supervision | None = None,
        host_time: HostTime | None = None,
    ) -> None:
        self._supervision = supervision or Supervision()
        self._clock, self._users, self._actors, self._service = clock, users, actors, service
        self._alarms = Alarms(clock, self._ring)
        self._running: set[str] = set()  # tables that a stop would pause
        self._some_run = trio.lowlevel.ParkingLot()  # where ticks wait while there are none
        self._resumes: dict[str, int] = {}  # tables at which one player waits for the other, and until when
        # accounts that sent nothing since a gap or since the network was lost, or whose node stopped: their connections
        # may be dead
        self._unheard: set[str] = set()
        self._ticked, self._asleep, self._ticks = clock.now(), asleep(), 0
        self._stopping = False
        self._frozen: dict[str, int] = {}  # running tables that the disk has frozen, and since when
        self._network, self._asleep_ms, self._host_time = network, asleep, host_time

    def arrival_time(self, read_at: float) -> int:
        """Return the server's time for a message that has just been read, when trio's clock showed `read_at`."""
        now = self._clock.at(read_at)
        if self._running and now - self._ticked > GAP_MS:
            self._handle_gap(now)
        return now

    async def run(self) -> None:
        """Run all timers until cancelled."""
        tasks = {
            "timers": self._alarms.run, "ticks": self._tick, "probes": self._keep_probing,
            "time": self._keep_writing_time,
        }  # fmt: skip
        if self._network is not None:
            tasks["network"] = partial(self._watch, self._network)
        if self._host_time is not None:
            tasks |= {"host's clock": partial(self._follow_host, self._host_time), "life": self._keep_noting_time}
        await self._supervision.keep_all(tasks)

    # ---- stops

    def begin(self, last_alive: int) -> None:
        """Set the server's time, and pause the tables that were not paused when the server ended.

        The pause begins when the server would have written the time again: it may have ended just before, and no player
        may gain time by killing it.
        """
        if last_alive:
            last_alive += ALIVE_MS
        matches = [actor.table.match for actor in self._actors.values() if actor.table.match is not None]
        now = self._clock.now()
        ahead = max(last_alive, *(match.at for match in matches), 0) - now
        if ahead > MAX_AHEAD_MS and now > RELEASED_MS:
            log.warning("the clock of this host is %.1f h behind the last start of the server", ahead / 3_600_000)
            matches = [match for match in matches if match.created.clock != "none" or match.created.absence != "wait"]
            if any(match.at > now for match in matches):
                log.warning(
                    "the server's time stays ahead of the host's clock, because of unfinished matches on time; it is "
                    "slower until it is right"
                )
            else:
                last_alive = min(last_alive, now)
        self._clock.reach(max(last_alive, *(match.at for match in matches), 0))
        if ahead > MAX_AHEAD_MS:
            self._clock.follow(now)
        self._ticked = self._clock.now()
        for actor in self._actors.values():
            if actor.table.keeps_time and actor.table.paused is None:
                # before anything that happens now: an event is never earlier than the one before it
                actor.post(CommandEnvelope(Pause("restart"), last_alive))
            self.table_changed(actor)

    @property
    def clock_doubt(self) -> str:
        """Why the server's time is not that of its host; empty if it is."""
        return self._host_time.doubt if self._host_time is not None else ""

    async def accept_host_time(self) -> None:
        """Believe the host's clock from now on, as the operator says. `StoreProblem` if that cannot be stored."""
        if self._host_time is not None and self._host_time.is_held:
            if self._running:
                self._handle_gap(self._clock.now())
            self._host_time.accept()
            self._ticked = self._clock.now()
            await self._service.note_alive(self._ticked)

    def drain(self) -> None:
        """Pause all running tables, because the server is about to end. Other nodes resume them."""
        self._stopping = True
        self._pause("drain", self._clock.now())

    async def finish_drain(self) -> None:
        """Write since when tables are frozen, which the next start pauses as of then. `StoreProblem`."""
        if self._frozen:
            await self._service.note_alive(min(self._frozen.values()))

    def _pause(self, cause: PauseCause, at: int) -> None:
        for actor in self._actors_of(self._running):
            if self._service.keeps(actor.table):
                actor.post(CommandEnvelope(Pause(cause), at))

    def _handle_gap(self, now: int) -> None:
        """Pause running tables: the server did not run for a while, or the host was suspended."""
        log.warning(
            "event loop or host suspended for up to %.1f s; pausing matches on time", (now - self._ticked) / 1000
        )
        at, self._ticked, self._asleep = self._ticked, now, self._asleep_ms()
        for actor in self._actors_of(self._running):
            for account in filter(None, actor.table.accounts):
                if (peer := self._users.peer_of(account)) is not None:
                    self._unheard.add(account)
                    peer.probe()
        self._pause("restart", at)
        self._continue_at_host_time()

    def _continue_at_host_time(self) -> None:
        if self._host_time is not None:
            self._host_time.follow()
            self._ticked = self._clock.now()

    async def _follow_host(self, host_time: HostTime) -> None:
        """Follow the host's clock if it was set, while no table runs: no clock of a match notices."""
        while True:
            await trio.sleep(LOOK_EVERY_S)
            if host_time.has_stepped and not self._running:
                self._continue_at_host_time()

    async def _wait_while_running(self, seconds: float) -> None:
        """Sleep, but while no table runs until one does. An idle server wakes up for nothing."""
        while not self._running:
            await self._some_run.park()
        await trio.sleep(seconds)

    def _run(self, table: Table) -> None:
        if not self._running:  # a stop before has paused nothing
            self._ticked, self._asleep = self._clock.now(), self._asleep_ms()
            self._some_run.unpark_all()
        self._running.add(table.id)

    async def _tick(self) -> None:
        while True:
            await self._wait_while_running(TICK_S)
            now = self._clock.now()
            if now - self._ticked > GAP_MS or self._asleep_ms() - self._asleep > GAP_MS:
                self._handle_gap(now)
            self._ticked = now

    async def _keep_probing(self) -> None:
        """Measure the round-trip times of players on time, at each tick for a part of the tables.

        This is a task of its own, because ticks must not be late.
        """
        while True:
            await self._wait_while_running(TICK_S)
            self._ticks += 1
            for actor in self._actors_of(self._running):
                table = actor.table
                if table.is_timed and hash(table.id) % PROBE_EVERY == self._ticks % PROBE_EVERY:
                    for account in filter(None, table.accounts):
                        if (peer := self._users.peer_of(account)) is not None:
                            peer.probe()
                    await trio.lowlevel.checkpoint()  # moves would have to wait for probes of a hundred tables

    async def _keep_writing_time(self) -> None:
        """Write the time while a player would lose or gain time by a stop. The disk must not delay the ticks."""
        while True:
            await self._wait_while_running(ALIVE_MS / 1000)
            await keep_trying("the server's time", self._write_time)

    async def _write_time(self) -> None:
        now = self._clock.now()
        # until tables that the disk has frozen go on, the written time must not pass that moment
        if self._stopping or self._frozen:
            return
        if any(actor.table.measures_time(now) for actor in self._actors_of(self._running)):
            await self._service.note_alive(now)

    async def _keep_noting_time(self) -> None:
        while True:
            await keep_trying("the server's time", self._note_time)
            await trio.sleep(NOTE_EVERY_S)

    async def _note_time(self) -> None:
        if not (self._stopping or self._frozen):
            await self._service.note_alive(self._clock.now())

    # ---- the network of this computer

    async def _watch(self, network: Network) -> None:
        """Handle changes of the network, as of the last time at which there was none."""
        well_at = self._clock.now()
        while True:
            now, before = self._clock.now(), network.lost
            await network.update(lambda: {self._came_to(account) for account in self._players()})
            if changed := before.keys() ^ network.lost.keys():
                self._network_changed(changed, well_at)
            well_at = now
            await trio.sleep(TICK_S)

    def _players(self) -> Iterator[str]:
        return (account for actor in self._actors.values() for account in filter(None, actor.table.accounts))

    def _came_to(self, account: str) -> str:
        """Return the address of this computer over which an account is or was connected, as far as that is known."""
        if (peer := self._users.peer_of(account)) is not None:
            return peer.came_to
        if self._service.is_shared:
            return ""  # it may come to another server
        address = self._users.came_to(account)
        return ANY if address is None else address

    def is_cut_off(self, account: str) -> bool:
        """Tell whether an account cannot be heard because this computer has lost the network over which it came."""
        if self._network is None or not self._network.lost or (self._is_here(account) and account not in self._unheard):
            return False
        return self._came_to(account) in self._network.lost

    def _network_changed(self, changed: Collection[str], at: int) -> None:
        """Pause the tables of players who are cut off now, and let the others go on if their network is back."""
        accounts = {account for account in self._players() if self._came_to(account) in changed}
        for account in accounts:
            if (peer := self._users.peer_of(account)) is not None:
                self._unheard.add(account)
                peer.probe()
            self._users.presence_changed(account)
            for actor in self._actors_of(self._users.tables_of(account)):
                self._pause_if_cut_off(actor, at)
                self._check_resume(actor)
        if cut_off := sum(map(self.is_cut_off, accounts)):
            what = "has lost a network" if any(map(self._users.peer_of, accounts)) else "is in no network"
            log.warning("this computer %s; pausing the matches on time of %d players", what, cut_off)

    def _pause_if_cut_off(self, actor: TableActor, at: int) -> bool:
        if actor.table.id not in self._running or not self._is_cut_off_from(actor.table):
            return False
        actor.post(CommandEnvelope(Pause("restart"), at))
        return True

    def _is_cut_off_from(self, table: Table) -> bool:
        return any(map(self.is_cut_off, filter(None, table.accounts)))

    # ---- changes of tables

    def table_changed(self, actor: TableActor) -> None:
        """Update the timers of a table whose phase, pause or players have changed."""
        table = actor.table
        stands_still = table.frozen is not None and not actor.is_frozen_by_disk  # paused when it goes on, if it does
        keeps_time = table.keeps_time and table.paused is None and not stands_still
        if actor.is_frozen_by_disk and table.id in self._running:
            self._frozen.setdefault(table.id, self._clock.now())
        elif not keeps_time:
            self._frozen.pop(table.id, None)
        if keeps_time:
            self._run(table)
            if not self._pause_if_cut_off(actor, self._clock.now()):
                self._check_presence(actor)
        else:
            self._running.discard(table.id)
        if table.paused is None:
            self._resumes.pop(table.id, None)
        self._check_resume(actor)

    @property
    def has_frozen(self) -> bool:
        """Whether running tables wait until the store works again."""
        return bool(self._frozen)

    @property
    def frozen_since(self) -> int:
        """When the first running table was frozen; now if none is."""
        return min(self._frozen.values(), default=self._clock.now())

    def thawed(self, actor: TableActor) -> None:
        """Pause a table that the disk had frozen as of that moment: its clocks did not run since."""
        self.table_changed(actor)
        at = self._frozen.get(actor.table.id)  # removed when the pause is on disk, which may fail again
        if at is not None:
            actor.post(CommandEnvelope(Pause("restart"), min(at, self._service.away_since or at)))

    def clocks_changed(self, table: Table) -> None:
        """Set the alarm of a table for its next flag, limit of absence, or automatic resume."""
        at = self._resumes.get(table.id)
        if at is None and table.match is not None and table.frozen is None and table.paused is None:
            wakes = wakes_at(table.match)
            at = wakes + self._flag_wait(table) if wakes is not None else None
        self._alarms.set(table.id, at)

    def _flag_wait(self, table: Table) -> int:
        clocks = table.match.clocks if table.match is not None else None
        if clocks is None or clocks.running is None:
            return FLAG_WAIT_MS
        return OVERDUE_MS if self._service.is_elsewhere(table.accounts[clocks.running]) else FLAG_WAIT_MS

    def _ring(self, id: str) -> None:
        actor = self._actors.get(id)
        if actor is None or self._stopping:
            return
        now = self.arrival_time(trio.current_time())
        if not self._service.is_settled:
            self._alarms.set(id, now + RETRY_MS)
            return
        self._alarms.set(id, now + RETRY_MS)  # unless the command changes it
        resumes = self._resumes.pop(id, now + 1) <= now
        with self._supervision.attempt("table", id):
            actor.post(CommandEnvelope(Resume() if resumes else Tick(), now))

    # ---- changes of presence

    def user_online(self, account: str) -> None:
        """Update the tables of an account that has come online."""
        self._unheard.discard(account)
        self._presence_changed(account)

    def user_offline(self, account: str) -> None:
        """Update the tables of an account that has gone offline."""
        was_unheard = account in self._unheard
        self._unheard.discard(account)
        if not self._stopping:
            self._presence_changed(account, was_unheard=was_unheard)

    def is_unheard(self, account: str) -> bool:
        """Tell whether the connection of an account may be dead since this server stopped or lost its network."""
        return account in self._unheard

    def heard(self, account: str) -> None:
        """Note that a connection that may have been dead has answered."""
        if account in self._unheard:
            self._unheard.discard(account)
            self._users.presence_changed(account)
            for actor in self._actors_of(self._users.tables_of(account)):
                self._check_resume(actor)

    def node_lost(self, accounts: Iterable[str]) -> None:
        """Note that accounts may be gone, as their node is dead. They are back when they come online."""
        self._unheard.update(filter(self._service.is_elsewhere, accounts))

    def stopped_elsewhere(self, table: Table) -> None:
        """Note that another node has paused a table as its players may be gone."""
        if table.paused in _HOST_STOPS:
            self.node_lost(filter(None, table.accounts))

    def _presence_changed(self, account: str, *, was_unheard: bool = False) -> None:
        for actor in self._actors_of(self._users.tables_of(account)):
            self._pause_if_cut_off(actor, self._clock.now())
            # `_check_presence` marks players with an interrupted connection when the match goes on
            is_excused = was_unheard and actor.table.paused in _HOST_STOPS
            if actor.table.counts_absence and not is_excused:
                self._mark(actor, PLAYERS[actor.table.accounts.index(account)])
            self._check_resume(actor)

    def _check_presence(self, actor: TableActor) -> None:
        """Correct who is absent according to the log: players may have come or gone before it mattered."""
        if actor.table.counts_absence:
            for player in PLAYERS:
                if self._is_online(actor.table.accounts[player]) == actor.table.is_away(player):
                    self._mark(actor, player)

    def _mark(self, actor: TableActor, player: Player) -> None:
        account = actor.table.accounts[player]
        command: AnyCommand = MarkReturned(player)
        if not self._is_online(account):
            if account is not None and self.is_cut_off(account):
                return
            command = MarkAbsent(player, self._users.cause(account) or "lost")
        actor.post(CommandEnvelope(command, self._clock.now()))

    def _is_here(self, account: str | None) -> bool:
        return account is not None and self._users.peer_of(account) is not None

    def _is_online(self, account: str | None) -> bool:
        return account is not None and self._users.is_online(account)

    def _check_resume(self, actor: TableActor) -> None:
        """Resume a table that the server paused if both players are back; set a time for it if one is."""
        table = actor.table
        is_vacant = table.match is not None and bool(table.match.vacant)
        if table.paused in _HOST_STOPS and not self._stopping and not is_vacant:
            back = [self._is_online(account) and account not in self._unheard for account in table.accounts]
            if all(back):
                actor.post(CommandEnvelope(Resume(), self._clock.now()))
            elif any(back) and not self._is_cut_off_from(table):
                self._resumes.setdefault(table.id, self._clock.now() + RESUME_MS)
            else:
                self._resumes.pop(table.id, None)
        self.clocks_changed(table)

    def _actors_of(self, tables: Iterable[str]) -> Iterator[TableActor]:
        return (actor for table in tuple(tables) if (actor := self._actors.get(table)) is not None)
