"""A board that records what happens to it, and helpers to ask what it shows."""

from typing import Any

from PySide6.QtCore import QPoint, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QImage, QPaintEvent, QRegion

from client_qt.board.cell_state import CellState
from client_qt.board.widget import BoardView
from client_qt.theme import Theme
from netgame.boards.geometry import Board
from netgame.game import Cell, Picks, Piece

BLACK, WHITE = Piece(0, "clod_black"), Piece(1, "clod_white")
DWARF, TROLL = Piece(0, "dwarf"), Piece(1, "troll")
LINE = "T dF10,dE8,dE9,dA6,TG8,TH7,TJ6,RH8"  # G8, H7 and J6 are a line of three towards F9
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


class RecordingBoard(BoardView):
    """A board that records its signals, its announcements and the painted region."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.painted = QRegion()
        self.cells: list[Cell] = []
        self.others: list[str] = []
        self.said: list[str] = []
        self.picked.connect(self.cells.append)
        self.missed.connect(lambda _: self.others.append("missed"))
        self.clicked_beside.connect(lambda: self.others.append("beside"))
        self.cancelled.connect(lambda: self.others.append("cancelled"))
        self.confirmed.connect(lambda: self.others.append("confirmed"))

    def announce(self, text: str, urgent: bool = False) -> None:
        self.said.append(text)
        super().announce(text, urgent)

    def paintEvent(self, event: QPaintEvent) -> None:
        self.painted += event.region()
        super().paintEvent(event)

    def at(self, name: str) -> QPoint:
        return self.rect_of(name).center().toPoint()

    def rect_of(self, name: str) -> QRectF:
        assert self.board is not None
        return self.cell_rect(self.board.cell(name))

    def state(self, name: str) -> CellState:
        assert self.board is not None
        return self.cell_state(self.board.cell(name))

    def names(self) -> list[str]:
        assert self.board is not None
        return [self.board.name(cell) for cell in self.cells]

    def image(self) -> QImage:
        return self.grab().toImage()

    def colours(self, name: str) -> set[str]:
        """The colours of a cell."""
        return colours_in(self.image(), self.rect_of(name))

    def finish_animations(self) -> None:
        for animation in self.findChildren(QVariantAnimation):
            animation.setCurrentTime(animation.duration())


def cells(board: Board, *names: str) -> frozenset[Cell]:
    return frozenset(board.cell(name) for name in names)


def colours_in(image: QImage, rect: QRectF) -> set[str]:
    area = rect.toAlignedRect().intersected(image.rect())
    return {
        image.pixelColor(x, y).name()
        for x in range(area.left(), area.right() + 1)
        for y in range(area.top(), area.bottom() + 1)
    }


def picks(board: Board, *names: str, **more: Any) -> Picks:
    return Picks(cells(board, *names), (), **more)


def alike(one: QColor, other: QColor) -> bool:
    """Whether two colours are the same but for rounding."""
    return all(abs(a - b) <= 2 for a, b in zip(one.getRgb(), other.getRgb(), strict=True))  # type: ignore[call-overload]
