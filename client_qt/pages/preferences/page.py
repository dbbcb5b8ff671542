"""The preferences in groups. A change is applied and saved at once."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QScrollArea, QStackedWidget, QWidget

from client_qt.pages.preferences.choices import OPENER, TRAY, PreferenceGroup, groups, opener_group
from client_qt.pages.preferences.engines import AdviserRow, EnginesRow
from client_qt.pages.preferences.rows import ChoiceRow, PreferenceRow, SwitchRow, VolumeRow
from client_qt.pages.preferences.shortcuts import ShortcutsRow
from client_qt.pages.preferences.tiles import BoardsRow, PiecesRow
from client_qt.pages.titled_page import TitledPage
from client_qt.settings.preferences import Preferences
from client_qt.settings.shortcuts import ShortcutInfo
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, card, hairline, label
from client_qt.widgets.chapters import Chapters
from client_qt.widgets.layouts import Responsive, add_to, column, reveal, scrolled

LIST_WIDTH, WIDEST = 13.0, 58.0  # em
NARROW = 44.0  # em; a narrower page has a combo box in place of the list of groups
ROWS: dict[str, type[PreferenceRow]] = {
    "choice": ChoiceRow, "switch": SwitchRow, "volume": VolumeRow, "board": BoardsRow, "pieces": PiecesRow,
    "shortcuts": ShortcutsRow, "engines": EnginesRow, "adviser": AdviserRow,
}  # fmt: skip


R = TypeVar("R", bound=PreferenceRow)


class PreferencesPage(TitledPage):
    changed = Signal(object)  # Preferences
    defaults = Signal()
    test_sound = Signal()
    opener_chosen = Signal(bool)  # may this program open links and records?
    sounds_wanted = Signal()  # the group of sounds is shown, so find out whether sounds can be played

    def __init__(self, theme: Theme, parent: QWidget | None = None, shortcuts: Sequence[ShortcutInfo] = ()) -> None:
        super().__init__(theme, "preferences", tr("Preferences"), parent)
        self._shortcuts, self._preferences = shortcuts, Preferences()
        self._why_no_sounds = ""
        self.has_tray = True  # does the desktop show tray icons? Set before the page is built
        self.has_opener = False  # can the user choose here which program opens links? Set before the page is built

    def _build(self) -> None:
        super()._build()
        theme = self._theme
        self.rows: dict[str, PreferenceRow] = {}
        defaults = Button(theme, tr("Restore defaults"), "undo", "ghost", name="preferences_defaults")
        defaults.clicked.connect(self.defaults)
        self._header.add(defaults)
        self._groups = (*map(self._possible, groups()), *([opener_group()] if self.has_opener else []))
        titles = {group.name: group.title for group in self._groups}
        self._chapters = Chapters(theme, "preferences", tr("Preferences"), titles, LIST_WIDTH, self)
        self._chapters.chosen.connect(self.open_group)
        self._stack = QStackedWidget(self)
        for group in self._groups:
            self._stack.addWidget(self._group_area(group))
        self._chapters.lay_out(self._body, self._stack)
        theme.rescaled.connect(self._keep_focus_visible)
        Responsive(theme, self, lambda: self._chapters.set_narrow(self.width() < theme.px(NARROW)))
        self._row(VolumeRow).test.connect(self.test_sound)
        self._row(ShortcutsRow).set_shortcuts(self._shortcuts)
        self.show_preferences(self._preferences)
        self.show_sounds(self._why_no_sounds)
        self.open_group(self._groups[0].name)

    @property
    def engines(self) -> EnginesRow:
        """The list of computer players."""
        return self._row(EnginesRow)

    def show_preferences(self, preferences: Preferences) -> None:
        self._preferences = preferences
        if self.is_built:
            for name, line in self.rows.items():
                if name != OPENER:
                    line.show_preferences(preferences)

    def show_sounds(self, why_not: str) -> None:
        """Show why sounds cannot be played; empty if they can."""
        self._why_no_sounds = why_not
        if self.is_built:
            self._row(VolumeRow).show_sounds(why_not)

    def open_group(self, name: str) -> None:
        self._chapters.show_chosen(name)
        self._stack.setCurrentIndex([group.name for group in self._groups].index(name))
        self._scroll_to_top()
        if name == "sounds":
            self.sounds_wanted.emit()

    def showEvent(self, event: QShowEvent) -> None:
        if not event.spontaneous():
            self._scroll_to_top()

    def _possible(self, group: PreferenceGroup) -> PreferenceGroup:
        """Leave out what this desktop cannot do."""
        shown = (info for info in group.preferences if self.has_tray or info.name != TRAY)
        return replace(group, preferences=tuple(shown))

    def _group_area(self, group: PreferenceGroup) -> QWidget:
        theme, inner = self._theme, QWidget()
        theme.scale(inner.setMaximumWidth, WIDEST)
        area = scrolled(inner, self._stack)
        area.setAlignment(Qt.AlignmentFlag.AlignLeft)
        frame = card("surface", inner)
        lines = add_to(column(theme, frame, gap="m", margin="l"), label(group.title, "heading"))
        for number, info in enumerate(group.preferences):
            if number:
                lines.addWidget(hairline())
            line = ROWS[info.kind](theme, info)
            if info.name == OPENER:  # the system keeps it
                line.edited.connect(lambda _name, on: self.opener_chosen.emit(on))
            else:
                line.edited.connect(self._edited)
            self.rows[info.name] = line
            lines.addWidget(line)
        around = column(theme, inner, margin=(0, 0, 0.8, 0.8))  # the scroll bar of the area covers its edge
        around.addWidget(frame)
        around.addStretch(1)
        return area

    def _scroll_to_top(self) -> None:
        area = self._stack.currentWidget()
        assert isinstance(area, QScrollArea)
        area.verticalScrollBar().setValue(0)

    def _keep_focus_visible(self) -> None:
        """Keep the field in view that has just changed the text size."""
        field = self.focusWidget()
        if field is not None and self.isVisible() and self._stack.isAncestorOf(field):
            reveal(field)

    def _edited(self, name: str, value: object) -> None:
        self._preferences = replace(self._preferences, **{name: value})  # type: ignore[arg-type]
        self._row(VolumeRow).show_preferences(self._preferences)  # the switch of the sounds is another row
        self.changed.emit(self._preferences)

    def _row(self, kind: type[R]) -> R:
        return next(line for line in self.rows.values() if isinstance(line, kind))
