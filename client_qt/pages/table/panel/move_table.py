"""The table of moves: its item model, its painting and its keys."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QAccessible, QFocusEvent, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from client_qt.feedback.painted_parts import (
    PRESS,
    SET_FOCUS,
    SHOW_MENU,
    AccessiblePart,
    AccessiblePath,
    focus_moved,
    names_changed,
)
from client_qt.pages.table.panel.walk_bar import WALK_KEYS
from client_qt.table.move_rows import Entry, Heads, Row, VariationLine
from client_qt.text.clock_words import seconds_words, took_words
from client_qt.text.translation import tr
from client_qt.theme import Theme, used_above
from netgame.text import fill

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_SELECT = QItemSelectionModel.SelectionFlag.ClearAndSelect
MAX_INDENT = 5  # of branches of branches


class MovesModel(QAbstractTableModel):
    """A row is a number with the moves of both seats, a heading, or a variation across both columns."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[Row] = []
        self.commented: frozenset[int] = frozenset()  # steps
        self.times: Mapping[int, int] = {}  # in ms, by step

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

    def line(self, index: Index) -> VariationLine | None:
        """Return the variation in that cell."""
        return self.rows[index.row()].line if index.isValid() and index.column() == 1 else None

    def is_commented(self, index: Index) -> bool:
        entry = self.entry(index)
        return entry is not None and entry.step in self.commented

    def time(self, index: Index) -> int | None:
        """Return how long the move in that cell took, in ms; None if that is unknown."""
        entry = self.entry(index)
        return self.times.get(entry.step) if entry is not None else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        text = self._text(index) if index.isValid() else ""
        took = self.time(index) if role != Qt.ItemDataRole.DisplayRole else None
        if took is not None:
            text = fill(tr("{move}, took {time}"), {"move": text, "time": seconds_words(took)})
        if role == Qt.ItemDataRole.AccessibleTextRole and self.line(index) is not None:
            return fill(tr("Variation: {moves}"), {"moves": text})
        if role == Qt.ItemDataRole.AccessibleTextRole and self.is_commented(index):
            return fill(tr("{move}, with a comment"), {"move": text})
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return text
        return text or None if role == Qt.ItemDataRole.ToolTipRole else None

    def _text(self, index: Index) -> str:
        row, column = self.rows[index.row()], index.column()
        if row.line is not None:
            return row.line.text if column == 1 else ""
        if column == 0:
            return row.heading or (str(row.number) if row.number else "")
        if row.heads is not None:
            return row.heads[column - 1] if not row.heading else ""
        entry = row.entries[column - 1]
        return entry.text if entry else ""

    def flags(self, index: Index) -> Qt.ItemFlag:
        there = self.entry(index) is not None or self.line(index) is not None
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


