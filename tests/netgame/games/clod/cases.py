"""Facts about Clod for the tests that all games share."""

from collections.abc import Iterator

from tests.netgame.games.cases import AnyGame, Cases


def _cells(game: AnyGame) -> Iterator[str]:
    return (place.name for place in game.board.cells)


CASES = Cases(_cells)
