"""No text is cut, no widgets overlap and none is a window: with longer texts, larger text, and from right to left.

The sweeps show every scene of `./run pictures`. With NETGAME_MISFITS set to a folder, the tests write pictures of the
windows with faults there.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt, QTranslator
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow, QMenu, QTableView, QWidget

from client_qt.app.main_window import MainWindow
from client_qt.pages.table.panel.side_panel import SidePanel
from client_qt.pages.table.panel.walk_bar import WalkBar
from client_qt.pages.table.strips.dice import DiceTray
from client_qt.pages.table.strips.hint_line import HintLine, MoveBox
from client_qt.pages.table.view.hint import HintState
from client_qt.text import language
from client_qt.theme import Button, Theme
from client_qt.widgets.curve import Chart, Curve
from client_qt.widgets.labels import ElidedLabel
from client_qt.widgets.list_view import ListView
from devtools.harness.window.clicks import settle
from devtools.screenshots.scenario import Scenario
from devtools.words import FOLDER, load
from tests.client.staging import put_away, whole_window
from tests.client.stretched import Longer, longer, misfits

SMALL, USUAL = (800, 560), (1280, 800)
NO_ROOM = ("DiceCard",)  # has no room in a small window with text of double size
SAME = ("board_wood", "board_slate", "board_paper", "board_grey", "board_turned")  # with the layout of other scenes
BOARDS = ("start", "middle", "end")  # of every variant; the layout around the board is that of these:
LONG_NAME = "room_long"  # the button of a talk with a player of a long name
PAGES = "home", "join", "host_thud", "table_waiting", "session_offers", "session_over", "lobby", "dialog_about"
ONE_OF_EACH = {
    *("table_thud_start", "table_clod_end", "table_royalclod_tall_end", "table_royalclod_wide_end"),
    *("table_blooms_end", "table_conquid_small_end", "table_thud_end", "table_koom_end"),
}


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QApplication]:
    """The application; afterwards its language is English again, from left to right."""
    translators = set(qapp.findChildren(QTranslator))
    yield qapp
    for translator in set(qapp.findChildren(QTranslator)) - translators:
        qapp.removeTranslator(translator)
    language.install(qapp, "en")
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


Names = tuple[str, ...]


def wrong_in(
    theme: Theme, *sizes: tuple[int, int], without: Names = (), whole: bool = False, only: Names = ()
) -> dict[str, str]:
    """Show every scene in windows of these sizes, the largest last; return each fault with its first scene.

    Leave out the scenes whose names begin with one of `without`. With `whole`, a cut text with a tool tip is a fault.
    """
    window = whole_window(theme)
    window.resize(*sizes[-1])
    window.show()
    found: dict[str, str] = {}
    scenes = dict(Scenario(window).shots())
    for name, prepare in ((name, scenes[name]) for name in only or scenes):
        if name.startswith(SAME + without) or (name.endswith(BOARDS) and name not in ONE_OF_EACH):
            continue
        for dialog in window.findChildren(QDialog):
            dialog.close()
        window.resize(*sizes[-1])  # text of double size does not fit if it is first shown in a small window
        again = prepare()
        for width, height in sizes:
            window.resize(width, height)
            settle()
            if whole and callable(again):  # text of double size has no room in an open panel
                again()
            settle()  # the height of a page follows from the widths of nested parts
            for fault in (*_faults(window, (width, height)), *(_cut(window) if whole else ())):
                _keep(window, f"{name}_{width}")
                found.setdefault(fault, f"{name} at {width} x {height}")
    put_away(window)
    return found


def _faults(window: MainWindow, size: tuple[int, int]) -> Iterator[str]:
    if (window.width(), window.height()) != size:
        yield f"the window is {window.width()} x {window.height()} and not {size[0]} x {size[1]}"
    for one in QApplication.topLevelWidgets():
        if one is window or (isinstance(one, QDialog) and one.isVisible()):
            yield from misfits(one)


def _cut(window: MainWindow) -> Iterator[str]:
    """Yield the texts that are cut and have a tool tip."""
    window.grab()  # a label finds out while it is painted
    for label in filter(QWidget.isVisible, window.findChildren(ElidedLabel)):
        if label.text() and label.toolTip() == label.text():
            yield f"cut: {label.text()}"
    for button in filter(QWidget.isVisible, window.findChildren(Button)):
        is_narrow = button.width() < button.sizeHint().width()
        if is_narrow and button.text() and button.toolTip() == button.text() and button.objectName() != LONG_NAME:
            yield f"cut: {button.text()}"
    for view in filter(QWidget.isVisible, window.findChildren(ListView)):
        for number, row in enumerate(view.rows):
            texts = {row.title, row.problem, *row.lines, *row.columns}
            yield from (f"cut: {tip}" for _area, tip in view.tool_tips(number) if tip in texts)


def _keep(window: MainWindow, name: str) -> None:
    if folder := os.environ.get("NETGAME_MISFITS"):
        window.grab().save(str(Path(folder) / f"{name}.png"))


class Lookout(QObject):
    """Notes what becomes a window: a part that is shown before it has its place flashes up and takes the keyboard."""

    def __init__(self) -> None:
        super().__init__()
        self.strays: list[str] = []

    def eventFilter(self, part: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(part, QWidget) and part.isWindow():
            popups = (Qt.WindowType.Popup, Qt.WindowType.ToolTip)
            if not isinstance(part, QMainWindow | QDialog | QMenu) and part.windowType() not in popups:
                self.strays.append(f"{type(part).__name__} {part.objectName()} {getattr(part, 'text', str)()}")
        return False


def test_a_longer_template_keeps_its_placeholders_and_its_end() -> None:
    assert longer("{count} tables are open:").startswith("{count} tàbléš")
    assert longer("{count} tables are open:").endswith("ö:")
    assert 1.35 < len(longer("Take back what was chosen")) / len("Take back what was chosen") < 1.5


@pytest.mark.slow
@pytest.mark.sweep
def test_texts_that_are_longer_fit_from_right_to_left_and_can_be_translated(app: QApplication, theme: Theme) -> None:
    words, lookout = Longer(), Lookout()
    words.setParent(app)  # the fixture removes it
    app.installTranslator(words)
    app.installEventFilter(lookout)
    app.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert wrong_in(theme, SMALL) == {}
    app.removeEventFilter(lookout)
    assert lookout.strays == []
    unknown = words.asked - load(FOLDER / "de.ts").keys()
    assert not unknown, "./run words does not find these texts"


@pytest.mark.slow
@pytest.mark.sweep
def test_german_in_text_of_double_size_fits(app: QApplication, theme: Theme) -> None:
    """The variation bar and very wide or tall boards have no room in a small window with text that large."""
    language.install(app, "de")
    theme.choose(zoom=2.0)
    found = wrong_in(theme, SMALL, USUAL, without=("what_if", "lines", "board_", "table_royalclod_tall"))
    assert {fault: where for fault, where in found.items() if not any(part in fault for part in NO_ROOM)} == {}


@pytest.mark.slow
@pytest.mark.parametrize("only", [PAGES, pytest.param((), marks=pytest.mark.sweep)], ids=["pages", "all"])
def test_german_in_large_text_is_whole(app: QApplication, theme: Theme, only: tuple[str, ...]) -> None:
    """No label, button or row of a list is cut, neither on a page nor at a table."""
    language.install(app, "de")
    theme.choose(zoom=1.5)
    assert wrong_in(theme, SMALL, whole=True, only=only) == {}


def test_from_right_to_left_confirm_is_left_of_cancel_and_moves_stay(app: QApplication, theme: Theme) -> None:
    ltr = Qt.LayoutDirection.LeftToRight
    app.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    panel, line = SidePanel(theme), HintLine(theme)
    assert panel.isRightToLeft()
    assert {panel.moves.findChild(kind).layoutDirection() for kind in (QTableView, WalkBar)} == {ltr}
    assert line.findChild(MoveBox).layoutDirection() == ltr
    drawn = ListView(theme, "list", "List"), Curve(theme, Chart((1.0, 2.0), 0.0, 3.0)), DiceTray(theme)
    assert {made.layoutDirection() for made in drawn} == {ltr}

    line.show_state(HintState("Choose a cell.", can_cancel=True, has_confirm=True, can_confirm=True))
    line.resize(700, line.height())
    line.show()
    settle()
    places = {button.text(): button.x() for button in line.findChildren(Button)}
    assert places["Confirm"] < places["Cancel"]
    line.deleteLater()
