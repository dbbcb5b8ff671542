"""What the player prefers, at work in one window: at the start, and at once after every change."""

from dataclasses import replace

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from client_qt.app.main_window import MainWindow
from client_qt.feedback.reduced_motion import SystemMotion
from client_qt.pages.navigation import PageName
from client_qt.settings.file import Repair, SettingsFile
from client_qt.settings.preferences import Preferences
from client_qt.text.translation import tr
from client_qt.theme import Theme, UiChoice
from netgame.text import fill

AS_THE_SYSTEM = -1
USUAL_STILL = "usual_still"  # a property of the theme: does it move anything where nothing was chosen?


class PreferencesController(QObject):
    """Between the settings, the window and its theme. `for_now`: the look that this start was asked for; it holds until
    another one is chosen."""

    def __init__(
        self, window: MainWindow, theme: Theme, settings: SettingsFile, for_now: UiChoice | None = None
    ) -> None:
        super().__init__(window)
        self._window, self._theme, self._settings = window, theme, settings
        self._for_now = for_now
        self._applied = settings.value.preferences
        self._from: tuple[PageName, str] = ("home", "")  # where somebody came from: the page, the title
        window.preferred.connect(lambda name, value: self.choose(**{name: value}))
        window.preferences.changed.connect(self.take)
        window.preferences.defaults.connect(self._restore)
        window.preferences.back.connect(self.close)
        window.action("preferences").triggered.connect(self.open)
        settings.follow(self._changed)
        self.motion = SystemMotion(self)
        self.motion.changed.connect(self._motion_changed)
        self._apply(self._applied)

    def choose(self, **changes: object) -> None:
        """Prefer these from now on."""
        self.take(replace(self._settings.value.preferences, **changes))  # type: ignore[arg-type]

    def take(self, preferences: Preferences) -> None:
        """These are the preferences now: kept, and seen at once."""
        self._settings.change(replace(self._settings.value, preferences=preferences))

    def open(self) -> None:
        """Show the page."""
        window = self._window
        if window.page != "preferences":
            self._from = window.page, window.subject
            window.show_page("preferences")
            window.show_subject(tr("Preferences"))

    def close(self) -> None:
        """Back to the page that was in front."""
        name, subject = self._from
        self._window.show_subject(subject)
        self._window.show_page(name)  # a table says itself what is new there

    def _restore(self) -> None:
        before, banner = self._settings.value.preferences, self._window.banner

        def undo() -> None:
            banner.hide_text()
            self.take(before)

        self.take(Preferences())
        answers = ((tr("Undo"), undo), (tr("Close"), banner.hide_text))
        banner.show_text(tr("All preferences are as usual again."), "done", answers)

    def _changed(self) -> None:
        now = self._settings.value.preferences
        if now != self._applied:
            self._for_now = self._for_now if now.ui == self._applied.ui else None
            self._applied = now
            self._apply(now)

    def _motion_changed(self) -> None:
        """The system asks for less motion, or no longer."""
        self._theme.setProperty(USUAL_STILL, self.motion.less)
        self._apply(self._applied)

    def _apply(self, now: Preferences) -> None:
        dress(self._theme, now, self._for_now)
        self._window.show_preferences(now)


def dress(theme: Theme, now: Preferences, for_now: UiChoice | None = None) -> None:
    """Have the theme look as it is preferred. Before there is a window it costs little; afterwards all that is to be
    changed follows in the next turns of the event loop."""
    if theme.property(USUAL_STILL) is None:  # what the system asks for is heard later
        theme.setProperty(USUAL_STILL, not any(vars(theme.motion).values()))
    still = theme.property(USUAL_STILL) if now.motion == "system" else now.motion == "reduced"
    theme.choose(
        ui=for_now or now.ui, board=now.board, pieces=now.pieces, reduced_motion=still, zoom=now.text_scale
    )  # fmt: skip
    QApplication.setCursorFlashTime(0 if still else AS_THE_SYSTEM)  # the cursor of a field blinks as well


def repair_words(repair: Repair) -> str:
    """What became of the settings, for the banner."""
    words = {
        "fresh": tr("The settings could not be read, so you start with fresh ones. The old file is kept as {file}."),
        "parts": tr("Some settings could not be read and are as usual again: {names}. The old file is kept as {file}."),
        "newer": tr("The settings are of a newer version of this program. A copy of them is kept as {file}."),
    }  # fmt: skip
    named = ", ".join(dict.fromkeys(name.split(".")[-1] for name in repair.names))
    return fill(words[repair.kind], {"names": named, "file": repair.backup.name})
