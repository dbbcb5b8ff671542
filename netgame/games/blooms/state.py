"""Positions of Blooms."""

from typing import NamedTuple

from netgame.game import Seat
from netgame.games.shared.repetition import RepetitionHistory

# The stones of the side to move and of the other side, the empty cells (which follow from them), the stage, the
# captures of the side to move and of the other side, and the history if the rule for repetition needs it. The stage is
# the seat to move in bit 0, `PASSED` after a pass, above it the player who passed first (1 or 2, 0 for none) times
# `PASSER`, and how the game ended. A plain tuple, because a random game would spend a fifth of its time on named ones.
State = tuple[int, int, int, int, int, int, RepetitionHistory | None]
PASSED, PASSER = 2, 4
ENDED, BY_PASSES, BY_CAPTURES, BY_REPETITION, FULL = 16, 16, 32, 48, 64  # stages of ENDED and more are the end


class Position(NamedTuple):
    """A position as its text has it, without a history."""

    seat: Seat
    stones: tuple[int, int]  # by seat
    captures: tuple[int, int]  # by seat
    first_passer: int  # 1 or 2; 0 if no player has passed
    passed: bool  # the last turn was a pass


def position_of(state: State) -> Position:
    """Return the position of a state, without its history."""
    own, other, _, stage, mine, theirs, _ = state
    seat = stage & 1
    stones, captures = ((other, own), (theirs, mine)) if seat else ((own, other), (mine, theirs))
    return Position(seat, stones, captures, stage // PASSER % 4, bool(stage & PASSED))
