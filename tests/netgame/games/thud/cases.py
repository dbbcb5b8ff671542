"""Facts about Thud for the tests that all games share."""

from collections.abc import Iterator
from itertools import permutations, product

from tests.netgame.games.cases import AnyGame, Cases


def _moves(game: AnyGame) -> Iterator[str]:
    names = [place.name for place in game.board.cells[::3]]
    for letter, (origin, target) in product("dT", permutations(names, 2)):
        yield f"{letter}{origin}-{target}"
        yield f"{letter}{origin}-{target}x{target}"


CASES = Cases(_moves, all_moves=False)
