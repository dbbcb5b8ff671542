"""The compiled search of Conquid sees what the rules and the pure player see, and plays within its limits."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

from netgame.games.conquid.game import Conquid
from netgame.games.conquid.moves import Conquer, Conquest
from netgame.games.conquid.state import new_state
from netgame.players import Limits, choose
from netgame.players.limits import Budget
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
    return import_module("tests.netgame.games.conquid.kernel_agreement")


def test_values_routes_blocks_and_candidates_agree_with_the_rules(agreement: Any) -> None:
    positions = enumerate(agreement.random_positions(POSITIONS, seed=1))

    assert not [text for number, state in positions if (text := agreement.disagreement(state, number))]


def test_it_declares_a_path_and_breaks_that_of_the_enemy(agreement: Any) -> None:
    game, fast = agreement.GAME, agreement.KERNEL
    stride, path = game.layout.stride, game.layout.straight[0]
    middle = path & -path << 4
    guards = middle << stride | middle >> stride  # they conquer the cell between them

    assert choose(game, new_state((path, 0), 0), Limits(500), fast) == Conquest()
    assert choose(game, new_state((guards, path), 0), Limits(500), fast) == Conquer()


def test_it_leaves_boards_that_are_too_wide_to_the_pure_search(agreement: Any) -> None:
    kernel = agreement.kernel

    for columns, plays in ((kernel.MOST_COLUMNS, True), (kernel.MOST_COLUMNS + 1, False), (100, False)):
        game = Conquid(columns=columns)
        assert kernel.ConquidKernel(game).plays(game.start()) == plays


def test_the_limit_of_turns_is_a_draw(agreement: Any) -> None:
    game = Conquid(rows=9, columns=18, base=1, turn_limit=2)

    choice = agreement.kernel.ConquidKernel(game).find(game.start(), Budget(Limits(2000)), 1)

    assert choice.value == 0
