"""The settings of a server.

Command-line options, keys of the settings file, environment variables, error messages and the sample file are all
derived from the fields of `Config` and `Limits`.
"""

import ipaddress
import platform
import types
from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import platformdirs
from msgspec import Meta

from protocol.address import MAX_ANNOUNCED, Address
from protocol.discovery.announcement import MAX_SERVER_NAME
from protocol.errors import AddressError
from protocol.texts import cleaned, is_control
from server.ops.database_address import HIDDEN, check_address, without_password
from server.ops.limits import Limits
from server.ops.logging import LogFormat
from server.ops.mail_address import check_host, check_mail_address, check_webhook
from server.ops.policy import SHARED_FACTOR, Computers, Makers

PREFIX = "NETGAME_"
EVERYWHERE, LOOPBACK = ("0.0.0.0", "::"), ("127.0.0.1", "::1")
MAX_MOTD = 500
MAX_ADDRESS = 1000  # of a database, with its options
MAX_SECRET = 500
_DATABASE = 'an address such as "postgresql://netgame@db.example.org/netgame"'
ASCII = "printable ASCII text (no umlauts or accents)"
_WEBHOOK = 'an address such as "https://bot.example.org/netgame"'
_UNITS = {"_s": "seconds", "_days": "days", "_bytes": "bytes", "_mib": "MiB", "_per_minute": "a minute"}

Announce = Literal["all", "lo", "none"]
MailTls = Literal["starttls", "tls", "none"]
LogLevel = Literal["debug", "info", "warning", "error"]
Port = Annotated[int, Meta(ge=0, le=65535)]
Hosts = Annotated[
    tuple[Annotated[str, Meta(pattern=r"\A[A-Za-z0-9.:%_-]{1,253}\Z")], ...],
    Meta(min_length=1, description='one or more addresses of this computer, such as "0.0.0.0" or "::"'),
]
Host = Annotated[
    str,
    Meta(pattern=r"\A[A-Za-z0-9.:%_-]{1,253}\Z", description='an address of this computer, such as "127.0.0.1"'),
]
Networks = Annotated[tuple[str, ...], Meta(description='addresses or networks, such as "127.0.0.1" or "10.0.0.0/8"')]

Addresses = Annotated[
    tuple[str, ...],
    Meta(max_length=MAX_ANNOUNCED, description=f'at most {MAX_ANNOUNCED} addresses, such as "games.example:7763"'),
]
MailHost = Annotated[
    str,
    Meta(
        max_length=253,
        pattern=r"\A[A-Za-z0-9.:_-]*\Z",
        description='the name or address of a computer, such as "mail.example.org"',
    ),
]
Sender = Annotated[str, Meta(max_length=254, description='a mail address, such as "club@example.org"')]


def default_data() -> Path:
    """Return the data folder that is used if no other is configured."""
    return platformdirs.user_data_path("netgame", appauthor=False) / "server"


def default_name() -> str:
    """Return the computer's name, which is the server's name if no other is configured."""
    return platform.node().split(".")[0] or "netgame"


def _text(limit: int, characters: str = "printable text") -> Meta:
    return Meta(max_length=limit, description=f"{characters} of at most {limit} characters")


def _hidden(secret: str) -> str:
    return HIDDEN if secret else ""


def _check_printable(text: str) -> None:
    if not all(line.isprintable() for line in text.split("\n")):
        raise ValueError("unprintable characters")


def _check_shown(text: str) -> None:
    """Refuse what a terminal interprets. `Config` drops other invisible characters."""
    if any(map(is_control, text.replace("\n", ""))):
        raise ValueError("unprintable characters")


def check_ascii(text: str) -> None:
    """Raise ValueError unless a text is printable ASCII, which is all that can be sent to a mail server to sign in."""
    if not (text.isascii() and text.isprintable()):
        raise ValueError("other characters")


def _check_hosts(hosts: tuple[str, ...]) -> None:
    for host in hosts:
        check_host(host)


def _check_database(address: str) -> None:
    if address:
        check_address(address)


def _check_networks(networks: tuple[str, ...]) -> None:
    for network in networks:
        ipaddress.ip_network(network)


def _check_addresses(addresses: tuple[str, ...]) -> None:
    for address in addresses:
        try:
            _address, table = Address.parse(address)
        except AddressError as error:
            raise ValueError(str(error)) from error
        if table is not None:
            raise ValueError("a link to a table")


