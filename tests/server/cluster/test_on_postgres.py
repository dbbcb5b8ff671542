"""Two servers on one PostgreSQL database, and their bus; test_model compares it with the one in memory."""

import os
from collections.abc import AsyncIterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import psycopg
import pytest
import trio

from devtools.harness.server.serving import new_key, raw, running_on_loopback
from protocol import messages as m
from protocol.control.client import request
from protocol.control.messages import CONTROL_FILE
from server.cluster.bus import Bus
from server.cluster.messages import AudienceChanged, TableChanged
from server.cluster.postgres_bus import CHANNEL, open_bus, payloads_of
from server.ops.process import allow_connections

MANY = 1100  # files: more than `select` takes
INVALID = ("", "{", '["x"]', '["x", [["TableChanged"]]]', '["x", [["AudienceChanged", "x", "t", -1, []]]]')


@pytest.fixture
async def buses(database: str) -> AsyncIterator[tuple[Bus, Bus]]:
    async with open_bus(database, "a") as first, open_bus(database, "b") as second:
        yield first, second


def test_many_messages_are_split_into_payloads_that_postgresql_takes() -> None:
    messages = [AudienceChanged("a", f"table {number}", 20, ["Änne" * 5] * 20) for number in range(100)]
    payloads = list(payloads_of("a", messages))
    assert sum(payload.count('"table ') for payload in payloads) == 100
    assert max(len(payload.encode()) for payload in payloads) < 8000


async def test_a_bus_of_a_node_with_thousands_of_connections_hears_messages(database: str) -> None:
    allow_connections(2 * MANY)
    with open(os.devnull) as file, ExitStack() as files:
        for _ in range(MANY):
            files.callback(os.close, os.dup(file.fileno()))
        async with open_bus(database, "a") as first, open_bus(database, "b") as second:
            got = trio.Event()
            second.subscribe(TableChanged, lambda _message: got.set())
            first.send(TableChanged("t", 1))
            await got.wait()


async def test_what_others_notify_on_the_channel_is_checked(buses: tuple[Bus, Bus], database: str) -> None:
    first, second = buses
    gaps, got = trio.Event(), trio.Event()
    second.on_gap.append(gaps.set)
    second.subscribe(AudienceChanged, lambda _message: pytest.fail("nobody watches"))
    second.subscribe(TableChanged, lambda _message: got.set())
    with psycopg.connect(database, autocommit=True) as db:
        for payload in INVALID:
            db.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))
    first.send(TableChanged("t", 1))
    await got.wait()

    assert gaps.is_set()


@pytest.mark.slow
async def test_two_servers_on_one_database_are_one_service(tmp_path: Path, database: str) -> None:
    token = b"a" * 32
    async with running_on_loopback(tmp_path / "a", database=database) as one:
        async with running_on_loopback(tmp_path / "b", database=database) as other:
            ann, bob = await raw(one, name="Ann", token=token), await raw(other, name="Bob")
            for line in (ann, bob):
                await line.people(lambda people: len(people) == 2)

            # they meet, play and talk
            table = (await ann.ask(m.MakeTable(key=new_key(), game="clod", options={}, player=0))).table
            await bob.tables(lambda tables: [info.table for info in tables] == [table])
            assert isinstance(await bob.ask(m.TakeSeat(table=table, key=new_key())), m.Done)
            await ann.ask(m.Say(key=new_key(), room="lobby", text="Hello"))
            assert [line.text for line in (await bob.push(m.Chat)).lines] == ["Hello"]
            await ann.tables(lambda tables: [info.state for info in tables] == ["playing"])

            # each server lists both
            ask = partial(request, tmp_path / "b" / CONTROL_FILE, "status")
            _rows, status = await trio.to_thread.run_sync(ask)
            assert [node["this"] for node in status["nodes"]] == [False, True]
            assert len({node["node"] for node in status["nodes"]}) == 2

            # a sign-in at the other server ends the first connection
            await raw(other, name="Ann", token=token)
            assert [each.code for each in await ann.rest() if isinstance(each, m.Closing)] == ["replaced"]
            eve = await raw(one, name="Eve")
            await eve.people(lambda people: len(people) == 3)

        # a server that stopped has left the service at once
        await eve.people(lambda people: [person.name for person in people] == ["Eve"])
    with psycopg.connect(database) as db:
        assert db.execute("SELECT FROM service_nodes").rowcount == 0
        assert db.execute("SELECT FROM service_online").rowcount == 0
