"""Limits and settings shared with forms and command lines. Imports no library, because start-up needs it first."""

from collections.abc import Mapping
from typing import Literal, get_args

MAX_NAME = 20

Interfaces = Literal["all", "lo", "none"]  # of discovery: every interface, this computer alone, no discovery
VARIABLE = "NETGAME_LAN"


def interfaces_from(environment: Mapping[str, str]) -> Interfaces:
    """Read `NETGAME_LAN`; without it, all interfaces. Raise ValueError for an unknown value."""
    word = environment.get(VARIABLE, "") or "all"
    for known in get_args(Interfaces):
        if word == known:
            return known  # type: ignore[no-any-return]
    raise ValueError(f"{VARIABLE} must be all, lo or none, not {word[:40]!r}")
