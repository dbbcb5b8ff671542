"""Pieces apart from a board: the tile of a player, what was taken, how many there are of each kind."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from client_qt.theme import Theme

TILE, BARE = 2.43, 1.8  # em
SMALL_PIECE = 1.7  # em
STEP = 0.93  # em from one captured piece to the next


class PieceTile(QWidget):
    """One piece, or two that overlap, on a small square of the board's material."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._kinds: tuple[str, ...] = ()
        self._shape = "square"
        self._framed = True
        theme.changed.connect(self._resize)
        self._resize()

    def show_pieces(self, kinds: tuple[str, ...], shape: str = "square") -> None:
        """Show pieces of these kinds, two at most; an empty tile where there is no drawing. `shape` is that of the
        board's cells, which has a say in what the board is made of."""
        self._shape = shape
        self._kinds = tuple(kind for kind in kinds if self._theme.drawings.has_piece(kind))[:2]
        self.update()

    def set_framed(self, framed: bool) -> None:
        """With the square under it, or the pieces alone."""
        self._framed = framed
        self._resize()

    def _resize(self) -> None:
        side = self._theme.px(TILE if self._framed else BARE)
        self.setFixedSize(QSize(side, side))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        board, theme = self._theme.board_with(self._shape), self._theme
        if self._framed:
            painter.setPen(QPen(board.line if board.name == "slate" else board.rim, 1))
            painter.setBrush(board.cell_a)
            radius = theme.em * 0.5
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        alone = len(self._kinds) == 1
        side = self.width() * (0.82 if alone else 0.6) if self._framed else self.width() * (0.95 if alone else 0.68)
        for kind, (dx, dy) in zip(self._kinds, ((0.0, 0.0),) if alone else ((-0.2, -0.16), (0.18, 0.17)), strict=False):
            outline = None if self._framed else theme.ui.ink
            pixmap = theme.drawings.piece(kind, side, board, self.devicePixelRatioF(), outline)
            corner = (self.width() - side) / 2
            painter.drawPixmap(QPointF(corner + dx * self.width(), corner + dy * self.width()), pixmap)


class CaptureRow(QWidget):
    """Captured pieces, one lying over the other."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._kind: str | None = None
        self._drawn = 0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def show_captures(self, kind: str | None, count: int, most: int) -> None:
        """Show at most that many pieces of a kind."""
        self._kind, self._drawn = kind, min(count, most)
        self.setVisible(bool(kind and count))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        size, step = self._theme.px(SMALL_PIECE), self._theme.px(STEP)
        return QSize(size + step * max(0, self._drawn - 1), size)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._kind is None or not self._theme.drawings.has_piece(self._kind):
            return
        painter = QPainter(self)
        theme, size = self._theme, self._theme.px(SMALL_PIECE)
        pixmap = theme.drawings.piece(self._kind, size, theme.board, self.devicePixelRatioF(), theme.ui.ink)
        for index in range(self._drawn):
            painter.drawPixmap(QPointF(index * theme.px(STEP), 0), pixmap)


class KindCounts(QWidget):
    """Each kind of piece of a side with how many there are."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._counts: tuple[tuple[str, int], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def show_counts(self, counts: tuple[tuple[str, int], ...]) -> None:
        """Show these kinds and numbers; nothing at all where there are none."""
        self._counts = counts
        self.setVisible(bool(counts))
        self.setAccessibleName(", ".join(str(count) for _, count in counts))
        self.updateGeometry()
        self.update()

    def _widths(self) -> tuple[int, int, int, int]:
        """Of a piece, the gap to its number, the number, the gap to the next piece. A number takes the room of two
        figures, so that nothing moves when there are ten."""
        figures = QFontMetrics(self._theme.font("small", "heavy")).horizontalAdvance("00")
        return self._theme.px(SMALL_PIECE), self._theme.px(0.4), figures, self._theme.px(0.75)

    def sizeHint(self) -> QSize:
        piece, gap, number, between = self._widths()
        count = len(self._counts)
        return QSize(count * (piece + gap + number) + max(0, count - 1) * between, piece)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme = self._theme
        piece, gap, number, between = self._widths()
        painter.setFont(theme.font("small", "heavy"))
        painter.setPen(theme.ui.ink_muted)
        left = 0
        for kind, count in self._counts:
            if theme.drawings.has_piece(kind):
                pixmap = theme.drawings.piece(kind, piece, theme.board, self.devicePixelRatioF(), theme.ui.ink)
                painter.drawPixmap(QPointF(left, (self.height() - piece) / 2), pixmap)
            box = QRectF(left + piece + gap, 0, number * 2, self.height())
            painter.drawText(box, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), str(count))
            left += piece + gap + number + between
