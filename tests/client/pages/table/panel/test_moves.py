"""The list of moves beside the board, and the line under it."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QTableView
from pytestqt.qtbot import QtBot

from client_qt.pages.table.panel.move_list import MoveList
from client_qt.pages.table.panel.move_table import MovesModel
from client_qt.pages.table.strips.hint_line import HintLine, MoveBox
from client_qt.pages.table.view.hint import GameButton, HintState
from client_qt.pages.table.view.moves import MovesState
from client_qt.table.move_rows import Entry, Row
from client_qt.theme import Button, Theme
from client_qt.widgets.labels import ElidedLabel, LiveChip
from devtools.harness.window.clicks import GUARD_MS, settle
from tests.client.widget_tools import LEFT, LONG, button, colours, emitted, image_of, shown, texts

HEADS = "Dwarfs: Ann", "Trolls: you"
NAME = QAccessible.Text.Name


def listed(count: int) -> list[Row]:
    rows = [Row(0, heading="Battle 1")]
    rows += [Row(i + 1, (Entry(f"a{i}", 2 * i + 1), Entry(f"b{i}", 2 * i + 2))) for i in range(count)]
    return rows


@pytest.fixture
def moves(theme: Theme, qtbot: QtBot) -> MoveList:
    listing: MoveList = shown(MoveList(theme), qtbot, 350)
    listing.resize(350, 500)
    listing.show_state(MovesState(listed(4), 8, heads=HEADS))
    settle()
    return listing


def table(listing: MoveList) -> QTableView:
    return listing.findChild(QTableView)


def click(listing: MoveList, row: int, column: int) -> None:
    view = table(listing)
    QTest.mouseClick(view.viewport(), LEFT, pos=view.visualRect(view.model().index(row, column)).center())


def test_clicks_on_moves_go_there_and_keys_walk(moves: MoveList) -> None:
    heard = emitted(moves.go)
    for row, column in ((2, 1), (3, 2), (0, 0)):
        click(moves, row, column)
    assert heard == [3, 6]
    for key, signal in (("Left", "back"), ("Right", "forward"), ("Home", "first"), ("End", "last")):
        walked = emitted(getattr(moves.bar, signal))
        QTest.keyClick(table(moves), getattr(Qt.Key, f"Key_{key}"))
        assert len(walked) == 1


def cells(listing: MoveList) -> list[QAccessibleInterface]:
    """The cells that a screen reader is shown, row by row."""
    interface = QAccessible.queryAccessibleInterface(table(listing))
    found = [interface.child(number) for number in range(interface.childCount())]
    return [cell for cell in found if not cell.state().invisible]


def cell(listing: MoveList, name: str) -> QAccessibleInterface:
    return next(found for found in cells(listing) if found.text(NAME) == name)


def test_moves_are_cells_with_names_and_actions_and_are_found_where_they_are(moves: MoveList) -> None:
    first = [(found.role(), found.text(NAME), found.text(QAccessible.Text.Description)) for found in cells(moves)[:4]]
    place = cell(moves, "b1").tableCellInterface()
    assert first == [
        (QAccessible.Role.Cell, "Battle 1", ""), (QAccessible.Role.Cell, "1", ""),
        (QAccessible.Role.Cell, "a0", "Dwarfs: Ann"), (QAccessible.Role.Cell, "b0", "Trolls: you"),
    ]  # fmt: skip
    assert (place.rowIndex(), place.columnIndex()) == (2, 2)
    assert [found.text(NAME) for found in cells(moves) if found.state().selected] == ["b3"]

    steps, menus = emitted(moves.go), emitted(moves.menu_wanted)
    for action in ("Press", "ShowMenu"):
        cell(moves, "a1").actionInterface().doAction(action)
    assert steps == [3]
    assert [step for step, _place in menus] == [3]
    assert cell(moves, "Battle 1").actionInterface() is None

    interface, wanted = QAccessible.queryAccessibleInterface(table(moves)), cell(moves, "a1")
    middle = wanted.rect().center()
    moves.activateWindow()
    wanted.actionInterface().doAction("SetFocus")
    QTest.keyClick(table(moves), Qt.Key.Key_Down)
    assert interface.focusChild() is cell(moves, "a2")
    assert [found.text(NAME) for found in cells(moves) if found.state().focused] == ["a2"]
    assert interface.childAt(middle.x(), middle.y()) is wanted


def test_the_current_move_and_those_with_a_comment_are_marked(moves: MoveList, theme: Theme) -> None:
    view = table(moves)
    place = view.visualRect(view.model().index(4, 2))
    image = image_of(view.viewport())
    assert image.pixelColor(place.right() - 8, place.center().y()) == theme.ui.turn_soft

    moves.show_state(MovesState(listed(4), 1, is_live=False, heads=HEADS))

    image = image_of(view.viewport())
    first = view.visualRect(view.model().index(1, 1))
    assert image.pixelColor(first.right() - 8, first.center().y()) == theme.ui.turn_soft
    assert image.pixelColor(place.right() - 8, place.center().y()) != theme.ui.turn_soft
    moves.set_commented(frozenset({2}))
    assert image_of(view.viewport()) != image


def test_a_new_move_keeps_the_rows_that_are_there_and_a_new_match_may_be_shorter(moves: MoveList) -> None:
    inserted: list[tuple[int, int]] = []
    table(moves).model().rowsInserted.connect(lambda _, first, last: inserted.append((first, last)))
    moves.show_state(MovesState(listed(5), 10, heads=HEADS))
    assert inserted == [(5, 5)]
    moves.show_state(MovesState([Row(1, (Entry("x", 1), None))], 1, heads=HEADS))
    assert table(moves).model().rowCount() == 1
    assert table(moves).columnSpan(0, 0) == 1


def test_useful_walk_buttons_are_enabled_and_only_a_connected_game_is_live(moves: MoveList) -> None:
    by_name = {found.accessibleName(): found for found in moves.findChildren(Button)}
    names, where = ("First move", "Move forward", "Last move"), moves.findChild(ElidedLabel, "where")
    assert [by_name[name].isEnabled() for name in names[:2]] == [True, False]
    assert where.text() == ""
    moves.show_state(MovesState(listed(4), 0, is_live=False, heads=HEADS))
    assert [by_name[name].isEnabled() for name in names] == [False, True, True]
    assert button(moves, "Live").isVisible()
    moves.show_keys("F12")
    assert button(moves, "Live").toolTip() == "Back to the game (F12)"
    moves.show_state(MovesState(listed(4), 2, is_live=False, heads=HEADS))
    assert where.text() == "2 of 8"
    rolled = Row(2, (Entry("5", 4, is_roll=True), None))
    moves.show_state(MovesState([Row(1, (Entry("x", 1), Entry("y", 3))), rolled], 3, heads=HEADS))
    assert moves.bar.slider.value() == moves.bar.slider.maximum() == 2, "the present, while dice wait for a move"

    chip, ways = moves.findChild(LiveChip), {"live": "Live", "here": "Back to the game", "over": "To the end"}
    for present, words in ways.items():
        moves.show_state(MovesState(listed(4), 7, present=present))
        assert chip.isVisible() == (present == "live")
        moves.show_state(MovesState(listed(4), 0, is_live=False, present=present))
        assert button(moves, words).isVisible()
    for is_online in (True, False):
        moves.show_state(MovesState(listed(4), 7, is_online=is_online))
        assert chip.live == is_online


def two_battles(count: int) -> list[Row]:
    """As the model gives them: the first heading with its heads, the second with a line of heads as well."""
    entries = [[Row(i + 1, (Entry(f"a{i}", i + start), None)) for i in range(count)] for start in (1, count + 3)]
    first, second = HEADS, ("Dwarfs: you", "Trolls: Ann")
    return [
        Row(0, heading="Battle 1", heads=first), *entries[0],
        Row(0, heading="Battle 2", heads=second), Row(0, heads=second), *entries[1],
    ]  # fmt: skip


def test_each_battle_has_its_rows_and_its_own_heads_and_those_of_the_visible_one_are_above(moves: MoveList) -> None:
    def heads_above() -> set[str]:
        return {text for text in texts(moves) if ":" in text}

    model = MovesModel()
    model.set_rows(two_battles(5))
    for place in (model.index(row, column) for row in range(model.rowCount()) for column in (1, 2)):
        assert model.entry(place) is None or model.find(model.entry(place).step) == place
    assert not model.find(99).isValid()

    moves.show_state(MovesState(two_battles(2), 2, heads=HEADS))
    model = table(moves).model()
    assert heads_above() == {"Dwarfs: Ann", "Trolls: you"}
    assert [model.index(4, column).data() for column in range(3)] == ["", "Dwarfs: you", "Trolls: Ann"]

    moves.show_state(MovesState(two_battles(40), 40, heads=HEADS))
    settle()
    table(moves).scrollToBottom()
    assert heads_above() == {"Dwarfs: you", "Trolls: Ann"}
    table(moves).scrollToTop()
    assert heads_above() == {"Dwarfs: Ann", "Trolls: you"}


def test_the_usual_move_fits_its_column_and_none_is_cut_in_half(moves: MoveList, theme: Theme) -> None:
    view, metrics = table(moves), QFontMetrics(theme.font("body", "heavy"))
    for text in ("A c4 d4 d5", "1c3,2d4", "6-6 f18", "TG8-F9xE9xF10"):
        assert metrics.horizontalAdvance(text) <= view.columnWidth(1) - theme.px(1), text

    moves.show_state(MovesState(listed(40), 80, heads=HEADS))
    for height in (300, 371, 500):
        moves.resize(350, height)
        settle()
        rows = [view.visualRect(view.model().index(row, 1)) for row in range(view.model().rowCount())]
        seen = [rect for rect in rows if rect.intersects(view.viewport().rect())]
        assert len(seen) > 2
        assert seen[-1] == rows[-1]
        assert all(view.viewport().rect().contains(rect) for rect in seen)


TYPED = HintState(may_type=True)
STAGED = HintState(can_cancel=True, has_confirm=True, can_confirm=True, may_type=True)


def test_confirm_is_far_from_cancel_and_disabled_after_its_first_click(theme: Theme, qtbot: QtBot) -> None:
    hint, heard = shown(HintLine(theme), qtbot), list[str]()
    hint.confirmed.connect(lambda: heard.append("confirmed"))
    hint.show_state(replace(STAGED, words="Click dwarfs to take or spare them."))
    qtbot.waitExposed(hint)
    settle()
    cancel, confirm = button(hint, "Cancel"), button(hint, "Confirm")
    assert cancel.x() < hint.width() * 0.1
    assert confirm.geometry().right() > hint.width() * 0.95
    assert confirm.x() - cancel.geometry().right() > hint.width() * 0.3

    for turns in (1, 2):
        hint.show_state(STAGED)
        for _ in range(2):
            QTest.mouseClick(confirm, LEFT)
        assert len(heard) == turns
    hint.show_state(replace(STAGED, can_confirm=False))
    assert not confirm.isEnabled(), "the turn is incomplete"


def test_a_written_move_is_sent_with_enter_marked_if_wrong_and_not_replaced(theme: Theme, qtbot: QtBot) -> None:
    hint = shown(HintLine(theme), qtbot)
    heard, left = emitted(hint.typed), emitted(hint.left)
    hint.activateWindow()
    qtbot.waitUntil(hint.isActiveWindow, timeout=GUARD_MS)
    hint.show_state(TYPED)
    hint.focus_move_box()
    box = hint.findChild(MoveBox)
    QTest.keyClicks(box, " d6 ")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert heard == ["d6"]
    hint.mark_wrong()
    hint.show_state(replace(TYPED, words="zz is not a cell of this board", is_trouble=True))
    assert "zz is not a cell of this board" in texts(hint)
    assert theme.ui.danger.name() in colours(box)

    hint.show_state(replace(TYPED, notation="a1"))
    assert box.text().strip() == "d6"
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert (len(left), box.text()) == (1, "a1")


CONQUID = (
    GameButton("A", "Acquire", chosen=True, key="A"),
    GameButton("C", "Conquer", key="C"),
    GameButton("V", "Vanquish", key="V"),
    GameButton("Q", "Conquest", enabled=False, key="Q"),
)
BUTTONS = HintState(buttons=CONQUID)


def action(hint: HintLine, pick: str) -> Button:
    return hint.findChild(Button, f"action_{pick}")


def test_the_buttons_of_a_game_are_in_its_order_keep_their_place_and_are_only_named(theme: Theme, qtbot: QtBot) -> None:
    hint = shown(HintLine(theme), qtbot, 1200)
    hint.show_state(BUTTONS)
    settle()
    heard, found = emitted(hint.pressed), [action(hint, pick) for pick in "ACVQ"]
    assert [(each.text(), each.isEnabled(), each.isChecked()) for each in found] == [
        ("Acquire", True, True), ("Conquer", True, False), ("Vanquish", True, False), ("Conquest", False, False),
    ]  # fmt: skip
    lefts = [each.geometry().left() for each in found]
    assert lefts == sorted(lefts)
    assert all(each.findChild(QLabel).isVisible() for each in found)

    QTest.mouseClick(action(hint, "C"), LEFT)
    QTest.mouseClick(action(hint, "Q"), LEFT)
    assert heard == ["C"]
    assert not action(hint, "C").isChecked()
    assert theme.ui.accent.name() not in colours(action(hint, "Q"))
    hint.show_state(HintState(buttons=(*CONQUID[:3], GameButton("Q", "Conquest", winning=True, key="Q"))))
    assert theme.ui.accent.name() in colours(action(hint, "Q")), "it wins"

    assert not button(hint, "Cancel").isEnabled()
    hint.show_state(replace(STAGED, captures=3, buttons=CONQUID))
    settle()
    assert [each.geometry().left() for each in found] == lefts, "Cancel and the captures have their own place"


def test_in_a_narrow_line_a_button_shows_its_key_and_has_its_text_as_tip(theme: Theme, qtbot: QtBot) -> None:
    hint = shown(HintLine(theme), qtbot, 730)
    hint.show_state(HintState(buttons=(GameButton("A", "Acquire", key="Ctrl+B"), *CONQUID[1:])))
    found = action(hint, "A")
    assert found.text() == "Ctrl+B"
    assert found.fontMetrics().horizontalAdvance("Ctrl+B") < found.width()

    hint.show_state(BUTTONS)
    assert [(action(hint, p).text(), action(hint, p).toolTip()) for p in "AQ"] == [("A", "Acquire"), ("Q", "Conquest")]
    assert action(hint, "A").accessibleName() == "Acquire (A)"
    hint.resize(1200, hint.height())
    assert (action(hint, "A").text(), action(hint, "A").toolTip()) == ("Acquire", "")

    hint.resize(300, hint.height())
    hint.show_state(HintState(buttons=(GameButton("pass", "Pass"),)))
    assert action(hint, "pass").text() == "Pass", "it has no key"


def test_all_of_a_hint_line_fits_the_smallest_window(theme: Theme, qtbot: QtBot) -> None:
    hint = shown(HintLine(theme), qtbot, 730)
    hint.set_slim(True)
    hint.show_state(BUTTONS)
    height = hint.height()
    full = replace(STAGED, words=LONG * 3, captures=588, notation="TG8-F9" + "xE8" * 8, buttons=CONQUID)
    hint.show_state(full)
    settle()

    assert hint.minimumSizeHint().width() <= 730
    assert hint.height() == height
    hint.show_state(replace(full, buttons=()))
    assert not action(hint, "A").isVisible()
    assert "captures 588" in texts(hint)
    hint.show_state(replace(full, captures=0))
    assert "captures 588" not in texts(hint)
    narrow = shown(HintLine(theme), qtbot, 300)
    for captures, counted in ((2, None), (0, 0)):  # it still says that a turn takes none
        narrow.show_state(HintState(captures=captures))
        assert narrow.captures == counted
