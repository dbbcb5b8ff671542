"""Nothing but windows, dialogs and menus is ever a window of its own.

A part that is shown before it has its place would flash up on the screen, and take the keyboard away.
"""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow, QMenu, QWidget

from client_qt.theme import Theme
from devtools.harness.window.clicks import settle
from devtools.screenshots.scenario import Scenario
from netgame.games import GAMES
from tests.client.staging import whole_window

WINDOWS = (QMainWindow, QDialog, QMenu)
POPUPS = (Qt.WindowType.Popup, Qt.WindowType.ToolTip)


class Lookout(QObject):
    """Notes what becomes a window."""

    def __init__(self) -> None:
        super().__init__()
        self.strays: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            usual = isinstance(watched, WINDOWS) or watched.windowType() in POPUPS
            if not usual:
                words = getattr(watched, "text", str)()
                self.strays.append(f"{type(watched).__name__} {watched.objectName()} {words}")
        return False


@pytest.fixture
def lookout(qapp: QApplication) -> Iterator[Lookout]:
    made = Lookout()
    qapp.installEventFilter(made)
    yield made
    qapp.removeEventFilter(made)


@pytest.mark.sweep
@pytest.mark.slow
def test_no_part_of_any_picture_is_ever_a_window(theme: Theme, lookout: Lookout) -> None:
    window = whole_window(theme)
    window.show()
    settle()
    many = ("table_", "session_", "board_", "panel_")  # one page, which is there all the time
    many += tuple(f"rules_{key}" for key in list(GAMES)[:-1])  # and one page for the rules of all games
    shots = [shot for shot in Scenario(window).shots() if not shot[0].startswith(many)]
    found: dict[str, str] = {}
    for name, prepare in shots:
        for dialog in window.findChildren(QDialog):
            dialog.close()
        prepare()
        settle()
        found |= dict.fromkeys(lookout.strays, name)
        lookout.strays.clear()
    assert found == {}
    window.may_close = True
    window.close()
