"""The board that the two players of a finished match share, as this window knows it."""

from collections import deque
from dataclasses import dataclass

from netgame.errors import RulesError
from netgame.match.events import Player
from netgame.match.state import Match
from netgame.match.tries import play_line, step_of
from netgame.records.comments import MAX_COMMENT
from netgame.records.shared_lines import MAX_LINES, SharedLines, line_length
from netgame.records.variations import Path
from protocol.messages import AnalysisState, SharedLine

MOST_UNCHECKED = 2 * MAX_LINES


@dataclass(frozen=True)
class Place:
    """A position beside the match: a line after the event with that number, of which `at` moves are on the board.

    Below 0, so many steps before that event are.
    """

    after: int
    line: Path = ()
    at: int = 0


class Together:
    """Which players want to look at the match together, the position on both boards, and the lines with their authors.

    The server is not trusted: `check_next` checks one line by the rules, so that a window can do it in several turns
    of its event loop. An illegal line is left out.
    """

    def __init__(self) -> None:
        self.wanted = False  # the player of this window has asked, or agreed
        self.is_asked = False  # by the other player
        self.is_open = False  # both want it
        self.has_begun = False  # both have wanted it, also before the connection was lost
        self.is_lost = False  # the connection was lost while this player wanted it; the server may have forgotten it
        self.is_new = False  # the server knew no line when it began
        self.lines = SharedLines()
        self.earlier = SharedLines()  # of the last time
        self.place: Place | None = None
        self.by: Player = 0  # whose change it was
        self._last = (0, 0)  # its number and player
        self._unchecked: deque[tuple[SharedLine, AnalysisState | None]] = deque()  # with the change that shows it

    def take(self, state: AnalysisState, me: Player) -> bool:
        """Take over what the server says; lines are to be checked. Return False if it says more than it may."""
        was_open, self.is_asked = self.is_open, state.wants[1 - me]
        self.is_open = self.wanted and all(state.wants)
        if not self.is_open:
            return not was_open  # a server that only forgets it says that it has ended
        self.is_lost, self.has_begun = False, True
        if not was_open:
            self.is_new = state.shown is None and not state.lines
            if self.is_new:
                self.earlier, self.lines = self.lines, SharedLines()
        self._unchecked += ((line, None) for line in state.lines)
        if state.shown is not None:
            self._unchecked.append((state.shown, state))
        return len(self._unchecked) <= MOST_UNCHECKED

    @property
    def number(self) -> int:
        """The number of the change that made the place."""
        return self._last[0]

    @property
    def has_unchecked(self) -> bool:
        return bool(self._unchecked)

    def check_next(self, match: Match) -> Place | None:
        """Check a line and take it over. Return its beginning and its moves, unless it was illegal."""
        shared, change = self._unchecked.popleft()
        after, line = shared.after, tuple(shared.moves)
        if len(shared.by) != len(line) or line_length(line) > MAX_COMMENT:
            return None
        try:
            step = step_of(match, after)
            if len(self.lines.known(after, line)) < len(line):
                play_line(match, step, line)
        except RulesError:
            return None
        authors: list[Player] = [1 if player else 0 for player in shared.by]
        if not self.lines.add(after, line, authors):
            return None
        if change is not None and -step <= change.at <= len(line) and (change.number, change.by) > self._last:
            self._last, self.by = (change.number, change.by), 1 if change.by else 0
            self.place = Place(after, line, change.at)
        return Place(after, line)

    def authors(self, after: int, line: Path) -> tuple[Player, ...]:
        """Return the authors of the first moves of a line, as far as they are known, also from the last time."""
        return max(self.lines.known(after, line), self.earlier.known(after, line), key=len)

    def lose(self) -> None:
        """Note that the connection was lost. A server that was started again numbers from 1."""
        self.is_lost = self.wanted
        self.is_asked = self.is_open = False
        self.place, self._last = None, (0, 0)
        self._unchecked.clear()

    def end(self) -> None:
        """Look alone from now on. The lines keep their authors."""
        self.wanted = self.is_asked = self.is_open = self.has_begun = self.is_lost = False
        self.place, self._last = None, (0, 0)
        self._unchecked.clear()
