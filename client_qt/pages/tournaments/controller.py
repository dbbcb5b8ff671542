"""Shows one tournament, and sends what its players and its director want."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from client_qt.dialogs.question import Answer
from client_qt.net.known_servers import KnownServers
from client_qt.net.session import ServerSession, SessionUpdate, TournamentChanged
from client_qt.net.tournaments import RemoteTournament
from client_qt.pages.history.controller import review_of
from client_qt.pages.navigation import Navigation
from client_qt.pages.tournaments.page import TournamentPage
from client_qt.pages.tournaments.pair_dialog import PairDialog
from client_qt.pages.tournaments.view import (
    BoardItem,
    Viewer,
    cross_table,
    log_rows,
    places_of,
    round_rows,
    standing_columns,
    standing_rows,
    state_line,
    terms_line,
    tie_break_words,
)
from client_qt.table.remote import RemoteTable
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from netgame.games import GAMES
from netgame.match.decide import Refused
from netgame.text import fill
from netgame.tournaments import commands
from netgame.tournaments.commands import Command
from netgame.tournaments.decide import Actor, decide
from netgame.tournaments.due import next_round_at
from netgame.tournaments.state import Tournament
from protocol import messages as m
from protocol.client import StatusChanged

TICK_MS = 1000
ORDERS: Mapping[str, tuple[Command, type[m.TournamentOrder]]] = {
    "enter": (commands.Enter(), m.EnterTournament), "withdraw": (commands.Withdraw(), m.LeaveTournament),
    "start": (commands.Start(), m.StartTournament), "pause": (commands.Pause(), m.PauseTournament),
    "resume": (commands.Resume(), m.ResumeTournament), "finish": (commands.Finish(), m.FinishTournament),
    "cancel": (commands.Cancel(), m.CancelTournament),
}  # fmt: skip


class TournamentController(QObject):
    """Follows the shown tournament."""

    opened = Signal(object)  # TableModel
    replayed = Signal(object)  # ReviewTable
    profile = Signal(str)  # account

    def __init__(self, navigation: Navigation, page: TournamentPage, servers: KnownServers) -> None:
        super().__init__(page)
        self._navigation, self._page, self._servers = navigation, page, servers
        self._session: ServerSession | None = None
        self._model: RemoteTournament | None = None
        ticker = QTimer(self, interval=TICK_MS)
        ticker.timeout.connect(self._show_state)
        ticker.start()
        self._refresh_timer = QTimer(self, interval=0, singleShot=True)  # once for all events of a moment
        self._refresh_timer.timeout.connect(self._refresh)
        page.ordered.connect(self._order)
        page.play.connect(self._play)
        page.chosen.connect(self._choose)
        page.player_chosen.connect(self._choose_player)
        page.invite.connect(lambda account: self._send(m.InviteToTournament, account=account))
        page.tab_changed.connect(self._show_tab)
        servers.updated.connect(self._updated)
        servers.replaced.connect(self._replaced)
        navigation.page_changed.connect(self._refresh)

    def show(self, session: ServerSession, tournament: str, title: str = "") -> None:
        """Show a tournament of a server."""
        before = self._model
        if before is not None and before.id != tournament and self._session is not None and not self._plays(before):
            self._session.forget_tournament(before.id)
        self._session, self._model = session, session.tournament(tournament)
        self._page.begin(title or tr("Tournament"))
        self._navigation.show_page("tournament", title or tr("Tournament"))
        self._refresh()

    @property
    def shown(self) -> tuple[ServerSession, RemoteTournament] | None:
        """The shown tournament and its server."""
        return (self._session, self._model) if self._session is not None and self._model is not None else None

    @property
    def state(self) -> Tournament | None:
        """The shown tournament; None until its events are here."""
        return self._model.state if self._model is not None else None

    def _plays(self, model: RemoteTournament) -> bool:
        assert self._session is not None
        return model.state is not None and model.state.phase != "over" and self._session.account in model.state.players

    def _updated(self, session: ServerSession, update: SessionUpdate) -> None:
        is_news = isinstance(update, TournamentChanged) and update.model is self._model
        if session is self._session and (is_news or isinstance(update, StatusChanged)):
            self._refresh_timer.start()
        elif session is self._session and isinstance(update, m.People):
            self._show_people()

    def _replaced(self, old: ServerSession, session: ServerSession | None) -> None:
        if old is self._session and self._model is not None:
            self._session = session
            self._model = session.tournament(self._model.id) if session is not None else None

    # ---- what is shown

    def _viewer(self, session: ServerSession, model: RemoteTournament) -> Viewer:
        directs = model.state is not None and model.state.phase != "over" and self._may_direct(session, model.state)
        return Viewer(session.account, directs, model.name_of)

    @staticmethod
    def _may_direct(session: ServerSession, t: Tournament) -> bool:
        return t.director == session.account or session.user.moderator

    def _refresh(self) -> None:
        session, model, page = self._session, self._model, self._page
        if session is None or model is None or self._navigation.page != "tournament":
            return
        page.show_note(translate(model.reason) if model.reason is not None else "")
        t = model.state
        if t is None:
            return
        viewer = self._viewer(session, model)
        page.show_title(t.created.title)
        actor, now = Actor(session.account, session.user.moderator), session.time.now()
        orders = tuple(
            name
            for name, (command, _message) in ORDERS.items()
            if (name in ("enter", "withdraw") or viewer.directs)
            and not isinstance(decide(t, command, actor, now, GAMES), Refused)
        )
        if viewer.directs and t.phase == "running" and t.rounds and not t.is_arena:
            orders = (*orders, "pair")
        place = t.board_of(session.account)
        page.show_orders(orders, play=place is not None and bool(place.board.paired.table), directs=viewer.directs)
        page.show_saving(("html", "json", "records") if t.rounds else ("html", "json"))
        self._show_people()
        self._show_state()
        self._show_tab()

    def _show_people(self) -> None:
        """Offer the people for an invitation who are online and do not take part yet."""
        session, t = self._session, self.state
        if session is not None and t is not None and self._navigation.page == "tournament":
            known = t.invited | set(t.active)
            people = [(who.account, who.name) for who in session.lobby.people if who.account not in known]
            self._page.show_people(people)

    def _show_state(self) -> None:
        """Show what comes next, with the time until then."""
        session, t = self._session, self.state
        if session is None or t is None or self._model is None or self._navigation.page != "tournament":
            return
        now = session.time.now()
        round_at = None
        if t.phase == "running" and not t.is_arena and t.rounds and next(t.open_boards, None) is None:
            round_at = next_round_at(t)
        self._page.show_state(state_line(t, self._viewer(session, self._model), now, round_at), terms_line(t))

    def _show_tab(self) -> None:
        if self._session is not None and self._model is not None and self._model.state is not None:
            show_tab(self._page, self._model, self._model.state, self._viewer(self._session, self._model))

    # ---- what is wanted

    def _order(self, name: str) -> None:
        if name == "pair":
            self._ask_pairing()
            return
        send = partial(self._send, ORDERS[name][1])
        t = self.state
        if name == "withdraw" and t is not None and t.phase == "running":
            words = [tr("You are not paired any more. A game that is not over is lost.")]
            self._ask(tr("Withdraw from the tournament?"), words, tr("Withdraw"), send)
        elif name == "finish":
            words = [tr("The tournament ends with the standings as they are now. This cannot be undone.")]
            self._ask(tr("End the tournament?"), words, tr("End it"), send)
        elif name == "cancel":
            words = [tr("The tournament ends without a winner. Games go on. This cannot be undone.")]
            self._ask(tr("Cancel the tournament?"), words, tr("Cancel the tournament"), send)
        else:
            send()

    def _play(self) -> None:
        session, t = self._session, self.state
        place = t.board_of(session.account) if session is not None and t is not None else None
        if session is not None and place is not None:
            self.opened.emit(session.model(place.board.paired.table))

    def _choose(self, item: BoardItem, action: str) -> None:
        if action == "open":
            self._open(item)
        elif action == "again":
            send = partial(self._send, m.ReplayGame, round=item.round, board=item.board)
            words = [tr("The players get another table, and the result so far does not count.")]
            self._ask(tr("Play this game again?"), words, tr("Play again"), send)
        else:
            _result, first, second = action.split()
            points = int(first), int(second)
            self._send(m.CorrectResult, round=item.round, board=item.board, points=points)

    def _choose_player(self, account: str, action: str) -> None:
        if self._model is None:
            return
        name = {"name": self._model.name_of(account)}
        if action == "profile":
            self.profile.emit(account)
        elif action == "remove":
            words = [tr("This player is not paired any more, and may enter again only by an invitation.")]
            send = partial(self._send, m.RemoveFromTournament, account=account)
            self._ask(fill(tr("Remove {name} from the tournament?"), name), words, tr("Remove"), send)
        else:
            words = [tr("After that you cannot direct this tournament any more.")]
            send = partial(self._send, m.DirectTournament, account=account)
            self._ask(fill(tr("Let {name} direct the tournament?"), name), words, tr("Hand it over"), send)

    def _ask_pairing(self) -> None:
        t, model = self.state, self._model
        if t is None or model is None:
            return
        dialog = PairDialog(self._navigation.theme, t, model.name_of, self._page.window())

        def paired(pairings: list[tuple[str, str | None]]) -> None:
            dialog.accept()
            self._send(m.PairByHand, round=len(t.rounds), pairings=pairings)

        dialog.submitted.connect(paired)
        dialog.open()

    def _ask(self, title: str, words: list[str], button: str, then: Callable[[], object]) -> None:
        self._navigation.ask(title, words, [Answer(button, "danger", then, "go_on")])

    def _send(self, kind: type[m.TournamentOrder], **fields: object) -> None:
        session, model = self._session, self._model
        if session is not None and model is not None:
            work = session.order_in(model.id, kind, **fields)
            session.request(work, lambda _done: self._page.show_note(""), self._page.show_error)

    def _open(self, item: BoardItem) -> None:
        """Open the table of a game: to play, to watch, or as a replay."""
        session = self._session
        if session is None:
            return
        if item.is_open and item.is_mine:
            self.opened.emit(session.model(item.table))
        elif item.is_open:
            session.watch_table(item.table, self.opened.emit, self._page.show_error)
        else:
            self._page.show_note(tr("Fetching the match ..."))
            session.fetch_finished(item.table, partial(self._fetched, session), self._page.show_error)

    def _fetched(self, session: ServerSession, model: RemoteTable) -> None:
        self._page.show_note("")
        self.replayed.emit(review_of(model, self._servers.name_of(session.fingerprint)))


def show_tab(page: TournamentPage, model: RemoteTournament, t: Tournament, viewer: Viewer) -> None:
    """Fill the part of a tournament that the page shows."""
    page.show_cross_table("round_robin" in t.created.format)
    match page.tab:
        case "standings":
            places = places_of(t)
            rows = standing_rows(t, places, viewer)
            page.show_standings(standing_columns(places), rows, tie_break_words(t, places))
        case "rounds":
            page.show_rounds(round_rows(t, viewer))
        case "log":
            page.log.show_rows(log_rows(model.events, model.name_of))
        case "cross":
            table = cross_table(t, viewer)
            page.cross.show_rows(table.captions, table.rows)
