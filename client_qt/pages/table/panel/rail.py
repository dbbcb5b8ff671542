"""The narrow rail in place of the side panel: icons that open its tabs, and the actions."""

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolButton, QWidget

from client_qt.pages.table.panel.action_bar import ActionBar
from client_qt.pages.table.panel.side_panel import Tab, watching_words
from client_qt.pages.table.view.actions import MORE
from client_qt.text.translation import tr
from client_qt.theme import Theme
from client_qt.widgets.layouts import Responsive, column, page, row

AROUND, LEAST = 1.2, 1.8  # em; above and below the buttons, and the height of the lowest ones
BUTTON_WIDTH = 3.35  # em
DOT = "."
SMALLER = 0.9  # of the usual font size, for a word that is a little too long


class RailButton(QToolButton):
    """An icon, with a word if there is room, and a mark in its corner: a dot if something is new, or a number."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._mark = theme, ""

    def show_words(self, shown: bool) -> None:
        """Show the word below the icon, unless it is too long even in a smaller font."""
        font, style, room = self._theme.font("caption", "strong"), Qt.ToolButtonStyle, self._theme.px(BUTTON_WIDTH)
        usual = font.pixelSize()
        for size in (usual, round(usual * SMALLER)):
            font.setPixelSize(size)
            if fits := QFontMetrics(font).horizontalAdvance(self.text()) <= room:
                break
        sheet = f"padding: 0; border: none; font-size: {font.pixelSize()}px;"
        if sheet != self.styleSheet():  # Qt would style the button again
            self.setStyleSheet(sheet)
        self.setToolButtonStyle(style.ToolButtonTextUnderIcon if shown and fits else style.ToolButtonIconOnly)

    def set_mark(self, mark: str) -> None:
        """Show a number, or with DOT a dot; nothing with an empty text."""
        self._mark = mark
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._mark:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.ui.accent)
            small, side = self._theme.px(0.6), self._theme.px(1.2)
            if self._mark == DOT:
                painter.drawEllipse(self.width() - 2 * small, small // 2, small, small)
                return
            place = QRect(self.width() - side, 0, side, side)
            painter.drawEllipse(place)
            painter.setPen(self._theme.ui.surface)
            painter.setFont(self._theme.font("caption", "strong"))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, self._mark)


class Rail(QWidget):
    tab = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        page(self, "surface")
        self._theme = theme
        self._slim = False
        self.moves_button = self._button("moves", "ink_muted", tr("Moves"), "rail_moves")
        self.chat_button = self._button("chat", "ink_muted", tr("Chat"), "rail_chat")
        self.people_button = people = self._button("players", "ink_muted", tr("Players"), "rail_people")
        rules = self._button("rules", "ink_muted", tr("Rules"), "rail_rules")
        self.analysis_button = self._button("analysis", "ink_muted", tr("Analysis"), "rail_analysis")
        self._tabs = {
            "moves": self.moves_button, "chat": self.chat_button, "people": people, "rules": rules,
            "analysis": self.analysis_button,
        }  # fmt: skip
        for name, button in self._tabs.items():
            button.setCheckable(True)
            button.clicked.connect(lambda _checked, name=name: self.tab.emit(name))
        self.take_back_button = self._button("take-back", "ink_muted", tr("Take back"), "rail_take_back")
        self.stop_button = self._button("draw", "ink_muted", tr("End battle"), "rail_stop")
        self.resign_button = self._button("resign", "danger", tr("Resign"), "rail_resign")
        self.stop_watching_button = self._button("leave", "ink_muted", tr("Stop watching"), "rail_stop_watching")
        self.more_button = self._button("more", "ink_muted", tr("More"), "rail_more")
        buttons = {
            "take_back": self.take_back_button, "stop": self.stop_button, "resign": self.resign_button,
            "stop_watching": self.stop_watching_button, MORE: self.more_button,
        }  # fmt: skip
        self.action_bar = ActionBar(self, buttons, self._set_words, beside=True)
        self._all = (*self._tabs.values(), *buttons.values())
        self._column = column(theme, self, gap="s", margin=(0, 0.6, 0, 0.6))
        for button in self._all:
            if button is self.take_back_button:
                self._column.addStretch(1)
            line = row(theme)
            line.addWidget(button)
            self._column.addLayout(line)
        self.show_analysis(False)
        theme.scale(self.setFixedWidth, theme.tokens.layout.rail)
        Responsive(theme, self, self._size_buttons)

    def set_slim(self, slim: bool) -> None:
        """Set whether the buttons have icons only."""
        self._slim = slim
        self._size_buttons()

    def show_open(self, tab: Tab) -> None:
        """Mark the tab of the panel that is open; empty for none."""
        for name, button in self._tabs.items():
            button.setChecked(name == tab)

    def show_chat(self, there: bool, unread: int) -> None:
        words = tr("Chat") + (f" ({unread})" if unread else "")
        self.chat_button.setVisible(there)
        self.chat_button.set_mark(DOT if unread else "")
        self.chat_button.setToolTip(words)
        self.chat_button.setAccessibleName(words)

    def show_analysis(self, there: bool) -> None:
        """Show or hide the button of the analysis."""
        self.analysis_button.setVisible(there)
        self._size_buttons()

    def show_watching(self, count: int) -> None:
        """Show how many spectators the table has."""
        words = ", ".join(filter(None, (tr("Players"), watching_words(count))))
        self.people_button.set_mark((str(count) if count < 10 else "9+") if count else "")
        self.people_button.setToolTip(words)
        self.people_button.setAccessibleName(words)

    def _button(self, icon: str, colour: str, words: str, name: str) -> RailButton:
        button = RailButton(self._theme, self)
        button.setObjectName(name)
        self._set_words(button, words)
        button.setIcon(self._theme.icon(icon, colour))
        return button

    def _set_words(self, button: RailButton, words: str, tip: str = "") -> None:
        short = {"rail_take_back": tr("Back"), "rail_stop": tr("End"), "rail_stop_watching": tr("Stop")}
        button.setText(short.get(button.objectName(), words))  # there is room for one word
        button.show_words(not self._slim)
        button.setToolTip(tip or words)
        button.setAccessibleName(words)

    def minimumSizeHint(self) -> QSize:
        """The size with the lowest buttons, so that those of now can become lower."""
        px, shown = self._theme.px, self._shown
        height = px(AROUND) + shown * px(LEAST) + max(0, shown - 1) * self._column.spacing()
        return QSize(self.width(), min(height, super().minimumSizeHint().height()))

    @property
    def _shown(self) -> int:
        return sum(not button.isHidden() for button in self._all)

    def _size_buttons(self) -> None:
        """Make the buttons lower than usual if they do not fit into the window."""
        px = self._theme.px
        height = px(2.6 if self._slim else 3.6)
        room = (self.height() - px(AROUND)) // max(1, self._shown) - self._column.spacing()
        if self.isVisible() and room < height:
            height = max(px(LEAST), room)
        for button in self._all:
            button.show_words(not self._slim)
            button.setIconSize(QSize(px(1.7), px(1.7)))
            button.setFixedSize(px(BUTTON_WIDTH), height)