def _setting(help: str, default: Any = MISSING, factory: Any = MISSING, **more: Any) -> Any:
    """Declare a field with its help text.

    `live`: it may change while the server runs. `none`: the word for None. `check`: raises ValueError for a bad value.
    `option`, `variable`: other names than the usual ones. `hide`: the value may contain a password, and this returns
    what may be shown.
    """
    if factory is not MISSING:
        return field(default_factory=factory, metadata={"help": help, **more})
    return field(default=default, metadata={"help": help, **more})


@dataclass(frozen=True)
class Config:
    """All settings of a server."""

    data: Path = _setting("the folder for games, accounts and the key of the server", factory=default_data)
    database: Annotated[str, Meta(max_length=MAX_ADDRESS, description=_DATABASE)] = _setting(
        "the PostgreSQL database for games and accounts, which several servers can share; empty: SQLite in the data "
        "folder",
        "",
        check=_check_database,
        hide=without_password,
    )
    hosts: Hosts = _setting(
        "the addresses to listen on; default: all, with plain only loopback", (), option="--host", check=_check_hosts
    )
    port: Port | None = _setting(
        'the TCP port; 0: any free port; "auto": the last one used here, else 7763, else any free port',
        None,
        none="auto",
    )
    name: Annotated[str, _text(MAX_SERVER_NAME)] = _setting(
        "the name of the server that players see", factory=default_name, check=_check_shown
    )
    announce: Announce = _setting(
        "the interfaces on which the server announces itself to the local network", "all", variable="NETGAME_LAN"
    )
    plain: bool = _setting("no TLS: only for a TLS proxy on this computer", False)
    proxies: Networks = _setting(
        "the proxies that begin each connection with PROXY protocol version 2; if set, only they and this computer may "
        "connect",
        (),
        option="--proxy",
        check=_check_networks,
    )
    cert: Path | None = _setting(
        "the certificate of a public name, with its chain; empty: the server makes its own", None, live=True
    )
    key: Path | None = _setting("the key of that certificate, if it is in another file", None, live=True)
    guests: bool = _setting("whether players may play without a registered name", True, live=True)
    sign_up: bool = _setting("whether players may register names", True, live=True)
    computers: Computers = _setting(
        "the computer players that may sign in: none, those on this computer, or those everywhere", "off", live=True
    )
    tournaments: Makers = _setting(
        "the users that may make tournaments: nobody, moderators, members with a registered name, or anybody",
        "members",
        live=True,
    )
    addresses: Addresses = _setting(
        "the addresses at which players reach the servers of this service, such as host or host:port; their programs "
        "try them in turn",
        (),
        option="--address",
        live=True,
        check=_check_addresses,
    )
    shared_addresses: Networks = _setting(
        f"the public addresses of schools and clubs, at each of which many players share one: limits by address are "
        f"{SHARED_FACTOR} times as high there",
        (),
        option="--shared-address",
        live=True,
        check=_check_networks,
    )
    motd: Annotated[str, _text(MAX_MOTD)] = _setting("the message of the day", "", live=True, check=_check_shown)
    log: LogLevel = _setting("the minimum log level", "info", live=True)
    log_format: LogFormat = _setting(
        "the log format: text for people, pairs of key=value for programs, systemd's journal; auto chooses by where "
        "stderr leads",
        "auto",
    )
    metrics_port: Port | None = _setting(
        "the port that serves metrics for Prometheus; 0: any free port", None, none="off"
    )
    metrics_host: Host = _setting(
        "the address on which metrics are served; another one than loopback shows them to all who can reach it",
        "127.0.0.1",
        check=check_host,
    )
    mail_server: MailHost = _setting(
        "the mail server that takes the mails to members whose program is closed; empty: none are sent",
        "",
        check=check_host,
    )
    mail_port: Port | None = _setting(
        'the port of the mail server; "auto": 587, with tls 465, with none 25', None, none="auto"
    )
    mail_tls: MailTls = _setting(
        "how the connection to the mail server is encrypted: after STARTTLS, from the start, or not at all", "starttls"
    )
    mail_user: Annotated[str, _text(MAX_SECRET, ASCII)] = _setting(
        "the user at the mail server; empty: no sign-in", "", check=check_ascii
    )
    mail_password: Annotated[str, _text(MAX_SECRET, ASCII)] = _setting(
        "the password of that user", "", check=check_ascii, hide=_hidden
    )
    mail_password_file: Path | None = _setting("a file with that password in its first line", None)
    mail_sender: Sender = _setting("the sender of the mails", "", check=check_mail_address)
    webhook: Annotated[str, Meta(max_length=MAX_ADDRESS, description=_WEBHOOK)] = _setting(
        "the address of a program of yours that gets the same notices as JSON; empty: none",
        "",
        check=check_webhook,
        hide=_hidden,
    )
    webhook_key: Annotated[str, _text(MAX_SECRET)] = _setting(
        "the key that signs what the webhook gets", "", check=_check_printable, hide=_hidden
    )
    webhook_key_file: Path | None = _setting("a file with that key in its first line", None)
    root: bool = _setting("whether root may run the server", False)
    answer_public: bool = _setting("whether discovery queries over UDP from public addresses are answered", False)
    control: Path | None = _setting("the control socket; empty: control.sock in the data folder", None)
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        # a computer's name may hold bytes that are no text
        text = "".join(" " if is_control(char) else char for char in self.name)
        object.__setattr__(self, "name", cleaned(text)[:MAX_SERVER_NAME] or "netgame")
        object.__setattr__(self, "motd", "\n".join(map(cleaned, self.motd.split("\n"))))
        if not self.hosts:
            object.__setattr__(self, "hosts", LOOPBACK if self.plain else EVERYWHERE)

    @property
    def is_behind_proxy(self) -> bool:
        """Whether players connect to a proxy, and not to this server."""
        return self.plain or bool(self.proxies)


