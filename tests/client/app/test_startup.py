"""Start-up: the window is painted with the home page, then the rest is built, pages when needed; input waits."""

import gc
import json
import os
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QPushButton
from shiboken6 import delete

from client_qt.app.main_window import MainWindow
from client_qt.app.startup import collect_garbage_by_timer, generation_of, run
from client_qt.pace import Pace
from client_qt.settings.file import SettingsFile
from client_qt.settings.preferences import Preferences
from client_qt.settings.schema import LastRecord, LastTable, Settings
from client_qt.theme import Theme
from client_qt.widgets.lazy_page import LazyPage
from client_qt.widgets.list_view import ListView
from devtools.harness import PATIENCE_S
from devtools.harness.window.clicks import click, settle
from devtools.harness.window.program import around, client, folders_of
from tests.client.staging import put_away
from tests.project.sources import ROOT

PROGRAM = """
import json, sys
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QMouseEvent
from client_qt.__main__ import arguments, start
found = {}

def click(widget):
    at = QPointF(widget.rect().center())
    for kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
        event = QMouseEvent(kind, at, widget.mapToGlobal(at), Qt.MouseButton.LeftButton, Qt.MouseButton.LeftButton,
                            Qt.KeyboardModifier.NoModifier)
        QCoreApplication.postEvent(widget, event)

def press(widget, key, text=""):
    QCoreApplication.postEvent(widget, QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, text))

def painted(window):
    found["modules"] = sorted(sys.modules)
    screen = window.screen().grabWindow(window.winId()).toImage()
    found["whole"] = screen == window.grab().toImage().convertedTo(screen.format())
    field = window.home.name_field
    field.setText("")
    press(field, Qt.Key.Key_A, "A")
    press(field, Qt.Key.Key_L, "l")
    press(field, Qt.Key.Key_Return)
    click(window.home.join_tile)
    click(window.home.host_tile)

def ready(app):
    def leave():
        found.update(page=app.window.page, name=app.settings.value.name, modules_of_server="server.app" in sys.modules)
        app.leave()
    QTimer.singleShot(0, lambda: QTimer.singleShot(0, leave))

code = start(arguments().parse_args(["--home", sys.argv[1]]), ready, painted)
print(json.dumps(found))
sys.exit(code)
"""


@pytest.mark.slow
def test_the_home_page_is_painted_before_the_rest_is_imported_and_input_is_kept(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path)], cwd=ROOT, env={**os.environ, "NETGAME_LAN": "none"},
        capture_output=True, text=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    noise = {line for line in done.stderr.splitlines() if "propagateSizeHints" not in line}
    assert (done.returncode, noise) == (0, set()), done.stderr
    found = json.loads(done.stdout)

    assert found["whole"], "the screen shows the whole page"
    assert not found["modules_of_server"]
    modules = set(found["modules"])
    assert {name.split(".")[0] for name in modules} & {"zeroconf", "cryptography"} == set()
    assert {"client_qt.app.application", "client_qt.board.widget", "client_qt.pages.table.page"} & modules == set()
    assert (found["name"], found["page"]) == ("Al", "host")


@pytest.mark.slow
@pytest.mark.qt_trio
async def test_a_window_that_is_closed_while_the_rest_is_built_ends_in_order(theme: Theme, tmp_path: Path) -> None:
    window, settings = MainWindow(theme), SettingsFile(folders_of(tmp_path, 1).config)
    await run(window, settings, around(tmp_path), lambda _app: None, lambda made: QTimer.singleShot(0, made.close))
    assert not window.isVisible()


@pytest.fixture
def at_home(theme: Theme) -> Iterator[MainWindow]:
    """A window that has the home page alone."""
    made = MainWindow(theme)
    made.resize(1280, 800)
    made.show()
    settle()
    yield made
    put_away(made)


@pytest.mark.slow
def test_the_home_page_looks_the_same_after_the_other_pages_were_added(at_home: MainWindow) -> None:
    before = at_home.grab().toImage()
    at_home.add_pages()
    settle()
    assert at_home.grab().toImage() == before


