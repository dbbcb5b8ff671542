"""The list view: row updates, mouse, keyboard, and rows and buttons for screen readers."""

import gc
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QPushButton, QScrollArea
from pytestqt.qtbot import QtBot

from client_qt.board.widget import BoardView
from client_qt.theme import Theme
from client_qt.widgets.list_view import Badge, ListRow, ListView, RowAction
from client_qt.widgets.row_delegate import MORE
from devtools.harness.window.clicks import GUARD_MS, LEFT, choose_in_menu, click_row, settle
from devtools.harness.window.play import play_on, seeded_table
from netgame.game import Mark, Piece
from netgame.games import GAMES

Role, Text = QAccessible.Role, QAccessible.Text
Done = list[tuple[str, str]]
JOIN, WATCH = RowAction("join", "Join"), RowAction("watch", "Watch", "ghost")
REPORT = RowAction("report", "Report", None)
ANN = ListRow("ann", "Ann", ("Thud",), actions=(JOIN, WATCH, REPORT), end="more", group="Waiting")
BOB = ListRow("bob", "Bob", actions=(WATCH,), problem="It is broken.", group="Waiting")
ACTIONS = (RowAction("open", "Open"), RowAction("remove", "Remove", "ghost"), REPORT)


def row(key: str, line: str = "", **more: object) -> ListRow:
    return ListRow(key, f"title {key}", (line,), actions=ACTIONS, **more)


@pytest.fixture
def view(theme: Theme, qtbot: QtBot) -> Iterator[ListView]:
    made = ListView(theme, "list", "Some rows", selectable=True)
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.show()
    yield made
    QTest.mouseRelease(made.viewport(), LEFT)
    for menu in made.findChildren(QMenu):
        menu.close()


@pytest.fixture
def done(view: ListView) -> Done:
    done: Done = []
    view.triggered.connect(lambda row, action: done.append((row.key, action)))
    return done


def keys(view: ListView) -> list[str]:
    return [row.key for row in view.rows]


def test_selection_and_scroll_position_stay_when_rows_come_move_change_and_go(view: ListView) -> None:
    view.show_rows([row(str(number)) for number in range(50)])
    view.choose("20")
    settle()
    before = view.verticalScrollBar().value()

    view.show_rows([row("new"), *(row(str(number), "changed") for number in range(49, 3, -1))])
    settle()

    assert keys(view)[:3] == ["new", "49", "48"]
    assert view.selected == row("20", "changed")
    assert view.verticalScrollBar().value() == before > 0
    view.show_rows([row("b")])
    assert (view.selected, view.current) == (None, None), "the selected one has gone"


def test_buttons_are_clicked_and_a_press_that_ends_elsewhere_does_nothing(view: ListView, done: Done) -> None:
    view.show_rows([row("a"), row("b")])
    click_row(view, "remove_b")
    click_row(view, "open_a")
    QTest.mousePress(view.viewport(), LEFT, pos=view.action_rect("a", "open").center())
    QTest.mouseRelease(view.viewport(), LEFT, pos=view.action_rect("b", "open").center())
    assert done == [("b", "remove"), ("a", "open")]


def test_nothing_changes_while_a_mouse_button_is_down(view: ListView, done: Done) -> None:
    view.show_rows([row("a"), row("b")])
    settle()
    place = view.action_rect("b", "open").center()
    QTest.mousePress(view.viewport(), LEFT, pos=place)
    view.show_rows([row("b", "changed")])
    assert keys(view) == ["a", "b"]
    QTest.mouseRelease(view.viewport(), LEFT, pos=place)

    assert done == [("b", "open")]
    assert view.rows == [row("b", "changed")]


def test_rows_are_chosen_and_opened_by_keys_and_double_clicks(view: ListView, done: Done) -> None:
    view.show_rows([row("a"), row("b"), row("c"), ListRow("x", "Xylophone", actions=ACTIONS)])
    view.setFocus()
    chosen = []
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Down, Qt.Key.Key_End, Qt.Key.Key_Up, Qt.Key.Key_X):
        QTest.keyClick(view, key)
        chosen.append(view.current.key)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert chosen == ["a", "b", "x", "c", "x"]
    assert done == [("x", "open")]

    place = QPoint(30, view.action_rect("b").center().y())
    QTest.mouseClick(view.viewport(), LEFT, pos=place)
    QTest.mouseDClick(view.viewport(), LEFT, pos=place)
    assert done == [("x", "open"), ("b", "open")]


