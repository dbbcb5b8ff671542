"""The messages between the nodes of a service, one struct each.

Messages of the bus are hints: what they say is in the database as well and is read again within a second if one is
lost. Any user of the database can send one, so their values are checked. Messages of the relay are
stored, so none is lost; a node may get one twice.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from protocol.messages import MAX_NAME, AnalysisState

FIRST_NAMES = 20  # of the spectators of a table at one node
MAX_COUNT = 1_000_000  # of them


class Message(msgspec.Struct, frozen=True, tag=True, array_like=True, gc=False):
    """Base class of all messages."""


# ---- of the bus


class TableChanged(Message, frozen=True):
    """The log of a table has grown to `number` events. `listed`: its entry in lists has changed."""

    table: str
    number: int
    listed: bool = False


class TournamentChanged(Message, frozen=True):
    """The log of a tournament has grown to `number` events."""

    tournament: str
    number: int


class RelayWritten(Message, frozen=True):
    """The relay has new messages."""


class AudienceChanged(Message, frozen=True):
    """The spectators of a table at a node: how many there are, and the names of the first ones."""

    node: str
    table: str
    count: Annotated[int, Meta(ge=0, le=MAX_COUNT)]
    names: Annotated[list[Annotated[str, Meta(max_length=MAX_NAME)]], Meta(max_length=FIRST_NAMES)]


class SeeksChanged(Message, frozen=True):
    """The wishes for a game have changed."""


# ---- of the relay


class PresenceChanged(Message, frozen=True):
    """Accounts came online, changed, or went offline; then `cause` says why."""

    accounts: list[str]
    cause: str = "lost"


class ToAudience(Message, frozen=True):
    """A frame for all users who watch a table; without a table, for all users online."""

    table: str
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


class ChatWritten(Message, frozen=True):
    """A line in a room of the lobby or of a table, as a frame for its readers."""

    room: str
    table: str
    frame: bytes


class AccessChanged(Message, frozen=True):
    """A table has another code, one more invited account, or one less: `revoked`."""

    table: str
    guest: str = ""
    revoked: bool = False


class RematchOffered(Message, frozen=True):
    """The offers of a rematch at a table, by player: whether the sides swap, None without an offer."""

    table: str
    player: int
    swap: bool


class RematchClosed(Message, frozen=True):
    """All offers of a rematch at a table have ended."""

    table: str


class AnalysisChanged(Message, frozen=True):
    """A player wants to look at a finished match with the other one; or the `change` that they made, or the end.

    `is_known`: the player did so before. It is no new question, and gets no answer. `is_own`: it is `closed` because
    the player does not want it any more.
    """

    table: str
    player: Annotated[int, Meta(ge=0, le=1)] = 0
    change: AnalysisState | None = None
    closed: str = ""
    is_known: bool = False
    is_own: bool = False


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


class SetAsideChanged(Message, frozen=True):
    """A server has set an item aside, or the operator lets one be tried again."""


class VacationChanged(Message, frozen=True):
    """A player has begun or ended a vacation."""

    account: str


class ConditionalChanged(Message, frozen=True):
    """A player has set conditional moves at a table."""

    table: str


BusMessage = TableChanged | TournamentChanged | RelayWritten | AudienceChanged | SeeksChanged
RelayMessage = (
    PresenceChanged | ToAudience | ToUser | Dismissed | ChatWritten | AccessChanged | RematchOffered
    | RematchClosed | AnalysisChanged | PlayerRenamed | RatingsChanged | SanctionsChanged
    | VacationChanged | ConditionalChanged | SetAsideChanged
)  # fmt: skip
