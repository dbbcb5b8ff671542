"""The stores in memory answer as PostgreSQL does: the same random operations of several nodes on both."""

import random
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, closing, contextmanager
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any

import pytest
import trio
from msgspec.structs import replace

from devtools.harness.postgres import PrivatePostgres
from devtools.harness.server.memory_cluster import LocalHub
from server.cluster.bus import Bus
from server.cluster.messages import AudienceChanged, BusMessage, RelayWritten, TableChanged
from server.storage.event_store import Append
from server.storage.stores import prepare_logs
from tests.server.cluster.operations import (
    BROKEN,
    IMPATIENT,
    NODES,
    START_MS,
    Answer,
    Generator,
    Model,
    Operation,
    Side,
)
from tests.server.storage.relay import Relay
from tests.server.storage.test_postgres import kill_backends

psycopg = pytest.importorskip("psycopg")

STEPS = 60  # of one seed
TURNS, BREAK_AT = 30, 15  # of the bus: in that turn all connections break
# PostgreSQL looks for functions in the schema of the tests first, so that they say what time it is
CLOCK = """
CREATE TABLE service_time (ms bigint);
INSERT INTO service_time VALUES (0);
CREATE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS 'SELECT to_timestamp(ms / 1000.0) FROM public.service_time';
"""
OWN_CLOCK = "&options=-csearch_path%3Dpublic,pg_catalog"
WAITING = "FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
NEXT_EVENT = """
INSERT INTO events (place, number, body)
SELECT place, (SELECT max(number) + 1 FROM events e WHERE e.place = u.place), '' FROM unfinished u ORDER BY place
"""
# what another transaction holds while nodes do something, and the operations of the first, second and third one then
HOLDS = (
    (NEXT_EVENT, [Generator.append] * 3),
    (NEXT_EVENT + "DESC LIMIT 1", [Generator.append] * 3),
    (NEXT_EVENT + "DESC LIMIT 1", [Generator.append, Generator.append, Generator.listed]),
    (NEXT_EVENT + "DESC LIMIT 1", [Generator.end, Generator.end, Generator.finished]),
    ("SELECT FROM unfinished FOR UPDATE", [Generator.follow] * 3),
    ("SELECT FROM rating_versions FOR UPDATE", [Generator.end] * 3),
    ("SELECT FROM service_online FOR UPDATE", [Generator.sign_in] * 3),
    ("SELECT FROM service_names FOR UPDATE", [Generator.sign_in] * 3),
    ("SELECT FROM service_seeks FOR UPDATE", [Generator.of_seeks] * 3),
    ("SELECT FROM service_nodes FOR UPDATE", [Generator.of_nodes] * 3),
    ("SELECT pg_advisory_xact_lock({numbering})", [Generator.end] * 3),
)


class Postgres(Side):
    """The stores of all nodes in a real database."""

    def __init__(self, address: str, relay: Relay, stack: ExitStack) -> None:
        from server.cluster.postgres_store import PostgresClusterStore
        from server.storage.postgres.log import PostgresLog

        self._new_store = lambda: stack.enter_context(closing(PostgresClusterStore(address + OWN_CLOCK)))
        self.address = address
        relayed = relay.through(address) + OWN_CLOCK
        self.monitor = stack.enter_context(psycopg.connect(address, autocommit=True))
        names = "SELECT string_agg(tablename, ',') FROM pg_tables WHERE schemaname = 'public'"
        kept = " AND tablename NOT LIKE 'alembic%' AND tablename <> 'service_time'"
        [(tables,)] = self.monitor.execute(names + kept)
        self.monitor.execute(f"TRUNCATE {tables} RESTART IDENTITY")
        self.monitor.execute("UPDATE service_time SET ms = %s", (START_MS,))
        logs = [
            stack.enter_context(closing(PostgresLog(relayed, patience_s=0 if node == IMPATIENT else 30)))
            for node in range(NODES)
        ]
        super().__init__(logs, [self._new_store() for _ in range(NODES)])

    async def log(self, node: int, method: str, *arguments: Any) -> Any:
        return await trio.to_thread.run_sync(getattr(self.logs[node], method), *arguments)

    async def pass_time(self, ms: int) -> None:
        self.monitor.execute("UPDATE service_time SET ms = ms + %s", (ms,))

    async def restart(self, node: int, id: str) -> None:
        self.shared[node].close()
        self.shared[node] = self._new_store()
        while any(row.id == id and row.connected for row in await self.shared[node].nodes()):
            await trio.sleep(0.001)

    def waiting(self) -> int:
        """Return how many processes of the database wait for another one."""
        [(count,)] = self.monitor.execute(f"SELECT count(*) {WAITING}")
        return int(count)

    def kill_waiting(self) -> None:
        """End the processes that wait. Without the connection that holds its lock, a node would count as dead."""
        self.monitor.execute(f"SELECT pg_terminate_backend(pid, 10000) {WAITING} AND query NOT LIKE '%service_nodes%'")


