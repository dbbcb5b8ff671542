"""Choices of the look, and how widgets follow them; tokens, drawings, fonts and the style sheet."""

import re
import shutil
from functools import partial
from pathlib import Path

import pytest
from PySide6 import QtWidgets
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
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
from client_qt.theme.colour import colour, css, is_light, mix
from client_qt.theme.drawings import PROGRAM_ICON_PX, Drawings, program_icon, source
from client_qt.theme.fonts import Fonts
from client_qt.theme.style_sheet import style_sheet
from client_qt.theme.theme import BOARD_OF_UI, system_ui
from client_qt.theme.tokens import RESOURCES, piece_folders, read_tokens, tokens
from client_qt.widgets.tiles import CardButton
from devtools.harness.window.clicks import GUARD_MS
from netgame.games import GAMES
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


def test_the_interface_follows_the_system_until_one_is_chosen(theme: Theme, system: type[System], qtbot: QtBot) -> None:
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
def test_menus_and_lists_have_the_font_of_the_theme_not_that_of_the_system(theme: Theme, widget: type[QWidget]) -> None:
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


def test_focus_by_the_keyboard_has_a_ring_that_stays_when_the_look_changes(theme: Theme, qtbot: QtBot) -> None:
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


def test_colours_are_read_mixed_judged_and_written() -> None:
    value = colour("#11223380")
    assert (value.red(), value.green(), value.blue(), value.alpha()) == (0x11, 0x22, 0x33, 0x80)
    for text in ("red-ish", "#12345", "#1122334455", ""):
        with pytest.raises(ValueError, match="not a colour"):
            colour(text)
    assert mix(QColor("#000000"), QColor("#FFFFFF"), 0.5).name() == "#808080"
    assert not is_light(QColor("#26262A"))
    assert css(colour("#00000080")).startswith("rgba(0, 0, 0, 0.50")


def test_tokens_without_a_colour_are_refused() -> None:
    text = (RESOURCES / "tokens.toml").read_text(encoding="utf-8")
    with pytest.raises(ValueError, match="accent_hover"):
        read_tokens(re.sub(r"^accent_hover.*$", "", text, count=1, flags=re.MULTILINE))


def test_every_piece_of_a_game_has_a_drawing_and_all_use_only_the_placeholder_colours() -> None:
    drawings, kinds = Drawings(tokens()), {kind for game in GAMES.values() for kind in game.piece_names}
    assert {kind for kind in kinds if not drawings.has_piece(kind)} <= tokens().ground.keys()
    assert not drawings.has_piece("unheard_of")
    with pytest.raises(KeyError, match="no drawing"):
        source("icons", "bell")

    allowed = {value.upper() for value in tokens().piece_recolour.values()}
    for folder in (*piece_folders(), RESOURCES / "svg" / "dice"):
        for file in (file for file in folder.iterdir() if file.name.endswith(".svg")):
            used = {value.upper() for value in re.findall(r"#[0-9A-Fa-f]{6}", file.read_text(encoding="utf-8"))}
            assert used <= allowed, file.name


def test_a_piece_is_rendered_once_for_each_size_and_has_its_colour_on_each_board(theme: Theme) -> None:
    drawings = Drawings(theme.tokens)
    first = drawings.piece("dwarf", 30, theme.board, dpr=2.0)
    assert (first.width(), first.height(), first.devicePixelRatio()) == (60, 60, 2.0)
    assert drawings.piece("dwarf", 30, theme.board, dpr=2.0).cacheKey() == first.cacheKey()
    assert drawings.piece("dwarf", 31, theme.board, dpr=2.0).cacheKey() != first.cacheKey()

    for name in ("wood", "slate"):
        board = theme.board_of(name)
        image = theme.drawings.piece("clod_black", 40, board).toImage()
        assert image.pixelColor(20, 20).name() == board.pieces["clod_black"].name()
        assert image.pixelColor(0, 0).alpha() == 0


def test_an_icon_has_one_colour_and_that_of_the_program_a_picture_for_each_size(theme: Theme) -> None:
    image = theme.drawings.icon("confirm", 24, QColor("#FF0000"), room=6).toImage()
    pixels = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
    assert image.size().toTuple() == (30, 24)
    assert {pixel.name() for pixel in pixels if pixel.alpha() == 255} == {"#ff0000"}
    icon = program_icon()
    assert len(icon.availableSizes()) == len(PROGRAM_ICON_PX)
    assert icon.pixmap(64, 64).toImage().pixelColor(5, 32) == tokens().board["wood"].cell_a


def test_the_packaged_fonts_load_with_their_licences_and_follow_the_base_size(theme: Theme) -> None:
    assert {"Hanken Grotesk"} <= set(QFontDatabase.families())
    assert any(name.startswith("Vollkorn") for name in QFontDatabase.families())
    for name in ("OFL-HankenGrotesk.txt", "OFL-Vollkorn.txt"):
        assert "SIL OPEN FONT LICENSE Version 1.1" in (RESOURCES / "fonts" / name).read_text(encoding="utf-8")

    fonts = Fonts(tokens(), 20)
    assert fonts.font().pixelSize() == 20
    assert fonts.font("caption").pixelSize() == 17
    assert fonts.font("body", "heavy").weight() == 700


def test_the_style_sheet_has_no_placeholder_left_and_a_round_handle_of_sliders_at_every_text_size(theme: Theme) -> None:
    for em in range(12, 50):
        sheet = style_sheet(theme.ui, Fonts(tokens(), em), em, lambda name, value: f"/x/{name}.svg")
        assert not re.findall(r"\$|\bcontrol\(|\dem\b", sheet)
        assert 'url("/x/check.svg")' in sheet
        groove = int(re.findall(r"QSlider::groove:horizontal { height: (\d+)px", sheet)[0])
        margin, radius = re.findall(
            r"QSlider::handle:horizontal {.*margin: -(\d+)px 0;.*border-radius: (\d+)px", sheet
        )[0]

        assert 2 * int(radius) <= groove + 2 * int(margin)  # Qt draws a larger radius as a square


def test_the_look_changes_after_the_system_has_removed_old_temporary_files(theme: Theme) -> None:
    theme.choose(ui="light")
    [image, *_] = re.findall(r"url\(\"?([^)\"]+)", QApplication.instance().styleSheet())  # type: ignore[union-attr]
    shutil.rmtree(Path(image).parent)

    theme.choose(ui="dark")

    images = re.findall(r"url\(\"?([^)\"]+)", QApplication.instance().styleSheet())  # type: ignore[union-attr]
    assert all(Path(each).exists() for each in images)


@pytest.mark.parametrize("text", ["ink", "ink_muted", "ok", "danger", "accent"])
def test_each_colour_of_texts_can_be_read_on_each_ground(text: str) -> None:
    grounds = ("window", "surface", "raised", "sunken", "accent_soft", "danger_soft", "turn_soft")
    for ui in tokens().ui.values():
        for ground in grounds:
            assert contrast(getattr(ui, text), getattr(ui, ground)) >= 4.5, (ground, text)


def contrast(one: QColor, other: QColor) -> float:
    """The contrast of two colours, as WCAG 2 defines it."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: QColor) -> float:
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
