"""Lanes of a store, and calls to an SQLite database, which share a transaction if they wait at the same time."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from devtools.harness import PATIENCE_S, raising
from server.errors import DatabaseFailed
from server.storage.accounts import AccountStore, NameTaken
from server.storage.event_store import StoreBroken
from server.storage.lane import open_lane


@pytest.fixture
def in_file(tmp_path: Path) -> Iterator[AccountStore]:
    with closing(AccountStore(tmp_path / "accounts.sqlite")) as opened:
        yield opened


class Answers:
    """The results of calls, by the order in which they were asked for, and what they raised."""

    def __init__(self, accounts: AccountStore, nursery: trio.Nursery) -> None:
        self._accounts, self._nursery = accounts, nursery
        self.found: dict[int, object] = {}

    def ask(self, call: object, *args: object) -> None:
        self._nursery.start_soon(self._ask, len(self.found), partial(call, *args))
        self.found[len(self.found)] = None

    async def _ask(self, number: int, call: object) -> None:
        try:
            self.found[number] = await self._accounts.in_shared_transaction(call)
        except (NameTaken, DatabaseFailed) as error:
            self.found[number] = type(error)


async def busy(accounts: AccountStore, nursery: trio.Nursery) -> threading.Event:
    """Keep the database busy until the event is set: all that is asked for meanwhile waits."""
    may_end = threading.Event()
    nursery.start_soon(accounts.in_shared_transaction, may_end.wait, PATIENCE_S)
    await wait_all_tasks_blocked()
    return may_end


async def test_calls_that_wait_together_are_committed_together(in_file: AccountStore, tmp_path: Path) -> None:
    def committed() -> int:
        with closing(sqlite3.connect(tmp_path / "accounts.sqlite")) as db:
            return db.execute("SELECT count(*) FROM accounts").fetchone()[0]

    async with trio.open_nursery() as nursery:
        may_end, answers = await busy(in_file, nursery), Answers(in_file, nursery)
        for call in (partial(in_file.add, "Ann", "hash"), committed, partial(in_file.add, "Bob", "hash"), committed):
            answers.ask(call)
        await wait_all_tasks_blocked()
        may_end.set()

    assert (answers.found[1], answers.found[3]) == (0, 0)
    assert committed() == 2


async def test_a_call_that_raises_undoes_no_other(accounts: AccountStore) -> None:
    async with trio.open_nursery() as nursery:
        may_end, answers = await busy(accounts, nursery), Answers(accounts, nursery)
        for name in ("Ann", "Ann", "Cleo"):
            answers.ask(accounts.add, name, "hash")
            await wait_all_tasks_blocked()
        may_end.set()

    results = list(answers.found.values())
    assert results.count(NameTaken) == 1
    assert {account.name for account in accounts.listed()} == {"Ann", "Cleo"}
    assert {account.account for account in accounts.listed()} == set(results) - {NameTaken}


async def test_a_database_that_fails_answers_everybody(accounts: AccountStore) -> None:
    async with trio.open_nursery() as nursery:
        may_end, answers = await busy(accounts, nursery), Answers(accounts, nursery)
        for _ in range(2):
            answers.ask(raising(DatabaseFailed("disk full")))
        await wait_all_tasks_blocked()
        may_end.set()
    assert list(answers.found.values()) == [DatabaseFailed, DatabaseFailed]


async def test_a_call_that_is_cancelled_while_it_waits_is_not_made(in_file: AccountStore) -> None:
    async with trio.open_nursery() as nursery:
        may_end, answers = await busy(in_file, nursery), Answers(in_file, nursery)
        with trio.CancelScope() as scope:
            async with trio.open_nursery() as gone:
                Answers(in_file, gone).ask(in_file.add, "Ann", "hash")
                answers.ask(in_file.add, "Bob", "hash")
                await wait_all_tasks_blocked()
                scope.cancel()
        may_end.set()

    assert [account.name for account in in_file.listed()] == ["Bob"]


async def test_a_task_that_is_cancelled_during_its_call_leaves_no_other_without_result(in_file: AccountStore) -> None:
    async with trio.open_nursery() as nursery:
        answers = Answers(in_file, nursery)
        with trio.CancelScope() as scope:
            async with trio.open_nursery() as gone:
                may_end = await busy(in_file, gone)
                answers.ask(in_file.add, "Bob", "hash")
                await wait_all_tasks_blocked()
                scope.cancel()
                may_end.set()

    assert [account.name for account in in_file.listed()] == ["Bob"]


# ---- lanes


class Log:
    """A log without anything."""

    def close(self) -> None:
        """Do nothing."""


async def test_a_result_is_handed_back_before_the_next_job_is_done_and_a_job_after_the_end_is_refused() -> None:
    second_may_end, answered = threading.Event(), trio.Event()
    async with open_lane(Log) as lane, trio.open_nursery() as nursery:
        lane.soon(lambda _log: None, lambda _result: answered.set())
        nursery.start_soon(lane.ask, lambda _log: second_may_end.wait(PATIENCE_S))
        await answered.wait()
        assert not second_may_end.is_set()
        second_may_end.set()
    with pytest.raises(StoreBroken):
        await lane.ask(lambda _log: None)


async def test_a_fault_in_one_job_leaves_the_thread_for_the_others() -> None:
    async with open_lane(Log) as lane:
        for fault in (
            ZeroDivisionError(),
            MemoryError(),
            OverflowError(),
            AssertionError(),
            ExceptionGroup("", [OSError()]),
        ):
            with pytest.raises(StoreBroken):
                await lane.ask(raising(fault))
        assert await lane.ask(lambda _log: "done") == "done"
        assert not lane.ended.is_set()
    await lane.ended.wait()
