"""Sounds, where Qt can play them: its module for them is large, needs libraries of its own, and is an extra of ours.

The module is read in, the loudspeaker looked for and everything played in a thread beside the window's: reading it in
takes a tenth of a second, and a sound service that does not answer takes as long as it likes.
"""

import logging
import sys
import threading
import time
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import PySide6
from PySide6.QtCore import QEventLoop, QLoggingCategory, QObject, Qt, QUrl, Signal

from client_qt.feedback.sound_choice import Sound
from client_qt.text.rules_text import tr
from netgame.text import fill

log = logging.getLogger(__name__)

FOLDER = Path(__file__).parents[1] / "resources" / "sounds"
LATE_S = 0.7  # a sound that could not begin by then belongs to something that is over
GAP_S = 0.06  # the same sound twice within it is one sound
END_S = 1.0  # how long the end of the program waits for the thread
PACKAGES = {"libpulse": "libpulse0"}  # of Debian and its kin, by the library that is missing

SetupChoice = SimpleQueue[tuple[str, float, float]]  # name, volume, by when


class Sounds(QObject):
    """Plays them. `why_not` says in words for people why there are none; it is empty while nothing is wrong. `changed`
    comes when that turns out, which needs `prepare` or a first sound."""

    changed = Signal()
    _wake = Signal()
    _quit = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.why_not = "" if find_spec("PySide6.QtMultimedia") is not None else missing_words(None)
        self._volume = 0.7
        self._thread: threading.Thread | None = None
        self._wanted: SetupChoice = SimpleQueue()
        self._last: tuple[str, float] = ("", 0.0)

    def set_volume(self, volume: int) -> None:
        """From 0, which is silence, to 100."""
        self._volume = volume / 100

    def prepare(self) -> None:
        """Sounds may be wanted soon: find out whether there are any, beside the window."""
        if self._thread is None and not self.why_not:
            self._thread = threading.Thread(target=self._work, name="sounds", daemon=True)
            self._thread.start()

    def play(self, name: Sound) -> None:
        """That one, now; nothing where there are none."""
        now = time.monotonic()
        if self._volume <= 0 or (self._last[0] == name and now - self._last[1] < GAP_S):
            return
        self._last = name, now
        self.prepare()
        if self._thread is not None:
            self._wanted.put((name, self._volume**2, now + LATE_S))  # half as loud is a quarter of the power
            self._wake.emit()

    def close(self) -> None:
        """No more sounds. A thread that hangs in a sound service is left behind rather than waited for."""
        self._quit.emit()
        if self._thread is not None:
            self._thread.join(END_S)

    def _work(self) -> None:
        """The other thread from its beginning to its end."""
        player, loop = _Player(self._wanted), QEventLoop()
        queued = Qt.ConnectionType.QueuedConnection
        player.found.connect(self._found, queued)
        self._wake.connect(player.play_all, queued)
        self._quit.connect(loop.quit, queued)
        if player.look():
            player.play_all()  # what was wanted before anybody listened
            loop.exec()

    def _found(self, why_not: str) -> None:
        if why_not != self.why_not:
            self.why_not = why_not
            self.changed.emit()


class _Player(QObject):
    """Lives in the other thread. `found`: why nothing can be played, or that something can."""

    found = Signal(str)

    def __init__(self, wanted: SetupChoice) -> None:
        super().__init__()
        self._wanted = wanted
        self._media: Any = None
        self._devices: Any = None
        self._made: dict[str, Any] = {}

    def look(self) -> bool:
        """Read the module in and look for a loudspeaker. False where that can do nothing."""
        QLoggingCategory.setFilterRules(
            "qt.multimedia.*=false"
        )  # which optional codecs are missing is nobody's concern
        try:
            from PySide6 import QtMultimedia
        except ImportError as error:  # a library of the system that it needs is missing
            log.info("no sounds: %s", error)
            self.found.emit(missing_words(error))
            return False
        self._media, self._devices = QtMultimedia, QtMultimedia.QMediaDevices(self)
        self._devices.audioOutputsChanged.connect(self._look_again)
        self._look_again()
        return True

    def play_all(self) -> None:
        """All that is wanted now, and still in time."""
        while True:
            try:
                name, volume, until = self._wanted.get_nowait()
            except Empty:
                return
            if time.monotonic() < until and self._there():
                self._effect(name, volume).play()

    def _there(self) -> bool:
        return not self._media.QMediaDevices.defaultAudioOutput().isNull()

    def _look_again(self) -> None:
        """Loudspeakers come and go; effects that were made for another one are made anew."""
        self._made.clear()
        self.found.emit("" if self._there() else tr("No loudspeaker was found on this computer."))

    def _effect(self, name: str, volume: float) -> Any:
        effect = self._made.get(name)
        if effect is None:
            effect = self._made[name] = self._media.QSoundEffect(self)
            effect.setSource(QUrl.fromLocalFile(str(FOLDER / f"{name}.wav")))
        effect.setVolume(volume)
        return effect


def missing_words(error: ImportError | None) -> str:
    """What has to be installed before there are sounds: the module, or the library that the error names."""
    library = str(error).partition(":")[0] if error is not None else ""
    if ".so" not in library:
        words = tr("Sounds need a part of Qt that is not installed. Install it with: {command}")
        # of the same release as the rest of Qt, which another one would replace
        return fill(words, {"command": f'"{sys.executable}" -m pip install PySide6-Addons=={PySide6.__version__}'})
    package = next((name for start, name in PACKAGES.items() if library.startswith(start)), "")
    if package:
        words = tr("Sounds need the library {library}, which is not installed. Install it with: {command}")
        return fill(words, {"library": library, "command": f"sudo apt install {package}"})
    return fill(tr("Sounds need the library {library}, which is not installed."), {"library": library})
