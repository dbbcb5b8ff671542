"""The preferences in groups. A change is applied and saved at once."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QStackedWidget, QWidget

from client_qt.pages.preferences.choices import PreferenceGroup, groups
from client_qt.pages.preferences.rows import ChoiceRow, PreferenceRow, SwitchRow, VolumeRow
from client_qt.pages.preferences.tiles import BoardsRow, PiecesRow
from client_qt.settings.preferences import Preferences
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, card, hairline, label, restyle
from client_qt.widgets.labels import PageHeader
from client_qt.widgets.layouts import column, page, page_column, row, scrolled

LIST_WIDTH, WIDEST = 13.0, 58.0  # em
NARROW = 44.0  # em; a narrower page has a combo box in place of the list of groups
ROWS: dict[str, type[PreferenceRow]] = {
    "choice": ChoiceRow, "switch": SwitchRow, "volume": VolumeRow, "board": BoardsRow, "pieces": PiecesRow,
}  # fmt: skip


class PreferencesPage(QWidget):
    back = Signal()
    changed = Signal(object)  # Preferences
    defaults = Signal()
    test_sound = Signal()
    sounds_wanted = Signal()  # the group of sounds is shown, so find out whether sounds can be played

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("preferences")
        self._theme, self._preferences = theme, Preferences()
        self._why_no_sounds = ""
        self.rows: dict[str, PreferenceRow] = {}
        page(self)
        header = PageHeader(theme, tr("Preferences"))
        header.back.connect(self.back)
        defaults = Button(theme, tr("Restore defaults"), "undo", "ghost", name="preferences_defaults")
        defaults.clicked.connect(self.defaults)
        header.add(defaults)
        self._groups = groups()
        self._box = QComboBox(self)
        self._box.setObjectName("preferences_groups")
        self._box.setAccessibleName(tr("Preferences"))
        self._box.addItems([group.title for group in self._groups])
        self._box.activated.connect(lambda number: self.open_group(self._groups[number].name))
        self._list, self._stack = QWidget(self), QStackedWidget(self)
        self._buttons: dict[str, Button] = {}
        names = column(theme, self._list, gap="xs")
        for group in self._groups:
            button = Button(theme, group.title, None, "ghost", name=f"preferences_{group.name}")
            button.setCheckable(True)
            button.setStyleSheet("text-align: left;")
            theme.scale(button.setFixedWidth, LIST_WIDTH)
            button.clicked.connect(partial(self.open_group, group.name))
            names.addWidget(button)
            self._buttons[group.name] = button
        names.addStretch(1)
        for group in self._groups:  # after the buttons in the order of Tab
            self._stack.addWidget(self._group_area(group))
        body = row(theme, gap="l")
        body.addWidget(self._list)
        body.addWidget(self._stack, 1)
        whole = page_column(theme, self, gap="m")
        whole.addWidget(header)
        whole.addWidget(self._box)
        whole.addLayout(body, 1)
        theme.rescaled.connect(self._fit)
        self._fit()
        self.show_preferences(self._preferences)
        self.open_group(self._groups[0].name)

    def show_preferences(self, preferences: Preferences) -> None:
        self._preferences = preferences
        for name, line in self.rows.items():
            line.set_value(getattr(preferences, name))
        self._show_volume()

    def show_sounds(self, why_not: str) -> None:
        """Show why sounds cannot be played, and what would help; empty if they can."""
        self._why_no_sounds = why_not
        self._show_volume()

    def open_group(self, name: str) -> None:
        for number, group in enumerate(self._groups):
            chosen = group.name == name
            self._buttons[group.name].setChecked(chosen)
            restyle(self._buttons[group.name], kind="soft" if chosen else "ghost")
            if chosen:
                self._stack.setCurrentIndex(number)
                self._box.setCurrentIndex(number)
        if name == "sounds":
            self.sounds_wanted.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()

    def _group_area(self, group: PreferenceGroup) -> QWidget:
        theme, inner = self._theme, QWidget()
        theme.scale(inner.setMaximumWidth, WIDEST)
        area = scrolled(inner, self._stack)
        area.setAlignment(Qt.AlignmentFlag.AlignLeft)
        frame = card("surface", inner)
        lines = column(theme, frame, gap="m", margin="l")
        lines.addWidget(label(group.title, "heading"))
        for number, info in enumerate(group.preferences):
            if number:
                lines.addWidget(hairline())
            line = ROWS[info.kind](theme, info)
            line.edited.connect(self._edited)
            if isinstance(line, VolumeRow):
                line.test.connect(self.test_sound)
            self.rows[info.name] = line
            lines.addWidget(line)
        around = column(theme, inner, margin=(0, 0, 0.8, 0.8))  # the scroll bar of the area covers its edge
        around.addWidget(frame)
        around.addStretch(1)
        return area

    def _fit(self) -> None:
        narrow = self.width() < self._theme.px(NARROW)
        self._list.setVisible(not narrow)
        self._box.setVisible(narrow)

    def _edited(self, name: str, value: object) -> None:
        self._preferences = replace(self._preferences, **{name: value})  # type: ignore[arg-type]
        self._show_volume()
        self.changed.emit(self._preferences)

    def _show_volume(self) -> None:
        volume = self.rows["volume"]
        assert isinstance(volume, VolumeRow)
        volume.show_sounds(self._preferences.sound, self._why_no_sounds)
