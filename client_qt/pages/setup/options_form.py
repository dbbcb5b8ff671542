"""The form of a game's options: one field for each option of the game class."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QAbstractSpinBox, QCheckBox, QLabel, QWidget

from client_qt.feedback.screen_reader import show_announced
from client_qt.pages.setup.fields import FormRow
from client_qt.text.rules_text import GameClass, applies, problem_words, value_words
from client_qt.text.translation import tr
from client_qt.theme import SpinBox, Theme
from client_qt.widgets.fields import CheckBox, ChoiceBox
from client_qt.widgets.layouts import add_to, column, row
from netgame.errors import OptionError
from netgame.options import OptionInfo, OptionValue, options_of
from netgame.text import fill


class NumberField(QWidget):
    """A whole number. An optional one has a check box beside it that empties the number."""

    edited = Signal()

    def __init__(self, theme: Theme, info: OptionInfo, parent: QWidget) -> None:
        super().__init__(parent)
        assert info.low is not None
        assert info.high is not None
        self.number = _NumberBox(theme, info.low, info.high, self)
        self.number.setAccessibleName(tr(info.label))
        self.number.valueChanged.connect(self.edited)
        self.setObjectName(f"option_{info.name}")
        self.setFocusProxy(self.number)
        line = add_to(row(theme, self, gap="m"), self.number)
        self.none = QCheckBox(value_words(info, None), self) if info.optional else None
        if self.none is not None:
            line.addWidget(self.none)
            self.none.toggled.connect(self._show_none)
            self.none.toggled.connect(self.edited)
        line.addStretch(1)

    def value(self) -> OptionValue:
        return None if self.none is not None and self.none.isChecked() else self.number.value()

    def set_value(self, value: OptionValue) -> None:
        if self.none is not None:
            self.none.setChecked(value is None)
        if isinstance(value, int):
            self.number.setValue(value)

    def _show_none(self, none: bool) -> None:
        self.number.setDisabled(none)
        if none:
            self.number.clear()
        else:
            self.number.setValue(self.number.value())
            self.number.selectAll()


class _NumberBox(SpinBox):
    """Steps keep within the bounds. A typed number may leave them, so that the form can say what is wrong with it."""

    def __init__(self, theme: Theme, low: int, high: int, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._low, self._high = low, high
        self.setRange(0, 10 * high + 9)
        self.setValue(low)

    def stepBy(self, steps: int) -> None:
        self.setValue(min(max(self.value() + steps, self._low), self._high))
        self.selectAll()

    def stepEnabled(self) -> QAbstractSpinBox.StepEnabledFlag:
        flags = QAbstractSpinBox.StepEnabledFlag
        up = flags.StepUpEnabled if self.value() < self._high else flags.StepNone
        return up | (flags.StepDownEnabled if self.value() > self._low else flags.StepNone)


Field = ChoiceBox | CheckBox | NumberField


def make_field(theme: Theme, info: OptionInfo, parent: QWidget) -> Field:
    name = f"option_{info.name}"
    if info.kind == "bool":
        switch = CheckBox(name, tr("yes"), parent)
        switch.setAccessibleName(tr(info.label))
        return switch
    if info.kind == "choice" or info.offered:
        offered: tuple[OptionValue, ...] = info.choices if info.kind == "choice" else info.offered
        words_of = partial(value_words, info)
        values = ((None,) if info.optional else ()) + offered
        return ChoiceBox(name, {value: words_of(value) for value in values}, parent, words_of)
    return NumberField(theme, info, parent)


class OptionsForm(QWidget):
    """All options of one game. `problem` says why the game does not accept them; it is empty if it does."""

    changed = Signal()

    def __init__(self, theme: Theme, game: GameClass, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self.game, self._infos = theme, game, options_of(game)
        self.fields: dict[str, Field] = {}
        self.errors: dict[str, QLabel] = {}
        self.problem = ""
        self.problem_option: str | None = None  # the option that the problem is about, if it is known
        self._last_edited = ""
        self._rows: dict[str, FormRow] = {}
        self._layout = column(theme, self, gap="s")
        self._presets = self._add_presets() if game.presets else None
        for info in self._infos:
            field = make_field(theme, info, self)
            field.edited.connect(partial(self._field_edited, info.name))
            line = FormRow(theme, tr(info.label), field, self)
            line.error.setObjectName(f"error_{info.name}")
            self._layout.addWidget(line)
            self.fields[info.name], self.errors[info.name], self._rows[info.name] = field, line.error, line
        self.set_values({info.name: info.default for info in self._infos})

    def values(self) -> dict[str, OptionValue]:
        """Return the value of every option; an option that does not apply has its default."""
        values = {info.name: self.fields[info.name].value() for info in self._infos}
        return {info.name: values[info.name] if applies(info, values) else info.default for info in self._infos}

    def set_values(self, values: Mapping[str, Any]) -> None:
        """Show these values; options that are not named keep theirs."""
        for name, value in values.items():
            self.fields[name].blockSignals(True)  # values in between may not go together
            self.fields[name].set_value(value)
            self.fields[name].blockSignals(False)
        self._update()

    def _add_presets(self) -> ChoiceBox:
        presets = ChoiceBox("presets", {}, self)
        presets.setAccessibleName(tr("Preset"))
        presets.addItem(tr("custom"), None)
        usual = {info.name: info.default for info in self._infos}
        complete = {name: {**usual, **values} for name, values in self.game.presets.items()}
        if usual not in complete.values():
            presets.addItem(tr("usual rules"), usual)
        for name, values in complete.items():
            words = tr(name.replace("_", " "))
            if values == usual:
                words = fill(tr("{preset} (usual rules)"), {"preset": words})
            presets.addItem(words, values)
        presets.activated.connect(self._choose_preset)
        self._layout.addWidget(FormRow(self._theme, tr("Preset"), presets, self))
        return presets

    def _choose_preset(self) -> None:
        values = self._presets.value() if self._presets is not None else None
        if values is not None:
            self._last_edited = ""
            self.set_values(values)

    def _field_edited(self, name: str) -> None:
        self._last_edited = name
        self._update()

    def _update(self) -> None:
        shown = {info.name: self.fields[info.name].value() for info in self._infos}
        for info in self._infos:
            self._rows[info.name].setVisible(applies(info, shown))
        if self._presets is not None:
            values = self.values()
            found = (index for index in range(1, self._presets.count()) if self._presets.itemData(index) == values)
            self._presets.setCurrentIndex(next(found, 0))
        self.problem, self.problem_option = "", None
        try:
            self.game(**self.values())
        except OptionError as error:  # about the option that it names, or else the option that was edited last
            named = str(error.text.args.get("option", ""))
            self.problem = problem_words(error.text, self._infos)
            self.problem_option = next((name for name in (named, self._last_edited) if name in self.fields), None)
        for name, message in self.errors.items():
            show_announced(message, self.problem if name == self.problem_option else "")
        self.changed.emit()
