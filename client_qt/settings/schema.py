"""What is kept between two starts, as values: servers and what they know one by, tables, records, preferences."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from client_qt.settings.preferences import Preferences

KEEP_TABLES = 12  # more than anybody plays at once, and still a page of them
KEEP_MUTED = 500  # at one server
KEEP_RECORDS = 6  # a look back, not an archive: the files stay where they are


@dataclass(frozen=True)
class WindowState:
    """Where the window was, in Qt's own words, and what was open in it."""

    geometry: str = ""  # hex; with the screen it was on, and whether it was maximised
    tab: str = ""  # of the panel beside the board


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
    """A record that was saved or opened here, with what its row says without reading the file. `match` is the same for
    all files of one match, and empty where nobody knows."""

    path: str
    game: str
    title: str = ""
    note: str = ""
    match: str = ""


@dataclass(frozen=True)
class Settings:
    """Everything that is kept. A value; `SettingsFile` holds the current one. A new field has its place in
    `keptplain.py` too."""

    name: str = ""
    preferences: Preferences = field(default_factory=Preferences)
    terms: Mapping[str, Any] = field(default_factory=dict)  # of the table hosted last, for `Terms.read`
    servers: Mapping[str, KnownServer] = field(default_factory=dict)
    tables: tuple[LastTable, ...] = ()
    records: tuple[LastRecord, ...] = ()  # the last one in front
    window: WindowState = field(default_factory=WindowState)
    muted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # accounts nobody wants to read, by server

    def prefer(self, **changes: Any) -> "Settings":
        """With these fields of the preferences changed."""
        return replace(self, preferences=replace(self.preferences, **changes))

    def with_window(self, window: WindowState) -> "Settings":
        return replace(self, window=window)

    def with_server(self, server: KnownServer) -> "Settings":
        return replace(self, servers={**self.servers, server.fingerprint: server})

    def without_server(self, fingerprint: str) -> "Settings":
        """Nothing is known of that server any more: no token, no tables to pick up, nobody muted."""
        return replace(
            self,
            servers={key: server for key, server in self.servers.items() if key != fingerprint},
            tables=tuple(table for table in self.tables if table.server != fingerprint),
            muted={key: accounts for key, accounts in self.muted.items() if key != fingerprint},
        )

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
        """That record in front, in place of every other file of the same match."""
        others = (old for old in self.without_record(record.path).records if not old.match or old.match != record.match)
        return replace(self, records=(record, *others)[:KEEP_RECORDS])

    def without_record(self, path: str) -> "Settings":
        return replace(self, records=tuple(record for record in self.records if record.path != path))
