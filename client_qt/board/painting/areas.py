"""Pieces that fill their cells: neighbours of one owner are one area with seams, bases are hatched blocks.

Everything is drawn from a cell and its neighbours, so that a changed cell costs no more than itself.
"""

import math
from collections.abc import Callable, Mapping

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from client_qt.board.cell_state import CellState
from client_qt.board.geometry import Geometry, with_corners
from client_qt.board.regions import edges
from client_qt.theme.colour import mix, with_alpha
from client_qt.theme.drawings import Drawings
from client_qt.theme.tokens import BoardColours, Ground
from netgame.game import Cell

SEAM, SIGN, HATCH = 0.30, 0.62, 0.34  # how far from the colour of the cell
STAGED_OPACITY = 0.55
CORNER = {"round": 0.55, "cut": 0.5}  # cells
HATCH_STEP = 0.42  # cells
FEW_CELLS = 40  # of more than these it is quicker to look at all
_INK, _WHITE = QColor("#101418"), QColor("#FFFFFF")

_Cap, _Join, _NO_PEN = Qt.PenCapStyle, Qt.PenJoinStyle, Qt.PenStyle.NoPen


class AreaPainter:
    """Paints the ground of one board. `ground` says which kinds are ground, and how they look."""

    def __init__(
        self,
        painter: QPainter,
        geometry: Geometry,
        colours: BoardColours,
        ground: Mapping[str, Ground],
        drawings: Drawings,
    ) -> None:
        self._painter, self._geometry, self._colours, self._ground = painter, geometry, colours, ground
        self._drawings = drawings
        self._c = geometry.cell

    def paint(self, part: Mapping[Cell, CellState], faces: Mapping[Cell, CellState], moving: frozenset[Cell]) -> None:
        """The ground of the cells of `part`, joined with what lies round them; `moving` cells are not there yet."""
        ground = self._ground
        cells = [cell for cell, face in part.items() if face.piece is not None and face.piece.kind in ground]
        if not cells:
            return
        areas = _Areas(ground, faces, moving)
        if len(cells) > FEW_CELLS:
            areas.learn()
        loose = [cell for cell in cells if areas[cell] is None and cell not in moving]
        flat = [cell for cell in cells if (area := areas[cell]) is not None and not ground[area].hatch]
        blocks = [cell for cell in cells if (area := areas[cell]) is not None and ground[area].hatch]
        self._paint_flat(flat, faces, areas)
        for cell in loose:
            self._paint_staged(cell, self._spec(faces[cell]))
        while blocks:
            block = self._block(blocks[0], areas)
            self._paint_block(block, faces, areas)
            blocks = [cell for cell in blocks if cell not in block]

    def tile(self, kind: str, centre: QPointF, opacity: float = 1.0, scale: float = 1.0) -> None:
        """One cell of ground on its own: a ghost, or one that is just coming."""
        spec, side = self._ground[kind], self._c * scale
        self._painter.setOpacity(opacity)
        self._painter.setPen(self._pen(self._colours.outline, self._outline_width()))
        self._painter.setBrush(self._fill(spec))
        self._painter.drawRect(QRectF(centre.x() - side / 2, centre.y() - side / 2, side, side))
        self._paint_signs(self._painter, spec, [centre], mix(self._fill(spec), _INK, SIGN))
        self._painter.setOpacity(1.0)

    # ---- areas with seams
    def _paint_flat(self, cells: list[Cell], faces: Mapping[Cell, CellState], areas: "_Areas") -> None:
        """The cells from kept pictures, and then the borders over them: there may be thousands."""
        (self._paint_squares if self._geometry.is_square else self._paint_hexagons)(cells, faces, areas)

    def _paint_squares(self, cells: list[Cell], faces: Mapping[Cell, CellState], areas: "_Areas") -> None:
        """Their pictures are opaque, and their borders are rectangles that are filled all at once: both are quick."""
        draw, beside, rect_of = self._painter.drawPixmap, self._geometry.beside, self._geometry.rect
        tiles: dict[tuple[str, int, float, float], QPixmap] = {}  # those of this time, found sooner
        border = _SquareBorder(self._border_width(), self._geometry.dpr)
        here = frozenset(cells)
        for cell in cells:
            area, rect = areas[cell], rect_of(cell)
            up, right, down, left = beside(cell)
            ends = (areas[up] != area) | (areas[right] != area) << 1
            key = _kind(faces[cell]), ends, rect.width(), rect.height()
            if key not in tiles:
                tiles[key] = self._tile(key[0], ends, rect)
            draw(rect.topLeft(), tiles[key])
            if areas[down] != area and down not in here:  # else it is the upper edge of that one
                ends |= 0b0100
            if areas[left] != area and left not in here:
                ends |= 0b1000
            if ends:
                border.add(rect, ends)
        border.fill(self._painter, self._colours.outline)

    def _paint_hexagons(self, cells: list[Cell], faces: Mapping[Cell, CellState], areas: "_Areas") -> None:
        """Everything from pictures."""
        painter, beside = self._painter, self._geometry.beside
        borders: list[tuple[QRectF, int]] = []
        for cell in cells:
            area, rect = areas[cell], self._on_pixels(self._geometry.rect(cell))
            ends = sum(1 << side for side, other in enumerate(beside(cell)) if areas[other] != area)
            painter.drawPixmap(rect.topLeft(), self._tile(_kind(faces[cell]), ends & 0b111, rect))
            if ends:
                borders.append((rect, ends))
        back = QPointF(self._border_reach(), self._border_reach())
        for rect, ends in borders:
            painter.drawPixmap(rect.topLeft() - back, self._border(ends, rect))

    def _on_pixels(self, rect: QRectF) -> QRectF:
        """The rectangle of a hexagon in whole device pixels; that of a square is one."""
        dpr = self._geometry.dpr
        left, top = math.floor(rect.left() * dpr) / dpr, math.floor(rect.top() * dpr) / dpr
        return QRectF(left, top, math.ceil(rect.width() * dpr + 1) / dpr, math.ceil(rect.height() * dpr + 1) / dpr)

    def _tile(self, kind: str, ends: int, rect: QRectF) -> QPixmap:
        """A cell with its sign and the seams over its first half of edges, but where the area ends."""
        spec = self._ground[kind]
        fill = self._fill(spec)
        key = ("ground", spec, ends, rect.width(), rect.height(), self._c, self._geometry.dpr, fill.name())

        def paint(painter: QPainter, shape: QPolygonF) -> None:
            painter.setPen(_NO_PEN)
            painter.setBrush(fill)
            painter.drawPolygon(shape)
            seams = [i for i in range(shape.size() // 2) if not ends >> i & 1]
            width = max(1, round(self._c * 0.022 * self._geometry.dpr)) / self._geometry.dpr
            painter.setPen(QPen(mix(fill, _INK, SEAM), 2 * width))  # half of it lies outside
            painter.drawLines([QLineF(shape.at(i), shape.at((i + 1) % shape.size())) for i in seams])
            self._paint_signs(painter, spec, [shape.boundingRect().center()], mix(fill, _INK, SIGN))

        under = fill if self._geometry.is_square else Qt.GlobalColor.transparent
        return self._drawings.kept(key, lambda: self._picture(rect, 0.0, paint, under))

    def _border(self, ends: int, rect: QRectF) -> QPixmap:
        """The outline over those edges of a hexagon."""
        key = ("border", ends, rect.width(), rect.height(), self._c, self._geometry.dpr, self._colours.outline.name())

        def paint(painter: QPainter, shape: QPolygonF) -> None:
            painter.setPen(QPen(self._colours.outline, self._border_width(), Qt.PenStyle.SolidLine, _Cap.SquareCap))
            sides = [i for i in range(shape.size()) if ends >> i & 1]
            painter.drawLines([QLineF(shape.at(i), shape.at((i + 1) % shape.size())) for i in sides])

        return self._drawings.kept(key, lambda: self._picture(rect, self._border_reach(), paint))

    def _picture(
        self,
        rect: QRectF,
        reach: float,
        paint: Callable[[QPainter, QPolygonF], None],
        under: QColor | Qt.GlobalColor = Qt.GlobalColor.transparent,
    ) -> QPixmap:
        """A picture of a cell with so much round it, on that colour; where that is opaque, so is the picture."""
        dpr = self._geometry.dpr
        pixmap = QPixmap(round((rect.width() + 2 * reach) * dpr), round((rect.height() + 2 * reach) * dpr))
        pixmap.setDevicePixelRatio(dpr)
        pixmap.fill(under)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint(painter, self._geometry.shape_in(QRectF(reach, reach, rect.width(), rect.height())))
        painter.end()
        return pixmap

    def _border_width(self) -> float:
        """Whole device pixels between squares, so that no line is blurred."""
        dpr = self._geometry.dpr
        return round(self._c * 0.05 * dpr + 0.5) / dpr if self._geometry.is_square else self._outline_width()

    def _border_reach(self) -> float:
        """How far round a cell its border may reach, in whole device pixels."""
        return math.ceil(self._border_width() * self._geometry.dpr) / self._geometry.dpr

    # ---- what is not played yet
    def _paint_staged(self, cell: Cell, spec: Ground) -> None:
        self._painter.setPen(_NO_PEN)
        self._painter.setBrush(with_alpha(self._fill(spec), STAGED_OPACITY))
        self._painter.drawPolygon(self._geometry.shape(cell))
        self._paint_signs(self._painter, spec, [self._geometry.centre(cell)], self._colours.halo)

    # ---- hatched blocks
    def _block(self, start: Cell, areas: "_Areas") -> frozenset[Cell]:
        found, todo = {start}, [start]
        while todo:
            for other in self._geometry.beside(todo.pop()):
                if other is not None and other not in found and areas[other] == areas[start]:
                    found.add(other)
                    todo.append(other)
        return frozenset(found)

    def _paint_block(self, block: frozenset[Cell], faces: Mapping[Cell, CellState], areas: "_Areas") -> None:
        spec = self._ground[areas[min(block)] or ""]
        path, fill = self._outline_of(block, spec), self._fill(spec)
        self._painter.fillPath(path, fill)
        self._paint_hatch(path, spec, mix(fill, _WHITE, HATCH))
        for cell in sorted(block):
            own = self._spec(faces[cell])
            if own.keep:
                self._paint_keep(cell, own)
        self._painter.setPen(self._pen(self._colours.outline, max(2.0, self._c * 0.09)))
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.drawPath(path)

    def _outline_of(self, block: frozenset[Cell], spec: Ground) -> QPainterPath:
        path = QPainterPath()
        for polygon in self._geometry.joined(block).toSubpathPolygons():
            corners = _corners([polygon.at(index) for index in range(polygon.size() - 1)])
            side = min(QLineF(corners[i - 1], corner).length() for i, corner in enumerate(corners))
            path.addPath(with_corners(corners, min(CORNER[spec.corners] * self._c, side * 0.3), spec.corners == "cut"))
        return path

    def _paint_hatch(self, path: QPainterPath, spec: Ground, colour: QColor) -> None:
        area, step = path.boundingRect(), self._c * HATCH_STEP
        down = area.height() if spec.hatch == "falling" else -area.height()
        top = area.top() if spec.hatch == "falling" else area.bottom()
        self._painter.save()
        self._painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        self._painter.setPen(self._pen(colour, max(1.2, self._c * 0.07)))
        for index in range(-int(area.height() / step) - 1, int(area.width() / step) + 1):
            left = area.left() + index * step
            self._painter.drawLine(QPointF(left, top), QPointF(left + area.height(), top + down))
        self._painter.restore()

    def _paint_keep(self, cell: Cell, spec: Ground) -> None:
        rect = self._geometry.rect(cell)
        self._painter.setPen(self._pen(self._colours.outline, max(1.4, self._c * 0.06)))
        self._painter.setBrush(self._fill(spec))
        if spec.keep == "round":
            self._painter.drawEllipse(rect)
        else:
            self._painter.drawRect(rect)
        self._paint_signs(self._painter, spec, [rect.center()], mix(self._fill(spec), _INK, SIGN))

    # ---- parts
    def _paint_signs(self, painter: QPainter, spec: Ground, centres: list[QPointF], colour: QColor) -> None:
        if spec.sign == "dot":
            painter.setPen(self._pen(colour, max(2.0, self._c * 0.24)))
            painter.drawPoints(centres)
        elif spec.sign == "stroke":
            arm = QPointF(self._c * 0.15, -self._c * 0.15)
            painter.setPen(self._pen(colour, max(1.2, self._c * 0.12)))
            painter.drawLines([QLineF(centre - arm, centre + arm) for centre in centres])

    def _spec(self, face: CellState) -> Ground:
        return self._ground[_kind(face)]

    def _fill(self, spec: Ground) -> QColor:
        return self._colours.pieces[spec.fill]

    def _outline_width(self) -> float:
        return max(1.2, self._c * 0.05)

    def _pen(self, colour: QColor, width: float) -> QPen:
        return QPen(colour, width, Qt.PenStyle.SolidLine, _Cap.RoundCap, _Join.RoundJoin)


class _SquareBorder:
    """The lines at the edges of squares, as rectangles of whole device pixels."""

    def __init__(self, width: float, dpr: float) -> None:
        self._width = width
        self._before = math.floor(width * dpr / 2 + 0.25) / dpr  # how much of it lies above an edge, or left of it
        self._lines: list[QRectF] = []

    def add(self, rect: QRectF, ends: int) -> None:
        """Draw those edges of a square: from the first bit on the upper, right, lower and left one."""
        left, top, right, bottom = edges(rect)
        before, width, lines = self._before, self._width, self._lines
        if ends & 0b0001:
            lines.append(QRectF(left - before, top - before, right - left + width, width))
        if ends & 0b0010:
            lines.append(QRectF(right - before, top - before, width, bottom - top + width))
        if ends & 0b0100:
            lines.append(QRectF(left - before, bottom - before, right - left + width, width))
        if ends & 0b1000:
            lines.append(QRectF(left - before, top - before, width, bottom - top + width))

    def fill(self, painter: QPainter, colour: QColor) -> None:
        """Draw all of them."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(_NO_PEN)
        painter.setBrush(colour)
        painter.drawRects(self._lines)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)


class _Areas(dict[Cell | None, str | None]):
    """Which area each cell belongs to, worked out when it is asked for; None where there is nothing to be joined."""

    def __init__(self, ground: Mapping[str, Ground], faces: Mapping[Cell, CellState], moving: frozenset[Cell]) -> None:
        super().__init__({None: None})
        self._ground, self._faces, self._moving = ground, faces, moving

    def __missing__(self, cell: Cell) -> str | None:
        face = self._faces.get(cell)
        self[cell] = found = None if face is None or cell in self._moving else self._area(face)
        return found

    def learn(self) -> None:
        """Work it out for all cells that show something: most faces are the same object many times."""
        known: dict[int, str | None] = {}
        for cell, face in self._faces.items():
            key = id(face)
            if key not in known:
                known[key] = self._area(face)
            self[cell] = known[key]
        self.update(dict.fromkeys(self._moving))

    def _area(self, face: CellState) -> str | None:
        joined = face.piece is not None and face.piece.kind in self._ground and "staged" not in face.marks
        return self._ground[_kind(face)].area if joined else None


def _kind(face: CellState) -> str:
    assert face.piece is not None
    return face.piece.kind


def _corners(points: list[QPointF]) -> list[QPointF]:
    """The points of a closed outline at which it turns."""
    found = []
    for index, point in enumerate(points):
        before, after = point - points[index - 1], points[(index + 1) % len(points)] - point
        if abs(before.x() * after.y() - before.y() * after.x()) > 1e-3:
            found.append(point)
    return found
