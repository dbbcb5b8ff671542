"""The lines that two players try together beside a match, and whose each move of them is."""

from collections.abc import Sequence

from netgame.match.events import Player
from netgame.records.variations import MARK, SEPARATOR, Path, common_prefix_length

MAX_LINES = 64  # fewer than `MAX_PATHS`, so that a record can have them all after one move


class SharedLines:
    """Lines with the players who made their moves first. A line is known by the number of the event that it follows.

    A line that another one continues is not kept. The order in which lines are added changes nothing but their order:
    of a move that two lines give to different players, player 0 is the author.
    """

    def __init__(self) -> None:
        self.authors: dict[tuple[int, Path], tuple[Player, ...]] = {}

    def known(self, after: int, line: Path) -> tuple[Player, ...]:
        """Return the authors of the first moves of a line, as far as these moves are known."""
        found: tuple[Player, ...] = ()
        for (number, other), authors in self.authors.items():
            if number == after and (same := common_prefix_length(line, other)) > len(found):
                found = authors[:same]
        return found

    def add(self, after: int, line: Path, authors: Sequence[Player]) -> bool:
        """Add a line with the author of each move, and return True; False if there are `MAX_LINES` others."""
        whose, longest, shorter = list(authors), 0, 0
        same = {key: common_prefix_length(line, key[1]) for key in self.authors if key[0] == after}
        for key, length in same.items():
            whose[:length] = map(min, whose[:length], self.authors[key])
            longest, shorter = max(longest, length), shorter + (length == len(key[1]))
        if longest < len(line) and len(self.authors) - shorter >= MAX_LINES:
            return False
        for key, length in same.items():
            self.authors[key] = (*whose[:length], *self.authors[key][length:])
            if length == len(key[1]) and length < len(line):
                del self.authors[key]
        if longest < len(line):
            self.authors[after, line] = tuple(whose)
        return True


def line_length(line: Sequence[str]) -> int:
    """Return how many characters a line takes as a comment of a record; there is a limit, `MAX_COMMENT`."""
    return len(f"{MARK}: {SEPARATOR.join(line)}")
