"""The menu bar."""

from collections.abc import Iterable, Mapping

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from client_qt.app.actions import MENUS, ON_BOARD
from client_qt.pages.preferences.choices import board_words, pieces_words, ui_words
from client_qt.settings.preferences import Preferences
from client_qt.text.plain import without_underline
from client_qt.text.translation import tr

SWITCHES = ("turning", "legal", "threats", "coordinates", "sound")  # actions with the name of their preference


class MenuBar(QMenuBar):
    """The menus, with some preferences in the View menu. Entries get access keys when a menu opens."""

    preferred = Signal(str, object)  # the name of a preference, its new value

    def __init__(self, actions: Mapping[str, QAction], parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self._groups: dict[str, QActionGroup] = {}
        for title, entries in MENUS.items():
            if title != ON_BOARD:
                menu = self.addMenu(tr(title))
                for entry in entries:
                    if entry is None:
                        menu.addSeparator()
                        continue
                    if entry.name == "preferences":
                        self._add_choices(menu)
                    menu.addAction(actions[entry.name])
        for name in SWITCHES:
            actions[name].triggered.connect(lambda on, name=name: self.preferred.emit(name, on))
        add_access_keys(self.actions())
        for menu in self.findChildren(QMenu):
            menu.aboutToShow.connect(self._about_to_show)
            menu.aboutToHide.connect(self._about_to_hide)
        self.show_preferences(Preferences())

    def hide_empty(self) -> None:
        """Hide the menus in which nothing is visible on the shown page."""
        for menu in self.actions():
            inner = menu.menu()
            entries = inner.actions() if isinstance(inner, QMenu) else []
            menu.setVisible(any(entry.isVisible() and not entry.isSeparator() for entry in entries))

    def show_preferences(self, now: Preferences) -> None:
        """Check the preferred entries."""
        for name, group in self._groups.items():
            for action in group.actions():
                action.setChecked(action.data() == getattr(now, name))
        for name in SWITCHES:
            self._actions[name].setChecked(getattr(now, name))

    def _add_choices(self, menu: QMenu) -> None:
        for name, title, choices in (
            ("ui", tr("Look of the window"), ui_words()),
            ("board", tr("Board"), board_words()),
            ("pieces", tr("Colours of the pieces"), pieces_words()),
        ):
            inner = menu.addMenu(title)
            inner.setObjectName(f"menu_{name}")
            self._groups[name] = group = QActionGroup(self)
            for value, text in choices.items():
                action = inner.addAction(text)
                action.setObjectName(f"prefer_{name}_{value}")
                action.setCheckable(True)
                action.setData(value)
                group.addAction(action)
            group.triggered.connect(lambda action, name=name: self.preferred.emit(name, action.data()))
        menu.addSeparator()

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
    """Underline a different letter in each text, if possible the first of a word.

    Qt offers access keys only for texts that contain them, and those would differ between languages and with the
    entries that are visible.
    """
    texts = {action: _plain(action.text()) for action in actions}
    places = {action: _letters(text) for action, text in texts.items()}
    users: dict[str, QAction] = {}

    def find(action: QAction, tried: set[str]) -> bool:
        """Find a free letter for an entry, or one whose entry changes to a free one."""
        for letter in sorted(places[action], key=users.__contains__):
            if letter not in tried:
                tried.add(letter)
                if letter not in users or find(users[letter], tried):
                    users[letter] = action
                    return True
        return False

    for action in texts:
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
