"""The page of ratings: the best players of a game, and the own place."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from client_qt.pages.titled_page import TitledPage
from client_qt.text.rules_text import game_title
from client_qt.text.translation import tr
from client_qt.theme import Theme
from client_qt.widgets.fields import ChoiceBox
from client_qt.widgets.layouts import STRETCH, add_to
from client_qt.widgets.list_view import ListColumn, ListRow, ListView, RowAction
from netgame.games import GAMES
from netgame.text import fill
from protocol.messages import Ladder, LadderEntry


class RatingsPage(TitledPage):
    """Shows the ladder of one game."""

    game_chosen = Signal()
    profile = Signal(str)  # account

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "ratings", tr("Ratings"), parent)

    def _build(self) -> None:
        super()._build()
        self.games = ChoiceBox("ratings_game", {key: game.title for key, game in GAMES.items()}, self)
        self.games.setAccessibleName(tr("Which game"))
        self.games.edited.connect(self.game_chosen)
        self._header.add(self.games)
        columns = (ListColumn(tr("Rating"), 6.0, 6.0, "strong"),)
        self.view = ListView(self._theme, "ratings_list", tr("Ratings"), self, columns=columns, clickable=True)
        self.view.triggered.connect(lambda row, _action: self.profile.emit(row.item))
        add_to(self._body, self.view, STRETCH)

    def wait(self) -> None:
        """Show that the server is asked."""
        self.view.hide()
        self.show_note(tr("Asking the server ..."))

    def show_ladder(self, ladder: Ladder, account: str) -> None:
        """Show the first players, and where this one is."""
        title = game_title(ladder.game)
        rows = [_row(entry, account, title) for entry in ladder.entries]
        self.view.setVisible(bool(rows))
        self.view.show_rows(rows)
        words: dict[str, str | int] = {"game": title, "count": ladder.count}
        if not rows:
            note = tr("Nobody has a certain rating in {game} yet. It takes about ten rated matches.")
        elif ladder.own is not None:
            words["place"] = ladder.own.place
            note = tr("You have place {place} of {count} in {game}.")
        else:
            note = tr("{count} players have a certain rating in {game}. Yours is not certain yet, or you have none.")
        self.show_note(fill(note, words))


def _row(entry: LadderEntry, account: str, title: str) -> ListRow:
    own = entry.account == account
    return ListRow(
        entry.account,
        f"{entry.place}. {entry.name}" + (" " + tr("(you)") if own else ""),
        tone="accent" if own else "ink",
        columns=(str(round(entry.rating / 100)),),
        actions=(RowAction("profile", tr("Show the profile"), None),),
        end="next",
        group=title,
        item=entry.account,
    )
