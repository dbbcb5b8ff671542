"""Pieces that fill their cells: neighbours of one owner are one area with seams, bases are hatched blocks.

Everything is drawn from a cell and its neighbours, so that a changed cell costs no more than itself.
"""

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from client_qt.look.colour import mix, with_alpha
from client_qt.look.tokens import BoardColours, Ground
from client_qt.views.geometry import Geometry, with_corners
from client_qt.views.shown import Face
from netgame.game import Cell

SEAM, SIGN, HATCH = 0.30, 0.62, 0.34  # how far from the colour of the cell
STAGED_OPACITY = 0.55
CORNER = {"round": 0.55, "cut": 0.5}  # cells
HATCH_STEP = 0.42  # cells
_INK, _WHITE = QColor("#101418"), QColor("#FFFFFF")

_Cap, _Join, _NO_PEN = Qt.PenCapStyle, Qt.PenJoinStyle, Qt.PenStyle.NoPen


class GroundPainter:
    """Paints the ground of one board. `ground` says which kinds are ground, and how they look."""

    def __init__(
        self, painter: QPainter, geometry: Geometry, colours: BoardColours, ground: Mapping[str, Ground]
    ) -> None:
        self._painter, self._geometry, self._colours, self._ground = painter, geometry, colours, ground
        self._c = geometry.cell

    def paint(self, part: Mapping[Cell, Face], faces: Mapping[Cell, Face], moving: frozenset[Cell]) -> None:
        """The ground of the cells of `part`, joined with what lies round them; `moving` cells are not there yet."""
        areas = _Areas(self._ground, faces, moving)
        cells = [cell for cell, face in part.items() if areas.is_ground(face)]
        if not cells:
            return
        loose = [cell for cell in cells if areas.of(cell) is None and cell not in moving]
        flat = [cell for cell in cells if (area := areas.of(cell)) is not None and not self._ground[area].hatch]
        blocks = [cell for cell in cells if (area := areas.of(cell)) is not None and self._ground[area].hatch]
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
        self._paint_signs(spec, [centre], mix(self._fill(spec), _INK, SIGN))
        self._painter.setOpacity(1.0)

    # ---- areas with seams
    def _paint_flat(self, cells: list[Cell], faces: Mapping[Cell, Face], areas: "_Areas") -> None:
        by_kind: dict[str, list[Cell]] = {}
        for cell in cells:
            by_kind.setdefault(_kind(faces[cell]), []).append(cell)
        for kind, members in by_kind.items():
            fill = self._fill(self._ground[kind])
            self._fill_cells(members, fill)
            self._paint_seams(members, mix(fill, _INK, SEAM), areas)
        for cell_lines in self._borders(cells, areas):
            self._paint_border(cell_lines)
        for kind, members in by_kind.items():
            ink = mix(self._fill(self._ground[kind]), _INK, SIGN)
            self._paint_signs(self._ground[kind], [self._geometry.centre(cell) for cell in members], ink)

    def _fill_cells(self, cells: list[Cell], fill: QColor) -> None:
        self._painter.setPen(_NO_PEN)
        self._painter.setBrush(fill)
        if self._geometry.is_square:
            self._painter.drawRects([self._geometry.rect(cell) for cell in cells])
        else:
            for cell in cells:
                self._painter.drawPolygon(self._geometry.shape(cell))

    def _paint_seams(self, cells: list[Cell], colour: QColor, areas: "_Areas") -> None:
        """Between cells of one area: every cell draws those over its first half of edges."""
        half = 2 if self._geometry.is_square else 3
        seams = []
        for cell in cells:
            area, beside = areas.of(cell), self._geometry.beside(cell)
            open_sides = [
                side < half and other is not None and areas.of(other) == area for side, other in enumerate(beside)
            ]
            if any(open_sides):
                shape = self._geometry.shape(cell)
                seams += [QLineF(shape.at(i), shape.at((i + 1) % len(beside))) for i, o in enumerate(open_sides) if o]
        self._paint_crisp(seams, colour, max(1, round(self._c * 0.022 * self._geometry.dpr)))

    def _borders(self, cells: list[Cell], areas: "_Areas") -> Iterable[list[QLineF]]:
        found: dict[str, list[Cell]] = {}
        for cell in cells:
            found.setdefault(areas.of(cell) or "", []).append(cell)
        for area, members in found.items():
            yield list(self._geometry.edge(areas.members(area), members))

    def _paint_border(self, border: list[QLineF]) -> None:
        if self._geometry.is_square:
            self._paint_crisp(border, self._colours.outline, round(self._c * 0.05 * self._geometry.dpr + 0.5))
        else:
            self._painter.setPen(self._pen(self._colours.outline, self._outline_width()))
            self._painter.drawLines(border)

    def _paint_crisp(self, lines: list[QLineF], colour: QColor, width: int) -> None:
        """Lines of whole device pixels; they are upright or level where cells are squares."""
        if not lines:
            return
        if not self._geometry.is_square:
            self._painter.setPen(self._pen(colour, max(1.0, self._c * 0.022)))
            self._painter.drawLines(lines)
            return
        across, reach = width / self._geometry.dpr, (width // 2) / self._geometry.dpr
        self._painter.setPen(_NO_PEN)
        self._painter.setBrush(colour)
        self._painter.drawRects([_bar(line, across, reach) for line in lines])

    # ---- what is not played yet
    def _paint_staged(self, cell: Cell, spec: Ground) -> None:
        self._fill_cells([cell], with_alpha(self._fill(spec), STAGED_OPACITY))
        self._paint_signs(spec, [self._geometry.centre(cell)], self._colours.halo)

    # ---- hatched blocks
    def _block(self, start: Cell, areas: "_Areas") -> frozenset[Cell]:
        found, todo = {start}, [start]
        while todo:
            for other in self._geometry.beside(todo.pop()):
                if other is not None and other not in found and areas.of(other) == areas.of(start):
                    found.add(other)
                    todo.append(other)
        return frozenset(found)

    def _paint_block(self, block: frozenset[Cell], faces: Mapping[Cell, Face], areas: "_Areas") -> None:
        spec = self._ground[areas.of(min(block)) or ""]
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
        self._paint_signs(spec, [rect.center()], mix(self._fill(spec), _INK, SIGN))

    # ---- parts
    def _paint_signs(self, spec: Ground, centres: list[QPointF], colour: QColor) -> None:
        if spec.sign == "dot":
            self._painter.setPen(self._pen(colour, max(2.0, self._c * 0.24)))
            self._painter.drawPoints(centres)
        elif spec.sign == "stroke":
            arm = QPointF(self._c * 0.15, -self._c * 0.15)
            self._painter.setPen(self._pen(colour, max(1.2, self._c * 0.12)))
            self._painter.drawLines([QLineF(centre - arm, centre + arm) for centre in centres])

    def _spec(self, face: Face) -> Ground:
        return self._ground[_kind(face)]

    def _fill(self, spec: Ground) -> QColor:
        return self._colours.pieces[spec.fill]

    def _outline_width(self) -> float:
        return max(1.2, self._c * 0.05)

    def _pen(self, colour: QColor, width: float) -> QPen:
        return QPen(colour, width, Qt.PenStyle.SolidLine, _Cap.RoundCap, _Join.RoundJoin)


class _Areas:
    """Which area each cell belongs to."""

    def __init__(self, ground: Mapping[str, Ground], faces: Mapping[Cell, Face], moving: frozenset[Cell]) -> None:
        self._ground, self._faces, self._moving = ground, faces, moving
        self._known: dict[Cell, str | None] = {}

    def is_ground(self, face: Face) -> bool:
        return face.piece is not None and face.piece.kind in self._ground

    def of(self, cell: Cell) -> str | None:
        """The area of a cell; None where there is none to be joined with."""
        if cell not in self._known:
            face = self._faces.get(cell)
            joined = face is not None and self.is_ground(face) and "staged" not in face.marks
            self._known[cell] = self._ground[_kind(face)].area if face and joined and cell not in self._moving else None
        return self._known[cell]

    def members(self, area: str) -> "_Members":
        return _Members(self, area)


class _Members:
    """The cells of an area, to be asked one by one."""

    def __init__(self, areas: _Areas, area: str) -> None:
        self._areas, self._area = areas, area

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, int) and self._areas.of(cell) == self._area


def _kind(face: Face) -> str:
    assert face.piece is not None
    return face.piece.kind


def _bar(line: QLineF, across: float, reach: float) -> QRectF:
    """A line as a rectangle, its ends reaching over the lines that meet it there."""
    left, top = min(line.x1(), line.x2()) - reach, min(line.y1(), line.y2()) - reach
    return QRectF(left, top, abs(line.dx()) + across, abs(line.dy()) + across)


def _corners(points: list[QPointF]) -> list[QPointF]:
    """The points of a closed outline at which it turns."""
    found = []
    for index, point in enumerate(points):
        before, after = point - points[index - 1], points[(index + 1) % len(points)] - point
        if abs(before.x() * after.y() - before.y() * after.x()) > 1e-3:
            found.append(point)
    return found
