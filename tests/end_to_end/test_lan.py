"""Servers found between computers: real packets between network namespaces on one bridge."""

import json
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import trio

from tests import PATIENCE_S, netns
from tests.netns import Computer

pytestmark = pytest.mark.slow
needs_firewall = pytest.mark.usefixtures("firewalls")

CHECKOUT = Path(__file__).parents[2]
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

    def __init__(self, process: trio.Process) -> None:
        self.process = process
        self.rows: list[Row] = []
        self.trouble = ""
        self.log: list[str] = []
        self._said = trio.Event()

    async def read(self) -> None:
        rest = b""
        async for data in self.process.stdout:
            *lines, rest = (rest + data).split(b"\n")
            for line in map(json.loads, lines):
                self._note(line)
                said, self._said = self._said, trio.Event()
                said.set()

    def _note(self, line: dict[str, Any]) -> None:
        if line["event"] == "rows":
            self.rows, self.trouble = line["rows"], line["trouble"]
        elif line["event"] == "log":
            self.log.append(line["text"])

    async def until(self, true: Callable[[], object]) -> None:
        with trio.move_on_after(PATIENCE_S):
            while not true():
                await self._said.wait()
            return
        pytest.fail(f"not seen: rows {self.rows}, trouble {self.trouble!r}, log {self.log}")

    async def row(self, wanted: Callable[[Row], object] = lambda row: True) -> Row:
        await self.until(lambda: any(map(wanted, self.rows)))
        return next(filter(wanted, self.rows))

    async def order(self, line: str) -> None:
        await self.process.stdin.send_all(line.encode() + b"\n")


@asynccontextmanager
async def running(computer: Computer, *words: str) -> AsyncIterator[Program]:
    command = computer.command(sys.executable, "-m", "tests.end_to_end.lan_program", *words)
    async with trio.open_nursery() as nursery:
        process = await trio.lowlevel.open_process(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=str(CHECKOUT)
        )
        program = Program(process)
        try:
            nursery.start_soon(program.read)
            await program._said.wait()
            yield program
        finally:
            with trio.CancelScope(shield=True):
                if process.returncode is None:
                    process.kill()
                await process.wait()
            nursery.cancel_scope.cancel()


async def test_on_an_open_network_both_means_find_the_server(computers: list[Computer]):
    here, there = computers

    async with running(here, "announce"), running(there, "browse") as browser:
        row = await browser.row(lambda row: len(row["means"]) == 2)

    assert row["addresses"] == [f"{here.address()}:4000"]
    assert row["ping_ms"] < 1000
    assert browser.trouble == ""


async def test_where_the_switch_drops_multicast_the_broadcast_query_finds_it(computers: list[Computer]):
    here, there = computers
    here.block_multicast()
    there.block_multicast()

    async with running(here, "announce") as server, running(there, "browse") as browser:
        row = await browser.row()
        await server.until(lambda: any("announced by DNS-SD" in line for line in server.log))

    assert row["means"] == ["query"]


@needs_firewall
async def test_a_firewall_that_opens_only_our_port_lets_the_query_through(computers: list[Computer]):
    here, there = computers
    here.firewall("udp dport 7763", "tcp dport 4000")

    async with running(here, "announce"), running(there, "browse") as browser:
        row = await browser.row(lambda row: "query" in row["means"])

    assert row["addresses"] == [f"{here.address()}:4000"]


@needs_firewall
async def test_behind_a_firewall_of_its_own_a_browser_finds_the_servers_it_remembers(computers: list[Computer]):
    here, there = computers
    there.firewall()

    async with running(here, "announce"), running(there, "browse", "--remembered", here.address()) as browser:
        row = await browser.row()

    assert row["means"] == ["query"]


@needs_firewall
async def test_where_our_port_is_closed_dns_sd_finds_it_and_notices_when_it_was_killed(computers: list[Computer]):
    here, there = computers
    here.firewall("udp dport 5353")

    async with running(there, "browse") as browser:
        async with running(here, "announce") as server:
            row = await browser.row()
            await server.order("tables 3")
            await browser.row(lambda row: row["tables"] == 3)
        await browser.until(lambda: not browser.rows)

    assert row["means"] == ["dns-sd"]
    assert row["addresses"] == [f"{here.address()}:4000"]


