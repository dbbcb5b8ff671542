"""Thud positions and moves as text, for the tests."""

from netgame.games.thud.game import Thud
from netgame.games.thud.state import State
from tests.netgame.games.octagon_turns import Turns

THUD = Thud()


def at(text: str) -> State:
    """Return a position; the Thudstone is added, it is always on H8."""
    side, _, pieces = text.partition(" ")
    return THUD.read_position(f"{side} {pieces},RH8" if pieces else f"{side} RH8")


turns = Turns(THUD)
legal, refusal, after = turns.legal, turns.refusal, turns.after
