"""What a session tells whoever follows it."""

from dataclasses import dataclass

from netgame.events import Event
from netgame.text import Text
from protocol.messages import TableInfo


@dataclass(frozen=True)
class StatusChanged:
    """`Session.status`, `error` or `signed_in` changed."""


@dataclass(frozen=True)
class TablesChanged:
    """All tables that are not over."""

    tables: list[TableInfo]


@dataclass(frozen=True)
class EventsCame:
    """The next events of a watched table: without gaps, each once."""

    table: str
    events: tuple[Event, ...]


@dataclass(frozen=True)
class PresenceChanged:
    """Who of the two players of a watched table is connected."""

    table: str
    present: tuple[bool, bool]


@dataclass(frozen=True)
class TableFrozen:
    """A watched table takes no commands any more, because of a fault at the server."""

    table: str
    text: Text


@dataclass(frozen=True)
class WatchEnded:
    """A table cannot be watched any more: the server refused it after a reconnect, or told what nobody can read."""

    table: str
    text: Text


Update = StatusChanged | TablesChanged | EventsCame | PresenceChanged | TableFrozen | WatchEnded
