"""One preference a row: words at the left, what it is set with at the right. Each says by `edited` what was chosen."""

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QLabel, QSlider, QWidget

from client_qt.pages.preferences.choices import PreferenceChoice
from client_qt.settings.preferences import VOLUMES
from client_qt.text.rules_text import tr
from client_qt.theme import Button, Theme, label
from client_qt.widgets.form_card import ignore_wheel, let_shrink
from client_qt.widgets.layouts import column, row
from netgame.text import fill

CAPTION, FIELD = 10, 11  # shares of the width


class PreferenceRow(QWidget):
    """What all rows have."""

    edited = Signal(str, object)  # name of the preference, its new value

    def __init__(self, taste: PreferenceChoice) -> None:
        super().__init__()
        self.taste = taste

    def take(self, value: object) -> None:
        """Show that this is preferred."""
        raise NotImplementedError

    def _name(self, field: QWidget) -> None:
        field.setObjectName(f"preference_{self.taste.name}")
        field.setAccessibleName(self.taste.words)
        field.setAccessibleDescription(self.taste.note)

    def _edited(self, value: object) -> None:
        self.edited.emit(self.taste.name, value)


class ChoiceRow(PreferenceRow):
    """One of several, in a box."""

    def __init__(self, theme: Theme, taste: PreferenceChoice, words: Mapping[object, str]) -> None:
        super().__init__(taste)
        self.box = QComboBox(self)
        for value, text in words.items():
            self.box.addItem(text, value)
        let_shrink(self.box)
        ignore_wheel(self.box)
        self._name(self.box)
        self.box.activated.connect(lambda _index: self._edited(self.box.currentData()))
        _beside(theme, self, taste, self.box)

    def take(self, value: object) -> None:
        values = [self.box.itemData(index) for index in range(self.box.count())]
        if value not in values:  # written into the file by hand
            text = f"{round(100 * value)} %" if isinstance(value, float) else str(value)
            self.box.addItem(text, value)
            values.append(value)
        self.box.setCurrentIndex(values.index(value))


class SwitchRow(PreferenceRow):
    """Yes or no."""

    def __init__(self, theme: Theme, taste: PreferenceChoice) -> None:
        super().__init__(taste)
        self.switch = QCheckBox(taste.words, self)
        self._name(self.switch)
        self.switch.clicked.connect(self._edited)
        lines = column(theme, self, gap=0)
        lines.addWidget(self.switch, 0, Qt.AlignmentFlag.AlignLeft)
        if taste.note:
            note = label(taste.note, "small", "muted", wrap=True)
            theme.scale(note.setIndent, 1.7)  # under the words of the switch
            lines.addWidget(note)

    def take(self, value: object) -> None:
        self.switch.setChecked(bool(value))


class VolumeRow(PreferenceRow):
    """How loud, and a button to hear it. Where nothing can be played it says why."""

    test = Signal()

    def __init__(self, theme: Theme, taste: PreferenceChoice) -> None:
        super().__init__(taste)
        field = QWidget(self)
        self.slider = QSlider(Qt.Orientation.Horizontal, field)
        self.slider.setRange(*VOLUMES)
        self.slider.setSingleStep(5)
        self.slider.setPageStep(20)
        self.slider.setTracking(False)  # kept when it is let go, not at each step on the way
        ignore_wheel(self.slider)
        self._name(self.slider)
        self._shown = label("", "body")
        self._shown.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        theme.scale(self._shown.setMinimumWidth, 3)
        self.button = Button(theme, tr("Test"), "sound-on")
        self.button.setObjectName("preference_test_sound")
        self.button.clicked.connect(self.test)
        inside = row(theme, field, gap="s")
        inside.addWidget(self.slider, 1)
        inside.addWidget(self._shown)
        inside.addWidget(self.button)
        self._why = label("", "small", "danger", wrap=True)
        self._why.setObjectName("preference_no_sound")
        self._why.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._why.hide()
        lines = _beside(theme, self, taste, field)
        lines.addWidget(self._why, 1, 0, 1, 2)
        self.slider.valueChanged.connect(self._moved)
        self.slider.sliderMoved.connect(self._show)

    def take(self, value: object) -> None:
        if isinstance(value, int):
            with QSignalBlocker(self.slider):
                self.slider.setValue(value)
            self._show(value)

    def show_sounds(self, on: bool, why_not: str) -> None:
        """Can anything be heard?"""
        self._why.setText(why_not)
        self._why.setVisible(bool(why_not))
        self.slider.setEnabled(on and not why_not)
        self.button.setEnabled(on and not why_not)

    def _moved(self, value: int) -> None:
        self._show(value)
        self._edited(value)

    def _show(self, value: int) -> None:
        self._shown.setText(fill(tr("{number} %"), {"number": value}))


def _beside(theme: Theme, whole: QWidget, taste: PreferenceChoice, field: QWidget) -> QGridLayout:
    """Words with their note at the left, the field at the right."""
    lines = QGridLayout(whole)
    lines.setContentsMargins(0, 0, 0, 0)
    theme.scale(lines.setHorizontalSpacing, theme.tokens.space.l)
    lines.setColumnStretch(0, CAPTION)
    lines.setColumnStretch(1, FIELD)
    lines.addWidget(caption_of(theme, taste, field), 0, 0)
    lines.addWidget(field, 0, 1, Qt.AlignmentFlag.AlignVCenter)
    return lines


def caption_of(theme: Theme, taste: PreferenceChoice, field: QWidget) -> QWidget:
    """What a preference is called, and under it the sentence about it."""
    words = QWidget()
    lines = column(theme, words, gap=0)
    title: QLabel = label(taste.words, "body", wrap=True)
    title.setBuddy(field)
    lines.addWidget(title)
    if taste.note:
        lines.addWidget(label(taste.note, "small", "muted", wrap=True))
    return words
