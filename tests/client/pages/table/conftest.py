"""Fixtures of the tests of the table page."""

import pytest

from client_qt.app.main_window import MainWindow
from client_qt.pages.table.controllers.variation_controller import VariationController
from devtools.screenshots.staged_tables import Staged


@pytest.fixture
def staged() -> Staged:
    """Thud with a clock, six turns played; Mareike's window comes with `sit_down`."""
    return Staged().start().play(6)


@pytest.fixture
def announced(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sentences for screen readers."""
    found: list[str] = []
    monkeypatch.setattr(window.table.board, "announce", lambda words, urgent=False: found.append(words))
    return found


@pytest.fixture
def controller(window: MainWindow) -> VariationController:
    controller = VariationController(window, window.table)
    controller.setParent(window)  # deleted after the test
    window.action("variation").triggered.connect(controller.toggle)
    return controller
