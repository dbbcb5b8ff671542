"""The contract of a store, for all of them, and SQLite when the disk fails."""

import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
import trio

from devtools.harness import PATIENCE_S
from devtools.harness.server.appending import append, appended
from devtools.harness.server.memory_store import MemoryStore
from server.errors import StoreError
from server.ops.faults import FaultPoint
from server.storage.event_store import Append, Conflict, EventStore, Held, Replacement, Row, StoreBroken, Unstorable
from server.storage.stores import open_postgres, open_store

KEY, DIGEST = b"k" * 16, b"d" * 16


@asynccontextmanager
async def store_of(kind: str, request: pytest.FixtureRequest) -> AsyncIterator[EventStore]:
    if kind == "memory":
        yield MemoryStore()
        return
    is_file = kind == "sqlite"
    where = request.getfixturevalue("tmp_path" if is_file else "database")
    async with open_store(where / "games.sqlite3") if is_file else open_postgres(where) as opened:
        yield opened


@pytest.fixture(params=["memory", "sqlite", "postgres"])
async def store(request: pytest.FixtureRequest) -> AsyncIterator[EventStore]:
    async with store_of(request.param, request) as opened:
        yield opened


@pytest.fixture(params=["memory", "postgres"])
async def shared(request: pytest.FixtureRequest) -> AsyncIterator[EventStore]:
    """A store that several servers may share."""
    async with store_of(request.param, request) as opened:
        yield opened


@pytest.fixture
async def disk(tmp_path: Path) -> AsyncIterator[EventStore]:
    async with open_store(tmp_path / "games.sqlite3") as opened:
        yield opened


async def test_appended_events_are_read_in_order_also_of_several_logs_at_once(store: EventStore) -> None:
    await append(store, Append("t", 0, [b"a", b"b"], KEY, DIGEST))
    await append(store, Append("t", 2, [b"c"]), Append("u", 0, [b"a"]))
    assert await store.read("t") == [Row(1, b"a", KEY, DIGEST), Row(2, b"b"), Row(3, b"c")]
    assert await store.read("t", after=2) == [Row(3, b"c")]
    assert await store.read("other") == await store.read("a\0b") == []
    assert await store.logs(["u", "other"]) == [[Row(1, b"a")], []]
    assert await store.lengths(["t", "other", "u"]) == {"t": 3, "u": 1}
    assert await store.lengths([]) == {}


async def test_events_that_cannot_be_stored_keep_no_others_from_the_disk(disk: EventStore) -> None:
    bad: Any = ["no bytes \ud800"]
    problems = await appended(disk, Append("t", 0, [b"a"]), Append("bad", 0, bad), Append("u", 0, [b"b"]))

    assert [type(problem) for problem in problems] == [type(None), Unstorable, type(None)]
    assert await disk.lengths(["t", "bad", "u"]) == {"t": 1, "u": 1}
    await append(disk, Append("bad", 0, [b"good"]))


async def test_leaving_times_are_stored_until_they_change_or_the_table_is_closed(store: EventStore) -> None:
    for name in "abcd":
        await append(store, Append(name, 0, [b"x"]))
    await store.note_left({"a": 5, "b": 6, "c": 7})
    await store.note_left({"b": 0, "d": 8})
    await append(store, Append("c", 1, [b"x"], closes=True))
    assert await store.left("abcd") == {"a": 5, "d": 8}
    assert await store.left(["d", "b", "unknown"]) == {"d": 8}


async def test_due_tables_are_claimed_once_until_a_later_time_which_each_append_sets(shared: EventStore) -> None:
    for name, due in [("a", 30), ("b", 10), ("c", 20), ("d", 0), ("e", 31)]:
        await append(shared, Append(name, 0, [b"x"], due=due))
    assert await shared.claim_due(30, until=50, most=2) == ["b", "c"]
    assert await shared.claim_due(30, until=50, most=2) == ["a"]
    assert await shared.claim_due(30, until=50, most=2) == []
    assert sorted(await shared.claim_due(50, until=60, most=9)) == ["a", "b", "c", "e"]
    await append(shared, Append("a", 1, [b"x"]), Append("b", 1, [b"x"], due=70), Append("c", 1, [b"x"], closes=True))
    assert await shared.claim_due(60, until=99, most=9) == ["e"]
    assert await shared.claim_due(70, until=99, most=9) == ["b"]


async def test_a_refused_append_changes_neither_due_time_nor_entry(shared: EventStore) -> None:
    await append(shared, Append("t", 0, [b"x"], due=10, entry=b"first"))
    assert isinstance((await appended(shared, Append("t", 0, [b"x"], due=20, entry=b"second")))[0], Conflict)
    assert (await shared.listed(0))[0] == [("t", b"first", 1)]
    assert await shared.claim_due(10, until=50, most=9) == ["t"]


