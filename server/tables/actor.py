"""The actor of one table: takes its commands one at a time, commits what they cause, and tells everybody. Sync.

The order of each accepted command: check, append and commit, evolve, acknowledge, publish.
"""

import logging
import math
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial

import msgspec
import trio

from netgame.match import Match
from netgame.match.commands import MarkReturned, Pause, Tick
from netgame.match.events import Player
from netgame.text import N_, Text
from protocol import messages as m
from protocol.framing import encode, encode_events
from server.ops.counters import Counters
from server.ops.faults import Faults
from server.ops.supervision import Supervision
from server.storage.event_store import Conflict, DiskFull, Held, Row, StoreProblem, Unstorable
from server.tables.commands import AnyCommand, Decision, User
from server.tables.commit import GroupCommit
from server.tables.rating_gate import RatingGate
from server.tables.service import Service
from server.tables.table import HEADS_MISSING, Table, is_listed_differently, refused
from server.tables.users import Peer, Users, Watching

log = logging.getLogger(__name__)

MAX_QUEUED = 64  # commands at one table, of users who do not play there; those of players are always queued
CHUNK_BYTES = 64 * 1024  # of events in one frame
MAX_RACES = 20  # that a command may lose against other servers; then it is refused
MAX_FAULTS = 3  # faults of the server in a row; then the table freezes instead of going on with a wrong state

INTERNAL = m.Refused(code="internal", template=N_("The server made a mistake; nothing has changed. Try something else"))
NOT_READ = m.Refused(
    code="internal",
    template="The server cannot read or store anything at the moment. Nothing has changed. Try again later",
)
BUSY = m.Refused(code="busy", template=N_("Too much is waiting at this table; try again in a moment"))
STORE_FAILED = Text(
    "This table had to stop: the server cannot store anything at the moment. If this lasts, tell its operator"
)
DISK_FULL = Text("The disk of the computer that runs this server is full. The game goes on when there is room again")
YOUR_DISK_FULL = Text("Your disk is full. The game goes on when there is room again")
UNCONFIRMED = m.Refused(
    code="unconfirmed",
    template=N_(
        "The server may have stored this or not: storing it failed. Your program asks again until that is known"
    ),
)
FAULTY = Text("This table had to stop after a fault of the server. Tell the operator of the server")


class CommandEnvelope(msgspec.Struct, frozen=True):
    """A command with its sender. `user` is None if the server itself sends it.

    `arrived_at` is the server's time in ms, `read_at` trio's clock in s for a command that came over a connection.
    `peer` gets the answer as the reply to request `id`, or `on_reply` is called with it. `rtt` is the round-trip time
    of the connection in ms. For `last_player` see `Table.decide`.
    """

    command: AnyCommand
    arrived_at: int
    user: User | None = None
    peer: Peer | None = None
    id: int = 0
    rtt: int = 0
    read_at: float = 0
    last_player: Player | None = None
    on_reply: Callable[[m.Message], None] | None = None

    @property
    def key(self) -> bytes:
        """The key of a command of a user; empty for one of the server."""
        return self.command.key if isinstance(self.command, m.MakeTable | m.TableCommand) else b""


