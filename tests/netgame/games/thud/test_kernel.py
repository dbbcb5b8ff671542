"""The compiled search of Thud sees what the rules see, plays within its limits, and starts again from its cache."""

import os
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from netgame.game import Over
from netgame.games.thud.game import Thud
from netgame.games.thud.moves import Move
from netgame.games.thud.state import State
from netgame.players import LEVELS, Choice, Limits, choose, search_by_level
from netgame.players.limits import Budget
from tests.netgame.games.compiled import copy_compiled, stamps
from tests.netgame.games.thud.positions import THUD, legal
from tests.netgame.games.vectors import vectors
from tests.project.sources import ROOT

pytestmark = [
    pytest.mark.slow,  # it is compiled first
    pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed; ./run fast installs it"),
]
POSITIONS = 2000  # ./run bench kernels looks at 100,000


@pytest.fixture(scope="module")
def agreement() -> Any:
    """The comparison with the rules; importing it compiles the kernel."""
    return import_module("tests.netgame.games.thud.kernel_agreement")


@pytest.fixture(scope="module")
def kernel(agreement: Any) -> Any:
    """The module that is compiled."""
    return agreement.kernel


@pytest.fixture
def fast(kernel: Any) -> Any:
    """The compiled player."""
    return kernel.ThudKernel(THUD)


def test_the_counts_of_moves_are_those_of_the_rules(agreement: Any, kernel: Any) -> None:
    buffers = agreement.np.zeros((2, kernel.MOST_MOVES), agreement.np.int64)
    start = THUD.start()

    weights = agreement.WEIGHTS
    places = [kernel.loaded(start._replace(seat=seat), weights) for seat in (0, 1)]

    counts = [kernel.perft(*place, weights, buffers, depth) for place in places for depth in (1, 2)]

    assert counts == [656, 22_624, 32, 20_360]


@pytest.mark.parametrize("case", vectors("thud", "positions")["positions"], ids=lambda case: str(case["id"]))
def test_known_positions_have_exactly_the_listed_moves(agreement: Any, case: dict[str, Any]) -> None:
    state = THUD.read_position(f"{case['side']} {case['setup']}")

    moves = [THUD.format(state, move) for move in agreement.legal(state)]

    assert sorted(moves) == sorted(legal(state))
    assert set(moves) == set(case["legal"])


def test_moves_values_and_positions_agree_with_the_rules_in_random_games(agreement: Any) -> None:
    positions = enumerate(agreement.random_positions(POSITIONS, seed=1))

    assert not [text for number, state in positions if (text := agreement.disagreement(state, number))]


def test_the_same_seed_and_number_of_nodes_choose_the_same_move(agreement: Any, fast: Any) -> None:
    for state in agreement.random_positions(3, seed=2):
        first, second = (choose(THUD, state, Limits(30_000, seed=7), fast) for _ in range(2))
        assert first == second


def test_every_chosen_move_is_legal_and_begins_the_expected_line(agreement: Any, fast: Any) -> None:
    for number, state in enumerate(agreement.random_positions(200, seed=3)):
        choice = fast.find(state, Budget(Limits(2000, number)), number)
        assert choice.line[0] == choice.move
        for move in choice.line:
            THUD.check(state, move)
            state = THUD.play(state, move)


@pytest.mark.parametrize("position", ["d dG7,dA6,dA7,dA9,TG8,RH8", "d dH4,dH3,dH2,TH7,RH8"])
def test_a_win_in_one_turn_is_found(fast: Any, position: str) -> None:
    state = THUD.read_position(position)

    assert isinstance(THUD.turn(THUD.play(state, choose(THUD, state, Limits(5000), fast))), Over)


def test_the_side_that_is_behind_does_not_go_back_to_an_earlier_position(kernel: Any, fast: Any) -> None:
    state = THUD.read_position("d dA6,dA7,dA8,TP8,TP9,TO9,RH8")
    usual = choose(THUD, state, Limits(2000), fast)
    before = THUD.play(state, usual)

    other = choose(THUD, state, Limits(2000, earlier=(state, before)), fast)

    assert other != usual
    assert kernel.key_of(before) == kernel.loaded(before, fast.weights)[1][0]


