"""The client's end over trio: find the way to a server, ask it, follow its tables through lost connections."""

from protocol.address import DEFAULT_PORT, Address
from protocol.client.connection import Connection, connect
from protocol.client.credentials import Credentials
from protocol.client.dial import Server, is_public_name
from protocol.client.session import Session, Status
from protocol.client.updates import (
    ChatCame,
    EventsCame,
    InvitedTo,
    NoticeCame,
    PeopleChanged,
    PresenceChanged,
    RematchChanged,
    StatusChanged,
    TableFrozen,
    TablesChanged,
    Update,
    WatchBegins,
    WatchEnded,
)
from protocol.errors import AddressError, ConnectError, Lost, ProtocolError, Refusal

__all__ = [
    "DEFAULT_PORT", "Address", "AddressError", "ChatCame", "ConnectError", "Connection", "Credentials", "EventsCame",
    "InvitedTo", "Lost", "NoticeCame", "PeopleChanged", "PresenceChanged", "ProtocolError", "Refusal",
    "RematchChanged", "Server", "Session", "Status", "StatusChanged", "TableFrozen", "TablesChanged", "Update",
    "WatchBegins", "WatchEnded", "connect", "is_public_name",
]  # fmt: skip
