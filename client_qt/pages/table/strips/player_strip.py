"""A player beside the board: name, side, captures, clock, and whether it is their turn."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QStyle, QVBoxLayout, QWidget

from client_qt.pages.table.view.players import PlayerState
from client_qt.text.clock_words import ClockShown
from client_qt.text.plain import dotted
from client_qt.text.translation import tr
from client_qt.theme import Theme, chip, hairline, label, restyle
from client_qt.widgets.fitting import Fitting
from client_qt.widgets.labels import ElidedLabel
from client_qt.widgets.pieces import CaptureRow, KindCounts, PieceTile
from netgame.text import fill

Form = Literal["full", "slim", "card"]

MOST_DRAWN = 8  # captures side by side; more are a number
CLOCK_LINE = 3.2  # em more for a card with a clock
HEIGHTS: dict[Form, float] = {"full": 3.57, "slim": 2.4, "card": 8.0}  # em
CLOCK_TEXTS = ("00:00", "0:00:00", "00 d 00 h")  # the widths of a clock: it must not push anything while it runs
CLOCK_PADDING = 0.8  # em at either side
CLOCK_HEIGHT, SLIM_CLOCK_HEIGHT = 2.6, 1.9  # em
SLIM_CLOCK_FONT = 0.78  # of the large figures


class PlayerStrip(QFrame):
    """One player. Its height is fixed, so that the board does not move."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._form: Form = "full"
        self.state = PlayerState("", "")
        self._tile = PieceTile(theme)
        self._name, self._side = ElidedLabel("", "name"), ElidedLabel("", "small", "muted")
        self._turn = chip(tr("to move"), "soft")
        self._trouble, self._standing = ElidedLabel("", "small", "danger"), ElidedLabel("", "strong")
        self._counts, self._captures = KindCounts(theme), CaptureRow(theme)
        self._count = label("", "tag", "muted")
        self._note, self.clock = ElidedLabel("", "small", "muted"), ClockFace(theme, self)
        self._rule = hairline()
        self.setProperty("card", "surface")
        self._build()
        self._fitting = Fitting(theme, self, lambda: range(4), self._show_parts)
        theme.changed.connect(self._space)
        self.set_form("full")

    @property
    def name_px(self) -> int:
        """Where the name and the side end, and whose turn it is, from the side on which a line begins."""
        shown = [words for words in (self._name, self._side) if not words.isHidden()]
        ends = [
            self._start(words) + min(words.width(), words.fontMetrics().horizontalAdvance(words.text()))
            for words in shown
        ]
        if not self._turn.isHidden():
            ends.append(self._start(self._turn) + self._turn.width())
        return max(ends)

    @property
    def facts_px(self) -> int:
        """The width of the facts and the clock at the other side."""
        facts = (self._trouble, self._standing, self._counts, self._captures, self._count, self._note, self.clock)
        return self._width_from(facts)

    @property
    def clock_px(self) -> int:
        """The width of the clock alone."""
        return self._width_from((self.clock,))

    def _width_from(self, parts: Sequence[QWidget]) -> int:
        starts = [self._start(part) for part in parts if not part.isHidden() and part.width() > 0]
        return self.width() - min(starts, default=self.width())

    def _start(self, part: QWidget) -> int:
        """Return the distance of a part from the side on which a line begins."""
        place = QRect(part.mapTo(self, QPoint()), part.size())
        return QStyle.visualRect(self.layoutDirection(), self.rect(), place).x()

    def show_player(self, player: PlayerState) -> None:
        """Show the player, unless nothing but the clock changed."""
        if replace(player, clock=None) == replace(self.state, clock=None):
            self.show_clock(player.clock)
        else:
            self._show(player)

    def _show(self, player: PlayerState) -> None:
        self.state = player
        self._name.setText(player.name)
        self._turn.setText(tr("thinking ...") if player.thinking else tr("to move"))
        self._side.setText(dotted(player.side, player.computer, player.rating))
        for words, text in ((self._trouble, player.trouble), (self._standing, player.standing)):
            words.setText(text)
            words.setVisible(bool(text))
        self._tile.show_pieces(player.kinds, player.shape)
        self._counts.show_counts(player.counts)
        self._captures.show_captures(player.captured_kind, player.captured, 1 if self._form == "slim" else MOST_DRAWN)
        count = str(player.captured) if self._form == "slim" else f"+{player.captured}"
        self._count.setText(count if player.captured_kind and player.captured else "")
        self._count.setVisible(bool(self._count.text()))
        self.show_clock(player.clock)
        restyle(self, card="turn" if player.to_move else "surface")
        self._space()
        self.setAccessibleName(self._describe(player))

    def show_clock(self, clock: ClockShown | None) -> None:
        """Change the clock only: this happens up to ten times a second."""
        had_clock = self.state.clock is not None
        self.state = replace(self.state, clock=clock)
        self.clock.setVisible(clock is not None)
        note = clock.note if clock is not None else ""
        if note != self._note.text():
            self._note.setText(note)
        self._note.setVisible(bool(note))
        if clock is not None:
            self.clock.show_clock(clock)
        if had_clock != (clock is not None):
            self._space()

    @property
    def description(self) -> str:
        """The strip in words, with the clock."""
        clock = self.state.clock.spoken if self.state.clock is not None else ""
        return ", ".join(filter(None, (self.accessibleName(), clock)))

    def set_form(self, form: Form) -> None:
        """Choose a strip of two lines, a low one for small windows, or a card beside the board."""
        self._form = form
        slim, card = form == "slim", form == "card"
        self._tile.set_framed(not slim)
        restyle(self._name, role="strong" if slim else "name")
        for words in (self._side, self._standing):
            words.set_lines(2 if slim else 1)
        role = {"slim": "small", "full": "tag", "card": "strong"}[form]
        restyle(self._standing, role=role, tone="muted" if slim else "ink")
        for layout in (self._lines, self._top):
            layout.removeWidget(self._side)
        self._top.insertWidget(1, self._side) if slim else self._lines.addWidget(self._side)
        for line in (self._row, self._column):
            line.removeWidget(self._right)
        (self._column if card else self._row).addWidget(self._right)
        self._rule.setVisible(card)
        self.clock.set_slim(slim)
        for line in (self._facts, self._column):
            line.removeWidget(self.clock)
        (self._column if card else self._facts).addWidget(self.clock)
        self._show(self.state)

    def _show_parts(self, fewer: int) -> None:
        """In a narrow strip the frame alone shows whose turn it is, then the icon alone shows the side; then the other
        words are cut."""
        slim, card = self._form == "slim", self._form == "card"
        self._turn.setVisible(self.state.to_move and (card or fewer < 1))
        has_side = fewer < 2 or not slim
        self._side.setVisible(has_side)
        self.setToolTip("" if has_side else self._describe(self.state))
        for words in (self._name, self._side, self._standing):
            words.keep_whole(slim and fewer < 3)

    def _describe(self, player: PlayerState) -> str:
        words = [player.name, *filter(None, (player.computer,)), player.side]
        words += [fill(tr("rating {rating}"), {"rating": player.rating})] if player.rating else []
        words += [tr("thinking ...") if player.thinking else tr("to move")] if player.to_move else []
        words += [tr("captures {count}").replace("{count}", str(player.captured))] if player.captured else []
        return ", ".join([*words, *filter(None, (player.standing, player.trouble))])

    def _build(self) -> None:
        self._column, self._row = QVBoxLayout(self), QHBoxLayout()
        self._lines, self._top = QVBoxLayout(), QHBoxLayout()
        # each while it is empty: Qt for Python makes wrappers of the items of a layout that is added to another one,
        # and uses them for new objects after an item was removed
        self._column.addLayout(self._row)
        self._row.addWidget(self._tile)
        self._row.addLayout(self._lines, 1)
        self._lines.addLayout(self._top)
        self._top.addWidget(self._name)
        self._top.addWidget(self._turn)
        self._top.addStretch(1)
        self._lines.addWidget(self._side)
        self._right = QWidget(self)
        self._facts = QHBoxLayout(self._right)
        self._facts.addWidget(self._trouble)
        self._facts.addWidget(self._standing)
        self._facts.addStretch(1)
        for widget in (self._counts, self._captures, self._count, self._note, self.clock):
            self._facts.addWidget(widget)
        self._column.addWidget(self._rule)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def _space(self) -> None:
        px, form = self._theme.px, self._form
        edge = 2 if self.state.to_move else 1  # the frame grows inwards, so that its content does not move
        card = form == "card"
        above = px(0.8) - edge + 2 if card else 0
        end = 0.9 if card or self.state.clock is None else 0.43
        self._column.setContentsMargins(px(0.65) - edge, above, px(end) - edge, above)
        self._column.setSpacing(px(0.6) if card else 0)
        self._row.setSpacing(px(0.75))
        self._facts.setContentsMargins(0, 0, 0, 0)
        self._facts.setSpacing(px(0.75))
        self._top.setSpacing(px(0.6))
        self._lines.setSpacing(0)
        tall = px(0.3) if form == "full" else 0
        self._lines.setContentsMargins(0, tall, 0, tall)
        self._standing.setAlignment(
            (Qt.AlignmentFlag.AlignLeft if card else Qt.AlignmentFlag.AlignRight) | Qt.AlignmentFlag.AlignVCenter
        )
        self._fitting.refresh()
        timed = card and self.state.clock is not None
        self.setFixedHeight(px(HEIGHTS[form] + (CLOCK_LINE if timed else 0)))


