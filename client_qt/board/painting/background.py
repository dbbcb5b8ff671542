"""The empty board: body with shadow and rim, cells with grain and lines, coordinates."""

import math
import random
from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QImage,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QTransform,
)

from client_qt.board.coordinates import paint_coordinates
from client_qt.board.geometry import Geometry
from client_qt.theme import Theme
from client_qt.theme.colour import mix, with_alpha
from client_qt.theme.tokens import BoardColours
from netgame.boards.geometry import Cell

SHADOW_REACH = 10  # logical pixels
SHADOW_DROP = 4
SHADOW_COARSE = 4  # painted that many times smaller
GRAIN_TILE = 896  # logical pixels
GRAIN_SEED = 7
RIM_LINE = 1.6  # logical pixels, the line around the board
HAIRLINE_CELLS = 0.05  # the line around all cells


def paint_background(
    painter: QPainter,
    theme: Theme,
    geometry: Geometry,
    colours: BoardColours,
    area: QRectF,
    shadow: QColor | None = None,
) -> None:
    """Paint an area of an empty board. The caller clips to the area."""
    half = geometry.cell / 2  # the outline of a part of the cells must not be seen
    cells = tuple(geometry.touching(area.adjusted(-half, -half, half, half)))
    inside = bool(cells) and not any(None in geometry.neighbours(cell) for cell in cells)
    edge = geometry.edge
    if not edge.contains(area.adjusted(-RIM_LINE, -RIM_LINE, RIM_LINE, RIM_LINE)):
        if shadow is not None and shadow.alpha():
            _paint_shadow(painter, edge, shadow, area)
        paint_body(painter, geometry, colours)
    elif not (inside and geometry.is_square):  # else the cells cover the area
        painter.fillRect(area, colours.frame)
        paint_grain(painter, area, colours, edge.boundingRect().topLeft(), seed=7)
    paint_empty_cells(painter, geometry, colours, cells, area if inside else None)
    if not inside:
        paint_coordinates(painter, theme, geometry, colours, area)


def paint_body(painter: QPainter, geometry: Geometry, colours: BoardColours) -> None:
    """Paint the board under its cells, without its shadow."""
    edge = geometry.edge
    painter.setPen(QPen(colours.rim, RIM_LINE))
    painter.setBrush(colours.frame)
    painter.drawPath(edge)
    paint_grain(painter, edge, colours, edge.boundingRect().topLeft(), seed=7)


def _paint_shadow(painter: QPainter, edge: QPainterPath, shadow: QColor, area: QRectF) -> None:
    """Paint a soft shadow: small and enlarged, since at full size it would cost more than everything else."""
    reach = SHADOW_REACH
    whole = edge.boundingRect().adjusted(-reach, -reach, reach, reach + SHADOW_DROP)
    size = (whole.size() / SHADOW_COARSE).toSize().expandedTo(QSize(1, 1))
    enlarged = QTransform.fromTranslate(whole.x(), whole.y())
    enlarged.scale(whole.width() / size.width(), whole.height() / size.height())
    reduced, _ = enlarged.inverted()
    part = reduced.mapRect(area).toAlignedRect().adjusted(-1, -1, 1, 1) & QRect(QPoint(0, 0), size)
    if part.isEmpty():
        return
    small = QPixmap(part.size())
    small.fill(Qt.GlobalColor.transparent)
    pencil = QPainter(small)
    pencil.setRenderHint(QPainter.RenderHint.Antialiasing)
    pencil.translate(-part.topLeft())
    pencil.setTransform(reduced, combine=True)
    for reach in range(SHADOW_REACH, 0, -1):
        pencil.setPen(_round_pen(with_alpha(shadow, shadow.alphaF() * 0.16), reach * 2))
        pencil.drawPath(edge.translated(0, SHADOW_DROP))
    pencil.end()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawPixmap(enlarged.mapRect(QRectF(part)), small, QRectF(small.rect()))


