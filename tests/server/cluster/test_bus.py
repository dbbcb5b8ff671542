"""The bus between the nodes of a service, over NOTIFY."""

import os
from collections.abc import AsyncIterator
from contextlib import ExitStack

import psycopg
import pytest
import trio

from server.cluster.bus import Bus
from server.cluster.messages import AudienceChanged, BusMessage, TableChanged
from server.cluster.postgres_bus import CHANNEL, open_bus
from server.ops.process import allow_connections

MANY = 1100  # files: more than `select` takes
INVALID = ("", "{", '["x"]', '["x", [["TableChanged"]]]', '["x", [["AudienceChanged", "x", "t", -1, []]]]')


@pytest.fixture
async def buses(database: str) -> AsyncIterator[tuple[Bus, Bus]]:
    async with open_bus(database, "a") as first, open_bus(database, "b") as second:
        yield first, second


async def test_a_message_in_postgresql_reaches_the_other_nodes_only(buses: tuple[Bus, Bus]) -> None:
    first, second = buses
    got, heard = list[BusMessage](), trio.Event()
    first.subscribe(TableChanged, lambda _message: pytest.fail("it is its own"))

    def take(message: BusMessage) -> None:
        got.append(message)
        heard.set()

    second.subscribe(TableChanged, take)
    for number in (1, 2):
        first.send(TableChanged("t", number, listed=number == 1))
    await heard.wait()

    assert got == [TableChanged("t", 2, listed=True)]


async def test_many_messages_are_split_into_payloads(buses: tuple[Bus, Bus]) -> None:
    first, second = buses
    done, got = trio.Event(), set[str]()

    def take(message: AudienceChanged) -> None:
        got.add(message.table)
        if len(got) == 100:
            done.set()

    second.subscribe(AudienceChanged, take)
    for number in range(100):
        first.send(AudienceChanged("a", f"table {number}", 20, ["Änne" * 5] * 20))
    await done.wait()


async def test_a_bus_whose_connection_broke_reports_a_gap_and_goes_on(buses: tuple[Bus, Bus], database: str) -> None:
    first, second = buses
    gap, got = trio.Event(), trio.Event()
    second.on_gap.append(gap.set)
    second.subscribe(TableChanged, lambda _message: got.set())
    others = "pid <> pg_backend_pid() AND datname = current_database()"
    with psycopg.connect(database, autocommit=True) as db:
        db.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")
    await gap.wait()
    while not got.is_set():
        first.send(TableChanged("t", 1))
        with trio.move_on_after(0.1):
            await got.wait()


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
