"""The theme at work: choices, following, icons."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QPalette
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from client_qt.theme import Button, Theme, chip, restyle
from client_qt.theme.theme import BOARD_OF_UI, system_ui
from client_qt.widgets.tiles import Tile
from tests.client.clicks import GUARD_MS, settle
from tests.client.conftest import System


def test_the_board_goes_with_the_interface_until_it_is_chosen(theme: Theme) -> None:
    theme.choose(ui="dark")
    assert theme.board_name == "slate"

    theme.choose(board="paper")
    theme.choose(ui="light")

    assert theme.board_name == "paper"
    assert set(BOARD_OF_UI) == set(theme.tokens.ui)


def test_the_interface_follows_the_system_live(theme: Theme, system: type[System], qtbot: QtBot) -> None:
    theme.choose(ui="system")
    assert theme.ui_name == "light"

    system.ui = "dark"
    with qtbot.waitSignal(theme.changed):
        QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)

    assert (theme.ui_name, theme.board_name) == ("dark", "slate")
    assert QGuiApplication.palette().color(QPalette.ColorRole.Window) == theme.ui.window


def test_a_chosen_interface_does_not_follow(theme: Theme, system: type[System]) -> None:
    theme.choose(ui="light")
    system.ui = "contrast_dark"
    QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)

    assert theme.ui_name == "light"


def test_a_system_that_says_nothing_gets_the_light_look(theme: Theme) -> None:
    assert system_ui() == "light"


def test_palette_and_font_of_the_application_are_the_themes(theme: Theme) -> None:
    theme.choose(ui="dark", zoom=1.5)

    assert QGuiApplication.palette().color(QPalette.ColorRole.Window) == theme.ui.window
    assert QGuiApplication.font().pixelSize() == 21
    assert theme.px(2.0) == 42


def test_zoom_stays_within_what_can_be_used(theme: Theme) -> None:
    theme.choose(zoom=50)

    assert theme.em == 42


def test_reduced_motion_leaves_no_time_at_all(theme: Theme) -> None:
    theme.choose(reduced_motion=False)
    assert theme.motion.move == 120

    theme.choose(reduced_motion=True)

    assert (theme.motion.move, theme.motion.dice, theme.motion.banner) == (0, 0, 0)


def test_grey_pieces_are_grey(theme: Theme) -> None:
    theme.choose(pieces="grey")

    dwarf = theme.board.pieces["dwarf"]
    assert dwarf.red() == dwarf.green() == dwarf.blue()


def test_an_icon_that_is_bound_changes_with_the_theme(theme: Theme, qtbot: QtBot) -> None:
    button = QPushButton("Host")
    qtbot.addWidget(button)
    theme.bind_icon(button, "host")
    before = button.icon().cacheKey()

    theme.choose(ui="dark")

    assert button.icon().cacheKey() != before


def test_a_button_that_is_gone_is_forgotten(theme: Theme) -> None:
    Button(theme, "Host", icon="host").deleteLater()
    QGuiApplication.sendPostedEvents()

    theme.choose(ui="dark")


def test_an_icon_that_is_not_there_is_an_error(theme: Theme, qtbot: QtBot) -> None:
    button = QPushButton()
    qtbot.addWidget(button)

    with pytest.raises(KeyError):
        theme.bind_icon(button, "bell")


def test_a_kind_shows_at_once(theme: Theme, qtbot: QtBot) -> None:
    button = Button(theme, "Confirm")
    qtbot.addWidget(button)
    button.resize(120, 40)
    assert button.grab().toImage().pixelColor(20, 20) == theme.ui.raised

    button.set_kind("primary")

    assert button.grab().toImage().pixelColor(20, 20) == theme.ui.accent


def test_a_chip_changes_its_ground_with_its_kind(theme: Theme, qtbot: QtBot) -> None:
    mark = chip("to move", "soft")
    qtbot.addWidget(mark)
    mark.resize(mark.sizeHint())
    restyle(mark, chip="turn")

    assert mark.grab().toImage().pixelColor(4, mark.height() // 2) == theme.ui.turn


def _two_buttons(qtbot: QtBot, theme: Theme) -> tuple[QWidget, Button, Button]:
    page = QWidget()
    qtbot.addWidget(page)
    layout = QVBoxLayout(page)
    first, second = Button(theme, "One"), Button(theme, "Two")
    layout.addWidget(first)
    layout.addWidget(second)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow, timeout=GUARD_MS)
    return page, first, second


def test_the_focus_of_the_keyboard_has_a_ring(theme: Theme, qtbot: QtBot) -> None:
    page, first, second = _two_buttons(qtbot, theme)

    first.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(page, Qt.Key.Key_Tab)

    assert second.hasFocus()
    edge = second.geometry().center().x(), second.geometry().top() - 3
    assert page.grab().toImage().pixelColor(*edge) == theme.ui.focus


def test_the_focus_of_the_mouse_has_none(theme: Theme, qtbot: QtBot) -> None:
    page, first, second = _two_buttons(qtbot, theme)
    first.setFocus(Qt.FocusReason.TabFocusReason)

    qtbot.mouseClick(second, Qt.MouseButton.LeftButton)

    edge = second.geometry().center().x(), second.geometry().top() - 3
    assert page.grab().toImage().pixelColor(*edge) != theme.ui.focus


@pytest.mark.parametrize("by_mouse", [True, False])
def test_what_a_click_gives_the_focus_to_has_a_ring_only_after_a_key(
    theme: Theme, qtbot: QtBot, by_mouse: bool
) -> None:
    page, first, _second = _two_buttons(qtbot, theme)
    tile = Tile("row", page)
    tile.clicked.connect(lambda: first.setFocus(Qt.FocusReason.OtherFocusReason))
    page.layout().addWidget(tile)
    tile.setMinimumHeight(40)
    tile.setFocus(Qt.FocusReason.TabFocusReason)
    settle()

    if by_mouse:
        qtbot.mouseClick(tile, Qt.MouseButton.LeftButton)
    else:
        qtbot.keyClick(tile, Qt.Key.Key_Return)

    edge = first.geometry().center().x(), first.geometry().top() - 3
    assert (page.grab().toImage().pixelColor(*edge) == theme.ui.focus) != by_mouse


def test_a_scaled_length_follows_the_text_size(theme: Theme, qtbot: QtBot) -> None:
    field = QPushButton()
    qtbot.addWidget(field)
    theme.scale(field.setFixedSize, 2, 0.5)
    assert field.size().toTuple() == (28, 7)

    theme.choose(zoom=2.0)

    assert field.size().toTuple() == (56, 14)
