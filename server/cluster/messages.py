"""The messages between the nodes of a service, one struct each.

They are hints. What they say is in the database as well, and is read again within a second if a message is lost.
"""

import msgspec


class Hint(msgspec.Struct, frozen=True, tag=True, array_like=True, gc=False):
    """Base class of all messages."""


class TableChanged(Hint, frozen=True):
    """The log of a table has grown to `number` events."""

    table: str
    number: int


class PresenceChanged(Hint, frozen=True):
    """These accounts came online, changed, or went offline."""

    accounts: list[str]


class ChatWritten(Hint, frozen=True):
    """Somebody wrote lines of chat, or the operator a notice."""


class AccessChanged(Hint, frozen=True):
    """A table has another code or more invited accounts."""

    table: str


class RatingsChanged(Hint, frozen=True):
    """A rated match of these accounts ended."""

    accounts: list[str]
    game: str


class SanctionsChanged(Hint, frozen=True):
    """Mutes or bans changed, or an account lost its rights or devices."""

    account: str


Message = TableChanged | PresenceChanged | ChatWritten | AccessChanged | RatingsChanged | SanctionsChanged
