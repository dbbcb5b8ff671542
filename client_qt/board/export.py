"""A picture of a board, of any size, painted a piece at a time so that no window waits for it."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from client_qt.board.cell_state import LastMove, Line, Pointing, Position, faces, lines, outlines
from client_qt.board.geometry import Geometry
from client_qt.board.painting.background import paint_cells, paint_coordinates, paint_part, paint_slab
from client_qt.board.painting.cells import CellPainter, Sides
from client_qt.board.painting.marks import around
from client_qt.board.painting.outline import slab_size
from client_qt.board.vector_export import VectorFaces
from client_qt.theme import Theme
from client_qt.theme.tokens import BoardColours
from netgame.boards.geometry import Board, Cell
from netgame.game import Mark, Piece

LEAST_PX, MOST_PX = 200, 4000
LEAST_CELL_PX = 44  # logical pixels: on larger cells lines and letters grow with the picture
MARGIN = 0.12  # cell widths round the slab
PART = 128  # logical pixels, the side of what is painted at a time
CELLS_AT_ONCE = 60  # of a drawing in vectors
_BARE = QColor(0, 0, 0, 0)


@dataclass(frozen=True)
class Sight:
    """What is to be seen of a match: the board with what stands on it, and how it lies."""

    board: Board
    pieces: dict[Cell, Piece]
    marks: tuple[Mark, ...] = ()
    last: LastMove = field(default_factory=LastMove)
    over: frozenset[Cell] = frozenset()
    sixths: int = 0
    coordinates: bool = True


def picture_size(sight: Sight, width_px: int) -> QSize:
    """How large a picture of that width is."""
    columns, rows = slab_size(sight.board, sight.coordinates, sight.sixths)
    return QSize(width_px, max(1, round(width_px * (rows + 2 * MARGIN) / (columns + 2 * MARGIN))))


class Portrait:
    """Paints sights of one size in the colours that the theme has now. A large picture is the same as a small one, only
    with more pixels."""

    def __init__(self, theme: Theme, sight: Sight, width_px: int) -> None:
        self._theme = theme
        self.size = picture_size(sight, width_px)
        self.colours: BoardColours = theme.board_with(sight.board.shape)
        columns, _ = slab_size(sight.board, sight.coordinates, sight.sixths)
        cell_px = width_px / (columns + 2 * MARGIN)
        self._dpr = next((dpr for dpr in (4, 2) if cell_px / dpr >= LEAST_CELL_PX), 1)
        room = QRectF(0, 0, width_px / self._dpr, self.size.height() / self._dpr)
        edge = MARGIN * cell_px / self._dpr
        area = room.adjusted(edge, edge, -edge, -edge)
        self._room = room
        self._geometry = Geometry(sight.board, area, self._dpr, sight.sixths, sight.coordinates)

    # ---- pixels

    def image(self, sight: Sight, ground: QColor | None = None) -> Iterator[QImage | None]:
        """None after every part, and the picture in the end. Round the board it is of that colour, or clear."""
        picture = QImage(self.size, QImage.Format.Format_ARGB32_Premultiplied)
        picture.fill(ground or Qt.GlobalColor.transparent)
        shown = faces(Position(sight.pieces, sight.marks, sight.last), None)
        for part in self._parts():
            painter = QPainter(picture)
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            painter.setClipRect(part)
            painter.scale(self._dpr, self._dpr)
            self._paint(painter, sight, shown, QRectF(part.topLeft() / self._dpr, part.size().toSizeF() / self._dpr))
            painter.end()
            yield None
        yield picture

    def _parts(self) -> Iterator[QRect]:
        """Rectangles of device pixels; the larger the picture, the smaller they are on the board."""
        side = PART * min(self._dpr, 2)
        for top in range(0, self.size.height(), side):
            for left in range(0, self.size.width(), side):
                yield QRect(left, top, side, side) & QRect(0, 0, self.size.width(), self.size.height())

    def _paint(self, painter: QPainter, sight: Sight, shown: dict, area: QRectF) -> None:  # type: ignore[type-arg]
        geometry = self._geometry
        paint_part(painter, self._theme, geometry, self.colours, area)
        cells = CellPainter(self._theme, painter, geometry, self.colours)
        near = sorted(geometry.touching(around(area, geometry.cell)))
        part = {cell: shown[cell] for cell in near if cell in shown}
        cells.paint(shown, self._outlines(sight), frozenset(), part)
        for line in self._paths(sight):
            cells.line(line, shown, len(line.cells))

    # ---- vectors

    def drawing(self, sight: Sight, title: str) -> Iterator[bytes | None]:
        """None after every part, and an SVG file in the end: shapes and letters, no pixels."""
        data = QByteArray()
        buffer = QBuffer(data)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        generator = QSvgGenerator()
        generator.setOutputDevice(buffer)
        generator.setSize(self._room.size().toSize())
        generator.setViewBox(self._room)
        generator.setTitle(title)
        painter = QPainter(generator)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        yield from self._draw(painter, sight)
        painter.end()
        buffer.close()
        yield bytes(data.data())

    def _draw(self, painter: QPainter, sight: Sight) -> Iterator[None]:
        geometry, flat = self._geometry, replace(self.colours, grain=0.0)  # grain is pixels
        shown = faces(Position(sight.pieces, sight.marks, sight.last), None)
        paint_slab(painter, geometry, flat, _BARE)
        paint_cells(painter, geometry, flat)
        yield
        paint_coordinates(painter, self._theme, geometry, flat)
        yield
        cells = VectorFaces(self._theme, painter, geometry, flat)
        order = sorted(shown)
        for start in range(0, len(order), CELLS_AT_ONCE):
            part = {cell: shown[cell] for cell in order[start : start + CELLS_AT_ONCE]}
            cells.paint(shown, (), frozenset(), part)
            yield
        cells.paint(shown, self._outlines(sight), frozenset(), {})
        for line in self._paths(sight):
            cells.line(line, shown, len(line.cells))

    # ---- lines over several cells

    def _paths(self, sight: Sight) -> tuple[Line, ...]:
        return lines(sight.board, sight.marks, sight.over) if any(m.kind == "path" for m in sight.marks) else ()

    def _outlines(self, sight: Sight) -> list[Sides]:
        won = any(line.won for line in self._paths(sight))
        found = outlines(sight.marks, frozenset(), Pointing(), frozenset() if won else sight.over)
        return [(list(self._geometry.edge(line.cells, sorted(line.cells))), line.style) for line in found]
