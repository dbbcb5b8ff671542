"""Moves that are only tried: "what if", from any position of any match. Nothing of it is sent anywhere."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from client_qt.table.local import RollDice, system_dice
from client_qt.table.model import TableModel
from client_qt.table.walk import MoveList
from netgame.errors import RulesError
from netgame.game import Over, ToMove, ToRoll, Turn
from netgame.match import evolve
from netgame.match.commands import Command
from netgame.match.events import Event, Forfeited, Moved, Player, Rolled
from netgame.match.followups import required_event
from netgame.match.state import History, Match, player_of
from netgame.records.comments import may_have_comments
from netgame.records.variations import FORFEITED, Path, is_dice
from netgame.text import Text


class VariationTable(TableModel):
    """A copy of the match as it was after a step, in which whoever sits here moves for both sides. It knows no clocks,
    offers or seats, and its dice are its own: those of the match are neither rolled nor foreseen.

    What was tried is one line. One may walk back in it and go on otherwise from there: then `left` hands over the line
    that is given up for the new one.
    """

    left = Signal(object)  # Path
    looked = Signal()  # at another place of the line

    is_local = True  # both sides sit here
    is_variation = True
    kinds = ()

    def __init__(
        self, source: TableModel, step: int, parent: QObject | None = None, roll: RollDice = system_dice
    ) -> None:
        """From what stood after that step of the source's match, which has begun."""
        super().__init__(parent)
        assert source.match is not None
        self._source, self._roll = source, roll
        self.base = step
        self.mine = frozenset((0, 1))
        self.match = _copied(source.match, step)
        self.moves = MoveList()
        self._before: list[Match] = []  # what undo goes back to
        self._at: int | None = None  # the step that is looked at; None: the end of the line
        self.fell = _fell(source.match, step)

    # ---- what is tried

    def look(self, at: int | None) -> None:
        if at != self._at:
            self._at = at
            self.looked.emit()

    @property
    def here(self) -> Match | None:
        """The match at the place of the line that is looked at; None in front of where it began."""
        if self._at is None:
            return self.match
        return next((match for match in self._before if len(match.history) - 1 == self._at), None)

    def acts_at(self, at: int | None) -> bool:
        return at is None or any(len(match.history) - 1 == at for match in self._before)

    def play(self, move: object) -> None:
        match, player = self.here, self.to_move
        if match is not None and player is not None:
            text = match.game.format(match.state, move)
            self._go(Moved(number=match.number + 1, at=match.at, player=player, move=text))

    def follows(self, move: object) -> bool:
        """Is that the move with which the line goes on from what is looked at?"""
        match, last = self.here, self.match
        if match is None or last is None or match is last:
            return False
        return last.history[len(match.history)].notation == match.game.format(match.state, move)

    @property
    def to_roll(self) -> ToRoll | None:
        """The dice that somebody has to say before it goes on."""
        return self._turn if isinstance(self._turn, ToRoll) else None

    @property
    def over(self) -> Over | None:
        """How the game would end here."""
        return self._turn if isinstance(self._turn, Over) else None

    def roll(self, dice: tuple[int, ...] | None = None) -> None:
        """Let these dice fall, or any."""
        wanted, match = self.to_roll, self.here
        if wanted is None or match is None:
            return
        thrown = self._roll(wanted.count, wanted.sides) if dice is None else dice
        player = player_of(wanted.seat, match.leg)
        self._go(Rolled(number=match.number + 1, at=match.at, player=player, index=match.rolls, dice=thrown))

    @property
    def can_undo(self) -> bool:
        return bool(self._before)

    def undo(self) -> None:
        """Take the last move or roll back."""
        if self._before:
            self.match = self._before.pop()
            self.changed.emit()

    def reset(self) -> None:
        """Back to the position from which it began."""
        if self._before:
            self.match = self._before[0]
            self._before = []
            self.changed.emit()

    # ---- as a line that can be kept

    @property
    def anchor(self) -> int:
        """The step of the move that the line follows, on which it is kept."""
        steps = self._source.steps()
        return next((at for at in range(self.base, -1, -1) if may_have_comments(steps[at].event)), 0)

    @property
    def path(self) -> Path:
        """All of it, from that move on: dice that fell in the match since then are the first of it."""
        match = self.match
        return tuple(step.notation for step in match.history[self.anchor + 1 :]) if match is not None else ()

    def load(self, path: Path) -> bool:
        """Play a line from where it begins; whether all of it could be played. It stops where it cannot."""
        known = self.base - self.anchor
        self.blockSignals(True)
        try:
            return self.path[:known] == path[:known] and all(self._load(token) for token in path[known:])
        finally:
            self.blockSignals(False)
            self.changed.emit()

    # ---- the match that it is about

    @property
    def original(self) -> TableModel:
        return self._source

    @property
    def to_move(self) -> Player | None:
        match, turn = self.here, self._turn
        return player_of(turn.seat, match.leg) if match is not None and isinstance(turn, ToMove | ToRoll) else None

    @property
    def can_move(self) -> bool:
        return isinstance(self._turn, ToMove)

    def may(self, command: Command, by: Player | None) -> bool:
        return False

    def now(self) -> int:
        return self._source.now()

    # ---- inside

    @property
    def _turn(self) -> Turn | None:
        here = self.here
        return here.turn if here is not None else None

    def _go(self, event: Event) -> None:
        before = self.here
        assert before is not None
        match = before
        try:
            match = evolve(match, event)
            while isinstance(following := required_event(match, match.at), Forfeited):
                match = evolve(match, following)
        except RulesError as error:
            self.say(error.text if not isinstance(error.__cause__, RulesError) else error.__cause__.text)
            return
        self._leave(before)
        self._before.append(before)
        self.match, self._at = match, None
        self.changed.emit()

    def _leave(self, here: Match | None) -> None:
        """Give up what comes after that place of the line."""
        if here is not self.match:
            self.left.emit(self.path)
            self._before = self._before[: next(n for n, match in enumerate(self._before) if match is here)]

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
            self._go(Moved(number=match.number + 1, at=match.at, player=self.to_move or 0, move=token))
        return len(self._before) > moves


def why_not(match: Match | None, step: int) -> Text | None:
    """Why nothing can be tried there."""
    if match is None or step < 0:
        return Text("The game has not begun: there is nothing to try yet.")
    if isinstance(match.game.turn(match.history[step].state), Over):
        return Text("The game is over here. Walk back to a position to try moves from.")
    return None


def _copied(match: Match, step: int) -> Match:
    """The match as it stood after that step, with nothing agreed but the rules."""
    here = match.history[step]
    created = replace(match.created, clock="none", absence="wait", rated=False)
    rolls = next((s.event.index + 1 for s in reversed(match.history[: step + 1]) if isinstance(s.event, Rolled)), 0)
    began = here.leg != match.history[step - 1].leg if step else True
    return Match(
        game=match.game,
        rules=match.rules,
        created=created,
        state=here.state,
        turn=match.game.turn(here.state),
        number=here.event.number,
        at=match.at,
        seats=match.seats,
        phase="playing",
        leg=here.leg,
        position=here.event.number,
        rolls=0 if began else rolls,
        history=History(match.history[: step + 1]),
    )


def _fell(match: Match, step: int) -> tuple[int, ...] | None:
    """The dice that fell there in the match itself, where it has gone on: everybody has seen them."""
    following = match.history[step + 1].event if step + 1 < len(match.history) else None
    return following.dice if isinstance(following, Rolled) else None
