"""Challenges: the form of one, the question about one that comes, and what became of the own ones."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

import msgspec
from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QMenu, QWidget

from client_qt.net.known_servers import KnownServers
from client_qt.net.session import ServerSession, SessionUpdate
from client_qt.pages.lobby.controller import LobbyController
from client_qt.pages.lobby.page import LobbyPage
from client_qt.pages.navigation import Navigation
from client_qt.pages.setup.page import SetupChoice, SetupPage
from client_qt.settings.file import SettingsFile
from client_qt.table.model import TableModel
from client_qt.table.terms import Terms
from client_qt.text.challenge_words import challenge_lines, challenge_problem, challenge_title, reasons, refusal_words
from client_qt.text.plain import dotted
from client_qt.text.translation import tr
from client_qt.widgets.banner import Action, NewsBanner
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
    WithdrawChallenge,
)

PLAYERS: Mapping[int | None, Player | None] = {0: 0, 1: 1}
AGREED = ("clock", "absence", "rated", "hints", "spectators", "spectator_chat")  # fields of `Terms` and `GameTerms`


@dataclass(frozen=True)
class _Target:
    """Whom the form challenges. `changes` is the id of the challenge that the new one replaces."""

    session: ServerSession
    account: str
    name: str
    changes: str = ""


class ChallengeController(QObject):
    """Sends challenges from the form, and answers those that come."""

    opened = Signal(object)  # RemoteTable
    challenged = Signal(str)  # the words of a challenge that came

    def __init__(
        self, window: Navigation, page: SetupPage, lobby_page: LobbyPage, servers: KnownServers, lobby: LobbyController,
        settings: SettingsFile,
    ) -> None:  # fmt: skip
        super().__init__(page)
        self._window, self._page, self._lobby_page, self._servers = window, page, lobby_page, servers
        self._lobby, self._settings = lobby, settings
        self._target: _Target | None = None
        self._asked: dict[str, str] = {}  # by challenge: the words of the question that is open, or was closed
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
        me, created = next(iter(model.mine)), match.created
        seat = match.seats[1 - me]
        if seat is not None:
            agreed = {name: getattr(created, name) for name in AGREED}
            terms = GameTerms(game=created.game, options=dict(created.options), player=1 - me, **agreed)
            self._open(_Target(session, seat.account, seat.name), terms)

    def _change(self, session: ServerSession, info: ChallengeInfo) -> None:
        player = info.terms.player
        mine = msgspec.structs.replace(info.terms, player=1 - player if player is not None else None)
        self._open(_Target(session, info.account, info.name, info.challenge), mine)

    def _open(self, target: _Target, terms: GameTerms | None) -> None:
        """Open the form with terms in which this player is the challenger; None: as the last table."""
        page = self._page
        self._target = target
        page.set_opponent(target.name)
        shown = replace(Terms.read(self._settings.value.terms), access="open", delay=0)
        if terms is not None:
            shown = replace(shown, **{name: getattr(terms, name) for name in AGREED})
            if terms.game in GAMES:
                page.set_game(terms.game, terms.options, PLAYERS.get(terms.player), terms.position)
        page.set_terms(shown, target.session.user.registered)
        page.begin()
        self._window.show_page("challenge", fill(tr("Challenge {name}"), {"name": target.name}))

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
            self._window.note(fill(words, {"name": target.name}))

        target.session.challenge_player(
            target.account, terms, target.changes, sent, lambda code, why: page.show_error(refusal_words(code, why))
        )

    # ---- answers

    def _answered_in_list(self, id: str, action: str, at: QPoint) -> None:
        session = self._lobby.current()
        info = session.challenges.get(id) if session is not None else None
        if session is None or info is None:
            return
        match action:
            case "accept":
                self._accept(session, info)
            case "change":
                self._change(session, info)
            case "withdraw":
                self._order(session, WithdrawChallenge(challenge=id))
            case "decline":
                self._choose_reason(session, info, self._lobby_page, at)

    def _accept(self, session: ServerSession, info: ChallengeInfo) -> None:
        def made(done: Done) -> None:
            self.opened.emit(session.model(done.table))

        accept = AnswerChallenge(challenge=info.challenge, accept=True, dice="players")
        session.order(accept, Done, made, self._failed)

    def _choose_reason(self, session: ServerSession, info: ChallengeInfo, parent: QWidget, at: QPoint) -> None:
        """Let the player choose why they decline a challenge, from a menu at a point of the screen."""
        menu = QMenu(parent)
        for reason, words in reasons().items():
            action = menu.addAction(words)
            action.setObjectName(f"decline_{reason or 'silently'}")
            action.triggered.connect(partial(self._decline, session, info, reason))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)

    def _decline(self, session: ServerSession, info: ChallengeInfo, reason: DeclineReason, _on: bool = False) -> None:
        self._order(session, AnswerChallenge(challenge=info.challenge, accept=False, reason=reason))

    def _order(self, session: ServerSession, message: AnswerChallenge | WithdrawChallenge) -> None:
        session.order(message, Done, lambda _done: None, self._failed)

    def _failed(self, code: str, why: Text) -> None:
        self._window.show_message(refusal_words(code, why), "danger")

    # ---- what the servers say

    def _updated(self, session: ServerSession, update: SessionUpdate) -> None:
        match update:
            case Challenges(challenges=challenges):
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
        if info.other != session.account or is_muted or info.challenge in self._asked:
            return
        versions = session.welcome.games if session.welcome is not None else {}
        words = dotted(challenge_title(info, session.account), challenge_lines(info, session.account)[0])
        self._asked[info.challenge] = words
        banner = self._window.banner

        def decline() -> None:
            self._choose_reason(session, info, banner, banner.mapToGlobal(QPoint(0, banner.height())))

        answers = [(tr("Decline ..."), decline)]
        if not challenge_problem(info, versions):
            answers += [
                (tr("Change ..."), partial(self._change, session, info)),
                (tr("Accept"), partial(self._accept, session, info)),
            ]
        banner.ask(words, "turn", tuple(_closing(banner, *answer) for answer in answers))
        self.challenged.emit(words)

    def _ended(self, session: ServerSession, news: ChallengeChanged) -> None:
        info = news.challenge
        self._window.banner.withdraw(self._asked.pop(info.challenge, ""))
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

        def show() -> None:
            self.opened.emit(session.model(table))

        words = fill(tr("{name} accepts your challenge."), {"name": info.other_name})
        if self._window.page in ("home", "lobby", "profile", "challenge", "people", "ratings"):
            show()
            self._window.note(words)
        else:
            self._window.show_message(words, action=(tr("Open"), show))
        self.challenged.emit(words)


def _closing(banner: NewsBanner, text: str, act: Callable[[], object]) -> Action:
    """Return a button of a banner that closes it, then acts."""

    def press() -> None:
        banner.hide_text()
        act()

    return text, press
