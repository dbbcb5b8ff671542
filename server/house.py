"""Everything that goes on in one server: its rooms, the people in it, and what happens by the clock."""

import base64
import hashlib
import logging
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial

import trio

from netgame.match import Games, Match
from netgame.match.commands import CloseTable
from netgame.text import Text
from protocol import messages as m
from protocol.framing import encode, encode_tables
from server.accounts.moderation import Moderation
from server.accounts.reports import Reports
from server.accounts.sanctions import MUTED, Sanctions
from server.accounts.sign_in import SignInService
from server.errors import RequestRefused
from server.lobby.broadcast import Broadcast
from server.lobby.club import Club
from server.lobby.lobby import Dismissal, Lobby
from server.lobby.table_list import ListPublisher
from server.net.admission import Admission
from server.ops.counters import Counters
from server.ops.faults import Faults, no_faults
from server.ops.limits import RateLimiter
from server.ops.policy import Policy
from server.ops.process import is_memory_full
from server.storage.accounts import AccountStore
from server.storage.event_store import EventStore, Row, StoreProblem
from server.storage.social import SocialStore
from server.tables.actor import Peer, TableActor
from server.tables.clock import Clock, asleep_ms
from server.tables.commands import Dice, Registry, User
from server.tables.commit import GroupCommit
from server.tables.expiry import TableExpiry
from server.tables.quota import TableQuota
from server.tables.rating_gate import RatingGate
from server.tables.table import Table
from server.tables.timers import Timers

log = logging.getLogger(__name__)

READ_AT_ONCE = 100  # tables at the start: one question to the store for each would take as long as all the rest
SWEPT_AT_ONCE = 500  # connections, before others have a turn
SWEEP_S = 1.0  # of those who have not said who they are
ALL_EVERY_S = 5.0
REPORTED_LINES = 20  # of chat, sent with a report
SHORT_LIST = 20  # tables, some 10 KiB, for people who have not signed in
PATIENCE_S = 5.0  # with a connection that has said hello and does not sign in, while others wait
CROWDED = m.Closing(
    code="not_signed_in", template="Many are at the door, and nobody has signed in on this connection; connect again"
)
THAW_S = 1.0  # between two tries to write to a disk that failed
KEPT, KEPT_S = 50, 60.0  # tables that were read from disk stay so long, as far as they are not more
MEMORY_FULL = Text("The server has no memory left for more tables; try again later")


