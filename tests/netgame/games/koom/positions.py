"""Koom Valley Thud positions and moves as text, for the tests."""

from netgame.games.koom.game import Koom
from netgame.games.koom.state import State
from tests.netgame.games.octagon_turns import Turns

KOOM = Koom()


def at(text: str) -> State:
    """Return a position; without a Rock in the text it is on H8."""
    return KOOM.read_position(text if "R" in text else f"{text},RH8")


turns = Turns(KOOM)
legal, refusal, after = turns.legal, turns.refusal, turns.after
