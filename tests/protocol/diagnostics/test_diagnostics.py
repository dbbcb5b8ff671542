import json
import socket
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from devtools.harness.server.serving import running_on_loopback
from netgame.text import Text
from protocol.diagnostics import Check, Finding, OwnServer, Setup, checks_for, firewall, report_text, run_checks
from protocol.diagnostics.discovery import DiscoveryListener
from protocol.diagnostics.firewall import commands_to_open, find_firewalls
from protocol.diagnostics.firewall_rules import firewalld_lets_in, iptables_lets_in, nft_chains
from protocol.diagnostics.machine import check_writable
from protocol.diagnostics.networks import (
    LocalNetwork,
    arp_table_presence,
    check_name,
    judge_networks,
    network_containing,
    network_kind,
)
from protocol.diagnostics.ports import check_own_server, check_port, listening_program
from protocol.diagnostics.windows_firewall import FirewallPolicy, programs
from protocol.discovery.announcement import Announcement
from protocol.discovery.udp import UdpResponder

PORTS = (7763, 7763)


def subject(folder: Path, **more: Any) -> Setup:
    return Setup("lo", "test-computer.local", folder, **more)


def accept(*expr: object) -> dict[str, Any]:
    return {"rule": {"family": "inet", "table": "wall", "chain": "in", "expr": [*expr, {"accept": None}]}}


def dport(right: object, protocol: str = "tcp") -> dict[str, Any]:
    return {"match": {"op": "==", "left": {"payload": {"protocol": protocol, "field": "dport"}}, "right": right}}


def ruleset(*rules: dict[str, Any], policy: str = "drop") -> str:
    chain = {"family": "inet", "table": "wall", "name": "in", "hook": "input", "policy": policy}
    return json.dumps({"nftables": [{"metainfo": {}}, {"chain": chain}, *rules]})


@pytest.mark.parametrize(
    ("right", "is_open"),
    [(7763, True), (22, False), ({"range": [7000, 8000]}, True), ({"set": [22, 7763]}, True), ({"set": [22]}, False)],
)
def test_an_nftables_rule_opens_its_ports(right: object, is_open: bool) -> None:
    (chain,) = nft_chains(ruleset(accept(dport(right))), PORTS)
    assert chain.lets_in("tcp", 7763) == is_open
    assert not chain.lets_in("udp", 7763)


def test_a_chain_that_accepts_everything_opens_all_ports_and_one_for_established_connections_none() -> None:
    established = {"match": {"op": "in", "left": {"ct": {"key": "state"}}, "right": ["established"]}}
    for rules, is_open in ((accept(), True), (accept(established), False)):
        (chain,) = nft_chains(ruleset(rules), PORTS)
        assert chain.lets_in("udp", 7763) == chain.lets_in("tcp", 7763) == is_open
    assert nft_chains(ruleset(policy="accept"), PORTS)[0].lets_in("udp", 7763)
    for text in ("", "nothing", "{}", "[]", '{"nftables": 5}', '{"nftables": [5, {"chain": {}}]}'):
        assert nft_chains(text, PORTS) == ()


def source(address: str, length: int | None = None) -> dict[str, Any]:
    right = address if length is None else {"prefix": {"addr": address, "len": length}}
    return {"match": {"op": "==", "left": {"payload": {"protocol": "ip", "field": "saddr"}}, "right": right}}


def arriving_on(name: str) -> dict[str, Any]:
    return {"match": {"op": "==", "left": {"meta": {"key": "iifname"}}, "right": name}}


@pytest.mark.parametrize(
    ("condition", "line", "is_open"),
    [
        (source("192.168.0.0", 16), "-s 192.168.0.0/16", True), (source("203.0.113.0", 24), "-s 203.0.113.0/24", False),
        (source("192.168.1.9"), "-s 192.168.1.9/32", False), (arriving_on("eth0"), "-i eth0", True),
        (arriving_on("lo"), "-i lo", False), (arriving_on("virbr0"), "-i virbr0", False),
    ],
)  # fmt: skip
def test_a_rule_for_all_of_a_local_network_opens_the_ports(condition: object, line: str, is_open: bool) -> None:
    (chain,) = nft_chains(ruleset(accept(condition)), PORTS)
    assert chain.lets_in("tcp", 7763) == chain.lets_in("udp", 7763) == is_open
    assert iptables_lets_in(f"-P INPUT DROP\n-A INPUT {line} -j ACCEPT", "udp", 7763) == is_open


