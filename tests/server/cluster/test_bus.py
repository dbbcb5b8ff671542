"""The bus between nodes of one process."""

import pytest
import trio
import trio.testing

from server.cluster.bus import LocalHub
from server.cluster.messages import AudienceChanged, BusMessage, RelayWritten, TableChanged


async def test_a_message_reaches_the_subscribers_of_all_other_nodes() -> None:
    hub, got = LocalHub(), list[tuple[str, str]]()
    buses = {name: hub.bus() for name in ("first", "second", "third")}
    for name, bus in buses.items():
        bus.subscribe(TableChanged, lambda message, name=name: got.append((name, message.table)))

    buses["first"].send(TableChanged("t", 1))
    buses["first"].send(RelayWritten())
    await trio.testing.wait_all_tasks_blocked()

    assert got == [("second", "t"), ("third", "t")]


async def test_a_hub_can_lose_messages_and_report_a_gap() -> None:
    hub, got, gaps = LocalHub(), list[TableChanged](), list[bool]()
    first, second = hub.bus(), hub.bus()
    second.subscribe(TableChanged, got.append)
    second.on_gap.append(lambda: gaps.append(True))
    hub.loses = lambda message: message == TableChanged("t", 2)

    for number in (1, 2, 3):
        first.send(TableChanged("t", number))
    await trio.testing.wait_all_tasks_blocked()
    hub.gap()

    assert [message.number for message in got] == [1, 3]
    assert gaps == [True]


async def test_a_message_in_postgresql_reaches_the_other_nodes_only(database: str) -> None:
    from server.cluster.postgres_bus import open_bus

    async with open_bus(database, "a") as first, open_bus(database, "b") as second:
        got, heard = list[BusMessage](), trio.Event()
        first.subscribe(TableChanged, lambda _message: pytest.fail("it is its own"))

        def take(message: BusMessage) -> None:
            got.append(message)
            heard.set()

        second.subscribe(TableChanged, take)
        second.subscribe(AudienceChanged, take)
        for number in (1, 2):
            first.send(TableChanged("t", number, listed=number == 1))
        await heard.wait()

        assert got == [TableChanged("t", 2, listed=True)]


async def test_many_messages_are_split_into_payloads(database: str) -> None:
    from server.cluster.postgres_bus import open_bus

    async with open_bus(database, "a") as first, open_bus(database, "b") as second:
        done, got = trio.Event(), set[str]()

        def take(message: AudienceChanged) -> None:
            got.add(message.table)
            if len(got) == 100:
                done.set()

        second.subscribe(AudienceChanged, take)
        for number in range(100):
            first.send(AudienceChanged("a", f"table {number}", 20, ["Änne" * 10] * 20))
        await done.wait()


async def test_a_bus_whose_connection_broke_reports_a_gap_and_goes_on(database: str) -> None:
    import psycopg

    from server.cluster.postgres_bus import open_bus

    async with open_bus(database, "a") as first, open_bus(database, "b") as second:
        gap, got = trio.Event(), trio.Event()
        second.on_gap.append(gap.set)
        second.subscribe(TableChanged, lambda _message: got.set())
        with psycopg.connect(database, autocommit=True) as db:
            db.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE pid <> pg_backend_pid() AND datname = current_database()"
            )
        await gap.wait()
        while not got.is_set():
            first.send(TableChanged("t", 1))
            with trio.move_on_after(0.1):
                await got.wait()
