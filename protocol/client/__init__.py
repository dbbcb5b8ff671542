"""The client's end over trio: connect to a server, send requests, and follow tables across lost connections."""

from protocol.address import DEFAULT_PORT, Address, is_public_name
from protocol.client.connection import Connection, connect
from protocol.client.credentials import Credentials
from protocol.client.dial import Server
from protocol.client.session import Session, Status
from protocol.client.updates import (
    NewEvents,
    NewTournamentEvents,
    StatusChanged,
    TournamentWatchEnded,
    Update,
    WatchEnded,
    WatchStarted,
)
from protocol.errors import AddressError, ConnectError, Lost, ProtocolError, Refusal

__all__ = [
    "DEFAULT_PORT", "Address", "AddressError", "ConnectError", "Connection", "Credentials", "Lost", "NewEvents",
    "NewTournamentEvents", "ProtocolError", "Refusal", "Server", "Session", "Status", "StatusChanged",
    "TournamentWatchEnded", "Update", "WatchEnded", "WatchStarted", "connect", "is_public_name",
]  # fmt: skip
