"""News about the connection: a strip that slides in over the page from above and moves nothing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPropertyAnimation, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from client_qt.feedback.screen_reader import announce
from client_qt.theme import Button, Theme, restyle
from client_qt.widgets.labels import ElidedLabel, IconLabel

Action = tuple[str, Callable[[], object]]
_CARDS = {"turn": "banner", "danger": "alarm", "done": "banner"}
_ICONS = {"done": "confirm"}  # what is done needs no warning; nor does a question, which brings its own icon


@dataclass(frozen=True)
class Notice:
    """One piece of news. The same `key` is the same news with other words; `tone` is that of a banner, and `icon` what
    it is about, where it is nothing to be warned of."""

    key: str
    text: str
    tone: str = "turn"
    actions: tuple[Action, ...] = ()
    icon: str = ""


class Banner(QFrame):
    """Lies at the upper edge of its parent, over whatever is there."""

    gone = Signal()  # slid out
    left = Signal()  # a button that had the keyboard is not there any more

    def __init__(self, theme: Theme, parent: QWidget, speaks: bool = False) -> None:
        """`speaks`: screen readers say what comes; otherwise whoever shows it sees to that."""
        super().__init__(parent)
        self._theme = theme
        self._speaks = speaks
        self._top = 0
        self._to_the_end = False
        self._page = parent
        self._buttons: list[Button] = []
        self._actions: tuple[Action, ...] = ()
        self._icon, self._words = IconLabel(theme, "warning", "ink"), ElidedLabel("", "strong", lines=2)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._icon)
        self._row.addWidget(self._words, 1)
        self.setProperty("card", "banner")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._slide = QPropertyAnimation(self, b"pos", self)
        self._shown = self._slim = False
        self._slide.finished.connect(self._arrived)
        parent.installEventFilter(self)
        theme.changed.connect(self._space)
        self._space()
        self.hide()

    @property
    def shown(self) -> bool:
        """Whether there is news."""
        return self._shown

    @property
    def room(self) -> int:
        """How much of the page it takes from above, in pixels."""
        return self._top + self.height() + self._theme.px(0.5)

    @property
    def buttons(self) -> tuple[Button, ...]:
        """The answers."""
        return tuple(self._buttons)

    def show_text(self, text: str, tone: str = "turn", actions: tuple[Action, ...] = (), icon: str = "") -> None:
        """Say this, with buttons for what can be done about it; shown already, it only changes its words."""
        if self._speaks and not (self._shown and text == self._words.text()):
            announce(self, text, urgent=tone == "danger")
        self._words.setText(text)
        self.setAccessibleName(text)
        restyle(self, card=_CARDS[tone])
        self._icon.set_icon(icon or _ICONS.get(tone, "warning"))
        self._set_actions(actions)
        if not self._shown:
            self._shown = True
            self._place(hidden=True)
            self.show()
            self.raise_()
            self._slide_to(hidden=False)

    def hide_text(self) -> None:
        """Slide out again."""
        if self._shown:
            self._shown = False
            if any(button.hasFocus() for button in self._buttons):
                self.left.emit()
            self._slide_to(hidden=True)

    def set_slim(self, slim: bool) -> None:
        """The low form for small windows."""
        self._slim = slim
        self._space()

    def set_to_the_end(self, to_the_end: bool) -> None:
        """Leave no room at the right end: who shows it did."""
        if to_the_end != self._to_the_end:
            self._to_the_end = to_the_end
            self._place(hidden=not self._shown)

    def set_top(self, top: int) -> None:
        """Lie so much lower: under other news."""
        if top != self._top:
            self._top = top
            self._slide.stop()
            self._place(hidden=not self._shown)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self._page:
            self._slide.stop()
            self._place(hidden=not self._shown)
        return False

    # ---- inside
    def _set_actions(self, actions: tuple[Action, ...]) -> None:
        same = [words for words, _act in actions] == [words for words, _act in self._actions]
        self._actions = actions
        if same:
            return  # a button that is being pressed or has the keyboard stays, and does what it says now
        if any(button.hasFocus() for button in self._buttons):
            self.left.emit()
        for button in self._buttons:
            button.hide()
            button.deleteLater()
        self._buttons = []
        for text, _act in actions:
            button = Button(self._theme, text, None, "plain", self)
            button.clicked.connect(self._pressed)
            self._row.addWidget(button)
            self._buttons.append(button)

    def _pressed(self) -> None:
        button = self.sender()
        if button in self._buttons:
            self._actions[self._buttons.index(button)][1]()

    def _place(self, hidden: bool) -> None:
        room = self._theme.px(0.5)
        self.setFixedWidth(max(1, self._page.width() - (room if self._to_the_end else 2 * room)))
        self.move(room, -self.height() - room if hidden else room + self._top)

    def _slide_to(self, hidden: bool) -> None:
        self._slide.stop()
        start = self.pos()
        self._place(hidden)
        duration = self._theme.motion.banner
        if not duration or not self.isVisible():
            self._arrived()
            return
        end = self.pos()
        self.move(start)
        self._slide.setStartValue(start)
        self._slide.setEndValue(end)
        self._slide.setDuration(duration)
        self._slide.start()

    def _arrived(self) -> None:
        self.setVisible(self._shown)
        if not self._shown:
            self.gone.emit()

    def _space(self) -> None:
        px = self._theme.px
        self._row.setContentsMargins(px(0.9), 0, px(0.5), 0)
        self._row.setSpacing(px(0.7))
        self.setFixedHeight(px(2.9 if self._slim else 3.7))  # what lies under it is hidden, not peeped at
        self._place(hidden=not self._shown)


class Banners(QWidget):
    """All the news there is, one strip under the other, over the upper edge of its parent. What must
    be seen all the time, as a clock, can be left free."""

    left = Signal()  # the keyboard has no place here any more

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._page = parent
        self._slim = False
        self._free = (0, 0, 0)  # px at the left end, above, at the right end
        self._rows: dict[str, Banner] = {}
        parent.installEventFilter(self)
        self.hide()

    @property
    def shown(self) -> bool:
        """Whether there is news."""
        return any(row.shown for row in self._rows.values())

    def show_notices(self, notices: Sequence[Notice]) -> None:
        """Show these, in this order, and no other."""
        wanted = {notice.key: notice for notice in notices}
        for key, row in list(self._rows.items()):
            if key not in wanted:
                row.hide_text()
        self._place()
        if wanted:
            self.show()
            self.raise_()
        for notice in notices:
            row = self._rows.get(notice.key) or self._new_row(notice.key)
            row.show_text(notice.text, notice.tone, notice.actions, notice.icon)
        self._rows = {key: self._rows[key] for key in [*wanted, *(key for key in self._rows if key not in wanted)]}
        self._place()

    def hide_text(self) -> None:
        """Let all of it slide out."""
        self.show_notices(())

    def set_slim(self, slim: bool) -> None:
        """The low form for small windows."""
        self._slim = slim
        for row in self._rows.values():
            row.set_slim(slim)
        self._place()

    def take_focus(self) -> None:
        """The keyboard goes to the first answer that there is."""
        for row in self._rows.values():
            if row.shown and row.buttons:
                row.buttons[0].setFocus(Qt.FocusReason.ShortcutFocusReason)
                return

    def set_free(self, left: int, above: int, right: int) -> None:
        """Leave so much free at the left end, above, and at the right end."""
        if (left, above, right) != self._free:
            self._free = (left, above, right)
            self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self._page:
            self._place()
        return False

    def _new_row(self, key: str) -> Banner:
        row = self._rows[key] = Banner(self._theme, self)
        row.setProperty("key", key)
        row.set_slim(self._slim)
        row.gone.connect(self._row_gone)
        row.left.connect(self.left)
        self._place()
        return row

    def _row_gone(self) -> None:
        row = self.sender()
        key = row.property("key")
        if self._rows.get(key) is row:
            del self._rows[key]
            row.deleteLater()
        self._place()
        self.setVisible(bool(self._rows))

    def _place(self) -> None:
        top, px = 0, self._theme.px
        rows = [*self._rows.values()]
        for row in rows:
            row.set_to_the_end(self._free[2] > 0)
            row.set_top(top)
            top += row.height() + px(0.25) if row.shown or len(rows) == 1 else 0
        left, above, right = self._free
        wide = max(px(12), self._page.width() - left - right)
        self.setGeometry(left, above, wide, top + px(0.75))
