"""The form of a game's options, built from the fields of its class alone."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLabel, QWidget

from client_qt.pages.setup.fields import Field, make_field
from client_qt.text.rules_text import GameClass, applies, problem_words, tr
from client_qt.theme import Theme, label
from client_qt.widgets.form_card import let_shrink
from client_qt.widgets.labels import WrappedLabel
from client_qt.widgets.layouts import column, row
from netgame.errors import OptionError
from netgame.options import OptionValue, options_of
from netgame.text import fill

CAPTION, FIELD = 10, 13  # shares of the width


class FormRow(QWidget):
    """Words, the field beside them, and under it what is wrong with it."""

    def __init__(self, theme: Theme, words: str, field: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        caption = WrappedLabel(words)
        caption.setBuddy(field)
        self.error = label("", "small", "danger", wrap=True)
        self.error.hide()
        whole = column(theme, self, gap="xs")
        line = row(theme, gap="m")
        line.addWidget(caption, CAPTION)
        line.addWidget(field, FIELD)
        whole.addLayout(line)
        whole.addWidget(self.error)


class OptionsForm(QWidget):
    """Every option of one game with its label. `changed` after every edit; what does not fit is in `problem`."""

    changed = Signal()

    def __init__(self, theme: Theme, game: GameClass, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.game = game
        self.fields: dict[str, Field] = {}
        self.errors: dict[str, QLabel] = {}
        self.blamed: str | None = None  # the option that the problem is about, if it is known
        self._problem = ""
        self._last = ""  # the option that was edited last
        self._infos = options_of(game)
        self._rows: dict[str, FormRow] = {}
        self._layout = column(theme, self, gap="s")
        self._presets = self._add_presets()
        for info in self._infos:
            self._add(info.name, tr(info.label), make_field(theme, info, self))
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
        for field in self.fields.values():
            field.blockSignals(True)  # what lies between the old values and the new ones is nobody's choice
        for name, value in values.items():
            self.fields[name].take(value)
        for field in self.fields.values():
            field.blockSignals(False)
        self._edited()

    def problem(self) -> str:
        """Why the game cannot be played like this; empty if it can."""
        return self._problem

    def _add_presets(self) -> QComboBox | None:
        if not self.game.presets:
            return None
        presets = QComboBox(self)
        presets.setObjectName("presets")
        presets.setAccessibleName(tr("Preset"))
        let_shrink(presets)
        presets.addItem(tr("own choice"), None)
        for words, values in self._named():
            presets.addItem(words, values)
        presets.activated.connect(self._take_preset)
        self._layout.addWidget(FormRow(self._theme, tr("Preset"), presets, self))
        return presets

    def _named(self) -> list[tuple[str, dict[str, OptionValue]]]:
        """The usual rules and the presets, each with every option; a preset that is the usual rules says so."""
        usual = {info.name: info.default for info in self._infos}
        whole = {name: {**usual, **values} for name, values in self.game.presets.items()}
        named = [] if usual in whole.values() else [(tr("usual rules"), usual)]
        for name, values in whole.items():
            words = tr(name.replace("_", " "))
            if values == usual:
                words = fill(tr("{preset} (usual rules)"), {"preset": words})
            named.append((words, values))
        return named

    def _add(self, name: str, words: str, field: Field) -> None:
        field.setObjectName(f"option_{name}")
        row = FormRow(self._theme, words, field, self)
        row.error.setObjectName(f"error_{name}")
        self._layout.addWidget(row)
        self.fields[name], self.errors[name], self._rows[name] = field, row.error, row
        field.edited.connect(self._field_edited)

    def _take_preset(self) -> None:
        values = self._presets.currentData() if self._presets is not None else None
        if values is not None:
            self._last = ""
            self.take(values)

    def _field_edited(self) -> None:
        sender = self.sender()
        self._last = next((name for name, field in self.fields.items() if field is sender), "")
        self._edited()

    def _edited(self) -> None:
        values = {info.name: self.fields[info.name].value() for info in self._infos}
        for info in self._infos:
            self._rows[info.name].setVisible(applies(info, values))
        self._show_preset()
        self._show_problem()
        self.changed.emit()

    def _show_problem(self) -> None:
        """The sentence beside the field that it is about; where the rules name none, beside the one edited last."""
        self._problem, self.blamed = "", None
        try:
            self.game(**self.values())
        except OptionError as error:
            named = str(error.text.args.get("option", ""))
            self._problem = problem_words(error.text, self._infos)
            self.blamed = next((name for name in (named, self._last) if name in self.fields), None)
        for name, error_label in self.errors.items():
            about = name == self.blamed
            error_label.setText(self._problem if about else "")
            error_label.setVisible(about)

    def _show_preset(self) -> None:
        if self._presets is None:
            return
        now = self.values()
        found = (index for index in range(1, self._presets.count()) if self._presets.itemData(index) == now)
        self._presets.setCurrentIndex(next(found, 0))
