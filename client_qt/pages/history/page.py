"""The page of the matches that were played at a server."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from client_qt.pages.titled_page import TitledPage
from client_qt.text.clock_words import clock_words
from client_qt.text.computer_names import name_with_computer
from client_qt.text.locale_formats import day, local_time
from client_qt.text.plain import dotted
from client_qt.text.rules_text import game_title
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme
from client_qt.widgets.layouts import STRETCH, add_to
from client_qt.widgets.list_view import GameFilter, ListRow, ListView, RowAction
from netgame.games import GAMES
from netgame.text import fill
from protocol.messages import Finished


class HistoryPage(TitledPage):
    """A list that grows by `more`; another game begins it again."""

    game_chosen = Signal()
    more = Signal()
    replay = Signal(str)  # table
    save = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "history", tr("Played here"), parent)

    def _build(self) -> None:
        super()._build()
        self.games = GameFilter("history_game", self)
        self.games.activated.connect(self.game_chosen)
        self._header.add(self.games)
        self.view = ListView(self._theme, "history_list", tr("Played here"), self)
        self.view.triggered.connect(lambda row, name: (self.save if name == "save" else self.replay).emit(row.key))
        self._more = Button(self._theme, tr("More"), name="history_more", clicked=self._ask_more)
        add_to(self._body, self.view, (self._more, Qt.AlignmentFlag.AlignLeft), STRETCH)
        self.show_rows((), more=False)

    def begin(self, title: str) -> None:
        """Begin another list, of all games."""
        self._header.set_title(title)
        self.games.setCurrentIndex(0)
        self.wait()

    def wait(self) -> None:
        """Show that the server is asked."""
        self.show_rows((), more=False)
        self.show_note(tr("Asking the server ..."))

    def show_note(self, words: str) -> None:
        super().show_note(words)
        self._more.setEnabled(True)

    def show_rows(self, rows: Sequence[ListRow], more: bool) -> None:
        """Show all matches that are known, and whether there are more."""
        self.view.setVisible(bool(rows))
        self.view.show_rows(rows)
        self._more.setVisible(more)
        self.show_note("" if rows else tr("No match has been finished yet. The first one will be listed here."))

    def _ask_more(self) -> None:
        self._more.setEnabled(False)
        self.more.emit()


def finished_row(match: Finished) -> ListRow:
    """A finished match as a row."""
    first, second = map(name_with_computer, match.names, match.computers)
    names = {"game": game_title(match.game), "first": first, "second": second}
    ended, rated = day(local_time(match.ended)), tr("rated") if match.rated else ""
    return ListRow(
        match.table,
        fill(tr("{game}: {first} and {second}"), names),
        (dotted(_result(match), ended, rated, clock_words(match.clock)),),
        match.game,
        problem="" if match.game in GAMES else tr("A game that this version does not know."),
        actions=(RowAction("replay", tr("Replay")), RowAction("save", tr("Save"))),
    )


def _result(match: Finished) -> str:
    """The winner, and the reason unless the match was decided on the board."""
    if match.reason == "aborted":
        return tr("aborted")
    if match.winner is None:
        return tr("a draw")
    results = {
        "flag": tr("{name} wins on time"), "resigned": tr("{name} wins: the other side resigned"),
        "left": tr("{name} wins: the other side left"), "absent": tr("{name} wins: the other side was away"),
    }  # fmt: skip
    return fill(results.get(match.reason, tr("{name} wins")), {"name": match.names[match.winner]})
