"""Positions and moves of Thud and Koom Valley Thud as text, for the tests."""

from typing import Any, Generic, TypeVar

from netgame.game import Game
from netgame.games.koom.game import Koom
from netgame.games.thud.game import Thud
from tests.netgame.games import conformance

StateT = TypeVar("StateT")


class Turns(Generic[StateT]):
    """The moves of one game; tests of other options pass the game with them."""

    def __init__(self, usual: Game[StateT, Any]) -> None:
        self._usual = usual

    def at(self, text: str) -> StateT:
        """Return a position; without a stone or Rock in the text it is on H8."""
        side, _, pieces = text.partition(" ")
        named = pieces if "R" in pieces else f"{pieces},RH8".removeprefix(",")
        return self._usual.read_position(f"{side} {named}")

    def legal(self, state: StateT, game: Game[StateT, Any] | None = None) -> set[str]:
        return conformance.legal(game or self._usual, state)

    def refusal(self, state: StateT, text: str, game: Game[StateT, Any] | None = None) -> str:
        """Return the reason why a move is refused. It must not be listed either."""
        game = game or self._usual
        assert game.parse(state, text) not in set(game.moves(state))
        return conformance.refusal(game, state, text)

    def after(self, state: StateT, *moves: str, game: Game[StateT, Any] | None = None) -> StateT:
        found: StateT = conformance.played(game or self._usual, moves, state)
        return found


THUD, KOOM = Thud(), Koom()
OF_THUD, OF_KOOM = Turns(THUD), Turns(KOOM)