@dataclass(frozen=True)
class Setting:
    """One setting and how to write it. The name of a limit begins with `limits.`."""

    name: str
    type: Any  # as `msgspec.convert` takes it
    help: str
    option: str
    variable: str
    none: str = ""  # the word that means None
    is_live: bool = False  # may change while the server runs
    hide: Callable[[str], str] | None = None  # if the value may contain a password: what may be shown of it
    check: Callable[[Any], None] = lambda value: None

    @property
    def is_limit(self) -> bool:
        """Whether it belongs to the table [limits]."""
        return "." in self.name

    @property
    def kind(self) -> Any:
        """Its type without None and constraints: int, bool, str, Path, tuple or Literal."""
        inner = _without_none(self.type)
        inner = get_args(inner)[0] if get_origin(inner) is Annotated else inner
        return get_origin(inner) or inner

    @property
    def expected(self) -> str:
        """The values it takes, for error messages: "a number from 0 to 65535"."""
        inner = _without_none(self.type)
        if self.kind is bool:
            return "true or false"
        if self.kind is Path:
            return "the path of a file or folder"
        if self.kind is Literal:
            *first, last = (f'"{value}"' for value in get_args(inner))
            return f"{', '.join(first)} or {last}"
        meta = next(each for each in inner.__metadata__ if isinstance(each, Meta))
        if self.kind is int:
            return f"a number from {meta.ge} to {meta.le}" + (f' or "{self.none}"' if self.none else "")
        assert meta.description is not None
        return meta.description

    @property
    def unit(self) -> str:
        """The unit of a limit, from the end of its name; empty for a count."""
        return next((unit for end, unit in _UNITS.items() if self.is_limit and self.name.endswith(end)), "")

    def of(self, config: Config) -> object:
        """Return its value in a configuration."""
        holder = config.limits if self.is_limit else config
        return getattr(holder, self.name.rpartition(".")[2])


def _without_none(type: Any) -> Any:
    if get_origin(type) in (Union, types.UnionType):
        (type,) = (each for each in get_args(type) if each is not types.NoneType)
    return type


@cache
def settings() -> dict[str, Setting]:
    """Return all settings by name, in the order of the fields."""
    found: dict[str, Setting] = {}
    hints = get_type_hints(Config, include_extras=True)
    for each in fields(Config):
        if each.name == "limits":
            continue
        more = {"option": "--" + each.name.replace("_", "-"), "variable": PREFIX + each.name.upper(), **each.metadata}
        more["is_live"] = more.pop("live", False)
        found[each.name] = Setting(each.name, hints[each.name], **more)
    hints = get_type_hints(Limits, include_extras=True)
    for each in fields(Limits):
        name, variable = f"limits.{each.name}", f"{PREFIX}LIMITS_{each.name.upper()}"
        found[name] = Setting(name, hints[each.name], each.metadata["help"], "--limit", variable, is_live=True)
    return found