class ClockFace(QWidget):
    """A clock. Its width depends on the number of figures only."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.shown = ClockShown("00:00")
        self._slim = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._space)
        self._space()

    def show_clock(self, shown: ClockShown) -> None:
        if shown == self.shown:
            return
        wider = self._widest(shown.text) != self._widest(self.shown.text)
        if shown.spoken != self.shown.spoken:  # each call is an event for screen readers
            self.setAccessibleName(shown.spoken)
        self.shown = shown
        if wider:
            self._space()
        self.update()

    def set_slim(self, slim: bool) -> None:
        self._slim = slim
        self._space()

    def sizeHint(self) -> QSize:
        return self.size()

    def paintEvent(self, event: QPaintEvent) -> None:
        ui, px, shown = self._theme.ui, self._theme.px, self.shown
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = px(0.22) if shown.is_low else 0
        box = QRectF(self.rect()).adjusted(frame / 2, frame / 2, -frame / 2, -frame / 2)
        ink = ui.turn_ink if shown.running else ui.ink if shown.is_low else ui.ink_muted
        painter.setPen(QPen(ui.ink, frame) if frame else Qt.PenStyle.NoPen)
        painter.setBrush(ui.turn if shown.running else ui.sunken)
        radius = px(self._theme.tokens.radius.control)
        painter.drawRoundedRect(box, radius, radius)
        painter.setPen(ink)
        painter.setFont(self._font())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, shown.text)

    def _font(self) -> QFont:
        font = self._theme.font("clock", "heavy")
        if self._slim:
            font.setPixelSize(round(font.pixelSize() * SLIM_CLOCK_FONT))
        return font

    def _widest(self, text: str) -> str:
        return next((wide for wide in CLOCK_TEXTS if len(text) <= len(wide)), CLOCK_TEXTS[-1])

    def _space(self) -> None:
        px = self._theme.px
        wide = QFontMetricsF(self._font()).horizontalAdvance(self._widest(self.shown.text))
        self.setFixedSize(round(wide) + 2 * px(CLOCK_PADDING), px(SLIM_CLOCK_HEIGHT if self._slim else CLOCK_HEIGHT))
        self.update()
