"""The firewall of this system: is it on, does it let the ports through, and which lines open them.

Looked at without more rights than the program has; what only root may read is said to be unknown.
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
from protocol.diagnostics.findings import Finding, Subject
from protocol.diagnostics.firewall_rules import firewalld_lets_in, iptables_is_used, iptables_lets_in, nft_chains

How = Literal["off", "open", "closed", "on"]  # "on": its rules cannot be read
Ask = Callable[[Sequence[str]], str | None]  # what a command prints; None if it is not there, or may not be used
WITHIN_S = 4.0
UFW = Path("/etc/ufw/ufw.conf")
MAC_TOOL = "/usr/libexec/ApplicationFirewall/socketfilterfw"


@dataclass(frozen=True)
class Firewall:
    """What was seen. `lines` open the ports, for whoever may."""

    name: str
    how: How
    lines: tuple[str, ...] = ()


def ask(command: Sequence[str]) -> str | None:
    """What that command prints; in a thread, please."""
    path = shutil.which(command[0]) or shutil.which(command[0], path="/usr/sbin:/sbin:/usr/local/sbin")
    if path is None:
        return None
    flags = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # Windows would open one for a moment
    try:
        done = subprocess.run(
            [path, *command[1:]], stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
            timeout=WITHIN_S, check=False, creationflags=flags, env={**os.environ, "LC_ALL": "C"},
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout if done.returncode == 0 else None


def find(ports: tuple[int, int], platform: str = sys.platform, ask: Ask = ask) -> tuple[Firewall, ...]:
    """The firewalls that are on, or may be; those ports are TCP and UDP."""
    if platform == "win32":
        return (_windows(ports, ask),)
    if platform == "darwin":
        return (_mac(ask),)
    for look in (_ufw, _firewalld):  # the rules are theirs then, whatever they are written in
        if (fire := look(ports, ask)) is not None:
            return (fire,)
    return tuple(fire for look in (_nft, _iptables) if (fire := look(ports, ask)) is not None)


def lines_to_open(ports: tuple[int, int], platform: str = sys.platform, ask: Ask = ask) -> tuple[str, ...]:
    """What opens the ports on this system; empty where nothing seems to close them."""
    closed = [fire for fire in find(ports, platform, ask) if fire.how in ("closed", "on")]
    return closed[0].lines if closed else ()


def _ufw(ports: tuple[int, int], ask: Ask) -> Firewall | None:
    try:
        on = any(line.strip().lower() == "enabled=yes" for line in UFW.read_text("utf-8", "replace").splitlines())
    except OSError:
        return None
    if not on:
        return None
    lines = (f"sudo ufw allow {ports[0]}/tcp", f"sudo ufw allow {ports[1]}/udp")
    told = ask(["ufw", "status"])
    if told is None:
        return Firewall("ufw", "on", lines)
    rules = [line.split() for line in told.splitlines() if " ALLOW" in line]
    allowed = {words[0] for words in rules if words}
    is_open = {f"{ports[0]}/tcp", str(ports[0])} & allowed and {f"{ports[1]}/udp", str(ports[1])} & allowed
    return Firewall("ufw", "open" if is_open or "Status: inactive" in told else "closed", lines)


def _firewalld(ports: tuple[int, int], ask: Ask) -> Firewall | None:
    if (ask(["firewall-cmd", "--state"]) or "").strip() != "running":
        return None
    lines = (
        f"sudo firewall-cmd --permanent --add-port={ports[0]}/tcp --add-port={ports[1]}/udp",
        "sudo firewall-cmd --reload",
    )
    told = ask(["firewall-cmd", "--list-ports"])
    if told is None:
        return Firewall("firewalld", "on", lines)
    is_open = firewalld_lets_in(told, "tcp", ports[0]) and firewalld_lets_in(told, "udp", ports[1])
    return Firewall("firewalld", "open" if is_open else "closed", lines)


def _nft(ports: tuple[int, int], ask: Ask) -> Firewall | None:
    told = ask(["nft", "-j", "list", "ruleset"])
    if told is None:
        on = (ask(["systemctl", "is-active", "nftables"]) or "").strip() == "active"
        return Firewall("nftables", "on", _nft_lines("inet filter input", ports)) if on else None
    chains = [chain for chain in nft_chains(told, ports) if not chain.is_of_iptables]
    if not chains:
        return None
    shut = [c for c in chains if not (c.lets_in("tcp", ports[0]) and c.lets_in("udp", ports[1]))]
    if not shut:
        return Firewall("nftables", "open" if any(c.closes for c in chains) else "off")
    first = shut[0]
    return Firewall("nftables", "closed", _nft_lines(f"{first.family} {first.table} {first.name}", ports))


def _nft_lines(place: str, ports: tuple[int, int]) -> tuple[str, ...]:
    return (
        f"sudo nft insert rule {place} tcp dport {ports[0]} accept",
        f"sudo nft insert rule {place} udp dport {ports[1]} accept",
    )


def _iptables(ports: tuple[int, int], ask: Ask) -> Firewall | None:
    told = ask(["iptables", "-S"])
    if told is None or not iptables_is_used(told):
        return None
    is_open = iptables_lets_in(told, "tcp", ports[0]) and iptables_lets_in(told, "udp", ports[1])
    return Firewall("iptables", "open" if is_open else "closed", _iptables_lines(ports))


def _iptables_lines(ports: tuple[int, int]) -> tuple[str, ...]:
    return (
        f"sudo iptables -I INPUT -p tcp --dport {ports[0]} -j ACCEPT",
        f"sudo iptables -I INPUT -p udp --dport {ports[1]} -j ACCEPT",
    )


def _windows(ports: tuple[int, int], ask: Ask) -> Firewall:
    rule = "netsh advfirewall firewall add rule name=netgame dir=in action=allow"
    lines = (f"{rule} protocol=TCP localport={ports[0]}", f"{rule} protocol=UDP localport={ports[1]}")
    told = ask(["netsh", "advfirewall", "show", "currentprofile", "state"])
    if told is not None and "OFF" in told.upper().split():
        return Firewall("Windows", "off")
    known = ask(["netsh", "advfirewall", "firewall", "show", "rule", "name=netgame"])
    return Firewall("Windows", "open" if known else "on", lines)


def _mac(ask: Ask) -> Firewall:
    told = ask([MAC_TOOL, "--getglobalstate"])
    if told is not None and "disabled" in told:
        return Firewall("macOS", "off")
    lines = (f"sudo {MAC_TOOL} --add {sys.executable}", f"sudo {MAC_TOOL} --unblockapp {sys.executable}")
    return Firewall("macOS", "on", lines)


async def check_firewall(subject: Subject) -> Finding:
    """Is anything shut that has to be open?"""
    ports = subject.ports
    found = await trio.to_thread.run_sync(find, ports, abandon_on_cancel=True)
    details = "\n".join(f"{fire.name}: {fire.how}" for fire in found)
    numbers: dict[str, Arg] = {"tcp": ports[0], "udp": ports[1]}
    if shut := next((fire for fire in found if fire.how == "closed"), None):
        words = {**numbers, "name": shut.name}
        text = Text(
            "The firewall of this computer ({name}) keeps others out of TCP port {tcp} or UDP port {udp}", words
        )
        return Finding("look", text, _todo(), "\n".join(shut.lines), details)
    if on := next((fire for fire in found if fire.how == "on"), None):
        text = Text(
            "The firewall of this computer ({name}) is on; its rules cannot be read from here", {"name": on.name}
        )
        return Finding("unknown", text, _todo(), "\n".join(on.lines), details)
    text = Text("No firewall of this computer keeps others out of TCP port {tcp} and UDP port {udp}", numbers)
    return Finding("fine", text, details=details)


def _todo() -> Text:
    return Text("If others cannot join a game here, let them in with these lines, as whoever may change the firewall.")
