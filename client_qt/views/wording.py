"""Words for what stands on a board, for who hears it instead of seeing it."""

from PySide6.QtCore import QCoreApplication

from client_qt.views.shown import Face
from netgame.boards import Board, Cell
from netgame.game import Piece
from netgame.text import fill


def _tr(text: str) -> str:
    return QCoreApplication.translate("board", text)


def piece_words(piece: Piece) -> str:
    """What a piece is called."""
    known = {
        "clod_black": _tr("black stone"),
        "clod_white": _tr("white stone"),
        "dwarf": _tr("dwarf"),
        "troll": _tr("troll"),
        "thudstone": _tr("the Thudstone"),
    }
    return known.get(piece.kind, piece.kind.replace("_", " "))


def cell_words(board: Board, cell: Cell, face: Face | None) -> str:
    """A cell as a screen reader says it: "b4, black stone, last move"."""
    face = face or Face()
    words = [board.name(cell), piece_words(face.piece) if face.piece else _tr("empty")]
    if face.old_piece is not None and face.piece is None:
        words[1] = fill(_tr("{piece} leaves here"), {"piece": piece_words(face.old_piece)})
    words += [text for mark, text in _mark_words() if mark in face.marks]
    if face.legal == "dot":
        words.append(_tr("allowed"))
    elif face.legal == "target":
        words.append(_tr("can be taken"))
    if face.last:
        words.append(_tr("last move"))
    return ", ".join(words)


def _mark_words() -> tuple[tuple[str, str], ...]:
    return (
        ("spot", _tr("the dice point here")),
        ("selected", _tr("chosen")),
        ("staged", _tr("not played yet")),
        ("capture", _tr("would be taken")),
    )
