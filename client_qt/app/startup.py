"""Start-up: show the window with the home page, then load, build and connect the rest."""

from __future__ import annotations

import gc
import linecache
import signal
import sys
from argparse import Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING

import trio
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from client_qt.app.context import AppContext, Nurseries
from client_qt.app.fault_log import log_faults, show_exceptions
from client_qt.app.main_window import MainWindow
from client_qt.app.second_window import mark_second, own_folders
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
GC_INTERVAL_MS = 10_000


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
    if hand_over(folders.config, absolute(args.what) if args.what else SHOW):
        return 0  # another instance opens it
    folders = own_folders(folders)
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
    run_trio(qt, lambda _quit: run(window, settings, context, ready, painted))
    return 0


async def run(
    window: MainWindow,
    settings: SettingsFile,
    context: AppContext,
    ready: Callable[[Application], object],
    painted: Callable[[MainWindow], object] = lambda _window: None,
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
    thread than its own crashes the process.
    """
    gc.disable()
    timer = QTimer(parent, interval=GC_INTERVAL_MS)
    timer.timeout.connect(gc.collect)
    timer.start()
