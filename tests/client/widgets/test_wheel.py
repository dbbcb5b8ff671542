"""The mouse wheel over a form scrolls the form and changes no field."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QAbstractSlider, QAbstractSpinBox, QComboBox, QScrollArea, QScrollBar, QWidget

from client_qt.app.main_window import MainWindow
from client_qt.pages.navigation import PageName
from client_qt.theme import SpinBox
from tests.client.clicks import press, settle
from tests.window.input_devices import Mouse, activate, within


def fields_of(page: QWidget) -> Iterator[QComboBox | QAbstractSpinBox | QAbstractSlider]:
    kinds: tuple[type[QWidget], ...] = (QComboBox, QAbstractSpinBox, QAbstractSlider)
    for field in page.findChildren(QWidget):
        if isinstance(field, kinds) and not isinstance(field, QScrollBar) and field.isVisible() and field.isEnabled():
            yield field  # type: ignore[misc]


def value_of(field: QWidget) -> object:
    match field:
        case QComboBox():
            return field.currentIndex()
        case QAbstractSpinBox():
            return field.text()
        case QAbstractSlider():
            return field.value()
    raise AssertionError(field)


def scroll_positions(page: QWidget) -> list[int]:
    return [area.verticalScrollBar().value() for area in page.findChildren(QScrollArea)]


@pytest.mark.parametrize("page_name", ["host", "here", "preferences"])
def test_the_wheel_over_a_field_without_the_focus_changes_nothing(window: MainWindow, page_name: PageName) -> None:
    mouse = Mouse()
    window.resize(800, 560)
    window.show_page(page_name)
    settle()
    page = window.stack.currentWidget()
    groups = [""]
    if page_name == "preferences":
        groups = ["look", "playing", "sounds", "language", "hosting"]
    elif page_name == "host":
        press(page, "more_terms")
        within(page, "clock").setCurrentIndex(7)  # type: ignore[attr-defined]  # the custom clock has fields as well
        settle()

    for group in groups:
        if group:
            window.preferences.open_group(group)
            settle()
        for field in fields_of(page):
            if field.hasFocus():
                page.setFocus()
            before = value_of(field)
            mouse.turn_wheel(field, 2)
            mouse.turn_wheel(field, -1)

            assert (field.objectName(), value_of(field)) == (field.objectName(), before)
            assert not field.hasFocus()


def test_the_wheel_over_a_combo_box_scrolls_the_form(window: MainWindow) -> None:
    window.resize(800, 560)
    window.show_page("host")
    settle()
    box = within(window.host, "absence")
    before, shown = value_of(box), sum(scroll_positions(window.host))

    Mouse().turn_wheel(box, 2)

    assert sum(scroll_positions(window.host)) > shown
    assert value_of(box) == before


def test_the_wheel_changes_a_number_that_has_the_focus_but_no_closed_combo_box(window: MainWindow) -> None:
    mouse = Mouse()
    window.show_page("here")
    activate(window)
    press(window.here, "game_thud")
    settle()
    number = next(field for field in fields_of(window.here) if isinstance(field, SpinBox))
    number.setFocus()
    before = number.value()

    mouse.turn_wheel(number, 1)

    assert number.value() == before - 1
    box = next(field for field in fields_of(window.here) if isinstance(field, QComboBox))
    box.setFocus()
    chosen = box.currentIndex()
    mouse.turn_wheel(box, 1)
    assert box.currentIndex() == chosen
