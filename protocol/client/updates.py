"""What a session tells whoever follows it."""

from dataclasses import dataclass, field

from netgame.match.events import Event
from netgame.text import Text
from protocol import messages as m


@dataclass(frozen=True)
class StatusChanged:
    """`Session.status`, `error` or `signed_in` changed."""


@dataclass(frozen=True)
class TablesChanged:
    """All tables that are not over."""

    tables: list[m.TableInfo]


@dataclass(frozen=True)
class WatchBegins:
    """Events of a watched table come now, from the one after that number on; told anew after every reconnect.

    With 0 all of them come: what was known of the table is to be forgotten, because too much was missed.
    """

    table: str
    after: int


@dataclass(frozen=True)
class EventsCame:
    """The next events of a watched table: without gaps, each once."""

    table: str
    events: tuple[Event, ...]


@dataclass(frozen=True)
class PresenceChanged:
    """Who of the two players of a watched table is connected, and why not: "lost", "left" or "" (never came).

    `spectators` are the names of the first 50 of them, `watching` is how many there are.
    """

    table: str
    present: tuple[bool, bool]
    causes: tuple[str, str] = ("", "")
    spectators: tuple[str, ...] = ()
    watching: int = 0
    now: int = field(default=0, compare=False)  # the server's time in ms; 0 where it was not told


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


@dataclass(frozen=True)
class PeopleChanged:
    """Who is connected: the first 500 of them, and how many there are."""

    people: list[m.Person]
    count: int


@dataclass(frozen=True)
class ChatCame:
    """Lines of a room, in order; after a reconnect the last ones come again, with the same numbers.

    `table` is empty for the lobby.
    """

    room: m.RoomKind
    table: str
    lines: list[m.ChatLine]


@dataclass(frozen=True)
class InvitedTo:
    """That person would like to see this one at the table."""

    table: m.TableInfo
    account: str
    name: str


@dataclass(frozen=True)
class RematchChanged:
    """About a finished table: who offers a rematch (by player; with the sides swapped or not), and what became of it.

    `made` is the new table, `closed` why an offer is gone: "declined", "withdrawn", "left".
    """

    table: str
    offers: tuple[bool | None, bool | None] = (None, None)
    made: str = ""
    closed: str = ""


@dataclass(frozen=True)
class NoticeCame:
    """A sentence of whoever runs the server, for everybody."""

    text: Text


Update = (
    StatusChanged | TablesChanged | WatchBegins | EventsCame | PresenceChanged | TableFrozen | WatchEnded
    | PeopleChanged | ChatCame | InvitedTo | RematchChanged | NoticeCame
)  # fmt: skip


def update_of(push: m.Message) -> Update | None:
    """What a push tells by itself; None where it depends on what is watched, or tells nothing."""
    match push:
        case m.Presence() as told:
            return PresenceChanged(
                told.table, told.present, told.causes, tuple(told.spectators), told.watching, told.now
            )
        case m.Frozen(table=table, template=template, args=args):
            return TableFrozen(table, Text(template, args))
        case m.Chat(room=room, table=table, lines=lines):
            return ChatCame(room, table, lines)
        case m.Invited(table=info, account=account, name=name):
            return InvitedTo(info, account, name)
        case m.RematchState() as state:
            return RematchChanged(state.table, state.offers, state.made, state.closed)
        case m.Notice(template=template, args=args):
            return NoticeCame(Text(template, args))
    return None
