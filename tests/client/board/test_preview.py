"""Previews: pictures of parts of boards."""

import pytest
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from client_qt.board.preview import BoardPreview, Scene, scene_at
from client_qt.theme import Theme
from netgame.games import GAMES
from tests.client.widget_tools import colours, image_of, shown


def start_of(key: str) -> Scene:
    return scene_at(game := GAMES[key](), game.start())


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_preview_shows_a_position_in_the_colours_of_the_board_and_is_pale_while_disabled(
    theme: Theme, qtbot: QtBot, key: str
) -> None:
    scene = shown(BoardPreview(theme), qtbot, 160)
    scene.resize(160, 110)
    scene.show_scene(*start_of(key), cells_across=5, board_name="paper")
    paper = theme.tokens.board["paper"]

    assert {paper.cell_a.name(), paper.cell_b.name()} <= colours(scene)
    strong = image_of(scene)
    assert strong.pixelColor(QPoint(0, 0)) != paper.frame
    scene.setEnabled(False)
    assert image_of(scene) != strong, "it is pale"


def test_a_preview_is_centred_on_the_given_place(theme: Theme, qtbot: QtBot) -> None:
    scene = shown(BoardPreview(theme), qtbot, 160)
    scene.resize(150, 150)
    board, pieces, marks = start_of("thud")
    place = board.cells[board.cell("G7")]
    scene.show_scene(board, pieces, marks, centre=(place.x, place.y), cells_across=3)

    assert image_of(scene).pixelColor(75, 80).name() in {
        theme.board.pieces["troll"].name(), theme.board.outline.name()
    }  # fmt: skip


def test_a_preview_has_the_printed_marks_but_none_of_the_turn() -> None:
    printed = {key: {mark.kind for mark in start_of(key)[2]} for key in GAMES}
    assert printed["koom"] == {"goal"}
    assert printed["clod"] == {f"die-{face}" for face in range(1, 7)}
    assert printed["thud"] == set()
