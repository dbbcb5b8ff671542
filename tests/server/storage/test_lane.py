"""Lanes of a store."""

import threading

import pytest
import trio

from devtools.harness import PATIENCE_S
from server.storage.event_store import StoreBroken
from server.storage.lane import open_lane


class Log:
    """A log without anything."""

    def close(self) -> None:
        """Do nothing."""


async def test_a_result_is_handed_back_before_the_next_job_is_done() -> None:
    second_may_end = threading.Event()
    async with open_lane(Log) as lane, trio.open_nursery() as nursery:
        answered = trio.Event()
        lane.soon(lambda _log: None, lambda _result: answered.set())
        nursery.start_soon(lane.ask, lambda _log: second_may_end.wait(PATIENCE_S))

        await answered.wait()

        assert not second_may_end.is_set()
        second_may_end.set()


async def test_a_job_after_the_end_is_refused() -> None:
    async with open_lane(Log) as lane:
        pass

    with pytest.raises(StoreBroken):
        await lane.ask(lambda _log: None)


async def test_no_job_waits_forever_after_a_fault_of_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    faults = list[threading.ExceptHookArgs]()
    monkeypatch.setattr(threading, "excepthook", faults.append)
    results = list[object]()

    async with open_lane(Log) as lane:
        lane.soon(lambda _log: 1 // 0, results.append)
        with pytest.raises(StoreBroken):
            await lane.ask(lambda _log: None)

    assert len(results) == 1
    assert [fault.exc_type for fault in faults] == [ZeroDivisionError]
