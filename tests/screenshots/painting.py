"""How pictures of the windows are painted: in which colours, languages, sizes of the text and of the window."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QApplication

    from client_qt.app.main_window import MainWindow
    from client_qt.theme import UiChoice

SIZES = ((1280, 800), (800, 560))
LAYOUTS = 3  # turns of the event loop before a picture
LATE_S = 3.0  # between two words on how far it is
PNG_QUALITY = 80  # less packing, twice as fast
Shot = tuple[str, Callable[[], object]]  # what it returns, if that can be called, is done again at each size


@dataclass(frozen=True)
class Look:
    """How all of it is painted once: the colours, the language, the size of the text, the windows."""

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


def paint(folder: Path, only: str = "", looks: "Sequence[Look] | None" = None) -> Iterator[Path]:
    """Write each picture and name it; how far it is goes to stderr."""
    from PySide6.QtWidgets import QApplication

    from client_qt.app.main_window import MainWindow
    from client_qt.text.language import install
    from client_qt.theme import Theme
    from tests.screenshots.pictures import Scenario

    app = QApplication.instance() or QApplication(["pictures"])
    assert isinstance(app, QApplication)
    theme = Theme(app, base_px=14)
    told = Progress(len(looks or LOOKS))
    for language, zoom in dict.fromkeys((look.language, look.zoom) for look in looks or LOOKS):
        install(app, language)  # words and margins stay what they were when a window was made
        theme.choose(reduced_motion=True, zoom=zoom, ui="light")
        window = MainWindow(theme)
        window.add_pages()
        window.show()
        shots = [shot for shot in Scenario(window).shots() if only in shot[0]]
        told.expect(len(shots))
        for look in looks or LOOKS:  # a change of the look costs more than a picture
            if (look.language, look.zoom) == (language, zoom):
                theme.choose(ui=look.ui)
                yield from _paint_all(app, window, folder, look, shots, told)
        window.may_close = True
        window.close()


def _paint_all(
    app: "QApplication", window: "MainWindow", folder: Path, look: "Look", shots: Sequence[Shot], told: "Progress"
) -> Iterator[Path]:
    from PySide6.QtWidgets import QDialog

    for name, prepare in shots:
        for dialog in window.findChildren(QDialog):  # of the picture before
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
        told.one_more()


class Progress:
    """Says on stderr from time to time how far it is."""

    def __init__(self, looks: int) -> None:
        self._looks, self._count, self._done = looks, 0, 0
        self._began = self._said = time.monotonic()

    def expect(self, each: int) -> None:
        """So many views in each look."""
        self._count = self._looks * each

    def one_more(self) -> None:
        self._done += 1
        if (now := time.monotonic()) - self._said > LATE_S:
            self._said = now
            sys.stderr.write(f"{self._done} of {self._count} views, {now - self._began:.0f} s\n")


def _grab(app: "QApplication", window: "MainWindow") -> "QImage":
    """The window with the question that is asked over it."""
    from PySide6.QtCore import QPoint, Qt
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QDialog

    for _ in range(LAYOUTS):  # a layout may ask for another one
        app.processEvents()
    picture = window.grab().toImage()
    for dialog in window.findChildren(QDialog):
        if dialog.isVisible():
            if not dialog.testAttribute(Qt.WidgetAttribute.WA_Resized):  # it did not say how large it is
                dialog.adjustSize()
                dialog.setAttribute(Qt.WidgetAttribute.WA_Resized, False)
            painter = QPainter(picture)
            centre = window.rect().center() - dialog.rect().center()
            painter.drawPixmap(QPoint(centre), dialog.grab())
            painter.setPen(dialog.palette().mid().color())
            painter.drawRect(dialog.rect().translated(centre))
            painter.end()
    return picture
