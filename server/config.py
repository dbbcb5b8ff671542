"""What a server is run with."""

import platform
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import platformdirs

from protocol.discovery import MAX_SERVER_NAME

Announce = Literal["all", "lo", "none"]


def default_data() -> Path:
    """Where a server keeps its things if nothing else is said."""
    return platformdirs.user_data_path("netgame", appauthor=False) / "server"


def default_name() -> str:
    """What a server is called if nothing else is said: the computer's name, as far as it is one."""
    return platform.node().split(".")[0] or "netgame"


def shown_name(text: str) -> str:
    """The name without what cannot be shown, or sent: a command line may hold bytes that are no text."""
    shown = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(shown.split())[:MAX_SERVER_NAME] or "netgame"


@dataclass(frozen=True)
class Config:
    """All settings of a server."""

    data: Path = field(default_factory=default_data)
    hosts: tuple[str, ...] = ("0.0.0.0", "::")  # addresses to listen on
    port: int | None = None  # None: the one it had, else 7763, else any; 0: any
    name: str = field(default_factory=default_name)  # for people
    announce: Announce = "all"  # on which interfaces the LAN is told
    plain: bool = False  # without TLS: behind a TLS proxy, and for measuring

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", shown_name(self.name))
