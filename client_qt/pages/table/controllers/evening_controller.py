"""The earlier games of the two players at the shown table, for the score of the evening."""

from functools import partial

from PySide6.QtCore import QObject

from client_qt.net.session import ServerSession
from client_qt.table.change import Change
from client_qt.table.evening import own_results
from client_qt.table.local import LocalTable
from client_qt.table.model import Result, TableModel
from client_qt.table.remote import RemoteTable
from netgame.text import Text
from protocol.messages import History

MOST = 50  # earlier games in one request


class EveningController(QObject):
    """Asks the server of a table for its history of the two accounts; of games at this screen it keeps the results, by
    the names of the players."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._model: TableModel | None = None
        self._session: ServerSession | None = None
        self._asked: tuple[str, ...] = ()  # the accounts
        self._here: dict[str, tuple[tuple[str, str], tuple[Result, ...]]] = {}  # names and result, by key of a table

    def follow(self, model: TableModel | None, session: ServerSession | None) -> None:
        """Find the earlier games for that table; `session` is None for a table without a server."""
        if self._model is not None:
            self._model.changed.disconnect(self._changed)
        self._model, self._session, self._asked = model, session, ()
        if model is not None:
            model.changed.connect(self._changed)
            self._changed(Change.MATCH)

    def _changed(self, change: Change) -> None:
        model, session = self._model, self._session
        if model is None or model.match is None or not change & (Change.MATCH | Change.CONNECTION):
            return
        if isinstance(model, LocalTable):
            self._look_here(model)
        elif isinstance(model, RemoteTable) and session is not None and session.status == "online":
            accounts = tuple(seat.account if seat is not None else "" for seat in model.match.seats)
            if all(accounts) and accounts != self._asked:
                self._asked = accounts
                work = session.history(accounts[0], limit=MOST, other=accounts[1])
                session.request(work, partial(self._answered, model, accounts), partial(self._failed, accounts))

    def _answered(self, model: RemoteTable, accounts: tuple[str, ...], history: History) -> None:
        if model is self._model and accounts == self._asked:  # still the same table and players
            self._show(
                model,
                tuple(
                    _turned(Result(match.ended, match.winner), match.accounts != accounts)
                    for match in history.matches
                    if match.table != model.table and match.reason != "aborted" and {*match.accounts} == {*accounts}
                ),
            )

    def _failed(self, accounts: tuple[str, ...], _why: Text) -> None:
        """Ask again at the next change of the match or the connection."""
        if accounts == self._asked:
            self._asked = ()

    def _look_here(self, model: LocalTable) -> None:
        names = model.name_of(0), model.name_of(1)
        self._here[model.key] = names, own_results(model)
        others = [known for key, known in self._here.items() if key != model.key and {*known[0]} == {*names}]
        if names[0] != names[1]:
            self._show(model, tuple(_turned(result, pair != names) for pair, own in others for result in own))

    def _show(self, model: TableModel, results: tuple[Result, ...]) -> None:
        if model.results != results:
            model.results = results
            model.changed.emit(Change.RATINGS)


def _turned(result: Result, swapped: bool) -> Result:
    """Return a result for the players in the other order."""
    return Result(result.ended, 1 - result.winner) if swapped and result.winner is not None else result