@dataclass
class Done:
    """An operation on PostgreSQL: its answer, and when it began and ended in the order of all."""

    operation: Operation
    begun: int
    ended: int = 0
    answer: Answer = None

    @property
    def is_unknown(self) -> bool:
        """Whether it may have happened or not. Only one node does not wait until it knows."""
        return bool(self.answer == BROKEN) and self.operation.node == IMPATIENT


class Difference(AssertionError):
    """The model does not do what PostgreSQL does."""


class Comparison:
    """Lets the operations of one seed happen at both sides."""

    def __init__(self, seed: int, real: Postgres, relay: Relay) -> None:
        self._chance = random.Random(seed)
        self.real, self.model, self._relay = real, Model(), relay
        self._generator = Generator(self._chance)
        self.history: list[str] = []
        self._moments = 0

    async def run(self) -> None:
        for _ in range(STEPS):
            await self._step()
        for node in range(NODES):
            await self._alone(self._generator.listed(self.model, node))
            await self._alone(self._generator.posted(node))
        if wrong := _differing(await self.model.state(), await self.real.state()):
            raise self._difference(*wrong)
        await self._compare_due()

    async def _compare_due(self) -> None:
        """Compare when each table is due: by claims at each of these times."""
        for at in sorted(set(self.model.memory.due.values())):
            sides = (self.model, self.real)
            found = [sorted(await side.log(0, "claim_due", at, at + 1_000_000_000, 1000)) for side in sides]
            if found[0] != found[1]:
                raise self._difference(*found)

    async def _step(self) -> None:
        chance, make, node = self._chance, self._generator, self._chance.randrange(NODES)
        kind = chance.random()
        if kind < 0.1:
            await self._alone(make.time())
        elif kind < 0.13:
            await self._alone(make.death(node))
        elif kind < 0.2:
            await self._lose_answer(node)
        elif kind < 0.5:
            await self._at_once(chance.sample(range(NODES), chance.choice((2, 3))))
        else:
            await self._alone(make.operation(self.model, node))

    async def _alone(self, operation: Operation) -> None:
        self.history.append(f"{operation.node}: {operation.text}")
        done = await self._done(operation)
        if done.is_unknown:
            await self._settle([done])
            return
        found, expected = done.answer, await operation.do(self.model)
        if not operation.agrees(self.model, expected, found, is_alone=True):
            raise self._difference(expected, found)

    async def _lose_answer(self, node: int) -> None:
        """Append, and let the connection break after the commit."""
        appends = self._generator.appends(self.model)
        operation = self._generator.appending(node, appends)
        self.history.append(f"{node}, whose connection breaks: {operation.text}")
        self._relay.lose_answer_to(appends[0].bodies[0])
        await self._settle([await self._done(operation)])

    async def _done(self, operation: Operation) -> Done:
        done = Done(operation, self._moment())
        done.answer = await operation.do(self.real)
        done.ended = self._moment()
        return done

    def _moment(self) -> int:
        self._moments += 1
        return self._moments

    async def _at_once(self, nodes: Sequence[int]) -> None:
        """Do operations of nodes one after another. Those that wait for a lock go on at the end only.

        The connections of those that wait may break.
        """
        (hold, makes), kills = self._chance.choice(HOLDS), self._chance.random() < 0.3
        makes = [make if self._chance.random() < 0.8 else Generator.operation for make in makes]
        operations = [make(self._generator, self.model, node) for make, node in zip(makes, nodes, strict=False)]
        self.history.append(f"at once, while {hold!r}, kills {kills}: {[(o.node, o.text) for o in operations]}")
        all_done = list[Done]()

        async def do(operation: Operation) -> None:
            all_done.append(await self._done(operation))

        async with trio.open_nursery() as nursery:
            with self._held(hold):
                for begun, operation in enumerate(operations, 1):
                    nursery.start_soon(do, operation)
                    await self._until_waiting(all_done, begun)
                if kills:
                    self.real.kill_waiting()
                    await self._until_waiting(all_done, len(operations))
        await self._settle(all_done)

    @contextmanager
    def _held(self, hold: str) -> Iterator[None]:
        from server.storage.postgres.log import NUMBERING_LOCK

        with psycopg.connect(self.real.address) as db:
            db.execute(hold.format(numbering=NUMBERING_LOCK))
            yield
            db.rollback()

    async def _until_waiting(self, done: Sequence[Done], begun: int) -> None:
        while self.real.waiting() + sum(bool(each.ended) for each in done) < begun:
            await trio.sleep(0.001)

    async def _settle(self, all_done: Sequence[Done]) -> None:
        """Find an order in which the model gives these answers. An operation without outcome may have happened or not.

        The appends of a statement that are stored are stored at one moment, but others may be refused before it. A
        guest may get a number behind a name that becomes free at the same moment.
        """
        state, reasons, refused = await self.real.state(), list[str](), list[Append]()
        for done in all_done:
            if done.operation.appends and done.answer != BROKEN:
                appends = list(zip(done.operation.appends, done.answer, strict=True))
                refused += [append for append, is_stored in appends if not is_stored]
                stored = [append for append, is_stored in appends if is_stored]
                done.operation = self._generator.appending(done.operation.node, stored)
                done.answer = [True] * len(stored)
            if (user := done.operation.user) and len(all_done) > 1:
                name = done.answer[0][0].name
                assert name.startswith(user.name)
                done.operation = self._generator.claiming(done.operation.node, replace(user, name=name))
        unknown = [done for done in all_done if done.is_unknown]
        for order in permutations(all_done):
            if any(a.begun > b.ended for nth, a in enumerate(order) for b in order[nth + 1 :]):
                continue
            for happened in product((True, False), repeat=len(unknown)):
                left_out = [done for done, it in zip(unknown, happened, strict=True) if not it]
                model = self.model.copy()
                reason = await self._reason_against(model, [done for done in order if done not in left_out], state)
                for append in refused:
                    before, after = (each.copy().memory.append_one(append) for each in (self.model, model))
                    if before is None and after is None:
                        reason += f"{append} is refused"
                if not reason:
                    self.model = model
                    return
                reasons.append(f"nodes {[done.operation.node for done in order]}, {happened}: {reason}")
        raise self._difference("\n".join(reasons), [done.answer for done in all_done])

    async def _reason_against(self, model: Model, order: Sequence[Done], state: dict[str, Answer]) -> str:
        """Return why that is not the order of these operations; nothing if it may be."""
        for done in order:
            operation = done.operation
            expected = await operation.do(model)
            if not done.is_unknown and not operation.agrees(model, expected, done.answer, is_alone=False):
                return f"{operation.text}: {expected} is not {done.answer}"
        wrong = _differing(await model.state(), state)
        return f"{wrong[0]} is not {wrong[1]}" if wrong else ""

    def _difference(self, expected: Answer, found: Answer) -> Difference:
        return Difference("\n".join([*self.history, f"model: {expected}", f"PostgreSQL: {found}"]))


