"""The store in PostgreSQL: servers that race, lost connections, restarts, and commits that come late."""

import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
import trio

from devtools.harness import PATIENCE_S
from devtools.harness.postgres import LOCKED_PASSWORD, LOCKED_USER, PrivatePostgres
from devtools.harness.server.appending import append, appended
from server.errors import StoreError
from server.storage.accounts import AccountStore
from server.storage.event_store import Append, Conflict, EventStore, Problems, Row, StoreBroken
from server.storage.postgres import connection
from server.storage.postgres.log import NUMBERING_LOCK
from server.storage.stores import open_postgres, open_stores, require_psycopg
from tests.server.storage.relay import Relay

TABLES, ROUNDS = 8, 25
KEY, DIGEST = b"k" * 16, b"d" * 16
LOST = b"the answer to this is lost"


@pytest.fixture
async def store(database: str) -> AsyncIterator[EventStore]:
    async with open_postgres(database) as opened:
        yield opened


@asynccontextmanager
async def two_stores(address: str) -> AsyncIterator[tuple[EventStore, EventStore]]:
    """Those of two servers of one service."""
    async with open_postgres(address) as first, open_postgres(address) as second:
        yield first, second


@contextmanager
def blocked(address: str, table: str, number: int) -> Iterator[None]:
    """Let appends of that event wait for a transaction, which is rolled back at the end."""
    command = "INSERT INTO events (place, number, body) SELECT place, %s, '' FROM tables WHERE name = %s"
    with psycopg.connect(address) as db:
        db.execute(command, (number, table))
        yield
        db.rollback()


async def until_waiting(address: str, writers: int = 1) -> None:
    """Wait until so many backends wait for the transaction of another one."""
    question = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    with psycopg.connect(address, autocommit=True) as db:
        while db.execute(question).fetchone() != (writers,):
            await trio.sleep(0.01)


def kill_backends(address: str) -> None:
    question = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
    with psycopg.connect(address, autocommit=True) as db:
        db.execute(f"{question} AND pid <> pg_backend_pid()".encode())


# ---- the first connection


async def why_not(address: str) -> StoreError:
    """Return why the database at that address cannot be used."""
    with pytest.raises(StoreError) as caught:
        async with open_postgres(address):
            pass
    return caught.value


async def test_an_address_without_a_server_is_an_error_without_the_password() -> None:
    for address in ("postgresql://ann:sesame@/games?host=/nowhere", "postgresql://ann:sesame@db:x/a"):
        said = str(await why_not(address))
        assert "ann:***@" in said
        assert "sesame" not in said


async def test_a_database_that_cannot_be_used_is_an_error(postgres: PrivatePostgres, database: str) -> None:
    postgres.execute("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
    async with open_postgres(database):
        pass
    with psycopg.connect(database, autocommit=True) as db:
        db.execute("UPDATE alembic_version SET version_num = 'logs_99'")

    assert "missing" in str((await why_not(postgres.url("missing"))).text.args["reason"])
    wrong_password = await why_not(postgres.url("postgres", LOCKED_USER, "wrong"))
    assert LOCKED_USER in str(wrong_password.text.args["reason"])
    assert (await why_not(postgres.url("latin"))).text.args["encoding"] == "LATIN1"
    assert "newer version" in str(await why_not(database))
    with psycopg.connect(database, autocommit=True) as db:
        db.execute("UPDATE alembic_version SET version_num = 'accounts_999'")
    with pytest.raises(StoreError, match="newer version"):
        AccountStore(database)


def test_without_psycopg_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match="postgres"):
        require_psycopg()


async def test_servers_may_start_at_once_in_an_empty_database(database: str, tmp_path: Path) -> None:
    async def start(name: str) -> None:
        async with open_stores(tmp_path / "none", database) as (store, _accounts, _social):
            await append(store, Append(name, 0, [b"x"]))

    async with trio.open_nursery() as nursery:
        for name in "abc":
            nursery.start_soon(start, name)
    async with open_postgres(database) as store:
        assert sorted(await store.unfinished()) == ["a", "b", "c"]


