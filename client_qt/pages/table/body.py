"""Everything on the table page and where it lies: board, players, dice, what is expected, panel or rail."""

from PySide6.QtCore import QEvent, QObject, QPoint, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QStackedWidget, QVBoxLayout, QWidget

from client_qt.board.geometry import board_size
from client_qt.pages.table.arrangement import COLUMN, GAP, Arrangement, Room, arrange, panel_width
from client_qt.pages.table.board_place import BoardPlace
from client_qt.pages.table.dice_card import DiceCard
from client_qt.pages.table.hint_line import HintLine
from client_qt.pages.table.panel.rail import Rail
from client_qt.pages.table.panel.side_panel import SidePanel
from client_qt.pages.table.player_strip import Form as StripForm
from client_qt.pages.table.player_strip import PlayerStrip
from client_qt.pages.table.result_strip import ResultStrip
from client_qt.theme import Theme, hairline, restyle
from client_qt.widgets.banner import BannerStack
from client_qt.widgets.layouts import row
from netgame.boards.geometry import Board

WIDEST = 16777215  # px; QWIDGETSIZE_MAX, which PySide6 does not have


class TableBody(QWidget):
    """The parts of the page. What they show comes from the page; how they lie follows from the board and the window.

    `panel` may be made before, for it is much. `strips` are above and below the board, or from the left to the right
    where they stand side by side.
    """

    arranged = Signal()  # all lies otherwise than before, so that other players may stand first

    def __init__(self, theme: Theme, parent: QWidget, panel: SidePanel | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.arrangement = Arrangement()
        self._small = False
        self._has_dice = False
        self._slab = (1.0, 1.0)  # in cells
        self._dice: tuple[tuple[int, ...], str, str] = ((), "", "")
        self.place = BoardPlace(theme, self)
        self.strips = PlayerStrip(theme, self), PlayerStrip(theme, self)
        self.dice = DiceCard(theme, self)
        self.hint, self.result = HintLine(theme, self), ResultStrip(theme, self)
        self.hint.setObjectName("hint")
        self.result.setObjectName("result")
        self.panel, self.rail = panel or SidePanel(theme), Rail(theme, self)
        self.panel.setParent(self)
        self._line = hairline(vertical=True, parent=self)
        self._left = QWidget(self)
        self._grid = QGridLayout()
        self._bottom = QStackedWidget(self._left)
        self._build()
        self.banner = BannerStack(theme, self._left)
        self.panel.installEventFilter(self)
        self.place.installEventFilter(self)
        self.rail.tab.connect(self._open_tab)
        theme.changed.connect(self._lay_out)
        self._lay_out()

    # ---- what it is told
    def set_small(self, small: bool) -> None:
        """Whether the window is small, so that all is low and the panel a rail."""
        self._small = small
        self.arrange()

    def set_game(self, board: Board, has_dice: bool) -> None:
        """What is played on, and whether with dice: they have their place from the beginning."""
        self._slab = board_size(board)
        if has_dice != self._has_dice:
            self._has_dice = has_dice
            self._lay_out()
        self.arrange()

    def show_result(self, shown: bool) -> None:
        """The result, or what is expected, in the same place."""
        self._bottom.setCurrentWidget(self.result if shown else self.hint)

    def show_dice(self, dice: tuple[int, ...], words: str, allows: str) -> None:
        """The dice as they lie, who rolled them, and what they allow."""
        self._dice = dice, words, allows
        beside = self._has_dice and self.arrangement.form == "standard"
        self.place.show_dice(dice if beside else (), words)
        self.dice.show_dice(dice, words, allows)

    def arrange(self) -> None:
        """Choose anew how all lies: the board or the window changed."""
        found = arrange(self._theme, Room(self.width(), self.height(), *self._slab), self._small)
        if found != self.arrangement:
            self.arrangement = found
            self._lay_out()
            self.arranged.emit()

    # ---- inside
    def resizeEvent(self, event: QResizeEvent) -> None:
        self.arrange()
        self._place_panel()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.panel and event.type() == QEvent.Type.Hide and self.arrangement.folded:
            self.rail.show_open("")
        elif watched is self.place and event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self._place_panel()
        return False

    def _build(self) -> None:
        self._bottom.addWidget(self.hint)
        self._bottom.addWidget(self.result)
        self._bottom.setSizePolicy(self.hint.sizePolicy())
        self._body = QVBoxLayout(self._left)
        self._body.addLayout(self._grid, 1)
        self._body.addWidget(self._bottom)
        self._whole = row(self._theme, self, gap=0)
        self._whole.addWidget(self._left, 1)
        self._whole.addWidget(self._line)
        self._whole.addWidget(self.panel)
        self._whole.addWidget(self.rail)

    def _lay_out(self) -> None:
        px, form, small = self._theme.px, self.arrangement.form, self.arrangement.small
        edge, above = (px(0.57), px(0.43)) if small else (px(0.86), px(0.57))
        self._body.setContentsMargins(edge, above, edge, above)
        self._body.setSpacing(px(0.4))
        strip_form: StripForm = "card" if form == "tall" else "slim" if small else "full"
        for strip in self.strips:
            strip.set_form(strip_form)
            strip.setMaximumWidth(px(COLUMN) if form == "tall" else WIDEST)
        for part in (self.hint, self.result, self.banner, self.rail):
            part.set_slim(small)
        self.dice.set_form(form == "tall")
        self.dice.setVisible(self._has_dice and form != "standard")
        self.place.set_has_dice(self._has_dice and form == "standard")
        self.show_dice(*self._dice)
        self._fill_grid()
        self._fold()

    def _fill_grid(self) -> None:
        grid, px, (first, second) = self._grid, self._theme.px, self.strips
        for part in (first, second, self.dice, self.place):
            grid.removeWidget(part)
        wide, tall = self.arrangement.form == "wide", self.arrangement.form == "tall"
        grid.setHorizontalSpacing(px(GAP))
        grid.setVerticalSpacing(px(GAP) if tall else 0)
        places: tuple[tuple[QWidget, int, int, int, int], ...]
        if tall:
            stretch = (0, 1, 0)
            places = ((first, 0, 0, 1, 1), (self.dice, 1, 0, 1, 1), (second, 2, 0, 1, 1), (self.place, 0, 1, 3, 1))
        elif wide:
            last = 2 if self._has_dice else 1  # an empty column between would keep two gaps
            stretch = (1, 0, 1) if self._has_dice else (1, 1, 0)
            places = (
                (first, 0, 0, 1, 1),
                (self.dice, 0, 1, 1, 1),
                (second, 0, last, 1, 1),
                (self.place, 1, 0, 1, last + 1),
            )
        else:
            stretch = (1, 0, 0)
            places = ((first, 0, 0, 1, 1), (self.place, 1, 0, 1, 1), (second, 2, 0, 1, 1))
        for part, *cells in places:
            grid.addWidget(part, *cells)
        for number in range(3):
            grid.setColumnStretch(number, stretch[number])
            grid.setRowStretch(number, 1 if number == 1 else 0)
        grid.setColumnMinimumWidth(0, px(COLUMN) if tall else 0)

    def _fold(self) -> None:
        """The panel in its place, or the rail with the panel put away."""
        folded = self.arrangement.folded
        self.rail.setVisible(folded)
        self.rail.show_open("")
        self.panel.set_one(folded)
        restyle(self.panel, over=folded)  # then it has an edge of its own
        if folded:
            self._whole.removeWidget(self.panel)
        elif self._whole.indexOf(self.panel) < 0:
            self._whole.insertWidget(2, self.panel)
        self.panel.setVisible(not folded)
        self._place_panel()

    def open_tab(self, tab: str) -> None:
        """Have that part of the panel to be seen."""
        if not self.panel.isVisible() or self.panel.tab != tab:
            self._open_tab(tab)

    def _open_tab(self, tab: str) -> None:
        """Open the panel at that tab; once more closes it."""
        close = self.panel.isVisible() and self.panel.tab == tab
        self.panel.show_tab(tab)
        self.panel.setVisible(not close)
        self.rail.show_open("" if close else self.panel.tab)
        self._place_panel()

    def _place_panel(self) -> None:
        """Folded, the panel lies over the board's edge, beside the rail. Clocks and hint line stay to be seen."""
        wide = panel_width(self._theme)
        self.panel.setFixedWidth(wide)
        if self.arrangement.folded:
            top = self.place.mapTo(self, QPoint(0, 0)).y()
            self.panel.setGeometry(self.width() - self.rail.width() - wide, top, wide, self.place.height())
            self.panel.raise_()
