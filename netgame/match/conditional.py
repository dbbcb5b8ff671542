"""Conditional moves: "if the other side plays this, I answer that".

A line is a sequence of moves in their notation, which begins after a ply of the match: first a move of the other side,
then the answer, and so on. Lines are no part of a match or its log. The moves since that ply say what is left of them,
so they need no change when a move is made or taken back.
"""

from collections.abc import Sequence
from typing import Any

from netgame.game import Over, ToMove, ToRoll
from netgame.match.events import Moved, Player
from netgame.match.state import InvalidEvent, Match, player_of, to_act, vacationer
from netgame.text import N_

MAX_LINES = 50  # of a player at a table
MAX_MOVES = 20  # of a line, of both sides

Line = tuple[str, ...]


def base_of(match: Match) -> int:
    """Return the number of the ply after which lines begin now; 0 before the first one."""
    return match.history.last.event.number if match.history else 0


def checked_lines(match: Match, player: Player, lines: Sequence[Sequence[str]]) -> tuple[Line, ...]:
    """Return lines of a player that begin now, each up to its last answer, in the notation of the rules page.

    Raise `InvalidEvent`, `NotationError` or `IllegalMove` for the first one that cannot be played.
    """
    clocks = match.clocks
    if clocks is None or clocks.control.kind != "days" or match.phase != "playing":
        raise InvalidEvent("no_days", N_("conditional moves are for games with days for each move"))
    if to_act(match) in (player, None) or not isinstance(match.turn, ToMove):
        raise InvalidEvent("your_turn", N_("conditional moves are for the time in which the other side is to move"))
    if len(lines) > MAX_LINES or any(len(line) > MAX_MOVES for line in lines):
        template = N_("at a table you can keep {lines} lines of {moves} moves")
        raise InvalidEvent("too_many", template, lines=MAX_LINES, moves=MAX_MOVES)
    states: dict[Line, Any] = {(): match.state}  # after the moves that lines begin with
    answers: dict[Line, str] = {}
    found: dict[Line, None] = {}
    for line in lines:
        played: Line = ()
        last = 0
        for text in line:
            state = states[played]
            turn = match.game.turn(state)
            if isinstance(turn, ToRoll):
                raise InvalidEvent("roll_due", N_("a line ends before a roll of the dice: nobody knows what it shows"))
            if isinstance(turn, Over):
                raise InvalidEvent("line_over", N_("a line cannot go on after the end of the game"))
            move = match.game.parse(state, text)
            match.game.check(state, move)
            written = match.game.format(state, move)
            if player_of(turn.seat, match.leg) == player:
                if answers.setdefault(played, written) != written:
                    raise InvalidEvent("two_answers", N_("two lines have different answers to the same moves"))
                last = len(played) + 1
            played = (*played, written)
            if played not in states:
                states[played] = match.game.play(state, move)
        if not last:
            raise InvalidEvent("no_answer", N_("a line ends with a move of your own"))
        found[played[:last]] = None
    return tuple(line for line in found if not any(line == other[: len(line)] != other for other in found))


def left_of(match: Match, base: int, lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return what is left of lines that began after the ply `base`, without those that do not fit any more."""
    if match.phase != "playing":
        return ()
    played: list[str] = []
    for ply in reversed(match.history):
        if ply.event.number == base:
            fitting = (line[len(played) :] for line in lines if list(line[: len(played)]) == played)
            return tuple(line for line in fitting if line) if ply.leg == match.leg else ()
        if not isinstance(ply.event, Moved) or len(played) == MAX_MOVES:  # a roll, another leg, or all are over
            break
        played.insert(0, ply.notation)
    return ()


def answer_of(match: Match, player: Player, left: Sequence[Line]) -> str | None:
    """Return the move that the lines of a player demand now; None if there is none, or it cannot be played yet."""
    may_move = match.paused is None or vacationer(match) == player
    if not left or not may_move or to_act(match) != player or not isinstance(match.turn, ToMove):
        return None
    return left[0][0]
