"""The toolbar of the main window; in small windows its buttons are in the corner of the menu bar."""

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QMenuBar, QToolBar, QToolButton, QWidget

from client_qt.text.plain import literal, without_underline
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, label, restyle
from client_qt.widgets.labels import IconLabel
from client_qt.widgets.layouts import QWIDGETSIZE_MAX, STRETCH, add_to
from netgame.text import fill

BADGE_IN_BAR = 26.0  # em; the most in the toolbar
TOOLS = ("home", "host", "join", "here", "computer", None, "undo", "redo", "flip")


class IconButton(QToolButton):
    """A button with the icon of an action; `off_icon` is for a switch that is off."""

    def __init__(self, theme: Theme, action: QAction, icon: str, off_icon: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._action, self._icon, self._off_icon = theme, action, icon, off_icon
        self.setObjectName(f"quick_{action.objectName().removeprefix('action_')}")
        self.setProperty("quick", True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.clicked.connect(action.trigger)
        action.changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        action = self._action
        on = action.isChecked() or not action.isCheckable()
        self.setIcon(self._theme.icon(self._icon if on else self._off_icon, "ink_muted"))
        self.setEnabled(action.isEnabled())
        words = action.iconText() if on else tr("Sounds are off")
        keys = action.shortcut().toString()
        hint = f"{words} ({keys})" if keys and action.isEnabled() else action.toolTip() or words
        self.setToolTip(action.whatsThis() or hint)
        self.setAccessibleName(words)


class NewsBadge(Button):
    """A button that opens the game that waits for the player; it is hidden while no game waits."""

    def __init__(self, theme: Theme, action: QAction, parent: QWidget) -> None:
        super().__init__(theme, "", "play", "primary", parent, name="news", clicked=action.trigger)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        restyle(self, extent="small")
        self._texts = ("", "", "")  # from the whole one to none
        self.hide()

    def show_news(self, words: str, more: int) -> None:
        """Show that game and how many more wait; hide the badge if `words` is empty."""
        if more:
            words = fill(tr("{news} (and {count} more)"), {"news": words, "count": more})
        whole = literal(fill(tr("{news} - Open"), {"news": words})) if words else ""
        self._texts = (whole, tr("A game waits"), "")
        self.setAccessibleName(without_underline(whole))
        self.setToolTip(without_underline(whole))
        self.setVisible(bool(words))
        self.fit(QWIDGETSIZE_MAX)

    def fit(self, room_px: int) -> None:
        """Use at most that width, with a shorter text or only the icon; the tool tip has the whole text."""
        for text in self._texts:
            self.setText(text)
            if self.sizeHint().width() <= room_px:
                break
        self.setMaximumWidth(self.sizeHint().width())


class ToolBar(QToolBar):
    """Frequent actions, the server of the table, and at the right end sound and preferences."""

    def __init__(self, theme: Theme, actions: Mapping[str, QAction], parent: QWidget) -> None:
        super().__init__(tr("Tools"), parent)
        self.setObjectName("tools")
        self.setMovable(False)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        for name in TOOLS:
            if name is None:
                self.addSeparator()
            else:
                self.addAction(actions[name])
        self._from_here = actions["from_here"]
        self._shield, self._server = IconLabel(theme, "shield", "ok"), label("", "small", "muted")
        self._shield.setObjectName("shield")
        self._end = self.addWidget(self._place(theme))
        self.show_server("", secure=False)
        self.badge = NewsBadge(theme, actions["waiting"], self)
        self._badge_place = self.addWidget(self.badge)
        self._badge_place.setVisible(False)
        for button in quick_buttons(theme, actions, self):
            self.addWidget(button)
        self.toggleViewAction().setEnabled(False)
        self._theme = theme
        theme.changed.connect(self._size_icons)
        self._size_icons()

    def _size_icons(self) -> None:
        side = self._theme.px(self._theme.tokens.control.icon_toolbar)
        self.setIconSize(QSize(side, side))
        self.badge.fit(self._theme.px(BADGE_IN_BAR))

    def show_server(self, name: str, secure: bool) -> None:
        """Show the server or file of the table."""
        self._server.setText(name)
        self._shield.setVisible(bool(name) and secure)

    def show_news(self, words: str, more: int) -> None:
        """Show the badge of a game that waits; hide it if `words` is empty."""
        self.badge.show_news(words, more)
        self.badge.fit(self._theme.px(BADGE_IN_BAR))
        self._badge_place.setVisible(bool(words))

    def show_review(self, review: bool) -> None:
        """Offer to play on from a record."""
        self.removeAction(self._from_here)
        if review:
            self.insertAction(self._end, self._from_here)

    def _place(self, theme: Theme) -> QWidget:
        filler = QWidget(self)
        line = QHBoxLayout(filler)
        theme.scale(line.setContentsMargins, 0, 0, 1.2, 0)
        add_to(line, STRETCH, self._shield, self._server)
        filler.setSizePolicy(filler.sizePolicy().Policy.Expanding, filler.sizePolicy().Policy.Preferred)
        return filler


class MenuBarButtons(QWidget):
    """The buttons at the right end of the menu bar; in a bar of their own where the system shows the menus.

    That is so on macOS, and on desktops with one menu bar for all windows.
    """

    def __init__(
        self, theme: Theme, actions: Mapping[str, QAction], bar: QMenuBar, is_native: bool | None = None
    ) -> None:
        """`is_native`: whether the system shows the menus; None: ask Qt."""
        super().__init__(bar)
        self._theme, self._bar = theme, bar
        line = QHBoxLayout(self)
        theme.scale(line.setContentsMargins, 0, 0, 0.6, 0)
        theme.scale(line.setSpacing, 0)
        self.badge = NewsBadge(theme, actions["waiting"], self)
        line.addWidget(self.badge)
        self._tools = [self._tool(actions[name]) for name in TOOLS if name is not None]
        for button in (*self._tools, *quick_buttons(theme, actions, self)):
            button.setStyleSheet("padding: 0;")
            line.addWidget(button)
        self._own_bar: QToolBar | None = None
        if bar.isNativeMenuBar() if is_native is None else is_native:
            self._own_bar = _bar_at_the_right(self)
        else:
            bar.setCornerWidget(self)

    def show_tools(self, shown: bool, tools: bool, window_px: int) -> None:
        """Show or hide the corner, and in it the buttons of the toolbar. The badge gets the room that is left."""
        for button in self._tools:
            button.setVisible(tools)
        self.setVisible(shown)
        used = sum(self._bar.actionGeometry(menu).width() for menu in self._bar.actions())
        buttons = (button for button in self.findChildren(QToolButton) if button.isVisibleTo(self))
        used += sum(button.sizeHint().width() for button in buttons)
        self.badge.fit(window_px - used - self._theme.px(2))
        restyle(self._bar, ruled=shown)
        if self._own_bar is not None:
            self._own_bar.setVisible(shown)
        elif shown:
            self._bar.setCornerWidget(self)  # makes the bar ask for its width again

    def _tool(self, action: QAction) -> QToolButton:
        button = QToolButton(self)
        button.setDefaultAction(action)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return button


def _bar_at_the_right(buttons: MenuBarButtons) -> QToolBar:
    """Put the buttons at the right end of a tool bar at the top of their window."""
    window = buttons.window()
    assert isinstance(window, QMainWindow)
    made = QToolBar(tr("Tools"), window)
    made.setObjectName("menu_bar_buttons")
    made.setMovable(False)
    made.toggleViewAction().setVisible(False)
    filler = QWidget(made)
    filler.setSizePolicy(filler.sizePolicy().Policy.Expanding, filler.sizePolicy().Policy.Preferred)
    window.addToolBar(made)
    made.addWidget(filler)
    made.addWidget(buttons)
    return made


def quick_buttons(theme: Theme, actions: Mapping[str, QAction], parent: QWidget) -> tuple[IconButton, IconButton]:
    """Sound and preferences."""
    sound = IconButton(theme, actions["sound"], "sound-on", "sound-off", parent)
    return sound, IconButton(theme, actions["preferences"], "settings", "settings", parent)