@dataclass
class House:
    """What the sessions of one server share. `run` keeps the rooms and the clock going.

    `on_finished` is called with each table whose match has just ended.
    """

    name: str
    games: Games
    store: EventStore
    accounts: AccountStore
    clock: Clock
    dice: Dice = field(default_factory=Dice)
    faults: Faults = no_faults
    registry: Registry | None = None
    asleep: Callable[[], int] = asleep_ms  # for how long the computer was suspended so far
    annals: SocialStore = field(default_factory=lambda: SocialStore(":memory:"))
    policy: Policy = field(default_factory=Policy)
    counters: Counters = field(default_factory=Counters)
    closed_to_new_tables: Text | None = None  # why no tables are made at the moment
    on_finished: list[Callable[[Table], None]] = field(default_factory=list)
    lobby: Lobby[Peer] = field(default_factory=lambda: Lobby[Peer]())
    peers: set[Peer] = field(default_factory=set)
    unsigned: dict[Peer, float] = field(
        default_factory=dict
    )  # those who have not signed in, and since when they are here
    _rooms: dict[str, TableActor] = field(default_factory=dict)
    _reading: dict[str, trio.Event] = field(default_factory=dict)  # tables that are read from disk at this moment
    _folding: trio.Lock = field(default_factory=trio.Lock)  # one of them at a time
    _kept: dict[str, float] = field(default_factory=dict)  # those that were read, and until when they stay

    def __post_init__(self) -> None:
        self.bulletin = ListPublisher(self)
        self.club = Club(self, self.annals)
        self.broadcast = Broadcast()
        self.lobby.on_presence.append(self.tell_presence)
        policy, lobby = self.policy, self.lobby
        self.sanctions = sanctions = Sanctions(self.accounts.address_bans())
        self.sign_in = SignInService(self.accounts, sanctions, lobby.is_named, policy, self.clock, self.counters)
        self.moderation = Moderation(self.accounts, sanctions, self, lobby.peer_of, policy, self.clock)
        self.reports = Reports(self.accounts, self.clock, self._lines_for_report)
        self.doorway = Admission(self.policy, self.counters)
        self.made = RateLimiter(lambda: self.policy.limits.bucket("table"))  # tables, by account
        if self.registry is None:
            self.registry = self.club.ratings
        self._commit = GroupCommit(self.store, self.soon, self.faults)
        self._rating_gate = RatingGate(self.registry, self.soon)
        self.keeper = Timers(self.clock, self.store, self.lobby, self._rooms, self.asleep)
        self.origins = TableQuota()
        self._waiting = TableExpiry(
            self.clock, self.store, self.lobby, self._rooms, lambda: self.policy.limits.waiting_s, self.counters
        )

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Open every unfinished table, then keep going until cancelled."""
        await self.club.catch_up()
        names = await self.store.unfinished()
        for start in range(0, len(names), READ_AT_ONCE):
            some = names[start : start + READ_AT_ONCE]
            for id, rows in zip(some, await self.store.logs(some), strict=True):
                if (room := await self._opened(id, rows)) is not None:
                    self.leave_room(room)
        self.lobby.touched_tables()  # people who come get whole lists, so no table is news to anybody
        log.info("%d tables are open", len(self._rooms))
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            self.keeper.begin(await self.store.last_alive())
            await self._waiting.begin()
            await self._commit.quiet()
            works = (
                self.keeper.run, self._waiting.run, self.club.run, self.bulletin.run, self.broadcast.run, self._sweep,
                self._thaw,
            )  # fmt: skip
            for work in works:
                nursery.start_soon(work)
            task_status.started()

    async def drain(self) -> None:
        """Stop the clocks, and wait until everything that was asked for is done."""
        self.keeper.drain()
        await self._commit.quiet()
        await self.keeper.drained()
        await self._waiting.drained()

    async def _thaw(self) -> None:
        """Until cancelled, let tables go on that stopped because the disk failed, once it can be written again."""
        while True:
            await trio.sleep(THAW_S)
            stopped = [room for room in self._rooms.values() if room.is_frozen_by_disk]
            if not stopped:
                continue
            try:
                await self.store.recover(self.keeper.froze_at)
                log.info("the disk can be written again: %d tables go on", len(stopped))
                for room in stopped:
                    room.thaw(await self.store.read(room.id, room.table.number))
                    self.keeper.goes_on(room)
                    self.leave_room(room)
            except StoreProblem as problem:
                log.debug("%d tables stay frozen: %s", len(stopped), problem)

    # ---- rooms

    async def room(self, id: str) -> TableActor | None:
        """The room of a table; one that is only on disk is read."""
        while id in self._reading:  # twice at once one of them might miss what happened meanwhile
            await self._reading[id].wait()
        if id not in self._rooms:
            self._reading[id] = trio.Event()
            try:
                await self._read(id)
            finally:
                self._reading.pop(id).set()
        return self._rooms.get(id)

    async def _read(self, id: str) -> None:
        rows = await self.store.read(id)
        async with self._folding:
            room = await self._opened(id, rows)
        if room is not None:
            self._kept[id] = trio.current_time() + KEPT_S
            if len(self._kept) > KEPT:
                self._let_go(next(iter(self._kept)))

    async def _opened(self, id: str, rows: Sequence[Row]) -> TableActor | None:
        """The room of a table with that log; None if it has none, or was opened meanwhile."""
        if not rows or id in self._rooms:
            return None
        table = self._new_table(id)
        for _ in table.loading(rows):
            await trio.lowlevel.checkpoint()
        if table.frozen is not None:
            log.error("table %s: %s", id, table.frozen)
        if table.access != "open":
            await self.club.read_door(id)
        return self._open(table)

    def room_now(self, id: str) -> TableActor | None:
        """The room of a table, if it is in memory."""
        return self._rooms.get(id)

    def match(self, id: str) -> Match | None:
        """How a table stands; None if it is not in memory."""
        room = self._rooms.get(id)
        return room.table.match if room is not None else None

    def table_made_by(self, account: str, key: bytes) -> str:
        """Name the table that this command makes. The same command again makes the same table."""
        digest = hashlib.blake2b(account.encode() + key, digest_size=10).digest()
        return base64.b32encode(digest).decode().lower()

    def new_room(self, id: str) -> TableActor:
        """The room of a table that is about to be made."""
        return self._rooms.get(id) or self._open(self._new_table(id))

    def soon(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do that in a task of the house."""
        self._nursery.start_soon(work)

    def _new_table(self, id: str) -> Table:
        return Table(id, self.games, self.dice, self.registry)

    def _open(self, table: Table) -> TableActor:
        room = TableActor(
            table,
            self.lobby,
            self._commit,
            self._rating_gate,
            tell_watchers=self.tell_watchers,
            tell_spectators=self.club.spectators.tell,
            on_change=self._happened,
            on_idle=self.leave_room,
            now=self.clock.now,
            counters=self.counters,
            faults=self.faults,
        )
        self._rooms[table.id] = room
        self.lobby.add(table)
        return room

    def leave_room(self, room: TableActor) -> None:
        """Forget a table that nobody needs: its match is over or was never made, or all have left it before it
        started; and nobody watches and nothing waits. Its log stays on disk. What was read from there a moment ago
        stays: reading costs much, and whoever wants to harm would ask for it again and again."""
        table = room.table
        needed = (table.number and not table.is_over and not table.is_abandoned) or table.frozen is not None
        needed = needed or table.id in self._kept
        if not needed and room.is_idle and not self.lobby.watchers(table.id) and self._rooms.get(table.id) is room:
            del self._rooms[table.id]
            self.lobby.remove(table)
            self.club.forget(table.id)
            self.origins.gone(table.id)

    def _let_go(self, id: str) -> None:
        """A table that was read needs not stay any longer for that."""
        del self._kept[id]
        if (room := self._rooms.get(id)) is not None:
            self.leave_room(room)

    @contextmanager
    def staying(self, room: TableActor) -> Iterator[None]:
        """The room is not forgotten before the end of the block."""
        room.pins += 1
        try:
            yield
        finally:
            room.pins -= 1
            self.leave_room(room)

    def _happened(self, room: TableActor, before: Match | None) -> None:
        table = room.table
        after = table.match
        if after is None or before is None or before.phase == "open":
            self._waiting.look(table)
        if after is None or after is before:  # it was frozen, or read anew
            self.keeper.settled(room)
        elif before is None or after.phase != before.phase or after.paused is not before.paused:
            self.keeper.settled(room)
            if after.ended is not None:
                self.origins.gone(table.id)
                self.counters.count_match(after.created.game)
                for listener in self.on_finished:
                    listener(table)
        elif after.clocks is not None:
            self.keeper.moved(table)

    # ---- people

    def came(self, account: str) -> None:
        """That account is connected now."""
        self.keeper.came(account)
        self._waiting.look_at_tables_of(account)

    def went(self, account: str) -> None:
        """That account is not connected any more."""
        self.keeper.went(account)
        self._waiting.look_at_tables_of(account)

    # ---- whoever runs it

    async def close_table(self, room: TableActor, notice: m.Notice) -> m.Message:
        """Close a table that has not started and send a notice to the users at it. Return `Done` or why not."""
        watchers = list(self.lobby.watchers(room.table.id))
        with self.staying(room):
            reply = await room.carry_out(CloseTable(), self.clock.now())
        if isinstance(reply, m.Done):
            self.tell(room.table.id, notice, lambda: watchers)
        return reply

    async def _lines_for_report(self, user: User, table: str) -> list[m.ChatLine]:
        """Return the last chat lines of a table or the lobby (""); none where the user cannot read them."""
        if table:
            room = await self.room(table)
            if room is None or not room.table.number:
                raise RequestRefused("no_table", Text("There is no such table"))
            is_there = self.lobby.peer_of(user.account) in self.lobby.watchers(table)
            if not is_there and user.account not in room.table.accounts:
                return []
        talk = ("table", table) if table else ("lobby", "")
        return await trio.to_thread.run_sync(partial(self.annals.lines, *talk, REPORTED_LINES))

    def say(self, text: Text | str) -> None:
        """A sentence for everybody who is here; one of ours can be translated."""
        said = text if isinstance(text, Text) else Text("{text}", {"text": text})
        notice = m.Notice(template=said.template, args=dict(said.args))
        self.tell("", notice, lambda: self.lobby.peers)

    def closed_to(self, account: str, order: m.MakeTable) -> m.Refused | None:
        """Why somebody makes no such table now; the title of one is read by everybody."""
        if order.title and self.sanctions.is_muted(account, self.clock.now()):
            return MUTED
        closed = self.closed_to_new_tables
        return (
            m.Refused(code="closed", template=closed.template, args=dict(closed.args)) if closed is not None else None
        )

    def follow(self, policy: Policy) -> None:
        """Whoever runs it has decided otherwise. What a connection may send holds for those that come from now on; and
        guests who are here may stay until they leave."""
        self.policy.update(policy)

    # ---- at the door

    def make_room(self) -> bool:
        """End one of the connections at the door; False if it would hit one that has just said hello.

        It is a random one of those that have said nothing: a flood of them then mostly hits itself, and a client that
        says hello soon is hardly ever among them. Where fewer than half have said nothing, the flood is of those that
        have said hello, and the oldest of these goes.
        """
        silent = [peer for peer in self.unsigned if not peer.greeted]
        oldest = next((peer for peer in self.unsigned if peer.greeted), None)
        impatient = oldest is not None and trio.current_time() - self.unsigned[oldest] >= PATIENCE_S
        if impatient and 2 * len(silent) < len(self.unsigned):
            peer = oldest
        else:
            peer = self.dice.source.choice(silent) if silent else None
        if peer is None:
            return False
        del self.unsigned[peer]
        self.doorway.passed(peer.remote)
        peer.dismiss(CROWDED)
        return True

    # ---- telling

    def dismiss(self, dismissals: list[Dismissal[Peer]]) -> None:
        """End the connections that have to give way."""
        for dismissal in dismissals:
            dismissal.peer.dismiss(dismissal.closing)

    def tell(self, audience: str, message: m.Message, peers: Callable[[], Collection[Peer]]) -> None:
        """Send a message to many, a few of them at a time; see `Broadcast`. `peers` is called when its turn comes."""
        frame = encode(message)
        self.broadcast.tell(audience, lambda: (frame, peers()))

    def tell_watchers(self, table: str, message: m.Message) -> None:
        """Send a message to everybody who follows that table."""
        self.tell(table, message, lambda: self.lobby.watchers(table))

    def tell_presence(self, table: str) -> None:
        """Send the presence at that table to all that follow it, as it will be when their turn comes."""
        self.broadcast.tell_state(table, partial(self._presence, table))

    def _presence(self, id: str) -> tuple[bytes, Collection[Peer]]:
        table, watchers = self.lobby.tables.get(id), self.lobby.watchers(id)
        return (encode(self.lobby.presence(table)), watchers) if table is not None and watchers else (b"", ())

    def tables_frame(self, id: int) -> bytes:
        """The list of tables as the answer to a question."""
        return encode_tables(self.lobby.listing.youngest_encoded(), id)

    def short_frame(self, id: int, wanted: str) -> bytes:
        """The same for people who have not signed in: a short list, with the table that they ask for in front."""
        return encode_tables(self.lobby.listing.offered_encoded(SHORT_LIST, wanted), id)

    # ---- by the clock

    async def _sweep(self) -> None:
        all_at = 0.0
        while True:
            await trio.sleep(SWEEP_S)
            all_now = trio.current_time() >= all_at
            await self._look_for_silent(list(self.peers if all_now else self.unsigned))
            if all_now:
                all_at = trio.current_time() + ALL_EVERY_S
                for id in [id for id, until in self._kept.items() if until < trio.current_time()]:
                    self._let_go(id)
            if self.closed_to_new_tables in (None, MEMORY_FULL):
                before, self.closed_to_new_tables = self.closed_to_new_tables, self._memory()
                if before is None and self.closed_to_new_tables is not None:
                    self.counters.count_limit("memory")

    async def _look_for_silent(self, peers: list[Peer]) -> None:  # not in the loop: that would keep the last of them
        for number, peer in enumerate(peers, 1):
            peer.check_silence()
            if number % SWEPT_AT_ONCE == 0:
                await trio.lowlevel.checkpoint()

    def _memory(self) -> Text | None:
        return MEMORY_FULL if is_memory_full(self.policy.limits.memory_mib) else None
