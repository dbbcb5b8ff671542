"""The tray icon of the program: desktop messages, and a menu while the window is hidden."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon

from client_qt.text.plain import message_text

MESSAGE_MS = 8000

Effect = Callable[[], object]


def _nothing() -> None:
    """Do nothing."""


class TrayIcon(QObject):
    """Visible from the first message on, or while it has a menu. Messages are shown one at a time."""

    activated = Signal()  # a click on the icon or on a message

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._icon = QSystemTrayIcon(self)
        self._icon.activated.connect(self._icon_activated)
        self._icon.messageClicked.connect(self._message_clicked)
        self._effect: Effect = _nothing  # of a click on the message that was shown last

    @staticmethod
    def is_possible() -> bool:
        """Return whether the desktop shows tray icons."""
        return QSystemTrayIcon.isSystemTrayAvailable()

    def show_menu(self, menu: QMenu, tool_tip: str) -> None:
        self._icon.setContextMenu(menu)
        self._icon.setToolTip(tool_tip)
        self._show_icon()

    def hide(self) -> None:
        """Hide the icon until the next message or menu."""
        self._icon.hide()

    def show_message(self, title: str, words: str, effect: Effect = _nothing) -> None:
        """Show a message at once if the desktop can. A click on it has that effect, after `activated`."""
        if self.is_possible():
            self._effect = effect
            self._show_icon()
            self._icon.showMessage(message_text(title), message_text(words), QApplication.windowIcon(), MESSAGE_MS)

    def _show_icon(self) -> None:
        self._icon.setIcon(QApplication.windowIcon())
        self._icon.show()

    def _message_clicked(self) -> None:
        effect, self._effect = self._effect, _nothing
        self.activated.emit()
        effect()

    def _icon_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason != QSystemTrayIcon.ActivationReason.Context:
            self.activated.emit()
