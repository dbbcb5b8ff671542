"""Hosting without a window: its states, its requests, and a server that fails or ends."""

import socket
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
import trio

from client_qt.hosting.own_server import Hosting
from client_qt.hosting.server_process import CannotServe, HostedElsewhere, ServerProcess, ServerStatus
from client_qt.trio_guest import Tasks
from devtools.harness.window.program import until
from netgame.text import Text

SERVED = ServerStatus(7763, "ab" * 32, ("192.168.1.5",), "here")
TAKEN = CannotServe(Text("The port is taken"))
pytestmark = pytest.mark.qt_trio


class FakeServer(ServerProcess):
    """A server process that exists only in this test. `problems` are raised by the next starts, and `late` by a start
    that had to wait for `may_start`."""

    def __init__(
        self, *problems: Exception, late: Exception | None = None, unfinished: bool = False, runs: bool = False
    ) -> None:
        super().__init__(Path(), "none")
        self.served = SERVED
        self.problems, self.late = list(problems), late
        self.unfinished, self.runs, self.is_held = unfinished, runs, False
        self.starts = 0
        self.may_start = threading.Event()
        self.may_start.set()

    def find(self) -> ServerStatus | None:
        self.is_held = self.runs
        return self.served if self.runs else None

    def start(self, name: str, *, if_unfinished: bool = False) -> ServerStatus | None:
        if if_unfinished and not self.unfinished:
            return None
        is_late = not self.may_start.is_set()
        self.may_start.wait()
        if is_late and self.late is not None:
            raise self.late
        if self.problems:
            raise self.problems.pop(0)
        self.starts += 1
        self.runs = True
        return self.find()

    def status(self, *, hold: bool) -> ServerStatus | None:
        self.is_held = hold
        return self.served if self.runs else None

    def stop(self) -> None:
        self.runs = False

    def make_new_identity(self) -> None:
        assert not self.runs
        self.served = replace(self.served, fingerprint="cd" * 32, twins=())

    def close(self) -> None:
        self.is_held = False


@dataclass
class Answers:
    """The answers to the requests for a server."""

    ready: list[ServerStatus] = field(default_factory=list)
    failed: list[Text | HostedElsewhere] = field(default_factory=list)

    def ask(self, hosting: Hosting, *, if_unfinished: bool = False) -> None:
        hosting.start("here", self.ready.append, self.failed.append, if_unfinished=if_unfinished)

    async def come(self) -> None:
        await until(lambda: self.ready)


@asynccontextmanager
async def hosting_of(server: FakeServer) -> AsyncIterator[Hosting]:
    async with trio.open_nursery() as nursery:
        yield Hosting(server, Tasks(nursery))
        nursery.cancel_scope.cancel()


async def test_two_requests_start_one_server_and_one_while_it_stops_starts_another() -> None:
    server, answers, stops = FakeServer(), Answers(), []
    async with hosting_of(server) as hosting:
        hosting.stopped.connect(lambda: stops.append(1))
        answers.ask(hosting)
        answers.ask(hosting)
        await until(lambda: len(answers.ready) == 2)
        answers.ask(hosting)
        assert answers.ready == [SERVED] * 3
        assert (server.starts, hosting.state, hosting.was_running) == (1, "on", False)

        hosting.stop()
        answers.ask(hosting)
        assert hosting.state == "stopping"
        await until(lambda: len(answers.ready) == 4)
        assert (server.starts, hosting.state, stops) == (2, "on", [1])


async def test_a_server_whose_identity_another_one_has_stops_and_gets_a_new_one() -> None:
    server, answers, renewed = FakeServer(), Answers(), []
    server.served = replace(SERVED, twins=("192.168.1.6:7763",))
    async with hosting_of(server) as hosting:
        hosting.stopped.connect(lambda: renewed.append(hosting.renewed))
        answers.ask(hosting)
        await answers.come()
        hosting.renew()
        await until(lambda: hosting.state == "off")
        answers.ask(hosting)
        await until(lambda: len(answers.ready) == 2)

    assert renewed == [True]
    assert [each.fingerprint for each in answers.ready] == ["ab" * 32, "cd" * 32]


@pytest.mark.parametrize("problem", [None, TAKEN])
async def test_a_server_that_starts_can_be_stopped_and_started_again(problem: Exception | None) -> None:
    server, stopped, restarted = FakeServer(late=problem), Answers(), Answers()
    server.may_start.clear()
    async with hosting_of(server) as hosting:
        states = []
        stopped.ask(hosting)
        await until(lambda: hosting.state == "starting")
        hosting.stop()
        hosting.changed.connect(lambda: states.append(hosting.state))
        restarted.ask(hosting)
        server.may_start.set()
        await until(lambda: restarted.ready or restarted.failed)

        assert (len(stopped.failed), restarted.failed) == (1, [])
        assert states == ["off", "starting", "on"]


@pytest.mark.parametrize("problem", [HostedElsewhere(7763, "ab" * 32), TAKEN, ZeroDivisionError()])
async def test_after_a_failed_start_another_one_follows(problem: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "excepthook", lambda *_error: None)  # an unexpected error is shown, too
    server, answers = FakeServer(problem), Answers()
    async with hosting_of(server) as hosting:
        answers.ask(hosting)
        await until(lambda: answers.failed)
        assert hosting.state == "off"
        answers.ask(hosting)
        await answers.come()

        (failed,) = answers.failed
        assert failed == (problem.text if isinstance(problem, CannotServe) else problem) or problem.args == ()


@pytest.mark.parametrize(("server", "starts"), [
    (FakeServer(), 0), (FakeServer(unfinished=True), 1), (FakeServer(runs=True), 0),
])  # fmt: skip
async def test_only_unfinished_matches_and_running_servers_are_hosted_again(server: FakeServer, starts: int) -> None:
    answers, opened, expected = Answers(), Answers(), server.unfinished or server.runs
    async with hosting_of(server) as hosting:
        states = []
        hosting.changed.connect(lambda: states.append(hosting.state))
        answers.ask(hosting, if_unfinished=True)
        await until(lambda: states in (["starting", "on"], ["starting", "off"]))
        assert (bool(answers.ready), server.starts, hosting.was_running) == (expected, starts, not starts and expected)

        answers.ask(hosting, if_unfinished=True)
        opened.ask(hosting)
        await opened.come()


@pytest.mark.parametrize(("found", "shared"), [("192.168.1.5", ("pc.local",)), ("192.168.9.9", ()), ("", ())])
async def test_the_name_of_a_computer_is_shared_where_it_leads_there(
    found: str, shared: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    def resolve(name: str, *_more: object, **_named: object) -> list[object]:
        if not found:
            raise OSError("no such name")
        return [(0, 0, 0, "", (found, 0))]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    server, answers = FakeServer(), Answers()
    server.served, looks = replace(SERVED, name="pc.local"), []
    async with hosting_of(server) as hosting:
        hosting.changed.connect(lambda: looks.append(hosting.server))
        answers.ask(hosting)
        await until(lambda: len(looks) == (3 if shared else 2))
        assert hosting.server is not None
        assert hosting.server.addresses_to_share() == ("192.168.1.5", *shared)
