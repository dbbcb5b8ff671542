"""The menu bar."""

from collections.abc import Iterable, Mapping

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from client_qt.app.actions import GAME, HELP, PLAY, SERVER, VIEW
from client_qt.pages.preferences.choices import board_words, pieces_words, ui_words
from client_qt.settings.preferences import Preferences
from client_qt.text.plain import without_underline
from client_qt.text.translation import tr

SWITCHES = ("turning", "legal", "threats", "coordinates", "sound")  # actions with the name of their preference


class MenuBar(QMenuBar):
    """The menus, with some preferences in the View menu. Entries get access keys when a menu opens."""

    preferred = Signal(str, object)  # the name of a preference, its new value
    game_opened = Signal()  # the Game menu is about to be shown

    def __init__(self, actions: Mapping[str, QAction], parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self._groups: dict[str, QActionGroup] = {}
        self._add(tr("Game"), GAME).aboutToShow.connect(self.game_opened)
        self._add(tr("Play"), PLAY)
        view = self._add(tr("View"), VIEW)
        for name, title, choices in (
            ("ui", tr("Look of the window"), ui_words()),
            ("board", tr("Board"), board_words()),
            ("pieces", tr("Colours of the pieces"), pieces_words()),
        ):
            view.insertMenu(actions["preferences"], self._choice(name, title, choices, view))
        view.insertSeparator(actions["preferences"])
        self._add(tr("Server"), SERVER)
        self._add(tr("Help"), HELP)
        for name in SWITCHES:
            actions[name].triggered.connect(lambda on, name=name: self.preferred.emit(name, on))
        add_access_keys(self.actions())
        for menu in self.findChildren(QMenu):
            menu.aboutToShow.connect(self._about_to_show)
            menu.aboutToHide.connect(self._about_to_hide)
        self.show_preferences(Preferences())

    def show_preferences(self, now: Preferences) -> None:
        """Check the preferred entries."""
        for name, group in self._groups.items():
            for action in group.actions():
                action.setChecked(action.data() == getattr(now, name))
        for name in SWITCHES:
            self._actions[name].setChecked(getattr(now, name))

    def _add(self, title: str, names: Iterable[str | None]) -> QMenu:
        menu = self.addMenu(title)
        for name in names:
            if name is None:
                menu.addSeparator()
            else:
                menu.addAction(self._actions[name])
        return menu

    def _choice(self, name: str, title: str, choices: Mapping[object, str], parent: QMenu) -> QMenu:
        menu = QMenu(title, parent)
        menu.setObjectName(f"menu_{name}")
        self._groups[name] = group = QActionGroup(self)
        for value, text in choices.items():
            action = menu.addAction(text)
            action.setObjectName(f"prefer_{name}_{value}")
            action.setCheckable(True)
            action.setData(value)
            group.addAction(action)
        group.triggered.connect(lambda action: self.preferred.emit(name, action.data()))
        return menu

    def _about_to_show(self) -> None:
        menu = self.sender()
        assert isinstance(menu, QMenu)
        add_access_keys(action for action in menu.actions() if action.isVisible() and not action.isSeparator())

    def _about_to_hide(self) -> None:
        """Remove the access keys: buttons elsewhere show the same texts."""
        menu = self.sender()
        assert isinstance(menu, QMenu)
        for action in menu.actions():
            action.setText(_plain(action.text()))


def add_access_keys(actions: Iterable[QAction]) -> None:
    """Underline a different letter in each text, if possible the first of a word."""
    texts = {action: _plain(action.text()) for action in actions}
    places = {action: _letters(text) for action, text in texts.items()}
    users: dict[str, QAction] = {}

    def find(action: QAction, tried: set[str]) -> bool:
        """Find a letter for an entry. Another entry that has it changes to one that is free."""
        for letter in places[action]:
            if letter not in tried:
                tried.add(letter)
                if letter not in users or find(users[letter], tried):
                    users[letter] = action
                    return True
        return False

    for action, letters in places.items():
        free = next((letter for letter in letters if letter not in users), None)
        if free is not None:
            users[free] = action
    for action in texts:
        if action not in users.values():
            find(action, set())
    for letter, action in users.items():
        text, place = texts[action], places[action][letter]
        action.setText(f"{text[:place]}&{text[place:]}")


def _letters(text: str) -> dict[str, int]:
    """Return the letters of a text with their places, the first ones of its words first."""
    places = [place for place, letter in enumerate(text) if letter.isalnum()]
    places.sort(key=lambda place: place > 0 and text[place - 1].isalnum())
    found: dict[str, int] = {}
    for place in places:
        found.setdefault(text[place].lower(), place)
    return found


def _plain(text: str) -> str:
    """The text without access key; a literal ampersand stays doubled."""
    return without_underline(text).replace("&", "&&")
