"""Rows, labels and headers show the roomiest of their forms that fits their width."""

from functools import partial

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from client_qt.theme import Button, Theme
from client_qt.widgets.fitting import Fitting, FittingFrame
from client_qt.widgets.labels import ElidedLabel, PageHeader, WrappedLabel
from devtools.harness.window.clicks import settle
from tests.client.widget_tools import LEFT, LONG, image_of, shown

ENGLISH, GERMAN = ("Save", "Rematch", "Replay"), ("Speichern", "Revanche spielen", "Noch einmal abspielen")
WIDTHS = range(20, 800, 7)


class Row(FittingFrame):
    """Buttons that lose their texts from the left."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.texts, self.low, self.around = ENGLISH, False, parent
        self.buttons = [Button(theme, text, "save") for text in ENGLISH]
        layout = QHBoxLayout(self)
        for button in self.buttons:
            layout.addWidget(button)
        self.fitting = Fitting(theme, self, self.forms, self.show_form)

    def forms(self) -> range:
        return range(2 if self.low else len(self.buttons) + 1)

    def show_form(self, bare: int) -> None:
        for place, button in enumerate(self.buttons):
            button.setText("" if place < bare else self.texts[place])

    @property
    def form(self) -> int:
        """How many buttons have no text now."""
        return sum(not button.text() for button in self.buttons)

    def form_at(self, width: int) -> int:
        self.resize(width, self.height())
        return self.form

    def least_width(self, form: int) -> int:
        """The least width with a form as roomy as that."""
        return next(width for width in range(1, 2000) if self.form_at(width) <= form)


@pytest.fixture
def row(theme: Theme, qtbot: QtBot) -> Row:
    window = shown(QWidget(), qtbot, 2000)  # Qt makes no window narrower than the layout that it has now
    row = Row(theme, window)
    row.resize(700, row.sizeHint().height())
    row.show()
    return row


def test_the_roomiest_form_that_fits_is_shown_and_the_tightest_one_has_the_minimum_width(row: Row) -> None:
    least = row.minimumSizeHint().width()
    for form in range(3):
        width = row.least_width(form)
        assert row.form_at(width) == form
        assert row.layout().totalMinimumSize().width() == width
        assert row.form_at(width - 1) == form + 1

    assert least < width
    assert row.form_at(least) == 3
    assert row.layout().totalMinimumSize().width() == least


def test_nothing_is_cut_and_the_form_depends_on_the_width_and_not_on_what_was_shown_before(row: Row) -> None:
    def form_at(width: int) -> int:
        form = row.form_at(width)
        settle()
        if width >= row.minimumSizeHint().width():
            assert all(button.width() >= button.sizeHint().width() for button in row.buttons), width
        return form

    wider = {width: form_at(width) for width in WIDTHS}
    assert wider == {width: form_at(width) for width in reversed(WIDTHS)}
    assert set(wider.values()) == {0, 1, 2, 3}


def test_a_longer_translation_and_larger_text_give_way_earlier(row: Row, theme: Theme) -> None:
    width = row.least_width(0)
    row.resize(width, row.height())
    row.texts = GERMAN
    row.fitting.refresh()
    assert row.form > 0
    assert row.least_width(0) > width

    row.texts = ENGLISH
    theme.choose(zoom=2.0)
    settle()
    assert row.form_at(width) > 0
    assert row.form_at(2 * width + 40) == 0


def test_the_forms_may_depend_on_more_than_the_width_and_need_more_than_the_layout_says(row: Row, theme: Theme) -> None:
    assert row.form_at(10) == 3, "without room for any form the tightest is shown"
    row.low = True
    assert row.form_at(11) == 1
    row.low = False
    row.fitting = Fitting(theme, row, row.forms, row.show_form, lambda form: 600 - 100 * form)
    assert [row.form_at(width) for width in (600, 599, 450, 400)] == [0, 1, 2, 2]


def paint(label: ElidedLabel) -> None:
    """Paint the label, and let it set its tool tip after that."""
    image_of(label)
    settle()


def test_a_text_without_room_is_cut_and_its_tool_tip_has_it_all(theme: Theme, qtbot: QtBot) -> None:
    label = shown(ElidedLabel(LONG), qtbot, 100)
    paint(label)
    assert label.minimumSizeHint().width() < 60
    assert label.toolTip() == LONG
    label.setText("Ann")
    paint(label)
    assert label.toolTip() == ""

    label = shown(ElidedLabel(LONG, lines=2), qtbot)
    label.resize(330, 44)
    paint(label)
    assert label.toolTip() == "", "it has two lines before it is cut"
    label.setText(LONG * 2)
    paint(label)
    assert label.toolTip() == LONG * 2

    text = "Ann bietet an, die Runde zu beenden."  # two lines that just fit
    label.setText(text)
    whole = label.fontMetrics().horizontalAdvance(text)
    for width in range(whole * 2 // 3, whole + 20, 3):
        label.resize(width, 40)
        paint(label)
        assert label.toolTip() == ""


def test_a_wrapped_text_keeps_the_height_that_it_needs_at_any_width(theme: Theme, qtbot: QtBot) -> None:
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
