"""Labels, chips and page headers."""

from functools import partial

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from client_qt.theme import Button, Theme
from client_qt.widgets.labels import ElidedLabel, PageHeader, WrappedLabel
from tests.client.widget_tools import LEFT, LONG, image_of, shown


def test_a_text_without_room_is_cut_and_its_tool_tip_has_it_all(theme: Theme, qtbot: QtBot) -> None:
    label = shown(ElidedLabel(LONG), qtbot, 100)
    image_of(label)
    assert label.minimumSizeHint().width() < 60
    assert label.toolTip() == LONG
    label.setText("Ann")
    image_of(label)
    assert label.toolTip() == ""

    label = shown(ElidedLabel(LONG, lines=2), qtbot)
    label.resize(330, 44)
    image_of(label)
    assert label.toolTip() == "", "it has two lines before it is cut"
    label.setText(LONG * 2)
    image_of(label)
    assert label.toolTip() == LONG * 2

    text = "Ann bietet an, die Runde zu beenden."  # two lines that just fit
    label.setText(text)
    whole = label.fontMetrics().horizontalAdvance(text)
    for width in range(whole * 2 // 3, whole + 20, 3):
        label.resize(width, 40)
        image_of(label)
        assert label.toolTip() == ""


def test_a_wrapped_text_keeps_the_height_that_it_needs_in_a_narrower_and_in_a_wider_place(
    theme: Theme, qtbot: QtBot
) -> None:
    label = shown(WrappedLabel(LONG), qtbot, 700)
    one_line = label.minimumHeight()

    label.resize(150, 20)
    assert label.minimumHeight() > 2 * one_line
    label.resize(1000, 20)
    assert label.minimumHeight() == one_line


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # a menu without a screen
def test_a_header_has_a_back_button_and_without_room_some_of_its_buttons_in_a_menu(theme: Theme, qtbot: QtBot) -> None:
    clicked: list[str] = []
    header = PageHeader(theme, "Lobby")
    header.back.connect(partial(clicked.append, "back"))
    buttons = [Button(theme, LONG[:12], name=name, clicked=partial(clicked.append, name)) for name in "abcde"]
    for button in buttons:
        header.add(button)
    around = QWidget()
    header.setParent(around)
    header.resize(2000, 40)
    shown(around, qtbot, 2000)
    more = header.findChild(Button, "header_more")
    assert more.isHidden()
    assert all(button.isVisible() for button in buttons)

    header.resize(header.fitting.least_px, header.height())

    assert [button.isVisible() for button in buttons] == [True, True, True, False, False]
    buttons[4].hide()
    QTest.mouseClick(more, LEFT)
    (entry,) = header.findChild(QMenu).actions()
    entry.trigger()
    QTest.mouseClick(header.findChild(QToolButton), LEFT)
    assert clicked == ["d", "back"]
