"""Choices of the look, and how widgets follow them."""

import re
from functools import partial

import pytest
from PySide6 import QtWidgets
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QFocusFrame,
    QListView,
    QMenu,
    QMenuBar,
    QPushButton,
    QStatusBar,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from client_qt.theme import Button, Theme, chip, restyle
from client_qt.theme.theme import BOARD_OF_UI, system_ui
from client_qt.theme.tokens import RESOURCES
from client_qt.widgets.tiles import CardButton
from devtools.harness.window.clicks import GUARD_MS
from tests.client.conftest import System

TAB = Qt.FocusReason.TabFocusReason


def test_every_class_in_the_style_sheet_exists() -> None:
    sheet = re.sub(r"/\*.*?\*/|\{.*?\}", ",", (RESOURCES / "style.qss").read_text("utf-8"), flags=re.DOTALL)
    names = set(re.findall(r"(?:^|[\s,])([A-Z]\w+)", sheet))
    assert "QLabel" in names
    assert {name for name in names if not hasattr(QtWidgets, name)} == {CardButton.__name__}


def test_the_board_follows_the_interface_until_a_board_is_chosen(theme: Theme) -> None:
    theme.choose(ui="dark")
    assert theme.board_name == "slate"
    theme.choose(board="paper")
    theme.choose(ui="light")

    assert theme.board_name == "paper"
    assert set(BOARD_OF_UI) == set(theme.tokens.ui)


def test_the_interface_follows_the_system_unless_one_is_chosen(
    theme: Theme, system: type[System], qtbot: QtBot
) -> None:
    system_changes = partial(QGuiApplication.styleHints().colorSchemeChanged.emit, Qt.ColorScheme.Dark)
    assert system_ui() == "light", "a system without a preference"
    theme.choose(ui="system")
    assert theme.ui_name == "light"

    system.ui = "dark"
    with qtbot.waitSignal(theme.changed):
        system_changes()
    assert (theme.ui_name, theme.board_name) == ("dark", "slate")
    assert QGuiApplication.palette().color(QPalette.ColorRole.Window) == theme.ui.window

    theme.choose(ui="light")
    system.ui = "contrast_dark"
    with qtbot.assertNotEmitted(theme.changed):
        system_changes()
    assert theme.ui_name == "light"


@pytest.mark.parametrize("widget", [QMenu, QMenuBar, QStatusBar, QListView])
def test_menus_and_lists_have_the_font_of_the_theme_where_the_system_has_another_one_for_them(
    theme: Theme, widget: type[QWidget]
) -> None:
    theme.choose(zoom=1.5)
    name = widget.__name__
    before = QApplication.font(name)
    QApplication.setFont(QFont("System", 8), name)  # as Windows does whenever its colours change

    shown = widget()
    shown.ensurePolished()
    QApplication.setFont(before, name)

    assert shown.font().families()[0] == theme.font().families()[0]
    assert shown.font().pixelSize() >= theme.font("small").pixelSize()


def test_fonts_and_scaled_lengths_follow_a_zoom_that_has_limits(theme: Theme, qtbot: QtBot) -> None:
    button = QPushButton()
    qtbot.addWidget(button)
    theme.scale(button.setFixedSize, 2, 0.5)
    assert button.size().toTuple() == (28, 7)
    theme.choose(zoom=1.5)
    assert QGuiApplication.font().pixelSize() == 21
    assert theme.px(2.0) == 42

    for zoom in (0.75, 3.0, 1.1, 2.0):
        theme.choose(zoom=zoom)
    assert button.size().toTuple() == (56, 14)
    theme.choose(zoom=50)
    assert theme.em == 42


def test_a_choice_made_in_answer_to_a_change_is_applied_too(theme: Theme, qtbot: QtBot) -> None:
    def choose_again() -> None:
        theme.changed.disconnect(choose_again)
        theme.choose(ui="contrast")

    field = QPushButton("Host")
    qtbot.addWidget(field)
    field.show()
    theme.changed.connect(choose_again)
    theme.choose(ui="dark")

    assert theme.ui_name == "contrast"
    assert field.palette().buttonText().color() == theme.ui.ink


def test_reduced_motion_sets_all_durations_to_zero_and_grey_pieces_are_grey(theme: Theme) -> None:
    theme.choose(reduced_motion=False)
    assert theme.motion.move == 120
    theme.choose(reduced_motion=True, pieces="grey")

    assert (theme.motion.move, theme.motion.dice, theme.motion.banner) == (0, 0, 0)
    dwarf = theme.board.pieces["dwarf"]
    assert dwarf.red() == dwarf.green() == dwarf.blue()


def test_an_icon_follows_the_theme_and_a_deleted_button_is_forgotten(theme: Theme, qtbot: QtBot) -> None:
    button = QPushButton("Host")
    qtbot.addWidget(button)
    button.setIcon(theme.icon("host", "accent"))
    Button(theme, "Host", icon="host").deleteLater()
    QGuiApplication.sendPostedEvents()
    theme.choose(ui="dark")

    image = button.icon().pixmap(20, 20).toImage()
    assert theme.ui.accent.name() in {image.pixelColor(x, y).name() for x in range(20) for y in range(20)}


def test_a_changed_kind_or_property_shows_at_once(theme: Theme, qtbot: QtBot) -> None:
    button, mark = Button(theme, "Confirm"), chip("to move", "soft")
    for widget in (button, mark):
        qtbot.addWidget(widget)
        widget.resize(120, 40)
    assert button.grab().toImage().pixelColor(20, 20) == theme.ui.raised

    button.set_kind("primary")
    restyle(mark, chip="turn")

    assert button.grab().toImage().pixelColor(20, 20) == theme.ui.accent
    assert mark.grab().toImage().pixelColor(4, mark.height() // 2) == theme.ui.turn


def test_focus_by_the_keyboard_or_by_a_tile_that_it_pressed_has_a_ring_that_stays_when_the_look_changes(
    theme: Theme, qtbot: QtBot
) -> None:
    page, first, second, tile = QWidget(), Button(theme, "One"), Button(theme, "Two"), CardButton("row")
    qtbot.addWidget(page)
    QVBoxLayout(page)
    for part in (first, second, tile):
        page.layout().addWidget(part)
    tile.setMinimumHeight(40)
    tile.clicked.connect(lambda: first.setFocus(Qt.FocusReason.OtherFocusReason))
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow, timeout=GUARD_MS)

    def ringed() -> list[QWidget]:
        frames = [frame for frame in page.findChildren(QFocusFrame) if frame.isVisible()]
        return list(dict.fromkeys(frame.widget() for frame in frames))  # a theme of another test may add its own

    first.setFocus(TAB)
    qtbot.keyClick(page, Qt.Key.Key_Tab)
    assert ringed() == [second]
    above = second.geometry().center().x(), second.geometry().top() - 3
    assert page.grab().toImage().pixelColor(*above) == theme.ui.focus, "outside the button"
    second.set_kind("primary")
    theme.choose(ui="dark", zoom=1.5)
    assert ringed() == [second]
    qtbot.mouseClick(first, Qt.MouseButton.LeftButton)
    assert ringed() == [], "the mouse needs none"

    tile.setFocus(TAB)
    qtbot.keyClick(tile, Qt.Key.Key_Return)
    assert ringed() == [first]
    tile.setFocus(TAB)
    qtbot.mouseClick(tile, Qt.MouseButton.LeftButton)
    assert ringed() == []
