from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from client_qt.pages.table.strips.hint_line import HintLine, MoveBox
from client_qt.pages.table.view.hint import GameButton, HintState
from client_qt.theme import Button, Theme
from devtools.harness.window.clicks import GUARD_MS, settle
from tests.client.widget_tools import LEFT, LONG, button, colours, emitted, shown, texts

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
