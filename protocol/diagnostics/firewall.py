"""The firewall of this system: is it on, are the ports open, and which commands open them.

Read with the rights of this program. Rules that only root can read are reported as unknown.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import trio

from netgame.text import Arg, Text
from protocol.diagnostics.findings import Finding, Setup
from protocol.diagnostics.firewall_rules import (
    firewalld_lets_in,
    iptables_is_used,
    iptables_lets_in,
    is_private_network,
    nft_chains,
)
from protocol.diagnostics.windows_firewall import FirewallPolicy, programs, read_policy, verdict

RuleState = Literal["off", "open", "closed", "on"]  # "on": its rules cannot be read
Run = Callable[[Sequence[str]], str | None]  # returns the output of a command; None if it is missing or failed
ReadPolicy = Callable[[], FirewallPolicy | None]
COMMAND_TIMEOUT_S = 4.0
UFW = Path("/etc/ufw/ufw.conf")
MAC_TOOL = "/usr/libexec/ApplicationFirewall/socketfilterfw"
ADVICE = Text("If others cannot join a game here, open the ports with these commands, as an administrator.")


@dataclass(frozen=True)
class Firewall:
    """A firewall and the state of its rules. `fix` are commands that open the ports; they may need root."""

    name: str
    rules: RuleState
    fix: tuple[str, ...] = ()


def output_of(command: Sequence[str]) -> str | None:
    """Return the output of a command, or None. It blocks: call it in a thread."""
    path = shutil.which(command[0]) or shutil.which(command[0], path="/usr/sbin:/sbin:/usr/local/sbin")
    if path is None:
        return None
    flags = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # otherwise Windows shows a console for a moment
    try:
        done = subprocess.run(
            [path, *command[1:]], stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
            timeout=COMMAND_TIMEOUT_S, check=False, creationflags=flags, env={**os.environ, "LC_ALL": "C"},
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout if done.returncode == 0 else None


def find_firewalls(
    ports: tuple[int, int], platform: str = sys.platform, run: Run = output_of, policy: ReadPolicy = read_policy
) -> tuple[Firewall, ...]:
    """Return the firewalls that are on, or may be; `ports` are TCP and UDP."""
    if platform == "win32":
        return (_windows(ports, policy()),)
    if platform == "darwin":
        return (_mac(run),)
    for probe in (_ufw, _firewalld):  # if one of them is on, it manages the rules of nftables or iptables
        if (firewall := probe(ports, run)) is not None:
            return (firewall,)
    return tuple(firewall for probe in (_nft, _iptables) if (firewall := probe(ports, run)) is not None)


def commands_to_open(
    ports: tuple[int, int], platform: str = sys.platform, run: Run = output_of, policy: ReadPolicy = read_policy
) -> tuple[str, ...]:
    """Return commands that open the ports; empty if they seem to be open."""
    closed = [
        firewall for firewall in find_firewalls(ports, platform, run, policy) if firewall.rules in ("closed", "on")
    ]
    return closed[0].fix if closed else ()


def _ufw(ports: tuple[int, int], run: Run) -> Firewall | None:
    try:
        on = any(line.strip().lower() == "enabled=yes" for line in UFW.read_text("utf-8", "replace").splitlines())
    except OSError:
        return None
    if not on:
        return None
    fix = (f"sudo ufw allow {ports[0]}/tcp", f"sudo ufw allow {ports[1]}/udp")
    output = run(["ufw", "status"])
    if output is None:
        return Firewall("ufw", "on", fix)
    rules = [line.split() for line in output.splitlines() if " ALLOW" in line]
    allowed = {words[0] for words in rules if words}
    is_open = any(words[0] == "Anywhere" and is_private_network(words[-1]) for words in rules) or (
        {f"{ports[0]}/tcp", str(ports[0])} & allowed and {f"{ports[1]}/udp", str(ports[1])} & allowed
    )
    return Firewall("ufw", "open" if is_open or "Status: inactive" in output else "closed", fix)


def _firewalld(ports: tuple[int, int], run: Run) -> Firewall | None:
    if (run(["firewall-cmd", "--state"]) or "").strip() != "running":
        return None
    fix = (
        f"sudo firewall-cmd --permanent --add-port={ports[0]}/tcp --add-port={ports[1]}/udp",
        "sudo firewall-cmd --reload",
    )
    output = run(["firewall-cmd", "--list-ports"])
    if output is None:
        return Firewall("firewalld", "on", fix)
    is_open = firewalld_lets_in(output, "tcp", ports[0]) and firewalld_lets_in(output, "udp", ports[1])
    return Firewall("firewalld", "open" if is_open else "closed", fix)


def _nft(ports: tuple[int, int], run: Run) -> Firewall | None:
    output = run(["nft", "-j", "list", "ruleset"])
    if output is None:
        on = (run(["systemctl", "is-active", "nftables"]) or "").strip() == "active"
        return Firewall("nftables", "on", _nft_commands("inet filter input", ports)) if on else None
    of_iptables = ("ip", "filter", "INPUT")  # only `iptables` can print the conditions of this chain
    chains = [c for c in nft_chains(output, ports) if (c.family, c.table, c.name) != of_iptables]
    if not chains:
        return None
    shut = [c for c in chains if not (c.lets_in("tcp", ports[0]) and c.lets_in("udp", ports[1]))]
    if not shut:
        return Firewall("nftables", "open" if any(c.closes for c in chains) else "off")
    first = shut[0]
    return Firewall("nftables", "closed", _nft_commands(f"{first.family} {first.table} {first.name}", ports))


def _nft_commands(place: str, ports: tuple[int, int]) -> tuple[str, ...]:
    return (
        f"sudo nft insert rule {place} tcp dport {ports[0]} accept",
        f"sudo nft insert rule {place} udp dport {ports[1]} accept",
    )


def _iptables(ports: tuple[int, int], run: Run) -> Firewall | None:
    output = run(["iptables", "-S"])
    if output is None or not iptables_is_used(output):
        return None
    is_open = iptables_lets_in(output, "tcp", ports[0]) and iptables_lets_in(output, "udp", ports[1])
    fix = (
        f"sudo iptables -I INPUT -p tcp --dport {ports[0]} -j ACCEPT",
        f"sudo iptables -I INPUT -p udp --dport {ports[1]} -j ACCEPT",
    )
    return Firewall("iptables", "open" if is_open else "closed", fix)


def _windows(ports: tuple[int, int], policy: FirewallPolicy | None) -> Firewall:
    rule = "netsh advfirewall firewall add rule name=netgame dir=in action=allow"
    fix: tuple[str, ...] = (
        f"{rule} protocol=TCP localport={ports[0]}",
        f"{rule} protocol=UDP localport={ports[1]}",
    )
    if policy is None:
        return Firewall("Windows", "on", fix)
    if not policy.on:
        return Firewall("Windows", "off")
    asked: tuple[tuple[str, int], ...] = (("tcp", ports[0]), ("udp", ports[1]))
    verdicts = {verdict(policy.rules, *each, programs()) for each in asked}
    if "Block" in verdicts:  # a user has refused when Windows asked; that rule wins over every other one
        blocked = [
            path for path in programs() if any(verdict(policy.rules, *each, [path]) == "Block" for each in asked)
        ]
        fix = (*(f'netsh advfirewall firewall delete rule name=all program="{path}"' for path in blocked), *fix)
    return Firewall("Windows", "open" if verdicts == {"Allow"} else "closed", fix)


def _mac(run: Run) -> Firewall:
    output = run([MAC_TOOL, "--getglobalstate"])
    if output is not None and "disabled" in output:
        return Firewall("macOS", "off")
    fix = (f"sudo {MAC_TOOL} --add {sys.executable}", f"sudo {MAC_TOOL} --unblockapp {sys.executable}")
    return Firewall("macOS", "on", fix)


async def check_firewall(setup: Setup) -> Finding:
    """Check that the firewall lets others in."""
    ports = setup.ports
    found = await trio.to_thread.run_sync(find_firewalls, ports, abandon_on_cancel=True)
    details = "\n".join(f"{firewall.name}: {firewall.rules}" for firewall in found)
    numbers: dict[str, Arg] = {"tcp": ports[0], "udp": ports[1]}
    if shut := next((firewall for firewall in found if firewall.rules == "closed"), None):
        words = {**numbers, "name": shut.name}
        text = Text("The firewall of this computer ({name}) blocks TCP port {tcp} or UDP port {udp}", words)
        return Finding("problem", text, ADVICE, "\n".join(shut.fix), details)
    if on := next((firewall for firewall in found if firewall.rules == "on"), None):
        text = Text(
            "The firewall of this computer ({name}) is on. This program cannot read its rules", {"name": on.name}
        )
        return Finding("unknown", text, ADVICE, "\n".join(on.fix), details)
    text = Text("No firewall of this computer blocks TCP port {tcp} and UDP port {udp}", numbers)
    return Finding("fine", text, details=details)
