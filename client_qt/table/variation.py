"""Trying moves ("what if") from any position of a match. Nothing is sent to the server."""

from contextlib import suppress

from PySide6.QtCore import Signal

from client_qt.table.change import Change
from client_qt.table.local import RollDice, system_dice
from client_qt.table.model import TableModel
from client_qt.table.together import Place
from netgame.errors import RulesError
from netgame.game import Over, ToMove, ToRoll, Turn
from netgame.match.events import Event, LegEnded, Moved, Player, Rolled
from netgame.match.state import Match, player_of
from netgame.match.tries import after_event, event_of, match_after, step_of
from netgame.records.comments import may_have_comments
from netgame.records.variations import FORFEITED, Path
from netgame.text import Text


class VariationTable(TableModel):
    """A copy of the match after a step; the user moves for both sides. It has no clocks, offers or seats, and rolls its
    own dice.

    The moves form one line. A move at an earlier place of the line starts another line; `left` then gives the old one.
    """

    left = Signal(object)  # Path
    viewed = Signal()  # another place of the line

    is_local = shared_screen = True
    takes_commands = False
    takes_comments = False

    def __init__(self, source: TableModel, step: int, roll: RollDice = system_dice) -> None:
        """Start after that step of the source's match, which has begun."""
        super().__init__()
        assert source.match is not None
        self._source, self._roll = source, roll
        self.base = step = _before_end(source.match, step)
        self.mine = frozenset((0, 1))
        self.match = match_after(source.match, step)
        self._before: list[Match] = []  # the matches before each tried move or roll
        self._undone: list[Match] = []  # the matches that were taken back, the last one first
        self._at: int | None = None  # the viewed step; None is the end of the line
        following = source.match.history[step + 1].event if step + 1 < len(source.match.history) else None
        self.fell = following.dice if isinstance(following, Rolled) else None  # the next dice of the match itself

    def view_step(self, at: int | None) -> None:
        if at != self._at:
            self._at = at
            self.viewed.emit()

    @property
    def viewed_match(self) -> Match | None:
        """The match at the viewed place of the line; None before its first move."""
        if self._at is None:
            return self.match
        return next((match for match in self._before if len(match.history) - 1 == self._at), None)

    def can_move_at(self, at: int | None) -> bool:
        return at is None or any(len(match.history) - 1 == at for match in self._before)

    def play(self, move: object) -> None:
        match, player = self.viewed_match, self.to_move
        if match is not None and player is not None:
            text = match.game.format(match.state, move)
            self._add(Moved(number=match.number + 1, at=match.at, player=player, move=text))

    def is_next_move(self, move: object) -> bool:
        match, last = self.viewed_match, self.match
        if match is None or last is None or match is last:
            return False
        return last.history[len(match.history)].notation == match.game.format(match.state, move)

    @property
    def to_roll(self) -> ToRoll | None:
        """The dice that are due."""
        return self._turn if isinstance(self._turn, ToRoll) else None

    @property
    def over(self) -> Over | None:
        """The result of the game here."""
        return self._turn if isinstance(self._turn, Over) else None

    def roll(self, dice: tuple[int, ...] | None = None) -> None:
        """Roll these dice, or random ones."""
        wanted, match = self.to_roll, self.viewed_match
        if wanted is None or match is None:
            return
        thrown = self._roll(wanted.count, wanted.sides) if dice is None else dice
        player = player_of(wanted.seat, match.leg)
        self._add(Rolled(number=match.number + 1, at=match.at, player=player, index=match.rolls, dice=thrown))

    @property
    def can_undo(self) -> bool:
        return bool(self._before)

    def undo(self) -> None:
        if self._before:
            self._undo()
            self.changed.emit(Change.MATCH)

    def reset(self) -> None:
        """Go back to the first position."""
        while self._before:
            self._undo()
        self.changed.emit(Change.MATCH)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def redo(self) -> None:
        if self._undone and self.match is not None:
            self._before.append(self.match)
            self.match = self._undone.pop()
            self.changed.emit(Change.MATCH)

    @property
    def anchor(self) -> int:
        """The step of the match's move that the line follows. The line is saved with it."""
        steps = self._source.steps()
        return next((at for at in range(self.base, -1, -1) if may_have_comments(steps[at].event)), 0)

    @property
    def path(self) -> Path:
        """All moves and rolls since the anchor, including rolls of the match itself."""
        match = self.match
        return tuple(step.notation for step in match.history[self.anchor + 1 :]) if match is not None else ()

    def load(self, path: Path) -> bool:
        """Play a line from its start; return whether all of it was legal. It stops at the first illegal move."""
        known = self.base - self.anchor
        self.blockSignals(True)
        try:
            return self.path[:known] == path[:known] and all(self._load(token) for token in path[known:])
        finally:
            self.blockSignals(False)
            self.changed.emit(Change.MATCH)

    @property
    def place(self) -> Place:
        """The position on the board, for another board of the same match."""
        steps = self.steps()
        at = len(steps) - 1 if self._at is None else self._at
        if not self._before:
            return Place(steps[self.base].event.number, (), at - self.base)
        return Place(steps[self.anchor].event.number, self.path, at - self.anchor)

    @property
    def original(self) -> TableModel:
        return self._source

    @property
    def to_move(self) -> Player | None:
        match, turn = self.viewed_match, self._turn
        return player_of(turn.seat, match.leg) if match is not None and isinstance(turn, ToMove | ToRoll) else None

    @property
    def can_move(self) -> bool:
        return isinstance(self._turn, ToMove)

    def now(self) -> int:
        return self._source.now()

    @property
    def _turn(self) -> Turn | None:
        match = self.viewed_match
        return match.turn if match is not None else None

    def _undo(self) -> None:
        assert self.match is not None
        self._undone.append(self.match)
        self.match = self._before.pop()

    def _add(self, event: Event) -> None:
        before = self.viewed_match
        assert before is not None
        try:
            match = after_event(before, event)
        except RulesError as error:
            self.refused.emit(error.text if not isinstance(error.__cause__, RulesError) else error.__cause__.text)
            return
        if before is not self.match:
            self.left.emit(self.path)
            self._before = self._before[: next(n for n, match in enumerate(self._before) if match is before)]
        self._before.append(before)
        self.match, self._at, self._undone = match, None, []
        self.changed.emit(Change.MATCH)

    def _load(self, token: str) -> bool:
        match = self.match
        assert match is not None
        if token == FORFEITED:
            return match.history[-1].notation == FORFEITED
        moves = len(self._before)
        with suppress(RulesError):
            self._add(event_of(match, token))
        return len(self._before) > moves


