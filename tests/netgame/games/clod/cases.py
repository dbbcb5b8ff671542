"""Facts about Clod for the tests that all games share."""

from collections.abc import Iterator

from tests.netgame.games.cases import AnyGame, Cases
from tests.netgame.games.clod.random_moves import any_stone


def _cells(game: AnyGame) -> Iterator[str]:
    return (place.name for place in game.board.cells)


CASES = Cases(_cells, any_move=any_stone)
