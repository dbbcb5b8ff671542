"""On small boards every move that can be written is accepted iff it is listed."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from netgame.errors import NotationError
from tests.netgame.games import conformance
from tests.netgame.games.cases import AnyGame, cases_of
from tests.netgame.games.conformance import is_taken
from tests.netgame.games.test_conformance import SMALL, names


def _readable(game: AnyGame, state: Any) -> Iterator[Any]:
    for text in cases_of(game.key).move_texts(game):
        try:
            yield game.parse(state, text)
        except NotationError:  # a move that no position allows may have no notation
            continue


@pytest.mark.slow
@pytest.mark.parametrize("game", SMALL, ids=names(SMALL))
def test_of_all_moves_that_can_be_written_exactly_the_listed_ones_are_legal(game: AnyGame) -> None:
    positions = list(islice(conformance.small_positions(game, Random(23)), 2))

    assert len(positions) == 2
    for state, legal in positions:
        everything = set(_readable(game, state))
        assert {move for move in everything if is_taken(game, state, move)} == everything & set(legal)
        assert everything >= set(legal) or not cases_of(game.key).all_moves
