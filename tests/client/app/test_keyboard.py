"""The window by keys alone: Tab reaches everything in order, one sees where it is, Esc goes back, Alt opens menus."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QTextEdit,
    QToolBar,
    QToolButton,
    QWidget,
)

from client_qt.app.actions import MENUS
from client_qt.app.main_window import MainWindow
from client_qt.app.menus import add_access_keys
from client_qt.theme import Theme
from devtools.harness.window.clicks import settle
from devtools.screenshots.staged_tables import Staged
from netgame.games import GAMES
from tests.client.staging import put_away, sit_down, whole_window
from tests.client.widget_tools import is_inner, nameless, shows_focus

PAGES = (
    "home", "host", "here", "join", "table", "lobby", "profile", "history", "account", "reports", "rules", "records",
    "preferences", "check_setup",
)  # fmt: skip
MOST = 120  # steps of Tab, on any page


@pytest.fixture(scope="module")
def window(_session_theme: Theme) -> Iterator[MainWindow]:
    """A window whose pages have something to show. Its tests change no more than the page."""
    _session_theme.choose(ui="light", reduced_motion=True, zoom=1.0)
    made = whole_window(_session_theme)
    made.resize(1280, 800)
    made.show()
    sit_down(made, Staged(clock="fischer 300+5").start().play(5))
    made.rules.show_game(min(GAMES))
    yield made
    put_away(made)


def open_page(window: MainWindow, name: str) -> QWidget:
    window.show_page(name)  # type: ignore[arg-type]
    window.activateWindow()
    settle()
    return window.stack.currentWidget()


def by_tab(window: MainWindow) -> list[QWidget]:
    """Everything that Tab goes through, until it comes round."""
    found: list[QWidget] = []
    for _ in range(MOST):
        QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Tab)
        now = QApplication.focusWidget()
        assert now is not None
        if now in found:
            return found
        found.append(now)
    raise AssertionError("Tab does not come round")


def wanted(page: QWidget) -> Iterator[QWidget]:
    """All that takes the keyboard there."""
    for widget in page.findChildren(QWidget):
        tab = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        inner = widget.objectName().startswith("qt_") and "tabbar" not in widget.objectName()
        if tab and widget.isVisible() and widget.isEnabled() and widget.focusProxy() is None and not inner:
            yield widget


def named(widget: QWidget) -> str:
    return f"{type(widget).__name__} {widget.objectName() or widget.accessibleName()}"


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_tab_reaches_all_of_a_page_which_has_names_and_one_sees_where_it_is(window: MainWindow, name: str) -> None:
    page = open_page(window, name)
    found = by_tab(window)
    exclusive = {"QRadioButton"}  # of a group only the chosen one, the others by the arrows

    assert [named(w) for w in wanted(page) if w not in found and type(w).__name__ not in exclusive] == []
    assert all(page.isAncestorOf(widget) or page is widget for widget in found)
    assert nameless(page) == []
    seen = [w for w in found if not (isinstance(w, QTextEdit | QPlainTextEdit) and w.isReadOnly())]
    assert [named(widget) for widget in seen if widget is not page and not _sees(widget)] == []


@pytest.mark.parametrize("name", [name for name in PAGES if name not in ("home", "table")])
def test_the_way_back_is_the_first_of_a_page_and_esc(window: MainWindow, name: str) -> None:
    page = open_page(window, name)
    went: list[str] = []
    page.back.connect(lambda: went.append(name))  # type: ignore[attr-defined]
    page.setFocus()
    QTest.keyClick(page, Qt.Key.Key_Tab)
    first = QApplication.focusWidget()
    assert first is not None
    QTest.keyClick(first, Qt.Key.Key_Escape)

    assert first.accessibleName() == "Back" or name in ("host", "here", "join")
    assert went == [name]


def test_enter_and_space_press_the_button_that_has_the_keyboard(window: MainWindow) -> None:
    page = open_page(window, "check_setup")
    button = page.findChild(QPushButton, "check_setup_go")
    back = next(found for found in page.findChildren(QToolButton) if found.accessibleName() == "Back")
    pressed: list[str] = []
    page.back.connect(lambda: pressed.append("back"))  # type: ignore[attr-defined]
    button.clicked.connect(lambda: pressed.append("go"))
    keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
    for widget in (button, back):
        for key in keys:
            widget.setFocus()
            QTest.keyClick(widget, key)

    assert pressed == ["go"] * len(keys) + ["back"] * len(keys)


def test_beside_the_board_tab_goes_from_the_top_to_the_bottom(window: MainWindow) -> None:
    open_page(window, "table")
    panel = window.table.panel
    beside = [widget for widget in by_tab(window) if panel.isAncestorOf(widget)]
    heights = [widget.mapTo(panel, QPoint()).y() for widget in beside]
    rough = [height // 10 for height in heights]
    assert len(beside) > 8
    assert rough == sorted(rough)


def _sees(widget: QWidget) -> bool:
    """Whether one sees the focus of a widget, after scrolling to it as Tab does."""
    area = widget.parentWidget()
    while area is not None and not isinstance(area, QScrollArea):
        area = area.parentWidget()
    if area is not None:
        area.ensureWidgetVisible(widget)
        settle()
    return shows_focus(widget)


def menus(window: MainWindow) -> list[QMenu]:
    return [menu for action in window.menuBar().actions() if isinstance(menu := action.menu(), QMenu)]


def letters(actions: list[QAction]) -> list[str]:
    return [a.text()[a.text().index("&") + 1].lower() for a in actions if "&" in a.text()]


def test_no_key_of_an_action_is_one_that_types_a_letter_or_belongs_to_the_desktop() -> None:
    taken = {"Ctrl+P", "Ctrl+Shift+S", "Ctrl+Shift+U"}  # print, save as, and the input of a character by its number
    keys = [key for specs in MENUS.values() for spec in specs if spec is not None for key in spec.keys.split("; ")]
    assert not taken & set(keys)
    assert not [key for key in keys if "Ctrl+Alt" in key]  # AltGr on Windows


def test_each_menu_has_a_letter_of_its_own_and_each_entry_of_an_open_one(window: MainWindow) -> None:
    found = letters(window.menuBar().actions())
    assert len(set(found)) == len(found) == len(window.menuBar().actions())

    open_page(window, "table")
    for menu in menus(window):
        menu.aboutToShow.emit()
        shown = [action for action in menu.actions() if action.isVisible() and not action.isSeparator()]
        found = letters(shown)
        assert len(set(found)) == len(found) >= len(shown) - 2, menu.title()
        menu.aboutToHide.emit()
        assert letters(shown) == []


def test_letters_are_first_ones_of_words_and_as_many_entries_as_possible_have_one() -> None:
    actions = [QAction(words) for words in ("Save", "Stop here", "Salt & pepper".replace("&", "&&"), "sss", "S")]
    add_access_keys(actions)
    add_access_keys(actions)  # again, for another language or other words
    assert [action.text() for action in actions] == ["S&ave", "Stop &here", "Salt && &pepper", "&sss", "S"]


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # pop-ups without a screen
def test_alt_and_a_letter_open_a_menu(window: MainWindow) -> None:
    window.activateWindow()
    settle()
    first = window.menuBar().actions()[0]
    letter = letters([first])[0].upper()
    QTest.keyClick(window, getattr(Qt.Key, f"Key_{letter}"), Qt.KeyboardModifier.AltModifier)
    settle()
    menu = QApplication.activePopupWidget()

    assert menu is first.menu()
    menu.close()


def test_every_field_has_a_label_apart_from_its_placeholder_and_bars_have_names(window: MainWindow) -> None:
    labelled = {label.buddy() for label in window.findChildren(QLabel)}
    fields = [field for field in window.stack.findChildren(QLineEdit) if not is_inner(field)]
    assert [f.objectName() for f in fields if not f.accessibleName() and f not in labelled] == []
    window.show_page("table")
    for bar in (window.menuBar(), window.findChild(QToolBar)):
        assert nameless(bar) == []


def test_an_open_menu_changes_no_button_elsewhere(window: MainWindow) -> None:
    buttons = [button for button in window.findChildren(QToolButton) if button.defaultAction() is not None]
    before = [(button.text(), button.toolTip(), button.accessibleName()) for button in buttons]

    for menu in menus(window):
        menu.aboutToShow.emit()
        during = [(button.text(), button.toolTip(), button.accessibleName()) for button in buttons]
        menu.aboutToHide.emit()
        assert during == before


def test_each_text_that_can_be_selected_can_be_selected_by_keys(window: MainWindow) -> None:
    for name in ("account", "preferences", "host", "join", "rules", "check_setup"):
        window.show_page(name)
    settle()
    by_mouse = Qt.TextInteractionFlag.TextSelectableByMouse
    found = [label for label in window.findChildren(QLabel) if label.textInteractionFlags() & by_mouse]

    assert found
    by_keys = Qt.TextInteractionFlag.TextSelectableByKeyboard
    assert [label.text() for label in found if not label.textInteractionFlags() & by_keys] == []
