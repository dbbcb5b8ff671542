"""Play the sound files with PySide6's multimedia, in the GUI thread."""

import logging
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer, QUrl

from client_qt.feedback.sound_choice import Sound
from client_qt.feedback.sounds import NoLoudspeaker, Sounds, sound_file

log = logging.getLogger(__name__)


class MultimediaSounds(Sounds):
    """Plays sounds with `QSoundEffect`. The library is imported when the first sound is expected."""

    def __init__(self, parent: QObject | None = None, open_effects: "Callable[[], type[Any]] | None" = None) -> None:
        """`open_effects` returns the class of the effects. It raises `NoLoudspeaker`."""
        super().__init__(parent)
        self._open_effects = open_effects or effects_of_qt
        self._kind: type[Any] | None = None
        self._effects: dict[Sound, Any] = {}

    def prepare(self) -> None:
        if self._kind is None:
            QTimer.singleShot(0, self, self._open)

    def start(self, name: Sound, gain: float) -> None:
        self._open()
        if self._kind is None:
            return
        if name not in self._effects:
            effect = self._effects[name] = self._kind(self)
            effect.setSource(QUrl.fromLocalFile(str(sound_file(name))))
        self._effects[name].setVolume(gain)
        self._effects[name].play()

    def close(self) -> None:
        for effect in self._effects.values():
            effect.stop()

    def _open(self) -> None:
        if self._kind is None:
            try:
                self._kind = self._open_effects()
            except NoLoudspeaker as error:
                log.info("no sounds: %s", error)
            self.set_opened(self._kind is not None)


def effects_of_qt() -> type[Any]:
    """Return `QSoundEffect`. Raise `NoLoudspeaker` if a system library or a loudspeaker is missing."""
    try:
        from PySide6.QtMultimedia import QMediaDevices, QSoundEffect
    except ImportError as error:
        raise NoLoudspeaker(str(error)) from error
    if not QMediaDevices.audioOutputs():
        raise NoLoudspeaker("no audio output")
    return QSoundEffect
