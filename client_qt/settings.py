"""What the client keeps between two starts: the player's name, tokens of servers, tables to pick up again."""

import contextlib
import getpass
import json
import logging
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import platformdirs

from client_qt.files import write_whole
from client_qt.preferences import Preferences, read_preferences
from protocol.messages import MAX_NAME

log = logging.getLogger(__name__)
KEEP_TABLES = 12  # more than anybody plays at once, and still a page of them
KEEP_MUTED = 500  # at one server
KEEP_RECORDS = 6  # a look back, not an archive: the files stay where they are


@dataclass(frozen=True)
class Folders:
    """Where settings and hosted tables live. `data` is where a server without a window looks as well: both cannot
    serve from it at once, and whichever comes second is told of the first."""

    config: Path
    data: Path

    @classmethod
    def find(cls, home: str | None = None) -> "Folders":
        """The folders of this user; `home`, or NETGAME_HOME, puts both under one folder instead."""
        home = home or os.environ.get("NETGAME_HOME")
        if home:
            return cls(Path(home) / "config", Path(home) / "data" / "server")
        dirs = platformdirs.PlatformDirs("netgame", appauthor=False)
        return cls(Path(dirs.user_config_dir), Path(dirs.user_data_dir) / "server")


@dataclass(frozen=True)
class KnownServer:
    """A server this player has been at: known by its fingerprint; the addresses are only hints."""

    fingerprint: str
    name: str = ""
    addresses: tuple[str, ...] = ()
    token: str = ""  # hex; goes only to the server it came from
    seen: int = 0  # Unix time of the last visit
    keyed: str = ""  # the key that it knows this player by, as `key_id` writes it; then the token stays at home
    public_name: str = ""  # that its certificate proves; the fingerprint is that of the first visit then


@dataclass(frozen=True)
class LastTable:
    """A table to pick up again, with what its row says before there is a connection."""

    server: str  # fingerprint
    table: str
    game: str
    opponent: str = ""
    note: str = ""


@dataclass(frozen=True)
class LastRecord:
    """A record that was saved or opened here, with what its row says without reading the file."""

    path: str
    game: str
    title: str = ""
    note: str = ""


@dataclass(frozen=True)
class Settings:
    """Everything that is kept. A value; `SettingsFile` holds the current one."""

    name: str = ""
    preferences: Preferences = field(default_factory=Preferences)
    terms: Mapping[str, Any] = field(default_factory=dict)  # of the table hosted last, for `Terms.read`
    servers: Mapping[str, KnownServer] = field(default_factory=dict)
    tables: tuple[LastTable, ...] = ()
    records: tuple[LastRecord, ...] = ()  # the last one in front
    muted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # accounts nobody wants to read, by server

    def prefer(self, **changes: Any) -> "Settings":
        """With these fields of the preferences changed."""
        return replace(self, preferences=replace(self.preferences, **changes))

    def with_server(self, server: KnownServer) -> "Settings":
        return replace(self, servers={**self.servers, server.fingerprint: server})

    def without_address(self, server: str, address: str) -> "Settings":
        """That server is not to be looked for there any more."""
        known = self.servers[server]
        return self.with_server(replace(known, addresses=tuple(old for old in known.addresses if old != address)))

    def muted_at(self, server: str) -> frozenset[str]:
        """Whose lines are not shown there."""
        return frozenset(self.muted.get(server, ()))

    def with_muted(self, server: str, account: str, muted: bool) -> "Settings":
        """Read that person no longer, or again."""
        others = tuple(known for known in self.muted.get(server, ()) if known != account)
        now = (*others, account)[-KEEP_MUTED:] if muted else others
        kept = {key: accounts for key, accounts in self.muted.items() if key != server}
        return replace(self, muted={**kept, server: now} if now else kept)

    def with_table(self, table: LastTable) -> "Settings":
        """That table in front; a table that is known already changes its place and its words."""
        others = [known for known in self.tables if (known.server, known.table) != (table.server, table.table)]
        return replace(self, tables=(table, *others)[:KEEP_TABLES])

    def without_table(self, server: str, table: str) -> "Settings":
        return replace(self, tables=tuple(t for t in self.tables if (t.server, t.table) != (server, table)))

    def with_record(self, record: LastRecord) -> "Settings":
        """That record in front."""
        return replace(self, records=(record, *self.without_record(record.path).records)[:KEEP_RECORDS])

    def without_record(self, path: str) -> "Settings":
        return replace(self, records=tuple(record for record in self.records if record.path != path))


