"""Pictures of boards, previews and animated replays: what is in them, files that cannot be written."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from client_qt.board.export import BoardExporter, BoardPicture
from client_qt.board.preview import BoardPreview, Scene, scene_at
from client_qt.pages.table.controllers.picture_controller import board_picture
from client_qt.records import animation
from client_qt.records.animation import Cancelled, Frame, write_animation
from client_qt.table.local import LocalTable
from client_qt.table.move_rows import is_stop
from client_qt.theme import Theme
from devtools.harness.window.play import played
from netgame.games import GAMES
from tests.client.widget_tools import colours, image_of, shown

SVG = "{http://www.w3.org/2000/svg}"


def picture_of(table: LocalTable) -> BoardPicture:
    assert table.match is not None
    return board_picture(table.match, len(table.match.history) - 1, live=True)


def last_of_all(steps: Iterator[Any]) -> Any:
    return list(steps)[-1]


@pytest.mark.parametrize("key", GAMES)
def test_every_board_has_a_picture_of_the_wanted_width_and_an_svg_of_shapes(theme: Theme, key: str) -> None:
    picture = picture_of(played(key))
    image = last_of_all(BoardExporter(theme, picture, 500).image(picture))
    assert image.size() == picture.size(500)
    assert image.width() == 500
    assert len({image.pixelColor(x, y).name() for x in range(0, 500, 5) for y in range(0, image.height(), 5)}) > 20
    assert image.pixelColor(0, 0).alpha() == 0, "round the board it is clear"

    tree = ElementTree.fromstring(last_of_all(BoardExporter(theme, picture, 800).svg(picture, "A title")))
    assert tree.find(f"{SVG}title").text == "A title"  # type: ignore[union-attr]
    assert list(tree.iter(f"{SVG}image")) == []
    shapes = [element for element in tree.iter() if element.tag in (f"{SVG}path", f"{SVG}polygon", f"{SVG}rect")]
    assert len(shapes) > 20
    written = {"".join(text.itertext()) for text in tree.iter(f"{SVG}text")}
    assert written & {label.text for label in picture.board.labels}


def test_a_picture_is_the_same_however_it_is_cut_into_parts(theme: Theme) -> None:
    picture = picture_of(played("thud"))
    exporter = BoardExporter(theme, picture, 400)
    parts, whole = (last_of_all(exporter.image(picture, **how)) for how in ({}, {"part_px": 400}))

    far = [
        (x, y)
        for x in range(0, 400, 3)
        for y in range(0, 400, 3)
        if abs(QColor(parts.pixel(x, y)).lightness() - QColor(whole.pixel(x, y)).lightness()) > 24
    ]
    assert far == []


PAUSES_MS = (500, 500, 200, 500, 1500)


def frames(count: int = 5, width: int = 90) -> list[Frame]:
    made = []
    for number in range(count):
        image = QImage(width, 60, QImage.Format.Format_RGB32)
        image.fill(QColor(40 * number, 120, 200))
        made.append(Frame.of(image))
    return made


@pytest.mark.parametrize("form", ["gif", "webp"])
def test_an_animation_has_all_its_frames_and_their_durations(tmp_path: Path, form: animation.AnimationForm) -> None:
    write_animation(tmp_path / "a", frames(), PAUSES_MS, form, lambda _count: True)

    with Image.open(tmp_path / "a") as made:
        assert (made.n_frames, made.size, made.format) == (5, (90, 60), form.upper())
        seen, loop = [], made.info["loop"]
        for number in range(5):
            made.seek(number)
            made.load()
            seen.append((made.info["duration"], made.convert("RGB").getpixel((5, 5))))
    assert [pause for pause, _ in seen] == list(PAUSES_MS)
    assert all(abs(colour[0] - 40 * number) < 8 for number, (_, colour) in enumerate(seen))
    assert loop == 0, "for ever"


@pytest.mark.slow
def test_a_replay_as_webp_is_smaller_than_as_gif(theme: Theme, tmp_path: Path) -> None:
    table = played("clod", 12)
    assert table.match is not None
    steps = [index for index, step in enumerate(table.steps()) if is_stop(step.event)]
    pictures = [board_picture(table.match, step, live=False) for step in steps]
    exporter = BoardExporter(theme, pictures[0], 320)
    made = [Frame.of([*exporter.image(picture, theme.ui.window)][-1]) for picture in pictures]

    for form in ("gif", "webp"):
        write_animation(tmp_path / form, made, [500] * len(made), form, lambda _count: True)  # type: ignore[arg-type]

    assert (tmp_path / "webp").stat().st_size < (tmp_path / "gif").stat().st_size


def test_a_cancelled_animation_and_a_write_error_leave_no_partial_file(tmp_path: Path) -> None:
    with pytest.raises(Cancelled):
        write_animation(tmp_path / "a", frames(), PAUSES_MS, "gif", lambda count: count < 2)
    (tmp_path / "folder").write_text("")
    with pytest.raises(OSError, match=r"."):
        write_animation(tmp_path / "folder" / "a", frames(), PAUSES_MS, "gif", lambda _count: True)
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def start_of(key: str) -> Scene:
    return scene_at(game := GAMES[key](), game.start())


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_preview_has_the_colours_of_its_board_and_is_pale_if_disabled(theme: Theme, qtbot: QtBot, key: str) -> None:
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
