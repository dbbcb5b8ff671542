"""The world of one scenario: a server in memory, its players, and time that is moved by hand."""

import contextlib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from devtools.faults.victim import Victim
from devtools.harness.server.serving import LOOPBACK, End, kept, line_to, running
from devtools.harness.server.timing import all_written
from devtools.scenarios.language import ScenarioError, fits
from devtools.scenarios.people import SYNC, Line, Person
from netgame.games import GAMES
from netgame.match import Match, replay
from netgame.match.events import Player
from protocol import messages as m
from protocol.event_codec import event_from_bytes, event_from_plain
from server.app import Serving
from server.storage.data_folder import GAMES_FILE
from server.storage.event_store import Row
from server.storage.sqlite_log import SqliteLog

PING_EVERY_S = 20


@dataclass
class World:
    """The object that the sentences act on. `table` is the table in question."""

    folder: Path
    clock: trio.testing.MockClock
    nursery: trio.Nursery
    patch: pytest.MonkeyPatch
    people: dict[str, Person] = field(default_factory=dict)
    table: str = ""
    tables: list[str] = field(default_factory=list)
    reply: Any = None  # the answer to the last command
    before: Any = None  # and to the one before it
    refused: list[str] = field(default_factory=list)  # codes of refusals that no line has expected so far
    noted: Any = None
    ahead_ms: float = 0  # the server's time minus this run's
    step_s: float = 1.0
    partition: Line | None = None  # may carry nothing in one direction
    victim: Victim | None = None  # the server, if that is a process of its own
    serving: Serving | None = None
    _end: trio.Event = field(default_factory=trio.Event)
    _ended: trio.Event = field(default_factory=trio.Event)
    _crashes: int = 0

    # ---- the server

    @property
    def data(self) -> Path:
        return self.folder / (f"data{self._crashes}" if self._crashes else "data")

    def set_disk_full(self, is_full: bool) -> None:
        """Let the disk of the server be full, or have room again."""
        kept[self.data].log.is_full = is_full

    async def start(self) -> None:
        """Start a server in this run."""
        self._end, self._ended = trio.Event(), trio.Event()
        self.serving = await self.nursery.start(self._serve)

    async def _serve(self, *, task_status: trio.TaskStatus[Serving]) -> None:
        async with running(self.data) as serving:
            task_status.started(serving)
            await self._end.wait()
        self._ended.set()

    async def start_process(self) -> None:
        """Start a server in a process of its own; its time cannot be moved."""
        if self.victim is None:
            self.victim = await self.nursery.start(self._provide_process)
        await self.victim.start()

    async def _provide_process(self, *, task_status: trio.TaskStatus[Victim]) -> None:
        async with Victim.open(self.folder, "--port", "0", "--plain") as victim:
            task_status.started(victim)
            await trio.sleep_forever()

    async def stop(self) -> None:
        """Stop the server in order."""
        if self.serving is not None:
            self._end.set()
            await self._ended.wait()
        self.serving = None
        if self.victim is not None and not self.victim.gone.is_set():
            await self.victim.stop()

    async def crash(self) -> None:
        """Remove the server at once; its disk stays. The old server continues in another folder."""
        await self.settle()
        old = self.data
        self._crashes += 1
        kept[self.data] = kept[old].crashed()
        self.let_go()
        await self.stop()

    @property
    def is_running(self) -> bool:
        return self.serving is not None or (self.victim is not None and not self.victim.gone.is_set())

    async def register(self, account: str) -> None:
        """Make a guest a registered player, past the server."""
        kept[self.data].accounts.register(account)

    async def line_for(self, _person: Person) -> End:
        """Connect that person."""
        if self.victim is not None:
            return await trio.open_tcp_stream(LOOPBACK, self.victim.port)
        fits(self.serving is not None, "there is no server")
        assert self.serving is not None
        return await line_to(self.serving)

    # ---- people

    def person(self, name: str) -> Person:
        return self.people.setdefault(name, Person(name))

    async def arrive(self, name: str) -> Person:
        """Sign a person in. An existing connection is kept, to see what happens to it."""
        person = self.person(name)
        person.line = await self.connect(person)
        signed_in = await person.line.ask(m.SignIn(name=name, token=person.token))
        assert isinstance(signed_in, m.SignedIn), signed_in
        person.account = signed_in.account
        return person

    async def connect(self, person: Person) -> Line:
        """Open a new connection for a person and greet."""
        late = 0.0
        if person.line is not None:
            person.older.append(person.line)
            late = person.line.echo_late_s
        line = Line(await self.line_for(person), person.hears)
        line.echo_late_s = late
        self.nursery.start_soon(line.run)
        await line.ask(m.Hello(protocols=m.PROTOCOL, program="scenario"))
        return line

    async def watch(self, person: Person) -> None:
        """Watch the table from the last known event on; the server sends its time again."""
        view = person.view(self.table)
        watch = m.Watch(table=self.table, after=len(view.told), code=person.code)
        done = await person.line.reply(await person.line.send(watch, view.begin))
        self.judge(done)
        await self.settle()
        for presence in (push for push in reversed(person.heard) if isinstance(push, m.Presence) and push.now):
            self.ahead_ms = presence.now - trio.current_time() * 1000
            break

    async def enter(self, name: str) -> Person:
        """Sign in and watch the table."""
        person = await self.arrive(name)
        await self.watch(person)
        return person

    def here(self) -> list[Person]:
        return [person for person in self.people.values() if person.is_here]

    def players(self) -> list[Person]:
        return [person for person in self.people.values() if person.player(self.table) is not None]

    def seat(self, name: str) -> Player:
        player = self.person(name).player(self.table)
        fits(player is not None, f"{name} does not sit at the table")
        assert player is not None
        return player

    # ---- commands

    def judge(self, reply: Any) -> None:
        """Keep the answer. A refusal that the next line does not expect is a failure."""
        self.before, self.reply = self.reply, reply
        if isinstance(reply, m.Refused):
            self.refused.append(reply.code)

    async def order(self, person: Person, order: Any) -> Any:
        """Send a command, wait for the answer and keep it."""
        person.last = order
        fits(person.is_here, f"{person.name} is not connected")
        reply = await person.line.ask(order)
        self.acknowledged(person, order, reply)
        self.judge(reply)
        await self.settle()
        return reply

    def acknowledged(self, person: Person, order: Any, reply: Any) -> None:
        """Note an acknowledged command for the check at the end."""
        if isinstance(reply, m.Done) and isinstance(order, m.TableCommand | m.MakeTable):
            person.done.append((reply.table, order, reply.number))

    # ---- time

    async def settle(self) -> None:
        """Wait until all requests are done and everything that was sent has been read."""
        for _ in range(2):
            await trio.testing.wait_all_tasks_blocked()
            if self.serving is not None:
                await all_written(self.serving)
            for line in self.open_lines():
                await line.ask(SYNC)

    def open_lines(self) -> list[Line]:
        """The connections of all who are here, without one that carries nothing in one direction."""
        return [person.line for person in self.here() if person.line is not None and not person.line.is_held]

    async def idle(self) -> None:
        """Wait until every task waits."""
        await trio.testing.wait_all_tasks_blocked()

    async def passes(self, seconds: float) -> None:
        """Let time pass as on a running computer."""
        await self.settle()
        passed = 0.0
        while passed < seconds - 1e-9:
            step = min(seconds - passed, self.step_s)
            self.clock.jump(step)
            passed += step
            await self.idle()
            if round(passed % PING_EVERY_S, 3) < self.step_s:
                await self._ping()
            await self.written()
        await self.settle()

    async def written(self) -> None:
        """Wait until everything that the server wrote this second is on disk; one of another process is asked."""
        if self.serving is not None:
            await all_written(self.serving)
            return
        for line in self.open_lines()[:1]:
            await line.ask(SYNC)

    async def _ping(self) -> None:
        for person in self.here():
            if person.line is not None:
                with contextlib.suppress(trio.BrokenResourceError, trio.ClosedResourceError):
                    await person.line.send(m.Ping())
        await self.idle()

    def now(self) -> int:
        """The server's time."""
        return round(trio.current_time() * 1000 + self.ahead_ms)

    # ---- what is seen

    @property
    def match(self) -> Match:
        """The most complete view of the match."""
        known = [match for person in self.people.values() if (match := person.view(self.table).match) is not None]
        fits(bool(known), "nobody knows anything of the table")
        return max(known, key=lambda match: match.number)

    def seen(self, what: str) -> Any:
        """A value that can be noted and compared later."""
        match = self.match
        if what == "the board":
            return match.game.write_position(match.state)
        if what == "the dice":
            return match.last_roll
        return match.clocks.read(max(self.now(), match.at))

    async def rows(self, table: str) -> list[Row]:
        """The log on disk. The server must have ended."""
        if self.victim is None:
            return kept[self.data].log.read(table, 0)
        log = SqliteLog(self.data / GAMES_FILE)
        try:
            return log.read(table, 0)
        finally:
            log.close()

    async def check(self) -> None:
        """Check at the end of each scenario that the log, all views and a replay agree, and that each acknowledged
        command is in the log once."""
        await self.settle()
        up_to_date = [person for person in self.here() if person.player(self.table) is not None]
        up_to_date = [person for person in up_to_date if person.line is not self.partition]
        self.let_go()
        await self.stop()
        for table in self.tables:
            rows = await self.rows(table)
            events = [event_from_bytes(row.body) for row in rows]
            final = replay(events, GAMES)
            for person in self.people.values():
                await self._check_person(person, table, rows, person in up_to_date and table == self.table)
            assert final.number == len(rows)

    def let_go(self) -> None:
        """Break all connections."""
        for person in self.people.values():
            for line in (*person.older, *filter(None, [person.line])):
                line.reset()

    async def _check_person(self, person: Person, table: str, rows: list[Row], to_the_end: bool) -> None:
        for known, order, number in person.done:
            if known == table:
                at = [row.number for row in rows if row.key == order.key]
                empty = at == [] and isinstance(order, m.ReadyUp)  # may be a repetition
                fits(at == [number] or empty, f"{person.name}'s {order} is at {at}, acknowledged as {number}")
                fits(0 < number <= len(rows), f"{person.name} was told of event {number}; there are {len(rows)}")
        view = person.views.get(table)
        if view is None or view.match is None:
            return
        stored = [event_from_bytes(row.body) for row in rows[: len(view.told)]]
        fits([event_from_plain(plain) for plain in view.told] == stored, f"{person.name} saw another log")
        fits(replay(stored, GAMES) == view.match, f"{person.name} is at another position than a replay")
        if to_the_end:  # the server may have stopped after the last message
            late = [event_from_bytes(row.body) for row in rows[len(view.told) :]]
            fits(
                all(type(event).__name__ in ("Paused", "Absent", "Returned") for event in late),
                f"{person.name} has not seen {late}",
            )


@asynccontextmanager
async def world(
    folder: Path, clock: trio.testing.MockClock, patch: pytest.MonkeyPatch, kind: type[World] = World
) -> AsyncIterator[World]:
    """Provide a world without a server. Everything in it ends with the block."""
    async with trio.open_nursery() as nursery:
        made = kind(folder, clock, nursery, patch)
        try:
            yield made
        finally:
            made.let_go()
            nursery.cancel_scope.cancel()


def some(found: Iterator[Any], what: str) -> Any:
    """Return the first value. `ScenarioError` if there is none."""
    try:
        return next(found)
    except StopIteration:
        raise ScenarioError(f"there is no {what}") from None