class SettingsFile:
    """Reads and writes the settings. A broken file becomes the defaults and a backup beside it."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "settings.json"
        self.backup: Path | None = None  # where a broken file went, to be told once
        self.value = self._read()
        self._followers: list[Callable[[], None]] = []

    def follow(self, call: Callable[[], None]) -> None:
        """Call this after each change, as long as there is the file."""
        self._followers.append(call)

    def change(self, value: Settings) -> None:
        """Make this the settings, here and on disk; a disk that refuses is logged, not fatal."""
        if value == self.value:
            return
        self.value = value
        try:
            text = json.dumps(_to_plain(value), indent=1, ensure_ascii=False)
            write_whole(self.path, text.encode(), private=True)  # tokens are in it
        except OSError as error:
            log.warning("settings not saved in %s: %s", self.path, error)
        for call in self._followers:
            call()

    def _read(self) -> Settings:
        defaults = Settings(name=system_name())
        try:
            text = self.path.read_text("utf-8")
        except FileNotFoundError:
            return defaults
        except (OSError, UnicodeDecodeError) as error:
            return self._broken(defaults, error)
        try:
            return _from_plain(json.loads(text), defaults)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            return self._broken(defaults, error)

    def _broken(self, defaults: Settings, error: Exception) -> Settings:
        log.warning("settings in %s are broken, starting with defaults: %s", self.path, error)
        backup = self.path.with_suffix(".broken.json")
        with contextlib.suppress(OSError):
            os.replace(self.path, backup)
            self.backup = backup
        return defaults


def system_name() -> str:
    """The name a player starts with: the one of the system user."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""
    words = "".join(c if c.isalnum() or c in " -_." else " " for c in name).split()
    return " ".join(words)[:MAX_NAME]


def _to_plain(value: Settings) -> dict[str, Any]:
    return {
        "version": 1,
        "name": value.name,
        "preferences": value.preferences.plain(),
        "terms": dict(value.terms),
        "servers": [{**vars(server), "addresses": list(server.addresses)} for server in value.servers.values()],
        "tables": [vars(table) for table in value.tables],
        "records": [vars(record) for record in value.records],
        "muted": {server: list(accounts) for server, accounts in value.muted.items()},
    }


def _from_plain(plain: Any, defaults: Settings) -> Settings:
    servers = [
        KnownServer(
            fingerprint=_text(item["fingerprint"]),
            name=_text(item.get("name", "")),
            addresses=tuple(_texts(item.get("addresses", []))),
            token=bytes.fromhex(_text(item.get("token", ""))).hex(),
            seen=int(item.get("seen", 0)),
            keyed=_text(item.get("keyed", "")),
            public_name=_text(item.get("public_name", "")),
        )
        for item in plain.get("servers", [])
    ]
    tables = [
        LastTable(*(_text(item.get(name, "")) for name in ("server", "table", "game", "opponent", "note")))
        for item in plain.get("tables", [])
    ]
    records = [
        LastRecord(*(_text(item.get(name, "")) for name in ("path", "game", "title", "note")))
        for item in plain.get("records", [])
    ]
    return Settings(
        name=_text(plain.get("name", "")) or defaults.name,
        preferences=read_preferences({**_first_places(plain), **plain.get("preferences", {})})[0],
        terms=dict(plain.get("terms", {})),
        servers={server.fingerprint: server for server in servers},
        tables=tuple(tables)[:KEEP_TABLES],
        records=tuple(records)[:KEEP_RECORDS],
        muted={_text(server): tuple(_texts(accounts)) for server, accounts in plain.get("muted", {}).items()},
    )


def _first_places(plain: Mapping[str, Any]) -> dict[str, Any]:
    """Preferences where the first version of the file had them."""
    kept = {name: plain[name] for name in ("threats", "sound") if name in plain}
    return {**kept, "ui": plain["ui"]} if plain.get("ui") else kept


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.40} is no text")
    return value


def _texts(values: Iterable[Any]) -> list[str]:
    return [_text(value) for value in values]
