"""The client from its open window to its last task."""

import signal
from collections.abc import Callable

import trio

from client_qt.app.application import Application
from client_qt.app.context import AppContext, Nurseries
from client_qt.app.first_page import Shell
from client_qt.app.slices import tidy
from client_qt.settings.file import SettingsFile
from client_qt.theme import Theme
from client_qt.trio_guest import Tasks


async def run(
    theme: Theme,
    settings: SettingsFile,
    around: AppContext,
    ready: Callable[[Application], None],
    shell: Shell | None = None,
) -> None:
    """Put the program behind its window, which `shell` has open already; `ready` when all is there. Ends in order:
    links, the hosted server, discovery."""
    leave = trio.Event()
    async with trio.open_nursery() as discovery:
        discovery.start_soon(_heed_signals, leave)
        async with trio.open_nursery() as servers:
            async with trio.open_nursery() as sessions:
                tasks = Nurseries(Tasks(sessions), Tasks(servers), Tasks(discovery))
                app = Application(theme, settings, around, tasks, leave.set, shell)
                if await _open(app, leave):
                    ready(app)
                await leave.wait()
                app.end()
                sessions.cancel_scope.cancel()
            servers.cancel_scope.cancel()
        discovery.cancel_scope.cancel()


async def _open(app: Application, leave: trio.Event) -> bool:
    """Take up all work; False if somebody left before."""
    for _ in app.opening():
        tidy()
        await trio.lowlevel.checkpoint()  # a turn of Qt's loop, with clicks and paints
        if leave.is_set():
            return False
    return True


async def _heed_signals(leave: trio.Event) -> None:
    """Ctrl+C and the system's request to end close the window as its button does, but without a question."""
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async for _number in signals:
            leave.set()
