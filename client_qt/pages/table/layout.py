"""The parts of the table page and where they lie: board, players, dice, hint line, panel or rail.

The layout depends on the proportions of the board and the size of the page only, so that no text moves anything.
"""

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from client_qt.board.geometry import board_size
from client_qt.board.widget import BoardView
from client_qt.pages.table.panel.rail import Rail
from client_qt.pages.table.panel.side_panel import SidePanel
from client_qt.pages.table.strips.dice import ANY, COLUMN, DiceCard, DiceTray
from client_qt.pages.table.strips.hint_line import HintLine
from client_qt.pages.table.strips.player_strip import Form as StripForm
from client_qt.pages.table.strips.player_strip import PlayerStrip
from client_qt.pages.table.strips.result_strip import ResultStrip
from client_qt.pages.table.strips.waiting_card import WIDE, WaitingCard
from client_qt.pages.table.view.board import DiceState
from client_qt.pages.table.view.result import ResultState
from client_qt.theme import Theme, hairline, restyle
from client_qt.widgets.banner import EDGE, BannerStack
from client_qt.widgets.labels import ElidedLabel
from client_qt.widgets.layouts import row
from netgame.boards.geometry import Board

Form = Literal["standard", "wide", "tall"]

GAP = 0.7  # em between the column and the board, and between players side by side
STRIP, SLIM_STRIP = 3.57, 2.4  # em
LINE, SLIM_LINE = 3.3, 2.86  # em, the height of the hint line
BAR = 2.8  # em, the bar to walk with and its gap
EDGES = 1.55  # em: the margins above and below, and the gap over the line
CARDS = 32.0  # em, the least height of two players as cards with the dice between them
TRAY, TRAY_LEAST = 11.0, 5.0  # em, the side of the tray
AROUND = 1.5  # em of room round it
CAPTION, TALL_CAPTION = 1.8, 3.2  # em, for the name of the player who rolled, in one line or two
TALL_CAPTION_UNDER = 9.0  # em, the side of a tray that has no room for it in one line
LEAST_BOARD = 112  # px; a board of very many cells must not widen the window
LEAST_CARD = 16.0  # em, the width of the card of an open table
WITH_GAP = 46.0  # em of width; a notice then has room between name and clock above the board


@dataclass(frozen=True)
class Arrangement:
    """The places of the players, whether all parts are low, and whether the panel is only a rail."""

    form: Form = "standard"
    small: bool = False
    folded: bool = False


@dataclass(frozen=True)
class PageSize:
    """The page in pixels, and the board in cells."""

    width: float
    height: float
    columns: float
    rows: float

    def cell(self, beside: float, above: float) -> float:
        """Return the size of a cell if other parts take so much of the page."""
        return min((self.width - beside) / self.columns, (self.height - above) / self.rows)


def arrange(theme: Theme, room: PageSize, small: bool, bar: float = 0) -> Arrangement:
    """Return the arrangement of a page. A tall board gets a column only if that makes its cells no smaller
    and the cards in the column have room.
    Beside a wide one the panel is open only if it takes no room from the board. `bar` is the height in em of what is
    below the board while the panel is closed."""
    layout, px = theme.tokens.layout, theme.px
    strip, line = (SLIM_STRIP, SLIM_LINE) if small else (STRIP, LINE)
    margins, rail, panel = px(2 * GAP), px(layout.rail), panel_width(theme)
    aspect = room.columns / room.rows
    if aspect > layout.wide_board_over:
        above = px(strip + line + EDGES)
        open_too = room.cell(margins + panel, above) >= room.cell(margins + rail, above + px(bar))
        return Arrangement("wide", small, small or not open_too)
    beside = margins + (rail if small else panel)
    if aspect < layout.tall_board_under and room.height >= px(CARDS + line + EDGES):
        column = room.cell(beside + px(COLUMN + GAP), px(line + EDGES))
        if column >= room.cell(beside, px(2 * strip + line + EDGES)):
            return Arrangement("tall", small, small)
    return Arrangement("standard", small, small)


def panel_width(theme: Theme) -> int:
    """Return the width of the panel in pixels."""
    layout = theme.tokens.layout
    return theme.px(min(layout.panel_max, max(layout.panel_min, layout.panel)))


