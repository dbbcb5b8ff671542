"""Marks on cells: each has a geometry of its own, so that it can be told without its colour."""

from collections.abc import Container, Iterable, Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from client_qt.board.cell_state import OutlineStyle
from client_qt.board.geometry import Geometry
from client_qt.theme.colour import with_alpha
from client_qt.theme.tokens import BoardColours, CellSizes

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

    def goal(self, cell: int) -> None:
        """A place to be reached, printed on the cell: a gate."""
        wide, high, centre = self._c * 0.2, self._c * 0.26, self._geometry.centre(cell)
        self._painter.setPen(self._pen(with_alpha(self._colours.rim, 0.55), self._wide(1.0, 0.06)))
        self._painter.setBrush(_NO_BRUSH)
        arch = QPainterPath(centre + QPointF(-wide, high))
        arch.arcTo(QRectF(centre.x() - wide, centre.y() - high, 2 * wide, 2 * wide), 180, -180)
        arch.lineTo(centre + QPointF(wide, high))
        self._painter.drawPath(arch)

    def territory(self, cell: int, seat: int, colour: QColor) -> None:
        """An empty cell counts for a side: a disc or a diamond."""
        reach, centre = self._c * self._sizes.territory / 2, self._geometry.centre(cell)
        self._painter.setPen(QPen(self._colours.outline, self._wide(1.0, 0.03)))
        self._painter.setBrush(colour)
        if seat == 0:
            self._painter.drawEllipse(centre, reach, reach)
        else:
            reach *= 1.2
            tips = (QPointF(0, -reach), QPointF(reach, 0), QPointF(0, reach), QPointF(-reach, 0))
            self._painter.drawPolygon(QPolygonF([centre + tip for tip in tips]))

    def hover(self, cell: int) -> None:
        """The pointer is on something that can be picked."""
        self._tint(cell, with_alpha(self._colours.staged, 0.16))

    def cursor_ground(self, cell: int) -> None:
        """A paler cell under the cursor: on some boards a line round a region has the colour of its frame."""
        self._tint(cell, with_alpha(self._colours.halo, 0.4))

    def selected(self, cells: Sequence[int], chosen: Container[int]) -> None:
        """What a turn begins with: a tint, and one frame round those of `chosen` that lie together."""
        for cell in cells:
            self._tint(cell, with_alpha(self._colours.staged, 0.28))
        width = self._wide(2.0, 0.08)
        pen = QPen(self._colours.staged, width, _Pen.SolidLine, _Cap.SquareCap, _Join.MiterJoin)
        self._painter.setPen(pen)
        self._painter.drawLines(list(self._geometry.edge(chosen, cells, width / 2)))

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

    def last_on_ground(self, cell: int) -> None:
        """The last move went to a cell that its piece fills: a frame within, on a halo."""
        width = self._wide(2.0, 0.10)
        self._painter.setBrush(_NO_BRUSH)
        for colour, across in ((self._colours.halo, width * 1.9), (self._colours.last, width)):
            self._painter.setPen(QPen(colour, across, _Pen.SolidLine, _Cap.FlatCap, _Join.MiterJoin))
            self._painter.drawPolygon(self._geometry.shape(cell, width * 1.4))

    # ---- over the pieces
    def capture(self, cell: int, struck: bool = True) -> None:
        """A tinted cell, a frame and one falling stroke: the piece stays readable. Not over what takes its place."""
        self._tint(cell, self._colours.danger_cell)
        self._frame(cell, self._colours.capture, self._wide(1.8, self._sizes.capture_frame))
        if struck:
            self._strike(cell)

    def capture_together(self, cells: Sequence[int], taken: Container[int]) -> None:
        """Cells that their pieces fill would be emptied: one frame round those that lie together, a stroke in each."""
        width = self._wide(1.8, self._sizes.capture_frame)
        for cell in cells:
            self._tint(cell, self._colours.danger_cell)
            self._strike(cell)
        self._painter.setPen(QPen(self._colours.capture, width, _Pen.SolidLine, _Cap.SquareCap, _Join.MiterJoin))
        self._painter.drawLines(list(self._geometry.edge(taken, cells, width / 2)))

    def turned(self, cells: Sequence[int], turning: Container[int]) -> None:
        """The pieces here would change sides: a stroke on each, a dashed line round those that lie together."""
        for cell in cells:
            self._strike(cell)
        self._dashes(self._geometry.edge(turning, cells, self._wide(2.0, self._sizes.staged_dash) / 2))

    def _strike(self, cell: int) -> None:
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

    def corner(self, cell: int) -> None:
        """A block of cells that may be chosen begins here: an angle in the corner that both share."""
        turn = -1.0 if self._geometry.flipped else 1.0
        rect, arm = self._geometry.rect(cell), self._c * 0.56 * turn
        inset = self._c * 0.17 * turn
        tip = (rect.bottomRight() if self._geometry.flipped else rect.topLeft()) + QPointF(inset, inset)
        angle = QPolygonF([tip + QPointF(0, arm), tip, tip + QPointF(arm, 0)])
        width = self._wide(2.0, self._sizes.corner)
        self._painter.setBrush(_NO_BRUSH)
        for colour, across in ((self._colours.halo, width * 2), (self._colours.legal, width)):
            self._painter.setPen(QPen(colour, across, _Pen.SolidLine, _Cap.SquareCap, _Join.MiterJoin))
            self._painter.drawPolyline(angle)

    def threatened(self, cells: Sequence[int], group: Container[int], within: bool = False) -> None:
        """Pieces that can be taken in one turn: a string of beads round those that lie together, `within` a frame."""
        radius = self._wide(1.3, self._sizes.threat_bead) / 2
        beads = [
            side.pointAt((index + 0.5) / count)
            for side in self._geometry.edge(group, cells, self._c * (0.14 if within else 0.075))
            for count in (max(2, round(side.length() / (self._c * 0.19))),)
            for index in range(count)
        ]
        for colour, width in (
            (self._colours.halo, 2 * radius + self._wide(1.2, 0.05)),
            (self._colours.capture, 2 * radius),
        ):
            self._painter.setPen(self._pen(colour, width))
            self._painter.drawPoints(beads)

    def outline(self, sides: Sequence[QLineF], style: OutlineStyle = "full") -> None:
        """A line round several cells, on a halo; a thin one where it is not what won, dashed where it only would be."""
        if style == "foreseen":
            self._dashes(sides)
            return
        share = 0.5 if style == "quiet" else 1.0
        for colour, width in ((self._colours.halo, 0.17), (self._colours.region, 0.09)):
            self._painter.setPen(self._pen(colour, self._wide(2.0 * share, width * share)))
            self._painter.drawLines(list(sides))

    def path(self, centres: Sequence[QPointF], colour: QColor, node: QColor) -> None:
        """The line that won, over the middles of its cells, with a node in each."""
        self._painter.setBrush(_NO_BRUSH)
        line, width = QPolygonF(list(centres)), self._sizes.path
        for pen_colour, across in ((self._colours.halo, width + 0.12), (colour, width)):
            self._painter.setPen(self._pen(pen_colour, self._wide(2.0, across)))
            self._painter.drawPolyline(line) if len(centres) > 1 else self._painter.drawPoints(line)
        self._painter.setPen(self._pen(node, self._wide(1.5, 0.14)))
        self._painter.drawPoints(line)

    def possible_path(self, centres: Sequence[QPointF], colour: QColor) -> None:
        """A path that is there and could win: a thin line."""
        line = QPolygonF(list(centres))
        self._painter.setBrush(_NO_BRUSH)
        self._painter.setPen(self._pen(colour, self._wide(1.5, self._sizes.path_possible)))
        self._painter.drawPolyline(line) if len(centres) > 1 else self._painter.drawPoints(line)

    # ---- parts
    def _pen(self, colour: QColor, width: float) -> QPen:
        return QPen(colour, width, _Pen.SolidLine, _Cap.RoundCap, _Join.RoundJoin)

    def _dashes(self, sides: Iterable[QLineF]) -> None:
        """Dashed lines; every side begins and ends with half a dash, so that corners are closed."""
        width, sides = self._wide(2.0, self._sizes.staged_dash), list(sides)
        self._painter.setPen(self._pen(with_alpha(self._colours.halo, 0.6), width * 1.9))
        self._painter.drawLines(sides)
        pen = QPen(self._colours.staged, width, _Pen.SolidLine, _Cap.FlatCap, _Join.MiterJoin)
        for side in sides:
            share = side.length() / width / 20
            pen.setDashPattern([6 * share, 4 * share])
            pen.setDashOffset(3 * share)
            self._painter.setPen(pen)
            self._painter.drawLine(side)

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
