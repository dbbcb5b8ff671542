import io
from pathlib import Path
from xml.etree import ElementTree

import pytest
import trio
from PIL import Image, ImageSequence
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QProgressBar

from client_qt.app.main_window import MainWindow
from client_qt.dialogs.export import AnimationDialog, PictureDialog, ProgressDialog
from client_qt.dialogs.question import QuestionDialog
from client_qt.pages.table.controllers.picture_controller import PictureController
from devtools.harness.window.clicks import button, press
from devtools.harness.window.play import at_table, played
from devtools.harness.window.program import until

pytestmark = pytest.mark.qt_trio


def exporting(window: MainWindow, folder: Path, nursery: trio.Nursery) -> None:
    controller = PictureController(window, window.table, lambda: str(folder), nursery)
    controller.setParent(window)  # deleted after the test
    window.action("export_picture").triggered.connect(controller.ask_picture)
    window.action("copy_picture").triggered.connect(controller.copy_picture)
    window.action("export_animation").triggered.connect(controller.ask_animation)


def ask_animation(window: MainWindow) -> AnimationDialog:
    window.action("export_animation").trigger()
    dialog = window.findChild(AnimationDialog)
    dialog.across.setValue(160)
    return dialog


async def save_as(window: MainWindow, path: Path) -> QFileDialog:
    dialog = await until(lambda: window.findChild(QFileDialog, "files"))
    dialog.fileSelected.emit(str(path))
    dialog.close()
    return dialog


async def reported(window: MainWindow) -> str:
    dialog = await until(lambda: window.findChild(QuestionDialog))
    words = " ".join(label.text() for label in dialog.findChildren(QLabel))
    dialog.close()
    return words


async def test_a_picture_is_saved_in_a_chosen_form_or_copied_or_reported(window: MainWindow, tmp_path: Path) -> None:
    at_table(window, played("clod"))
    QApplication.clipboard().clear()
    (tmp_path / "file").write_text("")
    async with trio.open_nursery() as nursery:
        exporting(window, tmp_path, nursery)
        window.action("copy_picture").trigger()
        await until(lambda: QApplication.clipboard().image().width())
        for form, path in (("png", "a.png"), ("svg", "a.svg"), ("png", "file/a.png")):
            window.action("export_picture").trigger()
            dialog = window.findChild(PictureDialog)
            dialog.across.setValue(640)
            dialog.format.setCurrentIndex(dialog.format.findData(form))
            press(dialog, "picture_save")
            files = await until(lambda: window.findChild(QFileDialog, "files"))
            assert files.selectedFiles()[0].endswith(f".{form}")
            await save_as(window, tmp_path / path)
            if path == "file/a.png":
                assert "cannot be written" in await reported(window)
            else:
                await until((tmp_path / path).exists)
    assert QImage.fromData((tmp_path / "a.png").read_bytes()).width() == 640
    assert ElementTree.fromstring((tmp_path / "a.svg").read_bytes()).tag == "{http://www.w3.org/2000/svg}svg"
    image = QApplication.clipboard().image()
    assert (image.width(), image.pixelColor(0, 0).alpha()) == (1200, 255)


async def test_an_animation_has_the_chosen_moves_size_and_pace(window: MainWindow, tmp_path: Path) -> None:
    table = played("clod", 6)
    times = list(table.move_times().values())[2:]
    assert times == [1000] * 4
    at_table(window, table)
    async with trio.open_nursery() as nursery:
        exporting(window, tmp_path, nursery)
        for as_played, path in ((False, tmp_path / "a.gif"), (True, tmp_path / "b.gif")):
            dialog = ask_animation(window)
            dialog.first.setValue(2)
            dialog.pause.setValue(0.5)
            dialog.pace.setCurrentIndex(dialog.pace.findData(as_played))
            assert dialog.pause.isEnabled() != as_played
            press(dialog, "animation_save")
            await save_as(window, path)
            await until(path.exists)
            await until(lambda: window.findChild(ProgressDialog) is None)

            made = Image.open(io.BytesIO(path.read_bytes()))
            pauses = [frame.info["duration"] for frame in ImageSequence.Iterator(made)]
            assert made.width == 160
            assert pauses == [*(times if as_played else [500] * 4), 1500]


@pytest.mark.parametrize(("form", "half"), [("gif", 0), ("gif", 1), ("webp", 1)])
async def test_drawing_and_packing_show_their_progress_and_can_be_stopped(
    window: MainWindow, tmp_path: Path, form: str, half: int
) -> None:
    at_table(window, played("clod", 12))
    async with trio.open_nursery() as nursery:
        exporting(window, tmp_path, nursery)
        dialog = ask_animation(window)
        dialog.format.setCurrentIndex(dialog.format.findData(form))
        press(dialog, "animation_save")
        await save_as(window, tmp_path / f"a.{form}")
        progress = await until(lambda: window.findChild(ProgressDialog))
        bar, cancel = progress.findChild(QProgressBar), button(progress, "cancel")
        seen, middle = list[int](), bar.maximum() // 2

        def stop(value: int) -> None:
            seen.append(value)
            if value > half * middle + 2:
                cancel.click()

        bar.valueChanged.connect(stop)

    assert seen == sorted(seen)
    assert half * middle < seen[-1] < (half + 1) * middle
    assert list(tmp_path.iterdir()) == []


async def test_a_failing_library_is_told(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object) -> None:
        raise ValueError("no such encoder")

    monkeypatch.setattr("client_qt.pages.table.controllers.picture_controller.write_animation", broken)
    at_table(window, played("clod"))
    async with trio.open_nursery() as nursery:
        exporting(window, tmp_path, nursery)
        press(ask_animation(window), "animation_save")
        await save_as(window, tmp_path / "a.gif")
        assert "no such encoder" in await reported(window)
