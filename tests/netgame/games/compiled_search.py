"""Tests of the compiled searches of Blooms and Conquid. The tests of each game import them, so that one
process compiles its kernel once. `agreement` is a fixture of those files."""

from itertools import count
from typing import Any

import pytest

from netgame.players import Limits
from netgame.players.limits import Budget


def test_every_chosen_move_is_legal_begins_the_line_and_repeats_with_its_seed(agreement: Any) -> None:
    game, fast = agreement.GAME, agreement.KERNEL
    for number, state in enumerate(agreement.random_positions(20, seed=3)):
        first, again = (fast.find(state, Budget(Limits(300, number)), number) for _ in range(2))
        assert (first.move, first.value) == (again.move, again.value)
        assert first.line[0] == first.move
        for move in first.line:
            game.check(state, move)
            state = game.play(state, move)


@pytest.mark.parametrize("after", [1, 3])
def test_it_stops_when_it_is_asked_to(agreement: Any, after: int) -> None:
    calls, game, fast = count(1), agreement.GAME, agreement.KERNEL

    choice = fast.find(game.start(), Budget(Limits(10**9, 1, lambda: next(calls) >= after)), 1)

    game.check(game.start(), choice.move)
    assert next(calls) == after + 1
    assert choice.nodes <= after * fast.slice


@pytest.mark.parametrize("nodes", [0, 1, 100])
def test_it_obeys_the_number_of_nodes(agreement: Any, nodes: int) -> None:
    budget, game = Budget(Limits(nodes)), agreement.GAME

    game.check(game.start(), agreement.KERNEL.find(game.start(), budget, 1).move)

    assert budget.left == 0
