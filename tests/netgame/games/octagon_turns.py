"""Moves of the games on the octagon as text, for the tests."""

from typing import Any, Generic, TypeVar

import pytest

from netgame.errors import IllegalMove
from netgame.game import Game, apply

StateT = TypeVar("StateT")


class Turns(Generic[StateT]):
    """The moves of one game; tests of other options pass the game with them."""

    def __init__(self, usual: Game[StateT, Any]) -> None:
        self._usual = usual

    def legal(self, state: StateT, game: Game[StateT, Any] | None = None) -> set[str]:
        game = game or self._usual
        return {game.format(state, move) for move in game.moves(state)}

    def refusal(self, state: StateT, text: str, game: Game[StateT, Any] | None = None) -> str:
        """Return the reason why a move is refused. It must not be listed either."""
        game = game or self._usual
        move = game.parse(state, text)
        assert move not in set(game.moves(state))
        with pytest.raises(IllegalMove) as refused:
            apply(game, state, move)
        return str(refused.value)

    def after(self, state: StateT, *moves: str, game: Game[StateT, Any] | None = None) -> StateT:
        game = game or self._usual
        for text in moves:
            state = apply(game, state, game.parse(state, text))
        return state
