"""Challenges: the form of one, the question about one that comes, and what became of the own ones."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

import msgspec
from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QMenu, QWidget

from client_qt.net.known_servers import KnownServers
from client_qt.net.session import ServerSession, SessionUpdate
from client_qt.net.table_list import waiting_table
from client_qt.news import OFFER, Answer, NewsItem, NewsKey
from client_qt.pages.lobby.controller import LobbyController
from client_qt.pages.lobby.page import LobbyPage
from client_qt.pages.navigation import Navigation
from client_qt.pages.setup.page import SetupChoice, SetupPage
from client_qt.settings.file import SettingsFile
from client_qt.settings.schema import LastOpponent
from client_qt.table.model import TableModel
from client_qt.table.remote import RemoteTable
from client_qt.table.terms import AGREED, Terms, read_terms, same_terms
from client_qt.text.challenge_words import challenge_lines, challenge_problem, challenge_title, reasons, refusal_words
from client_qt.text.plain import dotted
from client_qt.text.translation import tr
from netgame.games import GAMES
from netgame.match.events import Player
from netgame.text import Text, fill
from protocol.messages import (
    AnswerChallenge,
    ChallengeChanged,
    ChallengeInfo,
    Challenges,
    DeclineReason,
    Done,
    GameTerms,
    ListTables,
    Tables,
    WithdrawChallenge,
)

PLAYERS: Mapping[int | None, Player | None] = {0: 0, 1: 1}


@dataclass(frozen=True)
class _Target:
    """Whom the form challenges. `changes` is the id of the challenge that the new one replaces."""

    session: ServerSession
    account: str
    name: str
    changes: str = ""
    is_next: bool = False  # it is asked for after a game at a table


class ChallengeController(QObject):
    """Sends challenges from the form, and answers those that come."""

    opened = Signal(object)  # RemoteTable

    def __init__(
        self, window: Navigation, page: SetupPage, lobby_page: LobbyPage, servers: KnownServers, lobby: LobbyController,
        settings: SettingsFile,
    ) -> None:  # fmt: skip
        super().__init__(page)
        self._window, self._page, self._lobby_page, self._servers = window, page, lobby_page, servers
        self._lobby, self._settings = lobby, settings
        self._target: _Target | None = None
        self._asking: set[tuple[str, str]] = set()  # servers and accounts of opponents who are asked to play again
        self._news = window.news
        self._news.acts |= {"challenge": self._answered}
        page.go.connect(self._send)
        lobby_page.challenge.connect(self.challenge)
        lobby_page.challenge_answered.connect(self._answered_in_list)
        servers.updated.connect(self._updated)

    # ---- challenging

    def challenge(self, account: str, name: str = "") -> None:
        """Open the form for a challenge to a player of the current server."""
        session = self._lobby.current()
        if session is not None:
            self._open(_Target(session, account, name or session.lobby.names.get(account, "")), None)

    def challenge_again(self, model: TableModel | None) -> None:
        """Open the form for a challenge to the opponent of a finished match, with its terms and the sides swapped."""
        session, match = self._servers.of(model), model.match if model is not None else None
        if session is None or model is None or match is None or len(model.mine) != 1:
            return
        me = next(iter(model.mine))
        seat = match.seats[1 - me]
        if seat is not None:
            terms = same_terms(match.created, me)
            for known in session.models:  # what they played last is chosen with each game
                if known.match is not None and _is_after_game(known, seat.account):
                    self._page.set_game(known.match.game.key, known.match.created.options, None, None)
            self._open(_Target(session, seat.account, seat.name, is_next=True), terms)

    def play_again(self, last: LastOpponent) -> None:
        """Take a seat at the waiting table of an opponent of the last days, or accept if they ask for the same game, or
        else challenge them as last time.

        Nothing happens while that is under way already."""
        opponent = (last.server, last.account)
        if opponent not in self._asking and self._window.has_name():
            self._asking.add(opponent)
            session = self._servers.session_to(last.server)

            async def list_tables() -> Tables:
                return await session.request_with_retry(ListTables(), Tables)

            failed = partial(self._not_again, last, "")
            session.request_now(list_tables, partial(self._play_again, session, last), failed)

    def _play_again(self, session: ServerSession, last: LastOpponent, tables: Tables) -> None:
        def sat(model: RemoteTable) -> None:
            self._asking.discard((last.server, last.account))
            self.opened.emit(model)

        def sent(_done: None) -> None:
            self._asking.discard((last.server, last.account))
            words = tr("{name} is asked. The table opens as soon as they agree.")
            self._window.note(fill(words, {"name": last.name}))

        waiting, terms = waiting_table(tables.tables, last.account), read_terms(last.terms)
        asked = next((info for info in session.challenges.at(session.time.now()) if _asks_for(info, last, terms)), None)
        if waiting is not None:
            session.take_seat(waiting.table, sat, partial(self._not_again, last, ""))
        elif asked is not None:
            self._asking.discard((last.server, last.account))
            self._accept(session, asked.challenge)
        elif terms is not None and not session.challenges_to(last.account):
            session.challenge_player(last.account, terms, "", sent, partial(self._not_again, last))
        else:
            self._asking.discard((last.server, last.account))

    def _not_again(self, last: LastOpponent, code: str, why: Text) -> None:
        self._asking.discard((last.server, last.account))
        self._failed(code, why)

    def withdraw_from(self, last: LastOpponent) -> None:
        """Withdraw the own challenges to that opponent."""
        session = self._servers.sessions.get(last.server)
        for info in session.challenges_to(last.account) if session is not None else ():
            self.withdraw(session, info.challenge)

    def _change(self, session: ServerSession, info: ChallengeInfo) -> None:
        mine = _as_own(info.terms)
        is_next = self._window.page == "table" and _is_at_table(session, info.account)
        self._open(_Target(session, info.account, info.name, info.challenge, is_next), mine)

    def _open(self, target: _Target, terms: GameTerms | None) -> None:
        """Open the form with terms in which this player is the challenger; None: as the last table."""
        page = self._page
        self._target = target
        words = tr("Next game with {name}") if target.is_next else tr("Challenge {name}")
        title = fill(words, {"name": target.name})
        page.set_opponent(target.name, title)
        shown = replace(Terms.read(self._settings.value.terms), access="open", delay=0)
        if terms is not None:
            shown = replace(shown, **{name: getattr(terms, name) for name in AGREED})
            if terms.game in GAMES:
                page.set_game(terms.game, terms.options, PLAYERS.get(terms.player), terms.position)
        page.set_terms(shown, target.session.user.registered)
        page.begin()
        self._window.show_page("challenge", title)

    def _send(self, choice: SetupChoice) -> None:
        target, page = self._target, self._page
        if target is None or choice.terms is None:
            return
        self._settings.change(replace(self._settings.value, terms=choice.terms.plain()))
        terms = GameTerms(
            game=choice.game, options=dict(choice.options), player=choice.player, position=choice.position,
            **{name: getattr(choice.terms, name) for name in AGREED},
        )  # fmt: skip

        def sent(_done: None) -> None:
            page.show_error("")
            self._window.go_back()
            words = tr("{name} is challenged. The lobby shows the answer.")
            if target.changes:
                words = tr("{name} gets your changes. The lobby shows the answer.")
            if target.is_next:  # the table shows the answer
                words = tr("{name} is asked. The table opens as soon as they agree.")
            self._window.note(fill(words, {"name": target.name}))

        target.session.challenge_player(
            target.account, terms, target.changes, sent, lambda code, why: page.show_error(refusal_words(code, why))
        )

    def withdraw(self, session: ServerSession | None, id: str) -> None:
        """Withdraw an own challenge."""
        if session is not None:
            self._order(session, WithdrawChallenge(challenge=id))

    # ---- answers

    def _answered_in_list(self, id: str, action: str, at: QPoint) -> None:
        session = self._lobby.current()
        if session is not None:
            self._act(session, id, action, self._lobby_page, at)

    def _act(self, session: ServerSession, id: str, action: str, parent: QWidget, at: QPoint) -> None:
        """Carry out the answer to a challenge. The server says what became of one that is not open any more."""
        match action:
            case "accept":
                self._accept(session, id)
            case "change":
                if (info := session.challenges.get(id)) is not None:
                    self._change(session, info)
                else:
                    self._failed("", Text("There is no such challenge any more"))
            case "withdraw":
                self.withdraw(session, id)
            case "decline" | "no":
                self._choose_reason(session, id, parent, at)

    def _accept(self, session: ServerSession, id: str) -> None:
        accept = AnswerChallenge(challenge=id, accept=True, dice="players")
        session.order(accept, Done, lambda done: self.opened.emit(session.model(done.table)), self._failed)

    def _choose_reason(self, session: ServerSession, id: str, parent: QWidget, at: QPoint) -> None:
        """Let the player choose why they decline a challenge, from a menu at a point of the screen."""
        menu = QMenu(parent)
        for reason, words in reasons().items():
            action = menu.addAction(words)
            action.setObjectName(f"decline_{reason or 'silently'}")
            action.triggered.connect(partial(self._decline, session, id, reason))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)

    def _decline(self, session: ServerSession, id: str, reason: DeclineReason, _on: bool = False) -> None:
        self._news.close(NewsKey(session.fingerprint, "challenge", id))
        self._order(session, AnswerChallenge(challenge=id, accept=False, reason=reason))

    def _order(self, session: ServerSession, message: AnswerChallenge | WithdrawChallenge) -> None:
        session.order(message, Done, lambda _done: None, self._failed)

    def _failed(self, code: str, why: Text) -> None:
        self._window.show_message(refusal_words(code, why), "danger")

    # ---- what the servers say

    def _updated(self, session: ServerSession, update: SessionUpdate) -> None:
        match update:
            case Challenges(challenges=challenges):
                self._news.keep(session.fingerprint, "challenge", [info.challenge for info in challenges])
                for info in challenges:
                    self._came(session, info)
            case ChallengeChanged(challenge=info, state="open"):
                self._came(session, info)
            case ChallengeChanged():
                self._ended(session, update)
            case _:
                return
        if session is self._lobby.current():
            self._lobby.refresh()

    def _came(self, session: ServerSession, info: ChallengeInfo) -> None:
        """Ask once about a challenge to this player."""
        is_muted = info.account in self._settings.value.muted_at(session.fingerprint)
        if info.other != session.account or is_muted:
            return
        versions = session.welcome.games if session.welcome is not None else {}
        title = challenge_title(info, session.account, is_next=_is_at_table(session, info.account))
        words = dotted(title, challenge_lines(info, session.account)[0])
        answers: tuple[Answer, ...] = ("change", tr("Change ...")), ("accept", tr("Accept"))
        if challenge_problem(info, versions):
            answers = ()
        key = NewsKey(session.fingerprint, "challenge", info.challenge)
        self._news.tell(
            NewsItem(
                key, words, answers, tr("A challenge"), OFFER, "chat", no=tr("Decline ..."), asks_more=("no", "change")
            )
        )  # fmt: skip

    def _answered(self, item: NewsItem, answer: str) -> None:
        """Carry out the answer of the banner, at the session that there is now."""
        session = self._servers.sessions.get(item.key.server)
        if session is not None:
            banner = self._window.banner
            self._act(session, item.key.id, answer, banner, banner.below())

    def _ended(self, session: ServerSession, news: ChallengeChanged) -> None:
        info = news.challenge
        self._news.withdraw(NewsKey(session.fingerprint, "challenge", info.challenge))
        if info.account != session.account:
            return
        names = {"name": info.other_name, "reason": reasons().get(news.reason, "")}
        match news.state:
            case "accepted" if news.table:
                self._accepted(session, info, news.table)
            case "declined" if news.reason:
                self._window.note(fill(tr("{name} declines your challenge: {reason}"), names))
            case "declined":
                self._window.note(fill(tr("{name} declines your challenge."), names))
            case _:
                pass

    def _accepted(self, session: ServerSession, info: ChallengeInfo, table: str) -> None:
        """Open the table of an own challenge, or offer to, where the player may be busy."""
        words = fill(tr("{name} accepts your challenge."), {"name": info.other_name})
        key = NewsKey(session.fingerprint, "accepted", table)
        accepted = NewsItem(key, words, (("open", tr("Open")),), tr("A challenge"), OFFER, "chat")
        is_here = self._window.page == "table" and _is_at_table(session, info.other)
        if is_here or self._window.page in ("home", "lobby", "profile", "challenge", "people", "ratings"):
            accepted = replace(accepted, answers=(), place="note")
            self.opened.emit(session.model(table))
        self._news.tell(accepted)


def _as_own(terms: GameTerms) -> GameTerms:
    """Return the terms of another player with their side as this player would name it."""
    return msgspec.structs.replace(terms, player=1 - terms.player if terms.player is not None else None)


def _asks_for(info: ChallengeInfo, last: LastOpponent, terms: GameTerms | None) -> bool:
    """Return whether a challenge of that opponent is to the game that this player would challenge them to."""
    return info.account == last.account and _as_own(info.terms) == terms


def _is_after_game(model: RemoteTable, account: str) -> bool:
    """Return whether this player has finished a game there with that account."""
    match = model.match
    seats = match.seats if match is not None and match.phase == "over" and model.mine else ()
    return any(seat is not None and seat.account == account for seat in seats)


def _is_at_table(session: ServerSession, account: str) -> bool:
    """Return whether the shown table is one where this player has finished a game with that account."""
    return any(model.is_shown and _is_after_game(model, account) for model in session.models)
