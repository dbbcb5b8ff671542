"""The bus between the nodes of a service, over NOTIFY; test_model compares it with the one in memory."""

import os
from collections.abc import AsyncIterator
from contextlib import ExitStack

import psycopg
import pytest
import trio

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
