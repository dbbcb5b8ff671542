"""Pictures of boards and animated replays: what is in them, their dialogs, files that cannot be written."""

import io
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
import trio
from PIL import Image
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QProgressBar

from client_qt import animation
from client_qt.animation import Cancelled, Frame, write_animation
from client_qt.look import Theme
from client_qt.models.local import LocalTable
from client_qt.models.walk import is_stop
from client_qt.picturedesk import PictureDesk, _seen
from client_qt.views.portrait import Portrait, Sight, picture_size
from client_qt.windows.ask import Ask
from client_qt.windows.askanimation import AskAnimation, Progress
from client_qt.windows.askpicture import AskPicture
from client_qt.windows.main import MainWindow
from netgame.games import GAMES
from netgame.options import option_values, variants
from tests.client.clicks import Watchdog, press, settle
from tests.client.play import at_table, play_on, seeded_table
from tests.client.program import until

SVG = "{http://www.w3.org/2000/svg}"


class Desk:
    """Where files go."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def folder(self) -> str:
        return str(self._folder)


def played(key: str, turns: int = 12) -> LocalTable:
    table = seeded_table(key)
    play_on(table, turns)
    return table


def sight_of(table: LocalTable) -> Sight:
    assert table.match is not None
    return _seen(table.match, len(table.match.history) - 1, live=True)


def last_of_all(steps: Iterator[object]) -> object:
    return list(steps)[-1]


def colours(image: QImage, area: QRect) -> set[str]:
    part = image.copy(area)
    return {part.pixelColor(x, y).name() for x in range(0, part.width(), 5) for y in range(0, part.height(), 5)}


# ---- what is in a picture


@pytest.mark.parametrize("key", GAMES)
def test_every_board_has_a_picture_of_the_wanted_width(theme: Theme, key: str) -> None:
    sight = sight_of(played(key))

    image = last_of_all(Portrait(theme, sight, 500).image(sight))

    assert isinstance(image, QImage)
    assert image.size() == picture_size(sight, 500)
    assert image.width() == 500
    assert len(colours(image, image.rect())) > 20
    assert image.pixelColor(0, 0).alpha() == 0, "round the board it is clear"


def test_a_picture_is_the_same_however_it_is_cut_into_parts(theme: Theme) -> None:
    sight = sight_of(played("thud"))
    portrait = Portrait(theme, sight, 400)
    parts = last_of_all(portrait.image(sight))

    portrait._parts = lambda: iter([QRect(0, 0, 400, 400)])  # type: ignore[method-assign]
    whole = last_of_all(portrait.image(sight))

    assert isinstance(parts, QImage)
    assert isinstance(whole, QImage)
    far = [
        (x, y)
        for x in range(0, 400, 3)
        for y in range(0, 400, 3)
        if abs(QColor(parts.pixel(x, y)).lightness() - QColor(whole.pixel(x, y)).lightness()) > 24
    ]
    assert far == []


def test_without_coordinates_the_cells_have_the_room(theme: Theme) -> None:
    sight = sight_of(played("clod"))
    bare = Sight(sight.board, sight.pieces, sight.marks, coordinates=False)

    with_them, without = (Portrait(theme, one, 600)._geometry for one in (sight, bare))
    assert without.cell * without.dpr > with_them.cell * with_them.dpr


@pytest.mark.parametrize("key", GAMES)
def test_a_drawing_is_of_shapes_and_letters_alone(theme: Theme, key: str) -> None:
    sight = sight_of(played(key))

    data = last_of_all(Portrait(theme, sight, 800).drawing(sight, "A title"))

    assert isinstance(data, bytes)
    tree = ElementTree.fromstring(data)
    assert tree.find(f"{SVG}title").text == "A title"  # type: ignore[union-attr]
    assert list(tree.iter(f"{SVG}image")) == []
    assert sum(element.tag in (f"{SVG}path", f"{SVG}polygon", f"{SVG}rect") for element in tree.iter()) > 40
    written = {"".join(text.itertext()) for text in tree.iter(f"{SVG}text")}
    assert written & {label.text for label in sight.board.labels}


def test_no_part_of_a_large_picture_holds_the_window_up(theme: Theme) -> None:
    import time

    games = [kind(**options) for kind in GAMES.values() for options in variants(kind).values()]
    largest = max(games, key=lambda game: len(game.board.cells))
    sight = sight_of(LocalTable(type(largest), option_values(largest), ("Ann", "Bob")))
    last_of_all(Portrait(theme, sight, 300).image(sight))  # what the window has kept already
    began, longest = time.thread_time(), 0.0
    for _part in Portrait(theme, sight, 2000).image(sight):
        now = time.thread_time()
        longest, began = max(longest, now - began), now

    assert longest < 0.05


# ---- animations


def frames(count: int = 5, width: int = 90) -> list[Frame]:
    made = []
    for number in range(count):
        image = QImage(width, 60, QImage.Format.Format_RGB32)
        image.fill(QColor(40 * number, 120, 200))
        made.append(Frame.of(image))
    return made


@pytest.mark.parametrize("form", ["gif", "webp"])
def test_an_animation_has_all_its_pictures_at_their_pace(tmp_path: Path, form: animation.AnimationForm) -> None:
    write_animation(tmp_path / "a", frames(), 500, form, lambda _count: True)

    with Image.open(tmp_path / "a") as made:
        assert (made.n_frames, made.size, made.format) == (5, (90, 60), form.upper())
        seen, loop = [], made.info["loop"]
        for number in range(5):
            made.seek(number)
            made.load()
            seen.append((made.info["duration"], made.convert("RGB").getpixel((5, 5))))
    assert [pause for pause, _ in seen] == [500, 500, 500, 500, 1500], "the last one stands longer"
    assert all(abs(colour[0] - 40 * number) < 8 for number, (_, colour) in enumerate(seen))
    assert loop == 0, "for ever"


def whole_pictures(data: bytes) -> int:
    """How many pictures of a WebP, or of a GIF, cover all of it."""
    with Image.open(io.BytesIO(data)) as made:
        width, height = made.size
    parts, at = [], 12
    while at < len(data):
        name, length = data[at : at + 4], int.from_bytes(data[at + 4 : at + 8], "little")
        if name == b"ANMF":
            parts.append(tuple(int.from_bytes(data[at + 14 + n : at + 17 + n], "little") + 1 for n in (0, 3)))
        at += 8 + length + length % 2
    return parts.count((width, height))


def test_a_webp_has_only_what_changes_after_its_first_picture(tmp_path: Path) -> None:
    made = []
    for number in range(12):
        image = QImage(200, 200, QImage.Format.Format_RGB32)
        image.fill(QColor(180, 140, 90))
        painter = QPainter(image)
        painter.fillRect(15 * number, 80, 14, 14, QColor(0, 0, 0))
        painter.end()
        made.append(Frame.of(image))

    write_animation(tmp_path / "a", made, 500, "webp", lambda _count: True)

    assert whole_pictures((tmp_path / "a").read_bytes()) == 1


@pytest.mark.slow
@pytest.mark.may_stall("whole boards are painted at a stretch")
def test_a_replay_as_webp_is_smaller_than_as_gif(theme: Theme, tmp_path: Path) -> None:
    table = played("clod", 12)
    assert table.match is not None
    steps = [index for index, step in enumerate(table.steps()) if is_stop(step.event)]
    sights = [_seen(table.match, step, live=False) for step in steps]
    portrait = Portrait(theme, sights[0], 320)
    made = [Frame.of([*portrait.image(sight, theme.ui.window)][-1]) for sight in sights]

    for form in ("gif", "webp"):
        write_animation(tmp_path / form, made, 500, form, lambda _count: True)  # type: ignore[arg-type]

    assert (tmp_path / "webp").stat().st_size < (tmp_path / "gif").stat().st_size


def test_rows_that_are_padded_are_read_right(tmp_path: Path) -> None:
    (frame,) = frames(1, width=91)

    assert len(__import__("zlib").decompress(frame.data)) == 91 * 60 * 3


def test_a_cancelled_animation_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(Cancelled):
        write_animation(tmp_path / "a", frames(), 500, "gif", lambda count: count < 2)

    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_refuses_leaves_no_half_file(tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("")

    with pytest.raises(OSError, match=r"."):
        write_animation(tmp_path / "folder" / "a", frames(), 500, "gif", lambda _count: True)

    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


# ---- in the window


async def save_as(window: MainWindow, path: Path) -> QFileDialog:
    dialog = await until(lambda: window.findChild(QFileDialog, "files"))
    dialog.fileSelected.emit(str(path))
    dialog.close()
    return dialog  # type: ignore[no-any-return]


@pytest.mark.qt_trio(timeout_s=20)
@pytest.mark.parametrize("form", ["png", "svg"])
async def test_the_board_is_saved_as_a_picture(window: MainWindow, theme: Theme, tmp_path: Path, form: str) -> None:
    at_table(window, played("clod"))
    async with trio.open_nursery() as nursery:
        desk = PictureDesk(window, theme, Desk(tmp_path), nursery)  # type: ignore[arg-type]
        window._actions["export_picture"].trigger()
        dialog = window.findChild(AskPicture)
        dialog.across.setValue(640)
        dialog.form.setCurrentIndex(dialog.form.findData(form))
        press(dialog, "picture_save")
        files = await until(lambda: window.findChild(QFileDialog, "files"))
        assert files.selectedFiles()[0].endswith(f".{form}")
        await save_as(window, tmp_path / f"a.{form}")
        await until((tmp_path / f"a.{form}").exists)

    data = (tmp_path / f"a.{form}").read_bytes()
    if form == "png":
        assert QImage.fromData(data).width() == 640
    else:
        assert ElementTree.fromstring(data).tag == f"{SVG}svg"
    assert desk._wish.width_px == 640, "the next one begins with what was wanted last"


@pytest.mark.qt_trio(timeout_s=20)
async def test_the_picture_goes_to_the_clipboard(window: MainWindow, theme: Theme, tmp_path: Path) -> None:
    at_table(window, played("clod"))
    QApplication.clipboard().clear()
    async with trio.open_nursery() as nursery:
        PictureDesk(window, theme, Desk(tmp_path), nursery)  # type: ignore[arg-type]
        window._actions["copy_picture"].trigger()
        await until(lambda: QApplication.clipboard().image().width())

    image = QApplication.clipboard().image()
    assert image.width() == 1200
    assert image.pixelColor(0, 0).alpha() == 255


@pytest.mark.qt_trio(timeout_s=20)
async def test_a_picture_that_cannot_be_written_is_told_in_words(
    window: MainWindow, theme: Theme, tmp_path: Path
) -> None:
    at_table(window, played("clod"))
    (tmp_path / "file").write_text("")
    async with trio.open_nursery() as nursery:
        PictureDesk(window, theme, Desk(tmp_path), nursery)  # type: ignore[arg-type]
        window._actions["export_picture"].trigger()
        press(window.findChild(AskPicture), "picture_save")
        await save_as(window, tmp_path / "file" / "a.png")
        told = await until(lambda: window.findChild(Ask))
        words = " ".join(label.text() for label in told.findChildren(QLabel))
        told.close()

    assert "The picture is not saved" in words
    assert "The file cannot be written" in words


@pytest.mark.qt_trio(timeout_s=30)
@pytest.mark.slow
async def test_a_match_is_saved_as_an_animation_and_the_window_goes_on(
    window: MainWindow, theme: Theme, tmp_path: Path
) -> None:
    at_table(window, played("clod", 8))
    async with trio.open_nursery() as nursery:
        PictureDesk(window, theme, Desk(tmp_path), nursery)  # type: ignore[arg-type]
        window._actions["export_animation"].trigger()
        dialog = window.findChild(AskAnimation)
        dialog.across.setValue(240)
        dialog.first.setValue(2)
        assert dialog._told.text().startswith("7 pictures")
        press(dialog, "animation_save")
        watch = Watchdog()
        await save_as(window, tmp_path / "a.gif")
        await until((tmp_path / "a.gif").exists)
        busy = watch.stop()
        await until(lambda: window.findChild(Progress) is None)

    with Image.open(io.BytesIO((tmp_path / "a.gif").read_bytes())) as made:
        assert (made.n_frames, made.width) == (7, 240)
    assert busy < 50


@pytest.mark.qt_trio(timeout_s=20)
async def test_an_animation_can_be_stopped_on_the_way(window: MainWindow, theme: Theme, tmp_path: Path) -> None:
    at_table(window, played("clod", 12))
    async with trio.open_nursery() as nursery:
        PictureDesk(window, theme, Desk(tmp_path), nursery)  # type: ignore[arg-type]
        window._actions["export_animation"].trigger()
        press(window.findChild(AskAnimation), "animation_save")
        await save_as(window, tmp_path / "a.gif")
        progress = await until(lambda: window.findChild(Progress))
        press(progress, "cancel")

    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@pytest.mark.qt_trio(timeout_s=20)
@pytest.mark.parametrize("form", ["gif", "webp"])
async def test_how_far_the_packing_is_is_shown_and_it_can_be_stopped(
    window: MainWindow, theme: Theme, tmp_path: Path, form: str
) -> None:
    at_table(window, played("clod", 12))
    async with trio.open_nursery() as nursery:
        PictureDesk(window, theme, Desk(tmp_path), nursery)  # type: ignore[arg-type]
        window._actions["export_animation"].trigger()
        dialog = window.findChild(AskAnimation)
        dialog.form.setCurrentIndex(dialog.form.findData(form))
        dialog.across.setValue(240)
        press(dialog, "animation_save")
        await save_as(window, tmp_path / f"a.{form}")
        progress = await until(lambda: window.findChild(Progress))
        bar = progress.findChild(QProgressBar)
        seen, most = list[int](), bar.maximum()

        def stop_in_packing(value: int) -> None:
            seen.append(value)
            if value > most // 2 + 2:
                progress.reject()

        bar.valueChanged.connect(stop_in_packing)

    assert seen == sorted(seen)
    assert most // 2 < seen[-1] < most
    assert list(tmp_path.iterdir()) == []


@pytest.mark.qt_trio(timeout_s=20)
async def test_without_the_library_the_dialog_says_how_to_get_it(
    window: MainWindow, theme: Theme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client_qt.picturedesk.is_possible", lambda: False)
    at_table(window, played("clod"))
    async with trio.open_nursery() as nursery:
        PictureDesk(window, theme, Desk(tmp_path), nursery)  # type: ignore[arg-type]
        window._actions["export_animation"].trigger()
        dialog = window.findChild(AskAnimation)

    assert "-m pip install Pillow" in dialog._wrong.text()
    assert not dialog.go.isEnabled()
    dialog.close()
    settle()


@pytest.mark.qt_trio(timeout_s=20)
async def test_what_cannot_be_animated_is_said_in_the_dialog(window: MainWindow, theme: Theme, tmp_path: Path) -> None:
    at_table(window, played("clod"))
    async with trio.open_nursery() as nursery:
        PictureDesk(window, theme, Desk(tmp_path), nursery)  # type: ignore[arg-type]
        window._actions["export_animation"].trigger()
        dialog = window.findChild(AskAnimation)
        dialog.first.setValue(9)
        dialog.last.setValue(3)
        assert "after the first" in dialog._wrong.text()
        assert not dialog.go.isEnabled()
        dialog.last.setValue(10)
        assert dialog.go.isEnabled()
        dialog.close()
        settle()


@pytest.mark.qt_trio(timeout_s=20)
async def test_a_library_that_gives_up_is_told_and_the_window_goes_on(
    window: MainWindow, theme: Theme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_args: object) -> None:
        raise ValueError("no such encoder")

    monkeypatch.setattr("client_qt.picturedesk.write_animation", broken)
    at_table(window, played("clod", 2))
    async with trio.open_nursery() as nursery:
        PictureDesk(window, theme, Desk(tmp_path), nursery)  # type: ignore[arg-type]
        window._actions["export_animation"].trigger()
        press(window.findChild(AskAnimation), "animation_save")
        await save_as(window, tmp_path / "a.gif")
        told = await until(lambda: window.findChild(Ask))
        words = " ".join(label.text() for label in told.findChildren(QLabel))
        told.close()

    assert "no such encoder" in words
