"""Pieces that fill their cells: neighbours of one owner are one area with seams, bases are hatched blocks.

Everything is drawn from a cell and its neighbours, so that a changed cell costs no more than itself.
"""

import math
from collections.abc import Mapping

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPainterPathStroker, QPen, QPixmap, QPolygonF

from client_qt.board.cell_state import CellState, CellStates
from client_qt.board.geometry import Geometry, edges, with_corners
from client_qt.theme.colour import mix, with_alpha
from client_qt.theme.drawings import Drawings
from client_qt.theme.tokens import BoardColours, Ground
from netgame.game import Cell

SEAM, SIGN, HATCH = 0.30, 0.62, 0.34  # how far from the colour of the cell
STAGED_OPACITY = 0.55
CORNER = {"round": 0.55, "cut": 0.5}  # cells
HATCH_STEP = 0.42  # cells
_INK, _WHITE = QColor("#101418"), QColor("#FFFFFF")
_NO_PEN = Qt.PenStyle.NoPen


class AreaPainter:
    """Paints the pieces of one board that fill their cells; `ground` lists their kinds. `vector`: without pixels."""

    def __init__(
        self,
        painter: QPainter,
        geometry: Geometry,
        colours: BoardColours,
        ground: Mapping[str, Ground],
        drawings: Drawings,
        vector: bool = False,
    ) -> None:
        self._painter, self._geometry, self._colours, self._ground = painter, geometry, colours, ground
        self._drawings, self._vector = drawings, vector
        self._c = geometry.cell

    def paint(self, part: CellStates, states: CellStates, moving: frozenset[Cell]) -> None:
        """Paint the cells of `part`, joined with their neighbours; `moving` cells have not arrived yet."""
        ground = self._ground
        cells = [cell for cell, state in part.items() if state.piece is not None and state.piece.kind in ground]
        if not cells:
            return
        areas = _Areas(ground, states, moving)
        joined = [(cell, area) for cell in cells if (area := areas[cell]) is not None]
        paint_flat = self._paint_squares if self._geometry.is_square and not self._vector else self._paint_shapes
        paint_flat([cell for cell, area in joined if not ground[area].hatch], states, areas)
        for cell in cells:
            if areas[cell] is None and cell not in moving:
                self._paint_staged(cell, ground[_kind(states[cell])])
        done: set[Cell] = set()
        for cell, area in joined:
            if ground[area].hatch and cell not in done:
                block = self._block(cell, areas)
                self._paint_block(block, states, ground[area])
                done |= block

    def tile(self, kind: str, centre: QPointF, opacity: float = 1.0, scale: float = 1.0) -> None:
        """Paint one cell on its own: a ghost, or one that is just arriving."""
        spec, side = self._ground[kind], self._c * scale
        self._painter.setOpacity(opacity)
        self._painter.setPen(self._pen(self._colours.outline, self._outline_width()))
        self._painter.setBrush(self._fill(spec))
        self._painter.drawRect(QRectF(centre.x() - side / 2, centre.y() - side / 2, side, side))
        self._paint_sign(self._painter, spec, centre, mix(self._fill(spec), _INK, SIGN))
        self._painter.setOpacity(1.0)

    def _paint_squares(self, cells: list[Cell], states: CellStates, areas: "_Areas") -> None:
        """Paint cached opaque pictures, then all borders as rectangles at once: there may be thousands of cells."""
        draw, neighbours, rect_of = self._painter.drawPixmap, self._geometry.neighbours, self._geometry.rect
        tiles: dict[tuple[str, int, float, float], QPixmap] = {}  # quicker than the cache of drawings
        here, dpr = frozenset(cells), self._geometry.dpr
        width = round(self._c * 0.05 * dpr + 0.5) / dpr  # whole device pixels, so that no line is blurred
        before = math.floor(width * dpr / 2 + 0.25) / dpr  # the part of a line above its edge, or left of it
        lines: list[QRectF] = []
        for cell in cells:
            area, rect = areas[cell], rect_of(cell)
            up, right, down, left = neighbours(cell)
            ends = (areas[up] != area) | (areas[right] != area) << 1
            key = _kind(states[cell]), ends, rect.width(), rect.height()
            if key not in tiles:
                tiles[key] = self._tile(key[0], ends, rect)
            draw(rect.topLeft(), tiles[key])
            below = areas[down] != area and down not in here  # else it is the upper edge of that cell
            beside = areas[left] != area and left not in here
            if ends or below or beside:
                x, y, x2, y2 = edges(rect)
                if ends & 1:
                    lines.append(QRectF(x - before, y - before, x2 - x + width, width))
                if ends & 2:
                    lines.append(QRectF(x2 - before, y - before, width, y2 - y + width))
                if below:
                    lines.append(QRectF(x - before, y2 - before, x2 - x + width, width))
                if beside:
                    lines.append(QRectF(x - before, y - before, width, y2 - y + width))
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        self._painter.setPen(_NO_PEN)
        self._painter.setBrush(self._colours.outline)
        self._painter.drawRects(lines)
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)

    def _tile(self, kind: str, ends: int, rect: QRectF) -> QPixmap:
        """Return a cached picture of a square."""
        spec, dpr = self._ground[kind], self._geometry.dpr
        fill, size = self._fill(spec), QSizeF(rect.size())

        def paint() -> QPixmap:
            pixmap = QPixmap(round(size.width() * dpr), round(size.height() * dpr))
            pixmap.setDevicePixelRatio(dpr)
            pixmap.fill(fill)
            painter = QPainter(pixmap)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            width = max(1, round(self._c * 0.022 * dpr)) / dpr
            shape = self._geometry.shape_in(QRectF(QPointF(0, 0), size))
            self._paint_cell(painter, shape, spec, ends, 2 * width)  # half of the width lies outside
            painter.end()
            return pixmap

        key = ("ground", spec, ends, size.width(), size.height(), self._c, dpr, fill.name())
        return self._drawings.cached(key, paint)

    def _paint_shapes(self, cells: list[Cell], states: CellStates, areas: "_Areas") -> None:
        """Paint cells of any shape, then the borders over them."""
        ends: dict[Cell, int] = {}
        for cell in cells:
            others = enumerate(self._geometry.neighbours(cell))
            ends[cell] = sum(1 << side for side, other in others if areas[other] != areas[cell])
            shape, spec = self._geometry.shape(cell), self._ground[_kind(states[cell])]
            self._paint_cell(self._painter, shape, spec, ends[cell], max(0.5, self._c * 0.022))
        self._painter.setPen(self._pen(self._colours.outline, self._outline_width()))
        for cell in cells:
            self._painter.drawLines(_sides(self._geometry.shape(cell), ends[cell]))

    def _paint_cell(self, painter: QPainter, shape: QPolygonF, spec: Ground, ends: int, seam_width: float) -> None:
        """Paint a cell with its sign, and seams over its first half of edges where the area does not end."""
        fill = self._fill(spec)
        painter.setPen(_NO_PEN)
        painter.setBrush(fill)
        painter.drawPolygon(shape)
        painter.setPen(QPen(mix(fill, _INK, SEAM), seam_width))
        painter.drawLines(_sides(shape, ~ends & (1 << shape.size() // 2) - 1))
        self._paint_sign(painter, spec, shape.boundingRect().center(), mix(fill, _INK, SIGN))

    def _paint_staged(self, cell: Cell, spec: Ground) -> None:
        self._painter.setPen(_NO_PEN)
        self._painter.setBrush(with_alpha(self._fill(spec), STAGED_OPACITY))
        self._painter.drawPolygon(self._geometry.shape(cell))
        self._paint_sign(self._painter, spec, self._geometry.centre(cell), self._colours.halo)

    def _block(self, start: Cell, areas: "_Areas") -> frozenset[Cell]:
        found, todo = {start}, [start]
        while todo:
            for other in self._geometry.neighbours(todo.pop()):
                if other is not None and other not in found and areas[other] == areas[start]:
                    found.add(other)
                    todo.append(other)
        return frozenset(found)

    def _paint_block(self, block: frozenset[Cell], states: CellStates, spec: Ground) -> None:
        path, fill = QPainterPath(), self._fill(spec)
        for polygon in self._geometry.joined(block).toSubpathPolygons():
            corners = _corners([polygon.at(index) for index in range(polygon.size() - 1)])
            side = min(QLineF(corners[i - 1], corner).length() for i, corner in enumerate(corners))
            path.addPath(with_corners(corners, min(CORNER[spec.corners] * self._c, side * 0.3), spec.corners == "cut"))
        self._painter.fillPath(path, fill)
        pen = self._pen(mix(fill, _WHITE, HATCH), max(1.2, self._c * 0.07))
        self._paint_hatch(path, spec, pen)
        for cell in sorted(block):
            own = self._ground[_kind(states[cell])]
            if own.keep:
                rect = self._geometry.rect(cell)
                self._painter.setPen(self._pen(self._colours.outline, max(1.4, self._c * 0.06)))
                self._painter.setBrush(self._fill(own))
                (self._painter.drawEllipse if own.keep == "round" else self._painter.drawRect)(rect)
                self._paint_sign(self._painter, own, rect.center(), mix(self._fill(own), _INK, SIGN))
        self._painter.setPen(self._pen(self._colours.outline, max(2.0, self._c * 0.09)))
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.drawPath(path)

    def _paint_hatch(self, path: QPainterPath, spec: Ground, pen: QPen) -> None:
        area, step, stripes = path.boundingRect(), self._c * HATCH_STEP, QPainterPath()
        origin = self._geometry.origin  # the stripes are counted from there, so they stay when a block grows
        if spec.hatch == "falling":
            start, end, first = area.top(), area.bottom(), origin.x() - origin.y() + area.top()
        else:
            start, end, first = area.bottom(), area.top(), origin.x() + origin.y() - area.bottom()
        lowest = math.floor((area.left() - area.height() - first) / step)
        for index in range(lowest, math.ceil((area.right() - first) / step)):
            left = first + index * step
            stripes.moveTo(left, start)
            stripes.lineTo(left + area.height(), end)
        # an intersection rather than a clip, which vector drawings do not have
        self._painter.fillPath(QPainterPathStroker(pen).createStroke(stripes).intersected(path), pen.color())

    def _paint_sign(self, painter: QPainter, spec: Ground, centre: QPointF, colour: QColor) -> None:
        if spec.sign == "dot":
            painter.setPen(self._pen(colour, max(2.0, self._c * 0.24)))
            painter.drawPoint(centre)
        elif spec.sign == "stroke":
            arm = QPointF(self._c * 0.15, -self._c * 0.15)
            painter.setPen(self._pen(colour, max(1.2, self._c * 0.12)))
            painter.drawLine(centre - arm, centre + arm)

    def _fill(self, spec: Ground) -> QColor:
        return self._colours.pieces[spec.fill]

    def _outline_width(self) -> float:
        return max(1.2, self._c * 0.05)

    def _pen(self, colour: QColor, width: float) -> QPen:
        return QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


class _Areas(dict[Cell | None, str | None]):
    """The area of each cell, looked up when it is needed; None if the cell has nothing to be joined."""

    def __init__(self, ground: Mapping[str, Ground], states: CellStates, moving: frozenset[Cell]) -> None:
        super().__init__(dict.fromkeys((None, *moving)))
        self._ground, self._states = ground, states

    def __missing__(self, cell: Cell) -> str | None:
        state = self._states.get(cell)
        spec = self._ground.get(state.piece.kind) if state is not None and state.piece is not None else None
        self[cell] = found = None if spec is None or state is None or "staged" in state.marks else spec.area
        return found


def _kind(state: CellState) -> str:
    assert state.piece is not None
    return state.piece.kind


def _sides(shape: QPolygonF, which: int) -> list[QLineF]:
    """Return the sides of a shape whose bits are set."""
    count = shape.size()
    return [QLineF(shape.at(side), shape.at((side + 1) % count)) for side in range(count) if which >> side & 1]


def _corners(points: list[QPointF]) -> list[QPointF]:
    """Return the points of a closed outline where it turns."""
    found = []
    for index, point in enumerate(points):
        before, after = point - points[index - 1], points[(index + 1) % len(points)] - point
        if abs(before.x() * after.y() - before.y() * after.x()) > 1e-3:
            found.append(point)
    return found
