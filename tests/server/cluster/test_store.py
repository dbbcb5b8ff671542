"""The shared state of the nodes: in memory, and in PostgreSQL with a store for each node."""

from collections.abc import AsyncIterator
from contextlib import closing

import msgspec
import psycopg
import pytest
import trio
from msgspec.structs import replace

from devtools.harness.postgres import PrivatePostgres
from devtools.harness.server import memory_cluster as in_memory
from devtools.harness.server.memory_cluster import MemoryClusterStore
from server.cluster import postgres_store
from server.cluster.postgres_store import PostgresClusterStore
from server.cluster.store import ClusterStore, Node, OnlineUser
from server.storage.event_store import host_time
from server.storage.postgres import connection
from tests.server.storage.relay import Relay
from tests.server.storage.test_postgres import until_waiting

Stores = tuple[ClusterStore, ClusterStore]


@pytest.fixture(params=["memory", "postgres"])
async def stores(request: pytest.FixtureRequest) -> AsyncIterator[Stores]:
    """The stores of two nodes."""
    if request.param == "memory":
        store = MemoryClusterStore(host_time)
        yield store, store
        return
    database = request.getfixturevalue("database")
    with closing(PostgresClusterStore(database)) as first, closing(PostgresClusterStore(database)) as second:
        for each in (first, second):
            await each.prepare()
        yield first, second


def user(account: str, name: str, node: str = "a", *, registered: bool = False) -> OnlineUser:
    return OnlineUser(account, name, registered, 1, network="192.0.2.1", node=node)


async def test_a_user_is_online_at_the_node_of_the_last_sign_in(stores: Stores) -> None:
    first, second = stores
    one, before = await first.claim(user("ann", "Ann", "a"))
    two, replaced = await second.claim(user("ann", "Ann", "b"))

    assert (before, replaced) == (None, one)
    assert two.version > one.version
    await first.release("ann", one.version)
    assert await first.online(["ann", "bob"]) == [two]
    assert await first.versions() == {"ann": ("b", two.version)}
    await second.release("ann", two.version)
    assert await first.online() == []


async def test_guests_get_numbers_behind_lookalike_names_and_members_the_name(stores: Stores) -> None:
    first, second = stores
    await first.claim(user("ann", "Paul"))
    comes = [
        (user("bob", "PauI"), "PauI 2"), (user("ann", "Paul"), "Paul"), (user("eve", "Paul"), "Paul 3"),
        (user("cid", "Paul", registered=True), "Paul"), (user("ann", "Paul"), "Paul 4"),
        (user("dan", "Paul", registered=True), "Paul 2"),
    ]  # fmt: skip
    for each, name in comes:
        assert (await second.claim(each))[0].name == name

    left, _ = await first.claim(user("cid", "Paul", registered=True))
    await first.release("cid", left.version)
    assert (await second.claim(user("bob", "Paul")))[0].name == "Paul"  # it is free again


async def test_users_who_want_one_name_at_the_same_moment_get_different_ones(stores: Stores) -> None:
    names = list[str]()

    async def come(number: int) -> None:
        claimed, _ = await stores[number % 2].claim(user(f"guest {number}", "Guest"))
        names.append(claimed.name)

    async with trio.open_nursery() as nursery:
        for number in range(10):
            nursery.start_soon(come, number)
    assert sorted(names) == sorted(["Guest", *(f"Guest {number}" for number in range(2, 11))])


async def test_of_two_nodes_where_a_user_comes_at_the_same_moment_the_second_learns_of_the_first(database: str) -> None:
    other, found = user("ann", "Ann", "a"), list[OnlineUser | None]()
    row = ("ann", "a", 0, False, msgspec.msgpack.encode(other))

    async def come(store: ClusterStore) -> None:
        found.append((await store.claim(user("ann", "Ann", "b")))[1])

    with closing(PostgresClusterStore(database)) as store:
        await store.prepare()
        async with trio.open_nursery() as nursery:
            with psycopg.connect(database) as db:
                db.execute("INSERT INTO service_online VALUES (%s, %s, %s, %s, %s)", row)
                nursery.start_soon(come, store)
                await until_waiting(database)

    assert found == [other]


