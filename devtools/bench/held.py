"""The longest turn of the window's loop in each part of an evening that is played with the mouse."""

import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import get_args

import trio
from PySide6.QtWidgets import QApplication

from client_qt.app.application import Application
from client_qt.pages.navigation import PageName
from client_qt.records.files import write_match
from client_qt.theme import Theme
from devtools.bench.figure import Figure
from devtools.harness.window.clicks import Watchdog, settle
from devtools.harness.window.opponent import opponent
from devtools.harness.window.play import held, play_on, seeded_table
from devtools.harness.window.players import KINDS, MousePlayer, play_out, served_by, table_of
from devtools.harness.window.program import client, until
from devtools.harness.window.qt_run import run_in_qt

EVENINGS = 3
LONG_TURNS = 1500  # in each of the two battles of a long record


Taken = dict[str, list[float]]  # the step, and the longest turn of the loop each time, in milliseconds


def loop_held() -> Iterator[Figure]:
    """Play several evenings in one process; the first pays for one-time costs."""
    app = QApplication.instance() or QApplication(["bench"])
    assert isinstance(app, QApplication)
    theme, taken = Theme(app), Taken()
    for _ in range(EVENINGS):
        theme.choose(ui="light", reduced_motion=False, zoom=1.0)
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder)  # each evening in a folder of its own
            run_in_qt(lambda home=home: _evening(theme, home, taken))  # type: ignore[misc]
    for what, times in taken.items():
        yield Figure(f"loop held longest, {what}", statistics.median(times), "ms", len(times))


@contextmanager
def _watched(taken: Taken, what: str) -> Iterator[None]:
    """Record the longest turn of the loop in this block."""
    watchdog = Watchdog()
    yield
    taken.setdefault(what, []).append(watchdog.stop())


async def _evening(theme: Theme, home: Path, taken: Taken) -> None:
    record = _long_record(home / "long.netgame")
    async with client(theme, home / "ann", "Ann") as app:
        player = MousePlayer(app)
        with _watched(taken, "hosting a game"):
            await player.host(KINDS["conquid"])
        async with opponent(served_by(app)) as other:
            await other.sit_down(table_of(app))
            with _watched(taken, "playing it"):
                await play_out(player, other, table_of(app))
        with _watched(taken, "a long record is opened"):
            before = app.window.table.model
            app.records_controller.open_path(str(record))
            await until(lambda: app.window.table.model is not before)
            settle()
        with _watched(taken, "every page is opened for the first time"):
            await _go_through(app)
        with _watched(taken, "every page is opened again"):
            await _go_through(app)
        with _watched(taken, "other colours are chosen"):
            theme.choose(ui="dark")
            settle()
        with _watched(taken, "larger text is chosen"):
            theme.choose(zoom=1.5)
            settle()


async def _go_through(app: Application) -> None:
    for name in get_args(PageName):
        app.window.show_page(name)
        settle()
        await trio.lowlevel.checkpoint()


def _long_record(path: Path) -> Path:
    table = seeded_table("thud", battles=2)
    for _ in range(2):
        play_on(table, LONG_TURNS)
        table.resign(match=False)
        table.ready()
    write_match(path, held(table))
    return path
