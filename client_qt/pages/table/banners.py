"""What the banners of a table say: the connection, who is away, what is offered, what became of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from client_qt.table.clocks import seconds_words
from client_qt.table.connection_loss import gone_words
from client_qt.table.model import RematchOffers, TableModel
from client_qt.table.offers import (
    absence_words,
    agree_words,
    asked_words,
    claim_words,
    closed_words,
    rematch_closed,
    rematch_words,
)
from client_qt.table.remote import RemoteTable
from client_qt.text.rules_text import say, tr
from client_qt.theme import Theme
from client_qt.widgets.banner import Action, Notice
from netgame.match.absence import budget_left
from netgame.match.events import ClaimKind, Event, OfferClosed, Offered, Player, Returned, TakenBack, TimeAdded
from netgame.match.state import Match
from netgame.text import fill

if TYPE_CHECKING:
    from client_qt.pages.table.page import TablePage

NEWS_MS = 5000
OFFERS = {"take_back": "take-back", "pause": "pause", "more_time": "clock", "abort": "cancel", "adjourn": "adjourn"}
LINE = ("connection", "gone")  # keys of what is said of the own line
EDGE, SLIM_EDGE = 1.65, 1.35  # em beside the clock of a strip, which is left to be seen, but no words next to it


class TableBanners(QObject):
    """Belongs to one table page and speaks through its banners."""

    def __init__(self, theme: Theme, page: TablePage) -> None:
        super().__init__(page)
        self._theme = theme
        self._page = page
        self._news = ""  # what happened a moment ago
        self._offers: dict[int, Offered] = {}  # the open ones, to say what became of them
        self._acts: dict[tuple[object, ...], Action] = {}  # the same button is the same value, and is not made anew
        self._rematch = RematchOffers()
        self._known: frozenset[tuple[TableModel, str]] = frozenset()  # what was announced, and at which table
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(NEWS_MS)
        self._timer.timeout.connect(self._end_news)
        page.body.arranged.connect(self._arranged)

    def forget(self) -> None:
        """Another table is shown."""
        self._news, self._offers, self._acts, self._rematch = "", {}, {}, RematchOffers()
        self._timer.stop()

    def refresh(self, model: TableModel | None) -> None:
        """Show all there is to say now."""
        banner = self._page.banner
        if model is None:
            banner.hide_text()
            return
        match = model.match
        banner.set_free(*self._free(match))
        found = [self._connection(model)] if model.status != "online" else []
        if match is not None and model.status == "online" and not model.is_review:
            found += [*self._absences(model, match), *self._open_offers(model, match), *self._rematches(model, match)]
            self._offers |= match.offers  # the closed ones stay: that they closed is told afterwards
        if self._news:
            found.append(Notice("news", self._news, "done"))
        found = [notice for notice in found if notice.text]
        for notice in found:
            if (model.original, notice.key) not in self._known and notice.key != "news":
                self._page.announcer.say(notice.text, urgent=notice.key in LINE)
                self._page.announcer.say(_answers(notice))
        self._known = frozenset((model.original, notice.key) for notice in found)
        banner.show_notices(found)

    def happened(self, event: object) -> None:
        """Something came just now: say it where the board does not show it."""
        model = self._page.model
        if model is None or model.match is None or not isinstance(event, Event):
            return
        words = self._words(model, model.match, event)
        if words:
            self.say(words)

    def say(self, words: str) -> None:
        """Say it for a moment."""
        self._news = words
        self._timer.start()
        self._page.announcer.say(words)
        self.refresh(self._page.model)

    # ---- what there is to say

    def _free(self, match: Match | None) -> tuple[int, int, int]:
        """What the news must not cover: the clocks, wherever the players stand."""
        if match is None or match.clocks is None:
            return 0, 0, 0
        body, strip = self._page.body, self._page.body.strips[0]
        match body.arrangement.form:
            case "wide":
                return 0, strip.geometry().bottom(), 0
            case "tall":
                return strip.geometry().right(), 0, 0
        return 0, 0, strip.clock.width() + self._theme.px(SLIM_EDGE if body.arrangement.small else EDGE)

    def _connection(self, model: TableModel) -> Notice:
        leave = (tr("Leave"), self._page.home.emit)
        if model.status == "failed":
            words = say(model.error) if model.error is not None else tr("The server cannot be reached.")
            again = self._act("again", tr("Come back here"), self._page.retry_now.emit)
            return Notice("connection", words, "danger", (again, self._act("leave", *leave)))
        if isinstance(model, RemoteTable) and model.lost.is_given_up(model.match):
            return self._given_up(model)
        words = tr("Connection lost. Reconnecting ...") if model.match is not None else tr("Connecting ...")
        retry = model.retry_in() if isinstance(model, RemoteTable) else None
        if retry is not None and retry >= 1:
            words += " " + fill(tr("Next try in {seconds} s."), {"seconds": round(retry)})
        budget = model.own_budget() if isinstance(model, RemoteTable) else None
        if budget is not None:
            words += " " + fill(tr("You may be away for another {time}."), {"time": seconds_words(budget)})
        actions = (self._act("now", tr("Now"), self._page.retry_now.emit), self._act("leave", *leave))
        return Notice("connection", words, "turn", actions)

    def _given_up(self, model: RemoteTable) -> Notice:
        """The server has been away for so long that waiting in front of it makes no sense."""
        again, match = self._act("try", tr("Try again"), self._page.retry_now.emit), model.match
        if match is None:
            words = say(model.error) if model.error is not None else model.lost.words()
            return Notice("gone", words, "turn", (again, self._act("leave", tr("Leave"), self._page.home.emit)))
        save = [self._act("save", tr("Save"), self._page.save.emit)] if match.phase == "over" else []
        home = self._act("home", tr("Home"), self._page.home.emit)
        return Notice("gone", gone_words(model.lost, match), "turn", (again, *save, home))

    def _absences(self, model: TableModel, match: Match) -> list[Notice]:
        players: tuple[Player, Player] = (0, 1)
        if match.phase in ("open", "over") or model.is_local:
            return []
        return [self._absence(model, match, p) for p in players if p not in model.mine and self._away(model, match, p)]

    def _away(self, model: TableModel, match: Match, player: Player) -> bool:
        return player in match.away or not model.presence[player]

    def _absence(self, model: TableModel, match: Match, player: Player) -> Notice:
        counted = player in match.away
        cause = match.away[player].cause if counted else model.causes[player]
        left = budget_left(match, player, max(model.now(), match.at)) if counted else None
        actions = [self._act(("claim", what), claim_words(what), partial(self._claim, what)) for what in model.claims()]
        return Notice(f"away{player}", absence_words(model.name_of(player), cause, left), "turn", tuple(actions))

    def _open_offers(self, model: TableModel, match: Match) -> list[Notice]:
        if model.is_local:
            return []
        return [self._offer(model, match, offer) for offer in match.offers.values()]

    def _offer(self, model: TableModel, match: Match, offer: Offered) -> Notice:
        mine, number = offer.player in model.mine, offer.number
        words = asked_words(match, offer, "" if mine else model.name_of(offer.player))
        actions: tuple[Action, ...] = ()
        if mine:
            actions = (self._act(("withdraw", number), tr("Take it back"), partial(self._withdraw, number)),)
        elif model.mine:
            decline = self._act(("no", number), tr("Play on"), partial(self._answer, number, accept=False))
            agree = agree_words(offer.kind)
            actions = (decline, self._act(("yes", number), agree, partial(self._answer, number, accept=True)))
        return Notice(f"offer{number}", words, "turn", actions, OFFERS.get(offer.kind, "draw"))

    def _rematches(self, model: TableModel, match: Match) -> list[Notice]:
        if match.phase != "over" or model.rematch_offers.made or len(model.mine) != 1:
            return []
        players: tuple[Player, Player] = (0, 1)
        return [
            self._rematch_notice(model, player, swap)
            for player in players
            if (swap := model.rematch_offers.offers[player]) is not None
        ]

    def _rematch_notice(self, model: TableModel, player: Player, swap: bool) -> Notice:
        mine = player in model.mine
        words = rematch_words("" if mine else model.name_of(player), swap)
        close = partial(self._close_rematch)
        if mine:
            return Notice("rematch_own", words, "turn", (self._act("rematch_back", tr("Take it back"), close),), "flip")
        yes = self._act(("rematch_yes", swap), tr("Accept"), partial(self._accept_rematch, swap))
        return Notice("rematch", words, "turn", (self._act("rematch_no", tr("Decline"), close), yes), "flip")

    def rematch_news(self, model: TableModel) -> None:
        """Say why an offer of a rematch is gone, and go to the table that came of one."""
        before, now = self._rematch, model.rematch_offers
        if before == now:
            return
        self._rematch = now
        other = next((p for p in (0, 1) if p not in model.mine), 0)
        if now.closed and now.closed != before.closed and len(model.mine) == 1:
            self.say(rematch_closed(now.closed, model.name_of(1 if other else 0)))
        if now.made and not before.made and model.mine and before.offers != (None, None):
            self._page.open_table.emit(now.made)

    def _words(self, model: TableModel, match: Match, event: Event) -> str:
        match event:
            case OfferClosed(offer=number, outcome=outcome):
                offer = self._offers.get(number)
                if offer is None or model.is_local or not model.mine:
                    return ""
                theirs: Player = 1 if 0 in model.mine else 0
                return closed_words(offer, outcome, model.name_of(theirs), offer.player in model.mine)
            case TakenBack(player=player) if not model.is_local and player not in model.mine:
                return fill(tr("{name} took a move back."), {"name": model.name_of(player)})
            case TimeAdded(player=player, ms=ms):
                words = {"name": model.name_of(player), "time": seconds_words(ms)}
                return fill(
                    tr("You have {time} more.") if player in model.mine else tr("{name} has {time} more."), words
                )
            case Returned(player=player) if player not in model.mine:
                return fill(tr("{name} is back."), {"name": model.name_of(player)})
        return ""

    # ---- what is done

    def _act(self, key: object, words: str, do: object) -> Action:
        assert callable(do)
        return self._acts.setdefault((key, words), (words, do))

    def _claim(self, what: ClaimKind) -> None:
        if self._page.model is not None:
            self._page.model.claim(what)

    def _answer(self, number: int, accept: bool) -> None:
        if self._page.model is not None:
            self._page.model.answer(number, accept)

    def _withdraw(self, number: int) -> None:
        if self._page.model is not None:
            self._page.model.withdraw(number)

    def _accept_rematch(self, swap: bool) -> None:
        if self._page.model is not None:
            self._page.model.rematch(swap)

    def _close_rematch(self) -> None:
        if self._page.model is not None:
            self._page.model.close_rematch()

    def _arranged(self) -> None:
        """The players stand elsewhere, as soon as all is laid out."""
        QTimer.singleShot(0, self, self._look_again)

    def _look_again(self) -> None:
        self.refresh(self._page.model)

    def _end_news(self) -> None:
        self._news = ""
        self.refresh(self._page.model)


def _answers(notice: Notice) -> str:
    """How to get to its buttons without a mouse, and what they are."""
    words = ", ".join(words for words, _do in notice.actions)
    return fill(tr("F6 goes to the answers: {answers}."), {"answers": words}) if words else ""
