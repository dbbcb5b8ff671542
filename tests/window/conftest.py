"""What the tests of the whole window share with those of its parts."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from tests.client.clicks import settle
from tests.client.conftest import OFFSCREEN_NOISE, _session_theme, system, theme, window  # noqa: F401

POPUP_NOISE = "This plugin does not support grabbing the keyboard"  # the platform without a screen, of a box that opens
FOLDER = __file__.rpartition("/")[0]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if str(item.path).startswith(FOLDER):
            item.add_marker(pytest.mark.qt_log_ignore(OFFSCREEN_NOISE, POPUP_NOISE, extend=True))


@pytest.fixture(autouse=True)
def no_window_is_left(qapp: QApplication) -> Iterator[None]:
    yield
    for widget in QApplication.topLevelWidgets():
        widget.close()
        widget.deleteLater()
    settle()
