"""Calls the player when a game of a tournament begins."""

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import QObject, Signal

from client_qt.app.main_window import MainWindow, closing
from client_qt.net.known_servers import KnownServers
from client_qt.net.session import ServerSession, SessionUpdate, TournamentChanged
from client_qt.net.tournaments import RemoteTournament
from client_qt.table.remote import RemoteTable
from client_qt.text.translation import tr
from netgame.text import fill
from netgame.tournaments.events import Event, Paired, PairedByHand, Replayed, RoundPaired
from protocol.client import StatusChanged
from protocol.messages import Tournaments

RECENT_MS = 60_000  # older events are no news
FOLLOWED_STATES = ("open", "running", "paused")


class RoundCalls(QObject):
    """Follows the tournaments in which the player takes part, at every server."""

    called = Signal(str, object)  # the sentence, and what opens the game

    def __init__(
        self, window: MainWindow, servers: KnownServers, opened: Callable[[RemoteTable], object], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._window, self._opened = window, opened
        self._called: set[str] = set()  # tables
        self._asked: dict[RemoteTournament, tuple[str, str]] = {}  # the table and the text of the news that is shown
        servers.updated.connect(self._updated)
        window.page_changed.connect(self._withdraw_opened)

    def _updated(self, session: ServerSession, update: SessionUpdate) -> None:
        match update:
            case StatusChanged() if session.status == "online" and session.has_tournaments is None:
                session.follow_tournaments()
            case Tournaments(tournaments=tournaments):
                for info in tournaments:
                    if info.mine and info.state in FOLLOWED_STATES:
                        session.tournament(info.tournament)
            case TournamentChanged(model=model, events=events):
                self._withdraw_finished(session, model)
                for event in events:
                    if event.at > session.time.now() - RECENT_MS:
                        self._note_boards(session, model, event)

    def _note_boards(self, session: ServerSession, model: RemoteTournament, event: Event) -> None:
        for board in _boards(event):
            accounts = (board.first, board.second)
            is_shown = self._window.page == "table" and self._window.table.model is session.known_model(board.table)
            if session.account in accounts and board.table and board.table not in self._called and not is_shown:
                self._called.add(board.table)
                other = next(account for account in accounts if account != session.account)
                self._call(session, model, board.table, model.name_of(other or ""))

    def _call(self, session: ServerSession, model: RemoteTournament, table: str, opponent: str) -> None:
        title = model.state.created.title if model.state is not None else ""
        words = fill(tr("{title}: your game against {name} begins."), {"title": title, "name": opponent})
        banner = self._window.banner
        self._withdraw(model)
        self._asked[model] = table, words
        opens = partial(self._open, session, table)
        play = closing(banner, tr("Open the game"), opens)
        banner.ask(words, "turn", (closing(banner, tr("Close"), lambda: None), play))
        self.called.emit(words, opens)

    def _withdraw(self, model: RemoteTournament) -> None:
        """Withdraw the news of an earlier game."""
        if model in self._asked:
            self._window.banner.withdraw(self._asked.pop(model)[1])

    def _withdraw_finished(self, session: ServerSession, model: RemoteTournament) -> None:
        place = model.state.board_of(session.account) if model.state is not None else None
        if model in self._asked and (place is None or place.board.paired.table != self._asked[model][0]):
            self._withdraw(model)

    def _withdraw_opened(self) -> None:
        shown = self._window.table.model if self._window.page == "table" else None
        for model, (table, _words) in list(self._asked.items()):
            if isinstance(shown, RemoteTable) and shown.table == table:
                self._withdraw(model)

    def _open(self, session: ServerSession, table: str) -> None:
        self._opened(session.model(table))


def _boards(event: Event) -> Iterable[Paired]:
    match event:
        case RoundPaired(boards=boards) | PairedByHand(boards=boards):
            return boards
        case Replayed(game=game):
            return (game,)
    return ()
