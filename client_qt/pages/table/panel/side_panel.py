"""Beside the board: moves, talk, people, rules, and what one can do besides moving."""

from collections.abc import Mapping

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QMenu, QTabWidget, QVBoxLayout, QWidget

from client_qt.pages.table.actions import TableAction
from client_qt.pages.table.panel.comment_field import CommentField
from client_qt.pages.table.panel.move_list import MoveList
from client_qt.pages.table.panel.people import PeopleView
from client_qt.pages.table.panel.rules import RulesView
from client_qt.text.rules_text import tr
from client_qt.theme import Button, Theme, hairline, restyle
from client_qt.widgets.chat import ChatView
from client_qt.widgets.layouts import column, page, row

IN_MENU = ("pause", "more_time", "adjourn", "abort", "leave")  # what there is no button for
Tab = str  # moves, chat, people, rules


class ActionMenu(QMenu):
    """What is done seldom. `chosen` with the name of the deed."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._made = {name: self.addAction(name) for name in IN_MENU}
        for name, action in self._made.items():
            action.setObjectName(f"more_{name}")
            action.setProperty("deed", name)
            action.triggered.connect(self._triggered)

    def show_deeds(self, deeds: Mapping[str, TableAction]) -> None:
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
        self._left_chat = False  # it was in front until it was put away
        self.moves, self.comment = MoveList(theme, self), CommentField(theme, self)
        self.chat, self.people, self.rules = ChatView(theme, self), PeopleView(theme, self), RulesView(theme, self)
        self.tabs = QTabWidget(self)
        self.tabs.setObjectName("table_tabs")
        self.tabs.setDocumentMode(True)
        self.tabs.setAccessibleName(tr("Beside the board"))
        self.tabs.setFocusProxy(None)  # type: ignore[arg-type]  # else Tab would find the bar twice; it may be none
        self.tabs.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.tabs.tabBar().setAccessibleName(tr("Beside the board"))
        self.tabs.tabBar().setProperty("ring", True)
        for widget, words in ((self.chat, tr("Chat")), (self.people, tr("Players")), (self.rules, tr("Rules"))):
            self.tabs.addTab(widget, words)
        self.menu = ActionMenu(self)
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
        theme.changed.connect(self._fit_foot)

    @property
    def buttons(self) -> tuple[Button, ...]:
        """The deeds at the foot, in the order in which they stand."""
        return (*self._buttons, self.more_button)

    def set_one(self, one: bool) -> None:
        """Whether the moves are a tab like the others: there is no room for both."""
        if one == self._one:
            return
        self._one = one
        restyle(self.tabs.tabBar(), crowded=one)
        if one:
            self._top.removeWidget(self._moves_frame)
            self.tabs.insertTab(0, self._moves_frame, tr("Moves"))
            self.tabs.setCurrentIndex(0)
        else:
            self.tabs.removeTab(self.tabs.indexOf(self._moves_frame))
            self._top.insertWidget(0, self._moves_frame, 13)
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
        """Whether there is a room to talk in, and how much is new there. Who was in it comes back to it."""
        index = self.tabs.indexOf(self.chat)
        if there != self.tabs.isTabVisible(index):
            back = there and self._left_chat and self.tab == "people"  # where its going left them
            self._left_chat = not there and self.tab == "chat"
            self.tabs.setTabVisible(index, there)
            if back:
                self.show_tab("chat")
        self.tabs.setTabText(index, tr("Chat") + (f" ({unread})" if unread else ""))

    def show_review(self, review: bool) -> None:
        """A record is only walked through."""
        self._review = review
        self._show_foot()
        self.moves.set_review(review)

    def show_deeds(self, deeds: Mapping[str, TableAction], acting: bool) -> None:
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
        self._fit_foot()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_foot()

    def _fit_foot(self) -> None:
        """Where the words are long as many as have to go without their icons."""
        there = [button for button in self._buttons if not button.isHidden()]
        gaps = self._theme.px(0.4) * (len(there) + 4)
        for bare in range(len(there) + 1):
            for place, button in enumerate(there):
                button.show_icon(place >= bare)
            if sum(button.sizeHint().width() for button in there) + self.more_button.width() + gaps <= self.width():
                return

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
        foot = column(theme, self._acting, gap=0)
        foot.addWidget(hairline())
        actions = row(theme, gap="xs", margin="s")
        foot.addLayout(actions)
        for button in self._buttons:
            actions.addWidget(button)
            button.setProperty("dense", "true")  # four of them share the width
        theme.scale(self.more_button.setFixedWidth, 2.2)
        actions.addWidget(self.more_button)
        self._moves_frame = QWidget(self)
        moves = column(theme, self._moves_frame, margin="l")
        moves.addWidget(self.moves)
        moves.addWidget(self.comment)
        self._line = hairline()
        body = QVBoxLayout(self)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        self._top = QVBoxLayout()
        self._top.setSpacing(0)
        self._top.addWidget(self._moves_frame, 13)
        self._top.addWidget(self._line)
        self._top.addWidget(self.tabs, 9)
        body.addLayout(self._top, 1)
        body.addWidget(self._acting)
