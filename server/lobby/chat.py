"""What people say: in the lobby, at a table, among its spectators. Checked, kept, then told."""

from dataclasses import dataclass
from typing import Generic

from protocol import messages as m
from server.lobby.lobby import Lobby, PeerT
from server.names import is_seen, tidy
from server.ops.limits import RateLimiter
from server.ops.policy import Policy
from server.tables.commands import User
from server.tables.table import Table

LOBBY_LINES, TABLE_LINES = 50, 200  # told to whoever enters

TOO_FAST = m.Refused(code="too_fast", template="You write faster than others can read; wait a moment")
PLAYERS_ONLY = m.Refused(
    code="players_only", template="Only the two players write here; spectators have a room beside it"
)
SPECTATORS_ONLY = m.Refused(code="spectators_only", template="This is where the spectators of the table write")
BAD_TEXT = m.Refused(
    code="bad_text",
    template="A line has 1 to {most} characters that can be seen",
    args={"most": m.MAX_CHAT},
)


@dataclass(frozen=True)
class Line:
    """What somebody wants to say, as it will be shown."""

    room: str
    table: str
    text: str


class Chat(Generic[PeerT]):
    """The rules of the rooms; what was said lies in the annals."""

    def __init__(self, lobby: Lobby[PeerT], policy: Policy) -> None:
        self._lobby = lobby
        self._pace = RateLimiter(lambda: policy.limits.bucket("chat"))

    def checked(self, say: m.Say, who: User, table: Table | None, now: int) -> Line | m.Refused:
        """The line as it is told, or why it is not."""
        text = tidy(say.text)
        if not 1 <= len(text) <= m.MAX_CHAT or not is_seen(text):
            return BAD_TEXT
        if say.room != "lobby" and (refused := self._not_there(say.room, who, table)) is not None:
            return refused
        if not self._pace.take(who.account, now):
            return TOO_FAST
        return Line(say.room, table.id if table is not None else "", text)

    def _not_there(self, room: str, who: User, table: Table | None) -> m.Refused | None:
        if table is None:
            return m.Refused(code="no_table", template="There is no such table")
        plays = who.account in table.accounts
        if room == "table":
            return None if plays else PLAYERS_ONLY
        peer = self._lobby.peer_of(who.account)
        return SPECTATORS_ONLY if plays or peer not in self._lobby.watchers(table.id) else None

    def audience(self, line: Line, table: Table | None) -> list[PeerT]:
        """Who hears a line."""
        if line.room == "lobby" or table is None:
            return self._lobby.peers
        return [peer for peer in self._lobby.watchers(table.id) if self._hears(line.room, table, peer)]

    def rooms(self, table: Table, peer: PeerT) -> list[str]:
        """The rooms of a table that somebody who follows it reads."""
        return [room for room in ("table", "spectators") if self._hears(room, table, peer)]

    def _hears(self, room: str, table: Table, peer: PeerT) -> bool:
        """Players do not hear during play what spectators say, unless the table is made so."""
        if room == "table" or not self._lobby.is_player(peer, table):
            return True
        return table.is_over or (table.match is not None and table.match.created.spectator_chat)
