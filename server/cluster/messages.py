"""The messages between the nodes of a service, one struct each.

Messages of the bus are hints: what they say is in the database as well and is read again within a second if one is
lost. Messages of the relay are stored, so none is lost; a node may get one twice.
"""

import msgspec


class Message(msgspec.Struct, frozen=True, tag=True, array_like=True, gc=False):
    """Base class of all messages."""


# ---- of the bus


class TableChanged(Message, frozen=True):
    """The log of a table has grown to `number` events. `listed`: its entry in lists has changed."""

    table: str
    number: int
    listed: bool = False


class RelayWritten(Message, frozen=True):
    """The relay has new messages."""


class AudienceChanged(Message, frozen=True):
    """The spectators of a table at a node: how many there are, and the names of the first ones."""

    node: str
    table: str
    count: int
    names: list[str]


# ---- of the relay


class PresenceChanged(Message, frozen=True):
    """An account came online, changed, or went offline; then `cause` says why."""

    account: str
    cause: str = "lost"


class ToEverybody(Message, frozen=True):
    """A frame for all users online."""

    frame: bytes


class ToUser(Message, frozen=True):
    """A frame for a user."""

    account: str
    frame: bytes


class Dismissed(Message, frozen=True):
    """The connection of an account has to end, for that reason."""

    account: str
    code: str
    template: str
    args: dict[str, str | int]


class ToWatchers(Message, frozen=True):
    """A frame for all users who watch a table."""

    table: str
    frame: bytes


class ChatWritten(Message, frozen=True):
    """A line in a room of the lobby or of a table, as a frame for its readers."""

    room: str
    table: str
    frame: bytes


class AccessChanged(Message, frozen=True):
    """A table has another code or more invited accounts."""

    table: str


class RematchOffered(Message, frozen=True):
    """The offers of a rematch at a table, by player: whether the sides swap, None without an offer."""

    table: str
    player: int
    swap: bool


class RematchClosed(Message, frozen=True):
    """All offers of a rematch at a table have ended."""

    table: str


class PlayerRenamed(Message, frozen=True):
    """The operator has given an account another name, which the logs of these tables have."""

    account: str
    tables: list[str]


class RatingsChanged(Message, frozen=True):
    """A rated match of these accounts ended."""

    accounts: list[str]
    game: str


class SanctionsChanged(Message, frozen=True):
    """An account was muted or banned, or that ended."""

    account: str


BusMessage = TableChanged | RelayWritten | AudienceChanged
RelayMessage = (
    PresenceChanged | ToEverybody | ToUser | Dismissed | ToWatchers | ChatWritten | AccessChanged | RematchOffered
    | RematchClosed | PlayerRenamed | RatingsChanged | SanctionsChanged
)  # fmt: skip
