"""The fields of the options form: one kind of field for each kind of option."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QAbstractSpinBox, QCheckBox, QComboBox, QHBoxLayout, QWidget

from client_qt.text.rules_text import tr, value_words
from client_qt.theme import SpinBox, Theme
from client_qt.widgets.form_card import ignore_wheel, let_shrink
from netgame.options import OptionInfo, OptionValue


class ChoiceField(QComboBox):
    """One of several values, each in words. A value that is legal but not offered is added when it has to be shown."""

    edited = Signal()

    def __init__(self, info: OptionInfo, parent: QWidget) -> None:
        super().__init__(parent)
        self._info = info
        offered: tuple[OptionValue, ...] = info.choices if info.kind == "choice" else info.offered
        for value in ((None,) if info.optional else ()) + offered:
            self.addItem(value_words(info, value), value)
        let_shrink(self)
        ignore_wheel(self)
        self.currentIndexChanged.connect(self.edited)

    def value(self) -> OptionValue:
        value: OptionValue = self.currentData()
        return value

    def take(self, value: OptionValue) -> None:
        values = [self.itemData(index) for index in range(self.count())]
        if value not in values:
            self.addItem(value_words(self._info, value), value)
            values.append(value)
        self.setCurrentIndex(values.index(value))


class SwitchField(QCheckBox):
    """Yes or no."""

    edited = Signal()

    def __init__(self, info: OptionInfo, parent: QWidget) -> None:
        super().__init__(tr("yes"), parent)
        self.setAccessibleName(tr(info.label))
        self.toggled.connect(self.edited)

    def value(self) -> OptionValue:
        return self.isChecked()

    def take(self, value: OptionValue) -> None:
        self.setChecked(bool(value))


class _Number(SpinBox):
    """Steps keep within the bounds; what is typed may leave them, so that the form can say what is wrong with it."""

    def __init__(self, theme: Theme, low: int, high: int, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._low, self._high = low, high
        self.setRange(0, 10 * high + 9)
        self.setValue(low)

    def stepBy(self, steps: int) -> None:
        self.setValue(min(max(self.value() + steps, self._low), self._high))
        self.selectAll()

    def stepEnabled(self) -> QAbstractSpinBox.StepEnabledFlag:
        none = QAbstractSpinBox.StepEnabledFlag.StepNone
        up = QAbstractSpinBox.StepEnabledFlag.StepUpEnabled if self.value() < self._high else none
        down = QAbstractSpinBox.StepEnabledFlag.StepDownEnabled if self.value() > self._low else none
        return up | down


class NumberField(QWidget):
    """A whole number; where there may be none a switch beside it, which empties the box."""

    edited = Signal()

    def __init__(self, theme: Theme, info: OptionInfo, parent: QWidget) -> None:
        super().__init__(parent)
        assert info.low is not None
        assert info.high is not None
        self.number = _Number(theme, info.low, info.high, self)
        self.number.setAccessibleName(tr(info.label))
        ignore_wheel(self.number)
        self.setFocusProxy(self.number)
        self.none = QCheckBox(value_words(info, None), self) if info.optional else None
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        theme.scale(row.setSpacing, theme.tokens.space.m)
        row.addWidget(self.number)
        if self.none is not None:
            row.addWidget(self.none)
            self.none.toggled.connect(self._show_none)
            self.none.toggled.connect(self.edited)
        row.addStretch(1)
        self.number.valueChanged.connect(self.edited)

    def value(self) -> OptionValue:
        return None if self.none is not None and self.none.isChecked() else self.number.value()

    def take(self, value: OptionValue) -> None:
        if self.none is not None:
            self.none.setChecked(value is None)
        if isinstance(value, int):
            self.number.setValue(value)

    def _show_none(self, none: bool) -> None:
        """No number is shown that does not count."""
        self.number.setDisabled(none)
        if none:
            self.number.clear()
        else:
            self.number.setValue(self.number.value())
            self.number.selectAll()


Field = ChoiceField | SwitchField | NumberField


def make_field(theme: Theme, info: OptionInfo, parent: QWidget) -> Field:
    """The field for that kind of option."""
    if info.kind == "bool":
        return SwitchField(info, parent)
    if info.kind == "choice" or info.offered:
        return ChoiceField(info, parent)
    return NumberField(theme, info, parent)
