"""Servers found between computers: real packets between network namespaces on one bridge.

Most of a scene is waiting, so all scenes are played at the same time.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
import trio

from devtools.harness import PATIENCE_S
from devtools.harness.server.process import ServerProcess
from devtools.harness.server.serving import running_on_loopback
from protocol.discovery.servers import MAX_SERVERS
from tests import netns
from tests.netns import Computer

pytestmark = pytest.mark.slow
CHECKOUT = Path(__file__).parents[2]
BOTH = ("dns-sd", "query")
Row = dict[str, Any]


class Program:
    """A program on one of the computers, and what it has said last."""

    def __init__(self, said: Iterable[str]) -> None:
        self.events: Iterator[Row] = map(json.loads, said)
        self.rows: list[Row] = []
        self.problem = ""
        self.floods = 0
        self.log: list[str] = []

    def until(self, is_so: Callable[[], object]) -> None:
        while not is_so():
            told = next(self.events)
            if told["event"] == "rows":
                self.rows, self.problem = told["rows"], told["problem"]
            elif told["event"] == "flooded":
                self.floods += 1
            else:
                self.log.append(told["text"])

    def row(self, *addresses: str, methods: Sequence[str] = ()) -> Row:
        """Wait for a row with exactly these addresses, found by all these methods."""

        def wanted(row: Row) -> bool:
            return row["addresses"] == [*addresses] and {*methods} <= {*row["methods"]}

        self.until(lambda: any(map(wanted, self.rows)))
        return next(filter(wanted, self.rows))


@contextmanager
def running(computer: Computer, *words: str) -> Iterator[Program]:
    """Run a program on that computer, which is killed if it hangs."""
    command = computer.command(sys.executable, "-m", "tests.end_to_end.lan_program", *words)
    with subprocess.Popen(command, cwd=CHECKOUT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        guard = Timer(PATIENCE_S, process.kill)
        guard.start()
        try:
            yield Program(process.stdout)
        finally:
            guard.cancel()
            process.kill()


def on_an_open_network_both_methods_find_the_server() -> None:
    with netns.lan() as (here, there), running(here, "announce"), running(there, "browse") as browser:
        row = browser.row(f"{here.address()}:4000", methods=BOTH)
    assert row["ping_ms"] < 1000
    assert row["tables"] == 1
    assert browser.problem == ""


def where_the_switch_drops_multicast_the_broadcast_query_finds_it() -> None:
    with netns.lan() as (here, there):
        here.block_multicast()
        there.block_multicast()
        with running(here, "announce") as server, running(there, "browse") as browser:
            row = browser.row(f"{here.address()}:4000")
            server.until(lambda: any("announced by DNS-SD" in line for line in server.log))
    assert row["methods"] == ["query"]


def a_firewall_that_opens_only_our_port_lets_the_query_through() -> None:
    with netns.lan() as (here, there):
        here.firewall("udp dport 7763", "tcp dport 4000")
        with running(here, "announce"), running(there, "browse") as browser:
            browser.row(f"{here.address()}:4000", methods=["query"])


def behind_a_firewall_of_its_own_a_browser_finds_the_servers_it_remembers() -> None:
    with netns.lan() as (here, there):
        there.firewall()
        with running(here, "announce"), running(there, "browse", "--remembered", here.address()) as browser:
            row = browser.row(f"{here.address()}:4000")
    assert row["methods"] == ["query"]


def behind_a_firewall_of_its_own_a_browser_finds_a_server_by_asking_each_address() -> None:
    with netns.lan() as (here, there):
        there.firewall()
        with running(here, "announce"), running(there, "browse", "--each-address") as browser:
            row = browser.row(f"{here.address()}:4000")
    assert row["methods"] == ["query"]


def where_another_program_keeps_mdns_for_itself_the_query_goes_on() -> None:
    hold = ("--hold", "5353")
    with (
        netns.lan() as (here, there),
        running(here, "announce", *hold) as server,
        running(there, "browse", *hold) as browser,
    ):
        row = browser.row(f"{here.address()}:4000")
        for program in (server, browser):
            program.until(lambda log=program.log: any("by DNS-SD failed" in line for line in log))

    assert row["methods"] == ["query"]


def a_killed_server_leaves_the_list_however_it_was_found_and_comes_back_when_started_again() -> None:
    with netns.lan(3) as (here, shut, there):
        shut.firewall("udp dport 5353")
        with running(there, "browse") as browser:
            with running(here, "announce"), running(shut, "announce", "--fingerprint", "cd" * 32):
                browser.row(f"{here.address()}:4000", methods=BOTH)
                row = browser.row(f"{shut.address()}:4000")
            browser.until(lambda: not browser.rows)
            with running(here, "announce", "--port", "4002"):
                browser.row(f"{here.address()}:4002", methods=["query"])

    assert row["methods"] == ["dns-sd"]


def two_computers_with_one_identity_are_two_rows_however_they_are_found() -> None:
    with netns.lan(3) as (here, shut, there):
        shut.firewall("udp dport 5353")
        with running(there, "browse") as browser:
            with running(here, "announce", "--instance", "11" * 8), running(shut, "announce", "--instance", "22" * 8):
                _, dns_only = (browser.row(f"{computer.address()}:4000") for computer in (here, shut))
                browser.until(lambda: len(browser.rows) == 2 and all(row["has_twin"] for row in browser.rows))
            browser.until(lambda: not browser.rows)
            with running(here, "announce", "--instance", "33" * 8, "--port", "4002"):
                row = browser.row(f"{here.address()}:4002")

    assert dns_only["methods"] == ["dns-sd"]
    assert not row["has_twin"]


def networks_that_come_and_go_are_used_at_both_ends() -> None:
    with netns.lan(2, networks=()) as (here, there), running(here, "announce"), running(there, "browse") as browser:
        browser.until(lambda: browser.problem.startswith("This computer is on no network"))
        for computer in (here, there):
            computer.plug(1)
        browser.row(f"{here.address(1)}:4000", methods=BOTH)
        assert browser.problem == ""

        for computer in (here, there):
            computer.plug(0)
        browser.until(lambda: len(browser.rows[0]["addresses"]) == 2)
        assert len(browser.rows) == 1

        here.unplug(1)
        browser.row(f"{here.address(0)}:4000", methods=BOTH)


def without_any_network_servers_on_the_same_computer_are_found() -> None:
    with netns.lan(1, networks=()) as (here,), running(here, "announce"), running(here, "browse") as browser:
        browser.row("127.0.0.1:4000")


def a_neighbour_that_invents_services_and_servers_hides_nobody() -> None:
    with netns.lan(4) as (here, shut, neighbour, there):
        shut.firewall("udp dport 5353")
        with running(neighbour, "flood") as flood:
            flood.until(lambda: flood.floods > 1)
            with running(there, "browse") as browser:
                browser.until(lambda: len(browser.rows) == MAX_SERVERS)
                with running(here, "announce"), running(shut, "announce", "--fingerprint", "cd" * 32):
                    browser.row(f"{here.address()}:4000")
                    row = browser.row(f"{shut.address()}:4000")

    assert row["methods"] == ["dns-sd"]


SCENES: tuple[Callable[[], None], ...] = (
    on_an_open_network_both_methods_find_the_server,
    where_the_switch_drops_multicast_the_broadcast_query_finds_it,
    a_firewall_that_opens_only_our_port_lets_the_query_through,
    behind_a_firewall_of_its_own_a_browser_finds_the_servers_it_remembers,
    behind_a_firewall_of_its_own_a_browser_finds_a_server_by_asking_each_address,
    where_another_program_keeps_mdns_for_itself_the_query_goes_on,
    a_killed_server_leaves_the_list_however_it_was_found_and_comes_back_when_started_again,
    two_computers_with_one_identity_are_two_rows_however_they_are_found,
    networks_that_come_and_go_are_used_at_both_ends,
    without_any_network_servers_on_the_same_computer_are_found,
    a_neighbour_that_invents_services_and_servers_hides_nobody,
)


async def test_copied_servers_behind_firewalls_that_open_only_our_port_are_told(tmp_path: Path) -> None:
    if problem := netns.why_no_firewall():
        pytest.skip(problem)
    first, second = tmp_path / "first", tmp_path / "second"
    async with running_on_loopback(first, plain=False):
        pass
    shutil.copytree(first, second)

    with netns.lan() as computers, trio.fail_after(PATIENCE_S):
        for computer in computers:
            computer.firewall("udp dport 7763", "tcp dport 7763")
        with ExitStack() as running_servers:
            servers = list[ServerProcess]()
            for data, computer in zip((first, second), computers, strict=True):
                words = "--port", "7763", "--host", computer.address(), "--announce", "all"
                servers.append(await ServerProcess.start(data, *words, within=computer.command()))
                running_servers.callback(servers[-1].kill)
            for server, other in zip(servers, reversed(computers), strict=True):
                await server.logged(f"The server at {other.address()}")


@pytest.fixture(scope="module")
def played() -> Iterator[dict[Callable[[], None], "Future[None]"]]:
    """All scenes, which have begun."""
    if problem := netns.why_no_firewall():
        pytest.skip(problem)
    with ThreadPoolExecutor(len(SCENES)) as players:
        yield {scene: players.submit(scene) for scene in SCENES}


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_servers_are_found(played: dict[Callable[[], None], "Future[None]"], scene: Callable[[], None]) -> None:
    played[scene].result()
