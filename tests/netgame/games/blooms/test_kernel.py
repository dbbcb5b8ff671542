"""The compiled search of Blooms sees what the rules and the pure player see."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

from netgame.games.blooms.game import Blooms
from tests.netgame.games.compiled_search import (
    test_every_chosen_move_is_legal_begins_the_line_and_repeats_with_its_seed,
    test_it_obeys_the_number_of_nodes,
    test_it_stops_when_it_is_asked_to,
)

__all__ = [
    "test_every_chosen_move_is_legal_begins_the_line_and_repeats_with_its_seed",
    "test_it_obeys_the_number_of_nodes",
    "test_it_stops_when_it_is_asked_to",
]
pytestmark = [
    pytest.mark.slow,  # it is compiled first
    pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed; ./run fast installs it"),
]
POSITIONS = 100  # ./run bench kernels looks at 100,000


@pytest.fixture(scope="module")
def agreement() -> Any:
    """The comparison with the rules; importing it compiles the kernel."""
    return import_module("tests.netgame.games.blooms.kernel_agreement")


@pytest.mark.parametrize("side", [2, 3, 5, 6])
@pytest.mark.parametrize("variant", ["territory", "race"])
def test_values_and_candidates_agree_with_the_rules(agreement: Any, side: int, variant: Any) -> None:
    fast = agreement.BloomsKernel(Blooms(side=side, variant=variant))
    positions = enumerate(agreement.random_positions(POSITIONS, 1, fast))

    assert not [text for number, state in positions if (text := agreement.disagreement(state, number, fast))]


def test_it_leaves_the_rule_that_no_board_may_come_back_to_the_pure_search(agreement: Any) -> None:
    for repetition, plays in (("draw3", True), ("superko", False), ("none", True)):
        game = Blooms(repetition=repetition)
        assert agreement.BloomsKernel(game).plays(game.start()) == plays
