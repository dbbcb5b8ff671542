"""Moves that are only tried: "what if", from any position of any match. Nothing of it is sent or kept anywhere."""

from dataclasses import replace

from PySide6.QtCore import QObject

from client_qt.models.local import RollDice, system_dice
from client_qt.models.table import TableModel
from client_qt.models.walk import MoveList, Row
from netgame.due import due
from netgame.errors import RulesError
from netgame.events import Command, Event, Forfeited, Moved, Player, Rolled
from netgame.facts import History, Match, player_of
from netgame.game import Over, ToRoll
from netgame.match import evolve
from netgame.text import Text


class VariationTable(TableModel):
    """A copy of the match as it was after a step, in which whoever sits here moves for both sides. It knows no clocks,
    offers or seats, and its dice are its own: those of the match are neither rolled nor foreseen."""

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
        self.fell = _fell(source.match, step)

    # ---- what is tried

    def play(self, move: object) -> None:
        match, player = self.match, self.to_move
        if match is not None and player is not None:
            text = match.game.format(match.state, move)
            self._go(Moved(number=match.number + 1, at=match.at, player=player, move=text))

    @property
    def to_roll(self) -> ToRoll | None:
        """The dice that somebody has to say before it goes on."""
        turn = self.match.turn if self.match is not None else None
        return turn if isinstance(turn, ToRoll) else None

    @property
    def over(self) -> Over | None:
        """How the game would end here."""
        turn = self.match.turn if self.match is not None else None
        return turn if isinstance(turn, Over) else None

    def roll(self, dice: tuple[int, ...] | None = None) -> None:
        """Let these dice fall, or any."""
        wanted, match = self.to_roll, self.match
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

    def words(self, leg_name: str) -> str:
        """What was tried, in the notation of the move list: "12. a b 13. c"."""
        match = self.match
        if match is None or len(match.history) - 1 <= self.base:
            return ""
        return _numbered(self.moves.rows(match.history, match.game.legs, leg_name), self.base)

    # ---- the match that it is about

    @property
    def original(self) -> TableModel:
        return self._source

    @property
    def may_move(self) -> bool:
        return super().may_move and self.to_roll is None

    def may(self, command: Command, by: Player | None) -> bool:
        return False

    def now(self) -> int:
        return self._source.now()

    # ---- inside

    def _go(self, event: Event) -> None:
        assert self.match is not None
        before = match = self.match
        try:
            match = evolve(match, event)
            while isinstance(following := due(match, match.at), Forfeited):
                match = evolve(match, following)
        except RulesError as error:
            self.say(error.text if not isinstance(error.__cause__, RulesError) else error.__cause__.text)
            return
        self._before.append(before)
        self.match = match
        self.changed.emit()


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


def _numbered(rows: list[Row], base: int) -> str:
    words: list[str] = []
    for row in rows:
        tried = [(seat, entry) for seat, entry in enumerate(row.entries) if entry is not None and entry.step > base]
        if not tried:
            continue
        seat = tried[0][0]
        words.append(f"{row.number}." if seat == 0 else f"{row.number}. ...")
        words += [entry.text for _seat, entry in tried]
    return " ".join(words)
