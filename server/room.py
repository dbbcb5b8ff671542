"""A table at work: the orders that wait for it, and what is told once one of them has happened. Sync."""

import logging
from collections import deque
from collections.abc import Callable
from typing import Protocol

import msgspec

from netgame.text import Text
from protocol import messages as m
from protocol.framing import encode, encode_events
from server.faults import Faults, no_faults
from server.lobby import Lobby, Send
from server.table import Decision, Order, Table, Who

log = logging.getLogger(__name__)

MAX_JOBS = 64  # waiting at one table, of people who do not play there; players are always heard
MAX_FAULTS = 3  # of ours in a row; then the table stops rather than go on wrongly

INTERNAL = m.Refused(code="internal", template="The server made a mistake; nothing has changed. Try something else")
BUSY = m.Refused(code="busy", template="Too much is waiting at this table; try again in a moment")
STORE_FAILED = Text("This table had to stop: the server cannot write to its disk. Tell whoever runs the server")
FAULTY = Text("This table had to stop after a fault of the server. Tell whoever runs the server")


class Peer(Protocol):
    """A connection as tables and house see it. Nothing here waits, or raises for what the other side does."""

    def __hash__(self) -> int: ...
    def send(self, frame: bytes) -> None: ...
    def answer(self, frame: bytes) -> None: ...
    def dismiss(self, closing: m.Closing) -> None: ...
    def check_silence(self) -> None: ...


class Job(msgspec.Struct, frozen=True):  # a struct, for it is made for every move, and a frozen dataclass takes longer
    """An order that waits for its turn: who gave it, where the answer goes, and when it came in."""

    order: Order
    now: int
    who: Who | None = None
    peer: Peer | None = None
    id: int = 0


class Room:
    """A table and the orders that wait for it. Whoever carries them out takes them one by one:

    `decide` the next; if that gives events, make them durable, then `finish`; else it is answered already. `wake` is
    called when there is something to do after a time when there was not, `deliver` sends what others have to know.
    """

    def __init__(
        self,
        table: Table,
        lobby: Lobby[Peer],
        deliver: Callable[[list[Send[Peer]]], None],
        wake: Callable[["Room"], None],
        faults: Faults = no_faults,
    ) -> None:
        self.table = table
        self._lobby, self._deliver, self._wake, self._faults_at = lobby, deliver, wake, faults
        self._jobs: deque[Job] = deque()
        self._at_work = False
        self._faults = 0
        self.guests = 0  # connections that are just reading the log

    @property
    def is_idle(self) -> bool:
        """Nothing waits and nothing is under way."""
        return not self._at_work and not self.guests

    def post(self, job: Job) -> None:
        """Queue an order; it is answered in its turn."""
        if len(self._jobs) >= MAX_JOBS and not self._is_of_player(job):
            _answer(job, BUSY)
            return
        self._jobs.append(job)
        if not self._at_work:
            self._at_work = True
            self._wake(self)

    def _is_of_player(self, job: Job) -> bool:
        return job.who is not None and job.who.account in self.table.accounts

    def decide(self) -> Decision | None:
        """What the order in front makes happen; None if nothing, and then it is answered and off the queue."""
        job = self._jobs[0]
        decision = self.table.handle(job.who, job.order, job.now)
        if decision.append:
            return decision
        self._done(decision.reply)
        return None

    def finish(self, decision: Decision) -> None:
        """The events of the order in front are durable: fold, acknowledge, publish."""
        job, table = self._jobs[0], self.table
        before = table.match
        table.took(decision)
        self._faults_at("before_acknowledge")
        frame = encode_events(table.id, decision.bodies)
        watchers = self._lobby.watchers(table.id)
        reply = decision.reply
        if job.peer is not None and job.peer in watchers and reply is not None:
            job.peer.answer(encode(reply, job.id) + frame)  # one packet instead of two
            reply = None
        self._done(reply)
        self._faults_at("before_publish")
        for peer in watchers:
            if peer is not job.peer or decision.reply is None:
                peer.send(frame)
        after = table.match
        if before is None or after is None or after.phase != before.phase or after.seats is not before.seats:
            self._deliver(self._lobby.changed(table))

    def next(self) -> bool:
        """Whether another order waits; if not, the room rests until `wake` is called again."""
        self._at_work = bool(self._jobs)
        return self._at_work

    def refuse(self, reply: m.Refused) -> None:
        """The order in front is not carried out."""
        self._done(reply)

    def freeze(self, why: Text) -> None:
        """No more commands here; whoever watches is told why."""
        self.table.frozen = why
        frozen = m.Frozen(table=self.table.id, template=why.template, args=dict(why.args))
        self._deliver([Send(peer, frozen) for peer in self._lobby.watchers(self.table.id)])
        self._deliver(self._lobby.changed(self.table))

    def failed(self) -> None:
        """A fault of ours at the order in front. The table is as it was; after some in a row it is frozen."""
        if self._jobs:
            self._done(INTERNAL)
        self._faults += 1
        if self._faults >= MAX_FAULTS and self.table.frozen is None:
            log.error("table %s is frozen after %d faults in a row", self.table.id, self._faults)
            self.freeze(FAULTY)

    def _done(self, reply: m.Message | None) -> None:
        job = self._jobs.popleft()
        _answer(job, reply)
        if reply is not INTERNAL:
            self._faults = 0


def _answer(job: Job, reply: m.Message | None) -> None:
    if job.peer is not None and reply is not None:
        job.peer.answer(encode(reply, job.id))


def frozen_refusal(why: Text) -> m.Refused:
    """The answer to a command to a table that has stopped."""
    return m.Refused(code="frozen", template=why.template, args=dict(why.args))
