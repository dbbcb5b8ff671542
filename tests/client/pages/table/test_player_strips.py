"""The players beside the board."""

from typing import get_args

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from client_qt.pages.table.player_strip import HEIGHTS, Form, PlayerState, PlayerStrip
from client_qt.theme import Theme
from client_qt.widgets.pieces import KindCounts, PieceTile
from tests.client.widget_tools import LONG, colours, shown, texts

FORMS: tuple[Form, ...] = get_args(Form)


def test_a_name_is_never_read_as_markup(theme: Theme, qtbot: QtBot) -> None:
    strip = shown(PlayerStrip(theme), qtbot)

    strip.show_player(PlayerState("<b>Ann</b><img src=x>", "Black", ("clod_black",)))

    assert all(words.textFormat() == Qt.TextFormat.PlainText for words in strip.findChildren(QLabel))


def test_a_strip_says_who_moves_with_frame_chip_and_words(theme: Theme, qtbot: QtBot) -> None:
    strip = shown(PlayerStrip(theme), qtbot)
    strip.show_player(PlayerState("Ann", "dwarfs", ("dwarf",)))
    assert theme.ui.turn_frame.name() not in colours(strip)

    strip.show_player(PlayerState("Ann", "dwarfs", ("dwarf",), True, "troll", 2, "largest region 7", "connection lost"))

    assert theme.ui.turn_frame.name() in colours(strip)
    assert set(texts(strip)) == {"Ann", "to move", "dwarfs", "largest region 7", "connection lost", "+2"}
    assert strip.accessibleName() == "Ann, dwarfs, to move, captures 2, largest region 7, connection lost"


@pytest.mark.parametrize("form", ["full", "slim", "card"])
def test_a_strip_keeps_its_height_and_gives_way_in_width(theme: Theme, qtbot: QtBot, form: Form) -> None:
    strip = shown(PlayerStrip(theme), qtbot)
    strip.set_form(form)
    empty = strip.height()

    strip.show_player(
        PlayerState(LONG, LONG, ("dwarf",), True, "troll", 32, LONG, LONG, (("bloom_1a", 99), ("bloom_1b", 9)))
    )

    assert strip.height() == empty == theme.px(HEIGHTS[form])
    assert strip.minimumSizeHint().width() < theme.px(40)


def test_a_strip_may_change_its_form_again_and_again(theme: Theme, qtbot: QtBot) -> None:
    strip = shown(PlayerStrip(theme), qtbot)
    strip.show_player(PlayerState("Ann", "dwarfs", ("dwarf",), standing="score 3"))

    for form in FORMS * 2:
        strip.set_form(form)
        QTest.qWait(0)
        assert set(texts(strip)) == {"Ann", "dwarfs", "score 3"}
        assert all(strip.rect().contains(w.geometry()) for w in strip.findChildren(QLabel) if w.parent() is strip)


def test_the_two_pieces_of_a_side_are_on_its_tile_and_counted(theme: Theme, qtbot: QtBot) -> None:
    strip = shown(PlayerStrip(theme), qtbot)
    pieces = theme.board.pieces

    strip.show_player(PlayerState("Ann", "flower and ring", ("bloom_1a", "bloom_1b")))
    tile = colours(strip.findChild(PieceTile))
    assert {pieces["bloom_1a"].name(), pieces["bloom_1b"].name()} <= tile
    narrow = strip.minimumSizeHint().width()
    strip.show_player(
        PlayerState("Ann", "flower and ring", ("bloom_1a", "bloom_1b"), counts=(("bloom_1a", 3), ("bloom_1b", 12)))
    )

    assert strip.minimumSizeHint().width() > narrow
    assert strip.findChild(KindCounts).accessibleName() == "3, 12"


def test_the_tile_is_of_the_material_of_the_board(theme: Theme, qtbot: QtBot) -> None:
    strip = shown(PlayerStrip(theme), qtbot)

    strip.show_player(PlayerState("Ann", "flower and ring", ("bloom_1a",), shape="hexagon"))

    assert theme.board_with("hexagon").cell_a.name() in colours(strip.findChild(PieceTile))


def test_a_narrow_slim_strip_says_by_its_frame_who_moves(theme: Theme, qtbot: QtBot) -> None:
    strip = shown(PlayerStrip(theme), qtbot, 300)
    strip.set_form("slim")
    strip.show_player(PlayerState("Ann", "dwarfs", ("dwarf",), True))
    assert "to move" not in texts(strip)

    strip.resize(500, strip.height())

    assert "to move" in texts(strip)
