"""The item model of the move list."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

from client_qt.table.walk import Entry, Row, VariationLine
from client_qt.text.translation import tr
from netgame.text import fill

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
STEP_ROLE, HEADING_ROLE, HEADS_ROLE, COMMENT_ROLE, LINE_ROLE = (Qt.ItemDataRole.UserRole + n for n in range(5))


class MovesModel(QAbstractTableModel):
    """A row is a number with the moves of both seats, a heading, or a variation across both columns."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[Row] = []
        self.commented: frozenset[int] = frozenset()  # steps

    def set_rows(self, rows: Sequence[Row]) -> int:
        """Show these rows; return the number of the first row that changed."""
        both = zip(self.rows, rows, strict=False)  # most are the same objects as before
        changed = next((i for i, (old, new) in enumerate(both) if old is not new and old != new), None)
        first = min(len(self.rows), len(rows)) if changed is None else changed
        if first == len(self.rows) == len(rows):
            return first
        if first < len(self.rows):
            self.beginRemoveRows(QModelIndex(), first, len(self.rows) - 1)
            del self.rows[first:]
            self.endRemoveRows()
        if first < len(rows):
            self.beginInsertRows(QModelIndex(), first, len(rows) - 1)
            self.rows += rows[first:]
            self.endInsertRows()
        return first

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else 3

    def entry(self, index: Index) -> Entry | None:
        """Return the move in that cell."""
        return self.rows[index.row()].entries[index.column() - 1] if index.isValid() and index.column() > 0 else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, entry = self.rows[index.row()], self.entry(index)
        if row.line is not None:
            return _of_line(row.line, index.column(), role)
        if role == Qt.ItemDataRole.AccessibleTextRole and entry is not None and entry.step in self.commented:
            return fill(tr("{move}, with a comment"), {"move": entry.text})
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return _words(row, index.column())
        if role == COMMENT_ROLE:
            return entry is not None and entry.step in self.commented
        if role == Qt.ItemDataRole.ToolTipRole:
            return _words(row, index.column()) or None
        if role == STEP_ROLE:
            return entry.step if entry else None
        if role == HEADS_ROLE:
            return bool(row.heads) and not row.heading
        return row.heading if role == HEADING_ROLE else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        has_line = index.column() == 1 and self.rows[index.row()].line is not None
        there = self.entry(index) is not None or has_line
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable if there else Qt.ItemFlag.NoItemFlags

    def find(self, step: int) -> QModelIndex:
        """Return the index of the move of that step."""
        for row in range(self._after(step) - 1, -1, -1):
            for column in (1, 2):
                entry = self.rows[row].entries[column - 1]
                if entry is not None and entry.step == step:
                    return self.index(row, column)
            if any(self.rows[row].entries):
                break
        return QModelIndex()

    def _after(self, step: int) -> int:
        """Return the first row with later moves only, by bisection; a row without moves counts like the one above."""
        low, high = 0, len(self.rows)
        while low < high:
            middle = (low + high) // 2
            row = next((row for row in range(middle, low - 1, -1) if any(self.rows[row].entries)), low)
            steps = [entry.step for entry in self.rows[row].entries if entry is not None]
            if steps and min(steps) > step:
                high = row
            else:
                low = middle + 1
        return low


def _of_line(line: VariationLine, column: int, role: int) -> Any:
    if column != 1:
        return None
    if role == Qt.ItemDataRole.AccessibleTextRole:
        return fill(tr("Variation: {moves}"), {"moves": line.text})
    if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
        return line.text
    return line if role == LINE_ROLE else None


def _words(row: Row, column: int) -> str:
    if column == 0:
        return row.heading or (str(row.number) if row.number else "")
    if row.heads is not None:
        return row.heads[column - 1] if not row.heading else ""
    entry = row.entries[column - 1]
    return entry.text if entry else ""
