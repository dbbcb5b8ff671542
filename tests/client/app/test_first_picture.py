"""The window is there before the program behind it, and nothing that is asked of it meanwhile is lost."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest

from client_qt.app.main_window import MainWindow
from client_qt.app.queued_actions import QueuedActions
from client_qt.app.single_instance import SingleInstance
from client_qt.app.window_state import WindowGeometry
from client_qt.settings.file import SettingsFile
from client_qt.settings.schema import WindowState
from client_qt.theme import Theme
from client_qt.widgets.list_view import ListView
from tests.client.clicks import click, settle
from tests.client.staging import put_away
from tests.project.sources import ROOT

PROGRAM = """
import gc, json, sys
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from PySide6.QtCore import Qt
from client_qt.__main__ import arguments, start
told = {{}}
def painted(shell):
    window = shell.window
    told["modules"] = sorted(sys.modules)
    seen = window.screen().grabWindow(window.winId()).toImage()
    told["seen"] = [seen.width(), seen.height(), seen == window.grab().toImage().convertedTo(seen.format())]
{meanwhile}
def ready(app):
    window = app.window
    told["page"], told["name"] = window.page, window.home.name
    told["kept"] = app._settings.value.name
    told["server"] = "server.app" in sys.modules
    QTimer.singleShot(0, app.leave)
code = start(arguments().parse_args(["--home", sys.argv[1]]), ready, painted)
print(json.dumps(told))
sys.exit(code)
"""
CLICK = "    QTest.mouseClick(window.home.{0}, Qt.MouseButton.LeftButton)\n"
AFTER = """    turns = QTimer(window)
    told["turns"] = 0
    def turn():
        told["turns"] += 1
        if told["turns"] == {0}:
            window.close()
    turns.timeout.connect(turn)
    turns.start(0)
