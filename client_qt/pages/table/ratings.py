"""The ratings of the players at the shown table."""

from functools import partial

from PySide6.QtCore import QObject

from client_qt.net.session import ServerSession
from client_qt.pages.profile.page import rating_change, rating_words
from client_qt.table.model import TableModel
from netgame.match.events import Player
from protocol.messages import Profile

Key = tuple[str, str]  # account, game


class Ratings(QObject):
    """Asks the server once for each player that sits down. Without an answer the names have no ratings."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model: TableModel | None = None
        self._session: ServerSession | None = None
        self._asked: dict[Player, Key] = {}

    def follow(self, model: TableModel | None, session: ServerSession | None) -> None:
        """Show the ratings of that table; `session` is None for a table without a server."""
        if self._model is not None:
            self._model.changed.disconnect(self._changed)
        self._model, self._session, self._asked = model, session, {}
        if model is not None:
            model.changed.connect(self._changed)
            self._changed()

    def _changed(self) -> None:
        model, session = self._model, self._session
        if model is None or session is None or model.match is None or session.status != "online":
            return
        match = model.match
        if match.ended is not None and match.ended.ratings is not None:
            first, second = match.ended.ratings
            self._show(model, (rating_change(first), rating_change(second)))
            return
        players: tuple[Player, Player] = (0, 1)
        for player in players:
            seated = match.seats[player]
            wanted = (seated.account if seated is not None else "", match.game.key)
            if self._asked.get(player) != wanted:
                self._asked[player] = wanted
                self._show_one(model, player, "")
                if wanted[0]:
                    session.profile(wanted[0], partial(self._answered, model, player, wanted), lambda _why: None)

    def _answered(self, model: TableModel, player: Player, wanted: Key, profile: Profile) -> None:
        if model is self._model and self._asked.get(player) == wanted:  # still the same table and player
            ratings = (rating_words(standing) for standing in profile.standings if standing.game == wanted[1])
            self._show_one(model, player, next(ratings, ""))

    def _show_one(self, model: TableModel, player: Player, words: str) -> None:
        first, second = model.ratings
        self._show(model, (first, words) if player else (words, second))

    def _show(self, model: TableModel, ratings: tuple[str, str]) -> None:
        if model.ratings != ratings:
            model.ratings = ratings
            model.changed.emit()
