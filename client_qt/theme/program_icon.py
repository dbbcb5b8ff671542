"""The sign of the program, for title bars and task bars."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap

from client_qt.theme.theme import Theme

SIDES = (16, 24, 32, 48, 64, 128, 256)
PIECE = "dwarf"


def program_icon(theme: Theme) -> QIcon:
    """A piece on a square of the board, the same in every look."""
    icon = QIcon()
    board = theme.tokens.board["wood"]
    for side in SIDES:
        picture = QPixmap(side, side)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(board.cell_a)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawRoundedRect(picture.rect(), side * 0.2, side * 0.2)
        piece = theme.drawings.piece(PIECE, side * 0.84, board, 1.0)
        painter.drawPixmap(round(side * 0.08), round(side * 0.08), piece)
        painter.end()
        icon.addPixmap(picture)
    return icon
