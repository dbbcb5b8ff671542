"""A row shows the roomiest of its forms that fits its width."""

import pytest
from PySide6.QtWidgets import QHBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from client_qt.theme import Button, Theme
from client_qt.widgets.fitting import Fitting, FittingFrame
from devtools.harness.window.clicks import settle
from tests.client.widget_tools import shown

ENGLISH, GERMAN = ("Save", "Rematch", "Replay"), ("Speichern", "Revanche spielen", "Noch einmal abspielen")
WIDTHS = range(20, 800, 7)


class Row(FittingFrame):
    """Buttons that lose their texts from the left."""

    def __init__(self, theme: Theme, texts: tuple[str, ...] = ENGLISH, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.texts, self.low, self.around = texts, False, parent
        self.buttons = [Button(theme, text, "save") for text in texts]
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
    return in_a_window(theme, qtbot)


def in_a_window(theme: Theme, qtbot: QtBot, texts: tuple[str, ...] = ENGLISH) -> Row:
    window = shown(QWidget(), qtbot, 2000)  # Qt makes no window narrower than the layout that it has now
    row = Row(theme, texts, window)
    row.resize(700, row.sizeHint().height())
    row.show()
    return row


def test_the_roomiest_form_that_fits_is_shown(row: Row) -> None:
    for form in range(3):
        width = row.least_width(form)
        assert row.form_at(width) == form
        assert row.layout().totalMinimumSize().width() == width
        assert row.form_at(width - 1) == form + 1


def test_nothing_in_a_row_is_cut_while_a_form_fits(theme: Theme, qtbot: QtBot) -> None:
    row = in_a_window(theme, qtbot, GERMAN)

    for width in range(row.minimumSizeHint().width(), 800, 7):
        row.resize(width, row.height())
        settle()
        assert all(button.width() >= button.sizeHint().width() for button in row.buttons), width


def test_the_form_depends_on_the_width_and_not_on_what_was_shown_before(row: Row) -> None:
    wider = {width: row.form_at(width) for width in WIDTHS}
    narrower = {width: row.form_at(width) for width in reversed(WIDTHS)}

    assert wider == narrower
    assert set(wider.values()) == {0, 1, 2, 3}


def test_a_longer_translation_gives_way_earlier(theme: Theme, qtbot: QtBot) -> None:
    english, german = in_a_window(theme, qtbot), in_a_window(theme, qtbot, GERMAN)

    assert german.least_width(0) > english.least_width(0)
    width = english.least_width(0)
    assert german.form_at(width) > english.form_at(width) == 0


def test_larger_text_gives_way_earlier(row: Row, theme: Theme) -> None:
    width = row.least_width(0)

    theme.choose(zoom=2.0)
    settle()

    assert row.form_at(width) > 0
    assert row.form_at(2 * width + 40) == 0


def test_the_minimum_width_is_that_of_the_tightest_form(row: Row) -> None:
    assert row.form == 0

    least = row.minimumSizeHint().width()

    assert least < row.least_width(2)
    assert row.form_at(least) == 3
    assert row.layout().totalMinimumSize().width() == least


def test_another_text_is_measured_when_the_row_is_told_of_it(row: Row) -> None:
    row.resize(row.least_width(0), row.height())

    row.texts = GERMAN
    row.fitting.refresh()

    assert row.form > 0


def test_the_forms_may_depend_on_more_than_the_width(row: Row) -> None:
    assert row.form_at(10) == 3, "without room for any form the tightest is shown"

    row.low = True

    assert row.form_at(11) == 1


def test_a_row_may_need_more_than_its_layout_says(row: Row, theme: Theme) -> None:
    assert row.form == 0

    row.fitting = Fitting(theme, row, row.forms, row.show_form, lambda form: 600 - 100 * form)

    assert [row.form_at(width) for width in (600, 599, 450, 400)] == [0, 1, 2, 2]
