"""On small boards every turn that can be written down is taken iff it is among the legal ones."""

from collections.abc import Callable, Iterator
from itertools import combinations, islice, permutations, product
from random import Random
from typing import Any

import pytest

from netgame.errors import NotationError
from tests.netgame.games import conformance
from tests.netgame.games.conformance import AnyGame, is_taken
from tests.netgame.games.test_conformance import SMALL, names


def _cells(game: AnyGame) -> list[str]:
    return [place.name for place in game.board.cells]


def _blooms(game: AnyGame) -> Iterator[str]:
    yield "pass"
    for colour, cell in product("12", _cells(game)):
        yield colour + cell
    for first, second in product(_cells(game), repeat=2):
        yield f"1{first},2{second}"


def _conquid(game: AnyGame) -> Iterator[str]:
    yield from "CQ"
    for cell in _cells(game):
        yield f"V {cell}"
    for three in combinations(_cells(game), 3):
        yield f"A {' '.join(three)}"


def _octagon(game: AnyGame) -> Iterator[str]:
    for letter, (origin, target) in product("dT", permutations(_cells(game)[::3], 2)):
        yield f"{letter}{origin}-{target}"
        yield f"{letter}{origin}-{target}x{target}"


# Every text of a turn, or many: other programs and people may send any of them.
TEXTS: dict[str, Callable[[AnyGame], Iterator[str]]] = {
    "clod": lambda game: iter(_cells(game)),
    "royalclod": lambda game: iter(_cells(game)),
    "blooms": _blooms,
    "conquid": _conquid,
    "thud": _octagon,
    "koom": _octagon,
}


def _readable(game: AnyGame, state: Any) -> Iterator[Any]:
    for text in TEXTS[game.key](game):
        try:
            yield game.parse(state, text)
        except NotationError:  # what no position allows may be no notation at all
            continue


@pytest.mark.slow
@pytest.mark.parametrize("game", SMALL, ids=names(SMALL))
def test_of_all_turns_that_can_be_written_those_are_taken_that_moves_lists(game: AnyGame) -> None:
    positions = list(islice(conformance.small_positions(game, Random(23)), 4))

    assert len(positions) == 4
    for state, legal in positions:
        everything = set(_readable(game, state))
        assert {move for move in everything if is_taken(game, state, move)} == everything & set(legal)
        assert game.key in ("thud", "koom") or everything >= set(legal)
