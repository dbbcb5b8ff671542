"""Menu View: what is preferred, within reach of a game; all of it is among the preferences too."""

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from client_qt.app.actions import VIEW, Actions
from client_qt.app.full_screen import FullScreen
from client_qt.pages.preferences.choices import board_words, pieces_words, ui_words
from client_qt.settings.preferences import Preferences
from client_qt.text.translation import tr
from client_qt.theme import Theme

SWITCHES = ("turning", "legal", "threats", "coordinates", "sound")  # actions that are called as their preference


class ViewMenu(QObject):
    """`preferred` when something was chosen here: the name of the preference, and its value."""

    preferred = Signal(str, object)

    def __init__(self, theme: Theme, bar: QMenuBar, actions: Actions, window: QWidget) -> None:
        super().__init__(window)
        self._theme, self._actions, self._window = theme, actions, window
        self._menu = actions.menu(bar, tr("View"), VIEW)
        self._choices: dict[str, QActionGroup] = {}
        self._menu.insertMenu(actions["preferences"], self._submenu("ui", tr("Look of the window"), ui_words()))
        self._menu.insertMenu(actions["preferences"], self._submenu("board", tr("Board"), board_words()))
        colours = self._submenu("pieces", tr("Colours of the pieces"), pieces_words())
        self._menu.insertMenu(actions["preferences"], colours)
        self._menu.insertSeparator(actions["preferences"])
        for name in SWITCHES:
            actions[name].triggered.connect(lambda on, name=name: self.preferred.emit(name, on))
        FullScreen(window, actions["full_screen"])
        self.show_preferences(Preferences())

    def show_preferences(self, now: Preferences) -> None:
        """Mark what is preferred."""
        for name, group in self._choices.items():
            for action in group.actions():
                action.setChecked(action.data() == getattr(now, name))
        for name in SWITCHES:
            action = self._actions[name]
            action.setChecked(getattr(now, name) and (name != "sound" or action.isEnabled()))

    def _submenu(self, name: str, title: str, words: Mapping[object, str]) -> QMenu:
        menu = QMenu(title, self._menu)
        menu.setObjectName(f"menu_{name}")
        self._choices[name] = group = QActionGroup(self)
        for value, text in words.items():
            action = QAction(text, self._window)
            action.setObjectName(f"prefer_{name}_{value}")
            action.setCheckable(True)
            action.setData(value)
            group.addAction(action)
            menu.addAction(action)
        group.triggered.connect(lambda action: self.preferred.emit(name, action.data()))
        return menu
