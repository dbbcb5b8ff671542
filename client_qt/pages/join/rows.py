"""The rows of the Join page: one for each table, in groups."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from client_qt.net.table_list import Group, TableEntry
from client_qt.text.rules_text import tr
from client_qt.theme import Theme, card, label, restyle
from client_qt.widgets.labels import ElidedLabel, IconLabel, WrappedLabel
from client_qt.widgets.layouts import column, row
from client_qt.widgets.tiles import Tile, game_scene

PLAYERS, PING, VERSION, ARROW = 8.0, 5.0, 4.4, 1.6  # widths of columns, in em
PLAYERS_SMALL = 5.4  # em, where what is played needs the room
ROW_EDGE = 0.6  # em at the right end of a row
FRAME, FRAMES = 1, 4  # px of the line round all rows, and of those round one of them and all


class TableEntryRow(Tile):
    """One table: what it is, who plays, and why one cannot where one cannot."""

    taken = Signal()  # double click, or Enter where it is chosen: this one, at once

    def __init__(self, theme: Theme, opening: TableEntry, parent: QWidget | None = None) -> None:
        super().__init__("row", parent)
        self._theme = theme
        self._ruled = False
        self._small = self._chosen = False
        theme.scale(self.setMinimumHeight, 4.8)
        scene = game_scene(theme, opening.game, 0.5, self)
        theme.scale(scene.setFixedSize, 3.7, 3.5)
        self._scene = scene
        self._title = ElidedLabel("", "entry")
        self._what, self._why_not = ElidedLabel("", "small", "muted"), WrappedLabel("", "small", "danger")
        self._warning = IconLabel(theme, "warning", "danger", 1.2)
        self._players, self._ping, self._version = label("", "strong"), label(""), label("", "body", "muted")
        self._arrow = IconLabel(theme, "next", "line_strong", 1.4)
        self._lay_out()
        self.show_opening(opening)

    def show_opening(self, opening: TableEntry) -> None:
        """Show how the table is now."""
        self.opening = opening
        problem = opening.problem
        self._title.setText(opening.title or opening.game_title)
        self._what.setText(opening.what)
        self._why_not.setText(problem)  # whole: it says what to do
        self._what.setVisible(not problem)
        self._why_not.setVisible(bool(problem))
        restyle(self._title, tone="muted" if problem else "ink")
        self._warning.setVisible(bool(problem))
        self._scene.setEnabled(not problem)
        self._players.setText("" if problem else opening.players)
        self._ping.setText("" if problem else opening.ping)
        self._version.setText(opening.place.version)
        restyle(self._version, tone="danger" if opening.place.problem else "muted")
        self._arrow.setVisible(not problem)
        self._players.setVisible(not problem)
        self._ping.setVisible(not problem and not self._small)
        self.setAccessibleName(f"{opening.title}, {problem or opening.what}, {opening.players}")

    def choose(self, chosen: bool) -> None:
        self._chosen = chosen
        restyle(self, card="selected" if chosen else "row")
        self._arrow.set_icon("next", "accent" if chosen else "line_strong")

    def set_small(self, small: bool) -> None:
        self._small = small
        self._players.setFixedWidth(self._theme.px(PLAYERS_SMALL if small else PLAYERS))
        self._version.setVisible(not small)
        self._ping.setVisible(not small and not self.opening.problem)

    def set_ruled(self, ruled: bool) -> None:
        """A line at the top, between this row and the one before."""
        self._ruled = ruled
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._ruled and not self._chosen:
            left, end = self._title.geometry().left(), self.width() - self._theme.px(1.1)
            QPainter(self).fillRect(left, 0, end - left, 1, self._theme.ui.line)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._chosen and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.taken.emit()
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.taken.emit()

    def _lay_out(self) -> None:
        theme = self._theme
        what = row(theme, gap="xs")
        what.addWidget(self._warning)
        what.addWidget(self._what, 1)
        what.addWidget(self._why_not, 1)
        words = column(theme, gap="xs")
        words.addStretch(1)
        words.addWidget(self._title)
        words.addLayout(what)
        words.addStretch(1)
        inside = row(theme, self, gap="m", margin=(0.94, 0.54, ROW_EDGE + 0.14, 0.54))
        inside.addWidget(self._scene)
        inside.addLayout(words, 1)
        for widget, width in ((self._players, PLAYERS), (self._ping, PING), (self._version, VERSION)):
            theme.scale(widget.setFixedWidth, width)
            inside.addWidget(widget)
        arrow = QWidget(self)
        theme.scale(arrow.setFixedWidth, ARROW)
        row(theme, arrow).addWidget(self._arrow)
        inside.addWidget(arrow)


class TableEntryGroup(QWidget):
    """A heading and the rows under it; hidden while it has none, unless it says why."""

    chosen = Signal(object)  # Opening
    taken = Signal(object)

    def __init__(self, theme: Theme, group: Group, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.group = group
        self._rows: dict[tuple[str, str], TableEntryRow] = {}
        self._note = label("", "small", "muted")
        self._captions = [label(words, "caption", "muted") for words in (tr("Players"), tr("Ping"), tr("Version"))]
        head = row(theme, gap="m")  # as in the rows, so that a caption stands over its column
        theme.scale(head.setContentsMargins, 0, 0, ROW_EDGE + FRAMES / theme.em, 0)
        words = row(theme, gap="s")
        words.addWidget(label(title, "name"))
        words.addWidget(self._note, 1)
        head.addLayout(words, 1)
        for caption, width in zip(self._captions, (PLAYERS, PING, VERSION), strict=True):
            theme.scale(caption.setFixedWidth, width)
            head.addWidget(caption)
        no_arrow = QWidget(self)
        theme.scale(no_arrow.setFixedWidth, ARROW)
        head.addWidget(no_arrow)
        frame = card("surface")
        self._list = QVBoxLayout(frame)
        self._list.setSpacing(0)
        self._list.setContentsMargins(FRAME, FRAME, FRAME, FRAME)
        whole = column(theme, self, gap="s")
        whole.addLayout(head)
        whole.addWidget(frame)

    def show_openings(self, openings: Sequence[TableEntry], chosen: tuple[str, str] | None) -> None:
        """Show these tables; rows that stay keep their place, their focus and the hand that is over them."""
        wanted = [opening for opening in openings if opening.place.group == self.group]
        if [opening.key for opening in wanted] != list(self._rows):
            self._rebuild(wanted)
        for opening in wanted:
            widget = self._rows[opening.key]
            widget.show_opening(opening)
            widget.choose(opening.key == chosen)
        count = len(wanted)
        self._note.setText(tr("%n table(s)", count))
        self.setVisible(bool(wanted))

    def set_small(self, small: bool) -> None:
        self._captions[0].setFixedWidth(self._theme.px(PLAYERS_SMALL if small else PLAYERS))
        for caption in self._captions[1:]:
            caption.setVisible(not small)
        for widget in self._rows.values():
            widget.set_small(small)

    def first_row(self) -> TableEntryRow | None:
        return next(iter(self._rows.values()), None)

    def _rebuild(self, openings: Sequence[TableEntry]) -> None:
        kept = {opening.key: self._rows.pop(opening.key, None) for opening in openings}
        for widget in self._rows.values():
            self._list.removeWidget(widget)
            widget.hide()  # else it might yet be shown, as a window of its own
            widget.setParent(None)
            widget.deleteLater()
        self._rows = {}
        for place, opening in enumerate(openings):
            widget = kept[opening.key] or self._new_row(opening)
            self._list.removeWidget(widget)
            self._list.insertWidget(place, widget)
            widget.set_ruled(place > 0)
            self._rows[opening.key] = widget

    def _new_row(self, opening: TableEntry) -> TableEntryRow:
        widget = TableEntryRow(self._theme, opening, self)
        widget.setObjectName(f"opening_{opening.table}")
        widget.clicked.connect(self._row_clicked)
        widget.taken.connect(self._row_taken)
        widget.set_small(self._captions[1].isHidden())
        return widget

    def _row_clicked(self) -> None:
        widget = self.sender()
        if isinstance(widget, TableEntryRow):
            self.chosen.emit(widget.opening)

    def _row_taken(self) -> None:
        widget = self.sender()
        if isinstance(widget, TableEntryRow):
            self.taken.emit(widget.opening)
