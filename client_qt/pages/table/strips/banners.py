"""The banners of a table: the connection, absent players, offers and what became of them."""

from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from client_qt.table.connection_loss import STOPPED_HERE, gone_words
from client_qt.table.model import NO_REMATCH, TableModel
from client_qt.table.remote import RemoteTable
from client_qt.text.clock_words import seconds_words
from client_qt.text.offer_words import (
    absence_words,
    agree_words,
    asked_words,
    claim_words,
    closed_words,
    network_words,
    rematch_closed,
    rematch_words,
)
from client_qt.text.refusals import SIGN_IN, refusal_text
from client_qt.text.translation import tr
from client_qt.widgets.banner import Action, BannerStack, Notice
from netgame.match.absence import budget_left
from netgame.match.events import Event, OfferClosed, Offered, Player, Returned, TakenBack, TimeAdded
from netgame.match.state import Match, other
from netgame.text import fill

NEWS_MS = 5000
ICONS = {"take_back": "take-back", "pause": "pause", "more_time": "clock", "abort": "cancel", "adjourn": "adjourn"}
CONNECTION = ("connection", "gone")  # the keys of notices about the own connection
PLAYERS: tuple[Player, Player] = (0, 1)


class TableBanners(QObject):
    """Shows the notices of one table in its banners."""

    home = Signal()
    retry = Signal()  # connect again now
    sign_in = Signal()  # in another way
    save = Signal()
    open_table = Signal(str)  # the table of a rematch
    announced = Signal(str, bool)  # text for screen readers, and whether it is urgent

    def __init__(self, banner: BannerStack, parent: QObject) -> None:
        super().__init__(parent)
        self._banner = banner
        self._model: TableModel | None = None
        self._news = ""
        self._offers: dict[int, Offered] = {}  # also closed ones, to say what became of them
        self._rematch = NO_REMATCH
        self._known: frozenset[tuple[TableModel, str]] = frozenset()  # the announced notices
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(NEWS_MS)
        self._timer.timeout.connect(self._end_news)

    def set_model(self, model: TableModel | None) -> None:
        self._model = model
        self._news, self._offers, self._rematch = "", {}, NO_REMATCH
        self._timer.stop()

    def refresh(self) -> None:
        """Show the notices that hold now."""
        model = self._model
        match = model.match if model is not None else None
        if model is None or match is None:
            self._banner.hide_text()
            return
        found = [self._connection(model, match)] if model.status != "online" else []
        if model.status == "online" and model.live:
            found += self._absences(model, match)
            found += [self._offer(model, match, offer) for offer in match.offers.values()]
            if match.phase == "over" and len(model.mine) == 1 and not model.rematch_offers.made:
                swaps = enumerate(model.rematch_offers.offers)
                found += [
                    self._rematch_offer(model, player in model.mine, swap) for player, swap in swaps if swap is not None
                ]
            self._offers |= match.offers
        if self._news:
            found.append(Notice("news", self._news, "done"))
        found = [notice for notice in found if notice.text]
        for notice in found:
            if (model.original, notice.key) not in self._known and notice.key != "news":
                self.announced.emit(notice.text, notice.key in CONNECTION)
                self.announced.emit(_answers(notice), False)
        self._known = frozenset((model.original, notice.key) for notice in found)
        self._banner.show_notices(found)
        self._rematch_news(model)

    def happened(self, event: Event) -> None:
        """Show an event that the board does not show."""
        if self._model is not None and self._model.match is not None:
            self.show_news(self._event_words(self._model, event))

    def show_news(self, words: str) -> None:
        """Show a sentence for a moment."""
        if words:
            self._news = words
            self._timer.start()
            self.announced.emit(words, False)
            self.refresh()

    def _connection(self, model: TableModel, match: Match) -> Notice:
        home = (tr("Home"), self.home.emit)
        if model.status == "failed":
            words = refusal_text(model.error) if model.error is not None else tr("The server cannot be reached.")
            again: tuple[Action, ...] = ((tr("Reconnect here"), self.retry.emit),)
            if model.error_code == "banned":
                again = ()
            elif model.error_code in SIGN_IN:
                again = ((tr("Sign in ..."), self.sign_in.emit),)
            return Notice("connection", words, "danger", (*again, home))
        words = fill(tr("No connection to {server}. Reconnecting ..."), {"server": model.server or tr("the server")})
        if isinstance(model, RemoteTable):
            if model.is_given_up:
                return self._given_up(model, match)
            retry, budget = model.retry_in(), model.own_budget()
            if retry is not None and retry >= 1:
                words += " " + fill(tr("Next try in {seconds} s."), {"seconds": round(retry)})
            if budget is not None and not model.lost.is_stopped:
                template = tr("If the server still runs, you may be away for another {time}.")
                words += " " + fill(template, {"time": seconds_words(budget)})
        return Notice("connection", words, "turn", ((tr("Now"), self.retry.emit), home))

    def _given_up(self, model: RemoteTable, match: Match) -> Notice:
        words = tr("Host again") if model.lost.cause == STOPPED_HERE else tr("Try again")
        again = (words, self.retry.emit)
        save = [(tr("Save"), self.save.emit)] if match.phase == "over" else []
        home = (tr("Home"), self.home.emit)
        return Notice("gone", gone_words(model.lost, match), "turn", (again, *save, home))

    def _absences(self, model: TableModel, match: Match) -> list[Notice]:
        if match.phase in ("open", "over"):
            return []
        found = []
        for player in PLAYERS:
            if model.causes[player] == "network":
                server = "" if model.is_server_here else model.server
                return [Notice("network", network_words(model.name_of(player), server), "turn")]
            counted = player in match.away
            if player in model.mine or not (counted or not model.presence[player]):
                continue
            cause = match.away[player].cause if counted else model.causes[player]
            left = budget_left(match, player, max(model.now(), match.at)) if counted else None
            actions = ((claim_words(c), partial(model.claim, c)) for c in model.claims())
            words = absence_words(model.name_of(player), cause, left)
            found.append(Notice(f"away{player}", words, "turn", tuple(actions)))
        return found

    def _offer(self, model: TableModel, match: Match, offer: Offered) -> Notice:
        mine, number = offer.player in model.mine, offer.number
        words = asked_words(match, offer, "" if mine else model.name_of(offer.player))
        actions: tuple[Action, ...] = ()
        if mine:
            actions = ((tr("Withdraw"), partial(model.withdraw, number)),)
        elif model.mine:
            decline = (tr("Play on"), partial(model.answer, number, accept=False))
            accept = partial(model.answer, number, accept=True)
            actions = (decline, (agree_words(offer.kind), accept))
        return Notice(f"offer{number}", words, "turn", actions, ICONS.get(offer.kind, "draw"))

    def _rematch_offer(self, model: TableModel, mine: bool, swap: bool) -> Notice:
        name = model.name_of(other(next(iter(model.mine))))
        words = rematch_words("" if mine else name, swap)
        if mine:
            withdraw = (tr("Withdraw"), model.close_rematch)
            return Notice("rematch_own", words, "turn", (withdraw,), "flip")
        decline = (tr("Decline"), model.close_rematch)
        accept = (tr("Accept"), partial(model.rematch, swap))
        return Notice("rematch", words, "turn", (decline, accept), "flip")

    def _rematch_news(self, model: TableModel) -> None:
        """Say why an offer of a rematch is gone, or open the table of the rematch."""
        before, self._rematch = self._rematch, model.rematch_offers
        now = self._rematch
        if before == now or model.match is None:
            return
        if now.closed and now.closed != before.closed and len(model.mine) == 1:
            self.show_news(rematch_closed(now.closed, model.name_of(other(next(iter(model.mine))))))
        if now.made and not before.made and model.mine and before.offers != (None, None):
            self.open_table.emit(now.made)

    def _event_words(self, model: TableModel, event: Event) -> str:
        match event:
            case OfferClosed(offer=number, outcome=outcome):
                offer = self._offers.get(number)
                if offer is None or model.shared_screen or not model.mine:
                    return ""
                theirs: Player = 1 if 0 in model.mine else 0
                return closed_words(offer, outcome, model.name_of(theirs), offer.player in model.mine)
            case TakenBack(player=player) if not model.shared_screen and player not in model.mine:
                return fill(tr("{name} took a move back."), {"name": model.name_of(player)})
            case TimeAdded(player=player, ms=ms):
                words = tr("You have {time} more.") if player in model.mine else tr("{name} has {time} more.")
                return fill(words, {"name": model.name_of(player), "time": seconds_words(ms)})
            case Returned(player=player) if player not in model.mine:
                return fill(tr("{name} is back."), {"name": model.name_of(player)})
        return ""

    def _end_news(self) -> None:
        self._news = ""
        self.refresh()


def _answers(notice: Notice) -> str:
    """Name the buttons of a notice and the key that goes to them."""
    words = ", ".join(words for words, _do in notice.actions)
    return fill(tr("F6 goes to the buttons: {answers}."), {"answers": words}) if words else ""
