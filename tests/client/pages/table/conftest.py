from collections.abc import Iterator

import pytest
from shiboken6 import isValid

from client_qt.app.main_window import MainWindow
from client_qt.pages.table.controllers.variation_controller import VariationController
from client_qt.theme import Theme
from devtools.screenshots.staged_tables import Staged
from tests.client.staging import put_away


@pytest.fixture(scope="package")
def _kept_window(_session_theme: Theme) -> Iterator[list[MainWindow]]:
    """The window of all files of this folder, because a new one takes long."""
    kept: list[MainWindow] = []
    yield kept
    for made in filter(isValid, kept):
        put_away(made)


@pytest.fixture
def staged() -> Staged:
    """Thud with a clock, six turns played; Mareike's window comes with `sit_down`."""
    return Staged().start().play(6)


@pytest.fixture
def announced(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []
    monkeypatch.setattr(window.table.board, "announce", lambda words, urgent=False: found.append(words))
    return found


@pytest.fixture
def controller(window: MainWindow) -> VariationController:
    controller = VariationController(window, window.table)
    controller.setParent(window)  # deleted after the test
    window.action("variation").triggered.connect(controller.toggle)
    return controller
