"""What a server is run with."""

import platform
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import platformdirs

from protocol.discovery import MAX_SERVER_NAME
from server.limits import Limits

Announce = Literal["all", "lo", "none"]
LogLevel = Literal["debug", "info", "warning", "error"]
LogFormat = Literal["auto", "text", "pairs", "journal"]


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
    cert: Path | None = None  # of a public name, with its chain; instead of the one the server makes itself
    key: Path | None = None  # that of the certificate
    guests: bool = True  # those play who have not registered
    sign_up: bool = True  # names may be registered
    motd: str = ""  # the message of the day
    log: LogLevel = "info"
    log_format: LogFormat = "auto"
    metrics_port: int | None = None  # on loopback; None: no metrics
    root: bool = False  # may be run by root
    answer_public: bool = False  # queries of computers that are not near are answered as well
    control: Path | None = None  # the socket for commands; None: in the data folder
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", shown_name(self.name))
