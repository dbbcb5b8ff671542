"""What the player prefers, at work in one window: at the start, and at once after every change."""

from dataclasses import replace

from PySide6.QtCore import QObject

from client_qt.look import Theme, UiChoice
from client_qt.models.wording import tr
from client_qt.preferences import Preferences
from client_qt.settings import Repair, SettingsFile
from client_qt.windows.main import MainWindow
from netgame.text import fill


class PreferenceDesk(QObject):
    """Between the settings, the window and its theme. `for_now`: the look that this start was asked for; it holds until
    another one is chosen."""

    def __init__(
        self, window: MainWindow, theme: Theme, settings: SettingsFile, for_now: UiChoice | None = None
    ) -> None:
        super().__init__(window)
        self._window, self._theme, self._settings = window, theme, settings
        self._usual_still = not any(vars(theme.motion).values())  # what the system asks for, as far as it says
        self._for_now = for_now
        self._applied = settings.value.preferences
        window.ui_chosen.connect(lambda ui: self.choose(ui=ui))
        window.threats_chosen.connect(lambda on: self.choose(threats=on))
        window.sound_chosen.connect(lambda on: self.choose(sound=on))
        settings.follow(self._changed)
        self._apply(self._applied)

    def choose(self, **changes: object) -> None:
        """Prefer these from now on."""
        self.take(replace(self._settings.value.preferences, **changes))  # type: ignore[arg-type]

    def take(self, preferences: Preferences) -> None:
        """These are the preferences now: kept, and seen at once."""
        self._settings.change(replace(self._settings.value, preferences=preferences))

    def _changed(self) -> None:
        now = self._settings.value.preferences
        if now != self._applied:
            self._for_now = self._for_now if now.ui == self._applied.ui else None
            self._applied = now
            self._apply(now)

    def _apply(self, now: Preferences) -> None:
        self._theme.choose(
            ui=self._for_now or now.ui,
            board=now.board,
            pieces=now.pieces,
            reduced_motion=self._usual_still if now.motion == "system" else now.motion == "reduced",
            zoom=now.text_scale,
        )
        window = self._window
        window.show_ui(now.ui)
        window.show_threats(now.threats)
        window.table.composer.policy = now.confirm
        window.table.board.set_legal_shown(now.legal)
        window.table.board.set_coordinates_shown(now.coordinates)
        window.table.board.set_crosshair(now.crosshair)


def repair_words(repair: Repair) -> str:
    """What became of the settings, for the banner."""
    words = {
        "fresh": tr("The settings could not be read, so you start with fresh ones. The old file is kept as {file}."),
        "parts": tr("Some settings could not be read and are as usual again: {names}. The old file is kept as {file}."),
        "newer": tr("The settings are of a newer version of this program. A copy of them is kept as {file}."),
    }  # fmt: skip
    named = ", ".join(dict.fromkeys(name.split(".")[-1] for name in repair.names))
    return fill(words[repair.kind], {"names": named, "file": repair.backup.name})
