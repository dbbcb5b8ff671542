"""Hosting without a window: its states, its requests, and a server that fails or ends."""

import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import trio

from client_qt.hosting import own_server
from client_qt.hosting.own_server import Hosting
from client_qt.hosting.server_process import CannotServe, HostedElsewhere, ServerProcess, ServerStatus
from netgame.text import Text
from tests.client.program import until

SERVED = ServerStatus(7763, "ab" * 32, ("192.168.1.5",), "here")
pytestmark = pytest.mark.qt_trio


class FakeServer(ServerProcess):
    """A server process that exists only in this test. `problems` are raised by the next starts."""

    def __init__(self, *problems: Exception, unfinished: bool = False, runs: bool = False) -> None:
        super().__init__(Path(), "none")
        self.problems = list(problems)
        self.unfinished, self.runs, self.is_held = unfinished, runs, False
        self.starts = 0
        self.may_start = threading.Event()
        self.may_start.set()

    def find(self) -> ServerStatus | None:
        self.is_held = self.runs
        return SERVED if self.runs else None

    def start(self, name: str, *, if_unfinished: bool = False) -> ServerStatus | None:
        if self.problems:
            raise self.problems.pop(0)
        if if_unfinished and not self.unfinished:
            return None
        self.may_start.wait()
        self.starts += 1
        self.runs = True
        return self.find()

    def status(self, *, hold: bool) -> ServerStatus | None:
        self.is_held = hold
        return SERVED if self.runs else None

    def stop(self) -> None:
        self.runs = False

    def close(self) -> None:
        self.is_held = False


class Late(FakeServer):
    """Its first start fails, after `may_start`."""

    def __init__(self) -> None:
        super().__init__()
        self.may_start.clear()

    def start(self, name: str, *, if_unfinished: bool = False) -> ServerStatus | None:
        is_first = not self.may_start.is_set()
        self.may_start.wait()
        if is_first:
            raise CannotServe(Text("The port is in use"))
        return super().start(name, if_unfinished=if_unfinished)


class Catching:
    """Starts tasks and keeps their unexpected errors."""

    def __init__(self, nursery: trio.Nursery, errors: list[BaseException]) -> None:
        self._nursery, self._errors = nursery, errors

    def start_soon(self, work: Callable[..., Awaitable[object]], /, *args: object) -> None:
        self._nursery.start_soon(self._run, work, args)

    async def _run(self, work: Callable[..., Awaitable[object]], args: tuple[object, ...]) -> None:
        try:
            await work(*args)
        except ZeroDivisionError as error:
            self._errors.append(error)


@dataclass
class Answers:
    """The answers to the requests for a server."""

    ready: list[ServerStatus] = field(default_factory=list)
    failed: list[Text | HostedElsewhere] = field(default_factory=list)


def ask(hosting: Hosting, answers: Answers, *, if_unfinished: bool = False) -> None:
    hosting.start("here", answers.ready.append, answers.failed.append, if_unfinished=if_unfinished)


@asynccontextmanager
async def hosting_of(server: FakeServer) -> AsyncIterator[Hosting]:
    async with trio.open_nursery() as nursery:
        yield Hosting(server, nursery)
        nursery.cancel_scope.cancel()


async def test_two_requests_start_one_server() -> None:
    server, answers = FakeServer(), Answers()
    async with hosting_of(server) as hosting:
        ask(hosting, answers)
        ask(hosting, answers)
        await until(lambda: len(answers.ready) == 2)
        ask(hosting, answers)

        assert answers.ready == [SERVED] * 3
        assert (server.starts, hosting.state, hosting.was_running) == (1, "on", False)


async def test_the_server_stops_with_the_window_unless_it_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_server, "POLL_S", 0.01)
    for kept in (False, True):
        server, answers = FakeServer(), Answers()
        async with hosting_of(server) as hosting:
            ask(hosting, answers)
            await until(lambda: answers.ready)  # noqa: B023
            hosting.is_kept = kept
            await until(lambda: server.is_held is not kept)  # noqa: B023

        assert (hosting.state, server.runs) == ("off", kept)


