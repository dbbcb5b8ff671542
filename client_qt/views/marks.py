"""Marks on cells: each has a geometry of its own, so that it can be told without its colour."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from client_qt.look.colour import with_alpha
from client_qt.look.tokens import BoardColours, CellSizes
from client_qt.views.geometry import Geometry

_Pen, _Cap, _Join = Qt.PenStyle, Qt.PenCapStyle, Qt.PenJoinStyle
_NO_BRUSH = Qt.BrushStyle.NoBrush

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


class MarkPainter:
    """Paints the marks of one board; every mark knows only the cell that it is in."""

    def __init__(self, painter: QPainter, geometry: Geometry, colours: BoardColours, sizes: CellSizes) -> None:
        self._painter = painter
        self._geometry = geometry
        self._colours = colours
        self._sizes = sizes
        self._c = geometry.cell

    # ---- under the pieces
    def die(self, cell: int, face: int) -> None:
        """The face of a die printed on the cell."""
        self._painter.setPen(_Pen.NoPen)
        self._painter.setBrush(with_alpha(self._colours.rim, 0.55))
        centre, radius = self._geometry.centre(cell), max(0.8, self._c * 0.06)
        for x, y in PIPS[face]:
            self._painter.drawEllipse(centre + QPointF(x, y) * (0.22 * self._c), radius, radius)

    def hover(self, cell: int) -> None:
        """The pointer is on something that can be picked."""
        self._tint(cell, with_alpha(self._colours.staged, 0.16))

    def cursor_ground(self, cell: int) -> None:
        """A paler cell under the cursor: on some boards a line round a region has the colour of its frame."""
        self._tint(cell, with_alpha(self._colours.halo, 0.4))

    def selected(self, cell: int) -> None:
        self._tint(cell, with_alpha(self._colours.staged, 0.28))
        self._frame(cell, self._colours.staged, self._wide(2.0, 0.08))

    def spot(self, cell: int) -> None:
        """The dice point here."""
        self._tint(cell, self._colours.spot_fill)
        self._corners(cell, self._colours.spot, self._wide(2.0, 0.075), self._sizes.spot_corner)

    def last(self, cell: int, end: str) -> None:
        self._tint(cell, self._colours.last_fill)
        width = self._wide(1.6, self._sizes.last_frame)
        if end == "to":
            self._frame(cell, self._colours.last, width)
        else:
            self._corners(cell, self._colours.last, width, 0.24)

    # ---- over the pieces
    def capture(self, cell: int, struck: bool = True) -> None:
        """A tinted cell, a frame and one falling stroke: the piece stays readable. Not over what takes its place."""
        self._tint(cell, self._colours.danger_cell)
        self._frame(cell, self._colours.capture, self._wide(1.8, self._sizes.capture_frame))
        if not struck:
            return
        reach = self._c * (0.38 if self._geometry.is_square else 0.26)
        scale = 1.0 if self._geometry.is_square else 0.7
        centre, arm = self._geometry.centre(cell), QPointF(reach, reach)
        for colour, width in ((self._colours.halo, 0.13), (self._colours.capture, self._sizes.capture_stroke)):
            self._painter.setPen(QPen(colour, self._wide(2.0, width * scale), _Pen.SolidLine, _Cap.FlatCap))
            self._painter.drawLine(centre - arm, centre + arm)

    def legal(self, cell: int) -> None:
        """Something may go here."""
        radius = self._c * self._sizes.legal_dot / 2
        self._painter.setPen(QPen(with_alpha(self._colours.halo, 0.55), self._wide(1.0, 0.03)))
        self._painter.setBrush(self._colours.legal)
        self._painter.drawEllipse(self._geometry.centre(cell), radius, radius)

    def target(self, cell: int) -> None:
        """The piece here may be taken."""
        self._corners(cell, self._colours.legal, self._wide(2.0, 0.09), 0.28, inset=0.03 * self._c)

    def staged(self, cell: int) -> None:
        """What stands here is not played yet."""
        width = self._wide(2.0, self._sizes.staged_dash)
        pen = QPen(self._colours.staged, width, _Pen.SolidLine, _Cap.FlatCap, _Join.MiterJoin)
        pen.setDashPattern([2.2, 1.4])
        self._painter.setPen(pen)
        self._painter.setBrush(_NO_BRUSH)
        self._painter.drawPolygon(self._geometry.shape(cell, width / 2))

    def cursor(self, cell: int) -> None:
        """The keyboard is here: the only double frame."""
        width = self._wide(2.0, self._sizes.cursor)
        self._painter.setBrush(_NO_BRUSH)
        for colour, across in ((self._colours.halo, width * 2), (self._colours.cursor, width)):
            self._painter.setPen(QPen(colour, across, _Pen.SolidLine, _Cap.FlatCap, _Join.MiterJoin))
            self._painter.drawPolygon(self._geometry.shape(cell))

    def outline(self, path: QPainterPath) -> None:
        """A line round several cells, on a halo."""
        self._painter.setBrush(_NO_BRUSH)
        for colour, width in ((self._colours.halo, 0.17), (self._colours.region, 0.09)):
            self._painter.setPen(QPen(colour, self._wide(2.0, width), _Pen.SolidLine, _Cap.RoundCap, _Join.RoundJoin))
            self._painter.drawPath(path)

    # ---- parts
    def _wide(self, least: float, share: float) -> float:
        return max(least, self._c * share)

    def _tint(self, cell: int, colour: QColor) -> None:
        self._painter.setPen(_Pen.NoPen)
        self._painter.setBrush(colour)
        self._painter.drawPolygon(self._geometry.shape(cell))

    def _frame(self, cell: int, colour: QColor, width: float) -> None:
        self._painter.setPen(QPen(colour, width, _Pen.SolidLine, _Cap.FlatCap, _Join.MiterJoin))
        self._painter.setBrush(_NO_BRUSH)
        self._painter.drawPolygon(self._geometry.shape(cell, width / 2))

    def _corners(self, cell: int, colour: QColor, width: float, share: float, inset: float = 0.0) -> None:
        """A bracket in each corner, each arm that share of the cell."""
        self._painter.setPen(QPen(colour, width, _Pen.SolidLine, _Cap.FlatCap, _Join.MiterJoin))
        self._painter.setBrush(_NO_BRUSH)
        shape = self._geometry.shape(cell, width / 2 + inset)
        for index in range(shape.count()):
            self._painter.drawPolyline(_bracket(shape, index, share * self._c))


def _bracket(shape: QPolygonF, index: int, reach: float) -> QPolygonF:
    corner = shape.at(index)
    ends = []
    for neighbour in (shape.at(index - 1 if index else shape.count() - 1), shape.at((index + 1) % shape.count())):
        side = neighbour - corner
        length = (side.x() ** 2 + side.y() ** 2) ** 0.5
        ends.append(corner + side * min(0.5, reach / max(length, 1e-6)))
    return QPolygonF([ends[0], corner, ends[1]])


def around(rect: QRectF, cell: float) -> QRectF:
    """What may have to be painted again when that cell changes: frames and outlines reach over its edge."""
    reach = 0.12 * cell + 3
    return rect.adjusted(-reach, -reach, reach, reach)
