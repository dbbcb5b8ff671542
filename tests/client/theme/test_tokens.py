"""Tokens, drawings, fonts and the style sheet."""

import re

import pytest
from PySide6.QtGui import QColor, QFontDatabase

from client_qt.theme import Theme
from client_qt.theme.colour import colour, css, is_light, mix
from client_qt.theme.drawings import PROGRAM_ICON_PX, Drawings, program_icon, source
from client_qt.theme.fonts import Fonts
from client_qt.theme.style_sheet import style_sheet
from client_qt.theme.tokens import RESOURCES, piece_folders, read_tokens, tokens
from netgame.games import GAMES


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


def test_an_icon_has_one_colour_and_room_at_its_right_and_that_of_the_program_a_picture_for_each_size(
    theme: Theme,
) -> None:
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