class BoardPlace(QWidget):
    """The board with the dice tray and the card of an open table. The tray is at the left of the board or below it.
    If there is too little room, a game with dice gets a column for them: a die must never hide a cell."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.board = BoardView(theme, self)
        self.board.setObjectName("board")
        self.board.setMinimumSize(LEAST_BOARD, LEAST_BOARD)
        self.setMinimumHeight(LEAST_BOARD)  # the room above the board is given up where there is none
        self._has_dice = False
        self._top_px = 0  # for banners, which must not cover a cell
        self._right_px = 0  # for the panel
        self.tray = DiceTray(theme, self)
        self.rolled = ElidedLabel("", "small", "muted", self, lines=2)
        self.rolled.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.waiting = WaitingCard(theme, self)
        self.waiting.hide()
        for each in (self, self.waiting):  # a request of either may be for another height of the card
            each.installEventFilter(self)
        self._inside = QVBoxLayout(self)
        self._inside.setContentsMargins(0, 0, 0, 0)
        self._inside.addWidget(self.board)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.show_dice((), "")

    def set_has_dice(self, has_dice: bool) -> None:
        self._has_dice = has_dice
        self._place()

    def set_top(self, top_px: int) -> None:
        """Move the board down by that much."""
        if top_px != self._top_px:
            self._top_px = top_px
            self._place()

    def set_right(self, right_px: int) -> None:
        """Move the board to the left, to keep so much free at its right, or as much as it can without being smaller."""
        if right_px != self._right_px:
            self._right_px = right_px
            self._place()

    def show_dice(self, dice: tuple[int, ...], words: str) -> None:
        self.tray.show_roll(dice, words, animate=self.isVisible())
        self.rolled.setText(words)
        self.tray.setVisible(bool(dice))
        self.rolled.setVisible(bool(dice))
        self._place()

    def show_waiting(self, shown: bool) -> None:
        self.waiting.setVisible(shown)
        self.waiting.raise_()
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Show):
            self._place()
        return False

    def _place(self) -> None:
        px = self._theme.px
        self._place_tray()
        room = QSize(self.width() - px(1), self.height() - px(1))
        self.waiting.setFixedWidth(min(px(WIDE), max(px(LEAST_CARD), room.width())))
        hint = self.waiting.sizeHint().expandedTo(QSize(self.waiting.width(), 0)).boundedTo(room)
        height = min(self.waiting.heightForWidth(hint.width()) if self.waiting.hasHeightForWidth() else hint.height(),
                     room.height())  # fmt: skip
        self.waiting.setGeometry(
            QRect((self.width() - hint.width()) // 2, (self.height() - height) // 2, hint.width(), height)
        )

    def _place_tray(self) -> None:
        """Put the tray at the left of the board, low; below it in a high window."""
        px, aspect = self._theme.px, self.board.aspect
        least, around, caption = px(TRAY_LEAST), px(AROUND), px(CAPTION)
        top_px = min(self._top_px, max(0, self.height() - LEAST_BOARD))
        height = self.height() - top_px
        slab = min(float(self.width()), height * aspect)
        free = self.width() - slab - (2 * (least + around) if self._has_dice else 0)
        right_px = max(0, min(self._right_px, int(free)))
        beside, below = (self.width() - slab - right_px) / 2, (height - slab / aspect) / 2
        kept = 0
        if self._has_dice and beside < least + around and below < least + around + caption:
            kept = least + around
            beside = float(kept)
        self._inside.setContentsMargins(kept, top_px, right_px, 0)
        if beside >= least + around:
            side = min(px(TRAY), round(beside) - around, max(least, round(slab / 2)))  # the board matters more
            caption = px(TALL_CAPTION) if side < px(TALL_CAPTION_UNDER) else caption
            side = min(side, self.height() - caption - px(1.6))
            left, top = round(beside - side) // 2, self.height() - side - caption - px(0.8)
        else:
            side = min(px(TRAY), max(least, round(below) - around - caption))
            left, top = (self.width() - side) // 2, self.height() - side - caption
        self.tray.setGeometry(left, top, side, side)
        room = QRect(left - px(1), top + side + px(0.2), side + px(2), caption - px(0.2))
        self.rolled.setGeometry(room & self.rect())


class TableBody(QWidget):
    """The parts of the page in their places. `strips` are above and below the board, or from left to right."""

    arranged = Signal()  # another arrangement, in which the strips may have another order

    def __init__(self, theme: Theme, parent: QWidget, panel: SidePanel | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.arrangement = Arrangement()
        self._small = False
        self._has_dice = self._is_walked = False
        self._is_played = self._is_offering = False
        self._held: QSize | None = None  # of the page in which the board keeps its place
        self._reserved_px = self._extra_px = 0  # over the board, for one notice and for further ones
        self._slab = (1.0, 1.0)  # in cells
        self._dice = DiceState()
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
        self.banner.placed.connect(self._make_room)
        self.panel.installEventFilter(self)
        self.place.installEventFilter(self)
        self.rail.tab.connect(self._choose_tab)
        self.result.resized.connect(self._set_bottom_height)
        theme.changed.connect(self._lay_out)
        self._lay_out()

    def set_small(self, small: bool) -> None:
        """Set whether the window is small: then all parts are low and the panel is a rail."""
        self._small = small
        if self.isVisible():
            self.arrange()

    def set_game(self, board: Board, has_dice: bool) -> None:
        """Make room for a board, and for dice if the game has them."""
        self._slab = board_size(board)
        if has_dice != self._has_dice:
            self._has_dice = has_dice
            self._lay_out()
        self.arrange()

    def set_walked(self, is_walked: bool) -> None:
        """Set whether the user plays nothing here: the moves can then be walked below the board."""
        if is_walked != self._is_walked:
            self._is_walked = is_walked
            self.arrange()
            self._place_bar()

    def set_played(self, is_played: bool) -> None:
        """Set whether the user plays here: then a notice has a place of its own, and the board does not move for it."""
        if is_played != self._is_played:
            self._is_played = is_played
            self._place_banner()

    def set_offering(self, is_offering: bool) -> None:
        """Set whether an own offer is open: then a question of the other player has a place beside it."""
        if is_offering != self._is_offering:
            self._is_offering = is_offering
            self._place_banner()

    def hold(self, held: bool) -> None:
        """Keep the board in its place while a turn is made: notices without room wait until the turn is played."""
        if held != (self._held is not None):
            self._held = self.size() if held else None
            self._place_banner()

    def show_result(self, state: ResultState | None) -> None:
        """Show the result strip; with None the hint line in the same place."""
        self.result.show_state(state or ResultState(""))  # an empty one is low
        self._bottom.setCurrentWidget(self.hint if state is None else self.result)
        self._set_bottom_height()

    def _set_bottom_height(self) -> None:
        """Make the place of hint line and result strip as high as the shown one."""
        shown = self.hint if self._bottom.currentWidget() is self.hint else self.result
        self._bottom.setFixedHeight(shown.minimumHeight())

    def show_dice(self, state: DiceState) -> None:
        self._dice = state
        beside = self._has_dice and self.arrangement.form == "standard"
        self.place.show_dice(state.dice if beside else (), state.rolled)
        self.dice.show_dice(state.dice, state.rolled, state.allowed)

    def fit_banners(self) -> None:
        """Place the banners again, after the layout of strips with other texts."""
        QTimer.singleShot(0, self, self._place_banner)

    def arrange(self) -> None:
        """Choose the arrangement for the board and the size of the page."""
        page, below = PageSize(self.width(), self.height(), *self._slab), BAR if self._is_walked else 0
        found = arrange(self._theme, page, self._small, below)
        if found != self.arrangement:
            self.arrangement = found
            self._lay_out()
            self.arranged.emit()
            self.fit_banners()

    def _place_banner(self) -> None:
        """Put a banner that has room there between the name and the clock above the board. Others are over the board,
        which moves down for them."""
        strip, place, form, row_px = self.strips[0], self.place, self.arrangement.form, self.banner.row_px
        left, right = min(each.x() for each in self.strips), max(each.geometry().right() for each in self.strips)
        beside = self._left.width() - right - 1
        free = (place.x(), place.y(), 0) if form == "tall" else (left - self._theme.px(EDGE), place.y(), beside)
        gap = tight = None
        has_gap = False
        if form == "standard":
            ends = strip.x(), self._left.width() - strip.geometry().right()
            above, is_mirrored = max(0, place.y() - row_px), self.layoutDirection() == Qt.LayoutDirection.RightToLeft
            gap, tight = (
                (ends[0] + facts, above, ends[1] + strip.name_px)
                if is_mirrored
                else (ends[0] + strip.name_px, above, ends[1] + facts)
                for facts in (strip.facts_px, strip.clock_px)
            )
            has_gap = self._left.width() >= self._theme.px(WITH_GAP)  # whatever the strip says
        self._reserved_px = 0 if not self._is_played else max(0, row_px - place.y()) if has_gap else row_px
        if self._held is not None and self._held != self.size():  # the user changes the size of the window
            self._held, self._extra_px = self.size(), 0
        if self._is_offering:
            self._extra_px = max(self._extra_px, row_px)
        end_px = None if self._held is None else place.y() + self._reserved_px + self._extra_px
        self.banner.set_free(free, gap, end_px, tight if has_gap else None)
        self._make_room()

    def _make_room(self) -> None:
        """Move the board down, so that no banner covers a cell."""
        if self._held is None:
            needed_px = self.banner.y() + self.banner.rows_px - self.place.y()
            self._extra_px = max(self.banner.row_px if self._is_offering else 0, needed_px - self._reserved_px)
        self.place.set_top(self._reserved_px + self._extra_px)

    def showEvent(self, event: QShowEvent) -> None:
        if not event.spontaneous():  # the window may have another size since the page was hidden
            self.arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.arrange()
        self._place_panel()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.panel and event.type() == QEvent.Type.Hide and self.arrangement.folded:
            self.rail.show_open("")
            self._place_panel()
        elif watched is self.place and event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self._place_panel()
            self._place_banner()
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
            strip.setMaximumWidth(px(COLUMN) if form == "tall" else ANY)
        for part in (self.hint, self.result, self.banner, self.rail):
            part.set_slim(small)
        self._set_bottom_height()
        self.dice.set_form(form == "tall")
        self.dice.setVisible(self._has_dice and form != "standard")
        self.place.set_has_dice(self._has_dice and form == "standard")
        self.show_dice(self._dice)
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
        """Show the panel in its place, or the rail with a closed panel."""
        folded = self.arrangement.folded
        self.rail.setVisible(folded)
        self.rail.show_open("")
        self.panel.set_moves_in_tabs(folded)
        restyle(self.panel, over=folded)
        if folded:
            self._whole.removeWidget(self.panel)
        elif self._whole.indexOf(self.panel) < 0:
            self._whole.insertWidget(2, self.panel)
        self.panel.setVisible(not folded)
        self._place_bar()
        self._place_panel()

    def _place_bar(self) -> None:
        """Where the user plays nothing, the moves can be walked in every arrangement."""
        moves = self.panel.moves
        if self._is_walked and self.arrangement.folded:
            moves.bar.set_across(True)
            self._body.insertWidget(1, moves.bar)
            moves.bar.show()
        else:
            moves.place_bar()

    def open_tab(self, tab: str) -> None:
        """Show that part of the panel."""
        if not self.panel.isVisible() or self.panel.tab != tab:
            self._open_tab(tab)

    def close_panel(self) -> None:
        """Close a panel that lies over the board."""
        if self.arrangement.folded:
            self.panel.hide()

    def _choose_tab(self, tab: str) -> None:
        """Open or close a part of the panel by a button of the rail. The chat opens with the focus in its field."""
        self._open_tab(tab)
        if tab == "chat" and self.panel.isVisible():
            self.panel.chat.begin()

    def _open_tab(self, tab: str) -> None:
        """Open the panel at that tab; if it is open there, close it."""
        close = self.panel.isVisible() and self.panel.tab == tab
        self.panel.show_tab(tab)
        self.panel.setVisible(not close)
        self.rail.show_open("" if close else self.panel.tab)
        self._place_panel()

    def _place_panel(self) -> None:
        """If folded, put the panel over the board's edge, beside the rail; clocks and hint line stay visible. The board
        moves aside."""
        wide = panel_width(self._theme)
        left = self.width() - self.rail.width() - wide
        self.panel.setFixedWidth(wide)
        if self.arrangement.folded:
            top = self.place.mapTo(self, QPoint(0, 0)).y()
            self.panel.setGeometry(left, top, wide, self.place.height())
            self.panel.raise_()
        covers = self.arrangement.folded and self.panel.isVisible()
        self.place.set_right(self.place.mapTo(self, self.place.rect().topRight()).x() + 1 - left if covers else 0)
