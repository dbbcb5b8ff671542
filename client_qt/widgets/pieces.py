"""Pieces outside a board: the tile of a player, captured pieces, and the number of each kind."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from client_qt.theme import Theme

TILE, BARE = 2.43, 1.8  # em
SMALL_PIECE = 1.7  # em
STEP = 0.93  # em from one captured piece to the next


class PieceTile(QWidget):
    """One piece, or two that overlap, on a square that looks like the board."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._kinds: tuple[str, ...] = ()
        self._shape = "square"
        self._framed = True
        theme.changed.connect(self._resize)
        self._resize()

    def show_pieces(self, kinds: tuple[str, ...], shape: str = "square") -> None:
        """Show at most two of the kinds that have a drawing; `shape` is that of the board's cells."""
        self._shape = shape
        self._kinds = tuple(kind for kind in kinds if self._theme.drawings.has_piece(kind))[:2]
        self.update()

    def set_framed(self, framed: bool) -> None:
        """Show the square, or the pieces alone."""
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


class _SmallPieces(QWidget):
    """A row of small pieces, as wide as its content."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _pixmap(self, kind: str) -> QPixmap:
        theme = self._theme
        if not theme.drawings.has_piece(kind):
            return QPixmap()
        size = theme.px(SMALL_PIECE)
        return theme.drawings.piece(kind, size, theme.board, self.devicePixelRatioF(), theme.ui.ink)


class CaptureRow(_SmallPieces):
    """Captured pieces that overlap."""

    _kind = ""
    _count = 0

    def show_captures(self, kind: str | None, count: int, most: int) -> None:
        """Show at most so many pieces of a kind."""
        self._kind, self._count = kind or "", min(count, most)
        self.setVisible(bool(kind and count))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        size, step = self._theme.px(SMALL_PIECE), self._theme.px(STEP)
        return QSize(size + step * max(0, self._count - 1), size)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        for index in range(self._count):
            painter.drawPixmap(QPointF(index * self._theme.px(STEP), 0), self._pixmap(self._kind))


class KindCounts(_SmallPieces):
    """Each kind of piece of a side with its number."""

    _counts: tuple[tuple[str, int], ...] = ()

    def show_counts(self, counts: tuple[tuple[str, int], ...]) -> None:
        """Show these kinds and numbers, or nothing."""
        self._counts = counts
        self.setVisible(bool(counts))
        self.setAccessibleName(", ".join(str(count) for _, count in counts))
        self.updateGeometry()
        self.update()

    def _widths(self) -> tuple[int, int, int, int]:
        """Return the widths of a piece, of the gap to its number, of two figures, and of the gap to the next piece."""
        figures = QFontMetrics(self._theme.font("small", "heavy")).horizontalAdvance("00")
        return self._theme.px(SMALL_PIECE), self._theme.px(0.4), figures, self._theme.px(0.75)

    def sizeHint(self) -> QSize:
        piece, gap, number, between = self._widths()
        count = len(self._counts)
        return QSize(count * (piece + gap + number) + max(0, count - 1) * between, piece)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self._theme.font("small", "heavy"))
        painter.setPen(self._theme.ui.ink_muted)
        piece, gap, number, between = self._widths()
        left = 0
        for kind, count in self._counts:
            painter.drawPixmap(QPointF(left, (self.height() - piece) / 2), self._pixmap(kind))
            box = QRectF(left + piece + gap, 0, number * 2, self.height())
            painter.drawText(box, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), str(count))
            left += piece + gap + number + between
