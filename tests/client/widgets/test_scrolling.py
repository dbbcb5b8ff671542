"""Scrolling of forms: the mouse wheel, what is in view after an action, and where a form opens."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractSlider, QAbstractSpinBox, QComboBox, QScrollArea, QScrollBar, QWidget

from client_qt.app.main_window import MainWindow
from client_qt.pages.navigation import PageName
from client_qt.pages.preferences.controller import PreferencesController
from client_qt.settings.file import SettingsFile
from client_qt.theme import SpinBox, Theme
from devtools.harness.window.clicks import press, settle
from devtools.harness.window.input_devices import Keys, Mouse, activate, within


def fields_of(page: QWidget) -> list[QWidget]:
    kinds = QComboBox | QAbstractSpinBox | QAbstractSlider
    fields = [field for field in page.findChildren(QWidget) if isinstance(field, kinds)]
    return [each for each in fields if not isinstance(each, QScrollBar) and each.isVisible() and each.isEnabled()]


def value_of(field: QWidget) -> object:
    if isinstance(field, QComboBox):
        return field.currentIndex()
    return field.text() if isinstance(field, QAbstractSpinBox) else field.value()


def scroll_positions(page: QWidget) -> list[int]:
    return [area.verticalScrollBar().value() for area in page.findChildren(QScrollArea)]


def open_page(window: MainWindow, name: PageName) -> QWidget:
    window.resize(800, 560)
    window.show_page(name)
    settle()
    return window.stack.currentWidget()


@pytest.mark.parametrize("page_name", ["host", "here", "preferences"])
def test_the_wheel_over_a_field_without_the_focus_changes_nothing(window: MainWindow, page_name: PageName) -> None:
    mouse, page, groups = Mouse(), open_page(window, page_name), [""]
    if page_name == "preferences":
        groups = ["look", "playing", "sounds", "language", "hosting"]
    elif page_name == "host":
        press(page, "more_terms")
        settle()
        box = within(page, "access")
        before, at = value_of(box), sum(scroll_positions(page))
        mouse.turn_wheel(box, 2)
        assert sum(scroll_positions(page)) > at, "it scrolls the form"
        assert value_of(box) == before
        within(page, "clock").choose("")  # the custom clock has fields as well
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


def is_in_view(widget: QWidget) -> bool:
    """Is all of a widget inside the scroll areas around it?"""
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea):
            view = parent.viewport()
            corners = widget.mapTo(view, widget.rect().topLeft()), widget.mapTo(view, widget.rect().bottomRight())
            if not all(view.rect().contains(corner) for corner in corners):
                return False
        parent = parent.parentWidget()
    return True


@pytest.mark.parametrize("page_name", ["host", "here"])
def test_a_form_opens_at_its_top(window: MainWindow, page_name: PageName) -> None:
    page = open_page(window, page_name)
    Mouse().turn_wheel(within(page, "from_position"), 3)
    assert sum(scroll_positions(page)) > 0
    window.show_page("home")
    open_page(window, page_name)
    assert sum(scroll_positions(page)) == 0
    assert is_in_view(within(page, "back"))


def test_the_field_of_a_start_position_is_scrolled_into_view(window: MainWindow) -> None:
    page = open_page(window, "here")
    switch = within(page, "from_position")
    Mouse().click(switch, QPoint(8, switch.height() // 2))

    assert is_in_view(within(page, "position"))
    Keys().write("nonsense")
    assert window.here.position.problem
    assert is_in_view(within(page, "position_error"))
    assert window.here.position.problem in within(page, "error").text()


def test_the_field_that_changes_the_text_size_stays_in_view(window: MainWindow, theme: Theme, tmp_path: Path) -> None:
    file = SettingsFile(tmp_path)
    controller = PreferencesController(window, window.preferences, theme, file, window.show_preferences)
    window.resize(800, 560)
    activate(window)
    controller.open()
    window.preferences.open_group("look")
    settle()
    box = within(window.preferences, "preference_text_scale")
    Keys().tab_to(box)

    Keys().press(Qt.Key.Key_Down)
    settle()

    assert box.hasFocus()
    assert is_in_view(box)
    assert theme.em > 14
