"""What somebody asks of the window before there is anybody to do it."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, SignalInstance
from PySide6.QtGui import QAction

from client_qt.app.main_window import MainWindow


class QueuedActions(QObject):
    """Remembers what was clicked, typed, chosen or let fall, and says it once more in that order when all is there.

    Who closes the window is heard at once: `left` from then on, and `leave` is called.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._asked: list[Callable[[], None]] = []
        self._ears: list[tuple[SignalInstance, Callable[..., None]]] = []
        self.left = False
        self.leave: Callable[[], None] = lambda: None
        home = window.home
        for signal in (
            home.host, home.rules, home.join, home.here, home.resume, home.replay, home.renamed, home.check,
            window.preferred, window.dropped,
        ):  # fmt: skip
            self.listen(signal)
        for action in window.menu_actions:
            if action.objectName() != "action_quit":  # the window does that by itself
                self._listen_to(action)
        window.leaving.connect(self._leaving)

    def listen(self, signal: SignalInstance) -> None:
        """Remember this as well."""

        def heard(*said: Any) -> None:
            self._asked.append(lambda: signal.emit(*said))

        self._hear(signal, heard)

    def carry_out(self) -> None:
        """From now on others listen: tell them what was asked, and remember nothing more."""
        for signal, ear in self._ears:
            signal.disconnect(ear)
        self._ears.clear()
        self._window.leaving.disconnect(self._leaving)
        asked, self._asked = self._asked, []
        for say_again in asked:
            say_again()

    def _listen_to(self, action: QAction) -> None:
        def heard() -> None:
            self._asked.append(lambda: action.triggered[bool].emit(action.isChecked()))  # type: ignore[index]

        self._hear(action.triggered, heard)

    def _hear(self, signal: SignalInstance, ear: Callable[..., None]) -> None:
        signal.connect(ear)
        self._ears.append((signal, ear))

    def _leaving(self) -> None:
        self._window.hide()  # at once, whatever has to be ended first
        self.left = True
        self.leave()
