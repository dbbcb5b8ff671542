"""Check my set-up, between two computers: it names the cause that keeps them apart."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from tests import netns
from tests.end_to_end.test_lan import CHECKOUT
from tests.netns import Computer

pytestmark = pytest.mark.slow
Findings = dict[str, dict[str, Any]]


@pytest.fixture(autouse=True)
def _namespaces() -> None:
    if problem := netns.why_no_firewall():
        pytest.skip(problem)


@pytest.fixture
def computers() -> Iterator[list[Computer]]:
    with netns.lan(2) as made:
        yield made


@contextmanager
def program(computer: Computer, *words: str) -> Iterator["subprocess.Popen[str]"]:
    command = computer.command(sys.executable, "-m", "tests.end_to_end.lan_program", *words)
    with subprocess.Popen(command, cwd=CHECKOUT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def findings(process: "subprocess.Popen[str]") -> Findings:
    """All findings of one check of a computer."""
    assert process.stdout is not None
    found: Findings = {}
    for line in process.stdout:
        told = json.loads(line)
        if told["event"] == "done":
            return found
        if told["event"] == "finding":
            found[told["key"]] = told
    raise AssertionError(f"the checks ended early, after {found}")


@contextmanager
def served(computer: Computer) -> Iterator[str]:
    """A server on that computer; its fingerprint."""
    with program(computer, "serve") as server:
        assert server.stdout is not None
        serving = next(
            told["text"] for line in server.stdout if "serving" in (told := json.loads(line)).get("text", "")
        )
        yield serving.split()[1]


def check(computer: Computer, *words: str) -> Findings:
    (found,) = check_all(computer, words)
    return found


def check_all(computer: Computer, *each: tuple[str, ...]) -> list[Findings]:
    """Several on one computer at the same time."""
    with ExitStack() as stack:
        return [findings(p) for p in [stack.enter_context(program(computer, "check-setup", *words)) for words in each]]


def test_where_all_is_well_both_sides_hear_so(computers: list[Computer]) -> None:
    here, there = computers
    with program(here, "check-setup", "--host") as host:
        at_host = findings(host)
        at_guest = check(there, "--friend", here.address())

    for key in ("networks", "port", "firewall", "own_server", "announced"):
        assert at_host[key]["state"] == "fine", at_host[key]
    assert here.address() in at_host["own_server"]["found"]
    assert "DNS-SD" in at_host["announced"]["found"]
    assert "UDP" in at_host["announced"]["found"]
    for key in ("friend", "listed", "others"):
        assert at_guest[key]["state"] == "fine", at_guest[key]


def test_a_firewall_that_drops_all_is_named_on_both_sides_with_the_line_that_opens_it(
    computers: list[Computer],
) -> None:
    here, there = computers
    here.firewall()
    with program(here, "check-setup", "--host") as host:
        at_host = findings(host)
        at_guest = check(there, "--friend", here.address())
        for line in at_host["firewall"]["copy"].splitlines():
            subprocess.run(here.command(*line.removeprefix("sudo ").split()), check=True)
        after = check(there, "--friend", here.address())

    assert at_host["firewall"]["state"] == "problem"
    assert "tcp dport 7763 accept" in at_host["firewall"]["copy"]
    assert at_guest["friend"]["state"] == "problem"
    assert "is on, but its firewall blocks port 7763" in at_guest["friend"]["found"]
    assert after["friend"]["state"] == "fine", "the lines that were shown have opened it"
    assert after["listed"]["state"] == "fine"


def test_a_firewall_of_the_one_who_looks_explains_the_empty_list(computers: list[Computer]) -> None:
    here, there = computers
    there.firewall()
    with served(here):
        found = check(there, "--friend", here.address())

    assert found["friend"]["state"] == "fine"
    assert found["others"]["state"] == "unknown"
    assert found["listed"]["state"] == "problem"
    assert "not queries to the whole network" in found["listed"]["found"]


def test_a_switch_that_drops_multicast_is_told_from_one_that_does_not(computers: list[Computer]) -> None:
    here, there = computers
    here.block_multicast()
    there.block_multicast()
    with served(here):
        found = check(there, "--friend", here.address())

    assert found["listed"]["state"] == "fine"
    assert "drops multicast" in found["others"]["todo"]


def test_a_server_of_which_only_the_game_port_is_open_is_joined_by_its_address(computers: list[Computer]) -> None:
    here, there = computers
    here.firewall("tcp dport 7763")
    there.block_multicast()  # it would be listed by what the server tells all by itself
    with served(here):
        found = check(there, "--friend", here.address())

    assert found["friend"]["state"] == "fine"
    assert "Open UDP port 7763" in found["listed"]["todo"]


def test_another_network_is_named_as_the_cause() -> None:
    with netns.lan(2, networks=()) as (here, there):
        here.plug(0)
        there.plug(1)
        with served(here):
            found = check(there, "--friend", here.address(0))

    assert "another network than this computer" in found["friend"]["found"]
    assert there.address(1) in found["friend"]["found"]


def test_no_network_at_all_is_named_as_the_cause() -> None:
    with netns.lan(1, networks=()) as (alone,):
        found = check(alone, "--friend", "10.77.0.9")

    assert found["networks"]["state"] == "problem"
    assert "no network" in found["networks"]["found"]
    assert "no network" in found["friend"]["found"]


def test_a_computer_without_a_server_and_one_that_is_off_are_told_apart(computers: list[Computer]) -> None:
    here, there = computers

    refused, missing = check_all(there, ("--friend", here.address()), ("--friend", "10.77.0.99"))

    assert "no server runs there" in refused["friend"]["found"]
    assert "no computer with the address 10.77.0.99" in missing["friend"]["found"]


def test_who_has_the_port_is_said_by_name(computers: list[Computer]) -> None:
    here, _there = computers

    with program(here, "check-setup", "--hold-tcp", "7763") as holder:
        free = findings(holder)
        hosting = check(here, "--host")

    assert "TCP port 7763 is used by python" in free["port"]["found"]
    assert hosting["port"]["state"] == "problem"
    assert "because python" in hosting["port"]["found"]
    assert hosting["own_server"]["state"] == "fine"


def test_another_server_than_the_known_one_is_not_called_the_same(computers: list[Computer]) -> None:
    here, there = computers
    with served(here) as fingerprint:
        at = ("--friend", here.address(), "--known")
        known, wrong = f"{here.address()}={fingerprint}", f"{here.address()}={'ab' * 32}"
        same, other = check_all(there, (*at, known), (*at, wrong))

    assert "the same server as before" in same["friend"]["found"]
    assert other["friend"]["state"] == "problem"
    assert "not the server that was there before" in other["friend"]["found"]
