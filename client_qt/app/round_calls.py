"""Calls the player to a tournament: an invitation, a game that begins, or one that has to get a time."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from client_qt.net.known_servers import KnownServers
from client_qt.net.session import ServerSession, SessionUpdate, TournamentChanged
from client_qt.net.tournaments import RemoteTournament
from client_qt.news import OFFER, News, NewsItem, NewsKey
from client_qt.table.model import TableModel
from client_qt.text.rules_text import game_title
from client_qt.text.tournament_words import when_words
from client_qt.text.translation import tr
from netgame.text import fill
from netgame.tournaments.events import Event, TimeAgreed
from netgame.tournaments.state import Board
from protocol.client import StatusChanged
from protocol.messages import TournamentInfo, Tournaments

RECENT_MS = 60_000  # games that began earlier are no news
FOLLOWED_STATES = ("open", "running", "paused")


class RoundCalls(QObject):
    """Follows the tournaments in which the player takes part, at every server."""

    tournament_opened = Signal(object, str)  # ServerSession and id
    tournament_entered = Signal(object, str)  # the player wants to take part: ServerSession and id

    def __init__(
        self, news: News, servers: KnownServers, is_shown: Callable[[TableModel | None], bool], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._news, self._servers, self._is_shown = news, servers, is_shown
        news.acts["time"] = news.acts["tournament"] = self._answered
        servers.updated.connect(self._updated)

    def show_invitations(self) -> None:
        """Ask about the open invitations at all servers, and withdraw the other ones."""
        for session in list(self._servers.sessions.values()):
            self._invite(session)

    def _updated(self, session: ServerSession, update: SessionUpdate) -> None:
        match update:
            case StatusChanged() if session.status == "online" and session.has_tournaments is None:
                session.follow_tournaments()
            case Tournaments(tournaments=tournaments):
                for info in tournaments:
                    if info.mine and info.state in FOLLOWED_STATES:
                        session.tournament(info.tournament)
                self._invite(session)
            case TournamentChanged(model=model, events=events):
                self._call(session, model, events)

    def _invite(self, session: ServerSession) -> None:
        """Ask about the invitations of a server, once its list is there and it is known whom the player blocks."""
        if not session.knows_relations or session.has_tournaments is None:
            return
        relations = session.relations
        invitations = [
            info
            for info in session.lobby.tournaments
            if info.invited and not info.mine and takes_entries(info)
            and info.director.account != session.account and relations.get(info.director.account) != "block"
        ]  # fmt: skip
        self._news.keep(session.fingerprint, "tournament", [info.tournament for info in invitations])
        for info in invitations:
            key = NewsKey(session.fingerprint, "tournament", info.tournament)
            if info.players >= info.places:
                if self._news.is_open(key):  # a "Not now" holds when a place is free again
                    self._news.withdraw(key)
                continue
            values = {"name": info.director.name, "game": game_title(info.game), "title": info.title}
            words = fill(tr("{name} invites you to a tournament of {game}: {title}."), values)
            answers = (("open", tr("Open the tournament")), ("enter", tr("Take part")))
            title, no = tr("An invitation"), tr("Not now")
            self._news.tell(NewsItem(key, words, answers, title, OFFER, "chat", info.tournament, no=no))

    def _call(self, session: ServerSession, model: RemoteTournament, events: Sequence[Event]) -> None:
        """Tell what the player has to do at their board, and withdraw what they had to do before."""
        place = model.state.board_of(session.account) if model.state is not None else None
        key, words, opens = NewsKey(session.fingerprint, ""), "", tr("Open the tournament")
        if model.state is not None and place is not None and place.board.paired.second is not None:
            (other,) = set(place.board.accounts) - {session.account}
            step, template, at = _step(place.board, other, events, session.time.now())
            key = NewsKey(session.fingerprint, "time", f"{model.id} {place.round} {place.index} {step}")
            if place.board.appointment is None:
                key, opens = NewsKey(session.fingerprint, "round", place.board.paired.table), tr("Open the game")
            values = {"title": model.state.created.title, "name": model.name_of(other), "when": when_words(at)}
            words = fill(template, values)
        for item in (*self._news.of(session.fingerprint, "time"), *self._news.of(session.fingerprint, "round")):
            if item.about == model.id and item.key != key:
                self._news.withdraw(item.key)
        if words and not self._is_shown(session.known_model(key.id)):
            self._news.tell(NewsItem(key, words, (("open", opens),), "", OFFER, "turn", model.id))

    def _answered(self, item: NewsItem, answer: str) -> None:
        session = self._servers.sessions.get(item.key.server)
        if session is not None and answer == "open":
            self.tournament_opened.emit(session, item.about)
        elif session is not None and answer == "enter":
            self.tournament_entered.emit(session, item.about)


def takes_entries(info: TournamentInfo) -> bool:
    """Tell whether players may enter a tournament, by its entry in the list."""
    is_late = info.format == "arena" or (info.format == "swiss" and info.round < info.rounds)
    return info.state in FOLLOWED_STATES and (not info.started_at or is_late)


def _step(board: Board, other: str, events: Sequence[Event], now: int) -> tuple[str, str, int]:
    """Return the name of what is to be done at a board, its sentence, and its time; no sentence if it is no news."""
    appointment = board.appointment
    if appointment is None:
        is_new = board.at > now - RECENT_MS
        return "", tr("{title}: your game against {name} begins.") if is_new else "", 0
    if appointment.agreed_at:
        is_new = any(isinstance(event, TimeAgreed) and event.by == other for event in events)
        words = tr("{title}: {name} has agreed to play on {when}.") if is_new else ""
        return f"agreed {appointment.agreed_at}", words, appointment.agreed_at
    if not appointment.proposed_at:
        return "agree", tr("{title}: agree with {name} on a time for your game."), 0
    words = tr("{title}: {name} proposes to play on {when}.") if appointment.proposed_by == other else ""
    return f"proposed {appointment.proposals}", words, appointment.proposed_at