def test_the_output_of_iptables_and_firewalld_is_parsed() -> None:
    closed = "-P INPUT DROP\n-A INPUT -i lo -j ACCEPT\n"
    opened = f"{closed}-A INPUT -p tcp -m tcp --dport 7763 -j ACCEPT\n"
    opened += "-A INPUT -p udp -m multiport --dports 1,7000:8000 -j ACCEPT"

    assert not iptables_lets_in(closed, "tcp", 7763)
    assert iptables_lets_in(opened, "tcp", 7763)
    assert iptables_lets_in(opened, "udp", 7763)
    assert not iptables_lets_in(opened, "tcp", 7764)
    assert iptables_lets_in("-P INPUT ACCEPT", "tcp", 7763)
    assert firewalld_lets_in("22/tcp 7000-8000/udp", "udp", 7763)
    assert not firewalld_lets_in("22/tcp 7000-8000/udp", "tcp", 7763)


@pytest.mark.parametrize(
    ("line", "rules"),
    [
        ("7763 ALLOW Anywhere", "open"), ("7763/tcp ALLOW Anywhere", "closed"),
        ("Anywhere ALLOW 192.168.0.0/16", "open"), ("Anywhere ALLOW 192.168.1.9", "closed"),
    ],
)  # fmt: skip
def test_the_output_of_ufw_is_parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, rules: str) -> None:
    monkeypatch.setattr(firewall, "UFW", tmp_path / "ufw.conf")
    (tmp_path / "ufw.conf").write_text("ENABLED=yes\n")
    (found,) = find_firewalls(PORTS, "linux", lambda _command: f"Status: active\n\nTo Action From\n{line}\n")
    assert (found.name, found.rules) == ("ufw", rules)


def test_each_system_has_its_own_commands() -> None:
    def firewalld(command: Any) -> str | None:
        return {"--state": "running", "--list-ports": ""}.get(command[1]) if command[0] == "firewall-cmd" else None

    assert "--add-port=4000/tcp --add-port=7763/udp" in commands_to_open((4000, 7763), "linux", firewalld)[0]
    assert "localport=4000" in commands_to_open((4000, 7763), "win32", policy=lambda: None)[0]
    assert "socketfilterfw" in commands_to_open((4000, 7763), "darwin", lambda _c: None)[0]
    assert [fire.rules for fire in find_firewalls(PORTS, "darwin", lambda _c: "Firewall is disabled.")] == ["off"]


RULE = "v2.31|Action={}|Active=TRUE|Dir=In|Protocol={}|{}|Name=netgame|"
ELSEWHERE = RULE.format("Allow", 6, r"App=C:\other.exe")


@pytest.mark.parametrize(
    ("rules", "state"),
    [
        ((), "closed"),
        ((ELSEWHERE,), "closed"),
        ((RULE.format("Allow", 6, "LPort=7763"),), "closed"),  # others cannot find the game
        ((RULE.format("Allow", 6, "LPort=7763"), RULE.format("Allow", 17, "LPort2_10=7700-7800")), "open"),
        ((RULE.format("Allow", 6, "App={program}"), RULE.format("Allow", 17, "App={program}")), "open"),
        ((RULE.format("Allow", 6, "App={program}").replace("TRUE", "FALSE"),), "closed"),
    ],
)
def test_the_rules_of_windows_are_read_for_ports_and_for_the_program_that_its_question_was_about(
    rules: tuple[str, ...], state: str
) -> None:
    policy = FirewallPolicy(True, tuple(rule.replace("{program}", programs()[0].upper()) for rule in rules))
    (firewall,) = find_firewalls((7763, 7763), "win32", policy=lambda: policy)
    assert firewall.rules == state


def test_who_said_no_to_the_question_of_windows_is_told_to_delete_that_rule() -> None:
    rules = (RULE.format("Block", 6, f"App={programs()[0]}"), RULE.format("Allow", 6, "LPort=7763"))
    commands = commands_to_open((7763, 7763), "win32", policy=lambda: FirewallPolicy(True, rules))
    assert commands[0] == f'netsh advfirewall firewall delete rule name=all program="{programs()[0]}"'
    assert commands_to_open((7763, 7763), "win32", policy=lambda: FirewallPolicy(False)) == ()


