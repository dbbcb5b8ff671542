"""The empty board: slab with shadow and rim, cells with grain and lines, coordinates. Painted once for each size."""

import math
import random
from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QTransform,
)

from client_qt.board.geometry import Geometry
from client_qt.theme import Theme
from client_qt.theme.colour import mix, with_alpha
from client_qt.theme.tokens import BoardColours
from netgame.boards.geometry import Board, Cell, Label

SHADOW_REACH = 10  # logical pixels
SHADOW_DROP = 4
SHADOW_COARSE = 4  # drawn that many times smaller
GRAIN_TILE = 896  # logical pixels
GRAIN_SEED = 7
_RIM = 1.6  # logical pixels, the line round the slab
HAIRLINE_CELLS = 0.05  # the line round all cells
CAPITALS = 0.8  # of the size of a font, with a little air
LABEL_GAP = 4.0  # logical pixels between two of them

Shadow = tuple[QRectF, QPixmap]  # where it lies, and a small picture of it

FLAT = Qt.PenCapStyle.FlatCap
ROUND_JOIN = Qt.PenJoinStyle.RoundJoin


def slab_pixmap(theme: Theme, geometry: Geometry, colours: BoardColours, size: QRectF) -> QPixmap:
    """The empty board on a transparent ground of that size."""
    pixmap = QPixmap(math.ceil(size.width() * geometry.dpr), math.ceil(size.height() * geometry.dpr))
    pixmap.setDevicePixelRatio(geometry.dpr)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_slab(painter, geometry, colours, theme.ui.shadow)
    paint_cells(painter, geometry, colours)
    paint_coordinates(painter, theme, geometry, colours)
    painter.end()
    return pixmap


def paint_part(
    painter: QPainter,
    theme: Theme,
    geometry: Geometry,
    colours: BoardColours,
    area: QRectF,
    shadow: Shadow | None = None,
) -> None:
    """What lies in an area of an empty board. Whoever calls clips to the area."""
    _paint_slab_part(painter, geometry, colours, area, shadow)
    half = geometry.cell / 2  # the outline of a part of the cells must not be seen
    cells = tuple(geometry.touching(area.adjusted(-half, -half, half, half)))
    within = not any(None in geometry.beside(cell) for cell in cells)
    paint_cells(painter, geometry, colours, cells, area if within else None)
    if not within:
        paint_coordinates(painter, theme, geometry, colours, area)


def _paint_slab_part(
    painter: QPainter, geometry: Geometry, colours: BoardColours, area: QRectF, shadow: Shadow | None
) -> None:
    """The body of the board in an area. Most areas have nothing of its outline, which takes long."""
    path = geometry.slab()
    corner = path.boundingRect().topLeft()
    if path.contains(area.adjusted(-_RIM, -_RIM, _RIM, _RIM)):
        painter.fillRect(area, colours.frame)
        paint_grain(painter, area, colours, corner, seed=7)
        return
    if shadow is not None:
        _paint_shadow(painter, shadow)
    _paint_body(painter, path, colours, corner)


def paint_slab(painter: QPainter, geometry: Geometry, colours: BoardColours, shadow: QColor) -> None:
    """The body of the board."""
    path = geometry.slab()
    found = shadow_of(path, shadow)
    if found is not None:
        _paint_shadow(painter, found)
    _paint_body(painter, path, colours, path.boundingRect().topLeft())


def _paint_body(painter: QPainter, path: QPainterPath, colours: BoardColours, corner: QPointF) -> None:
    painter.setPen(QPen(colours.rim, _RIM))
    painter.setBrush(colours.frame)
    painter.drawPath(path)
    paint_grain(painter, path, colours, corner, seed=7)


def shadow_of(path: QPainterPath, shadow: QColor) -> Shadow | None:
    """Soft, so it is drawn small and enlarged: at its full size it would cost more than all the rest."""
    if not shadow.alpha():
        return None
    area = path.boundingRect().adjusted(-SHADOW_REACH, -SHADOW_REACH, SHADOW_REACH, SHADOW_REACH + SHADOW_DROP)
    small = QPixmap((area.size() / SHADOW_COARSE).toSize().expandedTo(QSize(1, 1)))
    small.fill(Qt.GlobalColor.transparent)
    with_small = QPainter(small)
    with_small.setRenderHint(QPainter.RenderHint.Antialiasing)
    with_small.scale(small.width() / area.width(), small.height() / area.height())
    with_small.translate(-area.topLeft())
    for reach in range(SHADOW_REACH, 0, -1):
        ring = with_alpha(shadow, shadow.alphaF() * 0.16)
        with_small.setPen(QPen(ring, reach * 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, ROUND_JOIN))
        with_small.drawPath(path.translated(0, SHADOW_DROP))
    with_small.end()
    return area, small


