"""Notifications to the service manager over a real datagram socket."""

import os
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from server.cli.run import store_answers
from server.ops.systemd import keep_notified, manager_of, reloading
from server.storage.stores import open_store
from tests.systems import has_unix_sockets

pytestmark = has_unix_sockets


class Ear(socket.socket):
    """The socket of a service manager."""

    def __init__(self, address: str) -> None:
        super().__init__(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.setblocking(False)
        self.bind(address.replace("@", "\0", 1))
        self.environ = {"NOTIFY_SOCKET": address}

    def watching(self, seconds: float) -> Mapping[str, str]:
        """Return the environment of a service with a watchdog of that interval."""
        return self.environ | {"WATCHDOG_USEC": str(int(seconds * 1_000_000)), "WATCHDOG_PID": str(os.getpid())}

    def heard(self) -> list[str]:
        found: list[str] = []
        with suppress(BlockingIOError):
            while True:
                found.append(self.recv(4096).decode())
        return found


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[Ear]:
    with Ear(str(tmp_path / "notify")) as made:
        yield made


def idle() -> str:
    return "0 tables"


async def is_alive() -> bool:
    return True


@asynccontextmanager
async def notified(
    environ: Mapping[str, str], alive: Callable[[], Awaitable[bool]] = is_alive, status: Callable[[], str] = idle
) -> AsyncIterator[None]:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(keep_notified, alive, status, environ))
        await wait_all_tasks_blocked()
        yield
        nursery.cancel_scope.cancel()


async def pass_time(clock: MockClock, seconds: float) -> None:
    clock.jump(seconds)
    await wait_all_tasks_blocked()


async def test_it_is_notified_that_the_server_is_ready_and_that_it_stops(ear: Ear) -> None:
    with Ear(f"@netgame-test-{os.getpid()}") as abstract:  # an address that is no file
        for each in (ear, abstract):
            async with notified(each.environ):
                assert each.heard() == ["READY=1\nSTATUS=0 tables"]
            assert each.heard() == ["STOPPING=1\nSTATUS=Stopping"]


async def test_keep_alives_are_sent_twice_in_each_watchdog_interval(ear: Ear, mock_clock: MockClock) -> None:
    async with notified(ear.watching(30)):
        assert ear.heard()[1:] == ["WATCHDOG=1"]
        for seconds, heard in ((14.9, []), (0.1, ["WATCHDOG=1"]), (1000, ["WATCHDOG=1"])):  # the last one is a hang
            await pass_time(mock_clock, seconds)
            assert ear.heard() == heard


async def test_no_keep_alive_is_sent_while_the_store_does_not_answer(ear: Ear, mock_clock: MockClock) -> None:
    answers = trio.Event()

    async def alive() -> bool:
        await answers.wait()
        return True

    async with notified(ear.watching(30), alive):
        ear.heard()
        await pass_time(mock_clock, 100)
        assert ear.heard() == []

        answers.set()
        await wait_all_tasks_blocked()
        assert "WATCHDOG=1" in ear.heard()


async def test_a_real_store_answers_until_its_writer_ends(ear: Ear, mock_clock: MockClock, tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        beaten = trio.Event()
        async with open_store(tmp_path / "games.sqlite3") as store:

            async def alive() -> bool:
                answers = await store_answers(store)
                beaten.set()
                return answers

            nursery.start_soon(keep_notified, alive, idle, ear.watching(30))
            await beaten.wait()
            await wait_all_tasks_blocked()
            assert ear.heard()[-1] == "WATCHDOG=1"

        await pass_time(mock_clock, 15)
        assert ear.heard() == []
        nursery.cancel_scope.cancel()


async def test_a_changed_status_is_sent(ear: Ear, mock_clock: MockClock) -> None:
    said = iter(["0 tables"] * 3)
    async with notified(ear.environ, status=lambda: next(said, "1 table\nWATCHDOG=trigger")):
        ear.heard()
        await pass_time(mock_clock, 30)
        assert ear.heard() == ["STATUS=1 table WATCHDOG=trigger"]


@pytest.mark.parametrize("divisor", [1, 0], ids=["succeeds", "fails"])
def test_a_reload_sends_its_start_with_the_monotonic_clock_and_its_end(ear: Ear, divisor: int) -> None:
    before = time.monotonic_ns() // 1000
    with suppress(ZeroDivisionError), reloading(idle, ear.environ):
        [begun] = ear.heard()
        _ = 1 // divisor
    after = time.monotonic_ns() // 1000

    first, second = begun.split("\n")
    assert first == "RELOADING=1"
    assert second.startswith("MONOTONIC_USEC=")
    assert before <= int(second.partition("=")[2]) <= after
    assert ear.heard() == ["READY=1\nSTATUS=0 tables"]


async def test_without_a_manager_nothing_runs_and_a_missing_one_does_not_stop_the_server(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await keep_notified(None, idle, {})
    for address in ("", "/", "@", "relative", "vsock:2:1234"):
        await keep_notified(None, idle, {"NOTIFY_SOCKET": address})
    async with notified({"NOTIFY_SOCKET": str(tmp_path / "gone")}):
        pass
    assert "cannot notify the service manager of READY=1" in caplog.text


async def test_a_manager_that_does_not_read_does_not_block(ear: Ear, mock_clock: MockClock) -> None:
    async with notified(ear.watching(2)):
        for _second in range(1000):
            await pass_time(mock_clock, 1)
    assert ear.heard()


@pytest.mark.parametrize(
    ("usec", "pid", "wanted"),
    [("30000000", "", 30.0), ("30000000", str(os.getpid()), 30.0), ("30000000", "1", None),
     ("0", "", None), ("soon", "", None), ("", "", None)],
    ids=range(6),
)  # fmt: skip
def test_the_watchdog_is_for_the_started_process_only(usec: str, pid: str, wanted: float | None) -> None:
    environ = {"NOTIFY_SOCKET": "/run/notify", "WATCHDOG_USEC": usec} | ({"WATCHDOG_PID": pid} if pid else {})
    manager = manager_of(environ)
    assert manager is not None
    assert manager.watchdog_s == wanted