class SharedVariation(VariationTable):
    """A variation that the other player sees too. A move at an earlier step of the match begins a line there."""

    def __init__(self, source: TableModel, roll: RollDice = system_dice) -> None:
        super().__init__(source, len(source.steps()) - 1, roll)

    def can_move_at(self, at: int | None) -> bool:
        return self._is_before(at) or super().can_move_at(at)

    @property
    def viewed_match(self) -> Match | None:
        at, match = self._at, self._source.match
        if at is None or match is None or not self._is_before(at):
            return super().viewed_match
        if self._earlier is None or len(self._earlier.history) - 1 != at:
            self._earlier = match_after(match, at)
        return self._earlier

    def reset(self) -> None:
        """Go back to the match, to the step where the line begins."""
        self._begin(len(self._source.steps()) - 1)
        self.changed.emit(Change.MATCH)

    def show(self, place: Place) -> int | None:
        """Show a place of the other board, and return its step; None if the rules do not allow it."""
        match = self._source.match
        assert match is not None, "it is over"
        try:
            step = step_of(match, place.after)
        except RulesError:
            return None
        if (self.place.after, self.place.line) != (place.after, place.line):
            self._begin(step if place.line else len(match.history) - 1)
            self.blockSignals(True)
            is_whole = all(self._load(token) for token in place.line)
            self.blockSignals(False)
            self.changed.emit(Change.MATCH)
            if not is_whole:
                return None
        return step + place.at

    _earlier: Match | None = None  # the match at the viewed step before the line

    def _is_before(self, at: int | None) -> bool:
        return at is not None and 0 <= at < self.base and why_not(self._source.match, at) is None

    def _begin(self, step: int) -> None:
        assert self._source.match is not None, "it is over"
        self.base = _before_end(self._source.match, step)
        self.match = match_after(self._source.match, self.base)
        self._before, self._undone, self._at, self._earlier = [], [], None, None

    def _add(self, event: Event) -> None:
        if self._at is not None and self._is_before(self._at):
            if self._before:
                self.left.emit(self.path)
            self._begin(self._at)
        super()._add(event)


def _before_end(match: Match, step: int) -> int:
    """Return that step, or the one before it if it only says that a leg has ended: no line can follow that."""
    return step - 1 if isinstance(match.history[step].event, LegEnded) else step


def why_not(match: Match | None, step: int) -> Text | None:
    """Return why no move can be tried there."""
    if match is None or step < 0:
        return Text("The game has not begun: there is nothing to try yet.")
    if isinstance(match.game.turn(match.history[step].state), Over):
        return Text("The game is over here. Walk back to a position to try moves from.")
    return None