def _paint_shadow(painter: QPainter, shadow: Shadow) -> None:
    area, small = shadow
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawPixmap(area, small, QRectF(small.rect()))


def paint_grain(
    painter: QPainter,
    shape: QPainterPath | QRectF,
    colours: BoardColours,
    corner: QPointF,
    seed: int,
    strength: float = 1.0,
) -> None:
    """Fine waves across a shape, the same ones every time from that corner on; nothing on boards that are not of
    wood."""
    if not colours.grain:
        return
    brush = QBrush(_grain_tile(colours.rim.name(), colours.grain))
    brush.setTransform(QTransform.fromTranslate(corner.x() + seed * 131, corner.y()))  # it goes on to the side
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.setOpacity(strength)
    painter.fillRect(shape, brush) if isinstance(shape, QRectF) else painter.fillPath(shape, brush)
    painter.setOpacity(1.0)


def prepare_grain(colours: BoardColours) -> None:
    """Make the waves of that wood; the first time that takes as long as a small board."""
    if colours.grain:
        _grain_tile(colours.rim.name(), colours.grain)


@lru_cache(maxsize=8)
def _grain_tile(colour: str, grain: float) -> QImage:
    """A square of waves that goes on at its left and right edges. Lines of one pixel are by far the quickest to draw;
    a broader one is a stronger one."""
    tile = QImage(GRAIN_TILE, GRAIN_TILE, QImage.Format.Format_ARGB32_Premultiplied)
    tile.fill(Qt.GlobalColor.transparent)
    painter = QPainter(tile)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    chance, rim = random.Random(GRAIN_SEED), QColor(colour)
    y = 0.0
    while y < GRAIN_TILE:
        strength = chance.uniform(0.25, 1) * chance.uniform(0.5, 1.7)
        painter.setPen(with_alpha(rim, grain * strength))
        painter.drawPolyline(_wave(y, chance))
        y += chance.uniform(2.0, 6.5)
    painter.end()
    return tile


def _wave(y: float, chance: random.Random) -> QPolygonF:
    phase, height, waves = chance.uniform(0, 6.3), chance.uniform(0.6, 2.6), chance.randint(2, 5)
    turn = 2 * math.pi / GRAIN_TILE
    swing = [
        height * math.sin(x * turn * waves + phase) + 1.2 * math.sin(x * turn * 14 + phase * 3)
        for x in range(-16, GRAIN_TILE + 17, 16)
    ]
    return QPolygonF([QPointF(16 * (i - 1), y + offset) for i, offset in enumerate(swing)])


def paint_cells(
    painter: QPainter,
    geometry: Geometry,
    colours: BoardColours,
    part: Sequence[Cell] | None = None,
    within: QRectF | None = None,
) -> None:
    """All cells, or those of a part with some round it; their lines, and the heavier lines between parts of the
    board. `within` is an area that the part fills, and that has no edge of the board in it."""
    cells = range(len(geometry.board.cells)) if part is None else part
    if not cells:
        return
    tones = (colours.cell_a, colours.cell_b, mix(colours.cell_a, colours.cell_b, 0.5))
    painter.setPen(Qt.PenStyle.NoPen)
    for shade, tone in enumerate(tones):
        painter.setBrush(tone)
        same = [cell for cell in cells if geometry.shade(cell) == shade]
        if geometry.is_square:
            painter.drawRects([geometry.rect(cell) for cell in same])
        else:
            for cell in same:
                painter.drawPolygon(geometry.shape(cell))
    whole = geometry.joined(cells) if within is None else within
    paint_grain(painter, whole, colours, geometry.point(0, 0), seed=11, strength=0.6)
    _paint_lines(painter, geometry, colours, cells)
    if isinstance(whole, QPainterPath):
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(_pen(colours.rim, max(1.4, geometry.cell * HAIRLINE_CELLS)))
        painter.drawPath(whole)
    painter.setPen(QPen(colours.rim, max(2.0, geometry.cell * 0.09), Qt.PenStyle.SolidLine, FLAT))
    for start, end in geometry.board.borders:
        painter.drawLine(geometry.point(*start), geometry.point(*end))


