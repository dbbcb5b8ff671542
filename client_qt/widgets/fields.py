"""Fields with a value: `edited` follows each change of it."""

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from client_qt.theme import ComboBox
from client_qt.widgets.form_card import let_shrink


class ChoiceBox(ComboBox):
    """One of some values, in words. A value that is not offered is added when it is set, in the words of `words_of`."""

    edited = Signal()

    def __init__(
        self,
        name: str,
        values: Mapping[Any, str],
        parent: QWidget | None = None,
        words_of: Callable[[Any], str] = str,
    ) -> None:
        super().__init__(parent)
        self._words_of = words_of
        self.setObjectName(name)
        self.offer(values)
        let_shrink(self)
        self.currentIndexChanged.connect(self.edited)

    def offer(self, values: Mapping[Any, str]) -> None:
        """Offer these values only. The chosen one stays if it is offered; otherwise the first one is chosen."""
        before = self.value()
        with QSignalBlocker(self):
            self.clear()
            for value, words in values.items():
                self.addItem(words, value)
            self.choose(before)
        if self.value() != before:
            self.edited.emit()

    def choose(self, value: object) -> None:
        """Choose a value; the first one if it is not offered."""
        self.setCurrentIndex(max(0, self.findData(value)))

    def value(self) -> Any:
        return self.currentData()

    def set_value(self, value: object) -> None:
        values = [self.itemData(index) for index in range(self.count())]
        if value not in values:
            self.addItem(self._words_of(value), value)
            values.append(value)
        self.setCurrentIndex(values.index(value))


class CheckBox(QCheckBox):
    """Whether something holds."""

    edited = Signal()

    def __init__(self, name: str, words: str, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self.setObjectName(name)
        self.toggled.connect(self.edited)

    def value(self) -> bool:
        return self.isChecked()

    def set_value(self, value: object) -> None:
        self.setChecked(bool(value))


def line_edit(name: str, words: str, longest: int, parent: QWidget | None = None, placeholder: str = "") -> QLineEdit:
    """Make a line for text, with words for screen readers."""
    line = QLineEdit(parent, maxLength=longest, placeholderText=placeholder)
    line.setObjectName(name)
    line.setAccessibleName(words)
    return line
