"""Marks on cells: each has a shape of its own, so that colour is never the only sign."""

import math
from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from client_qt.board.cell_state import OutlineStyle
from client_qt.board.geometry import Geometry
from client_qt.theme.colour import with_alpha
from client_qt.theme.tokens import BoardColours, CellSizes
from netgame.game import Cell

Joins = Callable[[Cell], bool]  # whether a neighbour has the same mark
_Cap, _Join = Qt.PenCapStyle, Qt.PenJoinStyle

AHEAD, AHEAD_ON_DARK = QColor("#6B3FA0"), QColor("#CFAEFA")  # of premoves
SUGGESTED, SUGGESTED_ON_DARK = QColor("#07593F"), QColor("#5FD6A8")  # of suggested moves
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def ahead_colour(colours: BoardColours) -> QColor:
    """Return the colour of premoves on a board."""
    return AHEAD if colours.halo.lightness() > 127 else AHEAD_ON_DARK


def suggested_colour(colours: BoardColours) -> QColor:
    """Return the colour of suggested moves on a board."""
    return SUGGESTED if colours.halo.lightness() > 127 else SUGGESTED_ON_DARK


class MarkPainter:
    """Paints the marks of one board, cell by cell."""

    def __init__(self, painter: QPainter, geometry: Geometry, colours: BoardColours, sizes: CellSizes) -> None:
        self._painter = painter
        self._geometry = geometry
        self._colours = colours
        self._sizes = sizes
        self._c = geometry.cell

    def die(self, cell: Cell, face: int) -> None:
        """Paint the face of a die that is printed on the cell."""
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(with_alpha(self._colours.rim, 0.55))
        centre, radius = self._geometry.centre(cell), max(0.8, self._c * 0.06)
        for x, y in PIPS[face]:
            self._painter.drawEllipse(centre + QPointF(x, y) * (0.22 * self._c), radius, radius)

    def goal(self, cell: Cell) -> None:
        """Paint a gate that is printed on the cell: a place to reach."""
        wide, high, centre = self._c * 0.2, self._c * 0.26, self._geometry.centre(cell)
        self._stroke(_round_pen(with_alpha(self._colours.rim, 0.55), self._wide(1.0, 0.06)))
        arch = QPainterPath(centre + QPointF(-wide, high))
        arch.arcTo(QRectF(centre.x() - wide, centre.y() - high, 2 * wide, 2 * wide), 180, -180)
        arch.lineTo(centre + QPointF(wide, high))
        self._painter.drawPath(arch)

    def territory(self, cell: Cell, seat: int, colour: QColor) -> None:
        """Paint whose point an empty cell is: a disc or a diamond."""
        reach, centre = self._c * self._sizes.territory / 2, self._geometry.centre(cell)
        self._painter.setPen(QPen(self._colours.outline, self._wide(1.0, 0.03)))
        self._painter.setBrush(colour)
        if seat == 0:
            self._painter.drawEllipse(centre, reach, reach)
        else:
            reach *= 1.2
            tips = (QPointF(0, -reach), QPointF(reach, 0), QPointF(0, reach), QPointF(-reach, 0))
            self._painter.drawPolygon(QPolygonF([centre + tip for tip in tips]))

    def hover(self, cell: Cell) -> None:
        """Tint a cell under the pointer that can be picked."""
        self._tint(cell, with_alpha(self._colours.staged, 0.16))

    def cursor_ground(self, cell: Cell) -> None:
        """Lighten the cell of the cursor: on some boards outlines have the colour of its frame."""
        self._tint(cell, with_alpha(self._colours.halo, 0.4))

    def selected(self, cells: Sequence[Cell], joins: Joins) -> None:
        """Paint chosen cells: a tint, and one frame around neighbours."""
        for cell in cells:
            self._tint(cell, with_alpha(self._colours.staged, 0.28))
        width = self._wide(2.0, 0.08)
        self._painter.setPen(_sharp_pen(self._colours.staged, width, _Cap.SquareCap))
        self._painter.drawLines(list(self._geometry.outer_sides(cells, joins, width / 2)))

    def ahead(self, cell: Cell) -> None:
        """Paint a cell of a premove: a tint, and a frame inside the cell on a halo."""
        ahead = ahead_colour(self._colours)
        self._tint(cell, with_alpha(ahead, 0.4))
        width = self._wide(2.0, 0.08)
        for colour, across in ((self._colours.halo, width * 1.9), (ahead, width)):
            self._stroke(_sharp_pen(colour, across))
            self._painter.drawPolygon(self._geometry.shape(cell, width * 1.6))

    def suggested(self, cell: Cell) -> None:
        """Paint a cell of a suggested move: a ring, the only round frame, on a halo."""
        width, centre = self._wide(2.0, 0.09), self._geometry.centre(cell)
        radius = self._c * (0.46 if self._geometry.is_square else 0.4) - width / 2
        for colour, across in ((self._colours.halo, width * 1.9), (suggested_colour(self._colours), width)):
            self._stroke(QPen(colour, across))
            self._painter.drawEllipse(centre, radius, radius)

    def spot(self, cell: Cell) -> None:
        """Paint brackets where the dice point."""
        self._tint(cell, self._colours.spot_fill)
        self._corners(cell, self._colours.spot, self._wide(2.0, 0.075), self._sizes.spot_corner)

    def last(self, cell: Cell, end: str) -> None:
        self._tint(cell, self._colours.last_fill)
        width = self._wide(1.6, self._sizes.last_frame)
        if end == "to":
            self._frame(cell, self._colours.last, width)
        else:
            self._corners(cell, self._colours.last, width, 0.24)

    def last_on_ground(self, cell: Cell) -> None:
        """Paint the last move on a cell that its piece fills: a frame inside, on a halo."""
        width = self._wide(2.0, 0.10)
        for colour, across in ((self._colours.halo, width * 1.9), (self._colours.last, width)):
            self._stroke(_sharp_pen(colour, across))
            self._painter.drawPolygon(self._geometry.shape(cell, width * 1.4))

    def capture(self, cell: Cell, struck: bool = True) -> None:
        """Paint a tint, a frame and one falling stroke: the piece stays readable."""
        self._tint(cell, self._colours.danger_cell)
        self._frame(cell, self._colours.capture, self._wide(1.8, self._sizes.capture_frame))
        if struck:
            self._strike(cell)

    def capture_together(self, cells: Sequence[Cell], joins: Joins) -> None:
        """Paint captures of pieces that fill their cells: one frame around neighbours, a stroke in each."""
        width = self._wide(1.8, self._sizes.capture_frame)
        for cell in cells:
            self._tint(cell, self._colours.danger_cell)
            self._strike(cell)
        self._painter.setPen(_sharp_pen(self._colours.capture, width, _Cap.SquareCap))
        self._painter.drawLines(list(self._geometry.outer_sides(cells, joins, width / 2)))

    def turned(self, cells: Sequence[Cell], joins: Joins) -> None:
        """Paint pieces that would change sides: a stroke on each, a dashed line around neighbours."""
        for cell in cells:
            self._strike(cell)
        self.dashes(self._geometry.outer_sides(cells, joins, self._wide(2.0, self._sizes.staged_dash) / 2))

    def _strike(self, cell: Cell) -> None:
        reach = self._c * (0.38 if self._geometry.is_square else 0.26)
        scale = 1.0 if self._geometry.is_square else 0.7
        centre, arm = self._geometry.centre(cell), QPointF(reach, reach)
        for colour, width in ((self._colours.halo, 0.13), (self._colours.capture, self._sizes.capture_stroke)):
            self._painter.setPen(QPen(colour, self._wide(2.0, width * scale), Qt.PenStyle.SolidLine, _Cap.FlatCap))
            self._painter.drawLine(centre - arm, centre + arm)

    def legal(self, cell: Cell) -> None:
        """Paint a dot where a piece may go."""
        radius = self._c * self._sizes.legal_dot / 2
        self._painter.setPen(QPen(with_alpha(self._colours.halo, 0.55), self._wide(1.0, 0.03)))
        self._painter.setBrush(self._colours.legal)
        self._painter.drawEllipse(self._geometry.centre(cell), radius, radius)

    def target(self, cell: Cell) -> None:
        """Paint brackets around a piece that may be captured."""
        self._corners(cell, self._colours.legal, self._wide(2.0, 0.09), 0.28, inset=0.03 * self._c)

    def staged(self, cell: Cell) -> None:
        """Paint a dashed frame around a piece that is not played yet."""
        width = self._wide(2.0, self._sizes.staged_dash)
        pen = _sharp_pen(self._colours.staged, width)
        pen.setDashPattern([2.2, 1.4])
        self._stroke(pen)
        self._painter.drawPolygon(self._geometry.shape(cell, width / 2))

    def cursor(self, cell: Cell) -> None:
        """Paint the keyboard's cursor: the only double frame."""
        width = self._wide(2.0, self._sizes.cursor)
        for colour, across in ((self._colours.halo, width * 2), (self._colours.cursor, width)):
            self._stroke(_sharp_pen(colour, across))
            self._painter.drawPolygon(self._geometry.shape(cell))

    def corner(self, cell: Cell) -> None:
        """Paint an angle where a block of cells begins, in the corner that both share."""
        flipped = self._geometry.sixths == 3
        rect, size = self._geometry.rect(cell), -self._c if flipped else self._c
        tip, arm = (rect.bottomRight() if flipped else rect.topLeft()) + QPointF(0.17, 0.17) * size, 0.56 * size
        angle = QPolygonF([tip + QPointF(0, arm), tip, tip + QPointF(arm, 0)])
        width = self._wide(2.0, self._sizes.corner)
        for colour, across in ((self._colours.halo, width * 2), (self._colours.legal, width)):
            self._stroke(_sharp_pen(colour, across, _Cap.SquareCap))
            self._painter.drawPolyline(angle)

    def threatened(self, cells: Sequence[Cell], joins: Joins, within: bool = False) -> None:
        """Paint beads around neighbouring pieces that can be captured in one turn, `within` a frame."""
        radius = self._wide(1.3, self._sizes.threat_bead) / 2
        beads = [
            side.pointAt((index + 0.5) / count)
            for side in self._geometry.outer_sides(cells, joins, self._c * (0.14 if within else 0.075))
            for count in (max(2, round(side.length() / (self._c * 0.19))),)
            for index in range(count)
        ]
        for colour, width in (
            (self._colours.halo, 2 * radius + self._wide(1.2, 0.05)),
            (self._colours.capture, 2 * radius),
        ):
            self._painter.setPen(_round_pen(colour, width))
            self._painter.drawPoints(beads)

    def outline(self, sides: Sequence[QLineF], style: OutlineStyle = "full") -> None:
        """Paint a line around cells, on a halo; a quiet one is thinner."""
        share = 0.5 if style == "quiet" else 1.0
        for colour, width in ((self._colours.halo, 0.17), (self._colours.region, 0.09)):
            self._painter.setPen(_round_pen(colour, self._wide(2.0 * share, width * share)))
            self._painter.drawLines(list(sides))

    def path(self, centres: Sequence[QPointF], colour: QColor, node: QColor) -> None:
        """Paint the path that won, with a node in each cell."""
        width = self._sizes.path
        self._line(centres, _round_pen(self._colours.halo, self._wide(2.0, width + 0.12)))
        self._line(centres, _round_pen(colour, self._wide(2.0, width)))
        self._painter.setPen(_round_pen(node, self._wide(1.5, 0.14)))
        self._painter.drawPoints(QPolygonF(list(centres)))

    def possible_path(self, centres: Sequence[QPointF], colour: QColor) -> None:
        """Paint a thin line: a path that could win."""
        self._line(centres, _round_pen(colour, self._wide(1.5, self._sizes.path_possible)))

    def _line(self, centres: Sequence[QPointF], pen: QPen) -> None:
        self._stroke(pen)
        line = QPolygonF(list(centres))
        self._painter.drawPolyline(line) if len(centres) > 1 else self._painter.drawPoints(line)

    def dashes(self, sides: Iterable[QLineF]) -> None:
        """Paint dashed lines; every side begins and ends with half a dash, so that corners are closed."""
        width, sides = self._wide(2.0, self._sizes.staged_dash), list(sides)
        self._painter.setPen(_round_pen(with_alpha(self._colours.halo, 0.6), width * 1.9))
        self._painter.drawLines(sides)
        pen = _sharp_pen(self._colours.staged, width)
        for side in sides:
            share = side.length() / width / 20
            pen.setDashPattern([6 * share, 4 * share])
            pen.setDashOffset(3 * share)
            self._painter.setPen(pen)
            self._painter.drawLine(side)

    def _wide(self, least: float, share: float) -> float:
        return max(least, self._c * share)

    def _stroke(self, pen: QPen) -> None:
        """Paint lines only."""
        self._painter.setPen(pen)
        self._painter.setBrush(Qt.BrushStyle.NoBrush)

    def _tint(self, cell: Cell, colour: QColor) -> None:
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(colour)
        self._painter.drawPolygon(self._geometry.shape(cell))

    def _frame(self, cell: Cell, colour: QColor, width: float) -> None:
        self._stroke(_sharp_pen(colour, width))
        self._painter.drawPolygon(self._geometry.shape(cell, width / 2))

    def _corners(self, cell: Cell, colour: QColor, width: float, share: float, inset: float = 0.0) -> None:
        """Paint a bracket in each corner, each arm that share of the cell."""
        self._stroke(_sharp_pen(colour, width))
        shape = self._geometry.shape(cell, width / 2 + inset)
        for index in range(shape.count()):
            self._painter.drawPolyline(_bracket(shape, index, share * self._c))


def _bracket(shape: QPolygonF, index: int, reach: float) -> QPolygonF:
    corner, count = shape.at(index), shape.count()
    ends = []
    for neighbour in (shape.at((index - 1) % count), shape.at((index + 1) % count)):
        side = neighbour - corner
        length = math.hypot(side.x(), side.y())
        ends.append(corner + side * min(0.5, reach / max(length, 1e-6)))
    return QPolygonF([ends[0], corner, ends[1]])


def _round_pen(colour: QColor, width: float) -> QPen:
    return QPen(colour, width, Qt.PenStyle.SolidLine, _Cap.RoundCap, _Join.RoundJoin)


def _sharp_pen(colour: QColor, width: float, cap: Qt.PenCapStyle = _Cap.FlatCap) -> QPen:
    return QPen(colour, width, Qt.PenStyle.SolidLine, cap, _Join.MiterJoin)
