"""Messages of the tray icon and what a click on them does."""

import pytest
from PySide6.QtWidgets import QSystemTrayIcon

from client_qt.feedback.tray import TrayIcon
from devtools.harness.window.clicks import settle
from devtools.harness.window.program import until
from tests.client.visiting import Facing

no_tray = pytest.mark.qt_log_ignore("No Icon set", "systemTrayWindowChanged", extend=True)  # on this screen


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The titles of the messages that a desktop with a tray shows."""
    titles: list[str] = []
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: True)
    monkeypatch.setattr(QSystemTrayIcon, "showMessage", lambda _icon, title, *_more: titles.append(title))
    return titles


def click(tray: TrayIcon) -> None:
    """Click the message, as the desktop reports it."""
    tray.findChild(QSystemTrayIcon).messageClicked.emit()
    settle()


@no_tray
def test_a_click_on_a_message_shows_the_window_and_then_what_the_message_is_about(
    shown: list[str], qapp: object
) -> None:
    tray, done = TrayIcon(), list[str]()
    tray.activated.connect(lambda: done.append("window"))
    tray.show_message("first", "", lambda: done.append("first"))
    tray.show_message("second", "", lambda: done.append("second"))
    click(tray)
    click(tray)

    assert shown == ["first", "second"]
    assert done == ["window", "second", "window"]


@pytest.mark.slow
@pytest.mark.qt_trio
@no_tray
async def test_a_hidden_window_tells_a_move_and_a_click_opens_that_game(facing: Facing, shown: list[str]) -> None:
    app = facing.app
    app.settings.change(app.settings.value.prefer(stay_in_tray=True))
    app.home_controller.open()
    app.window.close()
    settle()
    assert not app.window.isVisible()
    assert len(shown) == 1  # the explanation
    await facing.move()
    await until(lambda: len(shown) == 2)

    click(app.attention.tray)

    assert app.window.isVisible()
    assert app.window.page == "table"
    assert app.window.table.model is app.table_controller.model
    assert not app.shutdown.is_hidden
