"""Positions of Conquid with their history."""

from typing import NamedTuple

from netgame.games.shared.repetition import RepetitionHistory


class State(NamedTuple):
    """A position with its history. `path` is the winning path after a Conquest, else 0."""

    cells: tuple[int, int]  # of each side, as bitboards
    seat: int  # the side to move
    history: RepetitionHistory  # of boards with the side to move
    path: int = 0

    @property
    def own(self) -> int:
        """The cells of the side to move."""
        return self.cells[self.seat]

    @property
    def enemy(self) -> int:
        """The cells of the other side."""
        return self.cells[1 - self.seat]


def new_state(cells: tuple[int, int], seat: int) -> State:
    """Return a position without a history."""
    return State(cells, seat, RepetitionHistory((cells, seat)))
