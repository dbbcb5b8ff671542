"""Turns of Conquid picked by a number, for random play."""

from math import comb

import pytest

from netgame.game import apply
from netgame.games.conquid.game import Conquid


@pytest.mark.slow
def test_every_turn_has_its_number() -> None:
    game = Conquid(rows=5, columns=11, base=1)
    state = apply(game, game.start(), game.parse(game.start(), "A a1 b2 c3"))
    turns = set(game.moves(state))

    found = {game.any_turn(state, number) for number in range(len(turns))}

    assert len(turns) == 1 + comb(5 * 11 - 2 - 3, 3)
    assert found == turns
    assert game.any_turn(state, len(turns) + 7) == game.any_turn(state, 7)
