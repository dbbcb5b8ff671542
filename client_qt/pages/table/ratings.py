"""How strong the players of the shown table are: asked of its server once for each player that sits down."""

from functools import partial

from PySide6.QtCore import QObject

from client_qt.net.session import ServerSession
from client_qt.pages.profile.page import rating_change, rating_words
from client_qt.table.model import TableModel
from netgame.match.events import Player
from netgame.match.state import Match
from netgame.text import Text
from protocol.messages import Profile

Key = tuple[str, str]  # account, game


class Ratings(QObject):
    """Puts ratings on one table at a time. A server that does not answer leaves the names without them."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model: TableModel | None = None
        self._session: ServerSession | None = None
        self._asked: dict[Player, Key] = {}

    def follow(self, model: TableModel | None, session: ServerSession | None) -> None:
        """That table is shown now, or none; `link` is None for one that is at no server."""
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
        if model.match.ended is not None and model.match.ended.ratings is not None:
            first, second = model.match.ended.ratings
            self._show(model, (rating_change(first), rating_change(second)))
            return
        for player in (0, 1):
            self._ask(session, model, model.match, player)

    def _ask(self, session: ServerSession, model: TableModel, match: Match, player: Player) -> None:
        seated = match.seats[player]
        wanted = (seated.account if seated is not None else "", match.game.key)
        if self._asked.get(player) == wanted:
            return
        self._asked[player] = wanted
        self._show_of(model, player, "")
        if wanted[0]:
            session.profile(wanted[0], partial(self._told, model, player, wanted), _no_matter)

    def _told(self, model: TableModel, player: Player, wanted: Key, profile: Profile) -> None:
        if model is not self._model or self._asked.get(player) != wanted:
            return  # another table is shown, or somebody else sits there
        words = [rating_words(standing) for standing in profile.standings if standing.game == wanted[1]]
        self._show_of(model, player, words[0] if words else "")

    def _show_of(self, model: TableModel, player: Player, words: str) -> None:
        first, second = model.ratings
        self._show(model, (first, words) if player else (words, second))

    def _show(self, model: TableModel, ratings: tuple[str, str]) -> None:
        if model.ratings != ratings:
            model.ratings = ratings
            model.changed.emit()


def _no_matter(_why: Text) -> None:
    """A table is shown without ratings as well."""
