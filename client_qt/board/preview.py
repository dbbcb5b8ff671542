"""Thumbnails: a whole board, or a part of one, as a picture."""

from typing import Any

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from client_qt.board.cell_state import Position, cell_states, is_printed
from client_qt.board.coordinates import paint_coordinates
from client_qt.board.geometry import Geometry, board_size
from client_qt.board.painting.background import paint_body, paint_empty_cells
from client_qt.board.painting.cells import CellPainter
from client_qt.theme import BoardChoice, Theme
from client_qt.theme.tokens import BoardColours
from netgame.boards.geometry import Board, Cell, Point
from netgame.game import Game, Mark, Piece

Scene = tuple[Board, dict[Cell, Piece], tuple[Mark, ...]]


def scene_at(game: Game[Any, Any], state: Any) -> Scene:
    """Return board, pieces and printed marks of a position."""
    marks = tuple(mark for mark in game.marks(state) if is_printed(mark))
    return game.board, dict(game.pieces(state)), marks


class BoardPreview(QWidget):
    """Shows part of a position, painted as on a board, in a rounded rectangle of any size."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._scene: Scene | None = None
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
        """Show the board around a point in cell widths (by default its middle), that many cells wide.

        On boards with fewer cells, the cells become larger; the part never extends over the edge. `material` is used
        unless the user chose a board.
        """
        xs, ys = [x for x, _ in board.outline], [y for _, y in board.outline]
        self._centre = centre or ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        self._scene, self._across, self._whole = (board, dict(pieces), marks), cells_across, False
        self._board_choice, self._material, self._radius = board_name, material, radius
        self._forget()

    def show_whole(self, board: Board, pieces: dict[Cell, Piece], marks: tuple[Mark, ...] = ()) -> None:
        """Show all of the board, with its rim."""
        self.show_scene(board, pieces, marks, cells_across=board_size(board)[0])
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
        painter = QPainter(self)
        painter.setOpacity(1.0 if self.isEnabled() else 0.45)
        painter.drawPixmap(0, 0, self.draw())

    def draw(self) -> QPixmap:
        """Return the picture in the size of the widget. All thumbnails that show the same share it, since lists have
        many."""
        if self._picture is None or self._picture.size() != self._size_px():
            self._picture = self._theme.drawings.cached(self._key(), self._painted)
        return self._picture

    @property
    def drawn(self) -> QPixmap | None:
        """The picture in the size of the widget, if it has been drawn."""
        return self._theme.drawings.known(self._key())

    def _forget(self) -> None:
        self._picture = None
        self.update()

    def _colours(self) -> BoardColours:
        if self._board_choice != "auto":
            return self._theme.board_of(self._board_choice)
        if self._material:
            return self._theme.board_made_of(self._material)
        return self._theme.board_with(self._scene[0].shape) if self._scene else self._theme.board

    def _size_px(self) -> QSize:
        return self.size() * self.devicePixelRatioF()

    def _key(self) -> tuple[object, ...]:
        """Everything that the picture depends on."""
        board, pieces, marks = self._scene or (None, {}, ())
        return (
            "scene", board, frozenset(pieces.items()), marks, self._centre, self._across, self._whole, self._radius,
            self._colours().name, self._theme.look.pieces, self._theme.em, self._size_px().toTuple(),
            self.devicePixelRatioF(),
        )  # fmt: skip

    def _painted(self) -> QPixmap:
        picture = QPixmap(self._size_px())
        picture.setDevicePixelRatio(self.devicePixelRatioF())
        picture.fill(Qt.GlobalColor.transparent)
        if self._scene is not None:
            painter = QPainter(picture)
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            (self._paint_whole if self._whole else self._paint_part)(painter, QRectF(self.rect()), self._scene)
            painter.end()
        return picture

    def _paint_whole(self, painter: QPainter, area: QRectF, scene: Scene) -> None:
        board = scene[0]
        cell = min(area.width() / self._across, area.height() / board_size(board)[1])
        colours = self._colours()
        geometry = Geometry.of_cell(board, cell, area.center(), self._centre, self.devicePixelRatioF())
        paint_body(painter, geometry, colours)
        self._paint_cells(painter, geometry, area, scene)
        paint_coordinates(painter, self._theme, geometry, colours, area)

    def _paint_part(self, painter: QPainter, area: QRectF, scene: Scene) -> None:
        """Paint cells from edge to edge. The corners are cut at the end, since painting within a path is slow."""
        colours, board = self._colours(), scene[0]
        cell, centre = _inside(board, area, area.width() / self._across, self._centre)
        painter.fillRect(area, colours.frame)
        geometry = Geometry.of_cell(board, cell, area.center(), centre, self.devicePixelRatioF())
        self._paint_cells(painter, geometry, area, scene)
        clip, outside, radius = QPainterPath(), QPainterPath(), self._radius * self._theme.em
        clip.addRoundedRect(area.adjusted(0.7, 0.7, -0.7, -0.7), radius, radius)
        outside.addRect(area)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(Qt.GlobalColor.black)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationOut)
        painter.drawPath(outside.subtracted(clip))
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colours.line if colours.name == "slate" else colours.rim, 1.4))
        painter.drawPath(clip)

    def _paint_cells(self, painter: QPainter, geometry: Geometry, area: QRectF, scene: Scene) -> None:
        colours, (_, pieces, marks) = self._colours(), scene
        seen = sorted(geometry.touching(area.adjusted(-geometry.cell, -geometry.cell, geometry.cell, geometry.cell)))
        paint_empty_cells(painter, geometry, colours, seen)
        states = cell_states(Position(pieces, marks), None)
        part = {cell: states[cell] for cell in seen if cell in states}
        CellPainter(self._theme, painter, geometry, colours).paint(states, part)


def _inside(board: Board, area: QRectF, cell: float, centre: Point) -> tuple[float, Point]:
    """Return the cell size and centre nearest to the wanted ones with which only cells are seen, no rim."""
    xs, ys = [place.x for place in board.cells], [place.y for place in board.cells]
    left, right, top, bottom = min(xs) - 0.5, max(xs) + 0.5, min(ys) - 0.5, max(ys) + 0.5
    cell = max(cell, area.width() / (right - left), area.height() / (bottom - top))
    across, down = area.width() / cell / 2, area.height() / cell / 2
    x = min(max(centre[0], left + across), right - across)
    y = min(max(centre[1], top + down), bottom - down)
    return cell, (x, y)
