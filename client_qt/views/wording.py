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
        "rock": _tr("the Rock"),
        "bloom_1a": _tr("blue flower"),
        "bloom_1b": _tr("light blue ring"),
        "bloom_2a": _tr("red star"),
        "bloom_2b": _tr("yellow diamond"),
        "conquid_1": _tr("blue cell"),
        "conquid_2": _tr("orange cell"),
        "conquid_base_1": _tr("blue base"),
        "conquid_base_2": _tr("red base"),
        "conquid_core_1": _tr("blue base, the middle"),
        "conquid_core_2": _tr("red base, the middle"),
    }
    return known.get(piece.kind, piece.kind.replace("_", " "))


def cell_words(board: Board, cell: Cell, face: Face | None) -> str:
    """A cell as a screen reader says it: "b4, black stone, last move"."""
    face = face or Face()
    words = [board.name(cell), piece_words(face.piece) if face.piece else _tr("empty")]
    if face.old_piece is not None and face.piece is None:
        words[1] = fill(_tr("{piece} leaves here"), {"piece": piece_words(face.old_piece)})
    words += [text for mark, text in _mark_words() if mark in face.marks and not (face.turned and mark == "capture")]
    if face.turned:
        words.append(_tr("would change sides"))
    if face.owner is not None:
        words.append(_tr("territory of the second player") if face.owner else _tr("territory of the first player"))
    if face.legal == "dot":
        words.append(_tr("allowed"))
    elif face.legal == "corner":
        words.append(_tr("a block that may be chosen begins here"))
    elif face.legal == "target":
        words.append(_tr("can be taken"))
    if face.last:
        words.append(_tr("last move"))
    return ", ".join(words)


def _mark_words() -> tuple[tuple[str, str], ...]:
    return (
        ("goal", _tr("goal")),
        ("spot", _tr("the dice point here")),
        ("selected", _tr("chosen")),
        ("staged", _tr("not played yet")),
        ("capture", _tr("would be taken")),
        ("threatened", _tr("threatened")),
        ("path", _tr("on a path from base to base")),
    )
