"""A player beside the board: who, which side, how it stands, and whether it is his turn."""

from dataclasses import dataclass, replace
from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from client_qt.pages.table.clock_face import ClockFace
from client_qt.table.clocks import ClockShown
from client_qt.text.rules_text import tr
from client_qt.theme import Theme, chip, hairline, label, restyle
from client_qt.widgets.labels import ElidedLabel
from client_qt.widgets.pieces import CaptureRow, KindCounts, PieceTile
from netgame.text import fill

Form = Literal["full", "slim", "card"]

DOT = "  ·  "
MOST_DRAWN = 8  # captures side by side; more are a number
CLOCK_LINE = 3.2  # em more for a card with a clock
HEIGHTS: dict[Form, float] = {"full": 3.57, "slim": 2.4, "card": 8.0}  # em
CHIP_FROM_TIMED = 32.0  # the same with a clock, which says it as well
CHIP_FROM_FULL = 20.0  # and of a strip with two lines
CHIP_FROM = 24.0  # em of width; a narrower slim strip says by its frame alone whose turn it is


@dataclass(frozen=True)
class Player:
    """What is shown of a player. `kinds` are the pieces to know him by, `standing` how his side stands, `trouble` what
    is wrong with him now, `counts` how many of each of his kinds there are, where he has more than one."""

    name: str
    side: str
    kinds: tuple[str, ...] = ()
    to_move: bool = False
    captured_kind: str | None = None
    captured: int = 0
    standing: str = ""
    trouble: str = ""
    counts: tuple[tuple[str, int], ...] = ()
    shape: str = "square"  # of the board's cells
    clock: ClockShown | None = None  # None: nobody counts the time
    rating: str = ""  # empty for who has none


class PlayerStrip(QFrame):
    """One player. It keeps its height whatever it shows, so that the board does not move."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._form: Form = "full"
        self._player = Player("", "")
        self._tile = PieceTile(theme)
        self._name, self._side = ElidedLabel("", "name"), ElidedLabel("", "small", "muted")
        self._turn = chip(tr("to move"), "soft")
        self._trouble, self._standing = ElidedLabel("", "small", "danger"), ElidedLabel("", "strong")
        self._counts, self._captures = KindCounts(theme), CaptureRow(theme)
        self._count = label("", "tag", "muted")
        self._note, self._clock = ElidedLabel("", "small", "muted"), ClockFace(theme, self)
        self._rule = hairline()
        self.setProperty("card", "surface")
        self._build()
        theme.changed.connect(self._space)
        self.set_form("full")

    def show_player(self, player: Player) -> None:
        """Show this player as he is now."""
        self._player = player
        self._name.setText(player.name)
        self._side.setText(DOT.join(filter(None, (player.side, player.rating))))
        self._show_chip()
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
        self.setAccessibleName(self._spoken(player))

    def show_clock(self, clock: ClockShown | None) -> None:
        """Show this time and nothing else anew: it comes ten times a second."""
        self._player = replace(self._player, clock=clock)
        self._clock.setVisible(clock is not None)
        note = clock.note if clock is not None else ""
        if note != self._note.text():
            self._note.setText(note)
        self._note.setVisible(bool(note))
        if clock is not None:
            self._clock.show_clock(clock)

    @property
    def clock(self) -> ClockFace:
        """The clock of this player."""
        return self._clock

    def set_form(self, form: Form) -> None:
        """A strip, the low one of small windows in one line, or a card to stand beside the board."""
        self._form = form
        slim, card = form == "slim", form == "card"
        self._tile.set_framed(not slim)
        restyle(self._name, role="strong" if slim else "name")
        role = {"slim": "small", "full": "tag", "card": "strong"}[form]
        restyle(self._standing, role=role, tone="muted" if slim else "ink")
        for layout in (self._lines, self._top):
            layout.removeWidget(self._side)
        self._top.insertWidget(1, self._side) if slim else self._lines.addWidget(self._side)
        for line in (self._row, self._column):
            line.removeWidget(self._right)
        (self._column if card else self._row).addWidget(self._right)
        self._rule.setVisible(card)
        self._clock.set_slim(slim)
        for line in (self._facts, self._column):
            line.removeWidget(self._clock)
        (self._column if card else self._facts).addWidget(self._clock)
        self.show_player(self._player)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_chip()

    def _show_chip(self) -> None:
        least = CHIP_FROM if self._player.clock is None else CHIP_FROM_TIMED
        room = self.width() >= self._theme.px(CHIP_FROM_FULL if self._form == "full" else least)
        self._turn.setVisible(self._player.to_move and (room or self._form == "card"))

    def _spoken(self, player: Player) -> str:
        words = [player.name, player.side]
        words += [fill(tr("rating {rating}"), {"rating": player.rating})] if player.rating else []
        words += [tr("to move")] if player.to_move else []
        words += [tr("captures {count}").replace("{count}", str(player.captured))] if player.captured else []
        return ", ".join([*words, *filter(None, (player.standing, player.trouble))])

    def _build(self) -> None:
        self._top = QHBoxLayout()
        self._top.addWidget(self._name)
        self._top.addWidget(self._turn)
        self._top.addStretch(1)
        self._lines = QVBoxLayout()
        self._lines.addLayout(self._top)
        self._lines.addWidget(self._side)
        self._row = QHBoxLayout()
        self._row.addWidget(self._tile)
        self._row.addLayout(self._lines, 1)
        self._right = QWidget(self)
        self._facts = QHBoxLayout(self._right)
        self._facts.addWidget(self._trouble)
        self._facts.addWidget(self._standing)
        self._facts.addStretch(1)
        for widget in (self._counts, self._captures, self._count, self._note, self._clock):
            self._facts.addWidget(widget)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._row)
        self._column.addWidget(self._rule)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)  # words must not take from the board

    def _space(self) -> None:
        px, form = self._theme.px, self._form
        edge = 2 if self._player.to_move else 1  # the frame grows inwards, so that nothing in it moves
        card = form == "card"
        above = px(0.8) - edge + 2 if card else 0
        end = 0.9 if card or self._player.clock is None else 0.43
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
        self._show_chip()
        timed = card and self._player.clock is not None
        self.setFixedHeight(px(HEIGHTS[form] + (CLOCK_LINE if timed else 0)))