# ---- races


async def write_on(store: EventStore, table: str, server: int, accepted: list[bytes], calm: trio.Event) -> None:
    """Append to a table that another server writes as well, as an actor does: the loser reads on."""
    number, nth = 0, 0
    while nth < ROUNDS or not calm.is_set():
        bodies = [f"{server} {table} {nth} {part}".encode() for part in range(1 + nth % 2)]
        while isinstance((await appended(store, Append(table, number, bodies)))[0], Conflict):
            number = len(await store.read(table))
        number += len(bodies)
        nth += 1
        accepted += bodies


async def raced(stores: tuple[EventStore, ...], disturbances: Sequence[Callable[[], None]]) -> None:
    """Let servers write many tables while something disturbs them, and compare the logs with what was accepted."""
    accepted: list[bytes] = []
    calm = trio.Event()
    async with trio.open_nursery() as nursery:
        for number in range(TABLES):
            for server, store in enumerate(stores):
                nursery.start_soon(write_on, store, f"t{number}", server, accepted, calm)
        for disturb in disturbances:
            await trio.to_thread.run_sync(disturb)
            before = len(accepted)
            while len(accepted) < before + TABLES:  # the servers have gone on
                await trio.sleep(0.01)
        calm.set()

    logs = await stores[0].logs([f"t{number}" for number in range(TABLES)])
    assert Counter(row.body for rows in logs for row in rows) == Counter(accepted)
    assert len(accepted) == len(set(accepted))
    assert all([row.number for row in rows] == list(range(1, len(rows) + 1)) for rows in logs)
    bodies = [row.body for rows in logs for row in rows]
    firsts = [at for at, body in enumerate(bodies) if int(body.split()[2]) % 2 and body.endswith(b" 0")]
    assert all(bodies[at + 1] == bodies[at][:-1] + b"1" for at in firsts)  # each append is stored as a whole


@pytest.mark.slow
async def test_nothing_is_lost_or_doubled_while_the_database_crashes(other_postgres: PrivatePostgres) -> None:
    database = other_postgres.create()

    def crash() -> None:
        other_postgres.stop("immediate")
        other_postgres.start()

    async with two_stores(database) as stores:
        await raced(stores, [*[partial(kill_backends, database)] * 8, crash, crash])


# ---- unknown outcomes


@pytest.fixture
def relay(postgres: PrivatePostgres) -> Iterator[Relay]:
    with Relay(postgres.folder) as opened:
        yield opened


def test_a_connection_that_breaks_at_once_is_an_error_with_a_sentence(database: str, relay: Relay) -> None:
    relay.lose_answer_to(b"server_encoding")
    with pytest.raises(StoreError):
        AccountStore(relay.through(database))


async def test_an_append_whose_answer_was_lost_is_stored_once_before_one_of_others(database: str, relay: Relay) -> None:
    async with open_postgres(relay.through(database)) as store, open_postgres(database) as other:
        await append(store, Append("t", 0, [b"a"]), Append("u", 0, [b"a"]))
        relay.lose_answer_to(LOST)
        await append(store, Append("t", 1, [LOST, b"c"], KEY, DIGEST), Append("u", 1, [b"b"], closes=True))
        assert relay.lost.is_set()
        assert await store.read("t") == [Row(1, b"a"), Row(2, LOST, KEY, DIGEST), Row(3, b"c")]
        assert await store.read("u") == [Row(1, b"a"), Row(2, b"b")]
        assert await store.finished() == [(1, "u")]

        await append(store, Append("v", 0, [b"a"]))
        relay.lose_answer_to(LOST)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(append, store, Append("v", 1, [LOST]))
            while len(await other.read("v")) < 2:
                await trio.sleep(0)
            await append(other, Append("v", 2, [b"c"]))
        assert [row.body for row in await store.read("v")] == [b"a", LOST, b"c"]


