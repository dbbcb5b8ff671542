"""The networks that people have at home: on each of them two programs come together and play, and the check is right.

Each network is made of namespaces, with a real server on one computer and the players on another one. Most of a row is
waiting, so several are played at the same time.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any, Literal

import pytest

from protocol.diagnostics import State
from tests import netns
from tests.end_to_end.test_check_setup import findings_of, fingerprint_of
from tests.end_to_end.test_lan import CHECKOUT, running
from tests.netns import Computer

pytestmark = pytest.mark.slow
Setup = Callable[[Computer, Computer], None]
AT_ONCE = 4
PORTS = "udp dport 7763", "tcp dport 7763"
BRIDGES = {"docker0": "172.17.0.1/16", "virbr0": "192.168.122.1/24"}


def ip(computer: Computer, *words: str) -> str:
    return subprocess.run(["ip", "-n", computer.name, *words], check=True, capture_output=True, text=True).stdout


def set_addresses(computer: Computer, addresses: Iterable[str], link: str = "eth0") -> None:
    """Give the computer these addresses and a fresh link-local one, under that name of its interface."""
    subprocess.run(computer.command("sysctl", "-qw", "net.ipv6.conf.all.disable_ipv6=0"), check=True)
    ip(computer, "addr", "flush", "dev", "eth0")
    ip(computer, "link", "set", "eth0", "down")
    if link != "eth0":
        ip(computer, "link", "set", "eth0", "name", link)
    subprocess.run(computer.command("sysctl", "-qw", f"net.ipv6.conf.{link}.accept_dad=0"), check=True)
    ip(computer, "link", "set", link, "up")
    for address in addresses:
        ip(computer, "addr", "add", address, *([] if ":" in address else ["brd", "+"]), "dev", link)


def add_bridges(order: Sequence[str]) -> Setup:
    """Make the LAN's interface and bridges of other programs in this order, on both computers."""

    def add(*computers: Computer) -> None:
        for number, computer in enumerate(computers, 1):
            computer.unplug()
            for name in order:
                if name == "eth0":
                    computer.plug()
                    set_addresses(computer, [f"192.168.5.{number}/24"])
                    ip(computer, "route", "add", "default", "via", "192.168.5.254")
                else:
                    ip(computer, "link", "add", name, "type", "bridge")
                    ip(computer, "addr", "add", BRIDGES[name], "brd", "+", "dev", name)
                    ip(computer, "link", "set", name, "up")

    return add


def add_lans(*computers: Computer) -> None:
    """Put each computer on a LAN of its own as well."""
    for number, computer in enumerate(computers, 1):
        computer.plug(number)


def block_multicast(*computers: Computer) -> None:
    for computer in computers:
        computer.block_multicast()


def block_broadcast(host: Computer, _guest: Computer) -> None:
    host.block_broadcast()


def add_default_route(*computers: Computer) -> None:
    for computer in computers:
        ip(computer, "route", "add", "default", "via", "192.168.5.254")


def add_internet_vpn(*computers: Computer) -> None:
    """Let a VPN of each computer have the default route."""
    for number, computer in enumerate(computers, 1):
        ip(computer, "link", "add", "wg0", "type", "bridge")
        ip(computer, "addr", "add", f"10.8.{number}.2/24", "brd", "+", "dev", "wg0")
        ip(computer, "link", "set", "wg0", "up")
        ip(computer, "route", "add", "default", "dev", "wg0")


def add_tunnel_route(*computers: Computer) -> None:
    for computer in computers:
        ip(computer, "route", "add", "10.8.0.0/24", "dev", "wg0")


def close_host(*accepted: str) -> Setup:
    """Give the host a firewall that drops all, except what these rules allow."""
    return lambda host, _guest: host.firewall(*accepted)


def close_guest(_host: Computer, guest: Computer) -> None:
    guest.firewall()


@dataclass(frozen=True, eq=False)
class Row:
    """A network: the addresses of both computers, what it starts with, and how the players come together."""

    name: str
    host: Sequence[str] = ()
    guest: Sequence[str] = ()
    at: str = ""  # the first address in the list; empty for a link-local one with its zone
    link: str = "eth0"
    more: Sequence[Setup] = ()
    way: Literal["listed", "asked", "typed", ""] = "listed"  # what shows the game; "" where nothing does
    findings: Mapping[str, State | None] = field(default_factory=dict)  # where they differ from USUAL

    def __str__(self) -> str:
        return self.name


USUAL: Mapping[str, State] = {
    "host.networks": "fine", "host.firewall": "fine", "host.own_server": "fine", "host.announced": "fine",
    "guest.networks": "fine", "guest.firewall": "fine", "guest.others": "fine", "guest.friend": "fine",
    "guest.listed": "fine",
}  # fmt: skip


def v4(name: str, network: str, prefix: int, **more: Any) -> Row:
    host, guest = (f"{network}.{number}" for number in (1, 2))
    return Row(name, [f"{host}/{prefix}"], [f"{guest}/{prefix}"], host, **more)


def v6(name: str, network: str) -> Row:
    return Row(name, [f"{network}::1/64"], [f"{network}::2/64"])  # the answer comes from the link-local address


def lan(name: str, *more: Setup, findings: str = "", **facts: Any) -> Row:
    """`findings` are like "host.firewall=problem"; without a state it depends on when the guest looked."""
    states = {key: state or None for key, _, state in (text.partition("=") for text in findings.split())}
    return v4(name, "192.168.5", 24, more=more, findings=states, **facts)