class TableActor:
    """A table and the commands that wait for it. A command is decided at once if no other one is under way.

    `on_change` is called after each change with the match before it and whether this server made it, `on_idle` when no
    command is left. `tell_spectators` sends events to connections that do not play.
    """

    def __init__(
        self,
        table: Table,
        users: Users,
        commit: GroupCommit,
        ratings: RatingGate,
        service: Service,
        *,
        on_change: Callable[["TableActor", Match | None, bool], None],
        on_idle: Callable[["TableActor"], None],
        tell_spectators: Callable[[Table, bytes, Sequence[Peer]], None],
        now: Callable[[], int],
        counters: Counters,
        faults: Faults,
        supervision: Supervision | None = None,
    ) -> None:
        self.table = table
        self.supervision = supervision or Supervision(counters, now)
        self.pins = 0  # how many tasks read the log and need the table in memory
        self.users, self.commit, self.ratings, self.service = users, commit, ratings, service
        self.now, self.inject_fault, self.counters = now, faults, counters
        self._tell_spectators = tell_spectators
        self.on_change, self._on_idle = on_change, on_idle
        self._queue: deque[CommandEnvelope] = deque()
        self.running: RunningCommand | None = None
        self._foreign: list[Row] = []  # events of other servers that came while own ones were written
        self._followers = trio.lowlevel.ParkingLot()  # tasks that wait until there are none
        self.faults = 0  # in a row
        self.unconfirmed = b""  # the key of the command of which it is unknown whether it is on disk
        self.turn_delay_ms = 0  # from the start of the running clock until the server sent that turn

    @property
    def id(self) -> str:
        return self.table.id

    @property
    def number(self) -> int:
        """The number of the last event."""
        return self.table.number

    @property
    def is_new(self) -> bool:
        """Whether the table has no events, because it is being made."""
        return not self.number and self.table.frozen is None

    @property
    def is_idle(self) -> bool:
        """Whether no command is under way and no task reads the log."""
        return self.running is None and not self.pins

    @property
    def is_frozen_by_disk(self) -> bool:
        """Whether the table waits until the disk can be written again."""
        return self.table.frozen in (STORE_FAILED, DISK_FULL)

    # ---- commands

    def post(self, envelope: CommandEnvelope) -> None:
        """Decide the command now, or queue it if another one is under way."""
        queue, at = self._queue, len(self._queue)
        if self.running is None:
            self.commit.begin()
            queue.append(envelope)
            self.go_on()
        elif at >= MAX_QUEUED and not self._is_always_queued(envelope):
            self.reply_to(envelope, BUSY)
        else:  # in the order of arrival, but the return of a player comes before claims that this player is absent
            while at and queue[at - 1].arrived_at > envelope.arrived_at:
                at -= 1
            if isinstance(envelope.command, MarkReturned):
                at = next((i for i in range(at) if isinstance(queue[i].command, m.SendClaim)), at)
            queue.insert(at, envelope)

    async def carry_out(self, command: AnyCommand, now: int, user: User | None = None) -> m.Message:
        """Post a command of the server itself, or one that it gives for a user, and wait for its answer."""
        answered, replies = trio.Event(), list[m.Message]()

        def on_reply(reply: m.Message) -> None:
            replies.append(reply)
            answered.set()

        self.post(CommandEnvelope(command, now, user, on_reply=on_reply))
        await answered.wait()
        return replies[0]

    def _is_always_queued(self, envelope: CommandEnvelope) -> bool:
        user = envelope.user
        return user is None or user.account in self.table.accounts or self.table.knows(envelope.key)

    def go_on(self) -> None:
        """Take commands from the queue until one of them has to wait, or none is left."""
        while self.running is None:
            if not self._queue:
                self.commit.end()
                with self.supervision.guard("table", self.id):
                    self._on_idle(self)
                return
            self.running = running = RunningCommand(self, self._queue.popleft())
            running.take(running.begin)

    def reply_to(self, envelope: CommandEnvelope, reply: m.Message | None) -> None:
        """Answer a command."""
        if envelope.peer is not None and reply is not None:
            envelope.peer.answer(encode(self.counters.count_reply(reply), envelope.id))
        if envelope.on_reply is not None:
            envelope.on_reply(reply or m.Done(table=self.id, number=self.number))

    # ---- events

    def publish(self, frame: bytes, after: int, before: Match | None, sender: Peer | None = None) -> None:
        """Send the events after that number to all connections that watch the table, except `sender`.

        Players of the match `before` them who have lost their seats get them like players: the events say why.
        """
        table, spectators = self.table, list[Peer]()
        left = [seat.account for seat in before.seats if seat is not None] if before is not None else []
        players = {*table.accounts, *left}
        table.published = after
        for peer, watching in self.users.watchers(table.id).items():
            if peer is sender:
                watching.sent = table.number
            elif (user := self.users.user_of(peer)) is not None and user.account in players:
                peer.send(self.with_missing(frame, after, watching))
                watching.sent = table.number
            else:
                spectators.append(peer)
        if spectators or table.delay:
            self._tell_spectators(table, frame, spectators)

    def with_missing(self, frame: bytes, after: int, watching: Watching) -> bytes:
        """Return a frame with the events after that number, behind those that a player was not sent as a spectator."""
        return encode_log(self.table, watching.sent, after) + frame if watching.sent < after else frame

    def note_delay(self, before: Match | None) -> None:
        """Time that the disk took is not charged to the player whose clock runs now."""
        after = self.table.match
        clocks = after.clocks if after is not None else None
        if clocks is None or clocks.running is None:
            self.turn_delay_ms = 0
            return
        turn = before.clocks if before is not None else None
        if turn is None or (turn.running, turn.since) != (clocks.running, clocks.since):
            self.turn_delay_ms = max(0, self.now() - clocks.since)

    def follow(self, rows: Sequence[Row]) -> None:
        """Take over events that another server has added to the log, at once or after the commit under way."""
        self._foreign += rows
        if self.running is None or not self.running.is_writing:
            self.take_foreign()

    async def followed(self) -> None:
        """Wait until the events given to `follow` are taken over."""
        while self._foreign:
            await self._followers.park()

    def drop_foreign(self) -> list[Row]:
        """Return the events of other servers that wait, and forget them."""
        rows, self._foreign = self._foreign, []
        self._followers.unpark_all()
        return rows

    def take_foreign(self) -> None:
        """Take over the events of other servers that wait. A frozen table follows its log too."""
        if self._foreign and (rows := self.drop_foreign()):  # after a failure of the disk some of them may be own ones
            self.guarded(partial(self._take, rows, is_own=self.is_frozen_by_disk))

    def _take(self, rows: Sequence[Row], *, is_own: bool) -> None:
        table, before, sent, frozen = self.table, self.table.match, self.table.number, self.table.frozen
        table.follow(rows)
        if table.number == sent and table.frozen == frozen:
            return
        if sent < table.number:
            self.publish(encode_log(table, sent, table.number), sent, before)
        self.note_delay(before)
        if table.match is None or is_listed_differently(before, table.match):
            self.users.update(table)
        self.on_change(self, before, is_own)
        if table.frozen != frozen and table.frozen is not None:  # the last event does not fit the rules
            log.error("table %s: %s", self.id, table.frozen)
            self.freeze(table.frozen)

    # ---- what can go wrong

    def guarded(self, step: Callable[[], None], on_fault: Callable[[], None] = lambda: None) -> None:
        """Take a step, which calls `on_fault` after a fault of the server.

        A fault affects neither the connection that sent a command nor other tables. After some faults in a row the
        table freezes.
        """
        try:
            step()
        except* Exception as group:
            self.supervision.note_fault("table", self.id, group)
            on_fault()
            self.faults += 1
            if self.faults >= MAX_FAULTS and self.table.frozen is None:
                self.set_aside(group)

    def set_aside(self, error: BaseExceptionGroup[Exception], level: int = logging.ERROR) -> None:
        """Take no more commands until the operator lets the table be tried again, also after a restart."""
        self.supervision.set_aside("table", self.id, error, level=level)
        if self.table.frozen is None:
            self.freeze(FAULTY)

    def reload(self, rows: Sequence[Row]) -> None:
        """Start again with the log as the store has it."""
        self.drop_foreign()
        self.faults, self.unconfirmed = 0, b""
        self.table.load(rows)
        self.guarded(partial(self.on_change, self, self.table.match, True))

    def freeze(self, reason: Text) -> None:
        """Refuse all commands from now on, and tell the watchers why."""
        self.table.frozen = reason
        for peer in self.users.watchers(self.id):
            peer.send(encode(frozen(self.table, peer)))
        self.users.update(self.table)
        self.on_change(self, self.table.match, True)

    def thaw(self, rows: Sequence[Row]) -> None:
        """Go on, as the disk can be written again. `rows` are the events that it has beyond those of the table."""
        self.table.frozen, self.unconfirmed = None, b""
        self.guarded(partial(self._take, rows, is_own=True))
        self.tell_thawed()

    def tell_thawed(self) -> None:
        """Show the watchers that the table goes on, if it does."""
        if self.table.frozen is None:
            presence = encode(self.users.presence(self.table))
            for peer in self.users.watchers(self.id):
                peer.send(presence)
        self.users.update(self.table)