def test_a_menu_has_all_actions_and_a_row_may_have_a_problem(view: ListView, done: Done) -> None:
    view.show_rows([row("a", end="more"), row("b", problem="It is broken.")])
    assert view.action_rect("a", MORE).isValid()
    for action in ("open", "remove", "report"):
        choose_in_menu(view, f"{action}_a")
    click_row(view, "open_b")
    assert done == [("a", "open"), ("a", "remove"), ("a", "report")]
    assert "It is broken." in view.rows[1].accessible_text


def test_rows_show_whole_positions_on_the_board_that_the_player_chose(
    view: ListView, theme: Theme, qtbot: QtBot
) -> None:
    game, played = GAMES["thud"](), seeded_table("thud")
    play_on(played, 4)
    positions = {"start": (game, game.start()), "later": (game, played.match.state), "same": (game, game.start())}
    view.show_rows([ListRow(key, "", game="thud", position=positions[key]) for key in positions])
    QTest.mouseMove(view.viewport(), view.action_rect("same").center())  # a row has another colour below the pointer

    def pictures() -> list[QImage]:
        areas = [view.action_rect(key) for key in positions]
        insides = [QRect(area.left() + 30, area.center().y() - 8, 20, 16) for area in areas]
        return [view.viewport().grab(inside).toImage() for inside in insides]

    def is_drawn() -> bool:  # later than the rows
        start, later, same = pictures()
        return start == same != later

    qtbot.waitUntil(is_drawn, timeout=GUARD_MS)
    before = pictures()
    theme.choose(board="slate")
    qtbot.waitUntil(lambda: is_drawn() and not any(picture in before for picture in pictures()), timeout=GUARD_MS)


def test_only_positions_of_rows_that_are_seen_are_drawn(view: ListView) -> None:
    drawn = list[int]()

    class Numbered(type(GAMES["clod"]())):
        """A game that notes of which of its states a view wants the pieces."""

        def pieces(self, state: int) -> dict[str, Piece]:
            drawn.append(state)
            return {}

        def marks(self, state: int) -> tuple[Mark, ...]:
            return ()

    game = Numbered()
    view.show_rows([ListRow(str(number), "", game="clod", position=(game, number)) for number in range(2000)])
    settle()
    assert {0, 1, 2} <= set(drawn) < set(range(20))

    view.scrollToBottom()
    settle()
    assert {1999, 1998} <= set(drawn) < {*range(20), *range(1980, 2000)}


def test_a_screen_reader_hears_all_that_a_row_shows_and_what_will_be_in_an_empty_list(view: ListView) -> None:
    view.show_rows((), "Nothing here yet.")
    assert view.accessibleDescription() == "Nothing here yet."
    columns, badge = ("1 of 2", "3 ms"), Badge("lock", "locked")
    view.show_rows(
        [ListRow("a", "Ann", ("Thud", "now"), chip="your turn", badges=(badge,), columns=columns)], "Nothing"
    )
    settle()

    interface = QAccessible.queryAccessibleInterface(view)
    assert view.accessibleDescription() == ""
    assert interface.text(QAccessible.Text.Name) == "Some rows"
    assert interface.child(0).text(QAccessible.Text.Name) == "Ann, your turn, locked, Thud, now, 1 of 2, 3 ms"


def test_a_heading_belongs_to_no_row_and_larger_text_makes_higher_rows(view: ListView, theme: Theme) -> None:
    view.show_rows([row("a", group="Near"), row("b", group="Near"), row("c", group="Far", game="thud")])
    settle()
    before = view.action_rect("c")
    assert not view.indexAt(QPoint(30, before.top() - 10)).isValid()
    assert view.indexAt(QPoint(30, before.top() + 10)).row() == 2

    theme.choose(zoom=1.5)
    settle()
    assert view.action_rect("c").height() == pytest.approx(1.5 * before.height(), abs=3)


