"""Beside the board: moves, talk, people, rules, and what one can do besides moving; in small windows a rail."""

from collections.abc import Mapping

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QMenu, QTabWidget, QToolButton, QVBoxLayout, QWidget

from client_qt.look import Button, Theme, hairline, restyle
from client_qt.models.wording import tr
from client_qt.views.chat import ChatView
from client_qt.views.moves import MoveList
from client_qt.windows.parts import column, page, row
from client_qt.windows.tabledeeds import Deed
from client_qt.windows.tablepeople import PeopleView, RulesView

IN_MENU = ("pause", "more_time", "adjourn", "abort", "leave")  # what there is no button for
Tab = str  # moves, chat, people, rules


class DeedMenu(QMenu):
    """What is done seldom. `chosen` with the name of the deed."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._made = {name: self.addAction(name) for name in IN_MENU}
        for name, action in self._made.items():
            action.setObjectName(f"more_{name}")
            action.setProperty("deed", name)
            action.triggered.connect(self._triggered)

    def show_deeds(self, deeds: Mapping[str, Deed]) -> None:
        """What of it is there, and what can be done now."""
        for name, action in self._made.items():
            deed = deeds.get(name)
            action.setVisible(deed is not None and deed.there)
            if deed is not None:
                action.setText(deed.words)
                action.setEnabled(deed.possible)

    @property
    def any_possible(self) -> bool:
        return any(action.isEnabled() and action.isVisible() for action in self._made.values())

    def _triggered(self) -> None:
        self.chosen.emit(self.sender().property("deed"))


class SidePanel(QWidget):
    """Moves above, tabs below them, actions at the foot. As one, the moves are the first of the tabs."""

    deed = Signal(str)
    seen = Signal()  # it was opened, or put away

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        page(self, "surface")
        self._one = False
        self.moves = MoveList(theme, self)
        self.chat, self.people, self.rules = ChatView(theme, self), PeopleView(theme, self), RulesView(theme, self)
        self.tabs = QTabWidget(self)
        self.tabs.setObjectName("table_tabs")
        self.tabs.setDocumentMode(True)
        for widget, words in ((self.chat, tr("Chat")), (self.people, tr("Players")), (self.rules, tr("Rules"))):
            self.tabs.addTab(widget, words)
        self.menu = DeedMenu(self)
        self.menu.chosen.connect(self.deed)
        self.take_back_button = self._button(theme, "take_back", tr("Take back"), "take-back")
        self.stop_button = self._button(theme, "stop", tr("End battle"), "draw")
        self.resign_button = self._button(theme, "resign", tr("Resign"), "resign")
        self.resign_button.set_kind("danger")
        self.more_button = Button(theme, "", "more")
        self.more_button.setObjectName("more")
        self.more_button.setToolTip(tr("More"))
        self.more_button.setAccessibleName(tr("More"))
        self.more_button.clicked.connect(self._open_menu)
        self._buttons = (self.take_back_button, self.stop_button, self.resign_button)
        self._theme = theme
        self._lay_out(theme)

    def set_one(self, one: bool) -> None:
        """Whether the moves are a tab like the others: there is no room for both."""
        if one == self._one:
            return
        self._one = one
        if one:
            self._top.removeWidget(self._moves_frame)
            self.tabs.insertTab(0, self._moves_frame, tr("Moves"))
            self.tabs.setCurrentIndex(0)
        else:
            self.tabs.removeTab(self.tabs.indexOf(self._moves_frame))
            self._top.insertWidget(0, self._moves_frame, 11)
            self._moves_frame.show()
        self._line.setVisible(not one)

    def show_tab(self, tab: Tab) -> None:
        """Bring one of them to the front."""
        widget = {"moves": self._moves_frame, "chat": self.chat, "people": self.people, "rules": self.rules}[tab]
        if self.tabs.indexOf(widget) >= 0:
            self.tabs.setCurrentWidget(widget)

    @property
    def tab(self) -> Tab:
        """The one in front."""
        names = {self.chat: "chat", self.people: "people", self.rules: "rules"}
        current = self.tabs.currentWidget()
        return next((name for widget, name in names.items() if widget is current), "moves")

    @property
    def reads_chat(self) -> bool:
        """Does somebody see what is said?"""
        return self.isVisible() and self.tab == "chat"

    def show_chat(self, there: bool, unread: int) -> None:
        """Whether there is a room to talk in, and how much is new there."""
        index = self.tabs.indexOf(self.chat)
        self.tabs.setTabVisible(index, there)
        self.tabs.setTabText(index, f"{tr('Chat')} ({unread})" if unread else tr("Chat"))

    def show_review(self, review: bool) -> None:
        """A record is only walked through."""
        self._review = review
        self._show_foot()
        self.moves.set_review(review)

    def show_deeds(self, deeds: Mapping[str, Deed], acting: bool) -> None:
        """What can be done now; who only looks on has no buttons."""
        self._acting_here = acting
        for button in self._buttons:
            deed = deeds.get(button.objectName())
            button.setVisible(deed is not None and deed.there)
            if deed is not None:
                button.setEnabled(deed.possible)
                button.setText(deed.words)
        self.menu.show_deeds(deeds)
        self.more_button.setEnabled(self.menu.any_possible)
        self._show_foot()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.seen.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.seen.emit()

    # ---- inside

    _review = False
    _acting_here = True

    def _show_foot(self) -> None:
        self._acting.setVisible(not self._review and self._acting_here)

    def _button(self, theme: Theme, name: str, words: str, icon: str) -> Button:
        button = Button(theme, words, icon=icon)
        button.setObjectName(name)
        button.setProperty("deed", name)
        restyle(button, extent="small")
        button.clicked.connect(self._pressed)
        return button

    def _pressed(self) -> None:
        self.deed.emit(self.sender().property("deed"))

    def _open_menu(self) -> None:
        self.menu.popup(self.more_button.mapToGlobal(self.more_button.rect().topLeft()) - self._menu_above())

    def _menu_above(self) -> QPoint:
        return QPoint(0, self.menu.sizeHint().height())

    def _lay_out(self, theme: Theme) -> None:
        self._acting = QWidget(self)
        foot = column(theme, self._acting)
        foot.setSpacing(0)
        foot.addWidget(hairline())
        actions = row(theme, gap="xs", margin="s")
        foot.addLayout(actions)
        for button in self._buttons:
            actions.addWidget(button, 1)
            button.setStyleSheet(f"padding: 0 {theme.px(0.3)}px;")  # four of them share the width
        self.more_button.setFixedWidth(theme.px(2.2))
        actions.addWidget(self.more_button)
        self._moves_frame = QWidget(self)
        moves = column(theme, self._moves_frame, margin="l")
        moves.addWidget(self.moves)
        self._line = hairline()
        body = QVBoxLayout(self)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        self._top = QVBoxLayout()
        self._top.setSpacing(0)
        self._top.addWidget(self._moves_frame, 11)
        self._top.addWidget(self._line)
        self._top.addWidget(self.tabs, 10)
        body.addLayout(self._top, 1)
        body.addWidget(self._acting)


class RailButton(QToolButton):
    """An icon with a word; a dot says that there is something new."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._dot = False

    def set_dot(self, dot: bool) -> None:
        self._dot = dot
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._dot:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.ui.accent)
            side = self._theme.px(0.6)
            painter.drawEllipse(self.width() - 2 * side, side // 2, side, side)


class Rail(QWidget):
    """The same in 3.4 em: icons with a word below each, and in small windows the icons alone."""

    tab = Signal(str)
    deed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        page(self, "surface")
        self._theme = theme
        self._slim = self._review = False
        self._acting = True
        self.moves_button = self._button("moves", "ink_muted", tr("Moves"), "rail_moves")
        self.chat_button = self._button("chat", "ink_muted", tr("Chat"), "rail_chat")
        self.people_button = self._button("players", "ink_muted", tr("Players"), "rail_people")
        self.rules_button = self._button("rules", "ink_muted", tr("Rules"), "rail_rules")
        self._tabs = {
            "moves": self.moves_button, "chat": self.chat_button, "people": self.people_button,
            "rules": self.rules_button,
        }  # fmt: skip
        for name, tab in self._tabs.items():
            tab.setCheckable(True)
            tab.setProperty("tab", name)
            tab.clicked.connect(self._tab_pressed)
        self.take_back_button = self._button("take-back", "ink_muted", tr("Take back"), "rail_take_back")
        self.stop_button = self._button("draw", "ink_muted", tr("End battle"), "rail_stop")
        self.resign_button = self._button("resign", "danger", tr("Resign"), "rail_resign")
        self.more_button = self._button("more", "ink_muted", tr("More"), "rail_more")
        self._deeds = {"take_back": self.take_back_button, "stop": self.stop_button, "resign": self.resign_button}
        for name, button in self._deeds.items():
            button.setProperty("deed", name)
            button.clicked.connect(self._deed_pressed)
        self.menu = DeedMenu(self)
        self.menu.chosen.connect(self.deed)
        self.more_button.clicked.connect(self._open_menu)
        self._body = body = column(theme, self, gap="s")
        for part in (*self._tabs.values(), None, *self._deeds.values(), self.more_button):
            if part is None:
                body.addStretch(1)
                continue
            line = row(theme)
            line.addWidget(part)
            body.addLayout(line)
        theme.changed.connect(self._space)
        self.set_slim(False)

    def show_review(self, review: bool) -> None:
        """A record is only walked through."""
        self._review = review
        self._show_deeds()

    def set_slim(self, slim: bool) -> None:
        """The icons alone."""
        self._slim = slim
        self._space()

    def show_open(self, tab: Tab) -> None:
        """Which part of the panel is open; none with an empty name."""
        for name, button in self._tabs.items():
            button.setChecked(name == tab)

    def show_chat(self, there: bool, unread: int) -> None:
        """Whether there is a room to talk in, and how much is new there."""
        self.chat_button.setVisible(there)
        self.chat_button.set_dot(unread > 0)
        words = f"{tr('Chat')} ({unread})" if unread else tr("Chat")
        self.chat_button.setToolTip(words)
        self.chat_button.setAccessibleName(words)

    def show_deeds(self, deeds: Mapping[str, Deed], acting: bool) -> None:
        """What can be done now; who only looks on has no buttons."""
        self._acting = acting
        self._there = {name: name in deeds and deeds[name].there for name in self._deeds}
        for name, button in self._deeds.items():
            if name in deeds:
                button.setEnabled(deeds[name].possible)
                self._name(button, deeds[name].words)
        self.menu.show_deeds(deeds)
        self.more_button.setEnabled(self.menu.any_possible)
        self._show_deeds()

    # ---- inside

    _there: Mapping[str, bool] = {}

    def _show_deeds(self) -> None:
        acting = self._acting and not self._review
        for name, button in self._deeds.items():
            button.setVisible(acting and self._there.get(name, True))
        self.more_button.setVisible(acting)

    def _tab_pressed(self) -> None:
        self.tab.emit(self.sender().property("tab"))

    def _deed_pressed(self) -> None:
        self.deed.emit(self.sender().property("deed"))

    def _open_menu(self) -> None:
        place = self.more_button.mapToGlobal(self.more_button.rect().bottomLeft())
        size = self.menu.sizeHint()
        self.menu.popup(place - QPoint(size.width(), size.height()))

    def _button(self, icon: str, colour: str, words: str, name: str) -> RailButton:
        button = RailButton(self._theme, self)
        button.setObjectName(name)
        button.setStyleSheet(f"padding: 0; font-size: {self._theme.font('caption').pixelSize()}px;")
        self._name(button, words)
        self._theme.bind_icon(button, icon, colour)
        return button

    def _name(self, button: QToolButton, words: str) -> None:
        button.setText(words.split()[0] if words else "")  # one word has room
        button.setToolTip(words)
        button.setAccessibleName(words)

    def _space(self) -> None:
        px, style = self._theme.px, Qt.ToolButtonStyle
        self.setFixedWidth(px(self._theme.tokens.layout.rail))
        self._body.setContentsMargins(0, px(0.6), 0, px(0.6))
        for button in (*self._tabs.values(), *self._deeds.values(), self.more_button):
            button.setToolButtonStyle(style.ToolButtonIconOnly if self._slim else style.ToolButtonTextUnderIcon)
            button.setIconSize(QSize(px(1.7), px(1.7)))
            button.setFixedSize(px(3.2), px(2.6 if self._slim else 3.6))