_UNDECIDED = Decision()


class RunningCommand:
    """A command under way: decided, written, answered, published. It ends once, and then the next one begins.

    If another server has changed the table meanwhile, the command is decided again after the new events.
    """

    __slots__ = (  # one is made for each command
        "_actor", "_decided_after_event", "_decision", "_envelope", "_is_answered", "_races", "_rated_accounts",
        "_table", "_unpublished",
    )  # fmt: skip

    def __init__(self, actor: TableActor, envelope: CommandEnvelope) -> None:
        self._actor, self._envelope, self._table = actor, envelope, actor.table
        self._decision = _UNDECIDED
        self._decided_after_event = 0  # the last event that the decision took into account
        self._is_answered = False
        self._unpublished = b""  # the frame of its events, from the commit until it is sent
        self._races = 0  # that it has lost against other servers
        self._rated_accounts: list[str] | None = None  # for which the rating gate lets this command decide

    @property
    def is_writing(self) -> bool:
        """Whether its events are on their way to the disk."""
        return self._decision.append is not None

    def take(self, step: Callable[[], None]) -> None:
        """Take a step of this command. After a fault that nothing else handles, end it and set the table aside."""
        try:
            step()
        except* Exception as group:
            self._actor.supervision.note_fault("table", self._actor.id, group)
            self._abandon(group)

    def _abandon(self, error: BaseExceptionGroup[Exception]) -> None:
        actor = self._actor
        for end in (partial(actor.set_aside, error), self._fault, self._end):
            with actor.supervision.guard("table", actor.id):
                end()
        if actor.running in (None, self):
            actor.running = None
            actor.go_on()

    # ---- decide

    def begin(self) -> None:
        """Decide the command, if nothing has to be waited for."""
        match = self._table.match
        if match is not None and match.is_rated and not self._table.knows(self._envelope.key):
            self._rated_accounts = accounts = self._accounts()
            if not self._actor.ratings.acquire(self, accounts, match.created.game):
                return  # the gate calls `go_ahead` or `ratings_missing`
        self._decide()

    def _accounts(self) -> list[str]:
        return [account for account in self._table.accounts if account is not None]

    def go_ahead(self) -> None:
        """Decide the command, which waited for the rating gate."""
        self.take(self._go_ahead)

    def _go_ahead(self) -> None:
        if self._accounts() == self._rated_accounts:
            self._decide()
        else:  # another server has changed the players meanwhile
            self._release_ratings()
            self.begin()
        self._actor.go_on()

    def ratings_missing(self) -> None:
        """Refuse the command, since the ratings cannot be read."""
        self.take(self._refuse_without_ratings)

    def _refuse_without_ratings(self) -> None:
        log.error("table %s: cannot read the ratings of its players", self._table.id)
        self._decided_after_event = self._table.number
        self._refuse(NOT_READ)
        self._actor.go_on()

    def _decide(self) -> None:
        self._decided_after_event = self._table.number
        self._actor.guarded(self._make_decision, self._fault)
        if self._decision is HEADS_MISSING:
            self._actor.commit.start_soon(self._hash)
        elif self._decision.append is not None:
            self._actor.commit.submit(self._decision.append, lambda problem: self.take(partial(self._written, problem)))
        elif isinstance(self._decision.reply, m.Refused) and self._table.frozen is None:
            self._refuse(self._decision.reply)
        else:
            self._end(self._decision.reply)

    async def _hash(self) -> None:
        """Compute the head of a long log that was read from the store, and decide again."""
        while True:
            with self._actor.supervision.attempt("table", self._table.id) as attempt:
                for _ in self._table.hashing():
                    await trio.lowlevel.checkpoint()
            if attempt.error is None:
                self.take(self._decide_with_heads)
                return
            if attempt.again_in_s == math.inf:
                self._abandon(attempt.error)
                return

    def _decide_with_heads(self) -> None:
        self._decision = _UNDECIDED
        if self._rated_accounts is not None:
            self._release_ratings()  # another server may have changed the players meanwhile
        self.begin()
        self._actor.go_on()

    def _make_decision(self) -> None:
        actor, envelope, table = self._actor, self._envelope, self._table
        command, arrived_at, carried_out_at = envelope.command, envelope.arrived_at, 0
        if isinstance(command, (m.SendMove, Tick)):
            if table.is_timed:
                # time that passed before the server sent the turn is not charged to the player
                arrived_at = max(0, arrived_at - actor.turn_delay_ms)
                carried_out_at = actor.now()  # the clock of the other player starts when the move leaves the queue
        elif isinstance(command, Pause) and actor.service.has_gone_on(table, arrived_at):
            return
        if actor.unconfirmed and envelope.key == actor.unconfirmed:
            self._decision = Decision(UNCONFIRMED)
            return
        decision = table.decide(envelope.user, command, arrived_at, envelope.rtt, envelope.last_player, carried_out_at)
        is_claimed = decision.append is not None and isinstance(command, m.SendClaim)
        is_back = is_claimed and all(map(actor.users.is_online, self._accounts()))
        self._decision = _IS_BACK if is_back else decision

    def _refuse(self, refusal: m.Refused) -> None:
        """Refuse the command, unless there are events of other servers that may allow it."""
        if self._actor.service.is_current(self._table):
            self._end(refusal)
        else:
            self._decision = Decision(refusal)
            self._read_new_rows()

    # ---- other servers

    def _read_new_rows(self) -> None:
        self._read(self._table.number, self._take_new_rows)

    def _read(self, after: int, on_rows: Callable[[Sequence[Row]], None]) -> None:
        self._actor.commit.read(
            self._table.id, after,
            lambda rows: self.take(partial(on_rows, rows)), lambda problem: self.take(partial(self._not_read, problem)),
        )  # fmt: skip

    def _take_new_rows(self, rows: Sequence[Row]) -> None:
        """Take over events of other servers, and decide the command again.

        Without new events a refusal stands. An end of a rated match is computed again from the ratings of now.
        """
        actor, refusal, append = self._actor, self._decision.reply, self._decision.append
        if append is not None and not rows and not append.rated:
            self._read(0, self._reload)
            return
        self._decision = _UNDECIDED
        for account, game, _version in append.rated if append is not None else ():
            actor.ratings.ratings_changed([account], game)
        actor.follow(rows)
        self._races += 1
        if append is None and self._table.number == self._decided_after_event:
            self._end(refusal)
        elif self._races >= MAX_RACES or self._has_lost_its_line():
            self._end(refusal if append is None else BUSY)
        else:
            if self._rated_accounts is not None:
                self._release_ratings()  # of the players that the table had before
            self.begin()
        actor.go_on()

    async def _learn(self) -> None:
        """Read what another server has set aside, and refuse the command, unless another server has carried it out."""
        try:
            await self._actor.supervision.read_again()
        except StoreProblem as problem:
            self.take(partial(self._not_read, problem))
        else:
            reason = self._table.frozen or FAULTY
            self._decision = refused("frozen", reason.template, **reason.args)
            self.take(self._read_new_rows)

    def _has_lost_its_line(self) -> bool:
        """Whether the program may have given the command again to another server, which may have refused it."""
        peer, user = self._envelope.peer, self._envelope.user
        return peer is not None and user is not None and self._actor.users.peer_of(user.account) is not peer

    def _reload(self, rows: Sequence[Row]) -> None:
        """Start again with the log as the store has it, which refused the events. Only a bug of ours can explain it."""
        log.error("table %s differs from its log on disk; it was read again", self._table.id)
        self._decision = _UNDECIDED
        self._actor.reload(rows)
        self._end(INTERNAL)
        self._actor.go_on()

    # ---- answer and publish

    def _written(self, problem: StoreProblem | None) -> None:
        """Evolve, acknowledge, publish, if the events are durable."""
        actor = self._actor
        if isinstance(problem, Conflict):
            self._read_new_rows()
            return
        if isinstance(problem, Held):
            self._actor.commit.start_soon(self._learn)
            return
        if isinstance(problem, Unstorable):
            self._decision = _UNDECIDED
            actor.set_aside(ExceptionGroup("", [problem]))
            self._end(INTERNAL)
            actor.go_on()
            return
        if problem is not None:  # the events may be on the disk
            actor.unconfirmed = self._envelope.key
            self._stop(UNCONFIRMED, problem)
            return
        actor.guarded(self._tell, self._fault)
        self._decision = _UNDECIDED
        actor.take_foreign()
        self._end()
        actor.go_on()

    def _tell(self) -> None:
        actor, envelope, table, decision = self._actor, self._envelope, self._table, self._decision
        peer, reply, before, after = envelope.peer, decision.reply, table.match, table.number
        append = table.evolve(decision)
        frame = self._unpublished = encode_events(table.id, append.bodies)
        actor.inject_fault("before_acknowledge")
        watching = actor.users.watchers(table.id).get(peer) if peer is not None else None
        if peer is not None and reply is not None and watching is not None:
            self._is_answered, actor.faults = True, 0
            # one packet instead of two
            peer.answer(encode(reply, envelope.id) + actor.with_missing(frame, after, watching))
        else:
            self._answer(reply)
        if envelope.read_at and isinstance(envelope.command, m.SendMove):
            actor.counters.acks_ms.add((trio.current_time() - envelope.read_at) * 1000)
        actor.inject_fault("before_publish")
        actor.note_delay(before)
        self._unpublished = b""
        actor.publish(frame, after, before, peer if reply is not None else None)
        if append.entry:  # lists show the table differently
            actor.users.update(table)
        actor.on_change(actor, before, True)

    def _answer(self, reply: m.Message | None) -> None:
        self._is_answered = True
        self._actor.reply_to(self._envelope, reply)
        if reply is not INTERNAL:
            self._actor.faults = 0

    def _fault(self) -> None:
        """Answer after a fault of the server. Before the commit nothing has changed; after it all is carried out."""
        if not self._is_answered:
            self._answer(self._decision.reply if self.is_writing else INTERNAL)
        if self._unpublished:
            assert self._decision.append is not None, "it was committed"
            self._actor.publish(self._unpublished, self._decision.append.expected, None)

    # ---- end

    def _not_read(self, problem: StoreProblem) -> None:
        self._stop(NOT_READ, problem)

    def _stop(self, reply: m.Refused, problem: StoreProblem) -> None:
        """Freeze the table until the disk works again, and answer."""
        self._decision = _UNDECIDED
        self._actor.drop_foreign()  # they are read again
        reason = DISK_FULL if isinstance(problem, DiskFull) else STORE_FAILED
        self._actor.guarded(partial(self._actor.freeze, reason), self._fault)
        self._end(reply)
        self._actor.go_on()

    def _end(self, reply: m.Message | None = None) -> None:
        """Answer with `reply` unless that is done, and let the next command begin."""
        if not self._is_answered:
            self._answer(reply)
        if self._rated_accounts is not None:
            self._release_ratings()
        self._envelope = _ENDED  # the thread of the store may keep this object, but no closed connection
        self._actor.running = None

    def _release_ratings(self) -> None:
        self._rated_accounts = None
        self._actor.ratings.release(self)


def frozen(table: Table, peer: Peer) -> m.Frozen:
    """Tell a watcher why a table is frozen. A program on the computer of the server can do something about its disk."""
    reason = table.frozen
    assert reason is not None, "checked by the caller"
    if reason == DISK_FULL and peer.is_local:
        reason = YOUR_DISK_FULL
    return m.Frozen(table=table.id, template=reason.template, args=dict(reason.args))


_ENDED = CommandEnvelope(Tick(), 0)
_IS_BACK = refused("is_back", N_("The other player is back"))


def encode_log(table: Table, start: int, end: int) -> bytes:
    """Return the events after number `start`, up to `end`, as frames."""
    frames = b""
    while start < end:
        bodies = chunk(table.log, start, end)
        frames += encode_events(table.id, bodies)
        start += len(bodies)
    return frames


def chunk(log: list[bytes], start: int, end: int) -> list[bytes]:
    """Return the events after number `start` that fit into one frame, at least one of them."""
    bodies, size = [], 0
    for body in log[start : min(end, start + 1000)]:
        bodies.append(body)
        size += len(body)
        if size >= CHUNK_BYTES:
            break
    return bodies
