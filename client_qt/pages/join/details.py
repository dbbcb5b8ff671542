"""The details of one table, with the buttons to sit down and to watch."""

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLineEdit, QStackedWidget, QWidget

from client_qt.net.table_list import ListedTable
from client_qt.pages.setup.summary import LOW, PICTURE, PICTURE_LOW
from client_qt.pages.setup.summary import show_table as show_options
from client_qt.text.rules_text import game_title
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, hairline, label, restyle, show_text
from client_qt.widgets.labels import ElidedLabel
from client_qt.widgets.layouts import ExpandingScrollArea, column, page
from client_qt.widgets.tiles import game_scene
from netgame.games import GAMES
from netgame.text import fill
from protocol.messages import MAX_CODE


class TableDetails(QWidget):
    """The panel at the right of the Join page."""

    take = Signal(object, str)  # ListedTable, and the code where it needs one
    watch = Signal(object, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._entry: ListedTable | None = None
        self._asking = False  # whether a request for a seat or for watching runs
        page(self, "surface")
        self._scenes = QStackedWidget(self)
        self._scene_of = {key: game_scene(theme, key, 1.2, self._scenes) for key in GAMES}
        self._scene_of[""] = game_scene(theme, "", 1.2, self._scenes)
        for scene in self._scene_of.values():
            self._scenes.addWidget(scene)
        self._title, self._where = label("", "door", wrap=True), ElidedLabel("", "body", "muted")
        self._options = QWidget(self)
        self._option_rows = column(theme, self._options, gap="s")
        self._players = label("", "strong", wrap=True)
        self._line = hairline()
        self._error = label("", "strong", "danger", wrap=True, name="error")
        self.button = Button(
            theme, tr("Take the free seat"), "join", "primary", name="take_seat", clicked=self.ask_for_seat
        )
        restyle(self.button, extent="large")
        self.watch_button = Button(theme, tr("Watch"), "watch", name="watch_table", clicked=self.ask_to_watch)
        self.code = QLineEdit(self, maxLength=MAX_CODE, placeholderText=tr("The code of the table"))
        self.code.setObjectName("table_code")
        self.code.setAccessibleName(self.code.placeholderText())
        self.code.returnPressed.connect(self.ask_for_seat)
        self.code.textEdited.connect(lambda: self.show_error(""))
        body = column(theme, self, gap="m", margin="xl")
        body.addWidget(self._scenes)
        body.addWidget(self._title)
        body.addWidget(self._where)
        self._options_area = ExpandingScrollArea(self._options, self)
        body.addWidget(self._options_area, 1)
        body.addWidget(self._line)
        body.addWidget(self._players)
        body.addStretch(0)
        for widget in (self._error, self.code, self.button, self.watch_button):
            body.addWidget(widget)
        self.show_table(None)

    def set_whole(self, whole: bool) -> None:
        """Show all options, or scroll them."""
        self._options_area.set_whole(whole)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        low = self.height() < self._theme.px(LOW)
        self._scenes.setFixedHeight(self._theme.px(PICTURE_LOW if low else PICTURE))

    def show_table(self, entry: ListedTable | None) -> None:
        """Show a table, or that none is chosen."""
        before, self._entry = self._entry, entry
        for widget in (self._scenes, self._where, self._options, self._players, self._line, self.button):
            widget.setVisible(entry is not None)
        self.code.setVisible(entry is not None and entry.needs_code)
        self.watch_button.setVisible(entry is not None and entry.is_watchable)
        if entry is None:
            self._title.setText(tr("Choose a table"))
            self.show_error("")
            return
        if before is None or before.key != entry.key:
            self.code.clear()
            self.show_error("")
        self._scenes.setCurrentWidget(self._scene_of.get(entry.game, self._scene_of[""]))
        self._title.setText(entry.title or game_title(entry.game))
        where = {"game": game_title(entry.game), "server": entry.server.name}
        self._where.setText(fill(tr("{game}, at {server}"), where))
        if before is None or before.details() != entry.details():
            show_options(self._theme, self._option_rows, entry.details())
        self._show_seats(entry)

    def show_error(self, sentence: str) -> None:
        """Show an error."""
        show_text(self._error, sentence)

    def answer(self, sentence: str) -> None:
        """End the request; `sentence` is the error. Another request is possible now."""
        self.show_error(sentence)
        self._set_asking(False)

    def ask_for_seat(self) -> None:
        """Request the free seat, once."""
        if self._entry is not None and self._entry.is_free:
            self._ask(self._entry, self.take)

    def ask_to_watch(self) -> None:
        """Request to watch, once."""
        if self._entry is not None:
            self._ask(self._entry, self.watch)

    def _ask(self, entry: ListedTable, request: SignalInstance) -> None:
        """Emit a request unless one runs; ask for the code first where the table needs one."""
        code = self.code.text().strip()
        if entry.needs_code and not code:
            self.show_error(tr("This table asks for a code. Ask the player who opened it."))
            self.code.setFocus()
        elif not self._asking:
            self._set_asking(True)
            request.emit(entry, code)

    def _show_seats(self, entry: ListedTable) -> None:
        if entry.problem:
            self._players.setText(entry.problem)
            restyle(self._players, tone="danger")
        else:
            restyle(self._players, tone="ink")
            who = {"first": "", "second": "", **dict(zip(("first", "second"), entry.names, strict=False))}
            words = (
                tr("Both seats are free."),
                fill(tr("{first} is waiting."), who),
                fill(tr("{first} and {second} play here."), who),
            )
            self._players.setText(words[min(len(entry.names), 2)])
        self.button.setText(tr("Continue") if entry.mine else tr("Take the free seat"))
        self._show_possible(entry)
        if not entry.is_free and not entry.problem:
            self.button.setText(tr("Both seats are taken"))

    def _show_possible(self, entry: ListedTable) -> None:
        self.button.setEnabled(entry.is_free and not self._asking)
        self.watch_button.setEnabled(not self._asking)

    def _set_asking(self, asking: bool) -> None:
        self._asking = asking
        if self._entry is not None:
            self._show_possible(self._entry)
