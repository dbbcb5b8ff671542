"""Banners: strips of news and questions that slide in over the upper edge of a page."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QPropertyAnimation, Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QSizePolicy, QStackedWidget, QWidget

from client_qt.feedback.screen_reader import announce
from client_qt.news import News, NewsItem
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, restyle
from client_qt.widgets.labels import IN_TWO_LINES, LEAST_PX, LINE_HEIGHT, SMALLER, ElidedLabel, IconLabel
from client_qt.widgets.layouts import is_low

Action = tuple[str, Callable[[], object]]  # the text of a button, and its slot

NEWS = "window"  # the key of the notice of the window
HEIGHT, SLIM_HEIGHT = 3.7, 2.9  # em; a banner hides the text below it as a whole
EDGE, GAP = 0.5, 0.25  # em
AROUND, ROUND_WORDS, BUTTONS = 4.2, 3.2, 2.9  # em: of icon and margins, of a button round its text, buttons below
_ICONS = {"turn": "about", "danger": "warning", "done": "confirm"}
_CARDS = {"turn": "banner", "danger": "alarm", "done": "banner"}


@dataclass(frozen=True)
class Notice:
    """One piece of news. A notice with the key of another one replaces it; `tone` is turn, danger or done."""

    key: str
    text: str
    tone: str = "turn"
    actions: tuple[Action, ...] = ()
    icon: str = ""
    is_last: bool = False  # also after the question of the window


class Banner(QFrame):
    """One strip over the upper edge of its parent."""

    closed = Signal()  # it has slid out
    used = Signal()  # a button was pressed
    focus_lost = Signal()  # the button with the focus is being removed

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.shown = False
        self._theme = theme
        self._page = parent
        self._top_px = 0
        self._flush_right = self._slim = self._in_one_row = False
        self._is_here = True  # and does not wait for room, or is among other banners
        self._actions: tuple[Action, ...] = ()
        self.buttons: list[Button] = []
        self._icon, self._text = IconLabel(theme, "warning", "ink"), ElidedLabel("", "strong", lines=3)
        self._whole = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        words, self._row = QHBoxLayout(), QHBoxLayout()
        words.addWidget(self._icon)
        words.addWidget(self._text, 1)
        self._row.addStretch(1)
        self._whole.addLayout(words, 1)
        self._whole.addLayout(self._row)
        for layout in (self._whole, words, self._row):
            theme.scale(layout.setSpacing, 0.7)
        self.setProperty("card", "banner")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._slide = QPropertyAnimation(self, b"pos", self)
        self._slide.finished.connect(self._finish_slide)
        parent.installEventFilter(self)
        theme.changed.connect(self._place)
        self._place()
        self.hide()

    def needed_px(self, lines: int) -> int:
        """Return the width in which the text has room beside the buttons, in at most so many lines."""
        px, measure = self._theme.px, self._text.fontMetrics().horizontalAdvance
        text = self._text.text()
        longest = max(map(measure, text.split()), default=0)
        broken = round(measure(text) * IN_TWO_LINES * SMALLER * 2 / lines) + longest // 2
        words = min(measure(text), broken)
        buttons = sum(b.fontMetrics().horizontalAdvance(b.text()) + px(ROUND_WORDS) for b in self.buttons)
        return words + buttons + px(AROUND)

    def show_text(self, text: str, tone: str = "turn", actions: tuple[Action, ...] = (), icon: str = "") -> None:
        """Show a text with buttons. A banner that is shown already only changes."""
        self._text.setText(text)
        self.setAccessibleName(text)
        restyle(self, card=_CARDS[tone])
        self._icon.set_icon(icon or _ICONS[tone])
        self._set_actions(actions)
        if self.shown:
            if self._slide.state() != QPropertyAnimation.State.Running:
                self._place()
        else:
            self._place()
            self.shown = True
            self.setVisible(self._is_here)
            self.raise_()
            self._slide_to_place()

    def hide_text(self) -> None:
        """Slide out."""
        if self.shown:
            self.shown = False
            if any(button.hasFocus() for button in self.buttons):
                self.focus_lost.emit()
            self._slide_to_place()

    def lay_out(self, top_px: int, flush_right: bool, slim: bool, in_one_row: bool = False) -> None:
        """Set the distance from the upper edge, whether there is no margin at the right, and the height.

        `in_one_row`: the buttons stay beside a text that is too long."""
        now = top_px, flush_right, slim, in_one_row
        if now != (self._top_px, self._flush_right, self._slim, self._in_one_row):
            self._top_px, self._flush_right, self._slim, self._in_one_row = now
            self._place_again()

    def set_here(self, is_here: bool) -> None:
        """Set whether it has room; otherwise it waits unseen."""
        if is_here != self._is_here:
            self._is_here = is_here
            self.setVisible(self.shown and is_here)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self._page:
            self._place_again()
        # the second press of a double click would answer twice, or answer a question that came between the two
        return event.type() == QEvent.Type.MouseButtonDblClick and watched in self.buttons

    def _place_again(self) -> None:
        """Go to another place at once. A banner that slides out goes on with that: its end removes it."""
        if self.shown:
            self._slide.stop()
            self._place()

    def _set_actions(self, actions: tuple[Action, ...]) -> None:
        unchanged = [text for text, _slot in actions] == [text for text, _slot in self._actions]
        self._actions = actions
        if unchanged:
            return  # a button that is pressed or has the focus stays, with its new slot
        if any(button.hasFocus() for button in self.buttons):
            self.focus_lost.emit()
        for button in self.buttons:
            button.hide()
            button.deleteLater()
        self.buttons = [Button(self._theme, text, None, "plain", self) for text, _slot in actions]
        for number, button in enumerate(self.buttons):
            button.clicked.connect(lambda _on=False, number=number: self._actions[number][1]())
            button.clicked.connect(self.used)
            button.installEventFilter(self)
            self._row.addWidget(button)

    def _place(self) -> None:
        px, edge, direction = self._theme.px, self._theme.px(EDGE), QBoxLayout.Direction
        width = max(1, self._page.width() - (edge if self._flush_right else 2 * edge))
        height = px(SLIM_HEIGHT if self._slim else HEIGHT)
        is_too_long = self.needed_px(3 if height >= 3 * LEAST_PX * LINE_HEIGHT else 2) > width
        below = bool(self.buttons) and is_too_long and not self._in_one_row and not is_low(self._theme, self)
        self._whole.setDirection(direction.TopToBottom if below else direction.LeftToRight)
        self._whole.setContentsMargins(px(0.9), 0, px(0.5), px(0.4) if below else 0)
        self.setFixedHeight(height + (px(BUTTONS) if below else 0))
        self.setFixedWidth(width)
        self.move(edge, edge + self._top_px if self.shown else -self.height() - edge)

    def _slide_to_place(self) -> None:
        self._slide.stop()
        start = self.pos()
        self._place()
        duration_ms = self._theme.motion.banner
        if not duration_ms or not self.isVisible():
            self._finish_slide()
            return
        self._slide.setStartValue(start)
        self._slide.setEndValue(self.pos())
        self._slide.setDuration(duration_ms)
        self._slide.start()

    def _finish_slide(self) -> None:
        self.setVisible(self.shown and self._is_here)
        if not self.shown:
            self.closed.emit()


FreePx = tuple[int, int, int]  # at the left, above, at the right


class BannerStack(QWidget):
    """Banners below each other over a part of the parent. `placed`: the stack has another height."""

    placed = Signal()
    used = Signal()
    focus_lost = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._page = parent
        self._slim = False
        self._notices: tuple[Notice, ...] = ()
        self._extra: tuple[Notice, ...] = ()
        self._free_px = self._gap_px = (0, 0, 0)  # at the left, above, at the right
        self._end_px: int | None = None
        self._tight_px: FreePx | None = None
        self.rows_px = 0  # the height of the rows, with a gap below them
        self._banners: dict[str, Banner] = {}
        parent.installEventFilter(self)
        self.hide()

    @property
    def shown(self) -> bool:
        """Whether there is news."""
        return any(banner.shown for banner in self._banners.values())

    def show_notices(self, notices: Sequence[Notice]) -> None:
        """Show exactly these notices, in this order."""
        self._notices = tuple(notices)
        first = tuple(notice for notice in self._extra if notice.tone == "danger")
        ordered = sorted((*first, *self._notices, *self._extra), key=lambda notice: notice.is_last)
        wanted = {notice.key: notice for notice in ordered}
        closing = {key: banner for key, banner in self._banners.items() if key not in wanted}
        self._banners = {key: self._banners.get(key) or self._new_banner(key) for key in wanted} | closing
        for banner in closing.values():
            banner.hide_text()
        self._place()
        if wanted:
            self.show()
            self.raise_()
        for key, notice in wanted.items():
            self._banners[key].show_text(notice.text, notice.tone, notice.actions, notice.icon)
        self._place()

    def show_extra(self, notice: Notice | None) -> None:
        """Show one more notice, or none: a danger above the others, since there may be room for one only; else below
        them, but above those that are last."""
        self._extra = (notice,) if notice is not None else ()
        self.show_notices(self._notices)

    def hide_text(self) -> None:
        """Let all banners slide out."""
        self.show_notices(())

    def set_slim(self, slim: bool) -> None:
        """Use the low form for small windows."""
        self._slim = slim
        self._place()

    def take_focus(self) -> None:
        """Give the focus to the first button."""
        buttons = [button for banner in self._banners.values() if banner.shown for button in banner.buttons]
        if buttons:
            buttons[0].setFocus(Qt.FocusReason.ShortcutFocusReason)

    @property
    def row_px(self) -> int:
        """The height of a row, with the gap below it."""
        return self._theme.px(SLIM_HEIGHT if self._slim else HEIGHT) + self._theme.px(GAP)

    def set_free(
        self,
        free_px: FreePx,
        gap_px: FreePx | None = None,
        end_px: int | None = None,
        tight_px: FreePx | None = None,
    ) -> None:
        """Keep these parts of the page free of banners. A single banner that has room there is in the gap instead.

        No row ends below the page or `end_px`: those without room are not shown. With `end_px` the first one is in the
        gap, or with a longer text in the wider `tight_px`.
        """
        gap_px = gap_px or free_px
        now = free_px, gap_px, end_px, tight_px
        if now != (self._free_px, self._gap_px, self._end_px, self._tight_px):
            self._free_px, self._gap_px, self._end_px, self._tight_px = now
            self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self._page:
            self._place()
        return False

    def _new_banner(self, key: str) -> Banner:
        banner = Banner(self._theme, self)
        banner.setProperty("key", key)
        banner.closed.connect(lambda: self._remove(key))
        banner.used.connect(self.used)
        banner.focus_lost.connect(self.focus_lost)
        return banner

    def _remove(self, key: str) -> None:
        self._banners.pop(key).deleteLater()
        self._place()
        self.setVisible(bool(self._banners))

    def _place(self) -> None:
        banners, edge = list(self._banners.values()), self._theme.px(EDGE)
        left, above, right = self._gap_px
        gap_px, held = self._page.width() - left - right - 2 * edge, self._end_px is not None
        end_px = self._page.height() if self._end_px is None else self._end_px
        if held and self._tight_px is not None:
            if banners and banners[0].needed_px(3) > gap_px:
                left, above, right = self._tight_px
        elif len(banners) != 1 or banners[0].needed_px(2) > gap_px:
            left, above, right = self._free_px
        self.setGeometry(left, above, max(self._theme.px(12), self._page.width() - left - right), self.height())
        top, alone = 0, len(banners) == 1
        for banner in banners:
            banner.lay_out(top - edge, right > 0, self._slim, in_one_row=held)
            below = top + (banner.height() + self._theme.px(GAP) if banner.shown or alone else 0)
            banner.set_here(above + below <= end_px)
            if above + below <= end_px:
                top = below
        self.resize(self.width(), top)
        self.rows_px = top if self.shown else 0
        self.placed.emit()


class NewsBanner(Banner):
    """The banner over all pages. It asks the questions of the news, one by one; other words cover them meanwhile.

    The pages of a stack move down for it. It is not a child of the stack, since screen readers see only the pages of a
    stack. A page with banners of its own shows it as one of these.
    """

    def __init__(self, theme: Theme, parent: QWidget, news: News, pages: QStackedWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.news, self._pages = news, pages
        self.notice: Notice | None = None  # that is shown
        self._asking: NewsItem | None = None  # the question that is shown
        self._among: BannerStack | None = None
        news.changed.append(self._follow)
        if pages is not None:
            pages.currentChanged.connect(self._make_room)
            self.closed.connect(self._make_room)
            theme.changed.connect(self._make_room)

    @property
    def waiting(self) -> int:
        """The number of questions without an answer."""
        return len(self.news.questions)

    def show_text(self, text: str, tone: str = "turn", actions: tuple[Action, ...] = (), icon: str = "") -> None:
        """Show a text now; a question that it covers comes back afterwards. Screen readers read it out."""
        is_new = not self.shown or text != self._text.text()
        if is_new and icon != "chat":  # the page of the table says new lines of its chat
            announce(self, text, urgent=tone == "danger")
        self._asking = None
        super().show_text(text, tone, actions, icon)
        self.notice = Notice(NEWS, text, tone, actions, icon)
        self._show_there()

    def show_among(self, stack: BannerStack | None) -> None:
        """Show the text in these banners instead of over the page."""
        if stack is self._among:
            return
        if self._among is not None:
            self._among.show_extra(None)
        self._among, self._is_here = stack, stack is None
        self._show_there()

    def below(self) -> QPoint:
        """Return the point of the screen below the shown text."""
        shown = self._among or self
        return shown.mapToGlobal(QPoint(0, shown.height()))

    def _show_there(self) -> None:
        self.setVisible(self.shown and self._is_here)
        if self._among is not None:
            self._among.show_extra(self.notice if self.shown else None)
        self._make_room()

    def hide_text(self) -> None:
        """Remove the shown text, and close it if it is a question; the next question takes its place."""
        if self._asking is not None:
            self.news.close(self._asking.key)  # and the banner follows
        else:
            self._ask_next()

    def _follow(self) -> None:
        if (self._asking is not None or not self.shown) and self._asking != next(iter(self.news.questions), None):
            self._ask_next()

    def _ask_next(self) -> None:
        question, self._asking = next(iter(self.news.questions), None), None
        if question is not None:
            answers = ("no", question.no or tr("Close")), *question.answers
            actions = tuple((text, partial(self.news.answer, question.key, name)) for name, text in answers)
            is_danger = question.tone == "danger"
            self.show_text(question.words, question.tone, actions, "warning" if is_danger else "players")
            self._asking = question
        else:
            super().hide_text()
            if self._among is not None:
                self._among.show_extra(None)

    def _make_room(self) -> None:
        if self._pages is not None:
            moves = self.shown and self._is_here
            self._pages.setContentsMargins(0, self.height() + self._theme.px(EDGE) if moves else 0, 0, 0)
