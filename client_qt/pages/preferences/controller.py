"""Applies the preferences to one window, and carries out what their page asks of the system and of engines."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject

from client_qt.computer.engines import OpenEngine
from client_qt.feedback.reduced_motion import SystemMotion
from client_qt.link_opener import LinkOpener
from client_qt.news import NewsItem, NewsKey
from client_qt.pages.navigation import Navigation
from client_qt.pages.preferences.choices import OPENER
from client_qt.pages.preferences.page import PreferencesPage
from client_qt.settings.file import Repair, SettingsFile
from client_qt.settings.preferences import OwnEngine, Preferences
from client_qt.text.disk_words import disk_words
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from client_qt.theme import Theme, UiChoice
from client_qt.trio_guest import Starts
from netgame.match.seats import computer_text
from netgame.text import fill
from protocol.engine import EngineError, command_of

TROUBLE = NewsKey("", "settings")  # why the settings are not on the disk


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
        self._trouble = ""  # that was shown last
        settings.follow(self._settings_changed)
        settings.follow(self.show_trouble)
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

    def show_trouble(self) -> None:
        """Say why the settings are not on the disk, once for each reason, and only until they are."""
        words = trouble_words(self._settings)
        if not words:
            self._navigation.news.withdraw(TROUBLE)
        elif words != self._trouble:
            self._navigation.news.tell(NewsItem(TROUBLE, words, calls=False, tone="danger"), again=True)
        self._trouble = words

    def _restore_defaults(self) -> None:
        before = self._settings.value.preferences
        self.save(Preferences(engines=before.engines))  # a list that the user made has no defaults
        self._navigation.note(tr("Defaults restored."), actions=((tr("Undo"), partial(self.save, before)),))

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


class OpenerController(QObject):
    """Without an opener, the page shows no choice."""

    def __init__(self, navigation: Navigation, page: PreferencesPage, opener: LinkOpener | None) -> None:
        super().__init__(page)
        self._navigation, self._page, self._opener = navigation, page, opener
        page.has_opener = opener is not None
        page.opener_chosen.connect(self._choose)
        page.when_built(self._show)

    def _choose(self, ours: bool) -> None:
        assert self._opener is not None, "the page shows a choice"
        try:
            self._opener.choose(ours)
        except OSError as error:
            words = tr("The system refused it ({reason}).")
            self._navigation.show_message(fill(words, {"reason": disk_words(error)}))
        self._show()

    def _show(self) -> None:
        if self._opener is not None:
            self._page.rows[OPENER].set_value(self._opener.is_ours())


class EnginesController(QObject):
    """Starts each wanted computer player once, to learn its name or what is wrong with it."""

    def __init__(self, page: PreferencesPage, open_engine: OpenEngine, nursery: Starts) -> None:
        super().__init__(page)
        self._page, self._open_engine, self._nursery = page, open_engine, nursery
        page.when_built(lambda: page.engines.wanted.connect(self._start))

    def _start(self, words: tuple[str, ...]) -> None:
        self._nursery.start_soon(self._try, words)

    async def _try(self, words: tuple[str, ...]) -> None:
        try:
            async with self._open_engine(command_of(words)) as engine:
                name = computer_text(engine.name or Path(words[0]).stem)
        except EngineError as error:
            self._page.engines.refuse(translate(error.text))
        else:
            self._page.engines.accept(OwnEngine(name, words))


def repair_words(repair: Repair) -> str:
    """Return what happened to a broken settings file, for the banner."""
    words = {
        "fresh": tr("The settings could not be read, so you start with the defaults. The old file is now {file}."),
        "parts": tr("Some settings could not be read and have their defaults: {names}. The old file is now {file}."),
        "newer": tr("The settings are from a newer version of this program. A copy of them is {file}."),
    }
    names = ", ".join(dict.fromkeys(name.split(".")[-1] for name in repair.names))
    return fill(words[repair.kind], {"names": names, "file": repair.backup.name})


def trouble_words(settings: SettingsFile) -> str:
    """Return why the settings are not on the disk, for the banner; empty if they are."""
    if settings.unreadable is not None:
        words = tr(
            "The settings cannot be read: {reason}. The file stays as it is, and nothing is written over it. "
            "Until it can be read, changes are lost when you close the window. It is {file}."
        )
        return fill(words, {"reason": disk_words(settings.unreadable), "file": str(settings.path)})
    if settings.unwritten is not None:
        words = tr("The settings cannot be saved: {reason}. The next change tries it again.")
        return fill(words, {"reason": disk_words(settings.unwritten)})
    return ""
