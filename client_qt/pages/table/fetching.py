"""The page of a table whose match is not here yet: the server it is at, since when, and why it is not reached."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QDateTime, QLocale, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from client_qt.feedback.screen_reader import announce
from client_qt.table.remote import RemoteTable
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, card, label, show_text
from client_qt.widgets.layouts import STRETCH, add_to, column, page, row, scrolled
from netgame.text import fill

WIDTH = 34.0  # em
TICK_MS = 500  # the text counts down to the next attempt to connect


@dataclass(frozen=True)
class FetchedTable:
    """The known facts about a table before its events are here. `is_kept`: it is in the list of unfinished games."""

    title: str = ""
    server: str = ""
    addresses: Sequence[str] = ()
    is_kept: bool = False


class FetchingView(QWidget):
    retry = Signal()  # connect again now
    remove = Signal()  # take the game out of the list of unfinished games
    home = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("fetching")
        page(self)
        self._model: RemoteTable | None = None
        self._table = FetchedTable()
        self._title = label("", "heading", wrap=True)
        self._state = label("", "body", wrap=True)
        self._addresses = label("", "small", "muted", wrap=True)
        self._reason = label("", "body", "danger", wrap=True)
        self._next = label("", "small", "muted", wrap=True)
        for name, part in (
            ("title", self._title), ("state", self._state), ("addresses", self._addresses), ("reason", self._reason),
            ("next", self._next),
        ):  # fmt: skip
            part.setObjectName(f"fetching_{name}")
        home = Button(theme, tr("Home"), "home", name="fetching_home", clicked=self.home)
        self._remove = Button(theme, tr("Remove"), "cancel", name="fetching_remove", clicked=self.remove)
        self._remove.setToolTip(tr("Take the game out of the list at Home. It stays at the server."))
        self._retry = Button(theme, tr("Try again"), None, "primary", name="fetching_retry", clicked=self.retry)
        buttons = add_to(row(theme, gap="s"), home, self._remove, STRETCH, self._retry)
        framed = card("raised", self)
        theme.scale(framed.setMaximumWidth, WIDTH)
        words = self._title, self._state, self._addresses, self._reason, self._next
        add_to(column(theme, framed, gap="m", margin="m"), *words, buttons)
        middle = add_to(row(theme), STRETCH, (framed, 100), STRETCH)
        inner = QWidget(self)
        column(theme, self).addWidget(scrolled(inner, self))
        add_to(column(theme, inner, margin="s"), STRETCH, middle, 2 * STRETCH)
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._count_down)

    def show_table(self, table: FetchedTable) -> None:
        """Show what is known about the table."""
        self._table = table
        self.refresh()

    def set_model(self, model: RemoteTable | None) -> None:
        self._model, self._table = model, FetchedTable()
        self.refresh()

    def refresh(self) -> None:
        """Show the state of the connection."""
        model, table = self._model, self._table
        if model is None:
            return
        online, before = model.status == "online", self.words
        words = {"server": table.server or tr("the server"), "time": _since(model)}
        show_text(self._title, table.title or tr("A table"))
        show_text(
            self._state,
            fill(tr("Fetching the game from {server} ..."), words)
            if online
            else fill(tr("No connection to {server}. Trying since {time}."), words),
        )
        show_text(self._addresses, "" if online else ", ".join(table.addresses))
        show_text(self._reason, translate(model.error) if model.error is not None and not online else "")
        self._retry.setVisible(not online)
        self._remove.setVisible(table.is_kept)
        self._count_down()
        if self.isVisible() and self.words != before:
            announce(self, self.words)

    @property
    def words(self) -> str:
        """The text of the page, without the time to the next attempt."""
        parts = (self._title.text() and f"{self._title.text()}.", self._state.text(), self._reason.text())
        return " ".join(filter(None, parts))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._timer.start()
        announce(self, self.words)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()

    def _count_down(self) -> None:
        left = self._model.retry_in() if self._model is not None else None
        is_soon = left is not None and left >= 1
        show_text(self._next, fill(tr("Next try in {seconds} s."), {"seconds": round(left or 0)}) if is_soon else "")


def _since(model: RemoteTable) -> str:
    """Return the time of day at which the connection was lost, or first tried."""
    begun = QDateTime.currentDateTime().addMSecs(-model.lost.ms)
    return QLocale().toString(begun.time(), QLocale.FormatType.ShortFormat)
