"""Thud positions and moves as text, for the tests."""

from typing import Any

import pytest

from netgame.errors import IllegalMove
from netgame.game import apply
from netgame.games.thud import Thud
from netgame.games.thud_moves import State

THUD = Thud()
READINGS: list[dict[str, Any]] = [
    {"step_captures": step, "shove_captures": shove}
    for step in ("one", "any", "all_or_none")
    for shove in ("any", "all")
]


def at(text: str) -> State:
    """A position without the stone's set-up, which is always the same."""
    side, _, pieces = text.partition(" ")
    return THUD.read_position(f"{side} {pieces},RH8" if pieces else f"{side} RH8")


def legal(state: State, game: Thud = THUD) -> set[str]:
    return {game.format(state, move) for move in game.moves(state)}


def refusal(state: State, text: str, game: Thud = THUD) -> str:
    """Why a move is refused; it must not be listed either."""
    move = game.parse(state, text)
    assert move not in set(game.moves(state))
    with pytest.raises(IllegalMove) as refused:
        apply(game, state, move)
    return str(refused.value)


def after(state: State, *moves: str, game: Thud = THUD) -> State:
    for text in moves:
        state = apply(game, state, game.parse(state, text))
    return state