"""


def started(home: Path, meanwhile: str = "") -> dict[str, object]:
    """What the program told of itself, which was asked for something before it was whole."""
    words = [sys.executable, "-c", PROGRAM.format(meanwhile=meanwhile), str(home)]
    environment = {**os.environ, "NETGAME_LAN": "none"}
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False)
    noise = {line for line in done.stderr.splitlines() if "propagateSizeHints" not in line}
    assert (done.returncode, noise) == (0, set()), done.stderr
    told: dict[str, object] = json.loads(done.stdout)
    return told


def parts_of(modules: object, *packages: str) -> set[str]:
    assert isinstance(modules, list)
    return {name for name in modules if name.split(".")[0] in packages}


@pytest.mark.slow
def test_the_first_picture_needs_no_network_no_server_and_no_board_to_play_on(tmp_path: Path) -> None:
    told = started(tmp_path)

    assert parts_of(told["modules"], "trio", "cryptography", "zeroconf", "ssl") == set()
    assert parts_of(told["modules"], "protocol", "server") == {
        "protocol", "protocol.files", "protocol.limits", "protocol.log_text",
    }  # fmt: skip
    assert parts_of(told["modules"], "netgame") & {"netgame.match", "netgame.match.events"} == set()
    ours = parts_of(told["modules"], "client_qt")
    assert (
        ours
        & {"client_qt.app.application", "client_qt.net.session", "client_qt.board.widget", "client_qt.pages.table.page"}
        == set()
    )
    assert told["seen"] == [*told["seen"][:2], True], "what is on the screen is the whole page"  # type: ignore[index]
    assert told["page"] == "home"
    assert not told["server"], "who does not host needs no server"


@pytest.mark.slow
def test_what_is_clicked_before_the_program_is_there_is_done_when_it_is(tmp_path: Path) -> None:
    typed = "    window.home.name_field.selectAll()\n    QTest.keyClicks(window.home.name_field, 'Ann')\n"
    done = "    QTest.keyClick(window.home.name_field, Qt.Key.Key_Return)\n"

    told = started(tmp_path, typed + done + CLICK.format("join_door") + CLICK.format("host_door"))

    assert told["page"] == "host"
    assert told["name"] == told["kept"] == "Ann"


@pytest.mark.slow
@pytest.mark.parametrize("turns", [1, 45])
def test_a_window_that_is_closed_before_the_program_is_there_ends_in_order(tmp_path: Path, turns: int) -> None:
    told = started(tmp_path, AFTER.format(turns))

    assert told["turns"]
    assert told.get("page", "home") == "home", "where it was whole just before"


@pytest.fixture
def bare(theme: Theme) -> Iterator[MainWindow]:
    """A window that has its first page alone."""
    made = MainWindow(theme, bare=True)
    made.resize(1280, 800)
    made.show()
    settle()
    yield made
    put_away(made)


def test_what_is_asked_meanwhile_is_said_again_once_and_in_order(bare: MainWindow) -> None:
    asked: list[object] = []
    meanwhile = QueuedActions(bare)
    click(bare.home.join_door)
    QTest.keyClick(bare, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    bare.home.rules.emit("a game")
    for signal, name in ((bare.home.join, "join"), (bare.home.rules, "rules")):
        signal.connect(lambda *words, name=name: asked.append((name, *words)))
    bare.action("here").triggered.connect(lambda: asked.append("here"))
    assert asked == []

    meanwhile.carry_out()
    assert asked == [("join",), "here", ("rules", "a game")]

    click(bare.home.join_door)
    assert asked[3:] == [("join",)], "from then on it is heard once"


def test_a_file_that_is_dropped_meanwhile_is_opened_later(bare: MainWindow) -> None:
    opened: list[str] = []
    meanwhile = QueuedActions(bare)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/a/match.netgame")])
    bare.dropEvent(
        QDropEvent(
            QPoint(9, 9), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        )
    )
    bare.dropped.connect(opened.append)

    meanwhile.carry_out()

    assert opened == ["/a/match.netgame"]


def test_what_another_start_hands_over_meanwhile_is_opened_later(bare: MainWindow, tmp_path: Path) -> None:
    bell, opened = SingleInstance(tmp_path, bare), list[object]()
    meanwhile = QueuedActions(bare)
    meanwhile.listen(bell.rang)
    bell.rang.emit("netgame://192.168.1.5:7763/abc")
    bell.rang.connect(opened.append)

    meanwhile.carry_out()

    assert opened == ["netgame://192.168.1.5:7763/abc"]


def test_a_window_that_is_closed_meanwhile_is_gone_at_once(bare: MainWindow) -> None:
    left: list[bool] = []
    meanwhile = QueuedActions(bare)
    meanwhile.leave = lambda: left.append(meanwhile.left)

    QTest.keyClick(bare, Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)

    assert left == [True]
    assert not bare.isVisible()


@pytest.mark.slow
def test_a_bare_window_becomes_a_whole_one(bare: MainWindow) -> None:
    told: list[bool] = []
    bare.furnished.connect(lambda: told.append(bare.is_furnished))
    size, before = bare.home.size(), bare.grab().toImage()

    for _ in bare.furnishing():
        settle()

    assert told == [True]
    assert not bare._bar.isVisible()
    assert bare.home.size() == size
    assert bare.grab().toImage() == before, "nothing on the page has moved"
    assert all(not action.icon().isNull() for action in bare.menu_actions)
    bare.show_page("preferences")
    assert bare.page == "preferences"


@pytest.mark.slow
def test_the_tab_beside_the_board_is_kept_by_a_window_that_had_no_board_yet(bare: MainWindow, tmp_path: Path) -> None:
    settings = SettingsFile(tmp_path)
    settings.change(settings.value.with_window(WindowState("", "rules")))
    place = WindowGeometry(bare, settings)

    place.keep()
    assert settings.value.window.tab == "rules"

    for _ in bare.furnishing():
        settle()
    assert bare.table.panel.tab == "rules"


def test_a_list_that_waits_for_its_rows_is_blank(bare: MainWindow) -> None:
    def empty_lists() -> list[str]:
        views = bare.home.findChildren(ListView)
        return [view.objectName() for view in views if view.accessibleDescription()]

    assert empty_lists() == ["unfinished", "recent_records"]
    bare.home.expect("here.local", resume=False, records=True)
    assert empty_lists() == ["unfinished"]
    bare.home.show_records([])
    assert empty_lists() == ["unfinished", "recent_records"]
