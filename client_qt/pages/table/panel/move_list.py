"""The moves of a match in two columns, one walks and clicks in while the game goes on."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
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
from client_qt.text.rules_text import tr
from client_qt.theme import Button, Theme, label
from client_qt.widgets.labels import ElidedLabel, LiveChip, WholeRows
from netgame.text import fill

DEEPEST = 5  # branches of branches go no further in than so often


class _MoveDelegate(QStyledItemDelegate):
    """Paints a move; the current one stands on `turn_soft` with a bar of marigold before it."""

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
        """A sheet with two lines at the right end; the room that is left for the words."""
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
        """A hook that comes down from the line or the move above, further in with each branch; the room left."""
        side = self._theme.px(0.7)
        left = rect.left() + side * (0.9 + min(line.branch.depth, DEEPEST))
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
    """The table itself. Left, Right, Home and End walk the moves instead of the cells."""

    walked = Signal(int)  # a key of the four
    removed = Signal(object)  # a VariationLine

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.current_step = -1
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # as moves are written, whatever the language
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

    def lay_columns(self) -> None:
        header = self.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(0, self._theme.px(2.6))
        for column in (1, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
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
        if place.isValid():  # what was seen stays to be seen
            self.scrollTo(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End):
            self.walked.emit(event.key())
        elif event.key() == Qt.Key.Key_Delete and self.currentIndex().data(LINE_ROLE) is not None:
            self.removed.emit(self.currentIndex().data(LINE_ROLE))
        else:
            super().keyPressEvent(event)


class MoveList(QWidget):
    """Title and place, both heads, the moves, and the bar to walk with; a chip says whether it is the present."""

    go = Signal(int)  # a step
    first = Signal()
    back = Signal()
    forward = Signal()
    last = Signal()
    live = Signal()
    what_if = Signal()
    menu_wanted = Signal(int, object)  # a step, and where on the screen
    line_chosen = Signal(object)  # a VariationLine
    line_menu = Signal(object, object)  # a VariationLine, and where on the screen
    line_removed = Signal(object)  # a VariationLine

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = MovesModel(self)
        self._table = _MoveTable(theme)
        self._table.setModel(self._model)
        self._table.setAccessibleName(tr("Moves"))
        self._table.setProperty("ring", True)
        self._table.lay_columns()
        self._live = LiveChip(theme, tr("Live"))
        self._return = Button(theme, tr("Live"), "live", "soft")
        self._return.setToolTip(tr("Back to the game (Alt+End)"))
        self._return.setProperty("extent", "small")
        self._review, self._is_live = False, True
        self._heads = ElidedLabel("", "caption", "muted"), ElidedLabel("", "caption", "muted")
        self._first_heads: Heads = ("", "")
        self._where = ElidedLabel("", "small", "muted")
        self._where.setObjectName("where")
        self.bar = WalkBar(theme, self)
        self._build()
        self._table.clicked.connect(self._clicked)
        self._table.activated.connect(self._clicked)
        self._table.walked.connect(self._walked)
        self._table.removed.connect(self.line_removed)
        self._table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._table.customContextMenuRequested.connect(self._wants_menu)
        self._table.verticalScrollBar().valueChanged.connect(self._follow_heads)
        self._return.clicked.connect(self.live)
        for mine, of_bar in (
            (self.first, self.bar.first), (self.back, self.bar.back), (self.forward, self.bar.forward),
            (self.last, self.bar.last), (self.what_if, self.bar.what_if),
        ):  # fmt: skip
            of_bar.connect(mine)
        theme.changed.connect(self._space)
        self._space()
        self.set_rows((), -1, True)

    @property
    def rows(self) -> Sequence[Row]:
        """What is shown, from the top to the bottom."""
        return self._model.rows

    def set_heads(self, left: str, right: str) -> None:
        """Who moves in which column, where the rows do not say it themselves."""
        self._first_heads = left, right
        self._follow_heads()

    def set_review(self, review: bool) -> None:
        """Whether these are the moves of a record, which has an end where others are live."""
        self._review = review
        self._return.setText(tr("To the end") if review else tr("Live"))
        self._return.setToolTip("" if review else tr("Back to the game (Alt+End)"))
        self._show_live()

    def set_rows(self, rows: Sequence[Row], current_step: int, live: bool) -> None:
        """Show the moves, with the one of that step as the current one."""
        first = self._model.set_rows(rows)
        for row in range(first, len(self._model.rows)):  # the spans of rows that are gone have gone with them
            if self._model.rows[row].heading:
                self._table.setSpan(row, 0, 1, 3)
            elif self._model.rows[row].line is not None:
                self._table.setSpan(row, 1, 1, 2)
        self._table.current_step = current_step
        self._table.viewport().update()
        place = self._model.find(current_step)
        self._table.updateGeometries()  # else the bar does not know of the new rows yet
        if place.isValid():
            self._table.scrollTo(place)
        elif live:
            self._table.scrollToBottom()
        self._follow_heads()
        self._is_live = live
        self._show_live()
        self._enable(current_step, live)

    def set_commented(self, steps: frozenset[int]) -> None:
        """Which moves have a comment."""
        if steps != self._model.commented:
            self._model.commented = steps
            self._table.viewport().update()

    def _follow_heads(self) -> None:
        """Above the rows stand the heads of the first row that is seen."""
        top = max(0, self._table.rowAt(0))
        above = reversed(self._model.rows[: top + 1])
        heads = next((row.heads for row in above if row.heads is not None), self._first_heads)
        for head, text in zip(self._heads, heads, strict=True):
            head.setText(text)

    def _enable(self, current_step: int, live: bool) -> None:
        steps = [entry.step for row in self._model.rows for entry in row.entries if entry is not None]
        before = bool(steps) and current_step >= min(steps)
        can = {"first": before, "prev": before, "next": not live, "last": not live, "play": bool(steps)}
        self.bar.enable(can)
        at = sum(step <= current_step for step in steps)
        words = {"number": at, "count": len(steps)}
        walked = bool(steps) and (not live or self._review)  # who is in the present needs no number
        self._where.setText(fill(tr("{number} of {count}"), words) if walked else "")
        self._where.setAccessibleName(fill(tr("Move {number} of {count}"), words))

    # ---- inside
    def _show_live(self) -> None:
        """The chip, or in its place the button of the same name."""
        self._live.setVisible(self._is_live and not self._review)
        self._return.setVisible(not self._is_live)

    def _build(self) -> None:
        self._top = QHBoxLayout()
        self._top.addWidget(label(tr("Moves"), "heading"))
        self._top.addWidget(self._where, 1)
        self._top.addWidget(self._live)
        self._top.addWidget(self._return)
        self._head_row = QHBoxLayout()
        for head in self._heads:
            self._head_row.addWidget(head, 1)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._top)
        self._column.addLayout(self._head_row)
        self._whole = WholeRows(self._table)
        self._column.addWidget(self._whole, 1)
        self._column.addWidget(self.bar)

    def _clicked(self, index: QModelIndex) -> None:
        step, line = index.data(STEP_ROLE), index.data(LINE_ROLE)
        if step is not None:
            self.go.emit(step)
        elif line is not None:
            self.line_chosen.emit(line)

    def _wants_menu(self, place: QPoint) -> None:
        index, where = self._table.indexAt(place), self._table.viewport().mapToGlobal(place)
        step, line = index.data(STEP_ROLE), index.data(LINE_ROLE)
        if step is not None:
            self.menu_wanted.emit(step, where)
        elif line is not None:
            self.line_menu.emit(line, where)

    def _walked(self, key: int) -> None:
        signals = {
            Qt.Key.Key_Left: self.back,
            Qt.Key.Key_Right: self.forward,
            Qt.Key.Key_Home: self.first,
            Qt.Key.Key_End: self.last,
        }
        signals[Qt.Key(key)].emit()

    def _space(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(px(0.5))
        self._head_row.setContentsMargins(px(3.2), 0, 0, 0)
        self._head_row.setSpacing(0)
        self._top.setSpacing(px(0.5))
        self._table.lay_columns()
        self._whole.fit()
        self._live.setFixedHeight(px(1.75))
        self._return.setFixedHeight(px(2.3))
        self._where.setMinimumHeight(px(2.3))  # so that the list stays where it is when the chip becomes a button
