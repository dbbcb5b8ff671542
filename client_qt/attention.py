"""Calls somebody who looks elsewhere: by the task bar, by a message of the desktop, by a sound. Never one who looks."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from client_qt.models.standing import headline, subject
from client_qt.models.table import TableModel
from client_qt.models.wording import tr
from client_qt.settings import SettingsFile
from client_qt.sounds import Sound, Sounds
from client_qt.windows.main import MainWindow

MESSAGE_MS = 8000


class Attention(QObject):
    """Of one window. Sounds only where the settings have them."""

    def __init__(
        self, window: MainWindow, settings: SettingsFile, parent: QObject | None = None, sounds: Sounds | None = None
    ) -> None:
        super().__init__(parent)
        self._window, self._settings = window, settings
        self._sounds = sounds or Sounds(self)
        self._tray: QSystemTrayIcon | None = None
        self._model: TableModel | None = None
        self._my_turn = self._over = False
        window.sound_chosen.connect(self._sound_chosen)
        window.show_sound(settings.value.preferences.sound, self._sounds.why_not)

    def show(self, model: TableModel) -> None:
        """Another table is looked at: what it waits for is news, how it ended is not."""
        self._model, self._my_turn, self._over = model, False, _is_over(model)

    def changed(self) -> None:
        """Something happened at that table."""
        model = self._model
        if model is None or model.is_local:
            return
        my_turn, over = model.may_move, _is_over(model)
        if my_turn and not self._my_turn:
            self.call("turn", tr("Your turn"), subject(model))
        elif over and not self._over:
            self.call("end", headline(model), subject(model))
        self._my_turn, self._over = my_turn, over

    def call(self, sound: Sound, title: str, words: str = "") -> None:
        """Call, unless the window is in front."""
        if self._window.isActiveWindow():
            return
        QApplication.alert(self._window)
        if self._settings.value.preferences.sound:
            self._sounds.play(sound)
        tray = self._shown_tray()
        if tray is not None:
            tray.showMessage(title, words, self._window.windowIcon(), MESSAGE_MS)

    def close(self) -> None:
        """No sign in the corner of the desktop any more."""
        if self._tray is not None:
            self._tray.hide()

    def _shown_tray(self) -> QSystemTrayIcon | None:
        """Where the desktop shows messages; a sign there is their price, so it comes with the first of them."""
        if self._tray is None and QSystemTrayIcon.isSystemTrayAvailable():
            self._tray = QSystemTrayIcon(QApplication.windowIcon(), self)
            self._tray.setToolTip("netgame")
            self._tray.activated.connect(lambda _reason: self._window.come_to_front())
            self._tray.messageClicked.connect(self._window.come_to_front)
            self._tray.show()
        return self._tray

    def _sound_chosen(self, on: bool) -> None:
        self._settings.change(self._settings.value.prefer(sound=on))


def _is_over(model: TableModel) -> bool:
    return model.match is not None and model.match.phase == "over"