def test_the_first_picture_of_the_home_page_shows_the_kept_games_and_records(at_home: MainWindow) -> None:
    views = {name: at_home.home.findChild(ListView, name) for name in ("unfinished", "recent_records")}
    none = views["unfinished"].accessibleDescription()
    at_home.home.expect("here.local", Settings(), local_games=True)
    assert views["unfinished"].accessibleDescription() not in ("", none)

    table, record = LastTable("a server", "a table", "clod", "Ann"), LastRecord("a path", "clod", "Clod")
    at_home.home.expect("here.local", Settings(tables=(table,), records=(record,)), local_games=False)
    assert {name: [row.key for row in view.rows] for name, view in views.items()} == {
        "unfinished": ["a table"], "recent_records": ["a path"],
    }  # fmt: skip


def test_the_first_game_is_offered_at_the_first_start(at_home: MainWindow) -> None:
    wanted: list[str] = []
    at_home.action("first_game").triggered.connect(lambda: wanted.append(""))
    offer = at_home.home.findChild(QPushButton, "home_first_game")
    for settings in (Settings(), Settings(records=(LastRecord("r"),))):
        at_home.home.expect("here.local", settings, local_games=False)
        settle()
        assert offer.isVisible() == (not settings.records)
        if offer.isVisible():
            click(offer)
    assert wanted == [""]


def test_a_worker_thread_destroys_no_qt_objects(qapp: QApplication, request: pytest.FixtureRequest) -> None:
    request.addfinalizer(gc.enable)
    owner = QObject()
    collect_garbage_by_timer(owner)
    destroyed_in: list[str] = []
    unreachable = QObject()
    timer = QTimer(unreachable)
    timer.start(1)
    unreachable.cycle = [unreachable, timer]  # type: ignore[attr-defined]
    weakref.finalize(unreachable, lambda: destroyed_in.append(threading.current_thread().name))
    del unreachable, timer

    thread = threading.Thread(target=lambda: [[] for _ in range(100_000)])
    thread.start()
    thread.join()
    assert destroyed_in == []

    owner.findChildren(QTimer)[0].timeout.emit()
    assert destroyed_in == [threading.main_thread().name]


def test_a_full_collection_waits_until_the_program_is_not_used() -> None:
    rounds = range(1, 91)

    assert [number for number in rounds if generation_of(number, in_use=True) == 2] == [90]
    assert [number for number in rounds if generation_of(number, in_use=False) == 2] == list(range(6, 91, 6))
    assert {generation_of(number, in_use=False) for number in rounds if number % 6} == {0}


class Greeting(LazyPage):
    """A page with one part."""

    def _build(self) -> None:
        self.words = QLabel("Welcome", self)


@pytest.fixture
def greeting(qapp: QApplication) -> Greeting:
    return Greeting()


@pytest.mark.parametrize("first", [Greeting.show, lambda greeting: greeting.words], ids=["shown", "used"])
def test_a_page_is_built_once_when_shown_or_used(greeting: Greeting, first: Callable[[Greeting], object]) -> None:
    assert not greeting.is_built
    first(greeting)
    greeting.show()
    assert greeting.findChildren(QLabel) == [greeting.words]
    greeting.close()


def test_work_on_the_parts_waits_until_they_are_there_and_one_that_no_page_has_is_an_error(greeting: Greeting) -> None:
    done: list[str] = []
    greeting.when_built(lambda: done.append("before"))
    assert done == []
    greeting.build()
    greeting.when_built(lambda: done.append("after"))

    assert done == ["before", "after"]
    with pytest.raises(AttributeError):
        getattr(greeting, "farewell")  # noqa: B009


def test_the_preferences_show_what_was_chosen_before_their_page_is_built(new_window: MainWindow) -> None:
    pages = new_window.preferences, new_window.here
    new_window.show_preferences(replace(Preferences(), turning=True))
    assert not any(page.is_built for page in pages)
    new_window.show_page("preferences")
    new_window.show_page("here")

    switches = [
        page.findChild(QCheckBox, name) for page, name in zip(pages, ("preference_turning", "turn_board"), strict=True)
    ]
    assert all(switch is not None and switch.isChecked() for switch in switches)


async def test_no_work_that_was_put_off_reaches_a_window_that_is_gone(theme: Theme, tmp_path: Path) -> None:
    async with client(theme, tmp_path, "Ann") as app:
        pass
    pace = app.servers.findChild(Pace)
    for _list in range(2):
        pace.ask()
    assert any(timer.isActive() for timer in pace.findChildren(QTimer))
    delete(app.window)
    assert not any(timer.isActive() for timer in app.findChildren(QTimer))
