"""Preferences with pictures: the material of the boards, and the colours of the pieces."""

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QGridLayout, QRadioButton, QSizePolicy, QWidget

from client_qt.board.preview import BoardPreview, scene_at
from client_qt.board.sample_positions import sample
from client_qt.pages.preferences.choices import PreferenceInfo
from client_qt.pages.preferences.rows import PreferenceRow
from client_qt.theme import PieceSet, Theme, restyle
from client_qt.widgets.layouts import add_to, column
from netgame.boards.geometry import Board, Cell, CellGeometry, Point
from netgame.game import Piece
from netgame.games import GAMES

ACROSS = 4.8  # cells of a board in a tile
NEAR = (2.0, 1.0)  # cells to each side of the middle that are seen whole
PIECES_DRAWN = 4
PIECE = 0.8  # of a cell


class ChoiceTile(QFrame):
    """A picture above a radio button. A click anywhere on it chooses it."""

    def __init__(self, theme: Theme, name: str, words: str, picture: QWidget, height_em: float) -> None:
        super().__init__()
        self.setProperty("card", "raised")
        theme.scale(picture.setFixedHeight, height_em)
        self.radio = QRadioButton(words, self)
        self.radio.setObjectName(name)
        self.radio.toggled.connect(lambda on: restyle(self, card="selected" if on else "raised"))
        add_to(column(theme, self, gap="s", margin="s"), picture, self.radio)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.radio.click()


class TilesRow(PreferenceRow):
    """A tile for each value, in as many lines as they need."""

    height_em = 4.2  # of the pictures

    def __init__(self, theme: Theme, info: PreferenceInfo) -> None:
        super().__init__(theme, info)
        self._columns = 0
        self._tiles = {
            value: ChoiceTile(theme, f"preference_{info.name}_{value}", words, self.picture(str(value)), self.height_em)
            for value, words in info.values.items()
        }
        self._group = QButtonGroup(self)
        for value, tile in self._tiles.items():
            self._group.addButton(tile.radio)
            tile.radio.setAccessibleDescription(info.words)
            tile.radio.clicked.connect(lambda _on, value=value: self.edited.emit(info.name, value))
        self._grid = QGridLayout()
        theme.scale(self._grid.setSpacing, "s")
        add_to(column(theme, self, gap="s"), self.caption(next(iter(self._tiles.values())).radio), self._grid)
        theme.rescaled.connect(self._lay_out)
        self._lay_out()

    def set_value(self, value: object) -> None:
        if value in self._tiles:
            self._tiles[value].radio.setChecked(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay_out()

    def picture(self, value: str) -> QWidget:
        raise NotImplementedError

    def _lay_out(self) -> None:
        gap, widest = self._grid.spacing(), max(tile.minimumSizeHint().width() for tile in self._tiles.values())
        columns = max(1, min(len(self._tiles), (self.width() + gap) // (widest + gap)))
        if columns == self._columns:
            return
        self._columns = columns
        for number, tile in enumerate(self._tiles.values()):
            self._grid.setColumnStretch(number, int(number < columns))
            self._grid.addWidget(tile, number // columns, number % columns)


def _crop_centre(board: Board, pieces: Mapping[Cell, Piece]) -> Point:
    """Return the centre of a small crop of the board that shows pieces of both sides."""

    def visible(place: CellGeometry) -> tuple[int, int]:
        near = [
            piece.seat
            for cell, piece in pieces.items()
            if abs(board.cells[cell].x - place.x) <= NEAR[0] and abs(board.cells[cell].y - place.y) <= NEAR[1]
        ]
        return min(near.count(0), near.count(1)), len(near)

    best = max(board.cells, key=visible)
    return best.x, best.y


class BoardsRow(TilesRow):
    """Each material with a crop of a real board."""

    height_em = 5.8

    def picture(self, value: str) -> QWidget:
        shown = sample(next(key for key, game in GAMES.items() if game().board.shape == "square"))
        scene = BoardPreview(self.theme)
        scenery = scene_at(shown.game, shown.state)
        centre = _crop_centre(shown.game.board, scenery[1])
        scene.show_scene(*scenery, board_name=value, centre=centre, cells_across=ACROSS)  # type: ignore[arg-type]
        return scene


class PiecesRow(TilesRow):
    def picture(self, value: str) -> QWidget:
        return PiecesPicture(self.theme, value)  # type: ignore[arg-type]


class PiecesPicture(QWidget):
    """The pieces of the game with most kinds of them, side by side."""

    def __init__(self, theme: Theme, pieces: PieceSet) -> None:
        super().__init__()
        self._theme, self._pieces = theme, pieces
        sides = max((game.side_icons for game in GAMES.values()), key=lambda sides: sum(map(len, sides)))
        self._kinds = [kind for side in sides for kind in side][:PIECES_DRAWN]
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        theme.changed.connect(self.update)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(4), self._theme.px(2))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        board = replace(theme.board, pieces=theme.tokens.pieces_on(theme.board_name, self._pieces))
        area = QRectF(self.rect()).adjusted(0.7, 0.7, -0.7, -0.7)
        clip = QPainterPath()
        clip.addRoundedRect(area, theme.em * 0.6, theme.em * 0.6)
        painter.setClipPath(clip)
        painter.fillRect(area, board.cell_a)
        wide = area.width() / len(self._kinds)
        side = min(wide, area.height()) * PIECE
        for number, kind in enumerate(self._kinds):
            cell = QRectF(area.left() + number * wide, area.top(), wide, area.height())
            if number % 2:
                painter.fillRect(cell, board.cell_b)
            pixmap = theme.drawings.piece(kind, side, board, self.devicePixelRatioF(), None)
            painter.drawPixmap(cell.center() - QPointF(side, side) / 2, pixmap)
        painter.setClipping(False)
        painter.setPen(QPen(board.line if board.name == "slate" else board.rim, 1.4))
        painter.drawPath(clip)
