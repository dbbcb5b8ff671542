"""A table at work: the orders that wait for it, and what is told once one of them has happened. Sync."""

import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec
import trio

from netgame.match import Match
from netgame.match.commands import MarkReturned, Tick
from netgame.match.events import Player
from netgame.match.time_control import Clocks
from netgame.text import Text
from protocol import messages as m
from protocol.framing import encode, encode_events
from server.lobby.lobby import Lobby
from server.ops.counters import Counters
from server.ops.faults import Faults, no_faults
from server.ops.policy import Remote
from server.storage.event_store import Row
from server.tables.commands import AnyCommand, Decision, User
from server.tables.table import Table, refused

log = logging.getLogger(__name__)

MAX_JOBS = 64  # waiting at one table, of people who do not play there; players are always heard
CHUNK_BYTES = 64 * 1024  # of events in one frame
MAX_FAULTS = 3  # of ours in a row; then the table stops rather than go on wrongly

INTERNAL = m.Refused(code="internal", template="The server made a mistake; nothing has changed. Try something else")
NOT_READ = m.Refused(
    code="internal", template="The server cannot read or write its disk; nothing has changed. Try it later"
)
BUSY = m.Refused(code="busy", template="Too much is waiting at this table; try again in a moment")
STORE_FAILED = Text("This table had to stop: the server cannot write to its disk. Tell whoever runs the server")
FAULTY = Text("This table had to stop after a fault of the server. Tell whoever runs the server")


class Peer(Protocol):
    """A connection as tables and house see it. Nothing here waits, or raises for what the other side does."""

    @property
    def remote(self) -> Remote: ...
    @property
    def greeted(self) -> bool: ...
    def __hash__(self) -> int: ...
    def send(self, frame: bytes) -> None: ...
    def answer(self, frame: bytes) -> None: ...
    def dismiss(self, closing: m.Closing) -> None: ...
    def check_silence(self) -> None: ...
    def probe(self) -> None: ...


class CommandEnvelope(
    msgspec.Struct, frozen=True
):  # a struct, for it is made for every move, and a frozen dataclass takes longer
    """An order that waits for its turn: who gave it, where the answer goes, and when it came in.

    `rtt` is how long the line takes there and back, in ms, as the server measured it; `heard` when it was read, in s of
    trio's clock, for those that came over a line. `last_player` is for new tables, see `Table.handle`. `told` is called
    with the answer to an order of the server itself.
    """

    order: AnyCommand
    now: int
    who: User | None = None
    peer: Peer | None = None
    id: int = 0
    rtt: int = 0
    heard: float = 0
    last_player: Player | None = None
    told: Callable[[m.Message], None] | None = None


