"""A table of short texts, such as a cross table."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from client_qt.theme import Theme, used_above


class TextTable(QTableWidget):
    """Shows rows of texts; the first column is the heading of its row. The arrow keys go through the cells."""

    def __init__(self, theme: Theme, name: str, accessible_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(accessible_name)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.horizontalHeader().setHighlightSections(False)
        theme.scale(self.horizontalHeader().setMinimumSectionSize, 2.2)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not used_above(self, event):
            super().keyPressEvent(event)

    def show_rows(self, captions: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Show these rows below these captions."""
        self.setColumnCount(len(captions))
        self.setRowCount(len(rows))
        self.setHorizontalHeaderLabels(captions)
        for at, row in enumerate(rows):
            for column, text in enumerate(row):
                item = QTableWidgetItem(text)
                item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
                item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{row[0]}, {captions[column]}: {text}")
                if column:
                    item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
                self.setItem(at, column, item)