async def test_where_another_program_keeps_mdns_for_itself_the_query_goes_on(computers: list[Computer]):
    here, there = computers

    async with (
        running(here, "announce", "--hold", "5353") as server,
        running(there, "browse", "--hold", "5353") as browser,
    ):
        row = await browser.row()
        for program in (server, browser):
            await program.until(lambda log=program.log: any("by DNS-SD failed" in line for line in log))

    assert row["means"] == ["query"]


async def test_a_server_on_two_networks_is_one_row_with_two_addresses():
    with netns.lan(2, networks=(0, 1)) as (here, there):
        async with running(here, "announce"), running(there, "browse") as browser:
            row = await browser.row(lambda row: len(row["addresses"]) == 2 and len(row["means"]) == 2)

    assert sorted(row["addresses"]) == [f"{here.address(0)}:4000", f"{here.address(1)}:4000"]
    assert len(browser.rows) == 1


async def test_two_servers_on_one_computer_are_both_found(computers: list[Computer]):
    here, there = computers
    second = ("--fingerprint", "cd" * 32, "--name", "Bob", "--port", "4001")

    async with running(here, "announce"), running(here, "announce", *second), running(there, "browse") as browser:
        ann = await browser.row(lambda row: row["name"] == "Ann" and len(row["means"]) == 2)
        bob = await browser.row(lambda row: row["name"] == "Bob" and len(row["means"]) == 2)

    assert (ann["addresses"], bob["addresses"]) == ([f"{here.address()}:4000"], [f"{here.address()}:4001"])


async def test_a_server_that_is_found_can_be_joined_and_tells_of_the_table_made_there(computers: list[Computer]):
    here, there = computers

    async with running(here, "serve") as server, running(there, "join", "--name", "Bob") as player:
        row = await player.row(lambda row: row["tables"] == 1)

    assert f"serving {row['fingerprint']} {row['addresses'][0].partition(':')[2] or 7763}" in server.log
    assert row["addresses"][0].startswith(here.address())


async def test_changed_tables_are_seen_without_asking_for_them(computers: list[Computer]):
    here, there = computers

    async with running(here, "announce") as server, running(there, "browse") as browser:
        await browser.row(lambda row: row["tables"] == 1)
        await server.order("tables 2")
        await browser.row(lambda row: row["tables"] == 2)


async def test_a_server_that_stops_leaves_the_list(computers: list[Computer]):
    here, there = computers

    async with running(there, "browse") as browser, running(here, "announce") as server:
        await browser.row(lambda row: len(row["means"]) == 2)
        await server.order("stop")
        await browser.until(lambda: not browser.rows)
        assert await server.process.wait() == 0


async def test_a_killed_server_leaves_the_list_and_comes_back_when_started_again(computers: list[Computer]):
    here, there = computers

    async with running(there, "browse") as browser:
        async with running(here, "announce"):
            await browser.row(lambda row: len(row["means"]) == 2)
        await browser.until(lambda: not browser.rows)
        async with running(here, "announce", "--port", "4002"):
            row = await browser.row(lambda row: "query" in row["means"])

    assert row["addresses"][0] == f"{here.address()}:4002"


async def test_a_network_that_appears_later_is_used_at_both_ends():
    with netns.lan(2, networks=()) as (here, there):
        async with running(here, "announce"), running(there, "browse") as browser:
            await browser.until(lambda: browser.trouble.startswith("This computer is on no network"))
            here.plug()
            there.plug()
            row = await browser.row(lambda row: len(row["means"]) == 2)

    assert row["addresses"] == [f"{here.address()}:4000"]
    assert browser.trouble == ""


async def test_another_network_that_appears_is_used_by_dns_sd_too():
    with netns.lan(2, networks=()) as (here, there):
        here.plug(1)
        there.plug(1)
        async with running(here, "announce"), running(there, "browse") as browser:
            await browser.row(lambda row: row["addresses"] == [f"{here.address(1)}:4000"] and len(row["means"]) == 2)
            here.plug(0)
            there.plug(0)
            here.unplug(1)
            row = await browser.row(
                lambda row: row["addresses"] == [f"{here.address(0)}:4000"] and len(row["means"]) == 2
            )

    assert row["name"] == "Ann"


async def test_without_any_network_servers_on_the_same_computer_are_found():
    with netns.lan(1, networks=()) as (here,):
        async with running(here, "announce"), running(here, "browse") as browser:
            row = await browser.row()

    assert row["addresses"] == ["127.0.0.1:4000"]