QUICK = (
    Row("only link-local"),
    v4("any number on a VPN beside a LAN", "5.6.7", 24, link="wg0", more=[add_lans]),
    lan("the guest drops all", close_guest, way="asked",
        findings="guest.firewall=problem guest.others=unknown guest.listed=problem"),
)  # fmt: skip
ROWS = (
    lan("192.168"), v4("10", "10.1.2", 8), v4("172.16", "172.20.1", 12),
    v4("carrier or Tailscale", "100.64.1", 10), v4("Radmin", "26.1.2", 8), v4("Hamachi", "25.1.2", 8),
    v4("169.254", "169.254.3", 16), v6("unique local", "fd00:1:2:3"), v6("IPv6 alone", "2001:4860:1:2"),
    Row("both", ["192.168.5.1/24", "fd00::1/64"], ["192.168.5.2/24", "fd00::2/64"], "192.168.5.1"),
    *(Row(" ".join(order), at="192.168.5.1", more=[add_bridges(order)])
      for order in permutations((*BRIDGES, "eth0"))),
    lan("the LAN itself on a bridge", add_default_route, link="bridge0"),
    lan("a VPN to the Internet", add_internet_vpn, findings="host.networks=problem guest.networks=problem"),
    lan("multicast blocked", block_multicast),
    lan("multicast and broadcast blocked", block_broadcast, way="asked",
        findings="guest.others=unknown guest.listed=problem"),
    v4("a VPN of single addresses", "10.8.0", 32, link="wg0", more=[add_tunnel_route, block_broadcast], way="asked",
       findings={"host.networks": "problem", "guest.networks": "problem", "guest.others": "unknown"}),
    lan("the host opens our ports", close_host(*PORTS)),
    lan("the host opens all to its LAN", close_host("ip saddr 192.168.5.0/24")),
    lan("the host opens TCP", close_host("tcp dport 7763"), way="typed",
        findings="host.firewall=problem guest.others guest.listed"),
    lan("the host opens mDNS", close_host("udp dport 5353"), way="",
        findings="host.firewall=problem guest.others=problem guest.friend=problem guest.listed=unknown"),
    lan("the host drops all", close_host(), way="",
        findings="host.firewall=problem guest.others guest.friend=problem guest.listed=unknown"),
    lan("the guest drops all, the host opens our ports", close_guest, close_host(*PORTS), way="asked",
        findings="guest.firewall=problem guest.others=unknown guest.listed=problem"),
)  # fmt: skip


def set_up(row: Row, host: Computer, guest: Computer) -> None:
    """Make this network of two computers."""
    for computer, addresses in ((host, row.host), (guest, row.guest)):
        set_addresses(computer, addresses, row.link)
    for prepare in row.more:
        prepare(host, guest)


def play(row: Row) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Let two programs find the game and play it, and check the set-up on both computers meanwhile.

    Return how they found it, and the findings.
    """
    with netns.lan(2, switches=3) as (host, guest):
        set_up(row, host, guest)
        shown = ip(host, "-o", "-6", "addr", "show", "dev", row.link, "scope", "link")
        friend = row.at or shown.split()[3].partition("/")[0]
        with running(host, "check-setup", "--host", "--checks", "host=") as server:
            fingerprint_of(server)
            with running(guest, "check-setup", "--checks", f"guest={friend}") as checking:
                words = {"listed": ["find"], "asked": ["ask"], "typed": [friend, "7763"]}.get(row.way)
                told = subprocess.run(
                    guest.command(sys.executable, "-m", "tests.server.visitors", *words),
                    cwd=CHECKOUT, capture_output=True, text=True, check=True, env={**os.environ, "NETGAME_LAN": "all"},
                ).stdout if words else "{}"  # fmt: skip
                found = {**findings_of(server), **findings_of(checking)}
    return json.loads(told), {f"{who}.{key}": told for who, keys in found.items() for key, told in keys.items()}


@pytest.fixture(scope="module")
def played(request: pytest.FixtureRequest) -> Iterator[Mapping[Row, "Future[Any]"]]:
    """The rows that were chosen, which have begun."""
    if problem := netns.why_no_firewall():
        pytest.skip(problem)
    here: Iterable[Any] = (item for item in request.session.items if item.path == request.path)
    chosen = [item.callspec.params["row"] for item in here]
    with ThreadPoolExecutor(AT_ONCE) as players:
        yield {row: players.submit(play, row) for row in chosen}


@pytest.mark.parametrize(
    "row", [*QUICK, *(pytest.param(row, marks=pytest.mark.sweep) for row in ROWS)], ids=str
)  # fmt: skip
def test_two_programs_come_together_and_the_check_is_right(played: Mapping[Row, "Future[Any]"], row: Row) -> None:
    told, findings = played[row].result()

    if row.way:
        assert told["moves"] > 0
    if row.way in ("listed", "asked"):
        assert told["at"][0] == row.at or (not row.at and "%" in told["at"][0])
    wanted = {**USUAL, **row.findings}
    states = {key: findings[key]["state"] for key in wanted}
    assert states == {key: state or states[key] for key, state in wanted.items()}
    answers_at = findings["host.own_server"]["found"]
    assert not [address for address in BRIDGES.values() if address.partition("/")[0] in answers_at]
