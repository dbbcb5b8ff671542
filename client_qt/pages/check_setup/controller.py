"""Check my set-up: goes through the checks in the background and puts what they find on its page."""

from collections.abc import Sequence
from functools import partial
from importlib.util import find_spec

import trio
from PySide6 import __version__ as pyside_version
from PySide6.QtCore import QObject, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from client_qt.app.context import AppContext
from client_qt.app.main_window import MainWindow
from client_qt.hosting.own_server import Hosting
from client_qt.pages.check_setup.page import CheckRow
from client_qt.settings.file import SettingsFile
from client_qt.text.rules_text import say, tr
from client_qt.trio_guest import Starts
from netgame.text import Arg, Text
from protocol.diagnostics import Check, Finding, OwnServer, Setup, checks_for, report_text, run_checks


class CheckSetupController(QObject):
    """Belongs to one window. One round at a time; leaving the page ends it."""

    def __init__(
        self, window: MainWindow, hosting: Hosting, settings: SettingsFile, around: AppContext, nursery: Starts
    ) -> None:
        super().__init__(window)
        self._window, self._page = window, window.doctor
        self._hosting, self._settings, self._around, self._nursery = hosting, settings, around, nursery
        self._scope = trio.CancelScope()
        self._found: list[tuple[Check, Finding]] = []
        self._came_from = window.page
        window.action("doctor").triggered.connect(self.open)
        window.home.check.connect(self.open)
        window.join.find_out.connect(self.open_for)
        window.table.find_out.connect(self.open)
        self._page.back.connect(self._leave)
        self._page.check.connect(self.begin)
        self._page.stop.connect(self._stop)
        self._page.copy_all.connect(self._copy)
        window.page_changed.connect(self._page_changed)

    def open(self) -> None:
        """Show the page, and begin at once: who comes here wants to know."""
        self.open_for("")

    def open_for(self, friend: str) -> None:
        """The same with an address that does not answer."""
        if self._window.page != "doctor":
            self._came_from = self._window.page
        self._page.show_friend(friend)
        self._window.show_page("doctor")
        self._window.show_subject(tr("Check my set-up"))
        self.begin(friend)

    def begin(self, friend: str) -> None:
        """Look at everything, from the beginning."""
        self._scope.cancel()
        self._scope = trio.CancelScope()
        self._found = []
        self._page.clear()
        self._nursery.start_soon(self._examine, self._subject(friend), self._scope)

    # ---- in trio

    async def _examine(self, subject: Setup, scope: trio.CancelScope) -> None:
        with scope:
            checks = (*await trio.to_thread.run_sync(checks_for, subject), *window_checks())
            await run_checks(checks, partial(self._tell, scope), partial(self._begun, scope, checks))
        if self._scope is scope:
            self._page.show_done(cancelled=scope.cancelled_caught)

    def _begun(self, scope: trio.CancelScope, checks: Sequence[Check], check: Check) -> None:
        if self._scope is scope:
            self._page.show_step(say(check.title).removesuffix("."), checks.index(check), len(checks))

    def _tell(self, scope: trio.CancelScope, check: Check, finding: Finding) -> None:
        if self._scope is not scope:
            return
        self._found.append((check, finding))
        todo = say(finding.advice) if finding.advice is not None else ""
        title = say(check.title).removesuffix(".")
        self._page.add(CheckRow(check.key, finding.state, title, say(finding.summary), todo, finding.commands))

    # ---- the page

    def _subject(self, friend: str) -> Setup:
        """What is known of this computer beforehand."""
        server = self._hosting.server
        return Setup(
            interfaces=self._around.interfaces,
            host_name=self._around.host_name,
            data=self._around.folders.data,
            own=OwnServer(server.port, server.fingerprint) if server is not None else None,
            friend=friend,
            known={a: known.fingerprint for known in self._settings.value.servers.values() for a in known.addresses},
        )

    def _stop(self) -> None:
        self._scope.cancel()

    def _leave(self) -> None:
        self._window.show_page(self._came_from)
        self._window.show_subject("")

    def _page_changed(self) -> None:
        if self._window.page != "doctor":
            self._scope.cancel()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(report_text(self._found))


def window_checks() -> tuple[Check, ...]:
    """What only the window can know."""
    return (
        Check("screen", Text("The screen"), _screen),
        Check("sound", Text("Sounds"), _sound),
        Check("tray", Text("Messages of the desktop"), _tray),
    )


async def _screen() -> Finding:
    screen = QGuiApplication.primaryScreen()
    size, scale = screen.size(), round(screen.devicePixelRatio() * 100)
    words: dict[str, Arg] = {"width": size.width(), "height": size.height(), "scale": scale}
    words["platform"] = QApplication.platformName()
    details = f"Qt {qVersion()}, PySide {pyside_version}, {screen.logicalDotsPerInch():.0f} dpi"
    return Finding("fine", Text("{width} x {height} at {scale} % by {platform}", words), details=details)


async def _sound() -> Finding:
    if find_spec("miniaudio") is not None:
        return Finding("fine", Text("The library that plays sounds is installed"))
    text = Text("The library that plays sounds is not installed")
    return Finding("unknown", text, Text("Games are played without sounds as well."))


async def _tray() -> Finding:
    if QSystemTrayIcon.isSystemTrayAvailable():
        return Finding("fine", Text("The desktop shows messages when it is your turn and you look elsewhere"))
    text = Text("This desktop has no place for messages of programs")
    return Finding("unknown", text, Text("The task bar and a sound call you when it is your turn."))
