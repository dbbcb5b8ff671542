"""What a server is run with. Options, keys of the settings file, names in the environment, what is said about a wrong
value and the sample file are all made of these fields, so that nothing is written twice."""

import platform
from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

import platformdirs

from protocol.discovery.announcement import MAX_SERVER_NAME
from server.config.kinds import BoolKind, ChoiceKind, HostsKind, Kind, NetworksKind, NumberKind, PathKind, TextKind
from server.ops.limits import Limits

Announce = Literal["all", "lo", "none"]
LogLevel = Literal["debug", "info", "warning", "error"]
LogFormat = Literal["auto", "text", "pairs", "journal"]

PREFIX = "NETGAME_"
EVERYWHERE, LOOPBACK = ("0.0.0.0", "::"), ("127.0.0.1", "::1")
MAX_MOTD = 500
_UNITS = {"_s": "seconds", "_bytes": "bytes", "_mib": "MiB", "_per_minute": "a minute"}


def default_data() -> Path:
    """Where a server keeps its things if nothing else is said."""
    return platformdirs.user_data_path("netgame", appauthor=False) / "server"


def default_name() -> str:
    """What a server is called if nothing else is said: the computer's name, as far as it is one."""
    return platform.node().split(".")[0] or "netgame"


def shown_name(text: str) -> str:
    """The name without what cannot be shown, or sent: a computer's name may hold bytes that are no text."""
    shown = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(shown.split())[:MAX_SERVER_NAME] or "netgame"


def _set(kind: Kind, words: str, default: Any = MISSING, **more: Any) -> Any:
    """A field. `words` is its sentence; `live` that it may change while the server runs."""
    factory = more.pop("factory", MISSING)
    metadata = {"kind": kind, "words": words, **more}
    if factory is not MISSING:
        return field(default_factory=factory, metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class Config:
    """All settings of a server."""

    data: Path = _set(PathKind(), "the folder for games, accounts and the key of the server", factory=default_data)
    hosts: tuple[str, ...] = _set(
        HostsKind(),
        "the addresses to listen on, otherwise all; with plain only those of this computer itself",
        (),
        option="--host",
        example="ADDRESS",
    )
    port: int | None = _set(
        NumberKind(0, 65535, "auto"),
        'the TCP port; 0: any that is free; "auto": the one it had, else 7763, else any that is free',
        None,
    )
    name: str = _set(TextKind(MAX_SERVER_NAME), "what players see as the name of the server", factory=default_name)
    announce: Announce = _set(
        ChoiceKind(get_args(Announce)), "on which interfaces the local network is told", "all", variable="NETGAME_LAN"
    )
    plain: bool = _set(BoolKind(), "without TLS: only for a TLS proxy on this computer", False)
    proxies: tuple[str, ...] = _set(
        NetworksKind(),
        "the proxies that begin each connection with PROXY protocol version 2; if set, this computer and these alone "
        "may connect",
        (),
        option="--proxy",
        example="ADDRESS",
    )
    cert: Path | None = _set(
        PathKind(), "the certificate of a public name, with its chain; empty: the server makes its own", None, live=True
    )
    key: Path | None = _set(PathKind(), "the key of that certificate, if it stands in another file", None, live=True)
    guests: bool = _set(BoolKind(), "whether those may play who have not registered", True, live=True)
    sign_up: bool = _set(BoolKind(), "whether players may register names", True, live=True)
    motd: str = _set(TextKind(MAX_MOTD), "the message of the day", "", live=True)
    log: LogLevel = _set(ChoiceKind(get_args(LogLevel)), "how important is what is logged", "info", live=True)
    log_format: LogFormat = _set(
        ChoiceKind(get_args(LogFormat)),
        "text for people, pairs of key=value for programs, systemd's journal, or what fits",
        "auto",
    )
    metrics_port: int | None = _set(
        NumberKind(0, 65535, "off"), "the port on loopback where Prometheus finds numbers; 0: any that is free", None
    )
    root: bool = _set(BoolKind(), "whether root may run it", False)
    answer_public: bool = _set(BoolKind(), "whether queries over UDP from public addresses are answered as well", False)
    control: Path | None = _set(PathKind(), "the socket for commands; empty: control.sock in the data folder", None)
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", shown_name(self.name))
        if not self.hosts:
            object.__setattr__(self, "hosts", LOOPBACK if self.plain else EVERYWHERE)

    @property
    def is_behind_proxy(self) -> bool:
        """Whether players connect to a proxy, and not to this server."""
        return self.plain or bool(self.proxies)


@dataclass(frozen=True)
class Setting:
    """What is known about one setting. Those of `Limits` are called `limits.` and their name."""

    name: str
    kind: Kind
    words: str
    default: object
    option: str
    variable: str
    unit: str = ""
    example: str = ""  # the word for a value in the help
    is_live: bool = False  # may change while the server runs

    @property
    def is_limit(self) -> bool:
        """Whether it stands in the table of the limits."""
        return "." in self.name

    def of(self, config: Config) -> object:
        """Its value there."""
        holder = config.limits if self.is_limit else config
        return getattr(holder, self.name.rpartition(".")[2])


@cache
def settings() -> dict[str, Setting]:
    """All settings by name, in the order of the fields."""
    own = [_setting(each) for each in fields(Config) if each.name != "limits"]
    return {each.name: each for each in [*own, *map(_limit, fields(Limits))]}


def _setting(each: Field[Any]) -> Setting:
    make: Callable[[], object] | object = each.default_factory
    default = make() if callable(make) else each.default
    more = each.metadata
    option = more.get("option", "--" + each.name.replace("_", "-"))
    variable = more.get("variable", PREFIX + each.name.upper())
    example, live = more.get("example", ""), more.get("live", False)
    return Setting(each.name, more["kind"], more["words"], default, option, variable, example=example, is_live=live)


def _limit(each: Field[Any]) -> Setting:
    more, unit = each.metadata, next((word for end, word in _UNITS.items() if each.name.endswith(end)), "")
    kind, variable = NumberKind(more["low"], more["high"]), f"{PREFIX}LIMITS_{each.name.upper()}"
    return Setting(f"limits.{each.name}", kind, more["words"], each.default, "--limit", variable, unit, is_live=True)
