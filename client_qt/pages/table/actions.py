"""What one can do at a table beside moving: ask, stop, give up, leave. One place for menu, panel and rail."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

from PySide6.QtCore import QObject, Signal

from client_qt.dialogs.question import Answer, QuestionDialog
from client_qt.table.model import TableModel
from client_qt.table.offers import deed_question, leave_question
from client_qt.text.rules_text import count_words, offer_words, resign_words, stop_question, stop_words, tr
from client_qt.theme import Theme
from netgame.match.commands import Leave, Resign
from netgame.match.events import Moved, OfferKind
from netgame.match.state import Match
from netgame.text import fill

if TYPE_CHECKING:
    from client_qt.pages.table.page import TablePage

KINDS: tuple[OfferKind, ...] = get_args(OfferKind)


@dataclass(frozen=True)
class TableAction:
    """What stands on buttons and in menus: its name, its words now, whether it can be done now, whether it is there at
    all in this game at this table."""

    name: str
    words: str
    possible: bool
    there: bool


class TableActions(QObject):
    """Belongs to one table page. `changed` after every look at the model."""

    changed = Signal()

    def __init__(self, theme: Theme, page: TablePage) -> None:
        super().__init__(page)
        self._theme = theme
        self._page = page
        self._asking: QuestionDialog | None = None
        self._to: int | None = None  # the move that is asked about
        self._kind: OfferKind = "pause"
        self.current: dict[str, TableAction] = {}

    def forget(self) -> None:
        """Another table is shown."""
        self.dismiss()
        self.current = {}

    def refresh(self, model: TableModel, match: Match) -> None:
        """What can be done now."""
        acting, playing = bool(model.mine), match.phase not in ("open", "over")
        agreed = model.agreed if model.mine else None
        stop = stop_words(match, agreed) if agreed is not None else ""
        timed = match.clocks is not None
        alone = "abort" in model.kinds and playing and 0 in match.moved and model.status == "online"
        found = (
            TableAction("take_back", tr("Take back"), self.chosen_move(model) is not None, acting),
            TableAction("pause", tr("Pause"), acting and model.can_offer("pause"), "pause" in model.kinds),
            TableAction(
                "more_time", tr("More time"), acting and model.can_offer("more_time"), timed and not model.is_local
            ),
            TableAction("adjourn", tr("Adjourn"), acting and model.can_offer("adjourn"), "adjourn" in model.kinds),
            TableAction("abort", tr("Abort"), acting and (alone or model.can_offer("abort")), True),
            TableAction("stop", stop, agreed is not None and model.can_offer("count"), bool(stop)),
            TableAction("resign", tr("Resign"), self._may_resign(model, match), True),
            TableAction("leave", tr("Leave the match"), model.may(Leave(), model.actor), not model.is_local),
        )
        self.current = {deed.name: deed for deed in found}
        self.changed.emit()

    def is_possible(self, name: str) -> bool:
        """Can that be done now?"""
        return name in self.current and self.current[name].possible

    def do(self, name: str) -> None:
        """What a button or a menu entry of that name does; one that is not possible does nothing."""
        deed = self.current.get(name)
        if deed is None or not deed.possible or self._page.model is None:
            return
        match name:
            case "resign":
                self.ask_resign()
            case "stop":
                self.ask_stop()
            case "leave":
                self._ask(*leave_question(), self._leave, "leave_match", "danger")
            case "take_back":
                self.take_back(None)
            case _:
                self._offer_kind(next(kind for kind in KINDS if kind == name))

    def chosen_move(self, model: TableModel, step: int | None = None) -> int | None:
        """The number of the move that taking back means now: the one of that step, else the one that is looked at, or
        the last own one. None where it cannot be taken back."""
        steps = model.steps()
        if step is None:
            step = self._page.walk.at
        if step is None:
            own = [s.event for s in steps if isinstance(s.event, Moved) and s.event.player in model.mine]
            event: object = own[-1] if own else None
        else:
            event = steps[step].event if 0 <= step < len(steps) else None
        if not isinstance(event, Moved) or event.player not in model.mine:
            return None
        return event.number if model.can_offer("take_back", event.number) else None

    def take_back(self, step: int | None) -> None:
        """Take the move of that step back, or, with None, the one that is looked at or the last; ask first where more
        than that one goes."""
        model, match = self._page.model, self._page.model.match if self._page.model is not None else None
        if model is None or match is None:
            return
        number = self.chosen_move(model, step)
        if number is None:
            return
        self._to = number
        last = next((s.event.number for s in reversed(model.steps()) if isinstance(s.event, Moved)), None)
        if step is None and self._page.walk.at is None and (number == last or not model.is_local):
            self._take_back()
            return
        move = next(s.notation for s in model.steps() if s.event.number == number)
        self._ask(*deed_question(match, "take_back", move), self._take_back, "take_back_to", "primary")

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
            words = [fill(tr("The whole match: {result}"), {"result": resign_words(match, player, whole=True)})]
            answers = [Answer(tr("Resign the match"), "danger", self._resign_match, "resign_match")]
            if match.phase == "playing":
                this = {"result": resign_words(match, player, whole=False)}
                words.insert(0, fill(tr("This battle: {result}"), this))
                answers.insert(0, Answer(tr("Resign this battle"), "danger", self._resign_leg, "resign_leg"))
        self.open(tr("Resign?"), words, answers)

    def ask_stop(self) -> None:
        """Say what stopping here would come to, then offer it."""
        model = self._page.model
        over = model.agreed if model is not None else None
        if model is None or model.match is None or over is None:
            return
        words = [sentence for sentence in [count_words(model.match, over)] if sentence]
        if model.is_local:
            answer = Answer(tr("End it here"), "primary", self._stop, "offer_stop")
        else:
            words.append(tr("The other side may agree, or play on. The next move of either side closes the offer."))
            answer = Answer(offer_words(model.match, over), "primary", self._stop, "offer_stop")
        self.open(stop_question(model.match, over), words, [answer])

    def open(self, title: str, words: list[str], answers: list[Answer]) -> None:
        """Ask; another question that is open closes."""
        self.dismiss()
        self._page.board.setFocus()  # comes back there, and not to a button that may be dead by then
        self._asking = QuestionDialog(self._theme, title, words, answers, self._page)
        self._asking.destroyed.connect(self._asked)
        self._asking.open()

    @property
    def asking(self) -> QuestionDialog | None:
        """The question that is open."""
        return self._asking

    def dismiss(self) -> None:
        """Close the question."""
        if self._asking is not None:
            self._asking.close()
            self._asking = None

    # ---- inside

    def _may_resign(self, model: TableModel, match: Match) -> bool:
        if model.is_local and match.phase == "between":
            return False  # at one screen: whose resignation?
        return model.may(Resign(match=True), model.actor)

    def _ask(self, title: str, words: str, button: str, then: object, name: str, kind: str) -> None:
        assert callable(then)
        self.open(title, [words], [Answer(button, kind, then, name)])  # type: ignore[arg-type]

    def _asked(self) -> None:
        self._asking = None

    def _offer_kind(self, kind: OfferKind) -> None:
        model = self._page.model
        if model is None or model.match is None:
            return
        self._kind = kind
        title, words, button = deed_question(model.match, kind)
        if not title:
            self._offer()
        else:
            self._ask(title, words, button, self._offer, f"ask_{kind}", "danger" if kind == "abort" else "primary")

    def _offer(self) -> None:
        if self._page.model is not None:
            self._page.model.offer(self._kind)

    def _stop(self) -> None:
        if self._page.model is not None:
            self._page.model.offer("count")

    def _take_back(self) -> None:
        if self._page.model is not None:
            self._page.walk_live()
            self._page.model.offer("take_back", self._to)

    def _leave(self) -> None:
        if self._page.model is not None:
            self._page.model.leave()

    def _resign_leg(self) -> None:
        if self._page.model is not None:
            self._page.model.resign(match=False)

    def _resign_match(self) -> None:
        if self._page.model is not None:
            self._page.model.resign(match=True)
