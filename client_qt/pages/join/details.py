"""The details of one table, with the buttons to sit down and to watch."""

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QWidget

from client_qt.net.table_list import ListedTable
from client_qt.pages.game_panel import GamePanel
from client_qt.text.rules_text import game_title
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, hairline, label, restyle
from client_qt.widgets.fields import line_edit
from client_qt.widgets.labels import ElidedLabel
from client_qt.widgets.layouts import add_to
from netgame.text import fill
from protocol.messages import MAX_CODE


class TableDetails(GamePanel):
    """The panel at the right of the Join page."""

    take = Signal(object, str)  # ListedTable, and the code where it needs one
    watch = Signal(object, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "tile", parent)
        self._entry: ListedTable | None = None
        self._asking = False  # whether a request for a seat or for watching runs
        self._where = ElidedLabel("", "body", "muted")
        self._players = label("", "strong", wrap=True)
        self._line = hairline()
        self.button = Button(
            theme, tr("Take the free seat"), "join", "primary", name="take_seat", clicked=self.ask_for_seat
        )
        restyle(self.button, extent="large")
        self.watch_button = Button(theme, tr("Watch"), "watch", name="watch_table", clicked=self.ask_to_watch)
        words = tr("The code of the table")
        self.code = line_edit("table_code", words, MAX_CODE, self, words)
        self.code.returnPressed.connect(self.ask_for_seat)
        self.code.textEdited.connect(lambda: self.show_error(""))
        add_to(self.body, self._where, (self.area, 1), self._line, self._players)
        add_to(self.body, self.error, self.code, self.button, self.watch_button)
        self.show_table(None)

    def show_table(self, entry: ListedTable | None) -> None:
        """Show a table, or that none is chosen."""
        before, self._entry = self._entry, entry
        for widget in (self.pictures, self._where, self.options, self._players, self._line, self.button):
            widget.setVisible(entry is not None)
        self.code.setVisible(entry is not None and entry.needs_code)
        self.watch_button.setVisible(entry is not None and entry.is_watchable)
        if entry is None:
            self.title.setText(tr("Choose a table"))
            self.show_error("")
            return
        if before is None or before.key != entry.key:
            self.code.clear()
            self.show_error("")
        self.show_game(entry.game)
        self.title.setText(entry.title or game_title(entry.game))
        where = {"game": game_title(entry.game), "server": entry.server.name}
        self._where.setText(fill(tr("{game}, at {server}"), where))
        if before is None or before.details() != entry.details():
            self.show_rows(entry.details())
        self._show_seats(entry)

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
