"""The firewall of Windows, as the registry tells it: the same words in every language of Windows.

Sources: "Windows Firewall with Advanced Security Protocol" [MS-FASP], the text form of rules; rules of a domain's
administrators lie elsewhere and are not read.
"""

import ntpath
import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass

POLICY = r"SYSTEM\CurrentControlSet\Services\SharedAccess\Parameters\FirewallPolicy"
PROFILES = ("StandardProfile", "PublicProfile", "DomainProfile")  # private networks, public ones, those of a company
NUMBERS = {"tcp": "6", "udp": "17"}


@dataclass(frozen=True)
class FirewallPolicy:
    """Whether the firewall is on for some kind of network, and its rules as the registry has them."""

    on: bool
    rules: tuple[str, ...] = ()


def read_policy() -> FirewallPolicy | None:
    """Return what the registry says; None if it has no firewall or this is not Windows."""
    if sys.platform != "win32":
        return None
    import winreg

    on, rules = False, []
    try:
        for profile in PROFILES:
            with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, rf"{POLICY}\{profile}") as key:
                on = on or bool(winreg.QueryValueEx(key, "EnableFirewall")[0])
        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, rf"{POLICY}\FirewallRules") as key:
            for number in range(winreg.QueryInfoKey(key)[1]):
                rules.append(str(winreg.EnumValue(key, number)[1]))
    except OSError:
        return None
    return FirewallPolicy(on, tuple(rules))


def programs() -> tuple[str, ...]:
    """Return the programs that may wait for players here. An environment's python.exe only starts the real one."""
    folders = {ntpath.dirname(path) for path in (sys.executable, getattr(sys, "_base_executable", sys.executable))}
    names = ("python.exe", "pythonw.exe", "netgame.exe", "netgame-server.exe")
    return tuple(ntpath.join(folder, name) for folder in sorted(folders) for name in names)


def verdict(rules: Iterable[str], protocol: str, port: int, running: Iterable[str]) -> str | None:
    """Return "Allow" or "Block" if a rule says so for a port of these programs; a rule that blocks wins.

    Rules for some networks or addresses only count like rules for all.
    """
    ours, found = {_path(program) for program in running}, set[str]()
    for rule in rules:
        fields: dict[str, list[str]] = {}
        for part in rule.split("|"):
            name, _, value = part.partition("=")
            fields.setdefault(name, []).append(value)
        ports = fields.get("LPort", []) + fields.get("LPort2_10", [])
        if (
            fields.get("Active") == ["TRUE"]
            and fields.get("Dir") == ["In"]
            and fields.get("Protocol", [NUMBERS[protocol]]) == [NUMBERS[protocol]]
            and (not ports or any(_has(each, port) for each in ports))
            and ("App" in fields or ports)
            and all(_path(program) in ours for program in fields.get("App", []))
            and "Svc" not in fields
        ):
            found.update(fields.get("Action", []))
    return "Block" if "Block" in found else "Allow" if "Allow" in found else None


def _path(path: str) -> str:
    return ntpath.normcase(ntpath.normpath(os.path.expandvars(path)))


def _has(ports: str, port: int) -> bool:
    first, _, last = ports.partition("-")
    return first.isdecimal() and (last or first).isdecimal() and int(first) <= port <= int(last or first)
