"""The window as soon as it can be seen: its first page and its menus. Whatever else the program can do comes after it,
so nothing is imported here that only that needs: no network, no tables, no boards to play on."""

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QEvent, QEventLoop, QObject, QTimer
from PySide6.QtWidgets import QApplication

from client_qt.app.main_window import MainWindow
from client_qt.app.queued_actions import QueuedActions
from client_qt.app.second_window import mark_second
from client_qt.app.single_instance import SingleInstance
from client_qt.app.window_state import WindowGeometry
from client_qt.pages.preferences.controller import apply_to_theme
from client_qt.settings.file import Folders, SettingsFile
from client_qt.text.language import install
from client_qt.theme import Theme, UiChoice, program_icon

PAINTED_MS = 400  # a window that opens out of sight is never painted


@dataclass(frozen=True)
class Shell:
    """A window that can be seen and clicked, and what holds for it; what is asked of it meanwhile is remembered."""

    theme: Theme
    settings: SettingsFile
    window: MainWindow
    place: WindowGeometry
    doorbell: SingleInstance
    meanwhile: QueuedActions

    @classmethod
    def of(cls, theme: Theme, settings: SettingsFile, window: MainWindow) -> "Shell":
        """With that window, which looks as the settings want it but is not shown yet."""
        window.home.show_name(settings.value.name)
        window.view_menu.show_preferences(settings.value.preferences)
        mark_second(window, settings)
        bell, meanwhile = SingleInstance(settings.path.parent, window), QueuedActions(window)
        meanwhile.listen(bell.rang)
        bell.listen()
        return cls(theme, settings, window, WindowGeometry(window, settings), bell, meanwhile)

    @classmethod
    def closed(cls, theme: Theme, settings: SettingsFile) -> "Shell":
        """One whose window has everything in it and waits to be shown."""
        return cls.of(theme, settings, MainWindow(theme))

    def close(self) -> None:
        """End it while there is nothing behind it."""
        self.doorbell.close()
        self.window.may_close = True
        self.window.close()


def open_shell(
    app: QApplication, folders: Folders, host_name: str, log_path: Path | None, ui: UiChoice | None
) -> Shell:
    """Open the window, as it was the last time; it comes back painted."""
    settings = SettingsFile(folders.config)
    install(app, settings.value.preferences.language)
    theme = Theme(app)
    apply_to_theme(theme, settings.value.preferences, ui)
    window = MainWindow(theme, bare=True)
    window.log_path = log_path
    at_this_screen = any((folders.data.parent / "games").glob("*.netgame"))
    resume = bool(settings.value.tables) or at_this_screen
    window.home.expect(host_name, resume, bool(settings.value.records))
    shell = Shell.of(theme, settings, window)
    window.show()
    wait_for_paint(window)
    app.setWindowIcon(program_icon())
    return shell


def wait_for_paint(window: MainWindow) -> None:
    """Let the loop turn until the window has been painted, or cannot be."""
    loop = QEventLoop()
    eye = _Eye(window, loop)
    QTimer.singleShot(PAINTED_MS, loop, loop.quit)
    loop.exec()
    window.removeEventFilter(eye)


class _Eye(QObject):
    """Ends a loop when the window has been painted."""

    def __init__(self, window: MainWindow, loop: QEventLoop) -> None:
        super().__init__(loop)
        self._loop = loop
        window.installEventFilter(self)

    def eventFilter(self, _window: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            QTimer.singleShot(0, self._loop, self._loop.quit)  # when all of it has been
        return False