class _MoveDelegate(QStyledItemDelegate):
    """Paints a move; the current one has a soft background and a bar before it."""

    def __init__(self, theme: Theme, moves: MovesModel, view: QTableView) -> None:
        super().__init__(view)
        self._theme, self._moves = theme, moves
        self.current_step = -1

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self._theme.px(5), self._theme.px(1.86))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, px, text = self._theme, self._theme.px, str(index.data())
        rect, entry, line = QRectF(option.rect), self._moves.entry(index), self._moves.line(index)
        current = entry is not None and entry.step == self.current_step
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        hovered = text and option.state & QStyle.StateFlag.State_MouseOver and index.column() > 0
        if current or hovered:
            painter.setBrush(theme.ui.turn_soft if current else theme.colour("hover"))
            painter.drawRoundedRect(rect.adjusted(0, 1, -2, -1), px(0.35), px(0.35))
        if current:
            painter.setBrush(theme.ui.turn)
            painter.drawRoundedRect(QRectF(rect.left(), rect.top() + 5, 3, rect.height() - 10), 1.5, 1.5)
        if self._moves.is_commented(index):
            rect = self._mark_comment(painter, rect)
        if line is not None:
            rect = self._mark_line(painter, rect, line)
        self._write(painter, rect, index, text, current)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme.ui.focus)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(1, 1, -2, -1), px(0.35), px(0.35))
        painter.restore()

    def _mark_comment(self, painter: QPainter, rect: QRectF) -> QRectF:
        """Paint a sheet with two lines at the right end; return the rest of the cell."""
        theme, side = self._theme, self._theme.px(0.86)
        sheet = QRectF(rect.right() - side - theme.px(0.4), rect.center().y() - side / 2, side, side)
        painter.setPen(QPen(theme.ui.accent, max(1.0, side / 9)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(sheet, side / 5, side / 5)
        for height in (0.36, 0.64):
            y = sheet.top() + height * side
            painter.drawLine(QPointF(sheet.left() + 0.25 * side, y), QPointF(sheet.right() - 0.25 * side, y))
        return rect.adjusted(0, 0, -side - theme.px(0.5), 0)

    def _mark_line(self, painter: QPainter, rect: QRectF, line: VariationLine) -> QRectF:
        """Paint a hook from the row above, indented by the depth of the branch; return the rest of the cell."""
        side = self._theme.px(0.7)
        left = rect.left() + side * (0.9 + min(line.branch.depth, MAX_INDENT))
        painter.setPen(QPen(self._theme.ui.line_strong, max(1.0, side / 8)))
        middle = rect.center().y()
        painter.drawLine(QPointF(left, rect.top() + 1), QPointF(left, middle))
        painter.drawLine(QPointF(left, middle), QPointF(left + 0.6 * side, middle))
        return rect.adjusted(left + 0.3 * side - rect.left(), 0, 0, 0)

    def _write(self, painter: QPainter, rect: QRectF, index: Index, text: str, current: bool) -> None:
        theme, row, number = self._theme, self._moves.rows[index.row()], index.column() == 0
        heads = row.heads and not row.heading
        if heads:
            font = theme.font("caption", "strong")
        else:
            weight = "heavy" if current else "strong" if row.heading else "body"
            font = theme.font("small" if number or row.line else "body", weight)
        painter.setFont(font)
        painter.setPen(theme.ui.ink_muted if number or heads or row.line else theme.ui.ink)
        right = number and not row.heading
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        space = theme.px(0.65)
        box = rect.adjusted(0 if number else space, 0, -space if right else 0, 0)
        if (took := self._moves.time(index)) is not None:
            box = self._write_time(painter, box, took_words(took), text)
        text = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, round(box.width()))
        painter.drawText(box, int(side | Qt.AlignmentFlag.AlignVCenter), text)

    def _write_time(self, painter: QPainter, box: QRectF, took: str, text: str) -> QRectF:
        """Write the time of a move at the right if there is room beside the move; return the rest of the cell."""
        theme, font, ink = self._theme, painter.font(), painter.pen()
        needed = painter.fontMetrics().horizontalAdvance(text) + theme.px(0.4)
        painter.setFont(theme.font("caption"))
        width, edge = painter.fontMetrics().horizontalAdvance(took), theme.px(0.5)
        if fits := needed + width + edge <= box.width():
            painter.setPen(theme.ui.ink_muted)
            side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(box.adjusted(0, 0, -edge, 0), int(side), took)
        painter.setFont(font)
        painter.setPen(ink)
        return box.adjusted(0, 0, -width - edge, 0) if fits else box


class MoveTable(QTableView):
    """The keys that walk through the moves are left to the parent; Del removes a variation."""

    removed = Signal(object)  # a VariationLine

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._heads: Heads = ("", "")
        self.moves = MovesModel(self)
        self._delegate = _MoveDelegate(theme, self.moves, self)
        self.setModel(self.moves)
        self.setAccessibleName(tr("Moves"))
        self.setProperty("ring", True)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # notation runs from left to right in all languages
        self.setProperty("kind", "plain")
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.horizontalHeader().hide()
        self.horizontalHeader().setMinimumSectionSize(1)
        self.setItemDelegate(self._delegate)

    def set_column_widths(self) -> None:
        header = self.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(0, self._theme.px(2.6))
        for section in (1, 2):
            header.setSectionResizeMode(section, QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(self._theme.px(1.86))

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(20), self._theme.px(12))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(12), self._theme.px(5))

    def show_rows(self, rows: Sequence[Row], current_step: int, at_end: bool, heads: Heads = ("", "")) -> None:
        """Show these rows, with the move of that step as the current one, or the end.

        `heads` name the columns above the first row that has heads of its own.
        """
        self._heads = heads
        first = self.moves.set_rows(rows)
        for number, row in enumerate(self.moves.rows[first:], first):  # Qt removes spans with their rows
            if row.heading:
                self.setSpan(number, 0, 1, 3)
            elif row.line is not None:
                self.setSpan(number, 1, 1, 2)
        self._delegate.current_step = current_step
        self.viewport().update()
        self.updateGeometries()  # otherwise the scroll bar does not know the new rows yet
        current = self.moves.find(current_step)
        self.selectionModel().select(current, _SELECT)  # for screen readers; the delegate paints it
        if current.isValid():
            self.scrollTo(current)
        elif at_end:
            self.scrollToBottom()
        names_changed(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        current = self.moves.find(self._delegate.current_step)
        if current.isValid():  # keep the current move visible
            self.scrollTo(current)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        line = self.moves.line(self.currentIndex())
        if event.key() in WALK_KEYS:
            event.ignore()
        elif event.key() == Qt.Key.Key_Delete and line is not None:
            self.removed.emit(line)
        elif not used_above(self, event):
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        focus_moved(self)

    def accessible_part(self, path: AccessiblePath) -> AccessiblePart | None:
        """Describe the table or one of its cells. A cell can be pressed where a click chooses something.

        The cells have the numbers by which Qt reports them: those of the hidden headers count too.
        """
        has_focus = {"focusable", "focused"} if self.hasFocus() else {"focusable"}
        if not path:
            count = (self.moves.rowCount() + 1) * (self.moves.columnCount() + 1)
            return AccessiblePart(
                QAccessible.Role.Table, self.accessibleName(), self.rect(), states=frozenset(has_focus), children=count
            )
        row, column = divmod(path[0], self.moves.columnCount() + 1)
        if row > self.moves.rowCount():
            return None
        index = self.moves.index(row - 1, column - 1)
        name = index.data(Qt.ItemDataRole.AccessibleTextRole)
        if not name:
            return AccessiblePart(QAccessible.Role.Cell, "", QRect(), states=frozenset({"invisible"}))
        area = self.visualRect(index).translated(self.viewport().pos())
        if not self.moves.flags(index):
            return AccessiblePart(QAccessible.Role.Cell, name, area, cell=(row - 1, column - 1))
        states = {"selectable", *(has_focus if index == self.currentIndex() else {"focusable"})}
        states |= {"selected"} if self.selectionModel().isSelected(index) else set()
        actions: dict[str, Callable[[], object]] = {
            PRESS: partial(self.activated.emit, index),
            SET_FOCUS: partial(self._focus_cell, index),
            SHOW_MENU: partial(self.customContextMenuRequested.emit, self.visualRect(index).center()),
        }
        above = reversed(self.moves.rows[:row])
        heads = next((line.heads for line in above if line.heads is not None), self._heads)
        return AccessiblePart(
            QAccessible.Role.Cell, name, area, heads[column - 2], frozenset(states), actions,
            cell=(row - 1, column - 1),
        )  # fmt: skip

    def accessible_path_at(self, point: QPoint) -> AccessiblePath:
        return self._path_of(self.indexAt(point - self.viewport().pos()))

    def accessible_focus(self) -> AccessiblePath:
        return self._path_of(self.currentIndex())

    def _path_of(self, index: QModelIndex) -> AccessiblePath:
        return ((index.row() + 1) * (self.moves.columnCount() + 1) + index.column() + 1,) if index.isValid() else ()

    def _focus_cell(self, index: QModelIndex) -> None:
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.setCurrentIndex(index)


class WholeRows(QWidget):
    """Makes a table as high as the whole rows that there is room for."""

    def __init__(self, table: QTableView) -> None:
        super().__init__()
        self._table = table
        table.setParent(self)

    def fit(self) -> None:
        """Adapt to another height of the rows."""
        row_px = self._table.verticalHeader().defaultSectionSize()
        edges_px = 2 * self._table.frameWidth()
        rows = max(1, (self.height() - edges_px) // row_px)
        self._table.setGeometry(0, 0, self.width(), rows * row_px + edges_px)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def sizeHint(self) -> QSize:
        return self._table.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self._table.minimumSizeHint()
