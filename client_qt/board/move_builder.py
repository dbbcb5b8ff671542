"""Composing a turn step by step: the only place where picks of the hand meet the rules."""

from dataclasses import dataclass
from typing import Any, Literal

from PySide6.QtCore import QObject, Signal

from netgame.boards.geometry import Cell
from netgame.game import Game, IllegalMove, NotationError, Pick, Picks, ToMove
from netgame.text import Text

Policy = Literal["compound", "always", "never"]  # which turns ask for Confirm before they are played


@dataclass(frozen=True)
class Draft:
    """A turn that somebody began, put aside."""

    picked: tuple[Pick, ...]
    trail: tuple[tuple[Pick, ...], ...]


class MoveBuilder(QObject):
    """One turn being made. It is led by `game.picks` alone, so it serves every game.

    `changed` says that there is something else to show, `complete` hands over the move. A turn that a single click
    completes in just one way is played at once unless the policy says otherwise; a turn that could go on, and one that
    is a mere button, waits for `confirm`, whatever the policy.
    """

    changed = Signal()
    complete = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.policy: Policy = "compound"
        self._game: Game[Any, Any] | None = None
        self._state: Any = None
        self._picks: Picks | None = None
        self._trail: list[tuple[Pick, ...]] = []  # what was picked before each step, to go back over

    # ---- beginning and ending
    def begin(self, game: Game[Any, Any], state: Any, kept: Draft | None = None) -> None:
        """Start a turn from this state, with nothing picked; or go on with what was picked there before."""
        self._game, self._state, self._trail = game, state, list(kept.trail) if kept is not None else []
        picked = kept.picked if kept is not None else ()
        self._picks = game.picks(state, picked) if isinstance(game.turn(state), ToMove) else None
        self.changed.emit()

    def end(self) -> None:
        """Nothing is composed any more."""
        self._game = self._state = self._picks = None
        self._trail = []
        self.changed.emit()

    # ---- what is there
    @property
    def picks(self) -> Picks | None:
        """Where the turn stands, and once it is played how the board looks then; None while nobody here is to move."""
        return self._picks

    @property
    def active(self) -> bool:
        """Whether a turn is being made at all."""
        return self._game is not None and self._picks is not None

    @property
    def staging(self) -> bool:
        """Whether there is something to take back."""
        return self._picks is not None and bool(self._picks.picked)

    @property
    def kept(self) -> Draft | None:
        """What is picked so far, to go on with it later at the same state."""
        return Draft(self._picks.picked, tuple(self._trail)) if self._picks is not None and self.staging else None

    @property
    def seat(self) -> int | None:
        """Who makes the turn."""
        turn = self._game.turn(self._state) if self._game is not None else None
        return turn.seat if isinstance(turn, ToMove) else None

    @property
    def move(self) -> Any | None:
        """The turn that is complete as it stands."""
        return self._picks.moves[0] if self._picks is not None and self._picks.moves else None

    @property
    def can_confirm(self) -> bool:
        """Whether Confirm would play a turn."""
        return self.move is not None

    @property
    def needs_confirm(self) -> bool:
        """Whether Confirm has its place on the screen: there is something staged that it could play, now or soon."""
        return self.staging and (self.policy != "never" or self.can_confirm)

    @property
    def notation(self) -> str:
        """The complete turn as it is written; nothing where it is not complete."""
        return self._game.format(self._state, self.move) if self._game is not None and self.can_confirm else ""

    @property
    def captures(self) -> int:
        """How many pieces would be taken."""
        marks = self._picks.marks if self._picks is not None else ()
        return len(frozenset().union(*(mark.cells for mark in marks if mark.kind == "capture")))

    @property
    def hint(self) -> Text | None:
        """What is expected now."""
        return self._picks.hint if self._picks is not None else None

    @property
    def buttons(self) -> tuple[str, ...]:
        """The picks that are no cells."""
        following = self._picks.next if self._picks is not None else frozenset()
        return tuple(sorted(pick for pick in following if isinstance(pick, str)))

    @property
    def pressed(self) -> str | None:
        """The button that the turn began with."""
        first = self._picks.picked[0] if self._picks is not None and self._picks.picked else None
        return first if isinstance(first, str) else None

    def preview(self, cell: Cell) -> Picks | None:
        """How the turn would go on, and the board look, if that cell were picked next."""
        if self._game is None or self._picks is None or cell not in self._picks.next:
            return None
        return self._game.picks(self._state, (*self._picks.picked, cell))

    def why_not(self, cell: Cell) -> Text | None:
        """Why that cell means nothing now, in the words of the rules, where a cell alone is a turn of the game."""
        if self._game is None or self._picks is None or cell in self._picks.next:
            return None
        try:
            move = self._game.parse(self._state, self._game.board.name(cell))
        except NotationError:
            return None  # it takes more than a cell
        try:
            self._game.check(self._state, move)
        except IllegalMove as error:
            return error.text
        return None

    # ---- steps
    def pick(self, pick: Pick) -> None:
        """Go on with a cell or a button. A cell that means nothing here cancels, and where it could begin a turn, does;
        a button that is not there now does nothing."""
        if self._picks is None:
            return
        if pick in self._picks.next:
            self._advance(pick)
        elif self.staging and not isinstance(pick, str):
            again = pick not in self._picks.picked  # a second click on what was chosen only lets it go
            self._restart()
            if again and pick in self._picks.next:
                self._advance(pick)

    def cancel(self) -> None:
        """Unpick everything."""
        if self.staging:
            self._restart()

    def undo(self) -> None:
        """Take the last step back."""
        if self._game is not None and self._trail:
            self._picks = self._game.picks(self._state, self._trail.pop())
            self.changed.emit()

    def confirm(self) -> None:
        """Play the turn as it stands."""
        if self.can_confirm:
            self._play()

    def type_move(self, text: str) -> Text | None:
        """Play a turn written in the game's notation; otherwise what is wrong with it."""
        if self._game is None or self._picks is None:
            return Text("It is not your turn.")
        try:
            move = self._game.parse(self._state, text.strip())
            self._game.check(self._state, move)
        except (NotationError, IllegalMove) as error:
            return error.text
        self._hand_over(move)
        return None

    # ---- inside
    def _advance(self, pick: Pick) -> None:
        assert self._game is not None
        assert self._picks is not None
        before = self._picks.picked
        picks = self._game.picks(self._state, (*before, pick))
        if len(picks.picked) > len(before):
            picks = self._with_suggestions(picks)
        self._trail.append(before)
        self._picks = picks
        if self._plays_at_once(pick):
            self._play()
        else:
            self.changed.emit()

    def _with_suggestions(self, picks: Picks) -> Picks:
        """A step forward brings what goes without saying; a step that unpicks must not bring it back."""
        assert self._game is not None
        for suggestion in picks.suggested:
            if suggestion in picks.next:
                picks = self._game.picks(self._state, (*picks.picked, suggestion))
        return picks

    def _plays_at_once(self, pick: Pick) -> bool:
        if self._picks is None or not self._picks.moves or self.policy == "always":
            return False
        is_button = isinstance(pick, str) and len(self._picks.picked) == 1
        if is_button:
            return False
        return not self._picks.next or (self.policy == "never" and not self._could_go_on(self._picks))

    def _could_go_on(self, picks: Picks) -> bool:
        """Whether a further cell would add to the turn, rather than take a pick back or put another in its place."""
        assert self._game is not None
        further = min((pick for pick in picks.next if isinstance(pick, int) and pick not in picks.picked), default=None)
        if further is None:
            return False
        return len(self._game.picks(self._state, (*picks.picked, further)).picked) > len(picks.picked)

    def _restart(self) -> None:
        assert self._game is not None
        self._trail = []
        self._picks = self._game.picks(self._state, ())
        self.changed.emit()

    def _play(self) -> None:
        self._hand_over(self.move)

    def _hand_over(self, move: Any) -> None:
        """The board goes on to show the turn as played until the next `begin` or `end`, so that nothing jumps back."""
        assert self._game is not None
        after = self._game.play(self._state, move)
        self._picks = Picks(frozenset(), (), pieces=self._game.pieces(after), marks=self._game.marks(after))
        self._game = self._state = None
        self._trail = []
        self.changed.emit()
        self.complete.emit(move)
