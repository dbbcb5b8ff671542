"""The analysis of a match: which positions an engine judges, and what its judgements say about the moves.

An engine judges a position for the seats of a leg. Everything here is from the view of one player, also in matches of
two legs in which the sides swap: a value of 1 means that this player wins the leg.

With dice, the position before a roll and the one after it are judged separately. So the swing of a move compares the
position after the roll with the position after the move, and the luck of the dice is no part of it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from netgame.errors import RulesError
from netgame.game import Game, Over, Roll, ToMove, ToRoll, apply
from netgame.match.events import LegEnded, Moved, Player, Rolled
from netgame.match.state import Match, player_of, write_dice
from netgame.players.choose import heuristics_of
from netgame.records.comments import Comments, may_have_comments
from netgame.records.variations import Path, is_dice, path_comment, texts_of, with_path, with_texts

SWINGS = 3
MIN_LOSS = 0.02  # a move that loses less is no swing


@dataclass(frozen=True)
class Judgement:
    """The judgement of a position: its value, from -1 (seat 1 wins) to 1 (seat 0 wins), the best line, and how long
    the engine thought. The value is None if the engine gives none."""

    value: float | None
    line: Path = ()
    ms: int = 0


Judgements = Mapping[Any, Judgement]  # by the state of the game


@dataclass(frozen=True)
class Swing:
    """A move at a step of the history, with the values before and after it for its player."""

    step: int
    player: Player
    before: float
    after: float

    @property
    def loss(self) -> float:
        """How much worse the player stands after the move than after the best one."""
        return self.before - self.after


def positions(match: Match) -> Iterator[int]:
    """Yield the steps with a position that an engine can judge, each position once."""
    seen: set[Any] = set()
    for step, ply in enumerate(match.history):
        if ply.state not in seen and not isinstance(match.game.turn(ply.state), Over):
            seen.add(ply.state)
            yield step


def value(match: Match, step: int, judged: Judgements, player: Player) -> float | None:
    """Return the value of a position for a player; None if it is not judged."""
    ply = match.history[step]
    following = match.history[step + 1] if step + 1 < len(match.history) else None
    judgement = judged.get(ply.state)
    if judgement is not None:
        found = judgement.value
        if found is None and following is not None and judgement.line[:1] == (following.notation,):
            return value(match, step + 1, judged, player)  # an engine does not think about an only move
    elif following is not None and following.leg == ply.leg and not isinstance(following.event, LegEnded):
        return None  # without a look at the rules, which takes long: the leg went on
    else:
        turn = match.game.turn(ply.state)
        heuristics = heuristics_of(match.game)
        found = heuristics.outlook(heuristics.result(turn)) if isinstance(turn, Over) else None
    if found is None:
        return None
    return found if player_of(0, ply.leg) == player else -found


def swing(match: Match, step: int, judged: Judgements) -> Swing | None:
    """Return what the move at a step changed; None for other events, and while a value is missing."""
    event = match.history[step].event
    if not isinstance(event, Moved):
        return None
    before, after = (value(match, at, judged, event.player) for at in (step - 1, step))
    return Swing(step, event.player, before, after) if before is not None and after is not None else None


def swings(match: Match, judged: Judgements) -> tuple[Swing, ...]:
    """Return the moves that lost most, the worst first. A move that the engine prefers itself is none of them."""
    found = [one for step in range(len(match.history)) if (one := swing(match, step, judged)) is not None]
    lost = sorted((one for one in found if one.loss >= MIN_LOSS), key=lambda one: -one.loss)
    return tuple(islice((one for one in lost if not _is_best(match, one.step, judged)), SWINGS))


def _is_best(match: Match, step: int, judged: Judgements) -> bool:
    """Return whether the move at a step is the one that the engine would have made."""
    before = match.history[step - 1].state
    return legal_path(match.game, before, judged[before].line[:1]) == (match.history[step].notation,)


def luck(match: Match, step: int, judged: Judgements) -> float | None:
    """Return what the roll before the move at a step changed for the player who moved; None without a roll."""
    history = match.history
    event = history[step].event
    first = step
    while isinstance(history[first - 1].event, Rolled):
        first -= 1
    if not isinstance(event, Moved) or first == step:
        return None
    before, after = (value(match, at, judged, event.player) for at in (first - 1, step - 1))
    return after - before if before is not None and after is not None else None


def best_line(match: Match, step: int, judged: Judgements) -> Path:
    """Return the best line from a position as far as the rules allow it; empty if it is not known."""
    state = match.history[step].state
    found = judged.get(state)
    return legal_path(match.game, state, found.line) if found is not None else ()


def legal_path(game: Game[Any, Any], state: Any, line: Sequence[str]) -> Path:
    """Return the beginning of a line that the rules allow, in the notation of the game."""
    path: list[str] = []
    for token in line:
        try:
            turn = game.turn(state)
            if isinstance(turn, ToRoll) and is_dice(token):
                roll = Roll(tuple(int(die) for die in token.split("-")))
                state, token = apply(game, state, roll), write_dice(roll.dice)
            elif isinstance(turn, ToMove):
                move = game.parse(state, token)
                token, state = game.format(state, move), apply(game, state, move)
            else:
                break
        except RulesError:
            break
        path.append(token)
    return tuple(path)


def variation(match: Match, step: int, line: Path) -> tuple[int, Path]:
    """Return the saved form of a line from a position: the event that it follows, and its moves since that event. The
    moves begin with the rolls of the match between both."""
    history = match.history
    anchor = next((at for at in range(step, -1, -1) if may_have_comments(history[at].event)), 0)
    return history[anchor].event.number, (*(history[at].notation for at in range(anchor + 1, step + 1)), *line)


def annotated(
    comments: Comments, match: Match, judged: Judgements, words: Callable[[Swing], str], mark: str, with_lines: bool
) -> Comments:
    """Return the comments with one on each swing, and with the better lines as variations if wanted.

    `words` returns a comment, which begins with `mark`. A comment of an earlier analysis on the same move is replaced.
    """
    found = dict(comments)
    for one in swings(match, judged):
        ply = match.history[one.step]
        before = found.get(ply.event.number, ())
        texts = [text for text in texts_of(before) if not text.startswith(mark)]
        found[ply.event.number] = with_texts(before, [*texts, words(one)])
        line = best_line(match, one.step - 1, judged)
        if with_lines and line and line[0] != ply.notation:
            number, path = variation(match, one.step - 1, line)
            if path_comment(path) is not None:
                found[number] = with_path(found.get(number, ()), path)
    return found
