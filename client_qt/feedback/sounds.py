"""The sounds of a window, without the library that plays them."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from client_qt.feedback.sound_choice import Sound
from client_qt.text.translation import tr

FOLDER = Path(__file__).parents[1] / "resources" / "sounds"


class NoLoudspeaker(Exception):
    """This computer cannot play sounds."""


class Sounds(QObject):
    """Plays sounds; this class itself is silent. `why_not` tells the player why no sounds can be played."""

    changed = Signal()  # `why_not`
    tried = Signal()  # whether the loudspeaker can be opened is known

    def __init__(self, parent: QObject | None = None, why_not: str = "") -> None:
        super().__init__(parent)
        self.why_not = why_not
        self.is_tried = bool(why_not)
        self._gain = 0.25

    def set_volume(self, volume: int) -> None:
        """Set the volume from 0 (silent) to 100."""
        self._gain = (volume / 100) ** 2  # half as loud is a quarter of the power

    def prepare(self) -> None:
        """Open the loudspeaker in the background, if it is not open."""

    def play(self, name: Sound) -> None:
        """Play the sound now, if possible."""
        if self._gain > 0 and not self.why_not:
            self.start(name, self._gain)

    def start(self, name: Sound, gain: float) -> None:
        """Play the sound with this gain, up to 1."""

    def close(self) -> None:
        """Stop playing."""

    def set_opened(self, is_open: bool) -> None:
        """Take the result of an attempt to open the loudspeaker."""
        why_not = "" if is_open else tr("No loudspeaker was found on this computer.")
        if why_not != self.why_not:
            self.why_not = why_not
            self.changed.emit()
        self.is_tried = True
        self.tried.emit()


def sound_file(name: Sound) -> Path:
    """Return the file of a sound."""
    return FOLDER / f"{name}.wav"
