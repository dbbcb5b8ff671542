"""A crop of a board as a picture: on doors, on the shelf, in rows of lists."""

from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from client_qt.board.cell_state import Position, faces, is_printed
from client_qt.board.geometry import Geometry
from client_qt.board.painting.background import paint_cells, paint_coordinates, paint_slab
from client_qt.board.painting.cells import CellPainter
from client_qt.board.painting.outline import slab_size
from client_qt.theme import BoardChoice, Theme
from client_qt.theme.tokens import BoardColours
from netgame.boards.geometry import Board, Cell, Point
from netgame.game import Game, Mark, Piece

Scenery = tuple[Board, dict[Cell, Piece], tuple[Mark, ...]]
MOST_PICTURES = 24  # each up to some hundred KB
_painted: dict[object, tuple[QPixmap, Board]] = {}


def scene_of(game: Game[Any, Any], position: str | None = None) -> Scenery:
    """Board, pieces and printed marks of a position text, or of the start."""
    return scene_at(game, game.start() if position is None else game.read_position(position))


def scene_at(game: Game[Any, Any], state: Any) -> Scenery:
    """Board, pieces and printed marks of a position."""
    marks = tuple(mark for mark in game.marks(state) if is_printed(mark))
    return game.board, dict(game.pieces(state)), marks


