"""Lists of rows: a QListView whose delegate paints preview, title, lines, columns and buttons of each row."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QListView,
    QMenu,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from client_qt.board.preview import BoardPreview
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, chip
from client_qt.theme.controls import Kind
from client_qt.widgets.tiles import game_scene
from netgame.games import GAMES

Index = QModelIndex | QPersistentModelIndex
MORE = "more"  # the name of the action of the three dots: they open the menu of the row

# lengths in em
PREVIEW = 4.14, 3.57
LEFT, RIGHT, GAP = 0.79, 0.93, 0.93
PADDING, COMPACT_PADDING = 0.68, 0.4  # above and below the content of a row with and without a preview
LINE_GAP = 0.14
DIVIDER_END = 1.1
ARROW = 1.6
DOTS = 2.3
SMALL_ICON = 1.2


@dataclass(frozen=True)
class RowAction:
    """Something to do with a row. With a kind it is a button; the context menu has all actions."""

    name: str
    text: str
    kind: Kind | None = "plain"
    icon: str | None = None


@dataclass(frozen=True)
class Badge:
    """An icon behind the title; `text` is its tool tip and is read by a screen reader."""

    icon: str
    text: str
    colour: str = "ink_muted"


@dataclass(frozen=True)
class ListRow:
    """One row. Enter and a double click carry out the first action, whose button is the one at the right end.

    A row with a `problem` is grey: it shows the problem and its buttons are disabled.
    """

    key: str
    title: str
    lines: tuple[str, ...] = ()  # below the title; the last one is muted
    game: str | None = None  # shows a preview of the game
    tone: str = "ink"  # the colour of the title
    chip: str = ""
    badges: tuple[Badge, ...] = ()
    columns: tuple[str, ...] = ()
    problem: str = ""
    actions: tuple[RowAction, ...] = ()
    end: Literal["", "next", "more"] = ""  # an arrow, or dots that open the menu
    group: str = ""  # heading above the first row of the group
    item: object = None  # the value that the row shows

    @property
    def accessible_text(self) -> str:
        """All that the row shows, as a screen reader says it."""
        badges = (badge.text for badge in self.badges)
        return ", ".join(
            part for part in (self.title, self.chip, *badges, *self.lines, self.problem, *self.columns) if part
        )


@dataclass(frozen=True)
class ListColumn:
    """A column of short texts at the right, with a caption beside the heading of each group."""

    caption: str
    ems: float
    narrow_ems: float = 0.0  # its width in a narrow list, which has no place for most columns
    role: Literal["body", "strong"] = "body"
    tone: str = "ink"


@dataclass
class _Text:
    """A text at its place in a row."""

    area: QRect
    text: str
    font: str
    colour: str
    wrapped: bool = False


@dataclass
class _Parts:
    """Where the parts of a row are."""

    body: QRect
    preview: QRect = field(default_factory=QRect)
    texts: list[_Text] = field(default_factory=list)
    icons: list[tuple[QRect, str, str, str]] = field(default_factory=list)  # area, icon, colour, tool tip
    chip: QRect = field(default_factory=QRect)
    buttons: list[tuple[QRect, RowAction]] = field(default_factory=list)
    words_left: int = 0


class ListModel(QAbstractListModel):
    """Rows by their keys."""

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.rows: list[ListRow] = []

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's signature
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            return self.rows[index.row()].title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.rows[index.row()].accessible_text
        return None

    def set_rows(self, rows: Sequence[ListRow]) -> None:
        """Remove, move, insert and update rows, so that selection and scroll position stay."""
        wanted = {row.key: row for row in rows}
        for start, end in reversed(list(_runs([row.key not in wanted for row in self.rows]))):
            self.beginRemoveRows(QModelIndex(), start, end - 1)
            del self.rows[start:end]
            self.endRemoveRows()
        known = {row.key for row in self.rows}
        for start, end in _runs([key not in known for key in wanted]):
            self._arrange(list(wanted)[:start])
            self.beginInsertRows(QModelIndex(), start, end - 1)
            self.rows[start:start] = list(wanted.values())[start:end]
            self.endInsertRows()
        self._arrange(list(wanted))
        for number, row in enumerate(wanted.values()):
            if self.rows[number] != row:
                self.rows[number] = row
                self.dataChanged.emit(self.index(number), self.index(number))

    def _arrange(self, keys: Sequence[str]) -> None:
        """Move rows until the list begins with these keys."""
        for number, key in enumerate(keys):
            if self.rows[number].key != key:
                origin = next(at for at in range(number, len(self.rows)) if self.rows[at].key == key)
                self.beginMoveRows(QModelIndex(), origin, origin, QModelIndex(), number)
                self.rows.insert(number, self.rows.pop(origin))
                self.endMoveRows()


def _runs(flags: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Start and end of each run of true values."""
    start = None
    for number, flag in enumerate([*flags, False]):
        if flag and start is None:
            start = number
        elif not flag and start is not None:
            yield start, number
            start = None


