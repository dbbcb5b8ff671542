"""Servers found between computers: real packets between network namespaces on one bridge."""

import json
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio

from tests import PATIENCE_S, netns
from tests.netns import Computer

pytestmark = pytest.mark.slow
needs_firewall = pytest.mark.usefixtures("firewalls")

CHECKOUT = Path(__file__).parents[2]
BOTH = ("dns-sd", "query")
Row = dict[str, Any]


@pytest.fixture(autouse=True)
def _namespaces() -> None:
    if problem := netns.why_not():
        pytest.skip(problem)


@pytest.fixture
def firewalls() -> None:
    if problem := netns.why_no_firewall():
        pytest.skip(problem)


@pytest.fixture
def computers() -> Iterator[list[Computer]]:
    with netns.lan(2) as made:
        yield made


class Program:
    """A program on one of the computers, and what it has said last."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.problem = ""
        self.log: list[str] = []
        self._said = trio.Event()

    async def read(self, stdout: trio.abc.ReceiveStream) -> None:
        rest = b""
        async for data in stdout:
            *lines, rest = (rest + data).split(b"\n")
            for line in map(json.loads, lines):
                if line["event"] == "rows":
                    self.rows, self.problem = line["rows"], line["problem"]
                else:
                    self.log.append(line["text"])
                said, self._said = self._said, trio.Event()
                said.set()

    async def until(self, true: Callable[[], object]) -> None:
        with trio.move_on_after(PATIENCE_S):
            while not true():
                await self._said.wait()
            return
        pytest.fail(f"not seen: rows {self.rows}, problem {self.problem!r}, log {self.log}")

    async def row(self, *addresses: str, methods: Sequence[str] = ()) -> Row:
        """Wait for a row with exactly these addresses, found by all these methods."""

        def wanted(row: Row) -> bool:
            return row["addresses"] == [*addresses] and {*methods} <= {*row["methods"]}

        await self.until(lambda: any(map(wanted, self.rows)))
        return next(filter(wanted, self.rows))


@asynccontextmanager
async def running(computer: Computer, *words: str) -> AsyncIterator[Program]:
    command = computer.command(sys.executable, "-m", "tests.end_to_end.lan_program", *words)
    program = Program()
    async with trio.open_nursery() as nursery:
        run = partial(trio.run_process, command, stdout=subprocess.PIPE, cwd=CHECKOUT, check=False)
        process = await nursery.start(run)
        nursery.start_soon(program.read, process.stdout)
        yield program
        process.kill()


async def test_on_an_open_network_both_methods_find_the_server(computers: list[Computer]) -> None:
    here, there = computers

    async with running(here, "announce"), running(there, "browse") as browser:
        row = await browser.row(f"{here.address()}:4000", methods=BOTH)

    assert row["ping_ms"] < 1000
    assert row["tables"] == 1
    assert browser.problem == ""


async def test_where_the_switch_drops_multicast_the_broadcast_query_finds_it(computers: list[Computer]) -> None:
    here, there = computers
    here.block_multicast()
    there.block_multicast()

    async with running(here, "announce") as server, running(there, "browse") as browser:
        row = await browser.row(f"{here.address()}:4000")
        await server.until(lambda: any("announced by DNS-SD" in line for line in server.log))

    assert row["methods"] == ["query"]


@needs_firewall
async def test_a_firewall_that_opens_only_our_port_lets_the_query_through(computers: list[Computer]) -> None:
    here, there = computers
    here.firewall("udp dport 7763", "tcp dport 4000")

    async with running(here, "announce"), running(there, "browse") as browser:
        await browser.row(f"{here.address()}:4000", methods=["query"])


@needs_firewall
async def test_behind_a_firewall_of_its_own_a_browser_finds_the_servers_it_remembers(computers: list[Computer]) -> None:
    here, there = computers
    there.firewall()

    async with running(here, "announce"), running(there, "browse", "--remembered", here.address()) as browser:
        row = await browser.row(f"{here.address()}:4000")

    assert row["methods"] == ["query"]


async def test_where_another_program_keeps_mdns_for_itself_the_query_goes_on(computers: list[Computer]) -> None:
    here, there = computers
    hold = ("--hold", "5353")

    async with running(here, "announce", *hold) as server, running(there, "browse", *hold) as browser:
        row = await browser.row(f"{here.address()}:4000")
        for program in (server, browser):
            await program.until(lambda log=program.log: any("by DNS-SD failed" in line for line in log))

    assert row["methods"] == ["query"]


@needs_firewall
async def test_a_killed_server_leaves_the_list_however_it_was_found_and_comes_back_when_started_again() -> None:
    with netns.lan(3) as (here, shut, there):
        shut.firewall("udp dport 5353")
        async with running(there, "browse") as browser:
            async with running(here, "announce"), running(shut, "announce", "--fingerprint", "cd" * 32):
                await browser.row(f"{here.address()}:4000", methods=BOTH)
                row = await browser.row(f"{shut.address()}:4000")
            await browser.until(lambda: not browser.rows)
            async with running(here, "announce", "--port", "4002"):
                await browser.row(f"{here.address()}:4002", methods=["query"])

    assert row["methods"] == ["dns-sd"]


async def test_networks_that_come_and_go_are_used_at_both_ends() -> None:
    with netns.lan(2, networks=()) as (here, there):
        async with running(here, "announce"), running(there, "browse") as browser:
            await browser.until(lambda: browser.problem.startswith("This computer is on no network"))
            for computer in (here, there):
                computer.plug(1)
            await browser.row(f"{here.address(1)}:4000", methods=BOTH)
            assert browser.problem == ""

            for computer in (here, there):
                computer.plug(0)
            await browser.until(lambda: len(browser.rows[0]["addresses"]) == 2)
            assert len(browser.rows) == 1

            here.unplug(1)
            await browser.row(f"{here.address(0)}:4000", methods=BOTH)


async def test_without_any_network_servers_on_the_same_computer_are_found() -> None:
    with netns.lan(1, networks=()) as (here,):
        async with running(here, "announce"), running(here, "browse") as browser:
            await browser.row("127.0.0.1:4000")
