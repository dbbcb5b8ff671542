"""The rows of the preferences page: a label with a note, and the field."""

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QWidget

from client_qt.feedback.screen_reader import show_announced
from client_qt.pages.preferences.choices import PreferenceInfo, percent
from client_qt.settings.preferences import VOLUMES, Preferences
from client_qt.text.translation import tr
from client_qt.theme import SELECTABLE, Button, Slider, Theme, label
from client_qt.widgets.fields import ChoiceBox
from client_qt.widgets.layouts import add_to, column, row
from netgame.text import fill


class PreferenceRow(QWidget):
    """Base of the rows. A row shows the preference with its name."""

    edited = Signal(str, object)  # name of the preference, its new value

    def __init__(self, theme: Theme, info: PreferenceInfo) -> None:
        super().__init__()
        self.theme, self.info = theme, info

    def show_preferences(self, now: Preferences) -> None:
        self.set_value(getattr(now, self.info.name))

    def set_value(self, value: object) -> None:
        raise NotImplementedError

    def name_field(self, field: QWidget) -> None:
        field.setObjectName(f"preference_{self.info.name}")
        field.setAccessibleName(self.info.words)
        field.setAccessibleDescription(self.info.note)

    def caption(self, field: QWidget) -> QWidget:
        """Make the label of a field, with the note below."""
        words = QWidget()
        lines = column(self.theme, words, gap=0)
        title = label(self.info.words, "body", wrap=True)
        title.setBuddy(field)
        lines.addWidget(title)
        if self.info.note:
            lines.addWidget(label(self.info.note, "small", "muted", wrap=True))
        return words

    def put_beside(self, field: QWidget) -> QGridLayout:
        """Lay out the row: the label at the left, the field at the right."""
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        self.theme.scale(grid.setHorizontalSpacing, "l")
        grid.setColumnStretch(0, 10)
        grid.setColumnStretch(1, 11)
        grid.addWidget(self.caption(field), 0, 0)
        grid.addWidget(field, 0, 1, Qt.AlignmentFlag.AlignVCenter)
        return grid


class ChoiceRow(PreferenceRow):
    def __init__(self, theme: Theme, info: PreferenceInfo) -> None:
        super().__init__(theme, info)
        self.box = ChoiceBox("", info.values, self, lambda value: value if isinstance(value, str) else percent(value))
        self.name_field(self.box)
        self.box.activated.connect(lambda index: self.edited.emit(info.name, self.box.itemData(index)))
        self.put_beside(self.box)

    def set_value(self, value: object) -> None:
        self.box.set_value(value)


class SwitchRow(PreferenceRow):
    def __init__(self, theme: Theme, info: PreferenceInfo) -> None:
        super().__init__(theme, info)
        self.switch = QCheckBox(info.words, self)
        self.name_field(self.switch)
        self.switch.clicked.connect(lambda on: self.edited.emit(info.name, on))
        lines = add_to(column(theme, self, gap=0), (self.switch, Qt.AlignmentFlag.AlignLeft))
        if info.note:
            note = label(info.note, "small", "muted", wrap=True)
            theme.scale(note.setIndent, 1.7)  # below the words of the check box
            lines.addWidget(note)

    def set_value(self, value: object) -> None:
        self.switch.setChecked(bool(value))


class VolumeRow(PreferenceRow):
    """A slider and a button that plays a sound. It shows the reason if sounds cannot be played."""

    test = Signal()

    def __init__(self, theme: Theme, info: PreferenceInfo) -> None:
        super().__init__(theme, info)
        self._is_on = True
        field = QWidget(self)
        self.slider = Slider(Qt.Orientation.Horizontal, field)
        self.slider.setRange(*VOLUMES)
        self.slider.setSingleStep(5)
        self.slider.setPageStep(20)
        self.slider.setTracking(False)  # save the value once, when the slider is released
        self.name_field(self.slider)
        self._percent = label("", "body")
        self._percent.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        theme.scale(self._percent.setMinimumWidth, 3)
        self.button = Button(theme, tr("Test"), "sound-on", name="preference_test_sound")
        self.button.clicked.connect(self.test)
        add_to(row(theme, field, gap="s"), (self.slider, 1), self._percent, self.button)
        self._error = label("", "small", "muted", wrap=True, name="preference_no_sound")
        self._error.setTextInteractionFlags(SELECTABLE)
        self._error.hide()
        self.put_beside(field).addWidget(self._error, 1, 0, 1, 2)
        self.slider.valueChanged.connect(self._show_percent)
        self.slider.valueChanged.connect(lambda volume: self.edited.emit(info.name, volume))
        self.slider.sliderMoved.connect(self._show_percent)

    def show_preferences(self, now: Preferences) -> None:
        with QSignalBlocker(self.slider):
            self.slider.setValue(now.volume)
        self._show_percent(now.volume)
        self._is_on = now.sound
        self.show_sounds(self._error.text())

    def show_sounds(self, why_not: str) -> None:
        """Show why sounds cannot be played; empty if they can."""
        show_announced(self._error, why_not)
        self.slider.setEnabled(self._is_on and not why_not)
        self.button.setEnabled(self._is_on and not why_not)

    def _show_percent(self, value: int) -> None:
        self._percent.setText(fill(tr("{number} %"), {"number": value}))
