"""Network namespaces on one bridge: computers on one switch, for tests that need more than one. Linux and root only.

Nothing here touches the networks of this computer: every interface lives in a namespace made for the test.
"""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import count

_serial = count()


def _run(*command: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if check and done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip()}")
    return done


@cache
def why_not() -> str | None:
    """Return why network namespaces are not available here, or None."""
    if not shutil.which("ip"):
        return "network namespaces need Linux with iproute2"
    if os.geteuid() != 0:
        return "network namespaces need root"
    try:
        with lan(2):
            return None
    except RuntimeError as exc:
        return f"network namespaces are not permitted here: {exc}"


@cache
def why_no_firewall() -> str | None:
    """Return why computers cannot have a firewall here, or None."""
    if problem := why_not():
        return problem
    if not shutil.which("nft"):
        return "firewalls need nftables"
    with lan(1) as computers:
        done = _run("ip", "netns", "exec", computers[0].name, "nft", "add", "table", "inet", "probe", check=False)
    return f"nftables does not work here: {done.stderr.strip()}" if done.returncode else None


@dataclass
class Computer:
    """A network namespace with its own interfaces, addresses and firewall."""

    name: str
    number: int
    switch: str
    wires: list[str] = field(default_factory=list)

    def command(self, *command: str) -> list[str]:
        """Return the command line that runs that command on this computer."""
        return ["ip", "netns", "exec", self.name, *command]

    def address(self, network: int = 0) -> str:
        return f"10.77.{network}.{self.number}"

    def plug(self, network: int = 0) -> None:
        """Connect the computer to the switch of that network, with that address."""
        wire, port = f"eth{network}", f"n{network}c{self.number}"
        _run("ip", "link", "add", wire, "netns", self.name, "type", "veth", "peer", "name", port, "netns", self.switch)
        _run("ip", "-n", self.switch, "link", "set", port, "master", f"br{network}", "up")
        _run("ip", "-n", self.name, "addr", "add", f"{self.address(network)}/24", "brd", "+", "dev", wire)
        _run("ip", "-n", self.name, "link", "set", wire, "up")
        self.wires.append(port)

    def unplug(self, network: int = 0) -> None:
        """Remove the interface, as when a USB adapter is pulled out."""
        _run("ip", "-n", self.name, "link", "del", f"eth{network}")
        self.wires.remove(f"n{network}c{self.number}")

    def pull_plug(self) -> None:
        """Kill everything that runs on this computer, as a power cut would."""
        while pids := _run("ip", "netns", "pids", self.name).stdout.split():
            for pid in pids:
                with suppress(ProcessLookupError):
                    os.kill(int(pid), signal.SIGKILL)

    def pull_cable(self, network: int = 0) -> None:
        """Take the signal from the interface, as when its cable is pulled."""
        _run("ip", "-n", self.switch, "link", "set", f"n{network}c{self.number}", "down")

    def put_cable_back(self, network: int = 0) -> None:
        _run("ip", "-n", self.switch, "link", "set", f"n{network}c{self.number}", "up")

    def block_multicast(self) -> None:
        """Stop forwarding multicast to this computer."""
        for port in self.wires:
            _run("ip", "-n", self.switch, "link", "set", port, "type", "bridge_slave", "mcast_flood", "off")

    def block_broadcast(self) -> None:
        """Let the switch drop multicast and broadcast, except ARP, for all of its computers."""
        nft = ["ip", "netns", "exec", self.switch, "nft", "add"]
        _run(*nft, "table", "bridge", "wall")
        _run(*nft, "chain", "bridge", "wall", "on", "{ type filter hook forward priority 0; }")
        to_many = "ether daddr & 01:00:00:00:00:00 == 01:00:00:00:00:00"
        _run(*nft, "rule", "bridge", "wall", "on", f"ether type != arp {to_many} drop")

    def firewall(self, *accepted: str) -> None:
        """Drop incoming traffic that was not requested, except what these rules allow, such as `udp dport 7763`."""
        rules = ["iifname lo accept", "ct state established,related accept", *(f"{rule} accept" for rule in accepted)]
        self._nft("add", "table", "inet", "wall")
        self._nft("add", "chain", "inet", "wall", "in", "{ type filter hook input priority 0; policy drop; }")
        for rule in rules:
            self._nft("add", "rule", "inet", "wall", "in", rule)

    def _nft(self, *words: str) -> None:
        _run(*self.command("nft", *words))


@contextmanager
def lan(computers: int = 2, networks: Sequence[int] = (0,), switches: int = 2) -> Iterator[list[Computer]]:
    """Provide that many computers, each connected to those networks. Their processes must have ended before the block
    does."""
    prefix = f"ngt{os.getpid()}x{next(_serial)}"
    switch = f"{prefix}s"
    made = [Computer(f"{prefix}c{number}", number, switch) for number in range(1, computers + 1)]
    try:
        _run("ip", "netns", "add", switch)
        for network in range(switches):
            _run("ip", "-n", switch, "link", "add", f"br{network}", "type", "bridge", "mcast_snooping", "0")
            _run("ip", "-n", switch, "link", "set", f"br{network}", "up")
        for computer in made:
            _run("ip", "netns", "add", computer.name)
            _run("ip", "-n", computer.name, "link", "set", "lo", "up")
            for network in networks:
                computer.plug(network)
        yield made
    finally:
        for name in [computer.name for computer in made] + [switch]:
            _run("ip", "netns", "del", name, check=False)
