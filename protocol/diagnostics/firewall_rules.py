"""Parse the rules that firewalls print: is a port open? No I/O."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from protocol.address import is_private
from protocol.discovery.interfaces import network_kind

Protocol = Literal["tcp", "udp"]
_IPTABLES_PORT = re.compile(r"--dports? (\S+)")
_IPTABLES_ALL = re.compile(r"-A INPUT(?: -s (\S+))?(?: -i (\S+))? -j ACCEPT")


@dataclass(frozen=True)
class Chain:
    """A chain of nftables at the input hook. `closes`: it drops packets that no rule accepts."""

    family: str
    table: str
    name: str
    closes: bool
    opened: frozenset[tuple[Protocol, int]]

    def lets_in(self, protocol: Protocol, port: int) -> bool:
        return not self.closes or (protocol, port) in self.opened


def nft_chains(text: str, ports: tuple[int, int]) -> tuple[Chain, ...]:
    """Parse the chains at the input hook from `nft -j list ruleset`, for these ports: TCP, UDP.

    Rules of all chains of a table count, whether the packet reaches them or not. A firewall reported as closed is
    closed; one reported as open may still have a rule that blocks us.
    """
    try:
        items = [item for item in json.loads(text)["nftables"] if isinstance(item, dict)]
    except (ValueError, KeyError, TypeError):
        return ()
    rules = [item["rule"] for item in items if "rule" in item]
    wanted: list[tuple[Protocol, int]] = [("tcp", ports[0]), ("udp", ports[1])]
    chains = []
    for chain in (item["chain"] for item in items if item.get("chain", {}).get("hook") == "input"):
        if chain.get("family") in ("inet", "ip"):
            family, table, name = chain["family"], chain["table"], chain["name"]
            beside = [rule for rule in rules if (rule["family"], rule["table"]) == (family, table)]
            own = [rule for rule in beside if rule["chain"] == name]
            always = [rule["expr"] for rule in own if not any("match" in part for part in rule["expr"])]
            closes = chain.get("policy") == "drop" or any(
                {"drop", "reject"} & set(part) for each in always for part in each
            )
            opened = frozenset(each for each in wanted if any(_accepts(rule, *each) for rule in beside))
            chains.append(Chain(family, table, name, closes, opened))
    return tuple(chains)


def _accepts(rule: Mapping[str, Any], protocol: Protocol, port: int) -> bool:
    """Whether a rule accepts that port, ignoring its other conditions, or all that comes from a local network."""
    parts = rule["expr"]
    if not any("accept" in part for part in parts):
        return False
    asked = [part["match"] for part in parts if "match" in part]
    if all(_is_near(condition) for condition in asked):
        return True
    for condition in asked:
        match condition:
            case {"left": {"payload": {"field": "dport", "protocol": of}}, "right": right} if of in (protocol, "th"):
                if _holds(right, port):
                    return True
    return False


def _is_near(condition: Mapping[str, Any]) -> bool:
    """Whether this is the condition that a packet comes from a private network, or from the interface of a LAN."""
    match condition:
        case {"left": {"payload": {"field": "saddr"}}, "right": {"prefix": {"addr": str(address)}}}:
            return is_private(address)
        case {"left": {"meta": {"key": "iif" | "iifname"}}, "right": str(name)}:
            return _is_lan(name)
    return False


def _is_lan(interface: str) -> bool:
    """Whether other computers are behind it, as far as its name says."""
    return interface != "lo" and network_kind(interface, "192.168.0.1", 24) == "lan"


def is_private_network(text: str) -> bool:
    """Whether this is a private network like 192.168.0.0/16, and not a single address."""
    address, _, length = text.partition("/")
    return is_private(address) and length.isdecimal() and int(length) < (128 if ":" in address else 32)


def _holds(right: Any, port: int) -> bool:
    match right:
        case int():
            return right == port
        case {"range": [int(low), int(high)]}:
            return low <= port <= high
        case {"set": list(members)}:
            return any(_holds(member, port) for member in members)
    return False


def iptables_is_used(text: str) -> bool:
    """Whether the output of `iptables -S` has any rule or a policy of DROP."""
    return any(line.startswith("-A INPUT") or line == "-P INPUT DROP" for line in text.splitlines())


def iptables_lets_in(text: str, protocol: Protocol, port: int) -> bool:
    """Whether a port is open, from the output of `iptables -S`. Rules of all chains count as rules of INPUT."""
    lines = text.splitlines()
    closes = "-P INPUT DROP" in lines or any(line in ("-A INPUT -j DROP", "-A INPUT -j REJECT") for line in lines)
    closes = closes or any(line.startswith("-A INPUT -j REJECT ") for line in lines)
    return not closes or any(_opens(line, protocol, port) for line in lines)


def _opens(line: str, protocol: Protocol, port: int) -> bool:
    if not line.startswith("-A ") or not line.endswith("-j ACCEPT"):
        return False
    found = _IPTABLES_PORT.search(line)
    if found is None:
        all_from = _IPTABLES_ALL.fullmatch(line)
        return all_from is not None and (
            (all_from[1] is None or is_private_network(all_from[1])) and (all_from[2] is None or _is_lan(all_from[2]))
        )
    for part in found[1].split(","):
        low, _, high = part.partition(":")
        if low.isdecimal() and (not high or high.isdecimal()) and int(low) <= port <= int(high or low):
            return f"-p {protocol}" in line
    return False


def firewalld_lets_in(text: str, protocol: Protocol, port: int) -> bool:
    """Whether a port is open, from the output of `firewall-cmd --list-ports`: "7763/tcp 8000-8010/udp"."""
    for word in text.split():
        ports, _, of = word.partition("/")
        low, _, high = ports.partition("-")
        if of == protocol and low.isdecimal() and int(low) <= port <= int(high if high.isdecimal() else low):
            return True
    return False
