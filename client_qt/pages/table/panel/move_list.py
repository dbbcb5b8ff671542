"""The list of moves: a table with a column for each side, and a bar to walk through them."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from client_qt.pages.table.panel.move_rows import (
    COMMENT_ROLE,
    HEADING_ROLE,
    HEADS_ROLE,
    LINE_ROLE,
    STEP_ROLE,
    Index,
    MovesModel,
)
from client_qt.pages.table.panel.walk_bar import WalkBar
from client_qt.table.walk import Heads, Row, VariationLine
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, label
from client_qt.widgets.labels import ElidedLabel, LiveChip, WholeRows
from client_qt.widgets.layouts import column, row
from netgame.text import fill

MAX_INDENT = 5  # of branches of branches


class _MoveDelegate(QStyledItemDelegate):
    """Paints a move; the current one has a soft background and a bar before it."""

    def __init__(self, theme: Theme, view: "_MoveTable") -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self._theme.px(5), self._theme.px(1.86))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, text = self._theme, str(index.data() or "")
        rect, px = QRectF(option.rect), theme.px
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        current = index.column() > 0 and text and index.data(STEP_ROLE) == self._view.current_step
        if current:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.ui.turn_soft)
            painter.drawRoundedRect(rect.adjusted(0, 1, -2, -1), px(0.35), px(0.35))
            painter.setBrush(theme.ui.turn)
            painter.drawRoundedRect(QRectF(rect.left(), rect.top() + 5, 3, rect.height() - 10), 1.5, 1.5)
        elif text and option.state & QStyle.StateFlag.State_MouseOver and index.column() > 0:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("hover"))
            painter.drawRoundedRect(rect.adjusted(0, 1, -2, -1), px(0.35), px(0.35))
        if index.data(COMMENT_ROLE):
            rect = self._mark_comment(painter, rect)
        if isinstance(index.data(LINE_ROLE), VariationLine):
            rect = self._mark_line(painter, rect, index.data(LINE_ROLE))
        self._write(painter, rect, index, text, bool(current))
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
        theme = self._theme
        number = index.column() == 0
        heading, heads = bool(index.data(HEADING_ROLE)), bool(index.data(HEADS_ROLE))
        line = index.data(LINE_ROLE) is not None
        weight = "heavy" if current else "strong" if heading else "body"
        font = theme.font("small" if number or line else "body", weight)
        painter.setFont(theme.font("caption", "strong") if heads else font)
        painter.setPen(theme.ui.ink_muted if number or heads or line else theme.ui.ink)
        side = Qt.AlignmentFlag.AlignRight if number and not heading else Qt.AlignmentFlag.AlignLeft
        space = theme.px(0.65)
        box = rect.adjusted(0 if number else space, 0, -space if number and not heading else 0, 0)
        painter.drawText(
            box,
            int(side | Qt.AlignmentFlag.AlignVCenter),
            painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, round(box.width())),
        )


class _MoveTable(QTableView):
    """Left, Right, Home and End walk through the moves instead of the cells; Del removes a variation."""

    walked = Signal(int)  # one of the four keys
    removed = Signal(object)  # a VariationLine

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.current_step = -1
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
        self.setItemDelegate(_MoveDelegate(theme, self))

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

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        moves = self.model()
        place = moves.find(self.current_step) if isinstance(moves, MovesModel) else QModelIndex()
        if place.isValid():  # keep the current move visible
            self.scrollTo(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End):
            self.walked.emit(event.key())
        elif event.key() == Qt.Key.Key_Delete and self.currentIndex().data(LINE_ROLE) is not None:
            self.removed.emit(self.currentIndex().data(LINE_ROLE))
        else:
            super().keyPressEvent(event)


class MoveList(QWidget):
    """The title, the number of the shown move, the heads of both columns, the moves, and the bar to walk with."""

    go = Signal(int)  # a step
    live = Signal()
    menu_wanted = Signal(int, object)  # a step, and a place on the screen
    line_chosen = Signal(object)  # a VariationLine
    line_menu = Signal(object, object)  # a VariationLine, and a place on the screen
    line_removed = Signal(object)  # a VariationLine

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._review, self._is_live = False, True
        self._first_heads: Heads = ("", "")
        self._model, self._table = MovesModel(self), _MoveTable(theme)
        self._table.setModel(self._model)
        self._table.setAccessibleName(tr("Moves"))
        self._table.setProperty("ring", True)
        self._table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._table.customContextMenuRequested.connect(self._open_menu)
        self._table.clicked.connect(self._choose)
        self._table.activated.connect(self._choose)
        self._table.removed.connect(self.line_removed)
        self._table.verticalScrollBar().valueChanged.connect(self._show_heads)
        self.bar = WalkBar(theme, self)
        walks = {
            Qt.Key.Key_Left: self.bar.back,
            Qt.Key.Key_Right: self.bar.forward,
            Qt.Key.Key_Home: self.bar.first,
            Qt.Key.Key_End: self.bar.last,
        }
        self._table.walked.connect(lambda key: walks[key].emit())
        self._live = LiveChip(theme, tr("Live"))
        self._return = Button(theme, tr("Live"), "live", "soft")
        self._return.setToolTip(tr("Back to the game (Alt+End)"))
        self._return.setProperty("extent", "small")
        self._return.clicked.connect(self.live)
        self._where = ElidedLabel("", "small", "muted")
        self._where.setObjectName("where")
        self._heads = ElidedLabel("", "caption", "muted"), ElidedLabel("", "caption", "muted")
        top = row(theme, gap=0.5)
        top.addWidget(label(tr("Moves"), "heading"))
        top.addWidget(self._where, 1)
        top.addWidget(self._live)
        top.addWidget(self._return)
        heads = row(theme, gap=0, margin=(3.2, 0, 0, 0))
        for head in self._heads:
            heads.addWidget(head, 1)
        self._whole_rows = WholeRows(self._table)
        lines = column(theme, self, gap=0.5)
        lines.addLayout(top)
        lines.addLayout(heads)
        lines.addWidget(self._whole_rows, 1)
        lines.addWidget(self.bar)
        theme.scale(self._live.setFixedHeight, 1.75)
        theme.scale(self._return.setFixedHeight, 2.3)
        theme.scale(self._where.setMinimumHeight, 2.3)  # the list stays in place when the button replaces the chip
        theme.changed.connect(self._fit)
        self._fit()
        self.set_rows((), -1, True)

    @property
    def rows(self) -> Sequence[Row]:
        return self._model.rows

    def set_heads(self, left: str, right: str) -> None:
        """Set the heads of the columns above the first row that has heads of its own."""
        self._first_heads = left, right
        self._show_heads()

    def set_review(self, review: bool) -> None:
        """Set whether these are the moves of a record, which has an end instead of a present."""
        self._review = review
        self._return.setText(tr("To the end") if review else tr("Live"))
        self._return.setToolTip("" if review else tr("Back to the game (Alt+End)"))
        self._show_live()

    def set_rows(self, rows: Sequence[Row], current_step: int, live: bool) -> None:
        """Show the moves, with the move of that step as the current one."""
        first = self._model.set_rows(rows)
        for number in range(first, len(self._model.rows)):  # Qt removes spans with their rows
            if self._model.rows[number].heading:
                self._table.setSpan(number, 0, 1, 3)
            elif self._model.rows[number].line is not None:
                self._table.setSpan(number, 1, 1, 2)
        self._table.current_step = current_step
        self._table.viewport().update()
        index = self._model.find(current_step)
        self._table.updateGeometries()  # otherwise the scroll bar does not know the new rows yet
        if index.isValid():
            self._table.scrollTo(index)
        elif live:
            self._table.scrollToBottom()
        self._show_heads()
        self._is_live = live
        self._show_live()
        steps = [entry.step for line in self._model.rows for entry in line.entries if entry is not None]
        earlier = bool(steps) and current_step >= min(steps)
        self.bar.enable({"first": earlier, "prev": earlier, "next": not live, "last": not live, "play": bool(steps)})
        words = {"number": sum(step <= current_step for step in steps), "count": len(steps)}
        shown = bool(steps) and (not live or self._review)  # the number of the present move says nothing new
        self._where.setText(fill(tr("{number} of {count}"), words) if shown else "")
        self._where.setAccessibleName(fill(tr("Move {number} of {count}"), words))

    def set_commented(self, steps: frozenset[int]) -> None:
        """Mark the moves that have a comment."""
        if steps != self._model.commented:
            self._model.commented = steps
            self._table.viewport().update()

    def _show_heads(self) -> None:
        """Show the heads that are valid for the first visible row."""
        top = max(0, self._table.rowAt(0))
        above = reversed(self._model.rows[: top + 1])
        heads = next((line.heads for line in above if line.heads is not None), self._first_heads)
        for head, text in zip(self._heads, heads, strict=True):
            head.setText(text)

    def _show_live(self) -> None:
        """Show the chip Live, or in its place the button that leads back."""
        self._live.setVisible(self._is_live and not self._review)
        self._return.setVisible(not self._is_live)

    def _choose(self, index: QModelIndex) -> None:
        step, line = index.data(STEP_ROLE), index.data(LINE_ROLE)
        if step is not None:
            self.go.emit(step)
        elif line is not None:
            self.line_chosen.emit(line)

    def _open_menu(self, position: QPoint) -> None:
        index, where = self._table.indexAt(position), self._table.viewport().mapToGlobal(position)
        step, line = index.data(STEP_ROLE), index.data(LINE_ROLE)
        if step is not None:
            self.menu_wanted.emit(step, where)
        elif line is not None:
            self.line_menu.emit(line, where)

    def _fit(self) -> None:
        self._table.set_column_widths()
        self._whole_rows.fit()
