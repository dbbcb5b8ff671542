"""Moves of the games on the octagon as text, and picks by names of squares, for the tests."""

from typing import Any, Generic, TypeVar

import pytest

from netgame.boards.geometry import Cell
from netgame.boards.octagon import BOARD
from netgame.errors import IllegalMove
from netgame.game import Game, Pick, Picks, apply

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

    def pick(self, state: StateT, *names: str, game: Game[StateT, Any] | None = None) -> Picks:
        """Return picks one after the other, each added to the normalised ones before, like a view."""
        game = game or self._usual
        picks = game.picks(state, ())
        for name in names:
            assert BOARD.cell(name) in picks.next, name
            picks = game.picks(state, (*picks.picked, BOARD.cell(name)))
        return picks

    def complete(self, state: StateT, picks: Picks) -> list[str]:
        """Return the turn that is complete with these picks, if there is one."""
        return [self._usual.format(state, move) for move in picks.moves]


def cells(*names: str) -> frozenset[Pick]:
    return frozenset(BOARD.cell(name) for name in names)


def marked(picks: Picks, kind: str) -> frozenset[Cell]:
    return frozenset(cell for mark in picks.marks if mark.kind == kind for cell in mark.cells)
