"""A line that is lost: for a while the window says that it is tried again, then what is left to do."""

from collections.abc import Callable

from client_qt.table.clocks import MINUTE_MS, seconds_words, steady_ms
from client_qt.table.model import Status
from client_qt.text.rules_text import tr
from netgame.match.state import Match
from netgame.text import fill

GONE_MS = 60_000  # a computer that starts again, or a radio that comes back, takes no longer as a rule
END_MS = 15_000  # after the end of a match, for nothing is waited for there
STOPPED_MS = 5_000  # a server that is only restarted is back by then
STOPPING = "stopping"  # the code with which a server says goodbye


class ConnectionLoss:
    """Since when there is no line to a server, and why. Whoever has the line keeps this up to date."""

    def __init__(self, steady: Callable[[], int] = steady_ms) -> None:
        self._steady = steady
        self._since: int | None = None
        self.cause = ""  # the code of the last error; that the server stopped is not forgotten over later ones

    def note(self, status: Status, code: str = "") -> None:
        """The line is like this now."""
        if status == "online":
            self._since, self.cause = None, ""
            return
        if self._since is None:
            self._since = self._steady()
        if status == "waiting" and self.cause != STOPPING:
            self.cause = code

    @property
    def is_stopped(self) -> bool:
        """Is there no server at the other end, so that no clock goes there? It takes nobody's time."""
        return self.cause in (STOPPING, "refused")

    @property
    def ms(self) -> int:
        """For how long; 0 while there is a line."""
        return 0 if self._since is None else self._steady() - self._since

    def is_given_up(self, match: Match | None = None) -> bool:
        """Is there no more to hope for than that somebody starts the server again?"""
        patience = END_MS if match is not None and match.phase == "over" else GONE_MS
        return self.ms >= (min(patience, STOPPED_MS) if self.cause == STOPPING else patience)

    def words(self) -> str:
        """What is known once it is given up."""
        match self.cause:
            case "stopping":
                return tr("The host has stopped the server.")
            case "refused":
                return tr("The server does not run any more.")
        if self.ms < GONE_MS:
            return tr("The server does not answer.")
        for_minutes = seconds_words(self.ms // MINUTE_MS * MINUTE_MS)
        return fill(tr("The server has not answered for {time}."), {"time": for_minutes})


def gone_words(line: ConnectionLoss, match: Match) -> str:
    """What people at a table read then: what is known, and what becomes of the match."""
    match match.phase:
        case "over":
            what = tr("The match is over. You can save it, or go home.")
        case "open":
            what = tr("The table is kept there. You find it under Home when the host is back.")
        case _:
            what = tr("The game is kept there and goes on when the host is back.")
    return f"{line.words()} {what}"


def lobby_line(status: Status, known: bool, line: ConnectionLoss) -> str:
    """The same in a lobby; `known`: there is something to see, of before. Empty while there is a line."""
    if status == "online":
        return ""
    if line.is_given_up():
        return line.words() + " " + tr("You find it in the list of servers under Join when the host is back.")
    return tr("Connection lost. Reconnecting ...") if known else tr("Connecting ...")