async def test_messages_reach_a_reader_once_from_its_cursor_on(stores: Stores) -> None:
    first, second = stores
    await first.post("a", [b"before"])
    _, cursor = await second.posted(0)
    await first.post("a", [b"1", b"2"])
    await second.post("b", [b"3"])
    posted, cursor = await second.posted(cursor)
    assert [(node, body) for _, node, body in posted if body != b"before"] == [("a", b"1"), ("a", b"2"), ("b", b"3")]
    assert {body for _, _, body in (await second.posted(cursor))[0]} <= {b"3"}


async def test_messages_stay_until_all_read_them(stores: Stores, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (in_memory, postgres_store):
        monkeypatch.setattr(kind, "KEPT_MS", -1000)
    monkeypatch.setattr(postgres_store, "CLEAN_EVERY", 1)
    first, second = stores
    _, cursor = await first.posted(0)
    one, two = Node("a", "first", read=cursor), Node("b", "second", read=cursor)
    for node in (one, two):
        await first.beat(node)
    await first.post("a", [b"message"])
    found, after = await first.posted(cursor)
    await first.beat(replace(one, read=after))
    assert (await second.posted(cursor))[0] == found

    await second.beat(replace(two, read=after))
    await first.beat(replace(one, read=after))
    assert (await second.posted(cursor))[0] == []


async def test_a_node_that_hangs_at_a_sign_in_stops_no_other(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "MAX_IDLE_MS", 50)
    with closing(PostgresClusterStore(database)) as store, closing(connection.connect(database)) as hanging:
        await store.prepare()
        await store.claim(user("ann", "Ann", "hanging"))
        hanging.execute("BEGIN")
        hanging.execute("SELECT FROM service_online WHERE account = 'ann' FOR UPDATE")
        assert await store.remove_node("hanging") == ["ann"]


async def test_a_node_without_a_row_is_told_so(stores: Stores) -> None:
    first, second = stores
    node = Node("a", "first", version="1", connections=2)
    assert [await first.beat(node), await first.beat(node)] == [False, True]
    [row] = await second.nodes()
    assert (row.id, row.name, row.connections, row.connected) == ("a", "first", 2, True)
    await second.claim(user("ann", "Ann", "a"))
    assert await second.remove_node("a") == ["ann"]
    assert await second.online() == []
    assert not await first.beat(node)


async def test_a_node_without_a_row_is_told_so_after_a_lost_answer(postgres: PrivatePostgres, database: str) -> None:
    with Relay(postgres.folder) as relay, closing(PostgresClusterStore(relay.through(database))) as store:
        await store.prepare()
        relay.lose_answer_to(b"INSERT INTO service_nodes")
        assert [await store.beat(Node("a", "first")), await store.beat(Node("a", "first"))] == [False, True]
        assert relay.lost.is_set()


async def test_a_clean_up_that_failed_may_be_repeated(stores: Stores, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (in_memory, postgres_store):
        monkeypatch.setattr(kind, "DEAD_MS", 0)
    first, second = stores
    await first.beat(Node("a", "first"))
    found = [await second.lease_cleanup_of("a", by) for by in "bbc"]
    heard = (await second.nodes())[0].heard
    assert found == [heard, heard, None]


async def test_only_a_dead_node_is_taken_over_and_by_one_other(stores: Stores) -> None:
    first, second = stores
    await first.beat(Node("a", "first"))
    assert await second.lease_cleanup_of("a", "b", lost_ms=0) is None  # it is connected
    if isinstance(first, MemoryClusterStore):
        first.lose("a")
    else:
        first.close()  # type: ignore[attr-defined]
    while (heard := await second.lease_cleanup_of("a", "b", lost_ms=0)) is None:
        await trio.lowlevel.checkpoint()
    assert abs(heard - host_time()) < 60_000
    assert await second.lease_cleanup_of("a", "c", lost_ms=0) is None