def _paint_lines(painter: QPainter, geometry: Geometry, colours: BoardColours, cells: Sequence[Cell]) -> None:
    """The grid. Between squares it is whole device pixels, so that no line is blurred."""
    if not geometry.is_square:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(_pen(colours.line, max(1.0, geometry.cell * 0.025)))
        for cell in cells:
            painter.drawPolygon(geometry.shape(cell))
        return
    width = max(1, round(geometry.cell * 0.022 * geometry.dpr)) / geometry.dpr
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colours.line)
    painter.drawRects([QRectF(run.left(), run.top(), run.width(), width) for run in geometry.runs(cells)])
    painter.drawRects([QRectF(run.left(), run.top(), width, run.height()) for run in geometry.runs(cells, True)])
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)


def coordinate_font(theme: Theme, geometry: Geometry) -> QFont:
    """What the names of rows and columns are written in."""
    sizes = theme.tokens.cell
    share = sizes.coord_size if geometry.is_square else sizes.coord_size_hex
    font = theme.font("small", "strong")
    font.setPixelSize(round(min(sizes.coord_max_px, max(sizes.coord_min_px, geometry.cell * share))))
    return font


def has_coordinates(theme: Theme, geometry: Geometry) -> bool:
    """Whether the rim is there, and broad enough to be written on."""
    return (
        geometry.rim
        and geometry.cell * theme.tokens.cell.rim >= coordinate_font(theme, geometry).pixelSize() * CAPITALS
    )


def paint_coordinates(
    painter: QPainter, theme: Theme, geometry: Geometry, colours: BoardColours, area: QRectF | None = None
) -> None:
    """The names of rows and columns on the rim; they stay upright on a turned board. Where they would run into each
    other only every second, fifth or tenth is named; where the rim is too narrow for any, none."""
    if not has_coordinates(theme, geometry):
        return
    font = coordinate_font(theme, geometry)
    painter.setFont(font)
    painter.setPen(colours.coord)
    for label in written(geometry, font):
        middle = geometry.point(label.x, label.y)
        box = QRectF(middle.x() - 30, middle.y() - 15, 60, 30)
        if area is None or area.intersects(box):
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, label.text)


def written(geometry: Geometry, font: QFont) -> tuple[Label, ...]:
    """The labels that can be read side by side in that font."""
    return _written(geometry.board, geometry.cell, font.family(), font.pixelSize(), font.weight())


@lru_cache(maxsize=16)  # asked for again with every part that is painted
def _written(board: Board, cell: float, family: str, size: int, weight: QFont.Weight) -> tuple[Label, ...]:
    font = QFont(family)
    font.setPixelSize(size)
    font.setWeight(weight)
    return tuple(readable(board, cell, QFontMetricsF(font)))


def readable(board: Board, cell: float, metrics: QFontMetricsF) -> list[Label]:
    """The labels that can be read side by side on cells of that size."""
    if len(board.outline) != 4:
        return list(board.labels)  # of few cells, and not in lines
    widest = max((metrics.horizontalAdvance(label.text) for label in board.labels), default=0.0)
    every_column, every_row = _every(widest + LABEL_GAP, cell), _every(metrics.capHeight() + LABEL_GAP, cell)
    last = max(place.x for place in board.cells)
    return [
        label
        for label in board.labels
        if (_is_named(label.x, every_column) if 0 < label.x <= last else _is_named(label.y, every_row))
    ]


def _every(needed: float, cell: float) -> int:
    return next((every for every in (1, 2, 5, 10, 20) if every * cell >= needed), 50)


def _is_named(place: float, every: int) -> bool:
    """The first one and then those with round numbers."""
    number = math.floor(place) + 1
    return number == 1 or number % every == 0 if every > 2 else number % every == 1 % every


def _pen(colour: QColor, width: float) -> QPen:
    return QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, ROUND_JOIN)
