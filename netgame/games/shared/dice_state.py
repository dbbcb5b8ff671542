"""Positions of Clod on every board."""

from netgame.games.shared.dice_board import DiceBoard

# Black's stones and the free cells as bitboards, the stage of the turn, and the legal cells as a bitboard. The stage is
# the seat in bit 0, `AGAIN` if the roll that is due is the second one, and above them the roll as a number like 42, 0
# while it is due. The legal cells follow from the rest; they are worked out once, after the roll. A plain tuple,
# because a game makes some eighty states and would spend a third of its time on named tuples.
State = tuple[int, int, int, int]
AGAIN = 2


def stones_of(board: DiceBoard, state: State) -> tuple[int, int]:
    """Return the stones of both sides, as bitboards."""
    black, free, _, _ = state
    return black, board.full ^ free ^ black


def largest_regions(board: DiceBoard, state: State) -> tuple[int, int]:
    """Return the largest region of each side, as bitboards."""
    black, white = stones_of(board, state)
    return board.largest(black), board.largest(white)
