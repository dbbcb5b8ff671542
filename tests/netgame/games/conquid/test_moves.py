"""Actions of Conquid picked by a number, for random play."""

from math import comb

import pytest

from netgame.game import apply
from netgame.games.conquid.game import Conquid
from tests.random_moves import any_move


@pytest.mark.slow
def test_every_action_is_picked_by_some_number() -> None:
    game = Conquid(rows=5, columns=11, base=1)
    state = apply(game, game.start(), game.parse(game.start(), "A a1 b2 c3"))
    turns = set(game.moves(state))

    found = {any_move(game, state, number) for number in range(len(turns))}

    assert len(turns) == 1 + comb(5 * 11 - 2 - 3, 3)
    assert found == turns
    assert any_move(game, state, len(turns) + 7) == any_move(game, state, 7)
