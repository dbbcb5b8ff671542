"""Facts about Blooms for the tests that all games share."""

from collections.abc import Iterator
from itertools import product

from tests.netgame.games.cases import AnyGame, Cases


def _turns(game: AnyGame) -> Iterator[str]:
    cells = [place.name for place in game.board.cells]
    yield "pass"
    for colour, cell in product("12", cells):
        yield colour + cell
    for first, second in product(cells, repeat=2):
        yield f"1{first},2{second}"


CASES = Cases(
    _turns,
    small=(
        {"side": 2},
        {"side": 2, "repetition": "superko"},
        {"side": 2, "variant": "race"},
        {"side": 3},
        {"side": 3, "variant": "race"},
    ),
    bases=({"side": 10, "variant": "race"},),
)
