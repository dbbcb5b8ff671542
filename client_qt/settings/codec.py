"""Settings as plain data and back. What makes no sense is as usual, part by part, and named."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from client_qt.settings.preferences import Preferences, read_preferences
from client_qt.settings.schema import (
    KEEP_MUTED,
    KEEP_RECORDS,
    KEEP_TABLES,
    KnownServer,
    LastRecord,
    LastTable,
    Settings,
    WindowState,
)

VERSION = 2  # 1 had preferences beside the rest
Plain = dict[str, Any]
T = TypeVar("T")


def to_plain(value: Settings) -> Plain:
    """As it is written down."""
    return {
        "version": VERSION,
        "name": value.name,
        "preferences": value.preferences.plain(),
        "window": dict(vars(value.window)),
        "terms": dict(value.terms),
        "servers": [{**vars(server), "addresses": list(server.addresses)} for server in value.servers.values()],
        "tables": [dict(vars(table)) for table in value.tables],
        "records": [dict(vars(record)) for record in value.records],
        "muted": {server: list(accounts) for server, accounts in value.muted.items()},
    }


def from_plain(plain: Mapping[str, Any], usual_name: str) -> tuple[Settings, tuple[str, ...]]:
    """Settings, and the names of all that made no sense."""
    reader = _Reader(plain)
    servers = reader.several("servers", _server, lambda server: server.fingerprint)
    tables = reader.several("tables", _table, lambda table: table.server and table.table)
    records = reader.several("records", _record, lambda record: record.path)
    value = Settings(
        name=reader.text("name") or usual_name,
        preferences=reader.preferences(),
        terms=reader.mapping("terms"),
        servers={server.fingerprint: server for server in servers},
        tables=tuple(tables)[:KEEP_TABLES],
        records=tuple(records)[:KEEP_RECORDS],
        window=_window(reader.part("window")),
        muted={server: accounts for server, accounts in reader.part("muted").all_texts() if accounts},
    )
    return value, tuple(dict.fromkeys(reader.faults))


class _Reader:
    """Reads the fields of one map. What has the wrong kind is as if it was not there, and its name is noted."""

    def __init__(self, plain: Mapping[str, Any], where: str = "", faults: list[str] | None = None) -> None:
        self._plain, self._where = plain, where
        self.faults = [] if faults is None else faults

    def text(self, name: str) -> str:
        return self._of_kind(name, str, "")

    def texts(self, name: str) -> tuple[str, ...]:
        listed = self._of_kind(name, list, [])
        good = tuple(item for item in listed if isinstance(item, str))
        if len(good) != len(listed):
            self._fault(name)
        return good[-KEEP_MUTED:]

    def all_texts(self) -> list[tuple[str, tuple[str, ...]]]:
        """Every field of it, with texts in each."""
        return [(name, self.texts(name)) for name in self._plain]

    def number(self, name: str) -> int:
        return self._of_kind(name, int, 0)

    def hexadecimal(self, name: str) -> str:
        try:
            return bytes.fromhex(self.text(name)).hex()
        except ValueError:
            self._fault(name)
            return ""

    def mapping(self, name: str) -> dict[str, Any]:
        return self._of_kind(name, dict, {})

    def part(self, name: str) -> "_Reader":
        return _Reader(self.mapping(name), self._path(name), self.faults)

    def several(self, name: str, make: Callable[["_Reader"], T], good: Callable[[T], object]) -> list[T]:
        """The list of that name; what is no item is left out, and so is one that lacks what it is known by."""
        found = []
        for item in self._of_kind(name, list, []):
            made = make(_Reader(item, self._path(name), self.faults)) if isinstance(item, dict) else None
            if made is not None and good(made):
                found.append(made)
            else:
                self._fault(name)
        return found

    def preferences(self) -> Preferences:
        """With those that the first version of the file had beside the rest."""
        first = {name: self._plain[name] for name in ("ui", "threats", "sound") if self._plain.get(name, "") != ""}
        value, bad = read_preferences({**first, **self.mapping("preferences")})
        for name in bad:
            self._fault(f"preferences.{name}")
        return value

    def _of_kind(self, name: str, kind: type[T], usual: T) -> T:
        value = self._plain.get(name, usual)
        if isinstance(value, kind) and (kind is bool or not isinstance(value, bool)):
            return value
        self._fault(name)
        return usual

    def _path(self, name: str) -> str:
        return f"{self._where}.{name}" if self._where else name

    def _fault(self, name: str) -> None:
        self.faults.append(self._path(name))


def _server(reader: _Reader) -> KnownServer:
    return KnownServer(
        fingerprint=reader.text("fingerprint"),
        name=reader.text("name"),
        addresses=reader.texts("addresses"),
        token=reader.hexadecimal("token"),
        seen=reader.number("seen"),
        keyed=reader.text("keyed"),
        public_name=reader.text("public_name"),
    )


def _table(reader: _Reader) -> LastTable:
    return LastTable(*(reader.text(name) for name in ("server", "table", "game", "opponent", "note")))


def _record(reader: _Reader) -> LastRecord:
    return LastRecord(*(reader.text(name) for name in ("path", "game", "title", "note", "match")))


def _window(reader: _Reader) -> WindowState:
    return WindowState(geometry=reader.hexadecimal("geometry"), tab=reader.text("tab"))
