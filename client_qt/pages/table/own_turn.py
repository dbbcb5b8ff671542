"""The turn that the user makes at the shown table, and turns that were put aside."""

from PySide6.QtCore import QObject, QTimer, Signal

from client_qt.board.move_builder import Draft, MoveBuilder
from client_qt.pages.table.history_position import HistoryPosition
from client_qt.pages.table.view.hint import TurnButtons, turn_buttons
from client_qt.pages.table.view.state import TurnState
from client_qt.table.model import TableModel
from netgame.match.events import Moved
from netgame.match.state import Match
from netgame.text import Text

Turn = tuple[TableModel, int, int, bool]  # with the position, the leg, and whether the turn is chosen ahead


class OwnTurn(QObject):
    """Begins a turn when one is due at the shown step, and plays it. Picks stay while the same turn is waited for, also
    during a look back and without a connection."""

    changed = Signal()  # the picks
    refused = Signal(object)  # Text, why a cell cannot be picked, or a turn chosen ahead cannot be played

    def __init__(self, history: HistoryPosition) -> None:
        super().__init__(history)
        self._history = history
        self._model: TableModel | None = None
        self._made: Turn | None = None  # the turn that the builder makes
        self._drafts: dict[TableModel, tuple[Turn, Draft]] = {}  # turns that were put aside
        self._premoves = True
        self.buttons = TurnButtons()
        self.builder = MoveBuilder(self)
        self.builder.changed.connect(self.changed)
        self.builder.refused.connect(self.refused)
        self.builder.complete.connect(self._play)
        self._premove_timer = QTimer(self, singleShot=True, interval=0)
        self._premove_timer.timeout.connect(self.builder.confirm)

    def set_model(self, model: TableModel | None) -> None:
        """Make turns at another table; the drafts stay for a variation of the same match."""
        old = self._model
        self._keep_draft()
        if old is None or model is None or old.original is not model.original:
            self._drafts.clear()
        self._model, self._made, self.buttons = model, None, TurnButtons()
        self.builder.end()

    def set_premoves(self, wanted: bool) -> None:
        """Set whether a turn can be chosen while the other side is to move."""
        if wanted != self._premoves:
            self._premoves = wanted
            if self.builder.is_ahead:
                self.builder.cancel()

    @property
    def can_move(self) -> bool:
        """Whether a move can be made at the shown step."""
        return self._model is not None and self._model.can_move_at(self._history.at)

    @property
    def state(self) -> TurnState | None:
        """The turn as the page shows it; None while none is made at the shown step."""
        builder = self.builder
        if not self.can_move or not builder.takes_picks or builder.picks is None:
            return None
        return TurnState(
            builder.picks, builder.is_ahead, builder.needs_confirm, builder.can_confirm, builder.captures,
            builder.notation, builder.can_redo,
        )  # fmt: skip

    def update(self) -> None:
        """Begin or end a turn if that is due."""
        model = self._model
        if model is None:
            return
        match = model.viewed_match
        planned = match.game.ahead(match.state) if match and self._premoves and model.can_plan else None
        may = self.can_move and (model.can_move or planned is not None)
        wanted = (model, match.position, match.leg, planned is not None) if match and may else None
        if wanted == self._made and (wanted is not None or self.builder.picks is None):
            return
        self._keep_draft()
        self._made = wanted
        if wanted is not None and match is not None:
            self.buttons = turn_buttons(match) if planned is None else TurnButtons()
            turn, draft = self._drafts.pop(model, (wanted, None))
            kept = draft if turn == wanted else None
            if planned is not None:
                self.builder.begin(match.game, planned, kept, ahead=True)
            elif draft is not None and turn[3] and turn != wanted:
                self._resume(match, draft, turn[1])
            else:
                self.builder.begin(match.game, match.state, kept)
        elif not model.waiting or self._history.at is not None:  # a sent move stays visible until the answer
            self.builder.end()

    def confirm(self) -> None:
        """Play the turn on the board if it is complete."""
        if self.can_move:
            self.builder.confirm()

    def press(self, pick: str) -> None:
        """Press a button of the game; one that means nothing now does nothing."""
        if self.can_move and pick in self.builder.buttons:
            self.builder.pick(pick)

    def pick(self, cell: int) -> None:
        """Pick a cell; at an earlier step of a game, return to the present instead."""
        if not self.can_move and not (self._model is not None and self._model.is_record):
            self._history.live()
        elif self.builder.takes_picks:
            self.builder.pick(cell)

    def _resume(self, match: Match, premove: Draft, position: int) -> None:
        """Make the turn that was chosen ahead at that position, if the other side has moved and the rules allow it."""
        self.builder.begin(match.game, match.state)
        last = match.history[-1].event if match.history else None
        is_after_move = isinstance(last, Moved) and last.number > position  # else moves were taken back
        if not (is_after_move and self.builder.resume(premove.picked)):
            self.refused.emit(Text("The premove cannot be played now."))
        elif self.builder.is_decided:
            self._premove_timer.start()  # after the move of the other side is shown

    def _keep_draft(self) -> None:
        if self._made is not None and self.builder.draft is not None:
            self._drafts[self._made[0]] = self._made, self.builder.draft

    def _play(self, move: object) -> None:
        self._made = None
        model = self._model
        if model is not None and model.is_next_move(move):
            self._history.forward()
        elif model is not None:
            model.play(move)
            self._history.live()
