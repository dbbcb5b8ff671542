"""Fixtures of the tests of the client."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from client_qt.app.main_window import MainWindow
from client_qt.text import language
from client_qt.theme import Theme, UiName
from devtools.harness.server.serving import forget_kept  # noqa: F401
from netgame.boards.geometry import Board
from netgame.games import GAMES
from tests.client.kept import (  # noqa: F401
    _chosen,
    alone,
    ann,
    bob,
    chosen,
    facing,
    fake,
    kept_client,
    other,
    reaches_memory,
    serving,
)
from tests.client.recording_board import RecordingBoard
from tests.client.staging import as_new, opened, put_away

# the platform without a screen logs this for every window with a minimum size
OFFSCREEN_NOISE = "This plugin does not support propagateSizeHints"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith("tests/client/"):
            item.add_marker(pytest.mark.qt_log_ignore(OFFSCREEN_NOISE, extend=True))


@pytest.fixture(autouse=True)
def _customs_of_nowhere() -> None:
    """Use the C locale on every computer; a test may set another one."""
    QLocale.setDefault(QLocale.c())


@pytest.fixture(autouse=True)
def _cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords quickly; the tests of the server use the full cost."""
    monkeypatch.setattr("server.accounts.passwords.MEMORY_KIB", 64)


@pytest.fixture(autouse=True)
def _released_mouse() -> Iterator[None]:
    """Fail a test that leaves a mouse button down: Qt takes every focus that follows for one by the mouse."""
    yield
    held = QGuiApplication.mouseButtons() if QGuiApplication.instance() is not None else Qt.MouseButton.NoButton
    for button in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton):
        if button & held:
            QTest.mouseRelease(QWidget(), button)
    assert held == Qt.MouseButton.NoButton, "a mouse button is still down"


class System:
    """The preferences of the system; a test may change them."""

    ui: UiName = "light"


@pytest.fixture(scope="session")
def _session_theme(qapp: QApplication) -> Theme:
    """One theme for all tests, because each new one restyles every widget."""
    language.install(qapp, "en")
    made = Theme(qapp, base_px=14, system=lambda: System.ui)
    made.system_reduces_motion = True
    return made


@pytest.fixture
def system() -> Iterator[type[System]]:
    """The preferences of the system, which are light again after the test."""
    yield System
    System.ui = "light"


@pytest.fixture
def theme(_session_theme: Theme) -> Iterator[Theme]:
    """The theme in its first state: light, wood, and without motion, so that tests see no animation."""
    _session_theme.choose(ui="light", board="auto", pieces="usual", reduced_motion=True, zoom=1.0)
    yield _session_theme
    _session_theme.choose(ui="light", board="auto", pieces="usual", reduced_motion=True, zoom=1.0)


@pytest.fixture
def new_window(theme: Theme) -> Iterator[MainWindow]:
    """A main window that no other test used. It shows the home page in its usual size."""
    made = opened(theme)
    yield made
    put_away(made)


@pytest.fixture(scope="module")
def _kept_window(_session_theme: Theme) -> Iterator[list[MainWindow]]:
    kept: list[MainWindow] = []
    yield kept
    for made in filter(isValid, kept):
        put_away(made)


@pytest.fixture
def window(theme: Theme, _kept_window: list[MainWindow]) -> MainWindow:
    """The main window of all tests of a module, at home and without a table, because a new one takes long.

    It is laid out and takes clicks and keys, but is not painted. A test that needs an unused window, or a painted one,
    takes `new_window`.
    """
    if _kept_window and isValid(_kept_window[0]):  # a test may have closed it
        as_new(_kept_window[0])
    else:
        _kept_window[:] = [opened(theme, painted=False)]
    return _kept_window[0]


@pytest.fixture
def clod() -> Board:
    return GAMES["clod"]().board


@pytest.fixture
def view(theme: Theme, qtbot: QtBot) -> RecordingBoard:
    board = RecordingBoard(theme)
    qtbot.addWidget(board)
    board.resize(420, 420)
    board.show()
    board.activateWindow()
    board.setFocus()
    qtbot.waitExposed(board)
    return board
