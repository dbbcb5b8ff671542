"""Paints the rows of lists: preview, title, lines, columns, buttons and the card behind them."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, Literal

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QFontMetrics, QPainter, QPen, QPixmap, QRegion
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from client_qt.board.preview import BoardPreview, scene_at
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, chip
from client_qt.theme.controls import Kind
from netgame.game import Game

Index = QModelIndex | QPersistentModelIndex
GameState = tuple[Game[Any, Any], Any]  # a game, and a state of it
RowHit = tuple[str, str]  # the key of a row, and the name of an action or ""
MORE = "more"  # the name of the action of the three dots: they open the menu of the row

# lengths in em
PREVIEW = 4.14, 3.57
LEFT, RIGHT, GAP = 0.79, 0.93, 0.93
PADDING, COMPACT_PADDING = 0.68, 0.4  # above and below the content of a row with and without a preview
LINE_GAP = 0.14
DIVIDER_END = 1.1
ARROW, DOTS, ICON = 1.6, 2.3, 1.2
BADGE = 1.55  # with the space before it
SPACE, COLUMN_SPACE = 0.5, 0.75
GROUP_SPACE = 1.5  # above the heading of a group

MOST_LINES = 6  # of one text; the rest of a longer one is cut
KEPT_HEIGHTS = 5000  # rows; their heights are computed again only after a change
DRAW_S = 0.01  # for pictures of positions in one turn of the event loop


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
    game: str | None = None  # shows a preview of the game, or the room for it if the game is ""
    position: GameState | None = field(default=None, hash=False)  # shown as a whole in place of the preview
    tone: str = "ink"  # the colour of the title
    chip: str = ""
    badges: tuple[Badge, ...] = ()
    columns: tuple[str, ...] = ()
    problem: str = ""
    actions: tuple[RowAction, ...] = ()
    end: Literal["", "next", "more"] = ""  # an arrow, or dots that open the menu
    group: str = ""  # heading above the first row of the group
    item: object = field(default=None, hash=False)  # the value that the row shows

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


@dataclass(frozen=True)
class Part:
    """Something painted on a row. `action` is the name of the action of a button."""

    area: QRect
    paint: Callable[[QPainter], object]
    tool_tip: str = ""
    action: str = ""


class RowDelegate(QStyledItemDelegate):
    """Lays out and paints rows. Hidden widgets paint previews, chips and buttons."""

    def __init__(
        self,
        theme: Theme,
        view: QAbstractItemView,
        rows: Sequence[ListRow],
        preview_of: Callable[[str], QWidget],
        *,
        columns: Sequence[ListColumn],
        button_ems: float,
        framed: bool,
        clickable: bool,
    ) -> None:
        super().__init__(view)
        self._theme, self._view, self._rows, self._preview_of = theme, view, rows, preview_of
        self._columns, self._button_ems = columns, button_ems
        self._is_framed, self._is_clickable = framed, clickable
        self.is_narrow = False
        self.shows_focus = False  # the focus ring is shown after a key, not after a click
        self.hovered: RowHit | None = None
        self.held: RowHit | None = None  # under the pressed mouse button
        self._buttons: dict[tuple[Kind, str | None], Button] = {}
        self._previews: dict[str, QWidget] = {}
        self._position = BoardPreview(theme, view)
        self._position.hide()
        self._undrawn: dict[str, GameState] = {}  # by the key of the row: positions that were seen without a picture
        self._draw_timer = QTimer(self, interval=0, singleShot=True)  # after everything that waits in the event loop
        self._draw_timer.timeout.connect(self._draw_positions)
        self._chip = chip("", "turn", view)
        self._chip.hide()
        self.update_fonts()

    def update_fonts(self) -> None:
        """Use the fonts of the text size."""
        font = self._theme.font
        self._fonts = {
            "title": font("lead", "strong"), "strong": font("body", "strong"), "body": font("body"),
            "small": font("small"), "heading": font("lead", "heavy"), "caption": font("caption", "strong"),
        }  # fmt: skip
        self._metrics = {role: QFontMetrics(font) for role, font in self._fonts.items()}
        self._line_px = {role: metrics.height() for role, metrics in self._metrics.items()}
        self._body_px = lru_cache(KEPT_HEIGHTS)(self._measure)
        self._room_px = lru_cache(KEPT_HEIGHTS)(self._measure_room)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(1, self.height(index.row(), self._view.viewport().width()))

    def height(self, number: int, width: int) -> int:
        """The height of a row in a view of that width."""
        return self._heading_px(number) + self._body_px(self._rows[number], width, self.is_narrow)

    def _measure(self, row: ListRow, width: int, is_narrow: bool) -> int:
        px = self._theme.px
        texts = self._line_px[_title_role(row)] + len(row.lines) * (self._line_px["small"] + px(LINE_GAP))
        content = max(texts, px(DOTS if row.game is None else PREVIEW[1]))
        columns = tuple("x" * bool(text) for text in row.columns)
        shape = ListRow("", "", game=row.game, columns=columns, actions=row.actions, end=row.end)
        title = self._metrics[_title_role(row)].horizontalAdvance(row.title) + len(row.badges) * px(BADGE)
        longest = max(title, *map(self._metrics["small"].horizontalAdvance, ("", *row.lines)))
        if row.problem or row.chip or longest >= self._room_px(shape, width, is_narrow):  # may be wrapped
            areas = [part.area for part in self._lay_out(row, QRect(0, 0, width, 0))]
            content = max(content, max(area.bottom() for area in areas) - min(area.top() for area in areas) + 1)
        return content + 2 * px(COMPACT_PADDING if row.game is None else PADDING)

    def _measure_room(self, shape: ListRow, width: int, _is_narrow: bool) -> int:
        """The width of the texts of rows with these buttons and columns."""
        return self._frame(shape, QRect(0, 0, width, 0))[1].width()

    def body(self, number: int, area: QRect) -> QRect:
        """The area of a row without the heading of its group."""
        return area.adjusted(0, self._heading_px(number), 0, 0)

    def _heading_px(self, number: int) -> int:
        if not self._rows[number].group or not self._is_first(number):
            return 0
        return self._line_px["heading"] + self._theme.px(SPACE) + (self._theme.px(GROUP_SPACE) if number else 0)

    def _is_first(self, number: int) -> bool:
        rows = self._rows
        return number == 0 or rows[number - 1].group != rows[number].group

    def parts(self, number: int, area: QRect) -> list[Part]:
        """Lay out a row."""
        selected = self._view.selectionModel().isRowSelected(number, QModelIndex())
        return self._lay_out(self._rows[number], self.body(number, area), selected)

    def _lay_out(self, row: ListRow, body: QRect, selected: bool = False) -> list[Part]:
        parts, room = self._frame(row, body, selected)
        return [*parts, *self._words(row, room)]

    def _frame(self, row: ListRow, body: QRect, selected: bool = False) -> tuple[list[Part], QRect]:
        """Lay out what is beside the texts, and return the room for these."""
        px, parts = self._theme.px, list[Part]()
        right = body.right() + 1 - px(RIGHT)

        def at_right(size: QSize) -> QRect:
            nonlocal right
            right -= size.width()
            place = QRect(QPoint(right, body.top() + (body.height() - size.height()) // 2), size)
            right -= px(SPACE)
            return place

        if row.end or row.columns:
            place = at_right(QSize(px(DOTS if row.end == MORE else ARROW), px(DOTS)))
            if row.end == MORE:
                parts.append(Part(place, partial(self._paint_dots, place, row.key), tr("More"), MORE))
            elif row.end and not row.problem:
                parts.append(self._icon(place, "next", "accent" if selected else "line_strong", 1.4))
        for action in row.actions:
            if action.kind is not None:
                size = self._button(action).sizeHint().expandedTo(QSize(px(self._button_ems), 0))
                place = at_right(size)
                parts.append(Part(place, partial(self._paint_button, place, action, row), action=action.name))
        for place, column, text in self._cells(row.columns, body, right):
            if text:
                parts.append(self._text(place, text, column.role, "danger" if row.problem else column.tone))
                right = place.left() - px(SPACE)
        left = self._words_left(row, body)
        if row.game is not None:
            size = QSize(px(PREVIEW[0]), px(PREVIEW[1]))
            corner = QPoint(body.left() + px(LEFT), body.top() + (body.height() - size.height()) // 2)
            parts.append(Part(QRect(corner, size), partial(self._paint_preview, QRect(corner, size), row)))
        return parts, QRect(left, body.top(), max(1, right - left), body.height())

    def _words_left(self, row: ListRow, body: QRect) -> int:
        px = self._theme.px
        return body.left() + px(LEFT) + (px(PREVIEW[0]) + px(GAP) if row.game is not None else 0)

    def _cells(self, texts: Sequence[str], body: QRect, right: int) -> Iterator[tuple[QRect, ListColumn, str]]:
        """The columns from right to left."""
        for column, text in reversed(list(zip(self._columns, texts, strict=False))):
            width = self._theme.px(column.narrow_ems if self.is_narrow else column.ems)
            if width:
                right -= width
                yield QRect(right, body.top(), width, body.height()), column, text
                right -= self._theme.px(COLUMN_SPACE)

    def _words(self, row: ListRow, room: QRect) -> Iterator[Part]:
        """Title with badges and chip, lines and problem, centred from top to bottom."""
        px, role, small, gap = self._theme.px, _title_role(row), self._line_px["small"], self._theme.px(LINE_GAP)
        indent = px(ICON + 0.25)
        wrapped = QRect(room.left() + indent, 0, max(1, room.width() - indent), 10_000)
        wrapped.setHeight(self._wrapped_px(row.problem, "small", wrapped.width()))
        self._chip.setText(row.chip)
        chip_size = self._chip.sizeHint() if row.chip else QSize()
        marks = len(row.badges) * px(BADGE) + (chip_size.width() + px(SPACE) if row.chip else 0)
        width = max(1, min(room.width() - marks, self._metrics[role].horizontalAdvance(row.title) + 1))
        title_px = self._text_px(row.title, role, width)
        lines_px = [self._text_px(line, "small", room.width()) for line in row.lines]
        height = title_px + sum(line + gap for line in lines_px) + (wrapped.height() + gap if row.problem else 0)
        top = room.top() + (room.height() - height) // 2
        title = QRect(room.left(), top, width, title_px)
        yield self._text(title, row.title, role, "ink_muted" if row.problem else row.tone)
        at = title.right() + 1
        for badge in row.badges:
            yield self._icon(
                QRect(at + px(0.25), top, px(1.3), title.height()), badge.icon, badge.colour, ICON, badge.text
            )
            at += px(BADGE)
        if row.chip:
            place = QRect(QPoint(at + px(SPACE), title.center().y() - chip_size.height() // 2), chip_size)
            yield Part(place, partial(self._paint_chip, place, row.chip))
        top += title.height() + gap
        for number, (line, line_px) in enumerate(zip(row.lines, lines_px, strict=True), 1):
            tone = "ink_muted" if number == len(row.lines) else "ink"
            yield self._text(QRect(room.left(), top, room.width(), line_px), line, "small", tone)
            top += line_px + gap
        if row.problem:
            yield self._icon(QRect(room.left(), top, px(ICON), small), "warning", "danger", ICON)
            wrapped.moveTop(top)
            flags = self._wrap(row.problem, "small", wrapped.width())
            yield Part(wrapped, partial(self._paint_text, wrapped, row.problem, "small", "danger", flags))

    def _text(self, area: QRect, text: str, role: str, colour: str) -> Part:
        """A text that is wrapped if its area has room for two lines; one that is cut has a tool tip."""
        metrics, shown, is_whole = self._metrics[role], text, True
        flags = int(Qt.AlignmentFlag.AlignVCenter)
        if metrics.horizontalAdvance(text) <= area.width():
            flags |= int(Qt.TextFlag.TextSingleLine)  # Qt cuts a text that is too long by a part of a pixel
        elif area.height() >= 2 * metrics.height():
            flags |= self._wrap(text, role, area.width())
            is_whole = self._wrapped_px(text, role, area.width()) <= area.height()
        else:
            shown, is_whole = metrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width()), False
        return Part(area, partial(self._paint_text, area, shown, role, colour, flags), "" if is_whole else text)

    def _text_px(self, text: str, role: str, width: int) -> int:
        """The height of a text that is wrapped at that width."""
        metrics = self._metrics[role]
        if metrics.horizontalAdvance(text) <= width:
            return metrics.height()
        return min(self._wrapped_px(text, role, width), MOST_LINES * metrics.lineSpacing())

    def _wrapped_px(self, text: str, role: str, width: int) -> int:
        wrapped = self._metrics[role].boundingRect(QRect(0, 0, width, 10_000), self._wrap(text, role, width), text)
        return wrapped.height()

    def _wrap(self, text: str, role: str, width: int) -> int:
        """The flag that breaks a text between words, or anywhere if a word is wider than a line."""
        is_wide = max(map(self._metrics[role].horizontalAdvance, text.split()), default=0) > width
        return int(Qt.TextFlag.TextWrapAnywhere if is_wide else Qt.TextFlag.TextWordWrap)

    def _icon(self, area: QRect, name: str, colour: str, ems: float, tool_tip: str = "") -> Part:
        return Part(area, partial(self._paint_icon, area, name, colour, ems), tool_tip)

    def _button(self, action: RowAction) -> Button:
        """The hidden button that paints the button of an action."""
        assert action.kind is not None
        key = action.kind, action.icon
        if key not in self._buttons:
            self._buttons[key] = Button(self._theme, "", action.icon, action.kind, self._view)
            self._buttons[key].hide()
        self._buttons[key].setText(action.text)
        self._buttons[key].ensurePolished()
        return self._buttons[key]

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        flag, flags = QStyle.StateFlag, option.state
        body, theme = self.body(index.row(), option.rect), self._theme
        selected, focused = bool(flags & flag.State_Selected), bool(flags & flag.State_HasFocus)
        focused = focused and self.shows_focus
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if body.top() > option.rect.top():
            self._paint_heading(painter, index.row(), body)
        if self._is_framed:
            self._paint_card(painter, index.row(), body)
        hovered = bool(flags & flag.State_MouseOver) and self._is_clickable
        self._paint_ground(painter, body, selected, focused, hovered)
        if not (selected or focused or self._is_first(index.row())):
            left = self._words_left(self._rows[index.row()], body)
            painter.fillRect(left, body.top(), body.right() - theme.px(DIVIDER_END) - left, 1, theme.ui.line)
        for part in self.parts(index.row(), option.rect):
            part.paint(painter)
        painter.restore()

    def _paint_heading(self, painter: QPainter, number: int, body: QRect) -> None:
        """The heading of a group, the number of its rows and the captions of the columns."""
        group, px, height = self._rows[number].group, self._theme.px, self._line_px["heading"]
        line = QRect(body.left(), body.top() - height - px(SPACE), body.width(), height)
        self._text(line, group, "heading", "ink").paint(painter)
        count = line.adjusted(self._metrics["heading"].horizontalAdvance(group) + px(SPACE), 0, 0, 0)
        rows = sum(row.group == group for row in self._rows)
        self._text(count, str(rows), "small", "ink_muted").paint(painter)
        right = line.right() + 1 - px(RIGHT) - px(ARROW) - px(SPACE)
        for place, _column, caption in self._cells([column.caption for column in self._columns], line, right):
            self._text(place, caption, "caption", "ink_muted").paint(painter)

    def _paint_card(self, painter: QPainter, number: int, body: QRect) -> None:
        """Paint this row's part of the card behind all rows of its group."""
        radius = self._theme.em * self._theme.tokens.radius.card
        card = inset(body, 0.5)
        is_last = number == len(self._rows) - 1 or self._is_first(number + 1)
        card.adjust(0, 0 if self._is_first(number) else -2 * radius, 0, 0 if is_last else 2 * radius)
        painter.save()
        painter.setClipRect(body)
        paint_card(painter, self._theme, card)
        painter.restore()

    def _paint_ground(self, painter: QPainter, body: QRect, selected: bool, focused: bool, hovered: bool) -> None:
        """Paint the focus ring, and the ground of a selected or hovered row."""
        theme, edge = self._theme, 1.0
        radius = theme.em * theme.tokens.radius.card
        if focused:
            width = theme.px(theme.tokens.control.focus_ring)
            painter.setPen(QPen(theme.ui.focus, width))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(inset(body, width / 2), radius, radius)
            edge = width + theme.px(theme.tokens.control.focus_gap)
        if selected or hovered:
            painter.setPen(QPen(theme.ui.accent, 2) if selected else Qt.PenStyle.NoPen)
            painter.setBrush(theme.ui.accent_soft if selected else theme.colour("hover"))
            painter.drawRoundedRect(inset(body, edge + 1), radius - edge, radius - edge)

    def _paint_text(self, area: QRect, text: str, role: str, colour: str, flags: int, painter: QPainter) -> None:
        painter.setFont(self._fonts[role])
        painter.setPen(self._theme.colour(colour))
        painter.drawText(area, flags, text)

    def _paint_icon(self, area: QRect, name: str, colour: str, ems: float, painter: QPainter) -> None:
        pixmap = self._theme.pixmap(name, ems, colour, self._view.devicePixelRatioF())
        size = pixmap.deviceIndependentSize().toSize()
        painter.drawPixmap(area.center() - QPoint(size.width() // 2, size.height() // 2), pixmap)

    def _paint_dots(self, area: QRect, key: str, painter: QPainter) -> None:
        if self.hovered == (key, MORE):
            radius = self._theme.em * self._theme.tokens.radius.control
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("hover"))
            painter.drawRoundedRect(area, radius, radius)
        self._paint_icon(area, "more", "ink_muted", self._theme.tokens.control.icon_toolbar, painter)

    def _paint_button(self, area: QRect, action: RowAction, row: ListRow, painter: QPainter) -> None:
        button, hovered = self._button(action), self.hovered == (row.key, action.name)
        button.setEnabled(not row.problem)
        button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, hovered)
        button.setDown(hovered and self.held == (row.key, action.name))
        self._paint_widget(area, button, painter)

    def _paint_chip(self, area: QRect, text: str, painter: QPainter) -> None:
        self._chip.setText(text)
        self._paint_widget(area, self._chip, painter)

    def _paint_preview(self, area: QRect, row: ListRow, painter: QPainter) -> None:
        assert row.game is not None
        if row.position is not None:
            self._position.show_whole(*scene_at(*row.position))
            self._position.resize(area.size())
            if (picture := self._position.drawn) is not None:
                painter.drawPixmap(area.topLeft(), picture)
            else:
                self._undrawn[row.key] = row.position
                self._draw_timer.start()
            return
        if row.game not in self._previews:
            self._previews[row.game] = self._preview_of(row.game)
            self._previews[row.game].hide()
        self._previews[row.game].setEnabled(not row.problem)
        self._paint_widget(area, self._previews[row.game], painter)

    def _draw_positions(self) -> None:
        """Draw pictures of seen positions for a moment. Painting the rows asks again for those that are missing."""
        px, end = self._theme.px, time.monotonic() + DRAW_S
        for position in self._undrawn.values():
            self._position.show_whole(*scene_at(*position))
            self._position.resize(px(PREVIEW[0]), px(PREVIEW[1]))
            self._position.draw()
            if time.monotonic() > end:
                break
        self._undrawn.clear()  # the others may have been scrolled out of sight
        self._view.viewport().update()

    def _paint_widget(self, area: QRect, widget: QWidget, painter: QPainter) -> None:
        """Paint a hidden widget through a pixmap, because QWidget.render ignores the origin of the painter."""
        widget.resize(area.size())
        picture = QPixmap(area.size() * self._view.devicePixelRatioF())
        picture.setDevicePixelRatio(self._view.devicePixelRatioF())
        picture.fill(Qt.GlobalColor.transparent)
        widget.render(picture, QPoint(), QRegion(), QWidget.RenderFlag.IgnoreMask)
        painter.drawPixmap(area.topLeft(), picture)


def _title_role(row: ListRow) -> str:
    return "strong" if row.game is None else "title"


def inset(area: QRect, by: float) -> QRectF:
    """The area without an edge."""
    return QRectF(area).adjusted(by, by, -by, -by)


def paint_card(painter: QPainter, theme: Theme, area: QRectF) -> None:
    """Paint the card behind the rows of a list."""
    radius = theme.em * theme.tokens.radius.card
    painter.setPen(QPen(theme.ui.line, 1))
    painter.setBrush(theme.ui.surface)
    painter.drawRoundedRect(area, radius, radius)
