"""The banners of a table: its notices, and news for a moment."""

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAction

from client_qt.pages.table.view.notices import Do, NoticeState, answers_words, event_news
from client_qt.table.model import NO_REMATCH, TableModel
from client_qt.text.offer_words import rematch_closed
from client_qt.widgets.banner import BannerStack, Notice
from netgame.match.events import Event, OfferClosed, Offered
from netgame.match.state import other

NEWS_MS = 5000
CONNECTION = ("connection", "gone")  # the keys of notices about the own connection


class TableBanners(QObject):
    """Shows the notices of one table, and carries out their buttons."""

    retry = Signal()  # connect again now
    sign_in = Signal()  # in another way
    open_table = Signal(str)  # the table of a rematch
    challenge_withdrawn = Signal(str)  # its id
    continue_here = Signal()  # at this computer
    go_elsewhere = Signal()  # to the other host of this match
    announced = Signal(str, bool)  # text for screen readers, and whether it is urgent

    def __init__(self, banner: BannerStack, actions: Mapping[str, QAction], parent: QObject) -> None:
        super().__init__(parent)
        self._banner, self._actions = banner, actions
        self._model: TableModel | None = None
        self._notices: Sequence[NoticeState] = ()
        self._news = ""
        self._offers: dict[int, Offered] = {}  # also closed ones, to say what became of them
        self._rematch = NO_REMATCH
        self._known: frozenset[tuple[TableModel, str]] = frozenset()  # the announced notices
        self._timer = QTimer(self, singleShot=True, interval=NEWS_MS)
        self._timer.timeout.connect(self._end_news)

    def set_model(self, model: TableModel | None) -> None:
        self._model, self._notices = model, ()
        self._news, self._offers, self._rematch = "", {}, NO_REMATCH
        self._timer.stop()

    def show_notices(self, notices: Sequence[NoticeState]) -> None:
        """Show these notices, and announce the new ones."""
        model = self._model
        if model is None or model.match is None:
            self._banner.hide_text()
            return
        self._offers |= model.match.offers
        self._notices = notices
        for notice in notices:
            if (model.original, notice.key) not in self._known:
                self.announced.emit(notice.text, notice.key in CONNECTION)
                self.announced.emit(answers_words(notice), False)
        self._known = frozenset((model.original, notice.key) for notice in notices)
        self._show()
        self.follow_rematch()

    def event_added(self, event: Event) -> None:
        """Show an event that the board does not show."""
        model = self._model
        if model is None or model.match is None:
            return
        if isinstance(event, Offered):
            self._offers[event.number] = event
        closed = self._offers.get(event.offer) if isinstance(event, OfferClosed) else None
        self.show_news(event_news(model, event, closed))

    def show_news(self, words: str) -> None:
        """Show a sentence for a moment."""
        if words:
            self._news = words
            self._timer.start()
            self.announced.emit(words, False)
            self._show()

    def follow_rematch(self) -> None:
        """Say why an offer of a rematch is gone, or open the table of the rematch."""
        model = self._model
        if model is None or model.match is None:
            return
        before, self._rematch = self._rematch, model.rematch_offers
        now = self._rematch
        if now.closed and now.closed != before.closed and len(model.mine) == 1:
            self.show_news(rematch_closed(now.closed, model.name_of(other(next(iter(model.mine))))))
        if now.made and not before.made and model.mine and before.offers != (None, None):
            self.open_table.emit(now.made)

    def _show(self) -> None:
        news = [NoticeState("news", self._news, "done", is_own=True)] if self._news else []
        found = []
        for notice in (*self._notices, *news):
            actions = tuple((words, partial(self._do, do)) for words, do in notice.actions)
            found.append(Notice(notice.key, notice.text, notice.tone, actions, notice.icon, notice.is_own))
        self._banner.show_notices(found)

    def _do(self, do: Do) -> None:
        """Carry out the button of a notice."""
        model = self._model
        assert model is not None, "without a table there are no notices"
        match do:
            case ("home",):
                self._actions["home"].trigger()
            case ("save",):
                self._actions["save_record"].trigger()
            case ("retry",):
                self.retry.emit()
            case ("sign_in",):
                self.sign_in.emit()
            case ("continue_here",):
                self.continue_here.emit()
            case ("go_elsewhere",):
                self.go_elsewhere.emit()
            case "withdraw_challenge", id:
                self.challenge_withdrawn.emit(id)
            case "claim", what:
                model.claim(what)
            case "offer", kind:
                model.offer(kind)
            case "withdraw", offer:
                model.withdraw(offer)
            case "answer", offer, accept:
                model.answer(offer, accept)
            case "rematch", swap:
                model.rematch(swap)
            case ("close_rematch",):
                model.close_rematch()
            case ("look_together",):
                model.original.look_together()
            case ("look_alone",):
                model.original.look_alone()

    def _end_news(self) -> None:
        self._news = ""
        self._show()
