"""Pieces and ground as shapes instead of kept pictures, for drawings that are enlarged later."""

from collections.abc import Mapping

from PySide6.QtCore import QByteArray, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPainterPathStroker, QPen
from PySide6.QtSvg import QSvgRenderer

from client_qt.board.cell_state import CellState
from client_qt.board.geometry import Geometry
from client_qt.board.painting.areas import HATCH_STEP, SEAM, SIGN, AreaPainter, _Areas
from client_qt.board.painting.cells import CellPainter
from client_qt.theme import Theme
from client_qt.theme.colour import mix
from client_qt.theme.tokens import BoardColours, Ground
from netgame.game import Cell

_INK = QColor("#101418")
_NO_PEN = Qt.PenStyle.NoPen


class VectorGround(AreaPainter):
    """The same ground, cell by cell and without clipping, which such drawings do not have."""

    def _paint_flat(self, cells: list[Cell], faces: Mapping[Cell, CellState], areas: _Areas) -> None:
        ends = {cell: self._ends(cell, areas) for cell in cells}
        for cell in cells:
            self._paint_cell(cell, self._spec(faces[cell]), ends[cell])
        self._painter.setPen(self._pen(self._colours.outline, self._border_width()))
        for cell in cells:
            shape = self._geometry.shape(cell)
            sides = [i for i in range(shape.size()) if i in ends[cell]]
            self._painter.drawLines([QLineF(shape.at(i), shape.at((i + 1) % shape.size())) for i in sides])

    def _ends(self, cell: Cell, areas: _Areas) -> frozenset[int]:
        """The sides of a cell at which its area ends."""
        beside = self._geometry.beside(cell)
        return frozenset(side for side, other in enumerate(beside) if areas[other] != areas[cell])

    def _paint_cell(self, cell: Cell, spec: Ground, ends: frozenset[int]) -> None:
        painter, shape, fill = self._painter, self._geometry.shape(cell), self._fill(spec)
        painter.setPen(_NO_PEN)
        painter.setBrush(fill)
        painter.drawPolygon(shape)
        painter.setPen(QPen(mix(fill, _INK, SEAM), max(0.5, self._c * 0.022)))
        seams = [i for i in range(shape.size() // 2) if i not in ends]
        painter.drawLines([QLineF(shape.at(i), shape.at((i + 1) % shape.size())) for i in seams])
        self._paint_signs(painter, spec, [shape.boundingRect().center()], mix(fill, _INK, SIGN))

    def _paint_hatch(self, path: QPainterPath, spec: Ground, colour: QColor) -> None:
        area, step = path.boundingRect(), self._c * HATCH_STEP
        down = area.height() if spec.hatch == "falling" else -area.height()
        top = area.top() if spec.hatch == "falling" else area.bottom()
        stripes = QPainterPath()
        for index in range(-int(area.height() / step) - 1, int(area.width() / step) + 1):
            left = area.left() + index * step
            stripes.moveTo(QPointF(left, top))
            stripes.lineTo(QPointF(left + area.height(), top + down))
        stroker = QPainterPathStroker(self._pen(colour, max(1.2, self._c * 0.07)))
        self._painter.fillPath(stroker.createStroke(stripes).intersected(path), colour)


class VectorFaces(CellPainter):
    """The same cells, their pieces drawn anew from their shapes."""

    def __init__(self, theme: Theme, painter: QPainter, geometry: Geometry, colours: BoardColours) -> None:
        super().__init__(theme, painter, geometry, colours)
        self._ground = VectorGround(painter, geometry, colours, theme.tokens.ground, theme.drawings)
        self._read: dict[str, QSvgRenderer] = {}

    def _draw(self, kind: str, size: float, centre: QPointF) -> None:
        if kind not in self._read:
            self._read[kind] = QSvgRenderer(QByteArray(self._theme.drawings.piece_svg(kind, self._colours).encode()))
        self._read[kind].render(self._painter, QRectF(centre.x() - size / 2, centre.y() - size / 2, size, size))