class BoardPreview(QWidget):
    """Part of a real position, drawn by the board's own painters, cropped to a round rectangle of any size."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._scenery: Scenery | None = None
        self._centre: Point = (0.0, 0.0)
        self._across = 5.0
        self._whole = False
        self._board_choice: BoardChoice = "auto"
        self._material = ""
        self._radius = 0.6
        self._picture: QPixmap | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        theme.changed.connect(self._forget)

    def show_scene(
        self,
        board: Board,
        pieces: dict[Cell, Piece],
        marks: tuple[Mark, ...] = (),
        *,
        board_name: BoardChoice = "auto",
        material: str = "",
        centre: Point | None = None,
        cells_across: float = 5.0,
        radius: float = 0.6,
    ) -> None:
        """Show the board round a point given in cell widths (its middle by default), that many cells wide.

        Where the board has fewer cells than would fit they become larger, and the crop never goes over its edge.
        `material` is what it is made of where nobody chose a board.
        """
        xs, ys = [x for x, _ in board.outline], [y for _, y in board.outline]
        self._centre = centre or ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        self._scenery, self._across, self._whole = (board, dict(pieces), marks), cells_across, False
        self._board_choice, self._material, self._radius = board_name, material, radius
        self._forget()

    def show_whole(self, board: Board, pieces: dict[Cell, Piece], marks: tuple[Mark, ...] = ()) -> None:
        """Show all of the board, rim included."""
        self.show_scene(board, pieces, marks, cells_across=slab_size(board)[0])
        self._whole = True

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(8), self._theme.px(6))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(2), self._theme.px(2))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.DevicePixelRatioChange, QEvent.Type.EnabledChange):
            self._forget()
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        wanted = self.size() * self.devicePixelRatioF()
        if self._picture is None or self._picture.size() != wanted:
            self._picture = self._known_picture(wanted)
        painter = QPainter(self)
        painter.setOpacity(1.0 if self.isEnabled() else 0.45)
        painter.drawPixmap(0, 0, self._picture)

    def _forget(self) -> None:
        self._picture = None
        self.update()

    def _colours(self) -> BoardColours:
        if self._board_choice != "auto":
            return self._theme.board_of(self._board_choice)
        if self._material:
            return self._theme.board_made_of(self._material)
        return self._theme.board_with(self._scenery[0].shape) if self._scenery else self._theme.board

    def _known_picture(self, size: QSize) -> QPixmap:
        """The picture, painted once for all places that show the same; several on one page would hold up the window."""
        if self._scenery is None:
            return self._paint_picture(size)
        board, pieces, marks = self._scenery
        theme, names = self._theme, (self._board_choice, self._material)
        looks = (theme.ui_name, theme.board_name, theme.piece_set, theme.em, self.devicePixelRatioF(), *names)
        crop = (size.width(), size.height(), self._centre, self._across, self._whole, self._radius)
        key = (id(board), tuple(pieces.items()), marks, looks, crop)
        if key not in _painted:
            if len(_painted) >= MOST_PICTURES:
                del _painted[next(iter(_painted))]
            _painted[key] = self._paint_picture(size), board  # which keeps its id
        return _painted[key][0]

    def _paint_picture(self, size: QSize) -> QPixmap:
        """The picture; the same one for every scene that shows the same: lists have many."""
        if self._scenery is None:
            return self._painted(size)
        board, pieces, marks = self._scenery
        key = (
            "scene", board, frozenset(pieces.items()), marks, self._centre, self._across, self._whole, self._radius,
            self._colours().name, self._theme.piece_set, self._theme.em, size.toTuple(), self.devicePixelRatioF(),
        )  # fmt: skip
        return self._theme.drawings.kept(key, partial(self._painted, size))

    def _painted(self, size: QSize) -> QPixmap:
        picture = QPixmap(size)
        picture.setDevicePixelRatio(self.devicePixelRatioF())
        picture.fill(Qt.GlobalColor.transparent)
        if self._scenery is not None:
            painter = QPainter(picture)
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            (self._paint_whole if self._whole else self._paint_crop)(painter, QRectF(self.rect()), self._scenery)
            painter.end()
        return picture

    def _paint_whole(self, painter: QPainter, area: QRectF, scenery: Scenery) -> None:
        """All of a board, which lies on the page."""
        board = scenery[0]
        cell = min(area.width() / self._across, area.height() / slab_size(board)[1])
        colours = self._colours()
        geometry = Geometry.of_cell(board, cell, QPointF(area.center()), self._centre, self.devicePixelRatioF())
        paint_slab(painter, geometry, colours, QColor(0, 0, 0, 0))
        self._paint_cells(painter, geometry, area, scenery)
        paint_coordinates(painter, self._theme, geometry, colours, area)

    def _paint_crop(self, painter: QPainter, area: QRectF, scenery: Scenery) -> None:
        """Cells alone, from edge to edge. The corners are cut at the end: painting within a path takes far longer."""
        colours, board = self._colours(), scenery[0]
        cell, centre = _inside(board, area, area.width() / self._across, self._centre)
        painter.fillRect(area, colours.frame)
        geometry = Geometry.of_cell(board, cell, QPointF(area.center()), centre, self.devicePixelRatioF())
        self._paint_cells(painter, geometry, area, scenery)
        clip, radius = QPainterPath(), self._radius * self._theme.em
        clip.addRoundedRect(area.adjusted(0.7, 0.7, -0.7, -0.7), radius, radius)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(Qt.GlobalColor.black)
        _only(painter, area, clip)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colours.line if colours.name == "slate" else colours.rim, 1.4))
        painter.drawPath(clip)

    def _paint_cells(self, painter: QPainter, geometry: Geometry, area: QRectF, scenery: Scenery) -> None:
        colours, (_, pieces, marks) = self._colours(), scenery
        near = area.adjusted(-geometry.cell, -geometry.cell, geometry.cell, geometry.cell)
        seen = sorted(geometry.touching(near))
        paint_cells(painter, geometry, colours, seen)
        shown = faces(Position(pieces, marks), None)
        part = {number: shown[number] for number in seen if number in shown}
        CellPainter(self._theme, painter, geometry, colours).paint(shown, part=part)


def _only(painter: QPainter, area: QRectF, path: QPainterPath) -> None:
    """Leave nothing of an area but what lies within a path."""
    outside = QPainterPath()
    outside.addRect(area)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationOut)
    painter.drawPath(outside.subtracted(path))


def _inside(board: Board, area: QRectF, cell: float, centre: Point) -> tuple[float, Point]:
    """The cell size and the centre with which a crop shows cells alone, no rim: the nearest to the wanted ones."""
    xs, ys = [place.x for place in board.cells], [place.y for place in board.cells]
    left, right, top, bottom = min(xs) - 0.5, max(xs) + 0.5, min(ys) - 0.5, max(ys) + 0.5
    cell = max(cell, area.width() / (right - left), area.height() / (bottom - top))
    across, down = area.width() / cell / 2, area.height() / cell / 2
    x = min(max(centre[0], left + across), right - across)
    y = min(max(centre[1], top + down), bottom - down)
    return cell, (x, y)