async def test_an_append_that_still_waits_in_an_old_backend_is_stored_once(database: str, relay: Relay) -> None:
    async with open_postgres(relay.through(database)) as store:
        await append(store, Append("t", 0, [b"a"]))
        async with trio.open_nursery() as nursery:
            with blocked(database, "t", 2):
                nursery.start_soon(append, store, Append("t", 1, [b"b"]))
                await until_waiting(database)
                relay.cut()  # PostgreSQL notices it only when it answers
                await until_waiting(database)
        assert [row.body for row in await store.read("t")] == [b"a", b"b"]


async def test_a_server_that_hangs_stops_no_other(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "MAX_IDLE_MS", 50)
    async with open_postgres(database) as store:
        await append(store, Append("t", 0, [b"a"]), Append("t", 1, [b"b"], closes=True))
        with closing(connection.connect(database)) as hanging:
            hanging.execute("BEGIN")
            hanging.execute("SELECT pg_advisory_xact_lock(%s)", (NUMBERING_LOCK,))
            assert await store.finished() == [(1, "t")]


# ---- a database that is away


async def test_while_the_database_is_away_actions_fail_or_wait(other_postgres: PrivatePostgres) -> None:
    database = other_postgres.create()
    async with (
        open_postgres(database, patience_s=0.1) as store,
        open_postgres(database, patience_s=PATIENCE_S) as patient,
    ):
        await append(store, Append("t", 0, [b"a"]), Append("u", 0, [b"a"]))
        await trio.to_thread.run_sync(other_postgres.stop)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(append, patient, Append("u", 1, [b"b"]))
            with pytest.raises(StoreBroken):
                await append(store, Append("t", 1, [b"b"]))
            with pytest.raises(StoreBroken):
                await store.read("t")
            with pytest.raises(StoreBroken):
                await store.recover(5)
            await trio.to_thread.run_sync(other_postgres.start)

        await store.recover(5)
        await append(store, Append("t", 1, [b"c"]))
        assert [row.body for row in await store.read("t")] == [b"a", b"c"]
        assert len(await patient.read("u")) == 2


async def test_an_error_that_would_come_again_is_not_waited_for(store: EventStore, database: str) -> None:
    await append(store, Append("t", 0, [b"a"]))
    with psycopg.connect(database, autocommit=True) as db:
        db.execute("DROP TABLE unfinished")
    with pytest.raises(StoreBroken):
        await append(store, Append("t", 1, [b"b"]))
    assert len(await store.read("t")) == 1


# ---- commits that come late


async def test_readers_with_a_cursor_skip_no_end_and_no_entry_that_commits_late(database: str) -> None:
    async with two_stores(database) as (early, late):
        for name in "abc":
            await append(early, Append(name, 0, [b"x"], entry=name.encode()))
        _all, cursor = await early.listed(0)
        async with trio.open_nursery() as nursery:
            with blocked(database, "b", 2):
                closing = Append("a", 1, [b"y"], closes=True)
                nursery.start_soon(appended, late, closing, Append("b", 1, [b"y"], entry=b"new"))
                await until_waiting(database)  # it has written the end of a, and waits at b
                await append(early, Append("c", 1, [b"y"], closes=True))
                ends = await early.finished()
                seen, cursor = await early.listed(cursor)

        assert ends == [(1, "c")]
        assert ("c", b"", 2) in seen
        assert await early.finished(after=1) == [(2, "a")]
        assert {("a", b"", 2), ("b", b"new", 2)} <= set((await early.listed(cursor))[0])