async def test_entries_are_listed_from_a_cursor_on_and_once_as_gone(shared: EventStore) -> None:
    await append(shared, Append("t", 0, [b"a"], entry=b"t1"), Append("u", 0, [b"a"], entry=b"u1"))
    first, cursor = await shared.listed(0)
    await append(shared, Append("t", 1, [b"b", b"c"], entry=b"t3"))
    await append(shared, Append("u", 1, [b"b"]))
    second, cursor = await shared.listed(cursor)
    await append(shared, Append("t", 3, [b"d"], closes=True))
    third, cursor = await shared.listed(cursor)

    assert sorted(first) == [("t", b"t1", 1), ("u", b"u1", 1)]
    assert ("t", b"t3", 3) in second
    assert ("t", b"", 4) in third
    assert (await shared.listed(0))[0] == [("u", b"u1", 1)]


async def test_an_entry_is_replaced_unless_a_later_event_has_changed_it(shared: EventStore) -> None:
    await append(shared, *(Append(name, 0, [b"a", b"b"], entry=b"old") for name in "tuv"))
    await append(shared, Append("u", 2, [b"c"], entry=b"later"), Append("v", 2, [b"c"], closes=True))
    _before, cursor = await shared.listed(0)
    await shared.relist([("t", b"new", 2), ("u", b"new", 2), ("v", b"new", 2), ("none", b"new", 1)])
    assert ("t", b"new", 2) in (await shared.listed(cursor))[0]
    assert sorted((await shared.listed(0))[0]) == [("t", b"new", 2), ("u", b"later", 3)]


async def test_a_table_that_is_held_takes_no_events_and_stays_in_the_lists(shared: EventStore) -> None:
    await append(shared, *(Append(name, 0, [b"a"], entry=name.encode()) for name in "tu"))
    for _ in range(2):
        await shared.hold("t", True)
    appends = Append("t", 1, [b"b"], entry=b"later"), Append("u", 1, [b"b"]), Append("u", 2, [b"c"])
    problems = [(await appended(shared, each))[0] for each in appends]
    assert [type(problem) for problem in problems] == [Held, type(None), type(None)]
    assert sorted((await shared.listed(0))[0]) == [("t", b"t", 1), ("u", b"u", 1)]
    await shared.relist([("t", b"new", 1)])

    for _ in range(2):
        await shared.hold("t", False)
    assert ("t", b"new", 1) in (await shared.listed(0))[0]
    await append(shared, Append("t", 1, [b"b"], closes=True))


async def test_an_end_that_was_computed_from_an_old_rating_is_refused(shared: EventStore) -> None:
    versions = await shared.rating_versions(["ann", "bob"], "clod")
    old = [(account, "clod", version) for account, version in versions.items()]
    for table in "tuv":
        await append(shared, Append(table, 0, [b"a"], entry=table.encode()))
    await append(shared, Append("t", 1, [b"b"], closes=True, rated=old))
    refused = await appended(shared, Append("u", 1, [b"b"], closes=True, rated=old[:1]), Append("v", 1, [b"b"]))

    assert [type(problem) for problem in refused] == [Conflict, type(None)]
    assert await shared.unfinished() == ["u", "v"]
    assert await shared.lengths("tuv") == {"t": 2, "u": 1, "v": 2}
    new = await shared.rating_versions(["ann", "bob", "eve"], "clod")
    assert new == {"ann": versions["ann"] + 1, "bob": versions["bob"] + 1, "eve": versions["ann"]}
    await append(shared, Append("u", 1, [b"b"], closes=True, rated=[("ann", "clod", new["ann"])]))


async def test_tables_are_unfinished_until_they_are_closed_and_numbered_in_that_order(store: EventStore) -> None:
    for name in "abcd":
        await append(store, Append(name, 0, [b"x"]))
    await append(store, Append("c", 1, [b"x"], closes=True), Append("a", 1, [b"x"], closes=True))
    await append(store, Append("d", 1, [b"x"], closes=True))
    await append(store, Append("e", 0, [b"x"], closes=True))
    assert await store.finished() == [(1, "c"), (2, "a"), (3, "d"), (4, "e")]
    assert await store.finished(after=1, limit=1) == [(2, "a")]
    assert await store.finished(after=4) == []
    assert await store.unfinished() == ["b"]


async def test_the_store_tells_the_time_and_keeps_when_a_server_was_last_alive(store: EventStore) -> None:
    first = await store.now()
    assert 1_700_000_000_000 < first <= await store.now()
    assert await store.last_alive() == 0
    await store.check_writing()
    assert await store.last_alive() == 0
    await store.alive(1000)
    await store.alive(3000)
    assert await store.last_alive() == 3000
    await store.recover(5000)  # a store that works
    await store.check_writing()
    assert await store.last_alive() == 5000