class RowDelegate(QStyledItemDelegate):
    """Paints rows. Buttons, chips and previews are painted by widgets that are never shown themselves."""

    def __init__(self, theme: Theme, view: "ListView", columns: Sequence[ListColumn], button_ems: float) -> None:
        super().__init__(view)
        self._theme, self._view, self._columns, self._button_ems = theme, view, columns, button_ems
        self._buttons: dict[tuple[Kind, str | None], Button] = {}
        self._previews: dict[str, BoardPreview] = {}
        self._chip = chip("", "turn", view)
        self._chip.hide()
        self.narrow = False
        self.update_fonts()

    def update_fonts(self) -> None:
        """Take up another text size."""
        theme = self._theme
        self._fonts = {
            "title": theme.font("lead", "strong"), "strong": theme.font("body", "strong"), "body": theme.font("body"),
            "small": theme.font("small"), "heading": theme.font("lead", "heavy"),
            "caption": theme.font("caption", "strong"),
        }  # fmt: skip
        self._line_px = {name: QFontMetrics(font).height() for name, font in self._fonts.items()}
        for button in self._buttons.values():
            button.deleteLater()
        self._buttons = {}

    # ---- sizes

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(1, self.height(index.row(), self._view.viewport().width()))

    def height(self, number: int, width: int) -> int:
        """The height of a row in a view of that width."""
        row, px = self._view.rows[number], self._theme.px
        texts = self._line_px["strong" if row.game is None else "title"]
        texts += len(row.lines) * (self._line_px["small"] + px(LINE_GAP))
        if row.problem:
            parts = self.parts(number, QRect(0, 0, width, 0))
            texts += parts.texts[-1].area.height() + px(LINE_GAP)
        compact = row.game is None
        content = max(texts, px(DOTS)) if compact else max(texts, px(PREVIEW[1]))
        return self._heading_px(number) + content + 2 * px(COMPACT_PADDING if compact else PADDING)

    def _heading_px(self, number: int) -> int:
        if not self._view.rows[number].group or not self._is_first(number):
            return 0
        return self._line_px["heading"] + self._theme.px(0.5) + (self._theme.px(1.5) if number else 0)

    def _is_first(self, number: int) -> bool:
        rows = self._view.rows
        return number == 0 or rows[number - 1].group != rows[number].group

    def _is_last(self, number: int) -> bool:
        rows = self._view.rows
        return number == len(rows) - 1 or rows[number + 1].group != rows[number].group

    def parts(self, number: int, area: QRect) -> _Parts:
        """Lay out a row in an area."""
        row, px = self._view.rows[number], self._theme.px
        body = area.adjusted(0, self._heading_px(number), 0, 0)
        parts, middle = _Parts(body), body.center().y()
        left, right = body.left() + px(LEFT), body.right() + 1 - px(RIGHT)
        if row.game is not None:
            size = QSize(px(PREVIEW[0]), px(PREVIEW[1]))
            parts.preview = QRect(QPoint(left, body.top() + (body.height() - size.height()) // 2), size)
            left += size.width() + px(GAP)
        parts.words_left = left
        if row.end and not row.problem:
            width = px(ARROW if row.end == "next" else DOTS)
            area = QRect(right - width, middle - px(DOTS) // 2, width, px(DOTS))
            if row.end == MORE:
                parts.buttons.append((area, RowAction(MORE, tr("More"), None)))
            right -= width + px(0.5)
        elif row.columns:
            right -= px(ARROW) + px(0.5)  # columns stay below their captions
        for action in (action for action in row.actions if action.kind is not None):
            size = self._stamp(action).sizeHint().expandedTo(QSize(px(self._button_ems), 0))
            parts.buttons.append((QRect(QPoint(right - size.width(), middle - size.height() // 2), size), action))
            right -= size.width() + px(0.5)
        for place, column, text in self._columns_of(row, right):
            if text:
                tone = "danger" if row.problem else column.tone
                parts.texts.append(
                    _Text(QRect(place, body.top(), px(column.ems), body.height()), text, column.role, tone)
                )
                right = min(right, place - px(0.5))
        self._lay_out_words(parts, row, left, right)
        return parts

    def _columns_of(self, row: ListRow | None, right: int) -> Iterator[tuple[int, ListColumn, str]]:
        """The columns from right to left with their left edges and the texts of a row."""
        texts = row.columns if row is not None else tuple(column.caption for column in self._columns)
        for column, text in reversed(list(zip(self._columns, texts, strict=False))):
            ems = column.narrow_ems if self.narrow else column.ems
            if ems:
                right -= self._theme.px(ems)
                yield right, column, text
                right -= self._theme.px(0.75)

    def _lay_out_words(self, parts: _Parts, row: ListRow, left: int, right: int) -> None:
        px, body = self._theme.px, parts.body
        role = "strong" if row.game is None else "title"
        problem = self._problem_area(row, left, right)
        gap, small = px(LINE_GAP), self._line_px["small"]
        height = self._line_px[role] + len(row.lines) * (small + gap) + (problem.height() + gap if row.problem else 0)
        top = body.top() + (body.height() - height) // 2
        title = QRect(left, top, max(0, right - left), self._line_px[role])
        marks = len(row.badges) * px(1.55) + (self._chip_size(row.chip).width() + px(0.5) if row.chip else 0)
        title.setWidth(min(title.width() - marks, QFontMetrics(self._fonts[role]).horizontalAdvance(row.title) + 1))
        parts.texts.append(_Text(title, row.title, role, "ink_muted" if row.problem else row.tone))
        at = title.right() + 1
        for badge in row.badges:
            side = px(1.3)
            place = QRect(at + px(0.25), title.center().y() - side // 2, side, side)
            parts.icons.append((place, badge.icon, badge.colour, badge.text))
            at = place.right() + 1
        if row.chip:
            size = self._chip_size(row.chip)
            parts.chip = QRect(QPoint(at + px(0.5), title.center().y() - size.height() // 2), size)
        top = title.bottom() + 1 + gap
        for number, line in enumerate(row.lines, 1):
            tone = "ink_muted" if number == len(row.lines) else "ink"
            parts.texts.append(_Text(QRect(left, top, max(0, right - left), small), line, "small", tone))
            top += small + gap
        if row.problem:
            side = px(SMALL_ICON)
            parts.icons.append((QRect(left, top + (small - side) // 2, side, side), "warning", "danger", ""))
            problem.moveTop(top)
            parts.texts.append(_Text(problem, row.problem, "small", "danger", wrapped=True))

    def _problem_area(self, row: ListRow, left: int, right: int) -> QRect:
        left += self._theme.px(SMALL_ICON + 0.25)
        room = QRect(left, 0, max(1, right - left), 10_000)
        metrics = QFontMetrics(self._fonts["small"])
        used = metrics.boundingRect(room, int(Qt.TextFlag.TextWordWrap), row.problem)
        return QRect(left, 0, room.width(), used.height())

    def _chip_size(self, text: str) -> QSize:
        self._chip.setText(text)
        self._chip.ensurePolished()
        return self._chip.sizeHint()

    def _stamp(self, action: RowAction) -> Button:
        """The hidden button that paints buttons like this one."""
        assert action.kind is not None
        key = action.kind, action.icon
        if key not in self._buttons:
            self._buttons[key] = Button(self._theme, "", action.icon, action.kind, self._view)
            self._buttons[key].hide()
        button = self._buttons[key]
        button.setText(action.text)
        button.ensurePolished()
        return button

    # ---- painting

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        number, state = index.row(), QStyle.StateFlag
        row, parts = self._view.rows[number], self.parts(number, option.rect)
        flags: QStyle.StateFlag = option.state
        selected = bool(flags & state.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if parts.body.top() > option.rect.top():
            self._paint_heading(painter, number, parts)
        if self._view.is_framed:
            self._paint_card(painter, number, parts.body)
        focused = bool(flags & state.State_HasFocus) and self._view.shows_focus
        self._paint_ground(painter, parts.body, selected, focused, hovered=bool(flags & state.State_MouseOver))
        if not selected and not focused and not self._is_first(number):
            end = parts.body.right() - self._theme.px(DIVIDER_END)
            area = QRect(parts.words_left, parts.body.top(), end - parts.words_left, 1)
            painter.fillRect(area, self._theme.ui.line)
        if row.game is not None:
            self._paint_preview(painter, row, parts.preview)
        for text in parts.texts:
            self._paint_text(painter, text)
        for area, icon, colour, _tip in parts.icons:
            self._paint_icon(painter, area, icon, colour, SMALL_ICON)
        if row.chip:
            self._chip.setText(row.chip)
            self._stamp_widget(painter, self._chip, parts.chip)
        if row.end == "next" and not row.problem:
            area = QRect(0, 0, self._theme.px(1.4), self._theme.px(1.4))
            area.moveCenter(QPoint(parts.body.right() - self._theme.px(RIGHT + ARROW / 2), parts.body.center().y()))
            self._paint_icon(painter, area, "next", "accent" if selected else "line_strong", 1.4)
        for area, action in parts.buttons:
            self._paint_button(painter, area, action, row)
        painter.restore()

    def _paint_heading(self, painter: QPainter, number: int, parts: _Parts) -> None:
        """The heading of a group, the number of its rows and the captions of the columns."""
        row, px, height = self._view.rows[number], self._theme.px, self._line_px["heading"]
        top = parts.body.top() - height - px(0.5)
        width = QFontMetrics(self._fonts["heading"]).horizontalAdvance(row.group) + 1
        line = QRect(parts.body.left(), top, parts.body.width(), height)
        self._paint_text(painter, _Text(QRect(line.left(), top, width, height), row.group, "heading", "ink"))
        count = line.adjusted(width + px(0.5), 0, 0, 0)
        self._paint_text(painter, _Text(count, self._view.count_text(row.group), "small", "ink_muted"))
        for place, column, caption in self._columns_of(None, parts.body.right() + 1 - px(RIGHT + ARROW) - px(0.5)):
            area = QRect(place, top, px(column.ems), height)
            self._paint_text(painter, _Text(area, caption, "caption", "ink_muted"))

    def _paint_card(self, painter: QPainter, number: int, body: QRect) -> None:
        """This row's part of the card that lies behind all rows of its group."""
        radius = self._theme.em * self._theme.tokens.radius.card
        beyond = round(2 * radius)
        card = QRectF(body).adjusted(0.5, 0.5, -0.5, -0.5)
        card.adjust(0, 0 if self._is_first(number) else -beyond, 0, 0 if self._is_last(number) else beyond)
        painter.save()
        painter.setClipRect(body)
        painter.setPen(QPen(self._theme.ui.line, 1))
        painter.setBrush(self._theme.ui.surface)
        painter.drawRoundedRect(card, radius, radius)
        painter.restore()

    def _paint_ground(self, painter: QPainter, body: QRect, selected: bool, focused: bool, hovered: bool) -> None:
        theme = self._theme
        radius, edge = theme.em * theme.tokens.radius.card, 1.0
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if focused:
            width = theme.px(theme.tokens.control.focus_ring)
            painter.setPen(QPen(theme.ui.focus, width))
            painter.drawRoundedRect(_inset(body, width / 2), radius, radius)
            edge = width + theme.px(theme.tokens.control.focus_gap)
        if selected:
            painter.setPen(QPen(theme.ui.accent, 2))
            painter.setBrush(theme.ui.accent_soft)
            painter.drawRoundedRect(_inset(body, edge + 1), radius - edge, radius - edge)
        elif hovered and self._view.is_clickable:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("hover"))
            painter.drawRoundedRect(_inset(body, edge + 1), radius - edge, radius - edge)

    def _paint_preview(self, painter: QPainter, row: ListRow, area: QRect) -> None:
        assert row.game is not None
        if row.game not in self._previews:
            self._previews[row.game] = game_scene(self._theme, row.game, 0.5, self._view)
            self._previews[row.game].hide()
        preview = self._previews[row.game]
        preview.setEnabled(not row.problem)
        self._stamp_widget(painter, preview, area)

    def _paint_text(self, painter: QPainter, text: _Text) -> None:
        painter.setFont(self._fonts[text.font])
        painter.setPen(self._theme.colour(text.colour))
        if text.wrapped:
            painter.drawText(text.area, int(Qt.TextFlag.TextWordWrap), text.text)
            return
        shown = self._elided(text)
        painter.drawText(text.area, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), shown)

    def _elided(self, text: _Text) -> str:
        if text.wrapped:
            return text.text
        metrics = QFontMetrics(self._fonts[text.font])
        if metrics.horizontalAdvance(text.text) <= text.area.width():
            return text.text  # Qt cuts a text that is too long by a part of a pixel
        return metrics.elidedText(text.text, Qt.TextElideMode.ElideRight, text.area.width())

    def _paint_icon(self, painter: QPainter, area: QRect, icon: str, colour: str, ems: float) -> None:
        pixmap = self._theme.pixmap(icon, ems, colour, self._view.devicePixelRatioF())
        size = pixmap.deviceIndependentSize().toSize()
        corner = area.center() - QPoint(size.width() // 2, size.height() // 2)
        painter.drawPixmap(corner, pixmap)

    def _paint_button(self, painter: QPainter, area: QRect, action: RowAction, row: ListRow) -> None:
        hovered = self._view.hovered_part == (row.key, action.name)
        if action.kind is None:
            if hovered:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(self._theme.colour("hover"))
                radius = self._theme.em * self._theme.tokens.radius.control
                painter.drawRoundedRect(area, radius, radius)
            self._paint_icon(painter, area, "more", "ink_muted", self._theme.tokens.control.icon_toolbar)
            return
        button = self._stamp(action)
        button.setEnabled(not row.problem)
        button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, hovered)
        button.setDown(self._view.pressed_part == (row.key, action.name) and hovered)
        self._stamp_widget(painter, button, area)

    def _stamp_widget(self, painter: QPainter, widget: QWidget, area: QRect) -> None:
        """Paint a hidden widget by way of a picture, because its own painting knows nothing of the painter's origin."""
        widget.resize(area.size())
        picture = QPixmap(area.size() * self._view.devicePixelRatioF())
        picture.setDevicePixelRatio(self._view.devicePixelRatioF())
        picture.fill(Qt.GlobalColor.transparent)
        widget.render(picture, QPoint(), QRegion(), QWidget.RenderFlag.IgnoreMask)
        painter.drawPixmap(area.topLeft(), picture)

    # ---- tool tips

    def tool_tip(self, number: int, area: QRect, point: QPoint) -> str:
        """The words of the icon, or the whole of the text that is cut, at a point of a row."""
        parts = self.parts(number, area)
        for place, _icon, _colour, words in parts.icons:
            if place.contains(point):
                return words
        cut = [text.text for text in parts.texts if self._elided(text) != text.text and text.area.contains(point)]
        return cut[0] if cut else ""


def _inset(area: QRect, by: float) -> QRectF:
    return QRectF(area).adjusted(by, by, -by, -by)


class ListView(QListView):
    """A list of rows.

    `whole`: as high as its rows, in a page that scrolls; otherwise the list scrolls. `selectable`: one row is chosen.
    `clickable`: a click carries out the first action.
    `framed`: the rows of each group lie on a card. `button_ems` is the least width of buttons.
    """

    triggered = Signal(object, str)  # the ListRow and the name of the action
    chosen = Signal()  # another row is selected, or none

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
        self.setObjectName(name)
        self.setAccessibleName(accessible_name)
        self.setProperty("kind", "plain")
        self._theme, self._whole = theme, whole
        self.is_framed, self.is_clickable, self._opens_on_click = framed, clickable or selectable, clickable
        self.shows_focus = False  # the focus ring is shown after a key, not after a click
        self.hovered_part: tuple[str, str] | None = None  # key and action under the mouse
        self.pressed_part: tuple[str, str] | None = None
        self._waiting: tuple[Sequence[ListRow], str] | None = None
        self._empty_text = ""
        self._height_px: int | None = None
        self._model = ListModel(self)
        self._delegate = RowDelegate(theme, self, columns, button_ems)
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
        self.viewport().setAutoFillBackground(False)
        if self.is_clickable:
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        policy = QSizePolicy.Policy
        self.setSizePolicy(policy.Expanding, policy.Fixed if whole else policy.Maximum if framed else policy.Expanding)
        if whole:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.selectionModel().selectionChanged.connect(self.chosen)
        theme.changed.connect(self._theme_changed)

    # ---- rows

    @property
    def rows(self) -> Sequence[ListRow]:
        return self._model.rows

    def show_rows(self, rows: Sequence[ListRow], empty_text: str = "") -> None:
        """Show these rows; `empty_text` is shown where there are none. Nothing changes while a mouse button is down."""
        if self.pressed_part is not None:
            self._waiting = rows, empty_text
            return
        current = self.current
        if current is not None and current.key not in {row.key for row in rows}:
            self.clearSelection()  # Qt would choose the next row
            self.setCurrentIndex(QModelIndex())
        changed = [row.key for row in rows] != [row.key for row in self.rows]
        self._model.set_rows(rows)
        self._empty_text = empty_text
        self.setAccessibleDescription("" if rows else empty_text)
        if changed:  # the first and the last row of a group look different
            self.scheduleDelayedItemsLayout()
        self._measure()
        self.viewport().update()

    def count_text(self, group: str) -> str:
        """How many rows a group has."""
        return tr("%n table(s)", sum(row.group == group for row in self.rows))

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
        found = next((number for number, row in enumerate(self.rows) if row.key == key), None)
        self.setCurrentIndex(QModelIndex() if found is None else self._model.index(found))
        if found is None:
            self.clearSelection()

    def set_narrow(self, narrow: bool) -> None:
        """Show only the columns that a narrow page has room for."""
        if narrow != self._delegate.narrow:
            self._delegate.narrow = narrow
            self._relayout()

    def action_rect(self, key: str, action: str = "") -> QRect:
        """The area of a button of a row, or of the row; empty if there is none."""
        number = next((number for number, row in enumerate(self.rows) if row.key == key), None)
        if number is None:
            return QRect()
        parts = self._delegate.parts(number, self.visualRect(self._model.index(number)))
        return next((area for area, found in parts.buttons if found.name == action), QRect()) if action else parts.body

    # ---- size

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
            height = self._empty_area().height() + 2 * self._theme.px(0.9)
        if height != self._height_px:
            self._height_px = height
            self.updateGeometry()

    def _relayout(self) -> None:
        self.scheduleDelayedItemsLayout()
        self._measure()
        self.viewport().update()

    def _theme_changed(self) -> None:
        self._delegate.update_fonts()
        self._relayout()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()

    def _empty_area(self) -> QRect:
        """The text of an empty list."""
        px = self._theme.px
        room = self.viewport().rect().adjusted(px(1.1), px(0.9), -px(1.1), 0)
        room.setHeight(10_000)
        flags = int(Qt.TextFlag.TextWordWrap)
        used = QFontMetrics(self._theme.font()).boundingRect(room, flags, self._empty_text or " ")
        return QRect(room.topLeft(), QSize(room.width(), used.height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.rows:
            return
        painter, theme = QPainter(self.viewport()), self._theme
        area = self._empty_area()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        flags = Qt.TextFlag.TextWordWrap
        if self.is_framed:
            radius = theme.em * theme.tokens.radius.card
            painter.setPen(QPen(theme.ui.line, 1))
            painter.setBrush(theme.ui.surface)
            painter.drawRoundedRect(_inset(self.viewport().rect(), 0.5), radius, radius)
        else:
            area.moveTop((self.viewport().height() - area.height()) // 2)
            flags |= Qt.AlignmentFlag.AlignHCenter
        painter.setPen(theme.ui.ink_muted)
        painter.setFont(theme.font())
        painter.drawText(area, int(flags), self._empty_text)

    # ---- mouse and keyboard

    def indexAt(self, point: QPoint) -> QModelIndex:
        """The row at a point; the heading of a group belongs to no row."""
        index = super().indexAt(point)
        if index.isValid() and not self._delegate.parts(index.row(), self.visualRect(index)).body.contains(point):
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
        self.shows_focus = False
        if event.button() == Qt.MouseButton.LeftButton:
            self.pressed_part = self._hit(event.position().toPoint())
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        self.pressed_part = self._hit(point)
        if self.pressed_part is not None and not self.pressed_part[1] and event.button() == Qt.MouseButton.LeftButton:
            self._trigger_first(self.rows[self.indexAt(point).row()])

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        pressed, self.pressed_part = self.pressed_part, None
        hit = self._hit(event.position().toPoint())
        row = next((row for row in self.rows if pressed is not None and row.key == pressed[0]), None)
        if row is not None and pressed is not None and pressed == hit:
            if pressed[1]:
                self._trigger(row, pressed[1])
            elif self._opens_on_click:
                self._trigger_first(row)
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

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.shows_focus = True
        current, keys = self.current, Qt.Key
        opens = event.key() in (keys.Key_Return, keys.Key_Enter)
        opens |= event.key() == keys.Key_Space and self.selectionMode() == QListView.SelectionMode.NoSelection
        if (
            event.key() == keys.Key_F10
            and event.modifiers() == Qt.KeyboardModifier.ShiftModifier
            and current is not None
        ):
            self._open_menu(current)
        elif opens and current is not None:
            self._trigger_first(current)
        else:
            super().keyPressEvent(event)
        self.viewport().update()

    def focusInEvent(self, event: object) -> None:
        reason = event.reason()  # type: ignore[attr-defined]  # a QFocusEvent
        self.shows_focus = reason != Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)  # type: ignore[arg-type]

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if by_mouse else self.currentIndex()
        if index.isValid():
            self._open_menu(self.rows[index.row()], event.globalPos() if by_mouse else None)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            index = self.indexAt(event.pos())
            words = self._delegate.tool_tip(index.row(), self.visualRect(index), event.pos()) if index.isValid() else ""
            QToolTip.showText(event.globalPos(), words, self.viewport())
            return True
        return super().viewportEvent(event)

    def _hit(self, point: QPoint) -> tuple[str, str] | None:
        """The row at a point and the name of its action there, or ""."""
        index = self.indexAt(point)
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        parts = self._delegate.parts(index.row(), self.visualRect(index))
        name = next((action.name for area, action in parts.buttons if area.contains(point)), "")
        return row.key, name

    def _hover(self, hit: tuple[str, str] | None) -> None:
        if hit != self.hovered_part:
            self.hovered_part = hit
            self.viewport().update()

    def _trigger_first(self, row: ListRow) -> None:
        if self.selectionMode() != QListView.SelectionMode.NoSelection and self.selected != row:
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
            area = self.action_rect(row.key, MORE) or self.action_rect(row.key)
            below = area.bottomLeft() if self.action_rect(row.key, MORE).isValid() else area.center()
            self.menu_for(row).popup(at or self.viewport().mapToGlobal(below))


class GameFilter(QComboBox):
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
