"""A lost connection: for a while the window reconnects, then it says what the user can do."""

from collections.abc import Callable

from client_qt.table.model import Status
from client_qt.table.server_time import steady_ms
from client_qt.text.clock_words import MINUTE_MS, seconds_words
from client_qt.text.translation import tr
from netgame.match.absence import read_absence
from netgame.match.state import Match
from netgame.text import fill

GONE_MS = 60_000  # a restart or a lost radio link rarely takes longer
END_MS = 15_000  # after the end of a match
STOPPED_MS = 5_000  # a server that only restarts is back by then
STOPPING = "stopping"  # the error code of a server that shuts down
COPY = "other_instance"  # of a server with the same identity, but not with the data where this player was
STOPPED_HERE = "stopped here"  # by the user of this window


class ConnectionLoss:
    """How long the connection to a server has been lost, and why. The session of that server updates it."""

    def __init__(self, steady: Callable[[], int] = steady_ms) -> None:
        self._steady = steady
        self._since: int | None = None
        self.cause = ""  # the code of the last error, or STOPPED_HERE; no error replaces the end of the server

    def note(self, status: Status, code: str = "") -> None:
        """Note the state of the connection."""
        if status == "online":
            self._since, self.cause = None, ""
            return
        if self._since is None:
            self._since = self._steady()
        if status == "waiting" and self.cause not in (STOPPING, STOPPED_HERE):
            self.cause = code

    @property
    def is_stopped(self) -> bool:
        """Whether no server runs there, so that no clock runs."""
        return self.cause in (STOPPING, STOPPED_HERE, "refused")

    @property
    def is_copy(self) -> bool:
        """Whether only a copy of the server has answered for some time."""
        return self.cause == COPY and self.ms >= STOPPED_MS

    @property
    def ms(self) -> int:
        """The duration; 0 while connected."""
        return 0 if self._since is None else self._steady() - self._since

    def is_given_up(self, match: Match | None = None) -> bool:
        """Return whether the server has been away for so long that waiting makes no sense."""
        if self.cause == STOPPED_HERE:
            return True
        patience = END_MS if match is not None and match.phase == "over" else GONE_MS
        return self.ms >= (min(patience, STOPPED_MS) if self.cause == STOPPING else patience)

    def asks_to_continue(self, match: Match) -> bool:
        """Return whether it is time to ask a player to go on elsewhere: the host has stopped the server, or is away for
        longer than a player may be."""
        return self.continues_in(match) == 0

    def continues_in(self, match: Match) -> int | None:
        """Return in how many ms a player is asked to go on elsewhere; None while connected."""
        # the next try may have failed before this window has read that the server was stopping; then the pause says so
        is_stopped_in_order = self.is_stopped and match.paused is not None and match.paused.cause == "drain"
        if self.cause == STOPPING or is_stopped_in_order:
            return 0
        budget = read_absence(match.created.absence, match.rules).budget
        return None if self._since is None else max(0, (budget or GONE_MS) - self.ms)

    def words(self) -> str:
        """Return what is known about the server."""
        match self.cause:
            case "stopped here":
                return tr("You have stopped hosting.")
            case "stopping":
                return tr("The host has stopped the server.")
            case "refused":
                return tr("The server is no longer running.")
            case "other_instance":
                return tr("Only a copy of the server answers, with the same identity.")
        if self.ms < GONE_MS:
            return tr("The server does not answer.")
        for_minutes = seconds_words(self.ms // MINUTE_MS * MINUTE_MS)
        return fill(tr("The server has not answered for {time}."), {"time": for_minutes})


def gone_words(line: ConnectionLoss, match: Match) -> str:
    """Return the notice of a table: what is known, and what happens to the match."""
    match match.phase:
        case "open" | "between" | "playing" if line.cause == STOPPED_HERE:
            what = tr("The game is kept and goes on when you host again.")
        case "over":
            what = tr("The match is over. You can save it, or go home.")
        case "open":
            what = tr("The table is kept there. You find it under Home when the host is back.")
        case _:
            what = tr("The game is kept there and goes on when the host is back.")
    return f"{line.words()} {what}"


def lobby_line(status: Status, known: bool, line: ConnectionLoss) -> str:
    """Return the notice of a lobby; empty while connected. `known`: the lobby has been shown before."""
    if status == "online":
        return ""
    if line.is_given_up():
        return line.words() + " " + tr("You find it in the list of servers under Join when the host is back.")
    if line.cause == COPY:
        return line.words()
    return tr("Connection lost. Reconnecting ...") if known else tr("Connecting ...")