async def test_events_are_found_by_a_text_and_replaced(store: EventStore) -> None:
    await append(store, Append("t", 0, [b"a ann", b"b"], KEY, DIGEST), Append("u", 0, [b"c", "ö".encode() + b" ann"]))
    assert await store.containing("ann") == [("t", Row(1, b"a ann", KEY, DIGEST)), ("u", Row(2, b"\xc3\xb6 ann"))]
    await store.replace([Replacement("u", 2, b"bob"), Replacement("t", 1, b"cy")])
    assert [row.body for row in await store.read("t")] == [b"cy", b"b"]
    assert [row.body for row in await store.read("u")] == [b"c", b"bob"]


async def test_each_append_of_a_commit_succeeds_or_is_refused_without_a_trace(store: EventStore) -> None:
    await append(store, Append("t", 0, [b"a"], KEY, DIGEST))
    for expected in (0, 2):
        with pytest.raises(Conflict):
            await append(store, Append("t", expected, [b"x", b"y"]))
    problems = await appended(
        store,
        Append("u", 0, [b"x"]),
        Append("t", 0, [b"late"]),
        Append("t", 1, [b"b", b"c"]),
        Append("u", 1, [b"y"]),
        Append("u", 1, [b"z"]),
    )

    assert [type(problem) for problem in problems] == [type(None), Conflict, type(None), type(None), Conflict]
    assert [row.body for row in await store.read("t")] == [b"a", b"b", b"c"]
    assert [row.body for row in await store.read("u")] == [b"x", b"y"]


async def test_everything_is_there_after_opening_again(tmp_path: Path) -> None:
    async with open_store(tmp_path / "x") as store:
        await append(store, Append("t", 0, [b"a", b"b"], KEY, DIGEST))
    async with open_store(tmp_path / "x") as store:
        assert await store.read("t") == [Row(1, b"a", KEY, DIGEST), Row(2, b"b")]
        assert await store.unfinished() == ["t"]


async def test_every_commit_reaches_the_disk(disk: EventStore) -> None:
    assert disk.lanes.commits.log._db.execute("PRAGMA synchronous").fetchone() == (2,)
    assert disk.lanes.commits.log._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def fill(disk: EventStore) -> None:
    """Let "database or disk is full" be the answer, until the file is opened again."""
    disk.lanes.commits.log._db.execute("PRAGMA max_page_count = 1")


async def test_events_that_a_failed_commit_wrote_are_not_written_twice(disk: EventStore) -> None:
    disk.lanes.commits.log._db.close()  # the commit went through, and then the connection was lost
    written = Append("t", 0, [b"a", b"b"], KEY, DIGEST)
    rows = [(1, b"a", KEY, DIGEST), (2, b"b", None, None)]
    with closing(sqlite3.connect(disk.lanes.commits.log._path, isolation_level=None)) as other:
        other.executemany("INSERT INTO events VALUES ('t', ?, ?, ?, ?)", rows)
    await append(disk, written)
    assert len(await disk.read("t")) == 2


async def test_a_store_that_fails_twice_raises_and_still_ends(disk: EventStore) -> None:
    with closing(sqlite3.connect(disk.lanes.commits.log._path)) as other:
        other.executescript("DROP TABLE events; DROP TABLE alive")
    with pytest.raises(StoreBroken):
        await append(disk, Append("t", 0, [b"a"]))
    with pytest.raises(StoreBroken):
        await disk.read("t")
    with pytest.raises(StoreBroken):
        await disk.alive(1)


async def test_a_commit_that_failed_is_done_the_second_time_or_when_the_file_can_be_opened(disk: EventStore) -> None:
    resource = pytest.importorskip("resource")
    fill(disk)
    await append(disk, Append("u", 0, [b"a" * 100_000]))
    assert len(await disk.read("u")) == 1
    fill(disk)
    large = Append("t", 0, [b"a" * 100_000])
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, hard))  # no more files; those that are open stay
    try:
        with pytest.raises(StoreBroken):
            await append(disk, large)
        assert await disk.read("t") == []
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    await append(disk, large)

    assert len(await disk.read("t")) == 1


async def test_a_file_that_is_no_database_is_named_and_an_empty_one_made_one(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"nonsense " * 200)
    (tmp_path / "empty").touch()
    with pytest.raises(StoreError, match="cannot be used"):
        async with open_store(tmp_path / "x"):
            pass
    async with open_store(tmp_path / "empty") as store:
        assert await store.unfinished() == []


async def test_reading_does_not_wait_for_a_commit_that_hangs(tmp_path: Path) -> None:
    is_committing, may_go_on = trio.Event(), threading.Event()
    token = trio.lowlevel.current_trio_token()

    def fault(_point: FaultPoint) -> None:
        token.run_sync_soon(is_committing.set)
        may_go_on.wait(PATIENCE_S)

    async with open_store(tmp_path / "x", fault) as store, trio.open_nursery() as nursery:
        nursery.start_soon(appended, store, Append("t", 0, [b"a"]))
        await is_committing.wait()
        found = await store.read("t")
        may_go_on.set()

    assert found == []
