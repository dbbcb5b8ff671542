"""Users online and connections, as tables see them. The lobby and the sessions provide both."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from netgame.match.events import AbsenceCause
from protocol import messages as m
from server.ops.remote import Remote
from server.tables.commands import User
from server.tables.table import Table


class Peer(Protocol):
    """A connection. No method but `drained` waits, and none raises for what the other side does."""

    @property
    def remote(self) -> Remote: ...
    @property
    def greeted(self) -> bool: ...
    @property
    def is_local(self) -> bool:
        """Whether the client runs on the computer of this server."""

    @property
    def is_current(self) -> bool:
        """Whether the client speaks the newest version of the protocol."""

    @property
    def came_to(self) -> str:
        """The address of this computer that the client connected to; empty if it is local."""

    def __hash__(self) -> int: ...
    def send(self, frame: bytes) -> None: ...
    def answer(self, frame: bytes) -> None: ...
    async def drained(self) -> None:
        """Wait while the client has not read most of what was sent."""

    def dismiss(self, closing: m.Closing, when_read: Callable[[], object] = ...) -> None:
        """End the connection for a reason. `when_read` is called if the client reads it and closes its end."""

    def check_silence(self, waited_s: float) -> None: ...
    def probe(self) -> None: ...


@dataclass(slots=True)
class Watching:
    """How a connection watches a table: the number of the last event that it was sent, and the code that it gave."""

    sent: int
    code: str = ""


class Users(Protocol):
    """The users online, their seats, and the connections that watch each table."""

    @property
    def tables(self) -> Mapping[str, Table]: ...
    def is_online(self, account: str) -> bool: ...
    def peer_of(self, account: str) -> Peer | None: ...
    def cause(self, account: str | None) -> AbsenceCause | None: ...
    def came_to(self, account: str) -> str | None: ...
    def tables_of(self, account: str) -> tuple[str, ...]: ...
    def presence(self, table: Table) -> m.Presence: ...
    def user_of(self, peer: Peer) -> User | None: ...
    def is_player(self, peer: Peer, table: Table) -> bool: ...
    def watchers(self, table: str) -> Mapping[Peer, Watching]: ...
    def add(self, table: Table) -> None: ...
    def update(self, table: Table) -> None: ...
    def presence_changed(self, account: str) -> None: ...
    def remove(self, table: Table) -> None: ...
