"""Pictures of boards of any size, painted part by part so that the window stays responsive."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from client_qt.board.cell_state import CellState, LastMove, Position, cell_states, outlines_and_paths
from client_qt.board.coordinates import paint_coordinates
from client_qt.board.geometry import Geometry, board_size, with_reach
from client_qt.board.painting.background import paint_background, paint_body, paint_empty_cells
from client_qt.board.painting.cells import CellPainter
from client_qt.theme import Theme
from client_qt.theme.tokens import BoardColours
from netgame.boards.geometry import Board, Cell
from netgame.game import Mark, Piece

LEAST_PX, MOST_PX = 200, 4000
LEAST_CELL_PX = 44  # logical pixels: on larger cells, lines and letters grow with the picture
MARGIN = 0.12  # cell widths around the board
PART = 128  # logical pixels, the side of a part
CELLS_AT_ONCE = 60  # of a vector drawing


@dataclass(frozen=True)
class BoardPicture:
    """The contents of a picture: a position, and how the board is turned."""

    board: Board
    pieces: dict[Cell, Piece]
    marks: tuple[Mark, ...] = ()
    last: LastMove = field(default_factory=LastMove)
    over: frozenset[Cell] = frozenset()
    sixths: int = 0
    coordinates: bool = True

    def size(self, width_px: int) -> QSize:
        """Return the size of the picture at that width."""
        columns, rows = board_size(self.board, self.coordinates, self.sixths)
        return QSize(width_px, max(1, round(width_px * (rows + 2 * MARGIN) / (columns + 2 * MARGIN))))

    def states(self) -> dict[Cell, CellState]:
        return cell_states(Position(self.pieces, self.marks, self.last), None)


class BoardExporter:
    """Paints pictures of one size in the current colours. Large pictures only have more pixels than small ones."""

    def __init__(self, theme: Theme, picture: BoardPicture, width_px: int) -> None:
        self._theme = theme
        self.size = picture.size(width_px)
        self._colours: BoardColours = theme.board_with(picture.board.shape)
        columns, _ = board_size(picture.board, picture.coordinates, picture.sixths)
        cell_px = width_px / (columns + 2 * MARGIN)
        self._dpr = dpr = next((dpr for dpr in (4, 2) if cell_px / dpr >= LEAST_CELL_PX), 1)
        self._area = QRectF(0, 0, width_px / dpr, self.size.height() / dpr)
        edge = MARGIN * cell_px / dpr
        board_area = self._area.adjusted(edge, edge, -edge, -edge)
        self._geometry = Geometry(picture.board, board_area, dpr, picture.sixths, picture.coordinates)

    @property
    def cell_px(self) -> float:
        """The width of a cell in pixels of the picture."""
        return self._geometry.cell * self._dpr

    def image(
        self, picture: BoardPicture, background: QColor | None = None, part_px: int = PART
    ) -> Iterator[QImage | None]:
        """Yield None after every part, and the picture at the end; around the board it is of that colour, or clear."""
        image = QImage(self.size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(background or Qt.GlobalColor.transparent)
        states, dpr = picture.states(), self._dpr
        for part in self._parts(part_px * min(dpr, 2)):
            painter = QPainter(image)
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            painter.setClipRect(part)
            painter.scale(dpr, dpr)
            area = QRectF(part.topLeft() / dpr, part.size().toSizeF() / dpr)
            paint_background(painter, self._theme, self._geometry, self._colours, area)
            near = sorted(self._geometry.touching(with_reach(area, self._geometry.cell)))
            cells = CellPainter(self._theme, painter, self._geometry, self._colours)
            self._paint_cells(cells, picture, states, {cell: states[cell] for cell in near if cell in states})
            painter.end()
            yield None
        yield image

    def _parts(self, side: int) -> Iterator[QRect]:
        """Yield rectangles of device pixels; in larger pictures they cover less of the board."""
        for top in range(0, self.size.height(), side):
            for left in range(0, self.size.width(), side):
                yield QRect(left, top, side, side) & QRect(0, 0, self.size.width(), self.size.height())

    def svg(self, picture: BoardPicture, title: str) -> Iterator[bytes | None]:
        """Yield None after every part, and an SVG file at the end: shapes and letters, no pixels."""
        data = QByteArray()
        buffer = QBuffer(data)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        generator = QSvgGenerator()
        generator.setOutputDevice(buffer)
        generator.setSize(self._area.size().toSize())
        generator.setViewBox(self._area)
        generator.setTitle(title)
        painter = QPainter(generator)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        geometry, colours = self._geometry, replace(self._colours, grain=0.0)  # grain consists of pixels
        paint_body(painter, geometry, colours)
        paint_empty_cells(painter, geometry, colours)
        yield None
        paint_coordinates(painter, self._theme, geometry, colours)
        yield None
        states, cells = picture.states(), CellPainter(self._theme, painter, geometry, colours, vector=True)
        order = sorted(states)
        for start in range(0, len(order), CELLS_AT_ONCE):
            cells.paint(states, {cell: states[cell] for cell in order[start : start + CELLS_AT_ONCE]})
            yield None
        self._paint_cells(cells, picture, states, {})
        painter.end()
        buffer.close()
        yield bytes(data.data())

    def _paint_cells(
        self, cells: CellPainter, picture: BoardPicture, states: dict[Cell, CellState], part: dict[Cell, CellState]
    ) -> None:
        outlines, paths = outlines_and_paths(picture.board, picture.marks, picture.over)
        cells.paint(states, part, outlines, paths)
