"""A player above or below the board: who, which side, what was taken, and whether it is his turn."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from client_qt.look import Theme, chip, label, restyle
from client_qt.look.svg import has_piece
from client_qt.views.small import ElidedLabel

MOST_DRAWN = 8  # captures side by side; more are a number


@dataclass(frozen=True)
class Player:
    """What a strip shows. `kind` and `captured_kind` are kinds of pieces; `note` stands at the right, in its tone."""

    name: str
    side: str
    kind: str
    to_move: bool = False
    captured_kind: str | None = None
    captured: int = 0
    note: str = ""
    tone: str = "muted"


class PlayerStrip(QFrame):
    """One player. The strip keeps its height whatever it shows, so that the board does not move."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._slim = False
        self._player = Player("", "", "")
        self._tile = PieceTile(theme)
        self._name, self._side = ElidedLabel("", "name"), ElidedLabel("", "small", "muted")
        self._turn = chip(self.tr("to move"), "soft")
        self._note = ElidedLabel("", "small", "muted")
        self._note.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._captures = CaptureRow(theme)
        self._count = label("", "small", "muted")
        self.setProperty("card", "surface")
        self._build()
        theme.changed.connect(self._space)
        self._space()

    def show_player(self, player: Player) -> None:
        """Show this player as he is now."""
        self._player = player
        self._name.setText(player.name)
        self._side.setText(player.side)
        self._turn.setVisible(player.to_move)
        self._note.setText(player.note)
        restyle(self._note, tone=player.tone)
        self._note.setVisible(bool(player.note))
        self._tile.show_piece(player.kind)
        self._captures.show_captures(player.captured_kind, player.captured, 1 if self._slim else MOST_DRAWN)
        self._count.setText(str(player.captured) if player.captured_kind and player.captured else "")
        self._count.setVisible(bool(self._count.text()))
        restyle(self, card="turn" if player.to_move else "surface")
        self._space()
        self.setAccessibleName(self._spoken(player))

    def set_slim(self, slim: bool) -> None:
        """The low form for small windows: one line."""
        self._slim = slim
        self._tile.set_framed(not slim)
        restyle(self._name, role="strong" if slim else "name")
        self._lines.removeWidget(self._side)
        (self._top if slim else self._lines).addWidget(self._side)
        if slim:
            self._top.removeWidget(self._side)
            self._top.insertWidget(1, self._side)
        self.show_player(self._player)

    def _spoken(self, player: Player) -> str:
        words = [player.name, player.side]
        words += [self.tr("to move")] if player.to_move else []
        words += [self.tr("captures {count}").replace("{count}", str(player.captured))] if player.captured else []
        return ", ".join([*words, player.note] if player.note else words)

    def _build(self) -> None:
        self._top = QHBoxLayout()
        self._top.addWidget(self._name)
        self._top.addWidget(self._turn)
        self._top.addStretch(1)
        self._lines = QVBoxLayout()
        self._lines.addLayout(self._top)
        self._lines.addWidget(self._side)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._tile)
        self._row.addLayout(self._lines, 1)
        self._row.addWidget(self._note)
        self._row.addWidget(self._captures)
        self._row.addWidget(self._count)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def _space(self) -> None:
        px = self._theme.px
        edge = 2 if self._player.to_move else 1  # the frame grows inwards, so that nothing in it moves
        side = px(0.65) - edge + 2
        self._row.setContentsMargins(side, 0, px(0.9) - edge + 2, 0)
        self._row.setSpacing(px(0.75))
        self._top.setSpacing(px(0.6))
        self._lines.setSpacing(0)
        tall = px(0.3)
        self._lines.setContentsMargins(0, 0 if self._slim else tall, 0, 0 if self._slim else tall)
        self.setFixedHeight(px(2.4 if self._slim else 3.57))


class PieceTile(QWidget):
    """A piece on a small square of the board's material."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._kind = ""
        self._framed = True
        theme.changed.connect(self._resize)
        self._resize()

    def show_piece(self, kind: str) -> None:
        """Show a piece of that kind; an empty tile where there is no drawing."""
        self._kind = kind
        self.update()

    def set_framed(self, framed: bool) -> None:
        """With the square under it, or the piece alone."""
        self._framed = framed
        self._resize()

    def _resize(self) -> None:
        self.setFixedSize(QSize(self._theme.px(2.43), self._theme.px(2.43)) if self._framed else self._small())
        self.update()

    def _small(self) -> QSize:
        return QSize(self._theme.px(1.8), self._theme.px(1.8))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        board, theme = self._theme.board, self._theme
        side = self.width() * (0.82 if self._framed else 0.95)
        if self._framed:
            painter.setPen(QPen(board.line if board.name == "slate" else board.rim, 1))
            painter.setBrush(board.cell_a)
            radius = theme.em * 0.5
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        if has_piece(self._kind):
            outline = None if self._framed else theme.ui.ink
            pixmap = theme.drawings.piece(self._kind, side, board, self.devicePixelRatioF(), outline)
            painter.drawPixmap(QPointF((self.width() - side) / 2, (self.height() - side) / 2), pixmap)


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
        size, step = self._theme.px(1.7), self._theme.px(0.93)
        return QSize(size + step * max(0, self._drawn - 1), size)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._kind is None or not has_piece(self._kind):
            return
        painter = QPainter(self)
        theme, size = self._theme, self._theme.px(1.7)
        pixmap = theme.drawings.piece(self._kind, size, theme.board, self.devicePixelRatioF(), theme.ui.ink)
        for index in range(self._drawn):
            painter.drawPixmap(QPointF(index * theme.px(0.93), 0), pixmap)
