"""The actions at a table besides moves: offers, resigning, taking back, leaving."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import get_args

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from client_qt.dialogs.question import Answer, QuestionDialog
from client_qt.pages.table.state import TableState
from client_qt.table.model import TableModel
from client_qt.table.terms import allows_hints
from client_qt.text.offer_words import action_question, leave_question
from client_qt.text.rules_text import count_words, offer_words, resign_words, say, stop_question, stop_words
from client_qt.text.translation import tr
from client_qt.theme import Theme
from netgame.game import ToMove
from netgame.match.commands import Leave, MakeOffer, Resign
from netgame.match.events import Moved, OfferKind
from netgame.match.state import Match, other
from netgame.text import fill


@dataclass(frozen=True)
class TableAction:
    """A button or menu entry: its text, whether it can be done now, whether this table has it at all, and what it
    does."""

    name: str
    words: str
    possible: bool
    there: bool
    tip: str = ""


def table_actions(state: TableState) -> dict[str, TableAction]:
    model, match = state.model, state.match
    acting, playing = bool(model.mine), match.phase not in ("open", "over")
    may_pause = acting or model.is_local  # a game between two computer players, too
    agreed = model.agreed if acting else None
    stop = stop_words(match, agreed) if agreed is not None else ""
    kinds = model.offer_kinds
    abort_alone = "abort" in kinds and playing and 0 in match.moved and model.status == "online"
    may_resign = model.may(Resign(match=True), model.actor)
    whose = not (model.shared_screen and match.phase == "between")  # no side is to move, so none can resign
    watching = model.is_spectator and match.phase != "over"
    has_hints = may_hint(model)
    found = (
        TableAction("hint", tr("Hint"), has_hints and _is_to_move(state), has_hints),
        TableAction("take_back", tr("Take back"), move_to_take_back(model, state.at) is not None, acting),
        TableAction(
            "pause",
            tr("Pause"),
            may_pause and model.can_offer("pause"),
            "pause" in kinds and (acting or (may_pause and playing)),
            tr("If the other side agrees, the match waits until both players go on."),
        ),
        TableAction(
            "more_time",
            tr("More time"),
            acting and model.can_offer("more_time"),
            match.clocks is not None and not model.is_local,
            tr("Ask the other side for more time on your clock."),
        ),
        TableAction(
            "adjourn",
            tr("Adjourn"),
            acting and model.can_offer("adjourn"),
            "adjourn" in kinds,
            tr("If the other side agrees, the match is saved and goes on another day."),
        ),
        TableAction(
            "abort",
            tr("Abort without a result"),
            acting and (abort_alone or model.can_offer("abort")),
            acting,
            tr("The match does not count. After the first moves the other side has to agree."),
        ),
        TableAction("stop", stop, agreed is not None and model.can_offer("count"), bool(stop), _why_not_stop(model)),
        TableAction("resign", tr("Resign"), whose and may_resign, acting),
        TableAction(
            "leave",
            tr("Leave and lose the match"),
            model.may(Leave(), model.actor),
            not model.is_local,
            tr("Only go Home, or close the window, if you want to come back to the match."),
        ),
        TableAction("stop_watching", tr("Stop watching"), watching, watching),
    )
    return {action.name: action for action in found}


def may_hint(model: TableModel) -> bool:
    """Return whether the computer may suggest moves: after the match, and before if its terms allow it."""
    match = model.original.match
    return match is not None and (allows_hints(match.created) or match.phase == "over")


def _is_to_move(state: TableState) -> bool:
    """Return whether a person has to choose a move in the shown position."""
    model, match = state.model, state.match
    if state.is_live:
        is_others = model.is_local and model.to_move not in model.mine
        return match.phase == "playing" and not match.paused and not is_others and isinstance(match.turn, ToMove)
    return state.step >= 0 and isinstance(match.game.turn(match.history[state.step].state), ToMove)


def _why_not_stop(model: TableModel) -> str:
    """Return why the player cannot offer to end the battle; empty if they can."""
    why = model.refusal(MakeOffer("count"), model.offerer("count"))
    return say(why) if why is not None else ""


def move_to_take_back(model: TableModel, at: int | None) -> int | None:
    """Return the number of the own move at that step, or of the last one; None if it cannot be taken back."""
    steps = model.steps()
    event: object = None
    if at is None:
        event = next(
            (s.event for s in reversed(steps) if isinstance(s.event, Moved) and s.event.player in model.mine), None
        )
    elif 0 <= at < len(steps):
        event = steps[at].event
    if not isinstance(event, Moved) or event.player not in model.mine:
        return None
    return event.number if model.can_offer("take_back", event.number) else None


class TableActions(QObject):
    """Carries out the actions of the shown table, after a question where one is needed."""

    changed = Signal(dict)  # the TableActions by name
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

    def show_state(self, state: TableState) -> None:
        """Find out what can be done now."""
        self._at, before = state.at, self.current
        self.current = table_actions(state)
        if self.current != before:
            self.changed.emit(self.current)

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
