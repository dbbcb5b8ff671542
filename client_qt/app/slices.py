"""Much work with the window open: a slice of it, a turn of the event loop, the next slice."""

import gc
import linecache
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module

from PySide6.QtCore import QCoreApplication

# Modules to import once the window is seen, in an order in which each import is short. Only modules of this program, of
# Python, and public ones of libraries that pyproject.toml declares: any other may be missing after an update.
LIBRARIES = (
    "netgame.match.events",
    "netgame.match",
    "ssl",
    "subprocess",
    "msgspec",
    "protocol.messages",
    "cryptography.x509",
    "zeroconf",
    "trio",
    "protocol.client",
    "protocol.discovery",
    "protocol.diagnostics",
)
PAGES = (
    "client_qt.board.widget",
    "client_qt.board.move_builder",
    "client_qt.pages.table.panel.side_panel",
    "client_qt.pages.table.page",
    "client_qt.pages.join.page",
    "client_qt.pages.setup.page",
    "client_qt.pages.rules.page",
    "client_qt.app.other_pages",
)
DESKS = (
    "client_qt.net.session",
    "client_qt.net.known_servers",
    "client_qt.pages.lobby.controller",
    "client_qt.pages.account.controller",
    "client_qt.pages.records.controller",
    "client_qt.pages.table.picture_controller",
    "client_qt.feedback.attention",
    "client_qt.pages.check_setup.controller",
    "client_qt.app.application",
    "client_qt.app.running",
)


def brought(*names: str) -> Iterator[None]:
    """Import these, one after the other."""
    for name in names:
        import_module(name)
        yield


def in_slices(steps: Iterable[None], go_on: Callable[[], bool]) -> bool:
    """Take all steps, and let the event loop turn after each; False if there was no need to `go_on` to the end."""
    tidy()  # what came before takes as long as a slice
    QCoreApplication.processEvents()
    for _ in steps:
        tidy()
        QCoreApplication.processEvents()
        if not go_on():
            return False
    return True


def tidy() -> None:
    """Collect what a slice left behind and freeze the rest. Collecting everything at once would hold up the window for
    40 ms, and again at every collection. Drop source lines too: Qt for Python reads the source of each module that is
    imported, and `linecache` would keep over 10 MB of it."""
    linecache.clearcache()
    if not gc.isenabled():
        gc.collect()
        gc.freeze()