@pytest.mark.parametrize(
    ("name", "address", "prefix", "kind"),
    [
        ("eth0", "192.168.1.5", 24, "lan"), ("wlp3s0", "10.0.0.4", 8, "lan"),
        ("docker0", "172.17.0.1", 16, "virtual"), ("VirtualBox Host-Only Network", "192.168.56.1", 24, "virtual"),
        ("tun0", "10.8.0.2", 24, "vpn"), ("something", "10.8.0.2", 32, "vpn"),
        ("lo", "127.0.0.1", 8, "loopback"), ("eth0", "8.8.8.8", 24, "public"),
    ],
)  # fmt: skip
def test_the_kind_of_a_network_follows_from_name_and_address(name: str, address: str, prefix: int, kind: str) -> None:
    assert network_kind(name, address, prefix) == kind


LAN, VPN = LocalNetwork("eth0", "192.168.1.5", 24, "lan"), LocalNetwork("tun0", "10.8.0.2", 24, "vpn")
DOCKER = LocalNetwork("docker0", "172.17.0.1", 16, "virtual")
PUBLIC = LocalNetwork("eth0", "8.8.8.8", 24, "public")


@pytest.mark.parametrize(
    ("nets", "state", "words"),
    [
        ([LAN], "fine", "192.168.1.5"), ([LAN, DOCKER], "fine", "192.168.1.5"), ([LAN, VPN], "fine", "10.8.0.2"),
        ([LAN, replace(VPN, is_default=True)], "problem", "10.8.0.2"),
        ([VPN], "problem", "only on virtual networks"), ([DOCKER], "problem", "only on virtual networks"),
        ([], "problem", "no network"), ([PUBLIC], "problem", "public"),
    ],
)  # fmt: skip
def test_the_networks_are_judged_together(nets: list[LocalNetwork], state: str, words: str) -> None:
    finding = judge_networks(nets)
    assert finding.state == state
    assert words in str(finding.summary)
    assert state == "fine" or finding.advice is not None
    two = judge_networks([LAN, LocalNetwork("wlan0", "192.168.2.5", 24, "lan")])
    assert two.advice is not None
    assert judge_networks([LAN, LocalNetwork("eth0", "fd00::5", 64, "lan")]).advice is None


def test_a_neighbour_is_on_the_network_that_holds_its_address_and_present_with_a_complete_arp_entry() -> None:
    head = "IP address HW type Flags HW address Mask Device\n"
    rows = "10.0.0.1 0x1 0x2 aa:bb:cc:dd:ee:ff * eth0\n10.0.0.2 0x1 0x0 00:00:00:00:00:00 * eth0\n"
    assert network_containing("192.168.1.77", [VPN, LAN]) == LAN
    assert network_containing("192.168.2.77", [VPN, LAN]) is None
    assert [arp_table_presence(f"10.0.0.{n}", head + rows) for n in (1, 2, 3)] == ["present", "missing", "missing"]


async def test_a_used_port_is_reported_with_its_program_and_an_own_server_that_does_not_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("protocol.diagnostics.ports.ANSWER_S", 0.05)  # that program never answers
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        held = await check_port(subject(tmp_path, port=port, udp_port=0))
        hosting = await check_port(subject(tmp_path, port=port, udp_port=0, own=OwnServer(1, "ab" * 32)))
        program = listening_program(port)
    free = await check_port(subject(tmp_path, port=port, udp_port=0))
    gone = await check_own_server(subject(tmp_path, own=OwnServer(port, "ab" * 32)))

    assert [finding.state for finding in (held, hosting, free, gone)] == ["problem", "problem", "fine", "problem"]
    assert program in str(held.summary)
    assert f"because {program}" in str(hosting.summary)
    assert "127.0.0.1" in str(gone.summary)
    assert "refused" in gone.details


@pytest.mark.slow
async def test_a_copy_of_the_own_server_on_the_network_is_a_problem(tmp_path: Path) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.bind(("127.0.0.1", 0))
        udp_port = sock.getsockname()[1]
    servers = [Announcement("ab" * 32, "Ann", 4000 + n, (1, 1), "test", instance=bytes([n] * 8)) for n in (0, 1)]
    async with trio.open_nursery() as nursery:
        for server in servers:
            await nursery.start(UdpResponder(partial(lambda told: told, server), "lo", udp_port).run)
        setup = subject(tmp_path, own=OwnServer(4000, "ab" * 32), udp_port=udp_port)
        announced = await DiscoveryListener(setup).check_announced()
        nursery.cancel_scope.cancel()

    assert announced.state == "problem"
    assert all(f":{server.port}" in announced.details for server in servers)


