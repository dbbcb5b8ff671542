"""Limits that a form or a command line knows too. Needs no library: the window asks before anything else is there."""

from collections.abc import Mapping
from typing import Literal, get_args

MAX_NAME = 20

Interfaces = Literal["all", "lo", "none"]  # of discovery: every interface, this computer alone, no discovery
VARIABLE = "NETGAME_LAN"


def interfaces_from(environment: Mapping[str, str]) -> Interfaces:
    """What `NETGAME_LAN` asks for; every interface if it is not set. ValueError with a sentence for other words."""
    word = environment.get(VARIABLE, "") or "all"
    for known in get_args(Interfaces):
        if word == known:
            return known  # type: ignore[no-any-return]
    raise ValueError(f"{VARIABLE} must be all, lo or none, not {word[:40]!r}")
