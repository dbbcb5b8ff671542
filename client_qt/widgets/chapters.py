"""The list of the chapters of a page, such as the groups of the preferences."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QWidget

from client_qt.theme import Button, ComboBox, Theme, restyle
from client_qt.widgets.layouts import add_to, column, row


class Chapters(QWidget):
    """A button for each chapter; a narrow page shows `box` in place of the buttons."""

    chosen = Signal(str)

    def __init__(
        self, theme: Theme, name: str, title: str, chapters: Mapping[str, str], width_em: float, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.box = ComboBox(parent)
        self.box.setObjectName(f"{name}_chapters")
        self.box.setAccessibleName(title)
        self.box.activated.connect(lambda number: self.chosen.emit(self.box.itemData(number)))
        self._buttons: dict[str, Button] = {}
        lines = column(theme, self, gap="xs")
        for key, words in chapters.items():
            self.box.addItem(words, key)
            button = Button(theme, words, None, "ghost", name=f"{name}_{key}")
            button.setCheckable(True)
            button.setStyleSheet("text-align: left;")
            theme.scale(button.setFixedWidth, width_em)
            button.clicked.connect(partial(self.chosen.emit, key))
            lines.addWidget(button)
            self._buttons[key] = button
        lines.addStretch(1)

    def lay_out(self, body: QBoxLayout, content: QWidget) -> None:
        """Fill the body of a page: this list beside the content."""
        add_to(body, self.box, (add_to(row(self._theme, gap="l"), self, (content, 1)), 1))

    def show_chosen(self, key: str) -> None:
        for name, button in self._buttons.items():
            button.setChecked(name == key)
            restyle(button, kind="soft" if name == key else "ghost")
        self.box.setCurrentIndex(self.box.findData(key))

    def set_narrow(self, narrow: bool) -> None:
        self.setVisible(not narrow)
        self.box.setVisible(narrow)