class TableActor:
    """A table and the orders that wait for it. Whoever carries them out takes them one by one:

    `decide` the next; if that gives events, make them durable, then `finish`; else it is answered already. `wake` is
    called when there is something to do after a time when there was not, `tell_watchers` sends a message to all who
    follow the table, and `happened` is called after each change, with the match before it. `tell_others` sends events
    to those who only look on.
    """

    def __init__(
        self,
        table: Table,
        lobby: Lobby[Peer],
        tell_watchers: Callable[[str, m.Message], None],
        wake: Callable[["TableActor"], None],
        happened: Callable[["TableActor", Match | None], None],
        faults: Faults = no_faults,
        tell_others: Callable[[Table, bytes, Sequence[Peer]], None] | None = None,
        counters: Counters | None = None,
        clock: Callable[[], int] | None = None,
    ) -> None:
        self.table, self._counters = table, counters or Counters()
        self._tell_others = tell_others or _tell_now
        self._lobby, self._tell_watchers, self._wake = lobby, tell_watchers, wake
        self._happened, self._fault = happened, faults
        self._clock = clock  # server's time
        self._told_late = 0  # ms from the start of the running clock until the server sent that turn
        self._jobs: deque[CommandEnvelope] = deque()
        self._at_work = False
        self._under_way = False  # the order in front is being decided, or on its way to the disk
        self._faults = 0
        self._durable: Decision | None = None  # of the order in front, from the commit to its answer
        self._untold = b""  # its events, until they are sent
        self.guests = 0  # connections that are just reading the log

    @property
    def is_idle(self) -> bool:
        """Nothing waits and nothing is under way."""
        return not self._at_work and not self.guests

    def post(self, job: CommandEnvelope) -> None:
        """Queue an order; it is answered in its turn."""
        if len(self._jobs) >= MAX_JOBS and not self._is_always_heard(job):
            self._answer(job, BUSY)
            return
        self._queue(job)
        if not self._at_work:
            self._at_work = True
            self._wake(self)

    async def carry_out(self, order: AnyCommand, now: int) -> m.Message:
        """Queue an order of the server itself that has an answer, and wait for that."""
        answered, replies = trio.Event(), list[m.Message]()

        def told(reply: m.Message) -> None:
            replies.append(reply)
            answered.set()

        self.post(CommandEnvelope(order, now, told=told))
        await answered.wait()
        return replies[0]

    def _is_always_heard(self, job: CommandEnvelope) -> bool:
        if job.who is None or job.who.account in self.table.accounts:
            return True
        return isinstance(job.order, m.MakeTable | m.TableCommand) and self.table.knows(job.order.key)

    def _queue(self, job: CommandEnvelope) -> None:
        """In the order in which they came in; but who is back is so before anybody claims that he is not."""
        jobs = self._jobs
        place = len(jobs)
        while place > self._under_way and jobs[place - 1].now > job.now:
            place -= 1
        if isinstance(job.order, MarkReturned):
            claims = (i for i in range(self._under_way, place) if isinstance(jobs[i].order, m.SendClaim))
            place = next(claims, place)
        jobs.insert(place, job)

    def decide(self) -> Decision | None:
        """What the order in front makes happen; None if nothing, and then it is answered and off the queue."""
        job = self._jobs[0]
        self._under_way = True
        now, done = job.now, 0
        if isinstance(
            job.order, m.SendMove | Tick
        ):  # what passed before the server sent the turn is not the time of its player
            now = max(0, now - self._told_late)
        if isinstance(job.order, m.SendMove) and self._clock is not None:
            done = self._clock()  # the other player's clock does not run for the time that a move waits here
        decision = self.table.handle(job.who, job.order, now, job.rtt, job.last_player, done)
        if decision.append and isinstance(job.order, m.SendClaim) and self._both_here():
            decision = _IS_BACK
        if decision.append:
            return decision
        self._done(decision.reply)
        return None

    def _both_here(self) -> bool:
        return all(account is not None and self._lobby.is_present(account) for account in self.table.accounts)

    def finish(self, decision: Decision) -> None:
        """The events of the order in front are durable: fold, acknowledge, publish."""
        job, table = self._jobs[0], self.table
        before = table.match
        self._durable = decision
        table.took(decision)
        self._untold = frame = encode_events(table.id, decision.bodies)
        self._fault("before_acknowledge")
        reply = decision.reply
        if job.peer is not None and job.peer in self._lobby.watchers(table.id) and reply is not None:
            job.peer.answer(encode(reply, job.id) + frame)  # one packet instead of two
            reply = None
        self._done(reply)
        if job.heard and isinstance(job.order, m.SendMove):
            self._counters.count_acknowledgement((trio.current_time() - job.heard) * 1000)
        self._fault("before_publish")
        self._note_delay(before, table.match)
        self._publish(frame, job.peer if decision.reply is not None else None)
        after = table.match
        if before is None or after is None or _is_listed_otherwise(before, after):
            self._lobby.changed(table)
        self._happened(self, before)

    def _note_delay(self, before: Match | None, after: Match | None) -> None:
        """The disk took its time: that is not the time of the player whose clock runs now."""
        clocks = after.clocks if after is not None else None
        if clocks is None or clocks.running is None or self._clock is None:
            self._told_late = 0
        elif before is None or before.clocks is None or _turn(before.clocks) != _turn(clocks):
            self._told_late = max(0, self._clock() - clocks.since)

    def _publish(self, frame: bytes, told: Peer | None) -> None:
        """Send events to everybody who follows the table but `told`."""
        self._untold = b""
        others = []
        for peer in self._lobby.watchers(self.table.id):
            if not self._lobby.is_player(peer, self.table):
                others.append(peer)
            elif peer is not told:
                peer.send(frame)
        self._tell_others(self.table, frame, others)

    @property
    def rated(self) -> tuple[str, ...]:
        """The accounts whose ratings the end of this match changes."""
        if self.table.match is None or not self.table.match.created.rated:
            return ()
        return tuple(account for account in self.table.accounts if account is not None)

    @property
    def game(self) -> str:
        """The key of the game; empty before the table is made."""
        return self.table.match.created.game if self.table.match is not None else ""

    def next(self) -> bool:
        """Whether another order waits; if not, the room rests until `wake` is called again."""
        self._at_work = bool(self._jobs)
        return self._at_work

    def refuse(self, reply: m.Refused) -> None:
        """The order in front is not carried out."""
        self._done(reply)

    def load(self, rows: Sequence[Row]) -> None:
        """Begin anew with the log as the store has it."""
        self.table.load(rows)
        self._happened(self, self.table.match)

    def go_on(self, rows: Sequence[Row]) -> None:
        """The store works again; `rows` are the events that it has beyond those of the table."""
        before = self.table.match
        self.table.go_on(rows)
        if rows:
            self._publish(encode_events(self.table.id, [row.body for row in rows]), None)
        self._lobby.changed(self.table)
        if self.table.match is not before:
            self._note_delay(before, self.table.match)
            self._happened(self, before)

    def freeze(self, why: Text) -> None:
        """No more commands here; whoever watches is told why."""
        self.table.frozen = why
        self._tell_watchers(self.table.id, m.Frozen(table=self.table.id, template=why.template, args=dict(why.args)))
        self._lobby.changed(self.table)
        self._happened(self, self.table.match)

    def failed(self) -> None:
        """A fault of ours at the order in front; after some in a row the table is frozen.

        Before the commit nothing has changed. After it the order was carried out, so that is the answer.
        """
        if self._under_way:
            self._done(INTERNAL if self._durable is None else self._durable.reply)
        if self._untold:
            self._publish(self._untold, None)
        self._faults += 1
        if self._faults >= MAX_FAULTS and self.table.frozen is None:
            log.error("table %s is frozen after %d faults in a row", self.table.id, self._faults)
            self.freeze(FAULTY)

    def _done(self, reply: m.Message | None) -> None:
        job = self._jobs.popleft()
        self._under_way, self._durable = False, None
        self._answer(job, reply)
        if reply is not INTERNAL:
            self._faults = 0

    def _answer(self, job: CommandEnvelope, reply: m.Message | None) -> None:
        if job.peer is not None and reply is not None:
            job.peer.answer(encode(self._counters.count_reply(reply), job.id))
        if job.told is not None and reply is not None:
            job.told(reply)


def _tell_now(_table: Table, frame: bytes, peers: Sequence[Peer]) -> None:
    for peer in peers:
        peer.send(frame)


def _is_listed_otherwise(before: Match, after: Match) -> bool:
    return (
        after.phase != before.phase
        or after.seats is not before.seats
        or after.paused is not before.paused
        or after.ready is not before.ready
    )


def _turn(clocks: Clocks) -> tuple[Player | None, int]:
    return clocks.running, clocks.since


_IS_BACK = refused("is_back", "The other player is back")


def frozen_refusal(why: Text) -> m.Refused:
    """The answer to a command to a table that has stopped."""
    return m.Refused(code="frozen", template=why.template, args=dict(why.args))


def chunk(log: list[bytes], start: int, end: int) -> list[bytes]:
    """The events after that number as far as one frame goes, at least one of them."""
    bodies, size = [], 0
    for body in log[start : min(end, start + 1000)]:
        bodies.append(body)
        size += len(body)
        if size >= CHUNK_BYTES:
            break
    return bodies
