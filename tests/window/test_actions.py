"""Every action of the window: words, an icon, keys of its own, a tip, and a place in a menu."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from client_qt.app.actions import MENUS, ON_BOARD, SPECS
from client_qt.app.main_window import MainWindow

NAMES = list(SPECS)
# rarely used: it takes long and asks for a file; Enter on the board confirms
WITHOUT_KEYS = ("export_animation", "confirm")


def in_menus(window: MainWindow) -> set[str]:
    """The names of all actions that hang in a menu of the bar, submenus included."""
    found: set[str] = set()
    menus = [top.menu() for top in window.menuBar().actions()]
    while menus:
        menu = menus.pop()
        assert isinstance(menu, QMenu)
        found |= {entry.objectName().removeprefix("action_") for entry in menu.actions()}
        menus += [entry.menu() for entry in menu.actions() if entry.menu() is not None]
    return found


def test_an_action_has_words_an_icon_keys_a_tip_and_a_place_in_a_menu_or_under_the_board(window: MainWindow) -> None:
    made = {name: window.findChild(QAction, f"action_{name}") for name in NAMES}

    assert [name for name in NAMES if not made[name].text().strip()] == []
    assert [name for name in NAMES if made[name].icon().isNull()] == []
    assert [name for name in NAMES if not made[name].shortcut().toString() and name not in WITHOUT_KEYS] == []
    assert [name for name in NAMES if not made[name].toolTip().strip()] == []
    on_board = {spec.name for spec in MENUS[ON_BOARD] if spec is not None}
    assert set(NAMES) - on_board <= in_menus(window)