def paint_grain(
    painter: QPainter,
    shape: QPainterPath | QRectF,
    colours: BoardColours,
    corner: QPointF,
    seed: int,
    strength: float = 1.0,
) -> None:
    """Paint fine waves across a shape, always the same from that corner on; only boards of wood have them."""
    if not colours.grain:
        return
    brush = QBrush(_grain_tile(colours.rim.name(), colours.grain))
    brush.setTransform(QTransform.fromTranslate(corner.x() + seed * 131, corner.y()))
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.setOpacity(strength)
    painter.fillRect(shape, brush) if isinstance(shape, QRectF) else painter.fillPath(shape, brush)
    painter.setOpacity(1.0)


@lru_cache(maxsize=8)
def _grain_tile(colour: str, grain: float) -> QImage:
    """Return a square of waves that continues at its left and right edges.

    Lines of one pixel are by far the quickest to draw; a stronger colour replaces a wider line.
    """
    tile = QImage(GRAIN_TILE, GRAIN_TILE, QImage.Format.Format_ARGB32_Premultiplied)
    tile.fill(Qt.GlobalColor.transparent)
    painter = QPainter(tile)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    rng, rim = random.Random(GRAIN_SEED), QColor(colour)
    y, turn = 0.0, 2 * math.pi / GRAIN_TILE
    while y < GRAIN_TILE:
        strength = rng.uniform(0.25, 1) * rng.uniform(0.5, 1.7)
        painter.setPen(with_alpha(rim, grain * strength))
        phase, height, waves = rng.uniform(0, 6.3), rng.uniform(0.6, 2.6), rng.randint(2, 5)
        wave = [
            QPointF(x, y + height * math.sin(x * turn * waves + phase) + 1.2 * math.sin(x * turn * 14 + phase * 3))
            for x in range(-16, GRAIN_TILE + 17, 16)
        ]
        painter.drawPolyline(QPolygonF(wave))
        y += rng.uniform(2.0, 6.5)
    painter.end()
    return tile


def paint_empty_cells(
    painter: QPainter,
    geometry: Geometry,
    colours: BoardColours,
    part: Sequence[Cell] | None = None,
    within: QRectF | None = None,
) -> None:
    """Paint all cells, or those of a part, their lines, and the heavier lines between parts of the board.

    `within` is an area that the part fills and that contains no edge of the board.
    """
    cells = range(len(geometry.board.cells)) if part is None else part
    if not cells:
        return
    shades: tuple[list[Cell], ...] = ([], [], [])
    for cell in cells:
        shades[geometry.shade(cell)].append(cell)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colours.cell_a)
    if geometry.is_square:
        painter.drawRects(geometry.rows)
        painter.setBrush(colours.cell_b)
        painter.drawRects([geometry.rect(cell) for cell in shades[1]])
    else:
        tones = (colours.cell_a, colours.cell_b, mix(colours.cell_a, colours.cell_b, 0.5))
        for tone, same in zip(tones, shades, strict=True):
            painter.setBrush(tone)
            for cell in same:
                painter.drawPolygon(geometry.shape(cell))
    outline = geometry.joined() if within is None else QPainterPath()
    paint_grain(painter, within or outline, colours, geometry.point(0, 0), seed=11, strength=0.6)
    if geometry.is_square:  # lines in whole device pixels, so that none is blurred
        width = max(1, round(geometry.cell * 0.022 * geometry.dpr)) / geometry.dpr
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setBrush(colours.line)
        painter.drawRects([QRectF(row.topLeft(), QSizeF(row.width(), width)) for row in geometry.rows])
        painter.drawRects([QRectF(column.topLeft(), QSizeF(width, column.height())) for column in geometry.columns])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    else:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(_round_pen(colours.line, max(1.0, geometry.cell * 0.025)))
        for cell in cells:
            painter.drawPolygon(geometry.shape(cell))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_round_pen(colours.rim, max(1.4, geometry.cell * HAIRLINE_CELLS)))
    painter.drawPath(outline)
    width = max(2.0, geometry.cell * 0.09)
    painter.setPen(QPen(colours.rim, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    for start, end in geometry.board.borders:
        painter.drawLine(geometry.point(*start), geometry.point(*end))


def _round_pen(colour: QColor, width: float) -> QPen:
    return QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
