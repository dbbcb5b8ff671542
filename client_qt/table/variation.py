"""Trying moves ("what if") from any position of a match. Nothing is sent to the server."""

from dataclasses import replace

from PySide6.QtCore import Signal

from client_qt.table.change import Change
from client_qt.table.local import RollDice, system_dice
from client_qt.table.model import TableModel
from netgame.errors import RulesError
from netgame.game import Over, ToMove, ToRoll, Turn
from netgame.match import evolve
from netgame.match.events import Event, Forfeited, Moved, Player, Rolled
from netgame.match.followups import required_event
from netgame.match.state import History, Match, player_of
from netgame.records.comments import may_have_comments
from netgame.records.variations import FORFEITED, Path, is_dice
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
        self.base = step
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
        match = before
        try:
            match = evolve(match, event)
            while isinstance(following := required_event(match, match.at), Forfeited):
                match = evolve(match, following)
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
        if self.to_roll is not None:
            dice = tuple(int(die) for die in token.split("-")) if is_dice(token) else ()
            if len(dice) == self.to_roll.count and all(1 <= die <= self.to_roll.sides for die in dice):
                self.roll(dice)
        elif self.can_move:
            self._add(Moved(number=match.number + 1, at=match.at, player=self.to_move or 0, move=token))
        return len(self._before) > moves


def why_not(match: Match | None, step: int) -> Text | None:
    """Return why no move can be tried there."""
    if match is None or step < 0:
        return Text("The game has not begun: there is nothing to try yet.")
    if isinstance(match.game.turn(match.history[step].state), Over):
        return Text("The game is over here. Walk back to a position to try moves from.")
    return None


def match_after(match: Match, step: int) -> Match:
    """Return a copy of the match after that step, without clocks and ratings."""
    ply = match.history[step]
    created = replace(match.created, clock="none", absence="wait", rated=False)
    rolls = next((s.event.index + 1 for s in reversed(match.history[: step + 1]) if isinstance(s.event, Rolled)), 0)
    began = ply.leg != match.history[step - 1].leg if step else True
    return Match(
        game=match.game,
        rules=match.rules,
        created=created,
        state=ply.state,
        turn=match.game.turn(ply.state),
        number=ply.event.number,
        at=match.at,
        seats=match.seats,
        phase="playing",
        leg=ply.leg,
        position=ply.event.number,
        rolls=0 if began else rolls,
        history=History(match.history[: step + 1]),
    )
