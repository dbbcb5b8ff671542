"""Lists for screen readers: rows and their buttons with roles, names, states and actions."""

import gc
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QPushButton
from pytestqt.qtbot import QtBot

from client_qt.board.widget import BoardView
from client_qt.theme import Theme
from client_qt.widgets.list_view import ListRow, ListView, RowAction
from tests.client.clicks import settle

Role, Text = QAccessible.Role, QAccessible.Text
JOIN, WATCH, REPORT = (
    RowAction("join", "Join"),
    RowAction("watch", "Watch", "ghost"),
    RowAction("report", "Report", None),
)
ANN = ListRow("ann", "Ann", ("Thud",), actions=(JOIN, WATCH, REPORT), end="more", group="Waiting")
BOB = ListRow("bob", "Bob", actions=(WATCH,), problem="It is broken.", group="Waiting")


@pytest.fixture
def view(theme: Theme, qtbot: QtBot) -> Iterator[ListView]:
    made = ListView(theme, "list", "Tables", selectable=True)
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.show()
    made.activateWindow()
    made.show_rows([ANN, BOB])
    settle()
    yield made
    for menu in made.findChildren(QMenu):
        menu.close()


@pytest.fixture
def tree(view: ListView) -> QAccessibleInterface:
    found = QAccessible.queryAccessibleInterface(view)
    assert found is not None
    return found


@pytest.fixture
def done(view: ListView) -> list[tuple[str, str]]:
    done: list[tuple[str, str]] = []
    view.triggered.connect(lambda row, action: done.append((row.key, action)))
    return done


def children(of: QAccessibleInterface) -> list[QAccessibleInterface]:
    return [of.child(number) for number in range(of.childCount())]


def test_rows_and_their_buttons_have_roles_and_names(tree: QAccessibleInterface) -> None:
    rows = children(tree)

    assert (tree.role(), tree.text(Text.Name)) == (Role.List, "Tables")
    assert [(row.role(), row.text(Text.Name)) for row in rows] == [
        (Role.ListItem, "Ann, Thud"), (Role.ListItem, "Bob, It is broken."),
    ]  # fmt: skip
    assert [(part.role(), part.text(Text.Name), part.text(Text.Description)) for part in children(rows[0])] == [
        (Role.ButtonMenu, "More", "Ann"), (Role.Button, "Join", "Ann"), (Role.Button, "Watch", "Ann"),
    ]  # fmt: skip


def test_a_button_is_pressed_by_its_action(tree: QAccessibleInterface, done: list[tuple[str, str]]) -> None:
    for part in children(tree.child(0))[1:]:
        part.actionInterface().doAction("Press")

    assert done == [("ann", "join"), ("ann", "watch")]


def test_a_row_is_focused_chosen_and_opened_by_its_actions(
    view: ListView, tree: QAccessibleInterface, done: list[tuple[str, str]]
) -> None:
    actions = tree.child(0).actionInterface()

    assert actions.actionNames() == ["Press", "SetFocus", "ShowMenu"]
    actions.doAction("SetFocus")
    state = tree.child(0).state()
    assert view.hasFocus()
    assert (state.focused, state.selected, tree.child(1).state().selected) == (True, True, False)
    assert tree.focusChild() is tree.child(0)
    actions.doAction("Press")

    assert done == [("ann", "join")]


def test_the_focus_follows_the_keys(view: ListView, tree: QAccessibleInterface) -> None:
    view.setFocus()

    QTest.keyClick(view, Qt.Key.Key_End)

    assert tree.focusChild() is tree.child(1)
    assert tree.child(1).state().focused


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # of the platform without a screen
def test_the_menu_of_a_row_opens_by_an_action(view: ListView, tree: QAccessibleInterface) -> None:
    tree.child(0).actionInterface().doAction("ShowMenu")

    assert [action.text() for action in view.findChild(QMenu).actions()] == ["Join", "Watch", "Report"]


def test_the_button_of_a_row_with_a_problem_is_disabled(
    tree: QAccessibleInterface, done: list[tuple[str, str]]
) -> None:
    button = tree.child(1).child(0)

    button.actionInterface().doAction("Press")

    assert button.state().disabled
    assert done == []


def test_rows_and_buttons_are_found_where_they_are(tree: QAccessibleInterface) -> None:
    button = tree.child(0).child(1)
    middle, left = button.rect().center(), tree.child(0).rect().left() + 3

    assert tree.childAt(middle.x(), middle.y()) is tree.child(0)
    assert tree.child(0).childAt(middle.x(), middle.y()) is button
    assert tree.child(0).childAt(left, middle.y()) is None


def test_a_row_that_is_gone_is_no_longer_valid(view: ListView, tree: QAccessibleInterface) -> None:
    row, button = tree.child(1), tree.child(1).child(0)

    view.show_rows([ANN])

    assert tree.childCount() == 1
    assert not row.isValid()
    assert not button.isValid()


def test_all_interfaces_of_a_list_are_deleted_with_it_and_not_before(theme: Theme, qapp: object) -> None:
    class WithSlot(ListView):
        def slot(self) -> None:
            """Do nothing."""

    view, button = WithSlot(theme, "list", "Tables"), QPushButton()
    view.show_rows([ANN])
    first = QAccessible.queryAccessibleInterface(view)
    button.clicked.connect(view.slot)  # Qt for Python gives the list another meta-object
    second = QAccessible.queryAccessibleInterface(view)
    assert second is not first
    ids = [QAccessible.uniqueId(found) for tree in (first, second) for found in (tree, tree.child(0))]
    kept = [weakref.ref(first), weakref.ref(second)]
    del first, second

    gc.collect()
    assert all(found() is not None for found in kept)
    view.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    assert not any(map(QAccessible.accessibleInterface, ids))


def test_a_screen_reader_may_ask_a_list_and_a_board_while_they_are_made(theme: Theme, qtbot: QtBot) -> None:
    QAccessible.setActive(True)
    try:
        for made in (ListView(theme, "list", "Tables"), BoardView(theme)):
            qtbot.addWidget(made)
            assert QAccessible.queryAccessibleInterface(made).isValid()
    finally:
        QAccessible.setActive(False)
