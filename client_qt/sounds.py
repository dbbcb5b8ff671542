"""Sounds, where Qt can play them: its module for them is large, needs libraries of its own, and is an extra of ours."""

import logging
from pathlib import Path
from typing import Any, Literal

from PySide6.QtCore import QObject, QUrl

log = logging.getLogger(__name__)

Sound = Literal["turn", "end", "news"]
FOLDER = Path(__file__).parent / "resources" / "sounds"


class Sounds(QObject):
    """Plays them. `why_not` says in English why there are none; it is empty once one could be played."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.why_not = ""
        self._kind: Any = None
        self._made: dict[str, Any] = {}
        try:
            from PySide6.QtMultimedia import QSoundEffect
        except ImportError as error:  # the package is missing, or a library of the system that it needs
            self.why_not = str(error)
            log.info("no sounds: %s", error)
        else:
            self._kind = QSoundEffect

    def play(self, name: Sound) -> None:
        """That one, now; nothing where there are none."""
        if self._kind is None:
            return
        effect = self._made.get(name)
        if effect is None:
            effect = self._made[name] = self._kind(self)
            effect.setSource(QUrl.fromLocalFile(str(FOLDER / f"{name}.wav")))
        effect.play()
