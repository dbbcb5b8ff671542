"""Check my set-up, between computers: it names the cause that keeps two of them apart.

Most of a check is waiting, so all computers of these tests check at the same time.
"""

import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests import netns
from tests.end_to_end.test_lan import Program, running
from tests.netns import Computer

pytestmark = pytest.mark.slow
Facts = dict[str, Any]
Found = dict[str, dict[str, Facts]]  # check -> key -> finding


def fingerprint_of(program: Program) -> str:
    """Wait for the server of a program."""
    return next(told["fingerprint"] for told in program.events if told["event"] == "serving")


def findings_of(program: Program) -> Found:
    """Wait for the end of its checks."""
    found: Found = {}
    while (told := next(program.events))["event"] != "done":
        if told["event"] == "finding":
            found.setdefault(told["check"], {})[told["key"]] = told
    return found


@pytest.fixture(scope="module")
def found() -> Iterator[Found]:
    """The findings of all checks."""
    if problem := netns.why_no_firewall():
        pytest.skip(problem)
    with netns.lan(10, networks=()) as computers, ExitStack() as stack:
        host, guest, shut, opened, deaf, empty, alone, *elsewhere = computers
        server, half_open, no_multicast = elsewhere
        for computer in (host, guest, shut, opened, deaf, empty):
            computer.plug(0)
        for computer in elsewhere:
            computer.plug(1)
        for computer in (shut, opened, deaf):
            computer.firewall()
        half_open.firewall("tcp dport 7763")
        server.block_multicast()
        no_multicast.block_multicast()

        def run(computer: Computer, *words: str) -> Program:
            return stack.enter_context(running(computer, *words))

        def check(computer: Computer, *checks: str) -> Program:
            return run(computer, "check-setup", "--checks", *checks)

        hosting = run(host, "check-setup", "--host", "--listen", "60", "--checks", "hosting=")
        hosting_shut = run(opened, "check-setup", "--host", "--checks", "hosting, shut=")
        servers = [run(computer, "serve") for computer in (server, half_open)]
        fingerprint, *_ = map(fingerprint_of, (hosting, hosting_shut, *servers))
        checks = [
            check(
                guest,
                f"host={host.address()}={fingerprint}",
                f"another host={host.address()}={'ab' * 32}",
                f"shut={shut.address()}",
                f"empty={empty.address()}",
                "switched off=10.77.0.99",
            ),
            check(deaf, f"of deaf={host.address()}"),
            check(no_multicast, f"no multicast={server.address(1)}", f"half open={half_open.address(1)}"),
            check(server, f"elsewhere={host.address()}"),
            check(alone, f"of alone={host.address()}"),
        ]
        firewall = next(told for told in hosting_shut.events if told.get("key") == "firewall")
        for line in firewall["copy"].splitlines():
            subprocess.run(opened.command(*line.removeprefix("sudo ").split()), check=True)
        checks.append(check(guest, f"opened={opened.address()}"))
        found: Found = {"hosting, shut": {"firewall": firewall}}
        for made in (hosting, *checks):
            found |= findings_of(made)
        yield found


def test_where_all_is_well_both_sides_hear_so(found: Found) -> None:
    for check, keys in {
        "hosting": ("networks", "port", "firewall", "own_server", "announced"),
        "host": ("friend", "listed", "others"),
    }.items():
        for key in keys:
            assert found[check][key]["state"] == "fine", found[check][key]
    assert "10.77.0.1" in found["hosting"]["own_server"]["found"]
    assert "DNS-SD" in found["hosting"]["announced"]["found"]
    assert "UDP" in found["hosting"]["announced"]["found"]


def test_the_lines_that_are_shown_open_a_firewall_that_drops_all(found: Found) -> None:
    assert found["hosting, shut"]["firewall"]["state"] == "problem"
    assert "tcp dport 7763 accept" in found["hosting, shut"]["firewall"]["copy"]
    assert found["shut"]["friend"]["state"] == "problem"
    assert found["opened"]["friend"]["state"] == "fine"
    assert found["opened"]["listed"]["state"] == "fine"


@pytest.mark.parametrize(
    ("check", "key", "state", "words"),
    [
        ("host", "friend", "fine", "the same server as before"),
        ("another host", "friend", "problem", "not the server that was there before"),
        ("shut", "friend", "problem", "is on, but its firewall blocks port 7763"),
        ("empty", "friend", "problem", "no server runs there"),
        ("switched off", "friend", "problem", "no computer with the address 10.77.0.99"),
        ("of deaf", "friend", "fine", ""),
        ("of deaf", "others", "unknown", ""),
        ("of deaf", "listed", "problem", "not queries to the whole network"),
        ("no multicast", "listed", "fine", ""),
        ("no multicast", "others", "fine", "drops multicast"),
        ("half open", "friend", "fine", ""),
        ("half open", "listed", "problem", "Open UDP port 7763"),
        ("elsewhere", "friend", "problem", "another network than this computer (10.77.1.8/"),
        ("of alone", "networks", "problem", "no network"),
        ("of alone", "friend", "problem", "no network"),
    ],
)
def test_the_cause_is_named(found: Found, check: str, key: str, state: str, words: str) -> None:
    finding = found[check][key]
    assert finding["state"] == state
    assert words in f"{finding['found']} {finding['todo']}"