async def test_an_own_server_may_answer_and_be_announced_nowhere(tmp_path: Path) -> None:
    async with running_on_loopback(tmp_path / "server", plain=False) as serving:
        own = OwnServer(serving.port, serving.fingerprint)
        nowhere = Setup("none", "test-computer.local", tmp_path, own=own)
        answers, announced = await check_own_server(nowhere), await DiscoveryListener(nowhere).check_announced()

    assert (answers.state, announced.state) == ("fine", "problem")
    assert f"127.0.0.1:{serving.port}" in str(answers.summary)
    assert "NETGAME_LAN" in str(announced.summary)


def test_a_folder_may_be_missing_but_not_below_a_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("x")
    assert check_writable(tmp_path / "to" / "come").state == "fine"
    assert check_writable(file / "below").state == "problem"


@pytest.mark.slow  # it listens for some seconds
async def test_every_check_has_a_finding_and_reports_its_start(tmp_path: Path) -> None:
    begun: list[str] = []
    rows: list[tuple[Check, Finding]] = []
    checks = checks_for(subject(tmp_path, friend="127.0.0.1:1"))

    await run_checks(checks, lambda *row: rows.append(row), lambda check: begun.append(check.key))

    assert begun == [check.key for check, _finding in rows] == [check.key for check in checks]
    text = report_text(rows)
    assert "no server runs there on port 1" in text
    assert text.count("\n[") == len(checks) - 1


async def test_checks_run_at_the_same_time_and_are_reported_in_order_also_those_that_hang_or_fail(
    autojump_clock: MockClock,
) -> None:
    has_second_begun = trio.Event()

    async def first() -> Finding:
        await has_second_begun.wait()
        return Finding("fine", Text("first"))

    async def second() -> Finding:
        has_second_begun.set()
        return Finding("fine", Text("second"))

    async def broken() -> Finding:
        raise OSError(5, "Input/output error")

    async def hanging() -> Finding:
        await trio.sleep_forever()
        raise AssertionError

    rows: list[tuple[str, Finding]] = []
    checks = [Check(look.__name__, Text("x"), look) for look in (first, second, broken, hanging)]
    await run_checks(checks, lambda check, finding: rows.append((check.key, finding)))

    assert [key for key, _finding in rows] == ["first", "second", "broken", "hanging"]
    assert [finding.state for _key, finding in rows] == ["fine", "fine", "unknown", "unknown"]
    assert "Input/output error" in str(rows[2][1].summary)


async def test_checks_can_be_cancelled_at_any_time(tmp_path: Path) -> None:
    told, checks = list[Finding](), checks_for(subject(tmp_path))
    with trio.CancelScope() as scope:
        scope.cancel()
        await run_checks(checks, lambda _check, finding: told.append(finding))
    assert len(told) < len(checks)


async def test_an_invalid_address_of_a_friend_is_a_problem(tmp_path: Path) -> None:
    checks = {check.key: check for check in checks_for(subject(tmp_path, friend="no address at all"))}
    finding = await checks["friend"].run()
    assert finding.state == "problem"
    assert finding.advice is not None
    assert (await checks["listed"].run()).state == "unknown"


def test_the_report_contains_the_commands() -> None:
    check = Check("x", Text("Firewall"), partial(trio.sleep, 0))  # type: ignore[arg-type]
    finding = Finding("problem", Text("It is shut"), Text("Open it."), "sudo one\nsudo two", "seen")
    said = "[PROBLEM] Firewall: It is shut\n    Open it.\n    $ sudo one\n    $ sudo two\n    seen\n"
    assert report_text([(check, finding)]) == said


def test_a_report_shows_control_characters_of_names_of_other_computers() -> None:
    finding = Finding("fine", Text("{name} answers", {"name": "x\x1b[2J\u202e"}), details="a\x9bb\nc")
    assert report_text([(Check("lan", Text("The network"), pytest.fail), finding)]) == (
        "[fine] The network: x\\x1b[2J\\u202e answers\n    a\\x9bb\n    c\n"
    )


@pytest.mark.parametrize("name", ["x" * 64, "", "a..b"])
async def test_a_name_of_this_computer_that_no_network_knows_is_a_finding(tmp_path: Path, name: str) -> None:
    finding = await check_name(replace(subject(tmp_path), interfaces="all", host_name=f"{name}.local"))
    assert finding.state == "unknown"
    assert finding.advice is not None