def test_a_whole_list_is_as_high_as_its_rows_and_scrolls_the_page_around_it(theme: Theme, qtbot: QtBot) -> None:
    page = QScrollArea()
    qtbot.addWidget(page)
    whole = ListView(theme, "list", "Rows", whole=True, selectable=True)
    whole.show_rows([row(str(number)) for number in range(500)])
    page.setWidgetResizable(True)
    page.setWidget(whole)
    page.resize(500, 300)
    page.show()
    settle()

    QTest.keyClick(whole, Qt.Key.Key_End)
    settle()

    assert whole.height() == whole.action_rect("499").bottom() + 1
    assert page.verticalScrollBar().value() == page.verticalScrollBar().maximum() > 10_000


def test_a_list_that_python_drops_ends_without_an_error(theme: Theme, qapp: object) -> None:
    view = ListView(theme, "list", "Rows")
    view.show()
    settle()
    del view
    gc.collect()  # pytest-qt reports exceptions in methods that Qt calls


# ---- screen readers


@pytest.fixture
def tree(view: ListView) -> QAccessibleInterface:
    view.show_rows([ANN, BOB])
    view.activateWindow()
    settle()
    return QAccessible.queryAccessibleInterface(view)


def children(of: QAccessibleInterface) -> list[QAccessibleInterface]:
    return [of.child(number) for number in range(of.childCount())]


def test_rows_and_buttons_have_roles_names_and_actions(tree: QAccessibleInterface, done: Done) -> None:
    rows = children(tree)

    assert (tree.role(), tree.text(Text.Name)) == (Role.List, "Some rows")
    assert [(row.role(), row.text(Text.Name)) for row in rows] == [
        (Role.ListItem, "Ann, Thud"), (Role.ListItem, "Bob, It is broken."),
    ]  # fmt: skip
    assert [(part.role(), part.text(Text.Name), part.text(Text.Description)) for part in children(rows[0])] == [
        (Role.ButtonMenu, "More", "Ann"), (Role.Button, "Join", "Ann"), (Role.Button, "Watch", "Ann"),
    ]  # fmt: skip
    for part in children(rows[0])[1:]:
        part.actionInterface().doAction("Press")
    assert done == [("ann", "join"), ("ann", "watch")]


def test_a_row_is_focused_and_opened_by_actions(view: ListView, tree: QAccessibleInterface, done: Done) -> None:
    actions = tree.child(0).actionInterface()

    assert actions.actionNames() == ["Press", "SetFocus", "ShowMenu"]
    actions.doAction("SetFocus")
    state = tree.child(0).state()
    assert view.hasFocus()
    assert (state.focused, state.selected, tree.child(1).state().selected) == (True, True, False)
    assert tree.focusChild() is tree.child(0)
    actions.doAction("Press")
    assert done == [("ann", "join")]

    QTest.keyClick(view, Qt.Key.Key_End)
    assert tree.focusChild() is tree.child(1)
    assert tree.child(1).state().focused


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # of the platform without a screen
def test_the_menu_of_a_row_opens_by_an_action(view: ListView, tree: QAccessibleInterface, done: Done) -> None:
    tree.child(0).actionInterface().doAction("ShowMenu")
    assert [action.text() for action in view.findChild(QMenu).actions()] == ["Join", "Watch", "Report"]
    button = tree.child(1).child(0)
    button.actionInterface().doAction("Press")
    assert button.state().disabled
    assert done == []


def test_rows_and_buttons_are_found_where_they_are_until_gone(view: ListView, tree: QAccessibleInterface) -> None:
    button = tree.child(0).child(1)
    middle, left = button.rect().center(), tree.child(0).rect().left() + 3
    assert tree.childAt(middle.x(), middle.y()) is tree.child(0)
    assert tree.child(0).childAt(middle.x(), middle.y()) is button
    assert tree.child(0).childAt(left, middle.y()) is None
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
