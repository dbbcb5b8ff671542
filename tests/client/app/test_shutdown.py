"""Closing the window while this computer hosts: stop the server, keep it, or ask. Nothing is started here."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from client_qt.app.main_window import MainWindow
from client_qt.app.shutdown import Shutdown
from client_qt.dialogs.question import QuestionDialog
from client_qt.feedback.tray import TrayIcon
from client_qt.hosting.own_server import Hosting
from client_qt.pages.setup.host_controller import HostController
from client_qt.settings.file import SettingsFile
from client_qt.settings.preferences import OnClose
from client_qt.trio_guest import Starts
from devtools.harness.window.clicks import press, settle
from tests.client.hosting.test_hosting import SERVED, FakeServer


class Tray(TrayIcon):
    """A tray icon that keeps its menu; `has_room`: the desktop shows such icons."""

    has_room = False
    menu: QMenu | None = None

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[str] = []

    def show_message(self, title: str, words: str, effect: Callable[[], object] = print) -> None:
        self.messages.append(title)

    def is_possible(self) -> bool:  # type: ignore[override]
        return self.has_room

    def show_menu(self, menu: QMenu, tool_tip: str) -> None:
        self.menu = menu

    def hide(self) -> None:
        self.menu = None


class Closing:
    """A window that hosts. `ended`: how often the program was left."""

    def __init__(self, window: MainWindow, folder: Path) -> None:
        self.window, self.settings, self.ended = window, SettingsFile(folder), 0
        self.hosting, self.is_played, self.tray = Hosting(FakeServer(), cast(Starts, None)), True, Tray()
        self.hosting.server = SERVED
        games = SimpleNamespace(is_played_at=lambda: self.is_played, show_status=lambda: None)  # no card is shown
        self.shutdown = Shutdown(window, self.hosting, cast(HostController, games), self.settings, self.end, self.tray)

    def end(self) -> None:
        self.ended += 1

    def close(self) -> bool:
        """Close the window; return whether a question is shown."""
        self.window.close()
        settle()
        return any(dialog.isVisible() for dialog in self.window.findChildren(QuestionDialog))

    def entries(self) -> dict[str, QAction]:
        """The entries of the menu in the tray."""
        assert self.tray.menu is not None
        return {action.objectName(): action for action in self.tray.menu.actions()}


@pytest.fixture
def closing(window: MainWindow, tmp_path: Path) -> Closing:
    return Closing(window, tmp_path)


@pytest.mark.parametrize(
    ("button", "choice", "kept"), [("keep_hosting", "background", True), ("stop_and_quit", "stop", False)]
)
def test_a_host_is_asked_unless_preferences_say(closing: Closing, button: str, choice: OnClose, kept: bool) -> None:
    assert closing.close()
    press(closing.window, "cancel")
    assert (closing.ended, closing.window.isVisible()) == (0, True)
    closing.close()
    press(closing.window, button)
    assert (closing.ended, closing.hosting.is_kept) == (1, kept)
    closing.settings.change(closing.settings.value.prefer(on_close=choice))

    assert not closing.close()
    assert (closing.ended, closing.hosting.is_kept) == (2, kept)


@pytest.mark.parametrize("end", ["tray_stop", "tray_quit"])
def test_a_hidden_window_is_opened_or_ended_from_its_tray_icon(closing: Closing, end: str) -> None:
    closing.tray.has_room = True
    closing.settings.change(closing.settings.value.prefer(on_close="background"))
    closing.close()
    assert not closing.window.isVisible()
    assert (closing.shutdown.is_hidden, closing.hosting.is_kept, closing.ended) == (True, True, 0)
    assert {"tray_open", "tray_stop", "tray_quit"} <= set(closing.entries())

    closing.entries()["tray_open"].trigger()
    assert closing.window.isVisible()
    assert (closing.shutdown.is_hidden, closing.hosting.is_kept, closing.tray.menu) == (False, False, None)

    closing.close()
    closing.entries()[end].trigger()
    assert (closing.ended, closing.hosting.is_kept) == (1, end == "tray_quit")


def in_tray(closing: Closing) -> None:
    """Let the window stay in the tray."""
    closing.tray.has_room, closing.is_played = True, False
    closing.settings.change(closing.settings.value.prefer(stay_in_tray=True))


def test_a_window_that_stays_in_the_tray_explains_that_once_and_ends_by_its_menu(closing: Closing) -> None:
    closing.hosting.server = None
    in_tray(closing)
    for _ in range(2):
        assert not closing.close()
        assert not closing.window.isVisible()
        assert closing.ended == 0
        closing.shutdown.open_window()
        assert closing.window.isVisible()
    assert len(closing.tray.messages) == 1

    closing.close()
    assert "tray_stop" not in closing.entries()
    closing.entries()["tray_quit"].trigger()
    assert (closing.ended, closing.hosting.is_kept) == (1, False)


def test_the_menu_of_the_tray_opens_the_games_that_wait_and_quit_ends_the_program(closing: Closing) -> None:
    in_tray(closing)
    opened, games = [], [("Your turn", lambda: opened.append("a")), ("An offer", lambda: opened.append("b"))]
    closing.close()
    closing.shutdown.waiting = lambda: games
    closing.shutdown.show_menu()
    assert closing.tray.menu is not None
    entries = [action for action in closing.tray.menu.actions() if action.objectName() == "tray_game"]
    assert [entry.text() for entry in entries] == ["Your turn", "An offer"]
    entries[1].trigger()

    assert opened == ["b"]
    assert closing.window.isVisible()

    closing.window.action("quit").trigger()
    assert closing.ended == 1, "although closing would not end the program"


def test_without_a_match_under_way_or_where_the_desktop_has_no_tray_the_window_closes_at_once(closing: Closing) -> None:
    closing.is_played = False
    assert not closing.close()
    assert closing.ended == 1

    in_tray(closing)
    closing.tray.has_room = False
    closing.close()
    assert closing.ended == 2
    assert not closing.tray.messages


def test_the_menu_in_the_tray_does_not_change_while_it_is_open(closing: Closing) -> None:
    closing.tray.has_room = True
    closing.settings.change(closing.settings.value.prefer(on_close="background"))
    closing.close()
    shown, menu = list(closing.entries()), closing.shutdown.menu
    menu.aboutToShow.emit()

    closing.shutdown.waiting = lambda: [("Thud against Bob", lambda: None)]
    closing.hosting.changed.emit()
    assert list(closing.entries()) == shown

    menu.aboutToHide.emit()
    settle()
    assert "tray_game" in closing.entries()
