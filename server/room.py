"""A table at work: its commands one after another, each made durable before anybody hears of it."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import trio

from netgame.text import Text
from protocol import messages as m
from protocol.framing import encode, encode_events
from server.lobby import Lobby, Send
from server.store import Conflict, EventStore, StoreBroken
from server.table import Decision, Order, Table, Who

log = logging.getLogger(__name__)

MAX_JOBS = 64  # waiting at one table; both players with a command each are two
MAX_FAULTS = 3  # of ours in a row; then the table stops rather than go on wrongly

INTERNAL = m.Refused(code="internal", template="The server made a mistake; nothing has changed. Try something else")
BUSY = m.Refused(code="busy", template="Too much is waiting at this table; try again in a moment")
STORE_FAILED = Text("This table had to stop: the server cannot write to its disk. Tell whoever runs the server")
FAULTY = Text("This table had to stop after a fault of the server. Tell whoever runs the server")


class Peer(Protocol):
    """A connection as tables and house see it. Nothing here waits, or raises for what the other side does."""

    def __hash__(self) -> int: ...
    def send(self, frame: bytes) -> None: ...
    def dismiss(self, closing: m.Closing) -> None: ...
    def check_silence(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Job:
    """An order that waits for its turn: who gave it, where the answer goes, and when it came in."""

    order: Order
    now: int
    who: Who | None = None
    peer: Peer | None = None
    id: int = 0


class Room:
    """The table, the orders waiting for it, and the task that carries them out; `run` belongs to the server's nursery.

    `deliver` sends what concerns others than the watchers, `emptied` is called when nothing is left to do.
    """

    def __init__(
        self,
        table: Table,
        lobby: Lobby[Peer],
        store: EventStore,
        deliver: Callable[[list[Send[Peer]]], None],
        emptied: Callable[["Room"], None],
    ) -> None:
        self.table = table
        self._lobby, self._store, self._deliver, self._emptied = lobby, store, deliver, emptied
        self._jobs, self._todo = trio.open_memory_channel[Job](MAX_JOBS)
        self._faults = 0

    @property
    def is_idle(self) -> bool:
        """Nothing waits."""
        return self._jobs.statistics().current_buffer_used == 0

    def post(self, job: Job) -> None:
        """Queue an order; it is answered in its turn."""
        try:
            self._jobs.send_nowait(job)
        except trio.WouldBlock:
            _answer(job, BUSY)

    def close(self) -> None:
        """No more orders: `run` ends."""
        self._jobs.close()

    async def run(self) -> None:
        """Carry out the orders until closed or cancelled. A fault of ours at one order spares all others."""
        async for job in self._todo:
            try:
                await self._do(job)
                self._faults = 0
            except* Exception:
                log.exception("table %s: %s", self.table.id, type(job.order).__name__)
                self._failed(job)
            if self.is_idle:
                self._emptied(self)

    async def _do(self, job: Job) -> None:
        decision = self.table.handle(job.who, job.order, job.now)
        if not decision.append:
            _answer(job, decision.reply)
            return
        try:
            await self._store.append(self.table.as_append(decision))
        except Conflict:
            # the disk knows more than we do, which only a fault of ours explains: believe the disk
            log.error("table %s is not as it is on disk; reading it again", self.table.id)
            self.table.load(await self._store.read(self.table.id))
            _answer(job, INTERNAL)
        except StoreBroken:
            self.freeze(STORE_FAILED)
            _answer(job, _as_refusal(STORE_FAILED))
        else:
            # no checkpoint from here on: what is durable is folded and told, whatever is cancelled meanwhile
            self.table.took(decision)
            self._publish(job, decision)

    def _publish(self, job: Job, decision: Decision) -> None:
        frame = encode_events(self.table.id, decision.bodies)
        for peer in self._lobby.watchers(self.table.id):
            if peer is job.peer and decision.reply is not None:
                peer.send(encode(decision.reply, job.id) + frame)  # one packet instead of two
            else:
                peer.send(frame)
        if job.peer not in self._lobby.watchers(self.table.id):
            _answer(job, decision.reply)
        self._deliver(self._lobby.changed(self.table))

    def freeze(self, why: Text) -> None:
        """No more commands here; whoever watches is told why."""
        self.table.frozen = why
        frozen = m.Frozen(table=self.table.id, template=why.template, args=dict(why.args))
        self._deliver([Send(peer, frozen) for peer in self._lobby.watchers(self.table.id)])
        self._deliver(self._lobby.changed(self.table))

    def _failed(self, job: Job) -> None:
        _answer(job, INTERNAL)
        self._faults += 1
        if self._faults >= MAX_FAULTS and self.table.frozen is None:
            log.error("table %s is frozen after %d faults in a row", self.table.id, self._faults)
            self.freeze(FAULTY)


def _answer(job: Job, reply: m.Message | None) -> None:
    if job.peer is not None and reply is not None:
        job.peer.send(encode(reply, job.id))


def _as_refusal(why: Text) -> m.Refused:
    return m.Refused(code="frozen", template=why.template, args=dict(why.args))
