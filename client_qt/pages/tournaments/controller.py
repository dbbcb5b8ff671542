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
from client_qt.pages.tournaments.time_dialog import TimeDialog
from client_qt.pages.tournaments.view import (
    BoardItem,
    Viewer,
    cross_table,
    listed,
    log_rows,
    places_of,
    round_rows,
    standing_columns,
    standing_rows,
    state_line,
    terms_line,
    tie_break_words,
)
from client_qt.table.model import TableModel
from client_qt.table.remote import RemoteTable
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from client_qt.widgets.ticker import Ticker
from netgame.games import GAMES
from netgame.match.decide import Refused
from netgame.text import fill
from netgame.tournaments import commands
from netgame.tournaments.commands import Command
from netgame.tournaments.decide import Actor, decide, doubts_of_pairing, is_correctable
from netgame.tournaments.due import next_round_at
from netgame.tournaments.round_robin import rounds_for
from netgame.tournaments.state import Tournament
from protocol import messages as m
from protocol.client import StatusChanged

ORDERS: Mapping[str, tuple[Command, type[m.TournamentOrder]]] = {
    "enter": (commands.Enter(), m.EnterTournament), "withdraw": (commands.Withdraw(), m.LeaveTournament),
    "start": (commands.Start(), m.StartTournament), "pause": (commands.Pause(), m.PauseTournament),
    "resume": (commands.Resume(), m.ResumeTournament), "finish": (commands.Finish(), m.FinishTournament),
    "confirm": (commands.Confirm(), m.ConfirmTournament), "cancel": (commands.Cancel(), m.CancelTournament),
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
        self._reason = ""  # as the note says it; other notes stay when events come
        Ticker(page, self._show_state)
        self._refresh_timer = QTimer(self, interval=0, singleShot=True)  # once for all events of a moment
        self._refresh_timer.timeout.connect(self._refresh)
        page.ordered.connect(self._order)
        page.play.connect(self._play)
        page.chosen.connect(self._choose)
        page.player_chosen.connect(self._choose_player)
        page.invite.connect(self._invite)
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
        if not title:
            title = self.state.created.title if self.state is not None else tr("Tournament")
        self._page.begin(title)
        self._reason = ""
        self._navigation.show_page("tournament", title)
        self._refresh()

    def enter(self, session: ServerSession, tournament: str) -> None:
        """Show a tournament, and take part in it."""
        self.show(session, tournament)
        self._send(m.EnterTournament)

    def show_of(self, model: TableModel | None) -> None:
        """Show the tournament of which a match is a game."""
        session = self._servers.of(model) if model is not None else None
        if session is not None and model is not None and model.match is not None:
            self.show(session, model.match.created.tournament)

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
            self.show_people()

    def _replaced(self, old: ServerSession, session: ServerSession | None) -> None:
        if old is self._session and self._model is not None:
            self._session = session
            self._model = session.tournament(self._model.id) if session is not None else None

    # ---- what is shown

    def _viewer(self, session: ServerSession, model: RemoteTournament) -> Viewer:
        t = model.state
        is_open = t is not None and (t.phase != "over" or is_correctable(t, session.time.now()))
        return Viewer(session.account, t is not None and is_open and self._may_direct(session, t), model.name_of)

    @staticmethod
    def _may_direct(session: ServerSession, t: Tournament) -> bool:
        return t.director == session.account or session.user.moderator

    def _refresh(self) -> None:
        session, model, page = self._session, self._model, self._page
        if session is None or model is None or self._navigation.page != "tournament":
            return
        reason = translate(model.reason) if model.reason is not None else ""
        if reason != self._reason:
            self._reason = reason
            page.show_note(reason)
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
        in_play = t.rounds and any(board.is_open for board in t.rounds[-1])
        if viewer.directs and t.phase == "running" and in_play and t.created.format == "swiss":
            orders = (*orders, "pair")
        place = t.board_of(session.account)
        player = t.players.get(session.account)
        page.show_orders(
            orders, play=place is not None and place.board.appointment is None, directs=viewer.directs,
            plays_on=player is not None and player.is_asked,
        )  # fmt: skip
        page.show_saving(("html", "json", "records") if t.rounds else ("html", "json"))
        self.show_people()
        self._show_state()
        self._show_tab()

    def show_people(self) -> None:
        """Offer the people for an invitation who are online and may enter."""
        session, t = self._session, self.state
        if session is not None and t is not None and self._navigation.page == "tournament":
            found = (who for who in session.lobby.people if self._may_be_invited(session, t, who))
            self._page.show_people([(who.account, who.name) for who in found])

    def _may_be_invited(self, session: ServerSession, t: Tournament, who: m.Person) -> bool:
        may_enter = not who.computer and (who.registered or not t.created.rated)
        needs_one = who.account != session.account or t.created.entry == "invited"  # a director enters without one
        if not may_enter or not needs_one or session.relations.get(who.account) == "block":
            return False
        actor, invite = Actor(session.account, session.user.moderator), commands.Invite(who.account)
        return not isinstance(decide(t, invite, actor, session.time.now(), GAMES), Refused)

    def _invite(self, account: str) -> None:
        names = self._session.lobby.names if self._session is not None else {}
        words = fill(tr("{name} has your invitation."), {"name": names.get(account, "")})
        self._send(m.InviteToTournament, partial(self._navigation.note, words), account=account)

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
        elif name == "start" and t is not None and t.created.rounds > rounds_for(len(t.players)):
            numbers = {"players": len(t.players), "rounds": rounds_for(len(t.players)), "planned": t.created.rounds}
            limits = tr("No two players meet twice: {players} players can play {rounds} of {planned} rounds.")
            self._ask(tr("Start with so few players?"), [fill(limits, numbers)], tr("Start now"), send)
        elif name == "confirm":
            words = [tr("Results cannot be corrected any more. Without this they are final a day after the end.")]
            self._ask(tr("Confirm the results?"), words, tr("Confirm"), send)
        elif name == "finish":
            words = [tr("The tournament ends with the standings as they are now. No round follows.")]
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
        elif action in ("accept", "decline", "propose"):
            self._choose_time(item, action)
        else:
            kind, first, second = action.split()
            points, played = (int(first), int(second)), kind == "result"
            self._send(m.CorrectResult, round=item.round, board=item.board, points=points, played=played)

    def _choose_time(self, item: BoardItem, action: str) -> None:
        """Accept or decline a proposed time, or ask for another one."""
        t, session, model = self.state, self._session, self._model
        appointment = t.rounds[item.round - 1][item.board].appointment if t is not None else None
        if appointment is None or session is None or model is None:
            return
        if action == "decline":
            self._send(m.WithdrawTime, round=item.round, board=item.board)
            return
        send = partial(self._send, m.ProposeTime, round=item.round, board=item.board)
        if action == "accept":
            send(starts_at=appointment.proposed_at)
            return
        dialog = TimeDialog(self._navigation.theme, appointment, session.time.now(), self._page.window())

        def proposed(starts_at: int) -> None:
            dialog.accept()
            send(starts_at=starts_at)

        dialog.submitted.connect(proposed)
        dialog.open()

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
            send = partial(self._send, m.PairByHand, round=len(t.rounds), pairings=pairings, anyway=True)
            doubts, words = doubts_of_pairing(t, pairings), list[str]()
            if doubts.second_byes:
                words.append(fill(tr("{names}: a second bye."), {"names": listed(doubts.second_byes, model.name_of)}))
            if doubts.left_over:
                words.append(fill(tr("{names}: no game."), {"names": listed(doubts.left_over, model.name_of)}))
            if words:
                self._ask(tr("Pair so anyway?"), words, tr("Pair"), send)
            else:
                send()

        dialog.submitted.connect(paired)
        dialog.open()

    def _ask(self, title: str, words: list[str], button: str, then: Callable[[], object]) -> None:
        self._navigation.ask(title, words, [Answer(button, "danger", then, "go_on")])

    def _send(self, kind: type[m.TournamentOrder], done: Callable[[], object] = lambda: None, **fields: object) -> None:
        session, model = self._session, self._model
        if session is not None and model is not None:

            def accepted(_done: object) -> None:
                self._page.show_note("")
                done()

            session.request(session.order_in(model.id, kind, **fields), accepted, self._page.show_error)

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
