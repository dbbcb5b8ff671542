"""The part of a player's program in dice that both players draw: it commits, and reveals link after link.

A server that shows a program one course of a match to learn a link, and then goes on with another course, would know a
roll before the players do. So a program notes the head of the log before it reveals a link, and reveals none for a log
that has another head there.
"""

import hmac
from collections.abc import Iterable, MutableMapping

from netgame.errors import RulesError
from netgame.match.commands import Commit, Reveal
from netgame.match.dice import link
from netgame.match.events import Event, Moved, Player
from netgame.match.moves import apply_moved
from netgame.match.state import Match, link_due
from netgame.players.table_logs import TableLogs
from netgame.text import N_

Note = tuple[int, bytes]  # the number of the last event when a link was revealed, and the head of the log there


class LogForked(RulesError):
    """The server shows another course of a match than before, so no more links are revealed."""


class DiceLinks:
    """The chains of one player at one server. `secret` is known to this player alone and stays the same.

    `server` is its identity. Chains and `notes` belong to a match: by the origin of its log, which another host that
    continues it keeps, or else by server and table. `notes` has the note for each match, also after a restart of the
    program: whoever keeps it writes a new note to disk before it returns. `logs` are those of the tables.
    """

    def __init__(
        self, secret: bytes, server: str, notes: MutableMapping[str, Note], logs: TableLogs | None = None
    ) -> None:
        self._secret, self._server, self._notes = secret, server, notes
        self.logs = logs or TableLogs()

    def follow(self, table: str, events: Iterable[Event]) -> None:
        """Take notice of the events of a table, in order; known ones may come again."""
        self.logs.follow(table, events)

    def forget(self, table: str) -> None:
        """Forget the note about a table whose match is over."""
        self._notes.pop(self._match(table), None)

    def has_chain(self, table: str, match: Match, player: Player) -> bool:
        """Return whether this player committed to the chain that this program has, or has not committed yet."""
        tip = match.drawing.tips[player] if match.drawing is not None else b""
        return not tip or tip == self._link(table, player, 0)

    def is_forked(self, table: str) -> bool:
        """Return whether this program has revealed a link in another course of the match than the log shows."""
        noted, heads = self._notes.get(self._match(table)), self.logs.heads(table)
        return noted is not None and (noted[0] >= len(heads) or heads[noted[0]] != noted[1])

    def command(self, table: str, match: Match, player: Player) -> Commit | Reveal | None:
        """Return the command that this player's program has to give now. Raise `LogForked` if it must not.

        The note is written when this returns. There is none without the chain of this player, for example at another
        computer.
        """
        drawing = match.drawing
        if drawing is None or match.paused or match.ended or not self.has_chain(table, match, player):
            return None
        if match.phase == "open":
            has_seat = match.seats[player] is not None
            return Commit(self._link(table, player, 0)) if has_seat and not drawing.tips[player] else None
        return Reveal(self._next(table, match, player)) if link_due(match) == player else None

    def for_move(self, table: str, match: Match, player: Player, move: str = "") -> bytes:
        """Return the link to send with a move, or b"" if none is due after it. Raise `LogForked` as `command` does.

        Without `move` any move could follow, and the link may be refused, such as with the last one of a match.
        """
        if move and not _is_due_after(match, player, move):
            return b""
        drawing = match.drawing
        if drawing is None or drawing.revealed[player] > drawing.drawn or match.rolls < len(match.dice):
            return b""
        if not self.has_chain(table, match, player):
            return b""
        return self._next(table, match, player)

    def _next(self, table: str, match: Match, player: Player) -> bytes:
        drawing, heads = match.drawing, self.logs.heads(table)
        assert drawing is not None, "checked by the callers"
        if self.is_forked(table):
            raise LogForked(
                N_("The server shows another course of this game than before, so your program draws no more dice here")
            )
        found = self._link(table, player, drawing.revealed[player] + 1)
        self._notes[self._match(table)] = (match.number, heads[match.number])
        return found

    def _match(self, table: str) -> str:
        """Return the name of a match, which it keeps when another host continues it."""
        return self.logs.begun_at(table) or f"{self._server}/{table}"

    def _link(self, table: str, player: Player, number: int) -> bytes:
        name = (self.logs.begun_at(table) or f"{self._server}\n{table}").encode()
        context = b"\n".join((b"netgame dice 1", name, b"%d" % player))
        return link(hmac.digest(self._secret, context, "sha256"), number)


def _is_due_after(match: Match, player: Player, move: str) -> bool:
    """Return whether the roll after a move needs a link of its player. A move that is not legal is refused anyway."""
    try:
        after = apply_moved(match, Moved(number=match.number + 1, at=match.at, player=player, move=move))
    except RulesError:
        return False
    return link_due(after) == player