async def test_two_servers_that_number_the_ends_at_once_agree(database: str) -> None:
    names = [f"t{number}" for number in range(40)]
    async with two_stores(database) as stores:
        for name in names:
            await append(stores[0], Append(name, 0, [b"x"]))
        async with trio.open_nursery() as nursery:
            for server, store in enumerate(stores):
                for name in names[server::2]:
                    nursery.start_soon(append, store, Append(name, 1, [b"y"], closes=True))
                    nursery.start_soon(store.finished)

        ends = await stores[0].finished()
        assert ends == await stores[1].finished()
        assert [number for number, _name in ends] == list(range(1, 41))
        assert sorted(name for _number, name in ends) == sorted(names)


async def test_two_servers_never_claim_the_same_table(database: str) -> None:
    claimed: list[str] = []
    async with two_stores(database) as stores:
        await append(stores[0], *(Append(f"t{number}", 0, [b"x"], due=5) for number in range(100)))

        async def claim(store: EventStore) -> None:
            while found := await store.claim_due(5, until=9, most=7):
                claimed.extend(found)

        async with trio.open_nursery() as nursery:
            for store in stores:
                nursery.start_soon(claim, store)

    assert sorted(claimed) == sorted(f"t{number}" for number in range(100))


async def test_rows_of_another_postgresql_are_not_listed_again_and_again(database: str) -> None:
    async with open_postgres(database) as store:
        await append(store, Append("t", 0, [b"x"], entry=b"t"))
    with psycopg.connect(database, autocommit=True) as db:  # as after a restore
        db.execute("UPDATE entries SET changed = '99999999'")

    async with open_postgres(database) as store:
        _first, cursor = await store.listed(0)
        with psycopg.connect(database, autocommit=True) as db:
            db.execute("SELECT pg_current_xact_id()")
        _second, cursor = await store.listed(cursor)
        assert await store.listed(cursor) == ([], cursor)


async def test_neither_moves_nor_the_time_wait_for_what_others_read(store: EventStore, database: str) -> None:
    await append(store, Append("t", 0, [b"a"]))
    async with trio.open_nursery() as nursery:
        with psycopg.connect(database) as db:
            db.execute("LOCK TABLE ends IN ACCESS EXCLUSIVE MODE")
            nursery.start_soon(store.finished)
            await until_waiting(database)

            assert await store.now()
            await append(store, Append("t", 1, [b"b"]))
            assert await store.read("t", 1) == [Row(2, b"b")]
            db.rollback()


async def test_of_two_ends_of_one_player_at_once_the_second_is_refused(store: EventStore, database: str) -> None:
    version = (await store.rating_versions(["ann"], "clod"))["ann"]
    await append(store, Append("t", 0, [b"a"]))
    end = Append("t", 1, [b"b"], closes=True, rated=[("ann", "clod", version)])
    problems = Problems()

    async def write() -> None:
        problems.extend(await appended(store, end))

    for is_committed in (True, False):
        async with trio.open_nursery() as nursery:
            with psycopg.connect(database) as db:
                db.execute("UPDATE rating_versions SET version = version + 1")
                nursery.start_soon(write)
                await until_waiting(database)
                if not is_committed:
                    db.rollback()
        end = Append("t", 1, [b"b"], closes=True, rated=[("ann", "clod", version + 1)])

    assert [type(problem) for problem in problems] == [Conflict, type(None)]
    assert await store.rating_versions(["ann"], "clod") == {"ann": version + 2}


@pytest.mark.parametrize("is_marked", [True, False])
def test_all_nodes_of_a_service_have_one_instance(postgres: PrivatePostgres, is_marked: bool) -> None:
    database = postgres.create()
    with psycopg.connect(database, autocommit=True) as db:
        db.execute(f"GRANT ALL ON SCHEMA public TO {LOCKED_USER}".encode())
        if not is_marked:  # as at some providers of databases
            db.execute("REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC")
    address = postgres.url(urlsplit(database).path[1:], LOCKED_USER, LOCKED_PASSWORD)
    with closing(AccountStore(address)) as first, closing(AccountStore(address)) as second:
        [instance] = first.begin_run()
        assert second.begin_run() == first.begin_run() == (instance,)
