"""Words for the cells and pieces of a board, for screen readers."""

from bisect import bisect_left
from functools import lru_cache

from client_qt.board.cell_state import CellState
from client_qt.text.translation import tr
from netgame.boards.geometry import Board, Cell
from netgame.game import Piece
from netgame.games import GAMES
from netgame.text import fill


def piece_words(piece: Piece) -> str:
    """Return the name of a piece; its kind if no game names it."""
    names = (name for game in GAMES.values() for kind, name in game.piece_names.items() if kind == piece.kind)
    name = next(names, "")
    return tr(name) if name else piece.kind.replace("_", " ")


def cell_words(board: Board, cell: Cell, state: CellState, in_region: bool = False, decided: bool = False) -> str:
    """Return what a screen reader says about a cell: "b4, black stone, last move".

    `in_region`: it belongs to a largest region. `decided`: it belongs to the cells that decided the game.
    """
    words = [board.name(cell), piece_words(state.piece) if state.piece else tr("empty")]
    if state.old_piece is not None and state.piece is None:
        words[1] = fill(tr("{piece} leaves here"), {"piece": piece_words(state.old_piece)})
    mark_words = (
        ("goal", tr("goal")),
        ("spot", tr("the dice point here")),
        ("selected", tr("chosen")),
        ("ahead", tr("premove")),
        ("suggested", tr("suggested")),
        ("staged", tr("not played yet")),
        ("capture", tr("would be taken")),
        ("threatened", tr("threatened")),
        ("path", tr("on a path from base to base")),
    )
    words += [text for mark, text in mark_words if mark in state.marks and not (state.turned and mark == "capture")]
    if state.turned:
        words.append(tr("would change sides"))
    if state.owner is not None:
        words.append(tr("territory of the second player") if state.owner else tr("territory of the first player"))
    if state.legal:
        legal = {"corner": tr("a block that may be chosen begins here"), "target": tr("can be taken")}
        words.append(legal.get(state.legal, tr("allowed")))
    if state.last:
        words.append(tr("last move"))
    if decided:
        words.append(tr("decided the game"))
    elif in_region:
        words.append(tr("in a largest region"))
    return ", ".join(words)


def place_words(board: Board, cell: Cell) -> str:
    """Return row and column of a cell, counted from the top left of the board as its rules draw it."""
    row, column = row_and_column(board, cell)
    return fill(tr("row {row}, column {column}"), {"row": row + 1, "column": column + 1})


def row_and_column(board: Board, cell: Cell) -> tuple[int, int]:
    """Return the numbers of row and column of a cell, from 0."""
    return _places(board)[cell]


@lru_cache(maxsize=8)  # the boards that are open
def _places(board: Board) -> tuple[tuple[int, int], ...]:
    rows: dict[float, list[float]] = {}
    for place in board.cells:
        rows.setdefault(place.y, []).append(place.x)
    numbers = {y: (row, sorted(rows[y])) for row, y in enumerate(sorted(rows))}
    return tuple((numbers[place.y][0], bisect_left(numbers[place.y][1], place.x)) for place in board.cells)
