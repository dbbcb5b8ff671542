"""Much work with the window open: a slice of it, a turn of the event loop, the next slice."""

import gc
import linecache
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module

from PySide6.QtCore import QCoreApplication

# Modules to import once the window is seen, in an order in which each import is short. Only modules of this program, of
# Python, and public ones of libraries that pyproject.toml declares: any other may be missing after an update.
LIBRARIES = (
    "netgame.match.events", "netgame.match", "ssl", "subprocess", "msgspec", "protocol.messages", "cryptography.x509",
    "zeroconf", "trio", "protocol.client", "protocol.discovery", "protocol.diagnostics",
)  # fmt: skip
PAGES = (
    "client_qt.views.board", "client_qt.views.compose", "client_qt.windows.panel", "client_qt.windows.table",
    "client_qt.windows.join", "client_qt.windows.setup", "client_qt.windows.rules", "client_qt.windows.furniture",
)  # fmt: skip
DESKS = (
    "client_qt.link", "client_qt.servers", "client_qt.club", "client_qt.accountdesk", "client_qt.recorddesk",
    "client_qt.picturedesk", "client_qt.attention", "client_qt.doctordesk", "client_qt.app", "client_qt.running",
)  # fmt: skip


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
