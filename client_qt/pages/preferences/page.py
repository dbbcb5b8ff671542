"""What the player prefers, a group at a time. All of it is applied at once and kept."""

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QStackedWidget, QWidget

from client_qt.pages.preferences.choices import PreferenceChoice, PreferenceGroup, choice_words, groups
from client_qt.pages.preferences.rows import ChoiceRow, PreferenceRow, SwitchRow, VolumeRow
from client_qt.pages.preferences.tiles import BoardsRow, PiecesRow
from client_qt.settings.preferences import Preferences
from client_qt.text.rules_text import tr
from client_qt.theme import Button, Theme, card, hairline, label, restyle
from client_qt.widgets.labels import PageHeader
from client_qt.widgets.layouts import column, page, page_column, row, scrolled

LIST_WIDTH, WIDEST = 13.0, 58.0  # em
NARROW = 44.0  # em; a page that is narrower has a box in place of the list of groups


class PreferencesPage(QWidget):
    """Shows preferences and says by `changed` which ones somebody wants instead."""

    back = Signal()
    changed = Signal(object)  # Preferences
    defaults = Signal()
    test_sound = Signal()
    sounds_wanted = Signal()  # whether there are any will be seen

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("preferences")
        self._theme, self._now = theme, Preferences()
        page(self)
        theme = self._theme
        self._header = PageHeader(theme, tr("Preferences"))
        self._header.back.connect(self.back)
        usual = Button(theme, tr("Restore defaults"), "undo", "ghost")
        usual.setObjectName("preferences_defaults")
        usual.clicked.connect(self.defaults)
        self._header.add(usual)
        self.rows: dict[str, PreferenceRow] = {}
        self._stack = QStackedWidget(self)
        self._inner: list[QWidget] = []
        self._groups = groups()
        self._buttons = {group.name: self._group_button(group) for group in self._groups}
        self._box = QComboBox(self)
        self._box.setObjectName("preferences_groups")
        self._box.setAccessibleName(tr("Preferences"))
        self._box.addItems([group.title for group in self._groups])
        self._box.activated.connect(lambda number: self.open_group(self._groups[number].name))
        self._lay_out()
        theme.changed.connect(self._space)
        self._space()
        self._show_now()
        self.open_group(self._groups[0].name)

    # ---- what is shown

    def show_preferences(self, now: Preferences) -> None:
        """These are preferred."""
        self._now = now
        self._show_now()

    def _show_now(self) -> None:
        for name, shown in self.rows.items():
            shown.take(getattr(self._now, name))
        self._show_sounds()

    def show_sounds(self, why_not: str) -> None:
        """Why there are no sounds on this computer, with what would help; empty where there are."""
        self._why_not = why_not
        self._show_sounds()

    def open_group(self, name: str) -> None:
        """Bring one group to the front."""
        for number, group in enumerate(self._groups):
            chosen = group.name == name
            button = self._buttons[group.name]
            button.setChecked(chosen)
            restyle(button, kind="soft" if chosen else "ghost")
            if chosen:
                self._stack.setCurrentIndex(number)
                self._box.setCurrentIndex(number)
        if name == "sounds":
            self.sounds_wanted.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._space()

    # ---- how it is built

    _why_not = ""

    def _lay_out(self) -> None:
        theme = self._theme
        self._list = QWidget(self)
        names = column(theme, self._list, gap="xs")
        for button in self._buttons.values():
            names.addWidget(button)
        names.addStretch(1)
        for group in self._groups:
            self._add_area(group)
        body = row(theme, gap="l")
        body.addWidget(self._list)
        body.addWidget(self._stack, 1)
        whole = page_column(theme, self, gap="m")
        whole.addWidget(self._header)
        whole.addWidget(self._box)
        whole.addLayout(body, 1)

    def _group_button(self, group: PreferenceGroup) -> Button:
        button = Button(self._theme, group.title, None, "ghost", self)
        button.setObjectName(f"preferences_{group.name}")
        button.setCheckable(True)
        button.setStyleSheet("text-align: left;")
        button.clicked.connect(self._group_pressed)
        return button

    def _group_pressed(self) -> None:
        self.open_group(self.sender().objectName().removeprefix("preferences_"))

    def _add_area(self, group: PreferenceGroup) -> None:
        """From the outside inwards: what is put into another place later is styled twice."""
        theme, inner = self._theme, QWidget()
        self._inner.append(inner)
        area = scrolled(inner, self._stack)
        area.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self._stack.addWidget(area)
        frame = card("surface", inner)
        lines = column(theme, frame, gap="m", margin="l")
        lines.addWidget(label(group.title, "heading"))
        for number, taste in enumerate(group.tastes):
            if number:
                lines.addWidget(hairline())
            self.rows[taste.name] = made = self._row(taste)
            made.edited.connect(self._edited)
            lines.addWidget(made)
        around = column(theme, inner)
        theme.scale(around.setContentsMargins, 0, 0, 0.8, 0.8)  # the bar of the area is over it
        around.addWidget(frame)
        around.addStretch(1)

    def _row(self, taste: PreferenceChoice) -> PreferenceRow:
        theme = self._theme
        if taste.kind == "switch":
            return SwitchRow(theme, taste)
        if taste.kind == "volume":
            volume = VolumeRow(theme, taste)
            volume.test.connect(self.test_sound)
            return volume
        words = choice_words(taste.name)
        kinds = {"board": BoardsRow, "pieces": PiecesRow, "choice": ChoiceRow}
        return kinds[taste.kind](theme, taste, words)

    def _space(self) -> None:
        px = self._theme.px
        narrow = self.width() < px(NARROW)
        self._list.setVisible(not narrow)
        self._box.setVisible(narrow)
        for button in self._buttons.values():
            button.setFixedWidth(px(LIST_WIDTH))
        for inner in self._inner:
            inner.setMaximumWidth(px(WIDEST))

    def _edited(self, name: str, value: object) -> None:
        self._now = replace(self._now, **{name: value})  # type: ignore[arg-type]
        self._show_sounds()
        self.changed.emit(self._now)

    def _show_sounds(self) -> None:
        volume = self.rows["volume"]
        assert isinstance(volume, VolumeRow)
        volume.show_sounds(self._now.sound, self._why_not)
