"""In place of the side panel where there is no room for it: a rail of icons that open it, and what one can do."""

from collections.abc import Mapping

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QToolButton, QWidget

from client_qt.pages.table.actions import TableAction
from client_qt.pages.table.panel.side_panel import ActionMenu, Tab
from client_qt.text.rules_text import tr
from client_qt.theme import Theme
from client_qt.widgets.layouts import column, page, row

ROOM = 3.35  # em for a button
SMALLER = 0.9  # of the usual size, for a word that is a little too long


class RailButton(QToolButton):
    """An icon with a word where that has room; a dot says that there is something new."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._dot = False

    def show_words(self, shown: bool) -> None:
        """With the word, or the icon alone; a word that would be cut even a little smaller is left to the tool tip."""
        font, style, room = self._theme.font("caption", "strong"), Qt.ToolButtonStyle, self._theme.px(ROOM)
        usual = font.pixelSize()
        for size in (usual, round(usual * SMALLER)):
            font.setPixelSize(size)
            if fits := QFontMetrics(font).horizontalAdvance(self.text()) <= room:
                break
        self.setStyleSheet(f"padding: 0; border: none; font-size: {font.pixelSize()}px;")
        self.setToolButtonStyle(style.ToolButtonTextUnderIcon if shown and fits else style.ToolButtonIconOnly)

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
    """What the panel has in 3.4 em: icons with a word below each, and in small windows the icons alone."""

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
        self.menu = ActionMenu(self)
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
        words = tr("Chat") + (f" ({unread})" if unread else "")
        self.chat_button.setToolTip(words)
        self.chat_button.setAccessibleName(words)

    def show_deeds(self, deeds: Mapping[str, TableAction], acting: bool) -> None:
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
        self._name(button, words)
        self._theme.bind_icon(button, icon, colour)
        return button

    def _name(self, button: RailButton, words: str) -> None:
        short = {"rail_take_back": tr("Back")}.get(button.objectName(), words)
        button.setText(short.split()[0] if words else "")  # one word has room
        button.show_words(not self._slim)
        button.setToolTip(words)
        button.setAccessibleName(words)

    def _space(self) -> None:
        px = self._theme.px
        self.setFixedWidth(px(self._theme.tokens.layout.rail))
        self._body.setContentsMargins(0, px(0.6), 0, px(0.6))
        for button in (*self._tabs.values(), *self._deeds.values(), self.more_button):
            button.show_words(not self._slim)
            button.setIconSize(QSize(px(1.7), px(1.7)))
            button.setFixedSize(px(ROOM), self._high())

    def _high(self) -> int:
        """How high a button is; lower where all of them would be higher than the window."""
        px = self._theme.px
        wanted = px(2.6 if self._slim else 3.6)
        shown = sum(not button.isHidden() for button in self.findChildren(RailButton))
        room = (self.height() - px(1.2)) // max(1, shown) - self._body.spacing()
        return wanted if room >= wanted or not self.isVisible() else max(px(1.8), room)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._space()