async def test_a_request_while_the_server_stops_starts_another_one() -> None:
    server, answers, stops = FakeServer(), Answers(), []
    async with hosting_of(server) as hosting:
        hosting.stopped.connect(lambda: stops.append(1))
        ask(hosting, answers)
        await until(lambda: answers.ready)
        hosting.stop()
        ask(hosting, answers)
        assert hosting.state == "stopping"
        await until(lambda: len(answers.ready) == 2)

        assert (server.starts, hosting.state, stops) == (2, "on", [1])


async def test_a_server_that_still_starts_can_be_stopped() -> None:
    server, stopped, restarted = FakeServer(), Answers(), Answers()
    server.may_start.clear()
    async with hosting_of(server) as hosting:
        states = []
        ask(hosting, stopped)
        await until(lambda: hosting.state == "starting")
        hosting.stop()
        hosting.changed.connect(lambda: states.append(hosting.state))
        ask(hosting, restarted)
        server.may_start.set()
        await until(lambda: restarted.ready)

        assert len(stopped.failed) == 1
        assert states == ["off", "starting", "on"]


@pytest.mark.parametrize("problem", [HostedElsewhere(7763, "ab" * 32), CannotServe(Text("The port is taken"))])
async def test_after_a_failed_start_the_server_can_be_started_again(problem: Exception) -> None:
    server, answers = FakeServer(problem), Answers()
    async with hosting_of(server) as hosting:
        ask(hosting, answers)
        await until(lambda: answers.failed)
        assert hosting.state == "off"
        ask(hosting, answers)
        await until(lambda: answers.ready)

        assert answers.failed == [problem.text if isinstance(problem, CannotServe) else problem]


@pytest.mark.parametrize(("server", "starts"), [
    (FakeServer(), 0), (FakeServer(unfinished=True), 1), (FakeServer(runs=True), 0),
])  # fmt: skip
async def test_only_unfinished_matches_and_running_servers_are_hosted_again(server: FakeServer, starts: int) -> None:
    answers, expected = Answers(), server.unfinished or server.runs
    async with hosting_of(server) as hosting:
        states = []
        hosting.changed.connect(lambda: states.append(hosting.state))
        ask(hosting, answers, if_unfinished=True)
        await until(lambda: states in (["starting", "on"], ["starting", "off"]))

        assert (bool(answers.ready), server.starts, hosting.was_running) == (expected, starts, not starts and expected)


async def test_a_table_is_opened_although_nothing_is_unfinished() -> None:
    server, resumed, opened = FakeServer(), Answers(), Answers()
    async with hosting_of(server) as hosting:
        ask(hosting, resumed, if_unfinished=True)
        ask(hosting, opened)
        await until(lambda: opened.ready)


async def test_the_end_of_a_server_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_server, "POLL_S", 0.01)
    server, answers, losses = FakeServer(), Answers(), []
    async with hosting_of(server) as hosting:
        hosting.lost.connect(lambda: losses.append(1))
        ask(hosting, answers)
        await until(lambda: answers.ready)
        server.runs = False
        await until(lambda: hosting.state == "off")

        assert losses == [1]


class Broken(FakeServer):
    """Its next start has a fault of the program."""

    def start(self, name: str, *, if_unfinished: bool = False) -> ServerStatus | None:
        if not self.starts:
            self.starts += 1
            raise ZeroDivisionError
        return super().start(name, if_unfinished=if_unfinished)


async def test_after_an_unexpected_error_hosting_can_start_again() -> None:
    answers, errors = Answers(), list[BaseException]()
    async with trio.open_nursery() as nursery:
        hosting = Hosting(Broken(), Catching(nursery, errors))
        ask(hosting, answers)
        await until(lambda: errors)
        assert (len(answers.failed), hosting.state) == (1, "off")

        ask(hosting, answers)
        await until(lambda: answers.ready)
        nursery.cancel_scope.cancel()


async def test_a_problem_of_a_stopped_start_does_not_end_the_next_one() -> None:
    server, stopped, restarted = Late(), Answers(), Answers()
    async with hosting_of(server) as hosting:
        ask(hosting, stopped)
        await until(lambda: hosting.state == "starting")
        hosting.stop()
        ask(hosting, restarted)
        server.may_start.set()
        await until(lambda: restarted.ready or restarted.failed)

        assert (len(stopped.failed), restarted.failed) == (1, [])
