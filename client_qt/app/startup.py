"""Start-up: show the window with the home page, then load, build and connect the rest."""

from __future__ import annotations

import gc
import linecache
import signal
import sys
import time
from argparse import Namespace
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import trio
from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QFileOpenEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from client_qt.app.context import AppContext, Nurseries
from client_qt.app.fault_log import log_faults, show_exceptions
from client_qt.app.main_window import MainWindow
from client_qt.app.second_window import is_owned, mark_second, own_folders
from client_qt.hosting.server_process import ServerProcess
from client_qt.link_opener import link_opener
from client_qt.program_info import host_name
from client_qt.settings.file import Folders, SettingsFile
from client_qt.single_instance import SHOW, SingleInstance, absolute, hand_over
from client_qt.text.language import install
from client_qt.theme import Theme, program_icon
from client_qt.trio_guest import Tasks, run_trio
from client_qt.widgets.event_filter import EventFilter
from protocol.limits import Interfaces
from protocol.log_text import TextFormatter
from protocol.platform import STOP_SIGNALS, watch_console

if TYPE_CHECKING:  # imported after the first paint
    from client_qt.app.application import Application

PAINT_TIMEOUT_S = 0.4  # a hidden window is never painted
OWNER_S, OWNER_STEP_S = 3.0, 0.05  # until another instance listens, and between two tries
GC_INTERVAL_MS = 10_000
OLDER_ROUNDS, MOST_ROUNDS = 6, 90  # a minute, and a quarter of an hour


def start(
    args: Namespace,
    interfaces: Interfaces,
    ready: Callable[[Application], object] = lambda _app: None,
    painted: Callable[[MainWindow], object] = lambda _window: None,
) -> int:
    """Run the program; return its exit code. `painted` and `ready` are called at these moments of the start."""
    qt = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(qt, QApplication)
    qt.setApplicationName("netgame")
    qt.setDesktopFileName("io.github.netgame.Netgame")
    folders = Folders.find(args.home)
    if _handed_over(folders.config, args.what):
        return 0  # another instance opens it
    folders = own_folders(folders)
    single_instance = SingleInstance(folders.config)  # before the window is built, which takes its time
    single_instance.hold()
    single_instance.listen()
    open_what_the_system_sends(qt, single_instance)
    log_path = log_faults(folders.log, TextFormatter())
    settings = SettingsFile(folders.config)
    install(qt, settings.value.preferences.language)
    theme = Theme(qt)
    theme.apply(settings.value.preferences, args.ui)
    window = MainWindow(theme)
    window.log_path = log_path
    show_exceptions(window.show_error)
    collect_garbage_by_timer(window)

    server = ServerProcess(folders.data, interfaces)
    context = AppContext(folders, server, interfaces, host_name(), args.what, args.ui, opener=link_opener())
    watch_console()

    def started(app: Application) -> None:
        gc.collect()
        gc.freeze()  # a full collection looks at the window no more
        ready(app)

    run_trio(qt, lambda _quit: run(window, settings, context, started, painted, single_instance))
    return 0


def open_what_the_system_sends(app: QApplication, single_instance: SingleInstance) -> EventFilter:
    """Open the links and records that macOS sends to a program as events, and not in its command line."""

    def see(event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent):
            single_instance.receive(event.file() or event.url().toString())
            return True
        return False

    return EventFilter(app, see)


def _handed_over(folder: Path, what: str) -> bool:
    """Hand a link or record to the instance with that folder, or let it show its window.

    An instance that is being started is waited for: this one would become another player.
    """
    argument, patience = absolute(what) if what else SHOW, time.monotonic() + OWNER_S
    while not hand_over(folder, argument):
        if not what or time.monotonic() > patience or not is_owned(folder):
            return False
        time.sleep(OWNER_STEP_S)
    return True


async def run(
    window: MainWindow,
    settings: SettingsFile,
    context: AppContext,
    ready: Callable[[Application], object],
    painted: Callable[[MainWindow], object] = lambda _window: None,
    single_instance: SingleInstance | None = None,
) -> None:
    """Show the home page, build the rest, and return after the window was closed.

    Nothing is awaited from the first paint until all is connected, so clicks and keys wait in Qt's queue. Tasks end in
    order: sessions, the hosted server, discovery.
    """
    local_games = any((context.folders.data.parent / "games").glob("*.netgame"))
    window.home.show_name(settings.value.name)
    window.home.expect(context.host_name, settings.value, local_games)
    window.menus.show_preferences(settings.value.preferences)
    mark_second(window, settings)
    window.restore(settings.value.window)
    window.show()
    await wait_for_paint(window)
    painted(window)
    from client_qt.app.application import Application

    if single_instance is None:
        single_instance = SingleInstance(settings.path.parent, window)
        single_instance.listen()
    window.setWindowIcon(program_icon())
    window.add_pages()
    leave = trio.Event()
    async with trio.open_nursery() as discovery:
        discovery.start_soon(_leave_on_signal, leave)
        async with trio.open_nursery() as servers:
            async with trio.open_nursery() as sessions:
                nurseries = Nurseries(Tasks(sessions), Tasks(servers), Tasks(discovery))
                app = Application(window, settings, context, nurseries, single_instance, leave.set)
                linecache.clearcache()  # PySide reads the source of each module; this frees 10 MB
                ready(app)
                await leave.wait()
                app.close()
                settings.close()
                sessions.cancel_scope.cancel()
            servers.cancel_scope.cancel()
        discovery.cancel_scope.cancel()


async def _leave_on_signal(leave: trio.Event) -> None:
    """Close the window without a question on Ctrl+C, with the terminal, and on the system's request to end."""
    with trio.open_signal_receiver(*_ending_signals()) as signals:
        async for _number in signals:
            leave.set()


def _ending_signals() -> tuple[signal.Signals, ...]:
    hang_up = getattr(signal, "SIGHUP", None)  # Windows has none; `nohup` lets the program ignore it
    closed = () if hang_up is None or signal.getsignal(hang_up) == signal.SIG_IGN else (hang_up,)
    return *STOP_SIGNALS, *closed


async def wait_for_paint(window: QWidget) -> None:
    """Wait for the first paint of the window."""
    painted = trio.Event()

    def see(event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            painted.set()
        return False

    paint_filter = EventFilter(window, see)
    with trio.move_on_after(PAINT_TIMEOUT_S):
        await painted.wait()
        await trio.lowlevel.checkpoint()  # paints of other widgets that are pending
    window.removeEventFilter(paint_filter)


def collect_garbage_by_timer(parent: QObject) -> None:
    """Collect garbage in the GUI thread only.

    Python collects in the thread that crosses a threshold. Destroying a QObject with timers or a widget in another
    thread than its own crashes the process. A full collection takes longer than a frame, so it waits until another
    program is in front, at most for `MOST_ROUNDS`.
    """
    gc.disable()
    timer = QTimer(parent, interval=GC_INTERVAL_MS)
    rounds = count(1)
    timer.timeout.connect(lambda: gc.collect(generation_of(next(rounds), is_in_use())))
    timer.start()


def is_in_use() -> bool:
    """Whether a window of this program has the keyboard."""
    return QGuiApplication.applicationState() == Qt.ApplicationState.ApplicationActive


def generation_of(number: int, in_use: bool) -> int:
    """Return which objects a round of the collection looks at: the young ones, once a minute older ones, or all."""
    if number % OLDER_ROUNDS:
        return 0
    return 1 if in_use and number % MOST_ROUNDS else 2
