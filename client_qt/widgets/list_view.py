"""Lists of rows: a QListView with a model of rows by key."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)  # fmt: skip
from PySide6.QtWidgets import QFrame, QListView, QMenu, QScrollArea, QSizePolicy, QToolTip, QWidget

from client_qt.feedback.painted_parts import (
    PRESS,
    SET_FOCUS,
    SHOW_MENU,
    AccessiblePart,
    AccessiblePath,
    focus_moved,
    names_changed,
)
from client_qt.text.translation import tr
from client_qt.theme import ComboBox, Theme, label, used_above
from client_qt.widgets.event_filter import EventFilter
from client_qt.widgets.row_delegate import (
    MORE,
    Badge,
    GameState,
    Index,
    ListColumn,
    ListRow,
    Part,
    RowAction,
    RowDelegate,
    RowHit,
    inset,
    paint_card,
)  # fmt: skip
from client_qt.widgets.tiles import game_scene
from netgame.games import GAMES

__all__ = ["Badge", "GameFilter", "GameState", "ListColumn", "ListModel", "ListRow", "ListView", "RowAction"]


class ListModel(QAbstractListModel):
    """Rows by their keys."""

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.rows: list[ListRow] = []

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's signature
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        return self.rows[index.row()].title if role == Qt.ItemDataRole.DisplayRole else None

    def set_rows(self, rows: Sequence[ListRow]) -> None:
        """Show these rows. Selection and scroll position stay with the keys."""
        self.layoutAboutToBeChanged.emit()
        before, keys = self.persistentIndexList(), [self.rows[index.row()].key for index in self.persistentIndexList()]
        self.rows[:] = rows
        self.changePersistentIndexList(before, [self.index_of(key) for key in keys])
        self.layoutChanged.emit()

    def index_of(self, key: str) -> QModelIndex:
        """Return the index of the row with a key; an invalid one if there is none."""
        return next((self.index(number) for number, row in enumerate(self.rows) if row.key == key), QModelIndex())


class ListView(QListView):
    """A list of rows.

    `whole`: as high as its rows, in a page that scrolls; otherwise the list scrolls. `selectable`: one row is chosen.
    `clickable`: a click carries out the first action.
    `framed`: each group of rows has a card behind it. `button_ems` is the least width of buttons.
    """

    triggered = Signal(object, str)  # the ListRow and the name of the action
    chosen = Signal()  # another row is selected, or none
    rows: Sequence[ListRow] = ()  # a screen reader may ask before the list is complete

    def __init__(
        self,
        theme: Theme,
        name: str,
        accessible_name: str,
        parent: QWidget | None = None,
        *,
        whole: bool = False,
        selectable: bool = False,
        clickable: bool = False,
        framed: bool = True,
        columns: Sequence[ListColumn] = (),
        button_ems: float = 0.0,
    ) -> None:
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # it places its parts in this direction only
        self.setObjectName(name)
        self.setAccessibleName(accessible_name)
        self.setProperty("kind", "plain")
        self._theme, self._whole, self._is_selectable = theme, whole, selectable
        self._is_framed, self._opens_on_click = framed, clickable
        self._waiting: tuple[Sequence[ListRow], str] | None = None  # arguments of `show_rows`
        self._height_px: int | None = None
        self._empty = label("", "body", "muted", wrap=True, parent=self)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop if framed else Qt.AlignmentFlag.AlignCenter)
        self._model = ListModel(self)
        self.rows = self._model.rows
        previews = partial(game_scene, theme, share=0.5, parent=self)
        self._delegate = RowDelegate(
            theme, self, self.rows, previews, columns=columns, button_ems=button_ems, framed=framed,
            clickable=clickable or selectable,
        )  # fmt: skip
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setSelectionMode(
            QListView.SelectionMode.SingleSelection if selectable else QListView.SelectionMode.NoSelection
        )
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # until there are rows
        self.viewport().setAutoFillBackground(False)
        EventFilter(self.viewport(), self._show_tool_tip)
        if clickable or selectable:
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        policy = QSizePolicy.Policy
        self.setSizePolicy(policy.Expanding, policy.Fixed if whole else policy.Maximum if framed else policy.Expanding)
        if whole:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.selectionModel().selectionChanged.connect(self.chosen)
        theme.changed.connect(self._delegate.update_fonts)
        theme.changed.connect(self._relayout)

    def show_rows(self, rows: Sequence[ListRow], empty_text: str = "") -> None:
        """Show these rows; `empty_text` is shown where there are none. Nothing changes while a mouse button is down."""
        if self._delegate.held is not None:
            self._waiting = rows, empty_text
            return
        if list(rows) != self.rows:
            self._model.set_rows(rows)
            names_changed(self)
        self._empty.setText(empty_text)
        self._empty.setVisible(not rows)
        self.setAccessibleDescription("" if rows else empty_text)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if rows else Qt.FocusPolicy.NoFocus)
        self._measure()

    @property
    def current(self) -> ListRow | None:
        """The row that has the keyboard."""
        index = self.currentIndex()
        return self.rows[index.row()] if index.isValid() else None

    @property
    def selected(self) -> ListRow | None:
        """The selected row."""
        selected = self.selectedIndexes()
        return self.rows[selected[0].row()] if selected else None

    def choose(self, key: str) -> None:
        """Make a row the current one, and select it where rows can be selected."""
        index = self._model.index_of(key)
        self.setCurrentIndex(index)
        if not index.isValid():
            self.clearSelection()

    def set_narrow(self, narrow: bool) -> None:
        """Show only the columns that a narrow page has room for."""
        if narrow != self._delegate.is_narrow:
            self._delegate.is_narrow = narrow
            self._relayout()

    def action_rect(self, key: str, action: str = "") -> QRect:
        """The area of a button of a row, or of the row; empty if there is none."""
        index = self._model.index_of(key)
        if not index.isValid():
            return QRect()
        if not action:
            return self._delegate.body(index.row(), self.visualRect(index))
        return next((part.area for part in self._parts(index.row()) if part.action == action), QRect())

    def tool_tips(self, number: int) -> list[tuple[QRect, str]]:
        """The tool tips of a row, with their areas: of icons, and of texts that are cut."""
        return [(part.area, part.tool_tip) for part in self._parts(number) if part.tool_tip]

    def _row(self, key: str) -> ListRow:
        return self.rows[self._model.index_of(key).row()]

    def _parts(self, number: int) -> list[Part]:
        return self._delegate.parts(number, self.visualRect(self._model.index(number)))

    def sizeHint(self) -> QSize:
        if self._height_px is None:
            self._measure()
        return QSize(self._theme.px(12), self._height_px or 0)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint() if self._whole else QSize(self._theme.px(8), self._theme.px(5))

    def _measure(self) -> None:
        width = self.viewport().width()
        height = sum(self._delegate.height(number, width) for number in range(len(self.rows)))
        if not self.rows:
            side, top = self._theme.px(1.1), self._theme.px(0.9)
            self._empty.setGeometry(self.viewport().rect().adjusted(side, top, -side, -top))
            height = self._empty.heightForWidth(self._empty.width()) + 2 * top
        if height != self._height_px:
            self._height_px = height
            self.updateGeometry()

    def _relayout(self) -> None:
        self.scheduleDelayedItemsLayout()
        self._measure()
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._is_framed and not self.rows:
            painter = QPainter(self.viewport())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_card(painter, self._theme, inset(self.viewport().rect(), 0.5))

    def indexAt(self, point: QPoint) -> QModelIndex:
        """The row at a point; the heading of a group belongs to no row."""
        index = super().indexAt(point)
        if index.isValid() and not self._delegate.body(index.row(), self.visualRect(index)).contains(point):
            return QModelIndex()
        return index

    def scrollTo(self, index: Index, hint: QListView.ScrollHint = QListView.ScrollHint.EnsureVisible) -> None:
        super().scrollTo(index, hint)
        host: QWidget | None = self.parentWidget() if self._whole else None
        while host is not None and not isinstance(host, QScrollArea):
            host = host.parentWidget()
        inner = host.widget() if isinstance(host, QScrollArea) else None
        if inner is not None and isinstance(host, QScrollArea):
            area = self.visualRect(index)
            corner, half = self.viewport().mapTo(inner, area.center()), area.height() // 2 + self._theme.px(0.5)
            host.ensureVisible(corner.x(), corner.y(), 0, half)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._delegate.shows_focus = False
        if event.button() == Qt.MouseButton.LeftButton:
            self._delegate.held = self._hit(event.position().toPoint())
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)
        if self._delegate.held is not None and not self._delegate.held[1]:
            self._trigger_first(self._row(self._delegate.held[0]))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        hit = self._hit(event.position().toPoint())
        if hit is not None and hit == self._delegate.held:
            if hit[1]:
                self._trigger(self._row(hit[0]), hit[1])
            elif self._opens_on_click:
                self._trigger_first(self._row(hit[0]))
        self._release()

    def _release(self) -> None:
        """Take up the rows that came while a mouse button was down."""
        self._delegate.held = None
        if self._waiting is not None:
            waiting, self._waiting = self._waiting, None
            self.show_rows(*waiting)
        self.viewport().update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._hover(self._hit(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(None)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._release()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._delegate.shows_focus = True
        row, key = self.current, event.key()
        opening = {Qt.Key.Key_Return, Qt.Key.Key_Enter} | ({Qt.Key.Key_Space} if not self._is_selectable else set())
        if row is not None and key in opening:
            self._trigger_first(row)
        elif row is not None and key == Qt.Key.Key_F10 and event.modifiers() == Qt.KeyboardModifier.ShiftModifier:
            self._open_menu(row)
        elif not used_above(self, event):
            super().keyPressEvent(event)
        self.viewport().update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._delegate.shows_focus = event.reason() != Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)
        focus_moved(self)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if by_mouse else self.currentIndex()
        if index.isValid():
            self._open_menu(self.rows[index.row()], event.globalPos() if by_mouse else None)

    def _show_tool_tip(self, event: QEvent) -> bool:
        if not isinstance(event, QHelpEvent) or event.type() != QEvent.Type.ToolTip:
            return False
        index = self.indexAt(event.pos())
        tips = self.tool_tips(index.row()) if index.isValid() else []
        shown = next((tip for area, tip in tips if area.contains(event.pos())), "")
        QToolTip.showText(event.globalPos(), shown, self.viewport())
        return True

    def _hit(self, point: QPoint) -> RowHit | None:
        """The row at a point and the name of its action there, or ""."""
        index = self.indexAt(point)
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        areas = ((part.action, part.area) for part in self._parts(index.row()) if part.action)
        return row.key, next((action for action, area in areas if area.contains(point)), "")

    def _hover(self, hit: RowHit | None) -> None:
        if hit != self._delegate.hovered:
            self._delegate.hovered = hit
            self.viewport().update()

    def _trigger_first(self, row: ListRow) -> None:
        if self._is_selectable and self.selected != row:
            self.choose(row.key)
        elif row.actions:
            self._trigger(row, row.actions[0].name)

    def _trigger(self, row: ListRow, action: str) -> None:
        if action == MORE:
            self._open_menu(row)
        elif not row.problem:
            self.triggered.emit(row, action)

    def menu_for(self, row: ListRow) -> QMenu:
        """All actions of a row."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for action in row.actions:
            entry = menu.addAction(action.text)
            entry.setObjectName(f"{action.name}_{row.key}")
            entry.setEnabled(not row.problem)
            entry.triggered.connect(lambda _on=False, name=action.name: self._trigger(row, name))
        return menu

    def _open_menu(self, row: ListRow, at: QPoint | None = None) -> None:
        if row.actions:
            dots = self.action_rect(row.key, MORE)
            below = dots.bottomLeft() if dots.isValid() else self.action_rect(row.key).center()
            self.menu_for(row).popup(at or self.viewport().mapToGlobal(below))

    def accessible_part(self, path: AccessiblePath) -> AccessiblePart | None:
        """Describe the list, a row, or a button of a row."""
        has_focus = {"focusable", "focused"} if self.hasFocus() else {"focusable"}
        if not path:
            return AccessiblePart(
                QAccessible.Role.List, self.accessibleName(), self.rect(), self.accessibleDescription(),
                frozenset(has_focus), children=len(self.rows),
            )  # fmt: skip
        if path[0] >= len(self.rows):
            return None
        row, area = self.rows[path[0]], self.visualRect(self._model.index(path[0]))
        buttons = [part for part in self._parts(path[0]) if part.action]
        offset = self.viewport().pos()
        if len(path) == 1:
            states = has_focus if row == self.current else {"focusable"}
            if self._is_selectable:
                states |= {"selectable", "selected"} if row == self.selected else {"selectable"}
            actions: dict[str, Callable[[], object]] = {SET_FOCUS: partial(self._focus_row, row)}
            if row.actions:
                actions = {
                    PRESS: partial(self._trigger_first, row),
                    **actions,
                    SHOW_MENU: partial(self._open_menu, row),
                }
            return AccessiblePart(
                QAccessible.Role.ListItem, row.accessible_text, area.translated(offset), row.group,
                frozenset(states), actions, len(buttons),
            )  # fmt: skip
        if path[1] >= len(buttons):
            return None
        part = buttons[path[1]]
        names = {MORE: tr("More"), **{action.name: action.text for action in row.actions}}
        is_menu = part.action == MORE
        return AccessiblePart(
            QAccessible.Role.ButtonMenu if is_menu else QAccessible.Role.Button, names[part.action],
            part.area.translated(offset), row.title,
            frozenset({"disabled"} if row.problem and not is_menu else ()),
            {PRESS: partial(self._trigger, row, part.action)},
        )  # fmt: skip

    def accessible_path_at(self, point: QPoint) -> AccessiblePath:
        point -= self.viewport().pos()
        number = self.indexAt(point).row()
        if number < 0:
            return ()
        areas = [part.area for part in self._parts(number) if part.action]
        return number, *(button for button, area in enumerate(areas) if area.contains(point))

    def accessible_focus(self) -> AccessiblePath:
        return (self.currentIndex().row(),) if self.currentIndex().isValid() else ()

    def _focus_row(self, row: ListRow) -> None:
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.choose(row.key)


class GameFilter(ComboBox):
    """The game that a list is about: all games, or one."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(tr("Which game"))
        self.addItem(tr("All games"), "")
        for key, game in GAMES.items():
            self.addItem(game.title, key)

    @property
    def key(self) -> str:
        """The key of the chosen game; empty for all games."""
        return str(self.currentData())
