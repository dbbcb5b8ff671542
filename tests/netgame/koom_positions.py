"""Koom Valley Thud positions and moves as text, for the tests."""

from itertools import product
from typing import Any

import pytest

from netgame.errors import IllegalMove
from netgame.game import apply
from netgame.games.koom import Koom
from netgame.games.koom_moves import State

KOOM = Koom()
RULES: list[dict[str, Any]] = [
    {"rock_escort": escort, "chain_captures": chains} for escort, chains in product((1, 2), (True, False))
]


def at(text: str) -> State:
    """A position; where the Rock is not named it stands on H8."""
    return KOOM.read_position(text if "R" in text else f"{text},RH8")


def legal(state: State, game: Koom = KOOM) -> set[str]:
    return {game.format(state, move) for move in game.moves(state)}


def refusal(state: State, text: str, game: Koom = KOOM) -> str:
    """Why a move is refused; it must not be listed either."""
    move = game.parse(state, text)
    assert move not in set(game.moves(state))
    with pytest.raises(IllegalMove) as refused:
        apply(game, state, move)
    return str(refused.value)


def after(state: State, *moves: str, game: Koom = KOOM) -> State:
    for text in moves:
        state = apply(game, state, game.parse(state, text))
    return state
