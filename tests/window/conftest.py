"""Fixtures of the tests of the whole window."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from devtools.harness.window.clicks import settle
from tests.client.conftest import (  # noqa: F401
    OFFSCREEN_NOISE,
    _cheap_passwords,
    _chosen,
    _kept_window,
    _session_theme,
    ann,
    bob,
    facing,
    forget_kept,
    kept_client,
    new_window,
    other,
    reaches_memory,
    serving,
    system,
    theme,
    window,
)
from tests.client.staging import BASE
from tests.window.screen import Screen, screen, why_not

POPUP_NOISE = "This plugin does not support grabbing the keyboard"  # printed when a combo box opens
FOLDER = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(FOLDER):
            item.add_marker(pytest.mark.qt_log_ignore(OFFSCREEN_NOISE, POPUP_NOISE, extend=True))


@pytest.fixture(autouse=True)
def _tidy(qapp: QApplication) -> Iterator[None]:
    """Close the windows of a test after it."""
    yield
    for widget in QApplication.topLevelWidgets():
        if widget.property(BASE) is None and widget.parentWidget() is None:
            widget.close()
            widget.deleteLater()
    settle()


@pytest.fixture
def desk(tmp_path: Path, pytestconfig: pytest.Config) -> Iterator[Screen]:
    """A real X server with a window manager. Without one the test is skipped, or fails with `--strict-qt`."""
    missing = why_not()
    if missing is not None:
        if pytestconfig.getoption("--strict-qt"):
            pytest.fail(missing)
        pytest.skip(missing)
    with screen(tmp_path) as made:
        yield made
