"""The board of Clod for views, and a move selected with one pick."""

from functools import lru_cache

from netgame.boards.bitboard import bits
from netgame.boards.geometry import Cell
from netgame.game import Mark, Pick, Picks, Piece
from netgame.games.shared.dice_board import DiceBoard
from netgame.games.shared.dice_state import State, largest_regions, stones_of
from netgame.text import Text

_PIECES = (Piece(0, "clod_black"), Piece(1, "clod_white"))
_CHOOSE_HINT = Text("Choose one of the marked cells for your stone.")
_COMPLETE_HINT = Text("The move is complete.")


def pieces_of(board: DiceBoard, state: State) -> dict[Cell, Piece]:
    """Return the stones on the board."""
    cell = board.grid.cell
    return {
        cell[bit]: piece for piece, mask in zip(_PIECES, stones_of(board, state), strict=True) for bit in bits(mask)
    }


def marks_of(board: DiceBoard, state: State) -> tuple[Mark, ...]:
    """Return the die faces of the cells, the spots of the roll and the largest regions."""
    found = list(board.faces)
    if state[3]:
        found.append(Mark("spot", board.grid.cells(board.spots(state[2] >> 2))))
    for seat, region in enumerate(largest_regions(board, state)):
        if region & (region - 1):  # a single stone is no region worth a mark
            found.append(Mark("region", board.grid.cells(region), seat))
    return tuple(found)


@lru_cache(maxsize=4)
class MoveSelection:
    """The selection of a move in a position. All picks of a move use the same one."""

    def __init__(self, board: DiceBoard, state: State) -> None:
        self.board, self.state = board, state
        self.pieces, self.marks = pieces_of(board, state), marks_of(board, state)

    def after(self, picked: tuple[Pick, ...]) -> Picks:
        """Return how the move continues after these picks. A pick that is not offered cancels it."""
        cells = self.board.grid.cells(self.state[3])
        if len(picked) == 1 and type(picked[0]) is int and picked[0] in cells:
            cell = picked[0]
            pieces = {**self.pieces, cell: _PIECES[self.state[2] & 1]}
            marks = (*self.marks, Mark("staged", frozenset({cell})))
            return Picks(frozenset(), (self.board.stones[cell],), (cell,), (), pieces, marks, _COMPLETE_HINT)
        return Picks(cells, (), (), (), self.pieces, self.marks, _CHOOSE_HINT if cells else None)
