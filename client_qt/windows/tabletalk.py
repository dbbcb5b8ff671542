"""What a table says and asks besides the moves: the connection, offers, resigning, results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from client_qt.look import Theme
from client_qt.models.standing import both, winning_pieces
from client_qt.models.table import TableModel
from client_qt.models.wording import (
    count_words,
    leg_result,
    match_result,
    offer_words,
    resign_words,
    say,
    stop_offer,
    stop_question,
    tr,
)
from client_qt.windows.ask import Answer, Ask
from netgame.facts import Match
from netgame.text import fill

if TYPE_CHECKING:
    from client_qt.windows.table import TablePage


class TableTalk(QObject):
    """Belongs to one table page and speaks through its banner, its result strip and its questions."""

    def __init__(self, theme: Theme, page: TablePage) -> None:
        super().__init__(page)
        self._theme = theme
        self._page = page
        self._shown: object = None  # what the result strip shows, so that its buttons stay while nothing changes
        self._asking: Ask | None = None

    def forget(self) -> None:
        """Another table is shown."""
        self._shown = None
        self._dismiss()

    # ---- the banner

    def refresh(self, model: TableModel | None) -> None:
        """The connection comes before an offer."""
        banner = self._page.banner
        if model is None:
            banner.hide_text()
        elif model.status in ("connecting", "waiting"):
            lost = tr("Connection lost. Reconnecting ...") if model.match is not None else tr("Connecting ...")
            banner.show_text(lost, "turn", ((tr("Now"), self._page.hurry.emit), (tr("Leave"), self._page.home.emit)))
        elif model.status == "failed":
            words = say(model.error) if model.error is not None else tr("The server cannot be reached.")
            banner.show_text(words, "danger", ((tr("Leave"), self._page.home.emit),))
        else:
            self._show_offer(model)

    def _show_offer(self, model: TableModel) -> None:
        banner = self._page.banner
        theirs, own, over = model.offer_from(mine=False), model.offer_from(mine=True), model.agreed
        if model.match is None or over is None or not model.mine or model.is_local:
            banner.hide_text()
        elif theirs is not None:
            words = stop_offer(model.match, over, model.name_of(model.match.offers[theirs].player))
            actions = ((tr("Play on"), self._decline), (tr("Agree"), self._accept))
            banner.show_text(f"{words} {count_words(model.match, over)}".strip(), "turn", actions)
        elif own is not None:
            banner.show_text(stop_offer(model.match, over, ""), "turn", ((tr("Take it back"), self._withdraw),))
        else:
            banner.hide_text()

    def _accept(self) -> None:
        self._answer(accept=True)

    def _decline(self) -> None:
        self._answer(accept=False)

    def _answer(self, accept: bool) -> None:
        model = self._page.model
        number = model.offer_from(mine=False) if model is not None else None
        if model is not None and number is not None:
            model.answer(number, accept)

    def _withdraw(self) -> None:
        model = self._page.model
        number = model.offer_from(mine=True) if model is not None else None
        if model is not None and number is not None:
            model.withdraw(number)

    # ---- questions

    def ask_resign(self) -> None:
        """Say how it counts, then ask what is given up."""
        model = self._page.model
        if model is None or model.match is None or not model.mine:
            return
        match, player = model.match, model.actor if model.actor is not None else min(model.mine)
        if match.game.legs == 1:
            words = [resign_words(match, player, whole=True)]
            answers = [Answer(tr("Resign"), "danger", self._resign_match, "resign_match")]
        else:
            words = [tr("The whole match: ") + resign_words(match, player, whole=True)]
            answers = [Answer(tr("Resign the match"), "danger", self._resign_match, "resign_match")]
            if match.phase == "playing":
                words.insert(0, tr("This battle: ") + resign_words(match, player, whole=False))
                answers.insert(0, Answer(tr("Resign this battle"), "danger", self._resign_leg, "resign_leg"))
        self._ask(tr("Resign?"), words, answers)

    def ask_stop(self) -> None:
        """Say what stopping here would come to, then offer it."""
        model = self._page.model
        over = model.agreed if model is not None else None
        if model is None or model.match is None or over is None:
            return
        words = [sentence for sentence in [count_words(model.match, over)] if sentence]
        if model.is_local:
            answer = Answer(tr("End it here"), "primary", self._offer, "offer_stop")
        else:
            words.append(tr("The other side may agree, or play on. The next move of either side closes the offer."))
            answer = Answer(offer_words(model.match, over), "primary", self._offer, "offer_stop")
        self._ask(stop_question(model.match, over), words, [answer])

    def _ask(self, title: str, words: list[str], answers: list[Answer]) -> None:
        self._dismiss()
        self._page.board.setFocus()  # comes back there, and not to a button that may be dead by then
        self._asking = Ask(self._theme, title, words, answers, self._page)
        self._asking.destroyed.connect(self._asked)
        self._asking.open()

    def _asked(self) -> None:
        self._asking = None

    def _dismiss(self) -> None:
        if self._asking is not None:
            self._asking.close()
            self._asking = None

    def _resign_leg(self) -> None:
        if self._page.model is not None:
            self._page.model.resign(match=False)

    def _resign_match(self) -> None:
        if self._page.model is not None:
            self._page.model.resign(match=True)

    def _offer(self) -> None:
        if self._page.model is not None:
            self._page.model.offer("count")

    # ---- results

    def show_bottom(self, model: TableModel, live: bool) -> None:
        """The result in place of the hint line, between battles and at the end."""
        match, page = model.match, self._page
        done = live and match is not None and match.phase in ("between", "over")
        page.show_result_strip(done)
        if match is None or match.phase not in ("between", "over"):
            self._shown = None
            return
        ready = frozenset(model.mine) <= match.ready
        key = (match.phase, match.leg, ready, model.status)
        if key == self._shown:
            return
        self._shown = key
        page.result.clear_actions()
        if match.phase == "between":
            self._show_between(model, match, ready)
        else:
            self._show_over(model, match)

    def _show_between(self, model: TableModel, match: Match, ready: bool) -> None:
        ended = match.legs_ended[-1]
        page = self._page
        headline = leg_result(match, ended, both(model), model.mine)
        page.result.show_result(headline, self._reason(match), winning_pieces(match, ended.winner))
        if not model.mine:
            return
        words = fill(tr("Start battle {leg}"), {"leg": match.leg + 2})
        button = page.result.add_action(tr("Waiting for the other side") if ready else words, "play", "primary")
        button.setObjectName("ready")
        button.setEnabled(not ready and model.status == "online")
        button.clicked.connect(model.ready)
        button.clicked.connect(page.board.setFocus)

    def _show_over(self, model: TableModel, match: Match) -> None:
        page = self._page
        assert match.ended is not None
        headline = match_result(match, match.ended, both(model), model.mine)
        detail = self._reason(match) if match.game.legs == 1 else self._legs(model, match)
        if match.ended.reason == "resigned":
            name = both(model)[match.ended.player or 0]
            template = tr("{name} gave the match up.") if match.game.legs > 1 else tr("{name} resigned.")
            detail = fill(template, {"name": name})
        pieces = winning_pieces(match, match.ended.winner) if match.game.legs == 1 else ()  # else the sides swapped
        page.result.show_result(headline, detail, pieces if match.ended.reason != "aborted" else ())
        home = page.result.add_action(tr("Home"), None, "plain")
        home.setObjectName("result_home")
        home.clicked.connect(page.home)
        if model.is_local:
            again = page.result.add_action(tr("Play again"), "play", "primary")
            again.setObjectName("again")
            again.clicked.connect(page.again)

    def _legs(self, model: TableModel, match: Match) -> str:
        results = []
        for leg in match.legs_ended:
            words: dict[str, str | int] = {
                "leg": leg.leg + 1,
                "result": leg_result(match, leg, both(model), model.mine),
            }
            results.append(fill(tr("Battle {leg}: {result}"), words))
        return "  ".join(results)

    def _reason(self, match: Match) -> str:
        """How it was counted."""
        over = match.over
        if over is None:
            return ""
        return say(over.reason)
