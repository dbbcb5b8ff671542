"""The actor of one table: takes its commands one at a time, commits what they cause, and tells everybody. Sync.

The order of each accepted command: check, append and commit, evolve, acknowledge, publish.
"""

import logging
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
from server.ops.faults import Faults, no_faults
from server.storage.event_store import DiskFull, Row, StoreProblem
from server.tables.commands import AnyCommand, Decision, User
from server.tables.commit import GroupCommit
from server.tables.rating_gate import RatingGate
from server.tables.table import Table, is_listed_differently, refused
from server.tables.users import Peer, Users

log = logging.getLogger(__name__)

MAX_QUEUED = 64  # commands at one table, of users who do not play there; those of players are always queued
CHUNK_BYTES = 64 * 1024  # of events in one frame
MAX_RACES = 20  # that a command may lose against other nodes; then it is refused
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
    template=N_("The server may have stored this or not: its disk failed. Your program asks again until that is known"),
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


class TableActor:
    """A table and the commands that wait for it.

    A command is decided at once if the table is free. If it causes events, `commit` writes them and calls `committed`.
    If another node has changed the table meanwhile, `commit` reads its events, and the command is decided again. So on
    a store that is shared no command is refused before the log was read to its end.

    `on_change` is called after each change with the match before it, `on_follow` after a change by another node,
    `on_idle` when no command is left and, unless the store is shared, no match is in progress. `tell_watchers` sends a
    message to all connections that watch the table, `tell_spectators` sends events to those that do not play.
    """

    def __init__(
        self,
        table: Table,
        users: Users,
        commit: GroupCommit,
        ratings: RatingGate,
        *,
        tell_watchers: Callable[[str, m.Message], None],
        on_change: Callable[["TableActor", Match | None], None],
        on_idle: Callable[["TableActor"], None],
        now: Callable[[], int],
        on_follow: Callable[["TableActor", Match | None], None] | None = None,
        tell_spectators: Callable[[Table, bytes, Sequence[Peer]], None] | None = None,
        counters: Counters | None = None,
        faults: Faults = no_faults,
    ) -> None:
        self.table = table
        self.pins = 0  # how many tasks read the log and need the table in memory
        self._users, self._commit, self._ratings = users, commit, ratings
        self._tell_watchers, self._tell_spectators = tell_watchers, tell_spectators or _send_to_all
        self._on_change, self._on_idle, self._now = on_change, on_idle, now
        self._on_follow = on_follow or on_change
        self._counters, self._inject_fault = counters or Counters(), faults
        self._queue: deque[CommandEnvelope] = deque()
        self._is_busy = False  # a command is under way
        self._unanswered: CommandEnvelope | None = None  # the command under way, until it is answered
        self._decision: Decision | None = None  # its events, while they are written
        self._unpublished = b""  # the frame of its events, from the commit until it is sent
        self._refusal: m.Refused | None = None  # its answer, unless other nodes have changed the table
        self._decided_at = 0  # the number of the last event that the decision took into account
        self._races = 0  # that it has lost against other nodes
        self._foreign: list[Row] = []  # events of other nodes that came while its own were written
        self._followers = trio.lowlevel.ParkingLot()  # tasks that wait until there are none
        self._has_ratings = False  # the rating gate lets this table decide
        self._rated_accounts: list[str] = []  # for which it does
        self._faults = 0
        self._unconfirmed = b""  # the key of the command of which it is unknown whether it is on disk
        self._told_late = 0  # ms from the start of the running clock until the server sent that turn

    @property
    def id(self) -> str:
        return self.table.id

    @property
    def number(self) -> int:
        """The number of the last event."""
        return self.table.number

    @property
    def is_idle(self) -> bool:
        """Whether no command is under way and no task reads the log."""
        return not self._is_busy and not self.pins

    @property
    def is_frozen_by_disk(self) -> bool:
        """Whether the table waits until the disk can be written again."""
        return self.table.frozen in (STORE_FAILED, DISK_FULL)

    # ---- incoming commands

    def post(self, envelope: CommandEnvelope) -> None:
        """Decide the command now, or queue it if another one is under way."""
        if not self._is_busy:
            self._is_busy = True
            self._commit.begin()
            self._work(envelope)
        elif len(self._queue) >= MAX_QUEUED and not self._is_always_queued(envelope):
            self._send_reply(envelope, BUSY)
        else:  # in the order of arrival, but the return of a player comes before claims that this player is absent
            queue, at = self._queue, len(self._queue)
            while at and queue[at - 1].arrived_at > envelope.arrived_at:
                at -= 1
            if isinstance(envelope.command, MarkReturned):
                at = next((i for i in range(at) if isinstance(queue[i].command, m.SendClaim)), at)
            queue.insert(at, envelope)

    async def carry_out(self, command: AnyCommand, now: int) -> m.Message:
        """Post a command of the server itself, and wait for its answer."""
        answered, replies = trio.Event(), list[m.Message]()

        def on_reply(reply: m.Message) -> None:
            replies.append(reply)
            answered.set()

        self.post(CommandEnvelope(command, now, on_reply=on_reply))
        await answered.wait()
        return replies[0]

    def _is_always_queued(self, envelope: CommandEnvelope) -> bool:
        if envelope.user is None or envelope.user.account in self.table.accounts:
            return True
        return self._is_repeated(envelope)

    def _is_repeated(self, envelope: CommandEnvelope) -> bool:
        command = envelope.command
        return isinstance(command, m.MakeTable | m.TableCommand) and self.table.knows(command.key)

    # ---- deciding

    def _work(self, envelope: CommandEnvelope | None) -> None:
        """Decide this command and those that wait, until one of them has to be written, or none is left."""
        while envelope is not None:
            self._unanswered = envelope
            match = self.table.match
            if match is not None and match.created.rated and not self._is_repeated(envelope):
                accounts = [account for account in self.table.accounts if account is not None]
                self._has_ratings, self._rated_accounts = True, accounts
                if not self._ratings.acquire(self, accounts, match.created.game):
                    return  # the gate calls `go_ahead` or `ratings_missing`
            if self._decide():
                return
            envelope = self._next()

    def _decide(self) -> bool:
        """Decide the command under way. Whether the store has to be asked first; otherwise it is answered."""
        self._guarded(self._decide_unguarded)
        decision = self._decision
        if decision is not None and decision.append is not None:
            self._commit.submit(self, decision.append)
        elif self._refusal is not None:
            self._commit.read_on(self)
        else:
            return False
        return True

    def _decide_unguarded(self) -> None:
        envelope = self._unanswered
        assert envelope is not None, "a command is answered after the decision"
        command, arrived_at, done = envelope.command, envelope.arrived_at, 0
        self._decided_at = self.table.number
        if self._commit.is_shared and isinstance(command, Pause) and self.table.was_paused_since(arrived_at):
            self._answer(None)  # the service has gone on after that stop
            return
        if isinstance(command, (m.SendMove, Tick)):
            # time that passed before the server sent the turn is not charged to the player
            arrived_at = max(0, arrived_at - self._told_late)
            if self.table.is_timed:
                done = self._now()  # the clock of the other player starts when the move leaves the queue
        if self._unconfirmed and isinstance(command, m.MakeTable | m.TableCommand) and command.key == self._unconfirmed:
            self._answer(UNCONFIRMED)
            return
        decision = self.table.decide(envelope.user, command, arrived_at, envelope.rtt, envelope.last_player, done)
        if (
            decision.append is not None
            and isinstance(command, m.SendClaim)
            and all(account is not None and self._users.is_online(account) for account in self.table.accounts)
        ):
            decision = _IS_BACK
        if decision.append is not None:
            self._decision = decision
        elif self._commit.is_shared and isinstance(decision.reply, m.Refused) and self.table.frozen is None:
            self._refusal = decision.reply
        else:
            self._answer(decision.reply)

    def _next(self) -> CommandEnvelope | None:
        """The command under way is done. The next one of the queue, if there is one."""
        self._races = 0
        if self._has_ratings:
            self._release_ratings()
        if self._queue:
            return self._queue.popleft()
        self._is_busy = False
        self._commit.end()
        if self._commit.is_shared or not self.table.is_in_progress:
            self._on_idle(self)
        return None

    def _release_ratings(self) -> None:
        if self._has_ratings:
            self._has_ratings = False
            self._ratings.release(self)

    # ---- rated tables

    def go_ahead(self) -> None:
        """Decide the command under way, which waited for the rating gate."""
        envelope = self._unanswered
        assert envelope is not None, "a command is answered after the decision"
        accounts = [account for account in self.table.accounts if account is not None]
        if accounts != self._rated_accounts:  # another node has changed the players meanwhile
            self._release_ratings()
            self._work(envelope)
        elif not self._decide():
            self._work(self._next())

    def ratings_missing(self) -> None:
        """Refuse the command under way, since the ratings cannot be read, unless another node has carried it out."""
        log.error("table %s: cannot read the ratings of its players", self.id)
        if self._commit.is_shared:
            self._decided_at, self._refusal = self.table.number, NOT_READ
            self._commit.read_on(self)
        else:
            self._finish_with(NOT_READ)

    # ---- after the commit

    def committed(self) -> None:
        """The events of the command under way are durable: evolve, acknowledge, publish."""
        self._guarded(self._evolve_and_tell)
        self._decision = None
        if self._foreign:
            self._take_foreign()
        self._work(self._next())

    def _evolve_and_tell(self) -> None:
        envelope, decision, table = self._unanswered, self._decision, self.table
        assert envelope is not None, "a command is answered after the commit"
        assert decision is not None, "it waited for the commit"
        assert decision.append is not None, "it caused events"
        before = table.match
        table.evolve(decision)
        after, peer, reply = table.match, envelope.peer, decision.reply
        frame = self._unpublished = encode_events(table.id, decision.append.bodies)
        self._inject_fault("before_acknowledge")
        if peer is not None and reply is not None and peer in self._users.watchers(table.id):
            self._unanswered = None
            self._faults = 0
            peer.answer(encode(reply, envelope.id) + frame)  # one packet instead of two
        else:
            self._answer(reply)
        if envelope.read_at and isinstance(envelope.command, m.SendMove):
            self._counters.acks_ms.add((trio.current_time() - envelope.read_at) * 1000)
        self._inject_fault("before_publish")
        self._note_delay(before, after)
        self._publish(frame, peer if reply is not None else None)
        if decision.append.entry:  # lists show the table differently
            self._users.changed(table)
        self._on_change(self, before)

    def _note_delay(self, before: Match | None, after: Match | None) -> None:
        """Time that the disk took is not charged to the player whose clock runs now."""
        clocks = after.clocks if after is not None else None
        if clocks is None or clocks.running is None:
            self._told_late = 0
            return
        turn = before.clocks if before is not None else None
        if turn is None or (turn.running, turn.since) != (clocks.running, clocks.since):
            self._told_late = max(0, self._now() - clocks.since)

    def _publish(self, frame: bytes, sender: Peer | None) -> None:
        """Send events to all connections that watch the table, except `sender`."""
        self._unpublished = b""
        table, is_player, spectators = self.table, self._users.is_player, []
        for peer in self._users.watchers(table.id):
            if peer is sender:
                continue
            if is_player(peer, table):
                peer.send(frame)
            else:
                spectators.append(peer)
        if spectators or table.delay:
            self._tell_spectators(table, frame, spectators)

    # ---- events of other nodes

    def follow(self, rows: Sequence[Row]) -> None:
        """Take over events that another node has added to the log, at once or after the commit under way."""
        self._foreign += rows
        if self._decision is None:
            self._take_foreign()

    def read_on(self, rows: Sequence[Row]) -> None:
        """Take over events of other nodes that the command under way did not know, and decide it again.

        Without new events a refusal stands. An end of a rated match is computed again from the ratings of now.
        """
        refusal, decision, self._refusal, self._decision = self._refusal, self._decision, None, None
        if decision is not None and decision.append is not None:
            for account, game, _version in decision.append.rated:
                self._ratings.ratings_changed([account], game)
        self._foreign += rows
        self._take_foreign()
        self._races += 1
        if (refusal is not None and self.table.number == self._decided_at) or self._races >= MAX_RACES:
            self._finish_with(refusal or BUSY)
        else:
            self._release_ratings()  # of the players that it had before
            self._work(self._unanswered)

    async def followed(self) -> None:
        """Wait until the events given to `follow` are taken over."""
        while self._foreign:
            await self._followers.park()

    def _pop_foreign(self) -> list[Row]:
        rows, self._foreign = self._foreign, []
        self._followers.unpark_all()
        return rows

    def _take_foreign(self) -> None:
        rows = self._pop_foreign()
        if rows and self.table.frozen is None:
            self._guarded(partial(self._take, rows, self._on_follow), of_command=False)

    def _take(self, rows: Sequence[Row], on_change: Callable[["TableActor", Match | None], None]) -> None:
        table, before, sent = self.table, self.table.match, self.table.number
        table.follow(rows)
        if table.number == sent and table.frozen is None:
            return
        while sent < table.number:
            bodies = chunk(table.log, sent, table.number)
            self._publish(encode_events(table.id, bodies), None)
            sent += len(bodies)
        after = table.match
        self._note_delay(before, after)
        if after is None or is_listed_differently(before, after):
            self._users.changed(table)
        on_change(self, before)
        if table.frozen is not None:  # the last event does not fit the rules
            log.error("table %s: %s", self.id, table.frozen)
            self.freeze(table.frozen)

    # ---- what can go wrong

    def not_committed(self, problem: StoreProblem) -> None:
        """The disk failed, and the events of the command may be on it. Freeze until it can be written again."""
        command = self._unanswered.command if self._unanswered is not None else None
        self._unconfirmed = command.key if isinstance(command, m.MakeTable | m.TableCommand) else b""
        self._freeze_by_disk(UNCONFIRMED, problem)

    def not_read(self, problem: StoreProblem) -> None:
        """The log cannot be read, and the command under way has changed nothing. Freeze until the disk works again."""
        self._freeze_by_disk(NOT_READ, problem)

    def _freeze_by_disk(self, reply: m.Refused, problem: StoreProblem) -> None:
        self._decision = self._refusal = None
        self._pop_foreign()  # they are read again
        self._guarded(partial(self.freeze, DISK_FULL if isinstance(problem, DiskFull) else STORE_FAILED))
        self._finish_with(reply)

    def reload(self, rows: Sequence[Row]) -> None:
        """Start again with the log as the store has it. The store refused the events of the command under way."""
        log.error("table %s differs from its log on disk; it was read again", self.id)
        self._decision = None
        self._pop_foreign()
        self.table.load(rows)
        self._guarded(partial(self._on_change, self, self.table.match))
        self._finish_with(INTERNAL)

    def _finish_with(self, reply: m.Refused | None) -> None:
        if self._unanswered is not None:
            self._answer(reply)
        self._work(self._next())

    def _guarded(self, step: Callable[[], None], *, of_command: bool = True) -> None:
        """Take a step, of the command under way or not.

        A fault in it affects neither the connection that sent the command nor other tables. Before the commit nothing
        has changed. After it the command was carried out, so that is the answer. After some faults in a row the table
        freezes.
        """
        try:
            step()
        except* Exception:
            log.exception("table %s", self.id)
            if of_command and self._unanswered is not None:
                self._answer(INTERNAL if self._decision is None else self._decision.reply)
            if self._unpublished:
                self._publish(self._unpublished, None)
            self._faults += 1
            if self._faults >= MAX_FAULTS and self.table.frozen is None:
                log.error("table %s is frozen after %d faults in a row", self.id, self._faults)
                self.freeze(FAULTY)

    def freeze(self, reason: Text) -> None:
        """Refuse all commands from now on, and tell the watchers why."""
        self.table.frozen = reason
        for peer in self._users.watchers(self.id):
            peer.send(encode(frozen(self.table, peer)))
        self._users.changed(self.table)
        self._on_change(self, self.table.match)

    def thaw(self, rows: Sequence[Row]) -> None:
        """The disk can be written again. `rows` are the events that it has beyond those of the table."""
        self.table.frozen, self._unconfirmed = None, b""
        self._guarded(partial(self._take, rows, self._on_change), of_command=False)
        if self.table.frozen is None:
            self._tell_watchers(self.id, self._users.presence(self.table))
        self._users.changed(self.table)

    # ---- answers

    def _answer(self, reply: m.Message | None) -> None:
        """Answer the command under way."""
        envelope, self._unanswered = self._unanswered, None
        assert envelope is not None, "each command is answered once"
        self._send_reply(envelope, reply)
        if reply is not INTERNAL:
            self._faults = 0

    def _send_reply(self, envelope: CommandEnvelope, reply: m.Message | None) -> None:
        if envelope.peer is not None and reply is not None:
            envelope.peer.answer(encode(self._counters.count_reply(reply), envelope.id))
        if envelope.on_reply is not None:
            envelope.on_reply(reply or m.Done(table=self.id, number=self.table.number))


def _send_to_all(_table: Table, frame: bytes, peers: Sequence[Peer]) -> None:
    for peer in peers:
        peer.send(frame)


def frozen(table: Table, peer: Peer) -> m.Frozen:
    """Tell a watcher why a table is frozen. A program on the computer of the server can do something about its disk."""
    reason = table.frozen
    assert reason is not None, "checked by the caller"
    if reason == DISK_FULL and peer.is_local:
        reason = YOUR_DISK_FULL
    return m.Frozen(table=table.id, template=reason.template, args=dict(reason.args))


_IS_BACK = refused("is_back", N_("The other player is back"))


def chunk(log: list[bytes], start: int, end: int) -> list[bytes]:
    """Return the events after number `start` that fit into one frame, at least one of them."""
    bodies, size = [], 0
    for body in log[start : min(end, start + 1000)]:
        bodies.append(body)
        size += len(body)
        if size >= CHUNK_BYTES:
            break
    return bodies
