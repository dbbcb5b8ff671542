"""Building a turn pick by pick, led by the rules alone."""

from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from client_qt.settings.preferences import Confirm
from netgame.boards.geometry import Cell
from netgame.game import Game, IllegalMove, Mark, NotationError, Pick, Picks, ToMove
from netgame.text import Text
from netgame.typed import typed


@dataclass(frozen=True)
class Draft:
    """The picks of an unfinished turn."""

    picked: tuple[Pick, ...]
    trail: tuple[tuple[Pick, ...], ...]


class MoveBuilder(QObject):
    """Builds one turn of any game by `game.picks`.

    A turn that one click completes in exactly one way is played at once unless the policy asks for confirmation. A turn
    that could go on, and one that is only a button, always waits for `confirm`. A cell that cannot be picked changes
    nothing that is staged. A turn can be chosen ahead, before the other side moves: it is never played, and `resume`
    makes its picks later.
    """

    changed = Signal()
    refused = Signal(object)  # Text, why a cell cannot be picked
    complete = Signal(object)  # the move

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.policy: Confirm = "compound"  # which turns ask for confirmation
        self.is_ahead = False  # whether the turn is chosen before the other side moves
        self._game: Game[Any, Any] | None = None
        self._state: Any = None
        self.picks: Picks | None = None  # the turn so far, or the board after it; None while no turn is due here
        self._trail: list[tuple[Pick, ...]] = []  # the picks before each step, for undo
        self._undone: list[tuple[Pick, ...]] = []  # the picks after each step that was taken back, the last one first

    def begin(self, game: Game[Any, Any], state: Any, draft: Draft | None = None, ahead: bool = False) -> None:
        """Start a turn at this state, or continue a draft. `ahead`: the turn is only chosen."""
        self.is_ahead = ahead
        self._game, self._state, self._undone = game, state, []
        self._trail = list(draft.trail) if draft is not None else []
        picked = draft.picked if draft is not None else ()
        self.picks = self._picks_after(picked) if isinstance(game.turn(state), ToMove) else None
        self.changed.emit()

    def resume(self, picked: tuple[Pick, ...]) -> bool:
        """Make picks that were chosen ahead; if the rules do not allow all of them, make none and return False."""
        assert self._game is not None
        for number, pick in enumerate(picked):
            if self.picks is None or pick not in self.picks.next:
                if self.picks is not None:
                    self.picks, self._trail = self._picks_after(()), []
                self.changed.emit()
                return False
            self._step(pick, suggest=number == len(picked) - 1)
        self.changed.emit()
        return True

    def end(self) -> None:
        """Stop building a turn."""
        self.is_ahead = False
        self._game = self._state = self.picks = None
        self._trail, self._undone = [], []
        self.changed.emit()

    @property
    def shown(self) -> Picks | None:
        """The picks for the board. A turn chosen ahead moves no pieces; its cells are marked.

        While a whole turn is chosen ahead, no cell is shown as possible.
        """
        picks = self.picks
        if not self.is_ahead or picks is None or self._game is None:
            return picks
        cells = frozenset(pick for pick in picks.picked if isinstance(pick, int))
        corners = tuple(mark for mark in picks.marks if mark.kind == "corner")
        marks = (*self._game.marks(self._state), *corners, Mark("ahead", cells))
        following = frozenset[Pick]() if self._is_premove else picks.next
        return replace(picks, next=following, pieces=self._game.pieces(self._state), marks=marks)

    @property
    def is_decided(self) -> bool:
        """Whether a turn chosen ahead can be played without a question."""
        is_button_alone = self.pressed is not None and self.picks is not None and len(self.picks.picked) == 1
        return self.can_confirm and self.captures != 0 and not is_button_alone and self.policy != "always"

    @property
    def active(self) -> bool:
        """Whether a turn is being built that can be played now."""
        return self.takes_picks and not self.is_ahead

    @property
    def takes_picks(self) -> bool:
        """Whether a turn is being built, now or ahead."""
        return self._game is not None and self.picks is not None

    @property
    def staging(self) -> bool:
        """Whether anything is picked."""
        return self.picks is not None and bool(self.picks.picked)

    @property
    def draft(self) -> Draft | None:
        """The picks so far, to continue later at the same state."""
        return Draft(self.picks.picked, tuple(self._trail)) if self.picks is not None and self.staging else None

    @property
    def seat(self) -> int | None:
        """The seat to move."""
        turn = self._game.turn(self._state) if self._game is not None else None
        return turn.seat if isinstance(turn, ToMove) else None

    @property
    def move(self) -> Any | None:
        """The move, if the picks are a complete turn."""
        return self.picks.moves[0] if self.picks is not None and self.picks.moves else None

    @property
    def can_confirm(self) -> bool:
        """Whether the picks are a complete turn that can be played now."""
        return self.move is not None and not self.is_ahead

    @property
    def needs_confirm(self) -> bool:
        """Whether to show Confirm: something is picked that it could play, now or later."""
        return self.staging and not self.is_ahead and (self.policy != "never" or self.can_confirm)

    @property
    def notation(self) -> str:
        """The complete turn in notation, else empty."""
        return self._game.format(self._state, self.move) if self._game is not None and self.move is not None else ""

    @property
    def captures(self) -> int | None:
        """How many pieces would be captured; 0 only for a complete turn that could capture, else None."""
        picks = self.picks
        if picks is None or self.is_ahead:
            return None
        count = len(frozenset().union(*(mark.cells for mark in picks.marks if mark.kind == "capture")))
        pieces = (picks.pieces.get(pick) for pick in picks.next if isinstance(pick, int))
        could = picks.moves and any(piece is not None and piece.seat == 1 - (self.seat or 0) for piece in pieces)
        return count if count or could else None

    @property
    def hint(self) -> Text | None:
        """The hint of the game for the next pick."""
        return self.picks.hint if self.picks is not None else None

    @property
    def buttons(self) -> tuple[str, ...]:
        """The possible picks that are buttons."""
        following = self.picks.next if self.picks is not None else frozenset()
        return tuple(sorted(pick for pick in following if isinstance(pick, str)))

    @property
    def pressed(self) -> str | None:
        """The button that the turn began with."""
        first = self.picks.picked[0] if self.picks is not None and self.picks.picked else None
        return first if isinstance(first, str) else None

    def preview(self, cell: Cell) -> Picks | None:
        """Return the turn after picking that cell."""
        if self._game is None or self.picks is None or cell not in self.picks.next:
            return None
        return self._picks_after((*self.picks.picked, cell))

    def why_not(self, cell: Cell) -> Text | None:
        """Return why a cell cannot be picked: the reason of the rules, or else what can be picked."""
        if self._game is None or self.picks is None or cell in self.picks.next:
            return None
        return self._game.why_not(self._state, self.picks.picked, cell) or self.picks.hint

    def pick(self, pick: Pick) -> None:
        """Pick a cell or a button. If only a piece is chosen, another one replaces it, and the same one is let go."""
        if self._game is None or self.picks is None:
            return
        if pick in self.picks.next:
            self._advance(pick)
        elif self._is_only_choosing and pick in self.picks.picked:
            self.cancel()
        elif (self._is_only_choosing or self._is_premove) and pick in self._picks_after(()).next:
            self.cancel()
            self._advance(pick)
        elif self._is_premove:
            self.cancel()
        elif isinstance(pick, int):
            self.refuse(pick)

    def refuse(self, cell: Cell) -> None:
        """Say why that cell cannot be picked."""
        why = self.why_not(cell)
        if why is not None and (self.staging or not self.is_ahead):
            self.refused.emit(why)

    def let_go(self) -> None:
        """Let go a piece that is only chosen, or a turn chosen ahead."""
        if self._is_only_choosing or self.is_ahead:
            self.cancel()

    def cancel(self) -> None:
        """Remove all picks."""
        if self.staging:
            while self.staging and self._trail:
                self._undo()
            self._trail = []
            self.changed.emit()

    def undo(self) -> None:
        """Take back the last step."""
        if self._trail:
            self._undo()
            self.changed.emit()

    @property
    def can_redo(self) -> bool:
        """Whether a step was taken back."""
        return bool(self._undone)

    def redo(self) -> None:
        """Make the step again that was taken back last."""
        if self._game is not None and self.picks is not None and self._undone:
            self._trail.append(self.picks.picked)
            self.picks = self._picks_after(self._undone.pop())
            self.changed.emit()

    def confirm(self) -> None:
        """Play the turn if it is complete."""
        if self.can_confirm:
            self._play(self.move)

    def type_move(self, text: str) -> Text | None:
        """Play a turn in the game's notation, or return what is wrong with it."""
        if self._game is None or self.picks is None:
            return Text("It is not your turn.")
        try:
            move = self._game.parse(self._state, typed(text))
            self._game.check(self._state, move)
        except (NotationError, IllegalMove) as error:
            return error.text
        self._play(move)
        return None

    @property
    def _is_only_choosing(self) -> bool:
        """Whether a piece to move is chosen and nothing else."""
        picks = self.picks
        if picks is None or picks.moves or len(picks.picked) != 1 or not isinstance(picks.picked[0], int):
            return False
        return any(mark.kind == "selected" for mark in picks.marks)

    @property
    def _is_premove(self) -> bool:
        """Whether a whole turn is chosen ahead."""
        return self.is_ahead and self.picks is not None and bool(self.picks.moves or self.picks.suggested)

    def _picks_after(self, picked: tuple[Pick, ...]) -> Picks:
        assert self._game is not None
        picks_of = self._game.picks_ahead if self.is_ahead else self._game.picks
        return picks_of(self._state, picked)

    def _undo(self) -> None:
        assert self._game is not None
        assert self.picks is not None
        self._undone.append(self.picks.picked)
        self.picks = self._picks_after(self._trail.pop())

    def _advance(self, pick: Pick) -> None:
        picks = self._step(pick, suggest=not self.is_ahead)
        is_button_alone = isinstance(pick, str) and len(picks.picked) == 1
        is_due = not picks.next or (self.policy == "never" and not self._could_go_on(picks))
        if self.can_confirm and self.policy != "always" and not is_button_alone and is_due:
            self._play(picks.moves[0])
        else:
            self.changed.emit()

    def _step(self, pick: Pick, suggest: bool) -> Picks:
        """Add a pick, and what the rules suggest with it."""
        assert self._game is not None
        assert self.picks is not None
        before = self.picks.picked
        picks = self._picks_after((*before, pick))
        if suggest and len(picks.picked) > len(before):  # a step that removes a pick must not bring suggestions back
            for suggestion in picks.suggested:
                if suggestion in picks.next:
                    picks = self._picks_after((*picks.picked, suggestion))
        self._trail.append(before)
        self.picks, self._undone = picks, []
        return picks

    def _could_go_on(self, picks: Picks) -> bool:
        """Whether another cell would extend the turn, rather than remove or replace a pick."""
        assert self._game is not None
        further = min((pick for pick in picks.next if isinstance(pick, int) and pick not in picks.picked), default=None)
        if further is None:
            return False
        return len(self._picks_after((*picks.picked, further)).picked) > len(picks.picked)

    def _play(self, move: Any) -> None:
        """Emit the move. The board shows the turn as played until the next `begin` or `end`."""
        assert self._game is not None
        after = self._game.play(self._state, move)
        self.picks = Picks(frozenset(), (), pieces=self._game.pieces(after), marks=self._game.marks(after))
        self._game = self._state = None
        self._trail, self._undone = [], []
        self.changed.emit()
        self.complete.emit(move)
