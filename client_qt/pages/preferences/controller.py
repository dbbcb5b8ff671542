"""Applies the preferences to one window, at the start and after every change."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject

from client_qt.feedback.reduced_motion import SystemMotion
from client_qt.pages.navigation import Navigation
from client_qt.pages.preferences.page import PreferencesPage
from client_qt.settings.file import Repair, SettingsFile
from client_qt.settings.preferences import Preferences
from client_qt.text.translation import tr
from client_qt.theme import Theme, UiChoice
from netgame.text import fill


class PreferencesController(QObject):
    """`start_ui` is the look from the command line; it holds until the player chooses another one."""

    def __init__(
        self,
        navigation: Navigation,
        page: PreferencesPage,
        theme: Theme,
        settings: SettingsFile,
        show: Callable[[Preferences], None],
        start_ui: UiChoice | None = None,
    ) -> None:
        super().__init__(page)
        self._navigation, self._theme, self._settings, self._show = navigation, theme, settings, show
        self._start_ui, self._applied = start_ui, settings.value.preferences
        page.changed.connect(self.save)
        page.defaults.connect(self._restore_defaults)
        settings.follow(self._settings_changed)
        self.motion = SystemMotion(self)
        self.motion.changed.connect(self._motion_changed)
        self._apply(self._applied)

    def choose(self, **changes: object) -> None:
        self._settings.change(self._settings.value.prefer(**changes))

    def save(self, preferences: Preferences) -> None:
        """Save the preferences; `_settings_changed` applies them."""
        self._settings.change(replace(self._settings.value, preferences=preferences))

    def open(self) -> None:
        self._navigation.show_page("preferences", tr("Preferences"))

    def _restore_defaults(self) -> None:
        before, banner = self._settings.value.preferences, self._navigation.banner

        def undo() -> None:
            banner.hide_text()
            self.save(before)

        self.save(Preferences(engines=before.engines))  # a list that the user made has no defaults
        answers = ((tr("Undo"), undo), (tr("Close"), banner.hide_text))
        banner.show_text(tr("Defaults restored."), "done", answers)

    def _settings_changed(self) -> None:
        preferences = self._settings.value.preferences
        if preferences != self._applied:
            self._start_ui = self._start_ui if preferences.ui == self._applied.ui else None
            self._applied = preferences
            self._apply(preferences)

    def _motion_changed(self) -> None:
        self._theme.system_reduces_motion = self.motion.less
        self._apply(self._applied)

    def _apply(self, preferences: Preferences) -> None:
        self._theme.apply(preferences, self._start_ui)
        self._show(preferences)


def repair_words(repair: Repair) -> str:
    """Return what happened to a broken settings file, for the banner."""
    words = {
        "fresh": tr("The settings could not be read, so you start with the defaults. The old file is now {file}."),
        "parts": tr("Some settings could not be read and have their defaults: {names}. The old file is now {file}."),
        "newer": tr("The settings are from a newer version of this program. A copy of them is {file}."),
    }
    names = ", ".join(dict.fromkeys(name.split(".")[-1] for name in repair.names))
    return fill(words[repair.kind], {"names": names, "file": repair.backup.name})
