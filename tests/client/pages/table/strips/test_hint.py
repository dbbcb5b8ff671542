"""The hint line: what is expected, the buttons of the game, Confirm and Cancel, the move box."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from client_qt.pages.table.strips.hint_line import HintLine, MoveBox
from client_qt.pages.table.view.hint import GameButton, HintState
from client_qt.theme import Button, Theme
from tests.client.clicks import GUARD_MS
from tests.client.widget_tools import LEFT, LONG, button, colours, shown, texts

TYPED = HintState(may_type=True)
STAGED = HintState(can_cancel=True, has_confirm=True, can_confirm=True, may_type=True)


def test_confirm_and_cancel_are_at_opposite_ends(theme: Theme, qtbot: QtBot) -> None:
    hint = shown(HintLine(theme), qtbot)
    hint.show_state(replace(STAGED, words="Click dwarfs to take or spare them."))
    qtbot.waitExposed(hint)
    QTest.qWait(0)

    cancel, confirm = button(hint, "Cancel").geometry(), button(hint, "Confirm").geometry()
    assert cancel.left() < hint.width() * 0.1
    assert confirm.right() > hint.width() * 0.95
    assert confirm.left() - cancel.right() > hint.width() * 0.3


def test_confirm_is_disabled_after_its_first_click_and_for_an_incomplete_turn(theme: Theme, qtbot: QtBot) -> None:
    hint = shown(HintLine(theme), qtbot)
    heard: list[str] = []
    hint.confirmed.connect(lambda: heard.append("confirmed"))
    hint.show_state(STAGED)

    QTest.mouseClick(button(hint, "Confirm"), LEFT)
    QTest.mouseClick(button(hint, "Confirm"), LEFT)
    assert heard == ["confirmed"]

    hint.show_state(STAGED)
    QTest.mouseClick(button(hint, "Confirm"), LEFT)
    assert heard == ["confirmed", "confirmed"]
    hint.show_state(replace(STAGED, can_confirm=False))
    assert not button(hint, "Confirm").isEnabled()


def test_a_move_is_written_and_sent_with_enter(theme: Theme, qtbot: QtBot) -> None:
    hint = shown(HintLine(theme), qtbot)
    heard: list[str] = []
    hint.typed.connect(heard.append)
    hint.show_state(TYPED)
    hint.focus_move_box()
    box = hint.findChild(MoveBox)

    QTest.keyClicks(box, " d6 ")
    QTest.keyClick(box, Qt.Key.Key_Return)

    assert heard == ["d6"]


def test_a_typed_text_is_not_replaced(theme: Theme, qtbot: QtBot) -> None:
    hint = shown(HintLine(theme), qtbot)
    hint.activateWindow()
    qtbot.waitUntil(hint.isActiveWindow, timeout=GUARD_MS)
    hint.show_state(TYPED)
    hint.focus_move_box()
    box = hint.findChild(MoveBox)
    QTest.keyClicks(box, "d6")

    hint.show_state(replace(TYPED, notation="a1"))
    assert box.text() == "d6"

    with qtbot.waitSignal(hint.left):
        QTest.keyClick(box, Qt.Key.Key_Escape)
    assert box.text() == "a1"


def test_a_wrong_move_is_explained_in_the_line_and_marked_in_the_box(theme: Theme, qtbot: QtBot) -> None:
    hint = shown(HintLine(theme), qtbot)
    hint.show_state(TYPED)
    box = hint.findChild(MoveBox)
    QTest.keyClicks(box, "zz")

    hint.mark_wrong()
    hint.show_state(replace(TYPED, words="zz is not a cell of this board", is_trouble=True))

    assert "zz is not a cell of this board" in texts(hint)
    assert theme.ui.danger.name() in colours(box)


CONQUID = (
    GameButton("A", "Acquire", chosen=True, key="A"),
    GameButton("C", "Conquer", key="C"),
    GameButton("V", "Vanquish", key="V"),
    GameButton("Q", "Conquest", enabled=False, key="Q"),
)


BUTTONS = HintState(buttons=CONQUID)


def game_line(theme: Theme, qtbot: QtBot) -> HintLine:
    hint: HintLine = shown(HintLine(theme), qtbot, 1200)
    hint.show_state(BUTTONS)
    QTest.qWait(0)
    return hint


def action(hint: HintLine, pick: str) -> Button:
    return hint.findChild(Button, f"action_{pick}")


def test_the_buttons_of_a_game_are_in_its_order_and_the_chosen_one_is_checked(theme: Theme, qtbot: QtBot) -> None:
    hint = game_line(theme, qtbot)

    shown_buttons = [action(hint, pick) for pick in "ACVQ"]
    assert [b.text() for b in shown_buttons] == ["Acquire", "Conquer", "Vanquish", "Conquest"]
    assert [b.isEnabled() for b in shown_buttons] == [True, True, True, False]
    assert [b.isChecked() for b in shown_buttons] == [True, False, False, False]
    lefts = [b.geometry().left() for b in shown_buttons]
    assert lefts == sorted(lefts)
    assert all(b.findChild(QLabel).isVisible() for b in shown_buttons)


def test_a_press_names_its_button_and_chooses_nothing_by_itself(theme: Theme, qtbot: QtBot) -> None:
    hint = game_line(theme, qtbot)
    heard: list[str] = []
    hint.pressed.connect(heard.append)

    QTest.mouseClick(action(hint, "C"), LEFT)
    QTest.mouseClick(action(hint, "Q"), LEFT)

    assert heard == ["C"]
    assert not action(hint, "C").isChecked()


def test_a_button_that_wins_has_the_accent_colour(theme: Theme, qtbot: QtBot) -> None:
    hint = game_line(theme, qtbot)
    assert theme.ui.accent.name() not in colours(action(hint, "Q"))

    hint.show_state(HintState(buttons=(*CONQUID[:3], GameButton("Q", "Conquest", winning=True, key="Q"))))

    assert theme.ui.accent.name() in colours(action(hint, "Q"))


def test_in_a_narrow_line_a_button_shows_its_key_and_has_its_text_as_tip(theme: Theme, qtbot: QtBot) -> None:
    hint = shown(HintLine(theme), qtbot, 730)
    hint.show_state(BUTTONS)

    assert [(action(hint, p).text(), action(hint, p).toolTip()) for p in "AQ"] == [("A", "Acquire"), ("Q", "Conquest")]
    assert action(hint, "A").accessibleName() == "Acquire (A)"
    hint.resize(1200, hint.height())

    assert (action(hint, "A").text(), action(hint, "A").toolTip()) == ("Acquire", "")


def test_a_button_shows_the_key_that_the_player_chose(theme: Theme, qtbot: QtBot) -> None:
    hint = shown(HintLine(theme), qtbot, 730)
    hint.show_state(HintState(buttons=(GameButton("A", "Acquire", key="Ctrl+B"), *CONQUID[1:])))

    shown_button = action(hint, "A")
    assert shown_button.text() == "Ctrl+B"
    assert shown_button.fontMetrics().horizontalAdvance("Ctrl+B") < shown_button.width()


def test_a_button_without_a_key_keeps_its_word(theme: Theme, qtbot: QtBot) -> None:
    hint = shown(HintLine(theme), qtbot, 300)

    hint.show_state(HintState(buttons=(GameButton("pass", "Pass"),)))

    assert action(hint, "pass").text() == "Pass"


def test_beside_buttons_cancel_keeps_its_place(theme: Theme, qtbot: QtBot) -> None:
    hint = game_line(theme, qtbot)
    place = action(hint, "A").geometry()
    assert not button(hint, "Cancel").isEnabled()

    hint.show_state(replace(STAGED, captures=3, buttons=CONQUID))
    QTest.qWait(0)

    assert action(hint, "A").geometry() == place


def test_all_of_a_hint_line_fits_the_smallest_window(theme: Theme, qtbot: QtBot) -> None:
    hint = shown(HintLine(theme), qtbot, 730)
    hint.set_slim(True)
    hint.show_state(BUTTONS)
    height = hint.height()
    full = replace(STAGED, words=LONG * 3, captures=588, notation="TG8-F9" + "xE8" * 8, buttons=CONQUID)
    hint.show_state(full)
    QTest.qWait(0)

    assert hint.minimumSizeHint().width() <= 730
    assert hint.height() == height
    hint.show_state(replace(full, buttons=()))
    assert not action(hint, "A").isVisible()
    assert "captures 588" in texts(hint)
    hint.show_state(replace(full, captures=0))
    assert "captures 588" not in texts(hint)


def test_a_narrow_line_counts_no_captures_and_still_says_that_a_turn_takes_none(theme: Theme, qtbot: QtBot) -> None:
    hint = shown(HintLine(theme), qtbot, 300)

    hint.show_state(HintState(captures=2))
    assert hint.captures is None
    hint.show_state(HintState(captures=0))
    assert hint.captures == 0
