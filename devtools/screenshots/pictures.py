"""Screenshots of the windows with every game: `./run pictures FOLDER`.

The real windows show real games that the program plays. Nothing needs a screen or a network. Qt is imported only after
the check of the system libraries.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from client_qt.system_libraries import problem

if TYPE_CHECKING:
    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QApplication

    from client_qt.app.main_window import MainWindow
    from client_qt.theme import UiChoice
    from devtools.screenshots.scenario import Shot

SIZES = ((1280, 800), (800, 560))
LAYOUTS = 16  # turns of the event loop before a screenshot; lists draw one picture or more in each
PROGRESS_S = 3.0  # between two lines of progress
PNG_QUALITY = 80  # less compression, twice as fast


@dataclass(frozen=True)
class Look:
    """Colours, language, text size and window sizes of a run through all scenes."""

    name: str
    ui: "UiChoice" = "light"
    language: str = "en"
    zoom: float = 1.0
    sizes: tuple[tuple[int, int], ...] = SIZES


LOOKS = (
    Look("light"),
    Look("dark", "dark"),
    Look("contrast", "contrast"),
    Look("150", zoom=1.5, sizes=SIZES[:1]),
    Look("de", language="de"),
)


def paint(folder: Path, is_wanted: Callable[[str], bool], looks: "Sequence[Look] | None" = None) -> Iterator[Path]:
    """Write the screenshots of the wanted scenes and yield their files; write progress to stderr."""
    from PySide6.QtWidgets import QApplication

    from client_qt.app.main_window import MainWindow
    from client_qt.text.language import install
    from client_qt.theme import Theme
    from devtools.screenshots.scenario import Scenario

    app = QApplication.instance() or QApplication(["pictures"])
    assert isinstance(app, QApplication)
    theme = Theme(app, base_px=14)
    progress = Progress(len(looks or LOOKS))
    for language, zoom in dict.fromkeys((look.language, look.zoom) for look in looks or LOOKS):
        install(app, language)  # a window keeps the language in which it was made
        theme.choose(reduced_motion=True, zoom=zoom, ui="light")
        window = MainWindow(theme)
        window.add_pages()
        window.show()
        shots = [shot for shot in Scenario(window).shots() if is_wanted(shot[0])]
        progress.expect(len(shots))
        for look in looks or LOOKS:  # a change of the look takes longer than a screenshot
            if (look.language, look.zoom) == (language, zoom):
                theme.choose(ui=look.ui)
                yield from _paint_all(app, window, folder, look, shots, progress)
        window.may_close = True
        window.close()


def _paint_all(
    app: "QApplication", window: "MainWindow", folder: Path, look: "Look", shots: "Sequence[Shot]", progress: "Progress"
) -> Iterator[Path]:
    from PySide6.QtWidgets import QDialog

    for name, prepare in shots:
        for dialog in window.findChildren(QDialog):  # of the scene before
            dialog.close()
        window.banner.hide_text()
        window.theme.choose(board="auto", pieces="usual")
        again = prepare()
        for width, height in look.sizes:
            window.resize(width, height)
            if callable(again):
                app.processEvents()
                again()
            file = folder / f"{name}_{look.name}_{width}x{height}.png"
            _grab(app, window).save(str(file), "PNG", PNG_QUALITY)  # type: ignore[call-overload]
            yield file
        progress.one_more()


class Progress:
    """Writes lines of progress to stderr."""

    def __init__(self, looks: int) -> None:
        self._looks, self._count, self._done = looks, 0, 0
        self._began = self._said = time.monotonic()

    def expect(self, each: int) -> None:
        self._count = self._looks * each

    def one_more(self) -> None:
        self._done += 1
        if (now := time.monotonic()) - self._said > PROGRESS_S:
            self._said = now
            sys.stderr.write(f"{self._done} of {self._count} views, {now - self._began:.0f} s\n")


def _grab(app: "QApplication", window: "MainWindow") -> "QImage":
    """Return a picture of the window with its dialogs."""
    from PySide6.QtCore import QPoint, Qt
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QDialog

    for _ in range(LAYOUTS):  # a layout may cause another one
        app.processEvents()
    picture = window.grab().toImage()
    for dialog in window.findChildren(QDialog):
        if dialog.isVisible():
            if not dialog.testAttribute(Qt.WidgetAttribute.WA_Resized):  # it has no size of its own
                dialog.adjustSize()
                dialog.setAttribute(Qt.WidgetAttribute.WA_Resized, False)
            painter = QPainter(picture)
            centre = window.rect().center() - dialog.rect().center()
            painter.drawPixmap(QPoint(centre), dialog.grab())
            painter.setPen(dialog.palette().mid().color())
            painter.drawRect(dialog.rect().translated(centre))
            painter.end()
    return picture


def main(argv: Sequence[str] | None = None) -> int:
    """Write the screenshots; return the exit code."""
    parser = argparse.ArgumentParser(prog="pictures", description="A PNG of each window with each game.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="only pictures whose names have this in them")
    parser.add_argument("--look", choices=[look.name for look in LOOKS], help="only these: dark, in German, ...")
    args = parser.parse_args(argv)
    folder: Path = args.folder
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    missing = problem()
    if missing:
        sys.stderr.write(missing)
        return 3
    folder.mkdir(parents=True, exist_ok=True)
    for file in paint(
        folder, lambda name: args.only in name, [look for look in LOOKS if args.look in (None, look.name)]
    ):
        sys.stdout.write(f"{file}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
