"""The form of a game's options, built from the fields of its class alone."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QHBoxLayout, QLabel, QWidget

from client_qt.look import SpinBox, Theme
from client_qt.models.wording import GameClass, applies, say, tr
from netgame.errors import OptionError
from netgame.options import OptionInfo, OptionValue, options_of


class ChoiceField(QComboBox):
    """One of several words."""

    edited = Signal()

    def __init__(self, info: OptionInfo, parent: QWidget) -> None:
        super().__init__(parent)
        for value, words in zip(info.choices, info.choice_labels, strict=True):
            self.addItem(tr(words), value)
        self.currentIndexChanged.connect(self.edited)

    def value(self) -> OptionValue:
        return str(self.currentData())

    def take(self, value: OptionValue) -> None:
        self.setCurrentIndex(self.findData(value))


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


class NumberField(QWidget):
    """A whole number within its bounds; where there may be none a switch beside it, which empties the box."""

    edited = Signal()

    def __init__(self, theme: Theme, info: OptionInfo, parent: QWidget) -> None:
        super().__init__(parent)
        self.number = SpinBox(theme, self)
        assert info.low is not None
        assert info.high is not None
        self.number.setRange(info.low, info.high)
        self.number.setAccessibleName(tr(info.label))
        self.none = QCheckBox(tr("none"), self) if info.optional else None
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.px(theme.tokens.space.m))
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
    match info.kind:
        case "choice":
            return ChoiceField(info, parent)
        case "bool":
            return SwitchField(info, parent)
        case "int":
            return NumberField(theme, info, parent)


class OptionsForm(QWidget):
    """Every option of one game with its label. `changed` after every edit; what does not fit is in `problem`."""

    changed = Signal()

    def __init__(self, theme: Theme, game: GameClass, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.game = game
        self.fields: dict[str, Field] = {}
        self._infos = options_of(game)
        self._layout = QFormLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setHorizontalSpacing(theme.px(theme.tokens.space.m))
        self._layout.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self._layout.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self._presets = self._add_presets()
        for info in self._infos:
            self._add(info)
        self.take({info.name: info.default for info in self._infos})

    def values(self) -> dict[str, OptionValue]:
        """Every option with its value; one that does not apply keeps its default."""
        values = {info.name: self.fields[info.name].value() for info in self._infos}
        for info in self._infos:
            if not applies(info, values):
                values[info.name] = info.default
        return values

    def take(self, values: Mapping[str, Any]) -> None:
        """Show these values; options not named keep theirs."""
        for name, value in values.items():
            self.fields[name].take(value)
        self._edited()

    def problem(self) -> str:
        """Why the game cannot be played like this; empty if it can."""
        try:
            self.game(**self.values())
        except OptionError as error:
            return say(error.text)
        return ""

    def _add_presets(self) -> QComboBox | None:
        if not self.game.presets:
            return None
        presets = QComboBox(self)
        presets.setObjectName("presets")
        presets.setAccessibleName(tr("Preset"))
        presets.addItem(tr("own choice"), None)
        for name, values in ("usual rules", {}), *self.game.presets.items():
            presets.addItem(tr(name), dict(values))
        presets.activated.connect(self._take_preset)
        self._layout.addRow(QLabel(tr("Preset"), self), presets)
        return presets

    def _add(self, info: OptionInfo) -> None:
        field = make_field(self._theme, info, self)
        field.setObjectName(f"option_{info.name}")
        label = QLabel(tr(info.label), self)
        label.setWordWrap(True)
        label.setBuddy(field)
        self._layout.addRow(label, field)
        self.fields[info.name] = field
        field.edited.connect(self._edited)

    def _take_preset(self) -> None:
        values = self._presets.currentData() if self._presets is not None else None
        if values is not None:
            self.take({info.name: info.default for info in self._infos} | values)

    def _edited(self) -> None:
        values = {info.name: self.fields[info.name].value() for info in self._infos}
        for info in self._infos:
            self._layout.setRowVisible(self.fields[info.name], applies(info, values))
        self._show_preset()
        self.changed.emit()

    def _show_preset(self) -> None:
        if self._presets is None:
            return
        defaults = {info.name: info.default for info in self._infos}
        whole = [{**defaults, **values} for values in ({}, *self.game.presets.values())]
        now = self.values()
        self._presets.setCurrentIndex(whole.index(now) + 1 if now in whole else 0)
