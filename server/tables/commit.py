"""Carries out the orders of all rooms: those of one table one after another, those of several in one commit.

A task for every table would do the same with two more task switches a move, a tenth of all that a move costs.
"""

import logging
import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

import trio

from server.ops.faults import Faults, no_faults
from server.storage.event_store import Conflict, EventStore
from server.tables.actor import INTERNAL, NOT_READ, STORE_FAILED, TableActor, frozen_refusal
from server.tables.commands import Decision, Registry

log = logging.getLogger(__name__)

T = TypeVar("T")
CLERKS = 2  # while one waits for the disk the other decides


class GroupCommit:
    """The rooms with something to do, and the tasks that do it; `run` belongs to the server's nursery.

    `rested` is called with each room that has nothing left to do. Of the rated tables of one player only one at a time
    is worked at: an end reads the ratings that another end writes. They are in memory before such a table is worked at.
    """

    def __init__(
        self, store: EventStore, registry: Registry, rested: Callable[[TableActor], None], faults: Faults = no_faults
    ) -> None:
        self._store, self._registry, self._rested, self._faults = store, registry, rested, faults
        self._ready: list[TableActor] = []
        self._idle = trio.lowlevel.ParkingLot()
        self._busy = 0  # rooms with something to do
        self._quiet = trio.lowlevel.ParkingLot()
        self.stopped: set[TableActor] = set()  # frozen, since the store did not take what happened there
        self._rating: dict[TableActor, tuple[str, ...]] = {}  # rated tables under way, and who plays there
        self._players: set[str] = set()  # all of those
        self._held: list[TableActor] = []  # rated tables that wait until another one of the same player is done

    def wake(self, room: TableActor) -> None:
        """That room has something to do."""
        self._busy += 1
        self._again(room)

    def _again(self, room: TableActor) -> None:
        self._ready.append(room)
        if len(self._ready) == 1:
            self._idle.unpark()

    async def quiet(self) -> None:
        """Wait until no room has anything to do."""
        while self._busy:
            await self._quiet.park()

    async def run(self) -> None:
        """Until cancelled; what is under way then is finished first."""
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            for _ in range(CLERKS):
                nursery.start_soon(self._work)

    async def _work(self) -> None:
        while True:
            if not self._ready:
                await self._idle.park()
            rooms = self._take()
            decided: list[tuple[TableActor, Decision]] = []
            for room in rooms:
                decision = self._guarded(room, room.decide)
                if decision is not None:
                    decided.append((room, decision))
            if decided:
                await self._carry_out(decided)
            else:
                await trio.lowlevel.checkpoint()
            for room in rooms:
                self._turn_over(room)

    def _turn_over(self, room: TableActor) -> None:
        """An order of that room is done. Rated tables that waited for it come before its next one."""
        if room in self._rating:
            self._players.difference_update(self._rating.pop(room))
            held, self._held = self._held, []
            for other in held:
                self._again(other)
        if room.next():
            self._again(room)
        else:
            self._busy -= 1
            self._rested(room)
        if not self._busy:
            self._quiet.unpark_all()

    def _take(self) -> list[TableActor]:
        """The rooms to work at now. Those that wait for another table or for a rating come back by themselves."""
        rooms, self._ready = self._ready, []
        return [room for room in rooms if not room.rated or self._may_end(room)]

    def _may_end(self, room: TableActor) -> bool:
        """Whether nothing else changes or has to read the ratings that the end of this rated table needs."""
        if room not in self._rating:
            if not self._players.isdisjoint(room.rated):
                self._held.append(room)
                return False
            self._rating[room] = room.rated
            self._players.update(room.rated)
        if self._registry.lacks(room.rated, room.game):
            self._nursery.start_soon(self._read_ratings, room)
            return False
        return True

    async def _read_ratings(self, room: TableActor) -> None:
        try:
            await self._registry.read(room.rated, room.game)
        except sqlite3.Error as error:
            log.error("table %s: its players' ratings cannot be read: %s", room.table.id, error)
            room.refuse(NOT_READ)
            self._turn_over(room)
        else:
            self._again(room)

    async def _carry_out(self, decided: Sequence[tuple[TableActor, Decision]]) -> None:
        """Make it durable, fold it, tell it. Nothing here can be cancelled; with the disk there is no checkpoint."""
        self._faults("before_append")
        problems = await self._store.append([room.table.as_append(decision) for room, decision in decided])
        for (room, decision), problem in zip(decided, problems, strict=True):
            if problem is None:
                self._guarded(room, partial(room.finish, decision))
        for (room, _decision), problem in zip(decided, problems, strict=True):
            if isinstance(problem, Conflict):
                # the disk knows more than we do, which only a fault of ours explains: believe the disk
                log.error("table %s is not as it is on disk; reading it again", room.table.id)
                room.load(await self._store.read(room.table.id))
                room.refuse(INTERNAL)
            elif problem is not None:
                self.stopped.add(room)
                room.freeze(STORE_FAILED)
                room.refuse(frozen_refusal(STORE_FAILED))

    def _guarded(self, room: TableActor, step: Callable[[], T]) -> T | None:
        """A fault of ours at one table spares all others, and its sender is told; None then."""
        try:
            return step()
        except* Exception:
            log.exception("table %s", room.table.id)
            room.failed()
        return None
