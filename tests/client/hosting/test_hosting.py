"""Hosting and finding without a window: states, failures, and what the list keeps apart."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import trio

from client_qt.hosting import own_server
from client_qt.hosting.own_server import Hosting
from client_qt.hosting.server_process import CannotServe, HostedElsewhere, ServerProcess, ServerStatus
from client_qt.net.server_browser import ServerBrowser, Visit
from client_qt.net.table_list import Place, from_found, from_tables, version_problem
from client_qt.pages.join.server_trust import NO_BREAK, is_near, stranger_question
from client_qt.settings.file import KnownServer, Settings
from netgame.text import Text
from protocol.address import Address
from protocol.discovery.announcement import Announcement, TableBrief
from protocol.discovery.browser import NO_NETWORK
from protocol.discovery.servers import DiscoveredServer
from protocol.identity.fingerprint_words import digits_of, words_of
from protocol.messages import SeatInfo, TableInfo

SERVED = ServerStatus(7763, "ab" * 32, ("192.168.1.5",), "here")
qt_trio = pytest.mark.qt_trio


class FakeServer(ServerProcess):
    """A server process that exists only in this test. `problems` are raised by the next starts."""

    def __init__(self, *problems: Exception, unfinished: bool = False, runs: bool = False) -> None:
        super().__init__(Path(), "none")
        self.problems = list(problems)
        self.unfinished, self.runs, self.is_held = unfinished, runs, False
        self.starts = 0

    def find(self) -> ServerStatus | None:
        self.is_held = self.runs
        return SERVED if self.runs else None

    def start(self, name: str, *, if_unfinished: bool = False) -> ServerStatus | None:
        if self.problems:
            raise self.problems.pop(0)
        if if_unfinished and not self.unfinished:
            return None
        self.starts += 1
        self.runs = True
        return self.find()

    def status(self, hold: bool) -> ServerStatus | None:
        self.is_held = hold
        return SERVED if self.runs else None

    def stop(self) -> None:
        self.runs = False

    def close(self) -> None:
        self.is_held = False


@dataclass
class Answers:
    """The answers to the requests for a server."""

    ready: list[ServerStatus] = field(default_factory=list)
    failed: list[Text | HostedElsewhere] = field(default_factory=list)


def ask(hosting: Hosting, answers: Answers, *, if_unfinished: bool = False) -> None:
    hosting.start("here", answers.ready.append, answers.failed.append, if_unfinished=if_unfinished)


async def until(condition: Callable[[], Any]) -> None:
    while not condition():
        await trio.sleep(0.005)


@qt_trio
async def test_two_requests_start_one_server() -> None:
    server, answers = FakeServer(), Answers()
    async with trio.open_nursery() as nursery:
        hosting = Hosting(server, nursery)
        ask(hosting, answers)
        ask(hosting, answers)
        await until(lambda: len(answers.ready) == 2)
        ask(hosting, answers)

        assert answers.ready == [SERVED] * 3
        assert (server.starts, hosting.state, hosting.was_running) == (1, "on", False)
        nursery.cancel_scope.cancel()


@qt_trio
async def test_the_server_stops_with_the_window_unless_it_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_server, "POLL_S", 0.01)
    for kept in (False, True):
        server, answers = FakeServer(), Answers()
        async with trio.open_nursery() as nursery:
            hosting = Hosting(server, nursery)
            ask(hosting, answers)
            await until(lambda: answers.ready)  # noqa: B023
            hosting.keep(kept)
            await until(lambda: server.is_held is not kept)  # noqa: B023
            nursery.cancel_scope.cancel()

        assert (hosting.state, server.runs) == ("off", kept)


@qt_trio
async def test_a_request_while_the_server_stops_starts_another_one() -> None:
    server, answers, stops = FakeServer(), Answers(), []
    async with trio.open_nursery() as nursery:
        hosting = Hosting(server, nursery)
        hosting.stopped.connect(lambda: stops.append(1))
        ask(hosting, answers)
        await until(lambda: answers.ready)
        hosting.stop()
        ask(hosting, answers)
        assert hosting.state == "stopping"
        await until(lambda: len(answers.ready) == 2)

        assert (server.starts, hosting.state, stops) == (2, "on", [1])
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("problem", [HostedElsewhere(7763, "ab" * 32), CannotServe(Text("The port is taken"))])
@qt_trio
async def test_after_a_failed_start_the_server_can_be_started_again(problem: Exception) -> None:
    server, answers = FakeServer(problem), Answers()
    async with trio.open_nursery() as nursery:
        hosting = Hosting(server, nursery)
        ask(hosting, answers)
        await until(lambda: answers.failed)
        assert hosting.state == "off"
        ask(hosting, answers)
        await until(lambda: answers.ready)

        assert answers.failed == [problem.text if isinstance(problem, CannotServe) else problem]
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize(("server", "starts"), [
    (FakeServer(), 0), (FakeServer(unfinished=True), 1), (FakeServer(runs=True), 0),
])  # fmt: skip
@qt_trio
async def test_only_unfinished_matches_and_running_servers_are_hosted_again(server: FakeServer, starts: int) -> None:
    answers, expected = Answers(), server.unfinished or server.runs
    async with trio.open_nursery() as nursery:
        hosting, states = Hosting(server, nursery), []
        hosting.changed.connect(lambda: states.append(hosting.state))
        ask(hosting, answers, if_unfinished=True)
        await until(lambda: states in (["starting", "on"], ["starting", "off"]))

        assert (bool(answers.ready), server.starts, hosting.was_running) == (expected, starts, not starts and expected)
        nursery.cancel_scope.cancel()


@qt_trio
async def test_a_table_is_opened_although_nothing_is_unfinished() -> None:
    server, resumed, opened = FakeServer(), Answers(), Answers()
    async with trio.open_nursery() as nursery:
        hosting = Hosting(server, nursery)
        ask(hosting, resumed, if_unfinished=True)
        ask(hosting, opened)
        await until(lambda: opened.ready)
        nursery.cancel_scope.cancel()


@qt_trio
async def test_the_end_of_a_server_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_server, "POLL_S", 0.01)
    server, answers, losses = FakeServer(), Answers(), []
    async with trio.open_nursery() as nursery:
        hosting = Hosting(server, nursery)
        hosting.lost.connect(lambda: losses.append(1))
        ask(hosting, answers)
        await until(lambda: answers.ready)
        server.runs = False
        await until(lambda: hosting.state == "off")

        assert losses == [1]
        nursery.cancel_scope.cancel()


# ---- the list


def found(fingerprint: str = "ab" * 32, protocols: tuple[int, int] = (1, 1), game: str = "thud") -> DiscoveredServer:
    briefs = (TableBrief("t1", "Ann's table", game, {"battles": 1}, 1, ("Ann",)),)
    told = Announcement(fingerprint, "ann-laptop", 7763, protocols, "netgame 0.1.0", briefs)
    return DiscoveredServer(told, (Address("192.168.1.5"),), 3.2, frozenset({"query"}), 1.0)


def test_a_found_table_is_a_row_with_its_players_ping_and_version() -> None:
    (row,) = from_found(found())

    assert (row.title, row.players, row.ping, row.place.version) == ("Ann's table", "1 of 2", "3 ms", "0.1.0")
    assert row.is_free
    assert "Battles: 1" in row.what


@pytest.mark.parametrize(("protocols", "side"), [((0, 0), "older"), ((7, 9), "newer")])
def test_another_version_says_which_side_must_update(protocols: tuple[int, int], side: str) -> None:
    (row,) = from_found(found(protocols=protocols))

    assert side in row.problem
    assert not row.is_free


def test_versions_that_overlap_are_no_problem() -> None:
    assert version_problem((1, 3), "netgame 0.9", "x") == ""


def test_a_game_this_program_does_not_know_is_said_so() -> None:
    (row,) = from_found(found(game="chess"))

    assert "chess" in row.problem
    assert not row.details()


def table(seats: tuple[SeatInfo | None, SeatInfo | None], state: str = "playing") -> TableInfo:
    return TableInfo(table="t1", title="", game="clod", rules=1, options={}, seats=seats, state=state, events=4, made=0)


def test_an_own_seat_is_known_by_the_account_and_not_by_the_name() -> None:
    place = Place("address", "ab" * 32, "x", (Address("127.0.0.1"),))
    seats = (SeatInfo(name="Ann", account="1", present=True), SeatInfo(name="Ann", account="2", present=True))

    mine, others = from_tables(place, [table(seats)], "2"), from_tables(place, [table(seats)], "3")

    assert (mine[0].mine, mine[0].is_free) == (True, True)
    assert (others[0].mine, others[0].is_free) == (False, False)


def test_tables_that_are_over_are_no_rows() -> None:
    place = Place("address", "ab" * 32, "x", (Address("127.0.0.1"),))

    assert from_tables(place, [table((None, None), "over"), table((None, None), "frozen")]) == []


@qt_trio
async def test_a_small_change_of_the_ping_is_no_news(tmp_path: Path) -> None:
    changes = []
    async with trio.open_nursery() as nursery:
        finder = ServerBrowser("none", nursery)
        finder.changed.connect(lambda: changes.append(1))
        place = Place("address", "ab" * 32, "x", (Address("127.0.0.1"),), 20.0)
        finder.show(Visit(place, (table((None, None), "open"),)))
        finder.show(
            Visit(Place("address", "ab" * 32, "x", (Address("127.0.0.1"),), 21.0), (table((None, None), "open"),))
        )

        assert len(changes) == 1
        nursery.cancel_scope.cancel()


@qt_trio
async def test_trouble_of_the_network_is_news_even_if_the_list_stays_empty(tmp_path: Path) -> None:
    changes = []
    async with trio.open_nursery() as nursery:
        finder = ServerBrowser("none", nursery)
        finder.changed.connect(lambda: changes.append(finder.trouble))
        browser = finder._browser

        for trouble in (NO_NETWORK, NO_NETWORK, None):
            browser._publish(trouble)

        assert changes == [NO_NETWORK, None]
        nursery.cancel_scope.cancel()


@qt_trio
async def test_the_network_is_asked_directly_for_servers_known_from_before(tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        finder = ServerBrowser("none", nursery)
        finder.know([Place("recent", "ab" * 32, "x", (Address("192.168.1.5"),))])

        assert finder._browser._remembered == ["192.168.1.5"]
        nursery.cancel_scope.cancel()


# ---- strangers


@pytest.mark.parametrize("host", ["192.168.1.5", "10.0.0.1", "fe80::1", "127.0.0.1", "ann-laptop", "ann.local"])
def test_addresses_of_the_own_network_are_near(host: str) -> None:
    assert is_near(Address(host))


@pytest.mark.parametrize("host", ["8.8.8.8", "play.example.org", "2606:4700::1111"])
def test_addresses_behind_the_internet_are_not(host: str) -> None:
    assert not is_near(Address(host))


def test_a_stranger_is_asked_about_with_words_to_compare() -> None:
    near = stranger_question(Place("address", "ab" * 32, "ann", (Address("192.168.1.5"),)), [])
    far = stranger_question(Place("address", "ab" * 32, "ann", (Address("play.example.org"),)), [])

    for question in (near, far):
        assert not question.instead_of
        shown = question.words.replace(NO_BREAK, " ")
        assert " ".join(words_of("ab" * 32)) in shown
        assert digits_of("ab" * 32) in shown
    assert "telephone" in far.words


def test_another_server_at_a_public_address_is_joined_only_when_the_old_one_is_forgotten() -> None:
    address = Address("play.example.org")
    settings = Settings().with_server(KnownServer("cd" * 32, "club", (str(address), "192.168.1.5:7763")))
    place = Place("address", "ab" * 32, "club", (address,))

    question = stranger_question(place, settings.servers.values())
    assert question.instead_of == "cd" * 32
    assert "now another server answers there" in question.words

    after = settings.without_address("cd" * 32, str(address))
    assert after.servers["cd" * 32].addresses == ("192.168.1.5:7763",)
    assert not stranger_question(place, after.servers.values()).instead_of
