"""The actions at a table besides moves: offers, resigning, taking back, leaving."""

from collections.abc import Mapping
from functools import partial
from typing import get_args

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from client_qt.dialogs.question import Answer, QuestionDialog
from client_qt.pages.table.view.actions import TableAction, move_to_take_back
from client_qt.table.model import TableModel
from client_qt.text.offer_words import action_question, leave_question
from client_qt.text.rules_text import count_words, offer_words, resign_words, stop_question
from client_qt.text.translation import tr
from client_qt.theme import Theme
from netgame.match.events import Moved, OfferKind
from netgame.match.state import Match, other
from netgame.text import fill


class TableActions(QObject):
    """Carries out the actions of the shown table, after a question where one is needed."""

    asked = Signal()  # a question is about to open
    watching_stopped = Signal()
    hint_wanted = Signal()
    moved_to_present = Signal()  # a move is taken back, so the page leaves an earlier step

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._window = theme, parent
        self._model: TableModel | None = None
        self._at: int | None = None
        self.asking: QuestionDialog | None = None  # the open question
        self.current: Mapping[str, TableAction] = {}

    def set_model(self, model: TableModel | None) -> None:
        self.dismiss()
        self._model, self.current = model, {}

    def show_actions(self, actions: Mapping[str, TableAction], at: int | None) -> None:
        """Set what can be done now at the shown step."""
        self.current, self._at = actions, at

    def is_possible(self, name: str) -> bool:
        return name in self.current and self.current[name].possible

    def can_take_back(self, step: int) -> bool:
        """Return whether the move of that step can be taken back."""
        return self._model is not None and move_to_take_back(self._model, step) is not None

    def do(self, name: str) -> None:
        """Do what a button or menu entry of that name says, if it is possible now."""
        model = self._model
        match = model.match if model is not None else None
        if model is None or match is None or not self.is_possible(name):
            return
        match name:
            case "resign":
                self._ask_resign(model, match)
            case "stop":
                self._ask_stop(model, match)
            case "leave":
                title, words, button = leave_question()
                self.open(title, [words], [Answer(button, "danger", model.leave, "leave_match")])
            case "take_back":
                self.take_back()
            case "stop_watching":
                self.watching_stopped.emit()
            case "hint":
                self.hint_wanted.emit()
            case "pause" if match.paused is not None:
                model.ready()
            case _:
                kind: OfferKind = next(kind for kind in get_args(OfferKind) if kind == name)
                offer = partial(model.offer, kind)
                title, words, button = action_question(match, kind)
                if title:
                    answer = Answer(button, "danger" if kind == "abort" else "primary", offer, f"ask_{kind}")
                    self.open(title, [words], [answer])
                else:
                    offer()

    def take_back(self, step: int | None = None) -> None:
        """Take back the move of that step, or the shown or last one; ask first if more moves go with it."""
        model, at = self._model, self._at if step is None else step
        number = move_to_take_back(model, at) if model is not None else None
        if model is None or model.match is None or number is None:
            return

        def do() -> None:
            self.moved_to_present.emit()
            model.offer("take_back", number)

        moves = {s.event.number: s.notation for s in model.steps() if isinstance(s.event, Moved)}
        if at is None and (number == max(moves) or not model.shared_screen):
            do()
        else:
            title, words, button = action_question(model.match, "take_back", moves[number])
            self.open(title, [words], [Answer(button, "primary", do, "take_back_to")])

    def answer_result(self, name: str) -> None:
        """Carry out a button of the result strip that sends a command."""
        model = self._model
        if model is None or model.match is None:
            return
        match name:
            case "sit":
                model.take_seat()
            case "stand":
                model.leave_seat()
            case "change_sides":
                me = next(iter(model.mine))
                model.take_seat(other(me), ready=me in model.match.ready)
            case "ready" | "resume":
                model.ready()
            case "rematch":
                theirs = model.rematch_offers.offers[other(next(iter(model.mine)))]
                model.rematch(True if theirs is None else theirs)
            case "look_together":
                model.look_together()
            case "rematch_swap" | "rematch_same":
                model.rematch(name == "rematch_swap")

    def _ask_resign(self, model: TableModel, match: Match) -> None:
        """Say how resigning counts, and ask what to resign."""
        player = model.actor if model.actor is not None else min(model.mine)
        whole = resign_words(match, player, whole=True)
        whole_match = partial(model.resign, match=True)
        if match.game.legs == 1:
            self.open(tr("Resign?"), [whole], [Answer(tr("Resign"), "danger", whole_match, "resign_match")])
            return
        words = [fill(tr("The whole match: {result}"), {"result": whole})]
        answers = [Answer(tr("Resign the match"), "danger", whole_match, "resign_match")]
        if match.phase == "playing":
            leg = resign_words(match, player, whole=False)
            words.insert(0, fill(tr("This battle: {result}"), {"result": leg}))
            this_leg = partial(model.resign, match=False)
            answers.insert(0, Answer(tr("Resign this battle"), "danger", this_leg, "resign_leg"))
        self.open(tr("Resign?"), words, answers)

    def _ask_stop(self, model: TableModel, match: Match) -> None:
        """Say what the result of stopping would be, and ask whether to offer it."""
        over = model.agreed
        assert over is not None, "it is possible"
        words = [sentence for sentence in [count_words(match, over)] if sentence]
        button = tr("End it here")
        if not model.shared_screen:
            words.append(tr("The other side may agree, or play on. The next move of either side closes the offer."))
            button = offer_words(match, over)
        stop = partial(model.offer, "count")
        self.open(stop_question(match, over), words, [Answer(button, "primary", stop, "offer_stop")])

    def open(self, title: str, words: list[str], answers: list[Answer]) -> None:
        """Ask; an open question closes."""
        self.dismiss()
        self.asked.emit()
        question = QuestionDialog(self._theme, title, words, answers, self._window)
        question.destroyed.connect(lambda: self._destroyed(question))
        self.asking = question
        question.open()

    def dismiss(self) -> None:
        if self.asking is not None:
            self.asking.close()
            self.asking = None

    def _destroyed(self, question: QuestionDialog) -> None:
        if self.asking is question:  # not a newer one
            self.asking = None