def test_it_sees_a_capture_that_loses_the_troll(kernel: Any, fast: Any) -> None:
    state = THUD.read_position("T dG7,dF6,dE5,dP9,TH6,TP6,RH8")  # xG7 puts a troll beside another dwarf

    choice = fast.find(state, Budget(Limits(50_000)), 1)

    assert choice.value is not None
    assert choice.value * 80 > -8


@pytest.mark.parametrize("after", [1, 2, 5])
def test_it_stops_when_it_is_asked_to(kernel: Any, fast: Any, after: int) -> None:
    calls = count(1)

    choice = fast.find(THUD.start(), Budget(Limits(10**9, 1, lambda: next(calls) >= after)), 1)

    THUD.check(THUD.start(), choice.move)
    assert next(calls) == after + 1
    assert choice.nodes <= after * kernel.SLICE


@pytest.mark.parametrize("nodes", [0, 1, 100])
def test_it_obeys_the_number_of_nodes(fast: Any, nodes: int) -> None:
    budget = Budget(Limits(nodes))

    THUD.check(THUD.start(), fast.find(THUD.start(), budget, 1).move)

    assert budget.left == 0


@pytest.mark.parametrize(
    ("options", "quiet", "plays"),
    [
        ({}, 0, True),
        ({"battles": 1}, 0, True),
        ({"no_capture_limit": 200}, 10, True),
        ({"no_capture_limit": 200}, 190, False),
        ({"step_captures": "any"}, 0, False),
        ({"shove_captures": "all"}, 0, False),
    ],
)
def test_it_leaves_other_options_and_a_near_limit_to_the_pure_search(
    kernel: Any, options: dict[str, Any], quiet: int, plays: bool
) -> None:
    game = Thud(**options)
    state = game.start()._replace(quiet=quiet)
    fast = kernel.ThudKernel(game)

    assert fast.plays(state) == plays
    if not plays:
        assert choose(game, state, Limits(50, 1), fast) == choose(game, state, Limits(50, 1))


def test_it_leaves_positions_with_too_many_pieces_to_the_pure_search(fast: Any) -> None:
    names = [f"T{file}{rank}" for file in "FGH" for rank in (1, 2, 3)]

    assert not fast.plays(THUD.read_position(f"d dA7,{','.join(names)},RH8"))


class WrongKernel:
    """It finds a move that is not legal."""

    level_nodes = 5

    def plays(self, state: State) -> bool:
        return True

    def find(self, state: State, budget: Budget, seed: int, report: Any, earlier: Any) -> Choice:
        return Choice(Move(state.seat, 0, 1))


def test_a_wrong_move_of_a_kernel_is_replaced_by_that_of_the_pure_search() -> None:
    state = THUD.start()

    assert choose(THUD, state, Limits(50, 1), WrongKernel()) == choose(THUD, state, Limits(50, 1))


@pytest.mark.parametrize("level", LEVELS)
def test_only_the_strongest_level_uses_a_kernel(
    kernel: Any, fast: Any, level: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel.ThudKernel, "level_nodes", 4000)
    limits, state = Limits(40, 1), THUD.start()

    compiled, pure = (search_by_level(THUD, state, level, limits, kernel=which) for which in (fast, None))

    if level < LEVELS[-1]:
        assert (compiled.move, compiled.value) == (pure.move, pure.value)
    else:
        found = fast.find(state, Budget(limits), limits.seed)
        assert (compiled.move, compiled.line, compiled.nodes) == (found.move, found.line, found.nodes)


SCRIPT = """
import sys
from netgame.games.thud.game import Thud
from netgame.players import Limits, choose
from netgame.players.kernels import load_kernel
game = Thud()
print(choose(game, game.start(), Limits(3000, 1), load_kernel(Thud)(game)))
"""


def start(folder: Path | str) -> str:
    """Choose a move in a new process. Return it."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder)}
    command = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.usefixtures("kernel")
def test_a_second_start_uses_what_the_first_one_compiled(tmp_path: Path) -> None:
    copy_compiled(tmp_path)
    first = start(tmp_path)  # compiles what is missing
    kept = stamps(tmp_path)
    second = start(tmp_path)

    assert first == second != ""
    assert kept == stamps(tmp_path) != {}


def test_it_works_without_a_folder_for_the_cache() -> None:
    source = Path(ROOT, "netgame/games/thud")
    before = sorted(source.rglob("*.nb?"))

    assert start("")
    assert sorted(source.rglob("*.nb?")) == before
