"""Messages of the desktop, through a sign in its corner: one at a time, so that a fast game does not flood anybody."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from client_qt.theme import message_text

MESSAGE_MS = 8000
TOGETHER_MS = 250  # what comes so close is one message: that of what matters most
REST_MS = 3000  # between two messages


class Tray(QObject):
    """`send` says what the desktop should show; of several at once the one with the highest `weight` is shown."""

    def __init__(self, clicked: Callable[[], object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clicked = clicked
        self._sign: QSystemTrayIcon | None = None
        self._waiting: tuple[int, str, str] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._due)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)

    def send(self, title: str, words: str, weight: int = 0) -> None:
        """Show this soon, unless something of more weight comes meanwhile."""
        if self._waiting is None or weight >= self._waiting[0]:
            self._waiting = weight, title, words
        if not self._timer.isActive():
            self._timer.start(max(TOGETHER_MS, self._rest.remainingTime()))

    def forget(self) -> None:
        """Somebody looks: what was not shown yet needs no message any more."""
        self._waiting = None
        self._timer.stop()

    def close(self) -> None:
        """No sign in the corner of the desktop any more."""
        self.forget()
        if self._sign is not None:
            self._sign.hide()

    def _due(self) -> None:
        if self._waiting is not None:
            (_, title, words), self._waiting = self._waiting, None
            self._rest.start(REST_MS)
            self.show_message(title, words)

    def show_message(self, title: str, words: str) -> None:
        """Show it, where the desktop can; the sign is the price of it, so it comes with the first message."""
        if self._sign is None and QSystemTrayIcon.isSystemTrayAvailable():
            self._sign = QSystemTrayIcon(QApplication.windowIcon(), self)
            self._sign.setToolTip("netgame")
            self._sign.activated.connect(self._chosen)
            self._sign.messageClicked.connect(self._chosen)
            self._sign.show()
        if self._sign is not None:
            self._sign.showMessage(message_text(title), message_text(words), QApplication.windowIcon(), MESSAGE_MS)

    def _chosen(self) -> None:
        self._clicked()
