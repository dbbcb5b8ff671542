"""Choose the library that plays sounds on this computer."""

from collections.abc import Callable
from importlib.util import find_spec

from PySide6.QtCore import QObject

from client_qt.feedback.miniaudio_sounds import MiniaudioSounds
from client_qt.feedback.multimedia_sounds import MultimediaSounds
from client_qt.feedback.sounds import Sounds
from client_qt.text.translation import tr


def sounds_of_this_computer(parent: QObject | None = None, is_installed: Callable[[str], object] = find_spec) -> Sounds:
    """Return sounds by miniaudio, by PySide6's multimedia, or silent ones. Nothing is imported here."""
    if is_installed("miniaudio"):
        return MiniaudioSounds(parent)
    if is_installed("PySide6.QtMultimedia"):
        return MultimediaSounds(parent)
    why_not = tr("Sounds need miniaudio or PySide6-Addons. This installation of the program has neither.")
    return Sounds(parent, why_not)