def _differing(one: dict[str, Answer], other: dict[str, Answer]) -> list[dict[str, Answer]]:
    """Return the parts of two states that are not equal; nothing if they are."""
    names = [name for name in one if one[name] != other[name]]
    return [{name: state[name] for name in names} for state in (one, other)] if names else []


def prepare(address: str) -> None:
    """Make the tables of the logs and the clock of the tests."""
    prepare_logs(address)
    with psycopg.connect(address) as db:
        db.execute(CLOCK)


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(1, 4), marks=pytest.mark.slow, id="few"),
        pytest.param(range(4, 24), marks=[pytest.mark.slow, pytest.mark.sweep], id="many"),
    ],
)
async def test_the_stores_in_memory_answer_as_postgresql_does(
    postgres: PrivatePostgres, database: str, seeds: Sequence[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    from server.cluster import postgres_store

    monkeypatch.setattr(postgres_store, "CLEAN_EVERY", 1)  # as the model does
    await trio.to_thread.run_sync(prepare, database)
    with closing(postgres_store.PostgresClusterStore(database)) as store:
        await store.prepare()
    for seed in seeds:
        with Relay(postgres.folder) as relay, ExitStack() as stack:
            await Comparison(seed, Postgres(database, relay, stack), relay).run()


# ---- the bus


class Hearer:
    """The hints that a node hears on its bus."""

    def __init__(self, bus: Bus) -> None:
        self.bus, self.gaps = bus, 0
        self._numbers: dict[str, tuple[int, bool]] = {}
        self._audiences: dict[tuple[str, str], AudienceChanged] = {}
        self._relay_was_written = False
        self._changed = trio.Event()
        bus.subscribe(TableChanged, self._note_table)
        bus.subscribe(AudienceChanged, self._note_audience)
        bus.subscribe(RelayWritten, self._note_relay)
        bus.on_gap.append(self._note_gap)

    def take(self) -> tuple[Answer, ...]:
        """Return what it knows by the messages since the last call. Of several about the same, one may be enough."""
        known = self._numbers, self._audiences, self._relay_was_written
        self._numbers, self._audiences, self._relay_was_written = {}, {}, False
        return known

    async def until_all_said(self, word: str) -> None:
        """Wait until that word has come from all other nodes."""
        while sum(table == word for _node, table in self._audiences) < NODES - 1:
            await self._more()

    async def until_gaps(self, count: int) -> None:
        """Wait until messages may have been lost so often."""
        while self.gaps < count:
            await self._more()

    async def _more(self) -> None:
        self._changed = trio.Event()
        await self._changed.wait()

    def _note_table(self, message: TableChanged) -> None:
        number, listed = self._numbers.get(message.table, (0, False))
        self._numbers[message.table] = max(number, message.number), listed or message.listed
        self._changed.set()

    def _note_audience(self, message: AudienceChanged) -> None:
        self._audiences[message.node, message.table] = message
        self._changed.set()

    def _note_relay(self, _message: RelayWritten) -> None:
        self._relay_was_written = True
        self._changed.set()

    def _note_gap(self) -> None:
        self.gaps += 1
        self._changed.set()


def random_hint(chance: random.Random, node: int) -> BusMessage:
    table, number = f"t{chance.randrange(3)}", chance.randrange(1, 99)
    changed = TableChanged(table, number, listed=chance.random() < 0.3)
    return chance.choice((changed, AudienceChanged(str(node), table, number, ["Ann"] * 9), RelayWritten()))


async def test_the_bus_in_memory_does_what_postgresql_does(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from server.cluster import postgres_bus

    monkeypatch.setattr(postgres_bus, "RETRY_S", 0.01)
    chance, hub = random.Random(1), LocalHub()
    async with AsyncExitStack() as stack:
        real = [
            Hearer(await stack.enter_async_context(postgres_bus.open_bus(database, str(node)))) for node in range(NODES)
        ]
        model = [Hearer(hub.bus()) for _ in range(NODES)]
        for turn in range(TURNS):
            if turn == BREAK_AT:
                for hearer in (*real, *model):
                    hearer.gaps = 0
                kill_backends(database)
                hub.gap()
                for hearer in (*real, *model):
                    await hearer.until_gaps(1)
            for _ in range(chance.randrange(20)):
                node = chance.randrange(NODES)
                message = random_hint(chance, node)
                real[node].bus.send(message)
                model[node].bus.send(message)
                if chance.random() < 0.2:
                    await trio.sleep(0)
            for node in range(NODES):
                for side in (real, model):
                    side[node].bus.send(AudienceChanged(str(node), f"end {turn}", 0, []))
            for hearer in (*real, *model):
                await hearer.until_all_said(f"end {turn}")

            assert [hearer.take() for hearer in real] == [hearer.take() for hearer in model], turn
