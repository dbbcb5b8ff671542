"""Words for the cells and pieces of a board, for screen readers."""

from functools import lru_cache

from client_qt.board.cell_state import CellState
from client_qt.text.rules_text import tr
from netgame.boards.geometry import Board, Cell
from netgame.game import Piece
from netgame.games import GAMES
from netgame.text import fill


def piece_words(piece: Piece) -> str:
    """The name of a piece; its kind, if no game has a name for it."""
    names = (name for game in GAMES.values() for kind, name in game.piece_names.items() if kind == piece.kind)
    name = next(names, "")
    return tr(name) if name else piece.kind.replace("_", " ")


def cell_words(board: Board, cell: Cell, face: CellState | None, in_region: bool = False, won: bool = False) -> str:
    """A cell as a screen reader says it: "b4, black stone, last move". `in_region`: it belongs to a largest region,
    `won`: to what decided the game."""
    face = face or CellState()
    words = [board.name(cell), piece_words(face.piece) if face.piece else tr("empty")]
    if face.old_piece is not None and face.piece is None:
        words[1] = fill(tr("{piece} leaves here"), {"piece": piece_words(face.old_piece)})
    words += [text for mark, text in _mark_words() if mark in face.marks and not (face.turned and mark == "capture")]
    if face.turned:
        words.append(tr("would change sides"))
    if face.owner is not None:
        words.append(tr("territory of the second player") if face.owner else tr("territory of the first player"))
    if face.legal == "dot":
        words.append(tr("allowed"))
    elif face.legal == "corner":
        words.append(tr("a block that may be chosen begins here"))
    elif face.legal == "target":
        words.append(tr("can be taken"))
    if face.last:
        words.append(tr("last move"))
    if won:
        words.append(tr("decided the game"))
    elif in_region:
        words.append(tr("in a largest region"))
    return ", ".join(words)


def place_words(board: Board, cell: Cell) -> str:
    """Row and column of a cell, counted from the top left, for who cannot see where its name is."""
    row, column = _places(board)[cell]
    return fill(tr("row {row}, column {column}"), {"row": row, "column": column})


@lru_cache(maxsize=8)  # the boards that are open
def _places(board: Board) -> tuple[tuple[int, int], ...]:
    rows = sorted({place.y for place in board.cells})
    found = []
    for place in board.cells:
        beside = sum(other.y == place.y and other.x <= place.x for other in board.cells)
        found.append((rows.index(place.y) + 1, beside))
    return tuple(found)


def _mark_words() -> tuple[tuple[str, str], ...]:
    return (
        ("goal", tr("goal")),
        ("spot", tr("the dice point here")),
        ("selected", tr("chosen")),
        ("staged", tr("not played yet")),
        ("capture", tr("would be taken")),
        ("threatened", tr("threatened")),
        ("path", tr("on a path from base to base")),
    )
