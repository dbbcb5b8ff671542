"""The settings that are kept between two starts."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta

from client_qt.settings.preferences import Preferences

KEEP_TABLES = 100  # a server lets a connection follow as many
KEEP_MUTED = 500  # at one server
KEEP_RECORDS = 6  # recent ones; the files stay where they are
KEEP_OPPONENTS = 20
KEEP_FOLDERS = 20  # of records

ReplaySpeed = Literal["1", "0.5", "2", "4", "8", "played"]
AnalysisLevel = Literal["quick", "normal", "deep"]
Hex = Annotated[str, Meta(pattern=r"^([0-9a-fA-F]{2})*\Z")]


@dataclass(frozen=True)
class WindowState:
    """The geometry of the window, from `QWidget.saveGeometry`, the open tab of the panel beside the board, the speed of
    replays, and how long an analysis takes."""

    geometry: Hex = ""
    tab: str = ""
    replay_speed: ReplaySpeed = "1"
    analysis: AnalysisLevel = "normal"


@dataclass(frozen=True)
class KnownServer:
    """A server that this player has visited. The fingerprint is its identity; the addresses are hints."""

    fingerprint: str
    name: str = ""
    addresses: tuple[str, ...] = ()
    token: Hex = ""  # sent only to the server that issued it
    seen: int = 0  # Unix time of the last visit
    keyed: str = ""  # the player key that the server knows, from `key_id`; it is used instead of the token
    public_name: str = ""  # proved by the certificate; then the fingerprint is that of the first visit
    told_name: str = ""  # the changed name there of which the user has had a note
    announced: tuple[str, ...] = ()  # of the addresses, those that it named itself; dialed only on the internet
    instance: Hex = ""  # of the server at the last sign-in; a copy of its data folder has another one


@dataclass(frozen=True)
class LastTable:
    """A table to return to, with the texts of its row before there is a connection."""

    server: str  # fingerprint
    table: str
    game: str = ""
    opponent: str = ""
    note: str = ""  # of a program before 1.2.0
    made: int = 0  # when the table was opened, by its server, in ms


@dataclass(frozen=True)
class LastRecord:
    """A record that was saved or opened, with the texts of its row before the file is read."""

    path: str
    game: str = ""
    title: str = ""
    note: str = ""
    match: str = ""  # the same for all files of one match; "" if unknown
    language: str = ""  # of the texts


@dataclass(frozen=True)
class LastOpponent:
    """An opponent at a server, with the terms of the last game, and the sides swapped."""

    server: str = ""  # fingerprint
    account: str = ""
    name: str = ""
    key: Hex = ""  # the player key, the same at all servers
    ended: int = 0  # when that game ended, by the clock of this computer, in ms
    terms: Mapping[str, Any] = field(default_factory=dict)  # for `GameTerms`


@dataclass(frozen=True)
class LocalSeats:
    """The last game against the computer: which computer player has each side, empty for a person."""

    game: str = ""
    computers: tuple[str, str] = ("", "level 2")
    random: bool = False  # the sides


@dataclass(frozen=True)
class LastSeek:
    """What the player looked for last by "Play now"; see the message `Seek`."""

    games: tuple[str, ...] = ()
    clocks: tuple[str, ...] = ()
    rated: bool | None = None
    within: int | None = None
    computers_after: int | None = None


@dataclass(frozen=True)
class Settings:
    """Everything that is kept. `SettingsFile` holds the current value."""

    name: str = ""
    preferences: Preferences = field(default_factory=Preferences)
    terms: Mapping[str, Any] = field(default_factory=dict)  # of the last hosted table, for `Terms.read`
    servers: Mapping[str, KnownServer] = field(default_factory=dict)  # by fingerprint
    tables: tuple[LastTable, ...] = ()  # most recent first
    records: tuple[LastRecord, ...] = ()  # most recent first
    opponents: Mapping[str, LastOpponent] = field(default_factory=dict)  # by server and account
    folders: tuple[str, ...] = ()  # of records that were saved or opened, most recent first
    window: WindowState = field(default_factory=WindowState)
    muted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # accounts, by server
    computer: LocalSeats = field(default_factory=LocalSeats)
    table_computer: str = "level 2"  # the last computer player at a hosted table
    seek: LastSeek = field(default_factory=LastSeek)
    local_clock: str = "none"  # of the last game at this screen
    tray_explained: bool = False  # the program has said that it stays in the tray

    def prefer(self, **changes: Any) -> "Settings":
        """Return the settings with these preferences changed."""
        return replace(self, preferences=replace(self.preferences, **changes))

    def with_server(self, server: KnownServer) -> "Settings":
        return replace(self, servers={**self.servers, server.fingerprint: server})

    def without_server(self, fingerprint: str) -> "Settings":
        """Return the settings without the server, its tables, its opponents and its muted accounts."""
        return replace(
            self,
            servers={key: server for key, server in self.servers.items() if key != fingerprint},
            tables=tuple(table for table in self.tables if table.server != fingerprint),
            opponents={key: known for key, known in self.opponents.items() if known.server != fingerprint},
            muted={key: accounts for key, accounts in self.muted.items() if key != fingerprint},
        )

    def without_address(self, server: str, address: str) -> "Settings":
        known = self.servers[server]
        return self.with_server(replace(known, addresses=tuple(old for old in known.addresses if old != address)))

    def muted_at(self, server: str) -> frozenset[str]:
        return frozenset(self.muted.get(server, ()))

    def with_muted(self, server: str, account: str, muted: bool) -> "Settings":
        others = tuple(known for known in self.muted.get(server, ()) if known != account)
        now = (*others, account)[-KEEP_MUTED:] if muted else others
        kept = {key: accounts for key, accounts in self.muted.items() if key != server}
        return replace(self, muted={**kept, server: now} if now else kept)

    def with_table(self, table: LastTable) -> "Settings":
        """Return the settings with the table in front; it replaces an older entry for the same table."""
        others = [known for known in self.tables if (known.server, known.table) != (table.server, table.table)]
        return replace(self, tables=(table, *others)[:KEEP_TABLES])

    def without_table(self, server: str, table: str) -> "Settings":
        return replace(self, tables=tuple(t for t in self.tables if (t.server, t.table) != (server, table)))

    def with_opponent(self, last: LastOpponent) -> "Settings":
        """Return the settings with the last game against an opponent, unless a later one is known."""
        key = f"{last.server}/{last.account}"
        newer = max(last, self.opponents.get(key, last), key=lambda known: known.ended)
        latest = sorted({**self.opponents, key: newer}.items(), key=lambda item: -item[1].ended)
        return replace(self, opponents=dict(latest[:KEEP_OPPONENTS]))

    def without_opponents(self, server: str, accounts: Collection[str]) -> "Settings":
        left = {
            key: last for key, last in self.opponents.items() if last.server != server or last.account not in accounts
        }
        return replace(self, opponents=left)

    def with_record(self, record: LastRecord) -> "Settings":
        """Return the settings with the record in front; it replaces every other file of the same match."""
        others = (old for old in self.without_record(record.path).records if not old.match or old.match != record.match)
        folder = str(Path(record.path).parent)
        folders = dict.fromkeys((folder, *self.folders))
        return replace(self, records=(record, *others)[:KEEP_RECORDS], folders=tuple(folders)[:KEEP_FOLDERS])

    def without_record(self, path: str) -> "Settings":
        return replace(self, records=tuple(record for record in self.records if record.path != path))
