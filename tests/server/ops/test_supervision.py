"""Supervision: a fault ends one try of a task or an item, and never the server."""

import math
from collections.abc import Callable
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from server.errors import StoreBroken, StoreProblem
from server.ops.counters import Counters
from server.ops.supervision import MOST_TRIES, Supervision, Wakeup, keep_trying
from server.storage.accounts import AccountStore

FAULTS: list[Exception] = [
    UnicodeError(), KeyError("x"), OSError(5, "I/O error"), AssertionError(), MemoryError(),
    ExceptionGroup("some", [ValueError(), ExceptionGroup("more", [KeyError()])]),
]  # fmt: skip


def fail(supervision: Supervision, times: int, id: str = "one") -> float:
    for _ in range(times):
        with supervision.attempt("table", id) as attempt:
            raise KeyError(id)
    return attempt.again_in_s


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
async def test_a_task_that_fails_starts_again_after_a_longer_pause(fault: Exception, autojump_clock: MockClock) -> None:
    counters, starts = Counters(), list[float]()

    async def task() -> None:
        starts.append(trio.current_time())
        if len(starts) < 5:
            raise fault
        await trio.sleep_forever()

    with trio.move_on_after(1000):
        await Supervision(counters).keep("task", task)

    pauses = [later - earlier for earlier, later in pairwise(starts)]
    assert pauses == [1, 2, 4, 8]
    assert counters.faults["task"] == 4


async def test_a_task_is_cancelled_though_another_part_of_it_fails(autojump_clock: MockClock) -> None:
    async def fails_at_the_end() -> None:
        try:
            await trio.sleep_forever()
        finally:
            raise KeyError("clean-up")

    async def task() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(fails_at_the_end)
            nursery.start_soon(trio.sleep_forever)

    with trio.move_on_after(1) as scope:
        await Supervision().keep("task", task)

    assert scope.cancelled_caught


async def test_a_job_that_fails_is_done_again_and_then_given_up(autojump_clock: MockClock) -> None:
    counters, tries = Counters(), list[int]()

    async def job() -> None:
        tries.append(1)
        raise KeyError

    await Supervision(counters).finish("a job", job)

    assert (len(tries), counters.faults["job"]) == (MOST_TRIES, MOST_TRIES)


def test_an_item_is_set_aside_after_some_faults_in_a_row() -> None:
    supervision = Supervision()
    assert fail(supervision, MOST_TRIES - 1) < math.inf
    with supervision.attempt("table", "one"):
        pass  # well again

    assert fail(supervision, MOST_TRIES - 1) < math.inf
    assert supervision.item("table", "one") is None
    assert fail(supervision, 1) == math.inf
    assert [(item.kind, item.id, item.reason) for item in supervision.items] == [("table", "one", "KeyError")]


@pytest.mark.parametrize("problem", [StoreBroken("full"), ExceptionGroup("", [StoreBroken("full")])])
def test_no_item_is_set_aside_because_the_store_fails(problem: Exception) -> None:
    supervision = Supervision()

    for _ in range(MOST_TRIES + 1):
        with pytest.raises(StoreProblem), supervision.attempt("table", "one"):
            raise problem

    assert not supervision.items


def test_a_problem_of_the_store_with_one_item_can_wait_until_the_others_were_tried() -> None:
    supervision, problems, tried = Supervision(), list[StoreProblem](), list[str]()

    for id in ("one", "two"):
        with supervision.attempt("table", id, problems):
            tried.append(id)
            if id == "one":
                raise StoreBroken("a damaged page")

    assert tried == ["one", "two"]
    assert [str(problem) for problem in problems] == ["a damaged page"]
    assert not supervision.items


async def test_what_is_set_aside_stays_so_until_the_operator_lets_it_be_tried(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    async def saved(change: str) -> Supervision:
        accounts = AccountStore(tmp_path / "accounts.sqlite3")
        supervision = Supervision(store=accounts)
        await supervision.begin()
        stored = trio.Event()
        supervision.on_change = stored.set
        async with trio.open_nursery() as nursery:
            nursery.start_soon(supervision.run)
            if change == "fail":
                fail(supervision, MOST_TRIES)
            else:
                assert supervision.retry("table", "one")
            await stored.wait()
            nursery.cancel_scope.cancel()
        accounts.close()
        return supervision

    await saved("fail")
    restarted = await saved("retry")  # it was read: otherwise there is nothing to try again

    assert not restarted.items
    assert fail(restarted, 1) < math.inf


async def test_a_step_is_taken_until_the_store_answers(autojump_clock: MockClock) -> None:
    answers: list[StoreProblem | None] = [StoreBroken("gone"), StoreBroken("gone"), None]

    async def step() -> str:
        if (problem := answers.pop(0)) is not None:
            raise problem
        return "done"

    assert await keep_trying("something", step, every_s=2) == "done"
    assert trio.current_time() == 4


async def test_a_wakeup_ends_one_wait() -> None:
    wakeup = Wakeup()
    wakeup.set()

    assert await wakeup.wait()
    assert not await wakeup.wait(0)


async def test_a_server_follows_what_another_one_sets_aside_and_lets_be_tried(autojump_clock: MockClock) -> None:
    accounts, told = AccountStore(":memory:"), list[str]()
    here, there = Supervision(store=accounts), Supervision(store=accounts)
    there.on_set_aside["table"] = lambda item: told.append(f"aside {item.id}")
    there.on_retry["table"] = lambda item: told.append(f"again {item.id}")
    there.set_aside("tournament", "of this version", ExceptionGroup("", [KeyError()]), is_kept=False)
    fail(here, MOST_TRIES)
    await here.save()
    await there.read_again()
    here.retry("table", "one")
    await here.save()
    await there.read_again()

    assert told == ["aside one", "again one"]
    assert [item.id for item in there.items] == ["of this version"]
    accounts.close()


async def test_an_item_that_is_retried_while_its_hold_begins_is_not_held() -> None:
    supervision, held, goes_on = Supervision(), list[bool](), trio.Event()

    async def hold(_id: str, begins: bool) -> None:
        if begins:
            await goes_on.wait()
        held.append(begins)

    supervision.holds["table"] = hold
    fail(supervision, MOST_TRIES)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(supervision.save)
        await wait_all_tasks_blocked()
        assert supervision.retry("table", "one")
        nursery.start_soon(supervision.save)
        await wait_all_tasks_blocked()
        goes_on.set()

    assert held == [True, False]


async def test_an_item_set_aside_while_those_of_others_are_read_stays_set_aside() -> None:
    with closing(AccountStore(":memory:")) as accounts:
        here, retried = Supervision(store=accounts), list[str]()
        here.on_retry["table"] = lambda item: retried.append(item.id)
        for id in ("one", "two"):
            fail(here, MOST_TRIES, id)
        await here.save()
        read, in_thread = accounts.items_set_aside, accounts.in_thread

        async def answers_late(call: Callable[..., Any], *values: Any) -> Any:
            answer = await in_thread(call, *values)
            if call == read:
                accounts.in_thread = in_thread  # type: ignore[method-assign]
                fail(here, MOST_TRIES, "three")
                assert here.retry("table", "two")
                await here.save()
            return answer

        accounts.in_thread = answers_late  # type: ignore[method-assign, assignment]
        await here.read_again()
        assert [item.id for item in here.items] == ["one", "three"]
        assert retried == ["two"]
