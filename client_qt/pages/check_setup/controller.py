"""Help > Check my set-up: runs the checks in the background and shows the findings on the page."""

from collections.abc import Callable
from functools import partial

import trio
from PySide6 import __version__ as pyside_version
from PySide6.QtCore import QObject, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from client_qt.feedback.desktop import DesktopMessages
from client_qt.feedback.sounds import Sounds
from client_qt.pages.check_setup.page import CheckSetupPage
from client_qt.pages.navigation import Navigation
from client_qt.text.translation import tr
from client_qt.trio_guest import Starts
from netgame.text import Arg, Text
from protocol.diagnostics import Check, Finding, Setup, checks_for, run_checks

SOUND_S = 5.0  # a sound service may not answer for a long time


class CheckSetupController(QObject):
    """Runs the checks once at a time; they stop when another page is shown."""

    def __init__(
        self,
        navigation: Navigation,
        page: CheckSetupPage,
        setup: Callable[[str], Setup],
        nursery: Starts,
        sounds: Sounds,
        desktop: DesktopMessages,
    ) -> None:
        """`setup` returns what is checked; its argument is the address of a friend."""
        super().__init__(page)
        self._navigation, self._page, self._setup = navigation, page, setup
        self._nursery, self._sounds, self._desktop = nursery, sounds, desktop
        self._scope = trio.CancelScope()
        navigation.page_changed.connect(self._page_changed)
        page.check.connect(self.begin)
        page.stop.connect(lambda: self._scope.cancel())

    def open(self, friend: str = "") -> None:
        """Show the page and start the checks, also of a friend's address that does not answer."""
        self._page.friend.setText(friend)
        self._navigation.show_page("check_setup", tr("Check my set-up"))
        self.begin(friend)

    def begin(self, friend: str) -> None:
        """Start all checks again."""
        self._scope.cancel()
        self._scope = trio.CancelScope()
        self._page.clear()
        self._nursery.start_soon(self._run, self._setup(friend), self._scope)

    async def _run(self, setup: Setup, scope: trio.CancelScope) -> None:
        def show_step(check: Check) -> None:
            if self._scope is scope:
                self._page.show_step(check, checks.index(check), len(checks))

        def show_finding(check: Check, finding: Finding) -> None:
            if self._scope is scope:
                self._page.add(check, finding)

        with scope:
            checks = (*await trio.to_thread.run_sync(checks_for, setup), *window_checks(self._sounds, self._desktop))
            await run_checks(checks, show_finding, show_step)
        if self._scope is scope:
            self._page.show_done(cancelled=scope.cancelled_caught)

    def _page_changed(self) -> None:
        if self._navigation.page != "check_setup":
            self._scope.cancel()


def window_checks(sounds: Sounds, desktop: DesktopMessages) -> tuple[Check, ...]:
    """Return the checks that need the window."""
    return (
        Check("screen", Text("The screen"), _screen),
        Check("sound", Text("Sounds"), partial(check_sound, sounds)),
        Check("tray", Text("Desktop notifications"), partial(check_messages, desktop)),
    )


async def _screen() -> Finding:
    screen = QGuiApplication.primaryScreen()
    size, scale = screen.size(), round(screen.devicePixelRatio() * 100)
    words: dict[str, Arg] = {"width": size.width(), "height": size.height(), "scale": scale}
    words["platform"] = QApplication.platformName()
    details = f"Qt {qVersion()}, PySide {pyside_version}, {screen.logicalDotsPerInch():.0f} dpi"
    return Finding("fine", Text("{width} x {height} at {scale} % by {platform}", words), details=details)


async def check_sound(sounds: Sounds) -> Finding:
    """Open the loudspeaker, as a table and the preferences do."""
    tried = trio.Event()
    sounds.probed.connect(tried.set)
    sounds.prepare()
    with trio.move_on_after(SOUND_S):
        if not sounds.is_probed:
            await tried.wait()
    sounds.probed.disconnect(tried.set)
    advice = Text("Games work without sounds as well.")
    if not sounds.is_probed:
        return Finding("unknown", Text("The loudspeaker does not answer."), advice)
    if sounds.why_not:
        return Finding("unknown", Text("{reason}", {"reason": sounds.why_not}), advice)
    return Finding("fine", Text("Sounds can be played"))


async def check_messages(desktop: DesktopMessages) -> Finding:
    """Ask the notification service of the desktop, then look for a tray."""
    if way := await desktop.way():
        text = Text("The desktop shows a notification when it is your turn and another window is in front")
        return Finding("fine", text, details=way)
    text = Text("This desktop does not show notifications of programs")
    return Finding("unknown", text, Text("The task bar and a sound call you when it is your turn."))
