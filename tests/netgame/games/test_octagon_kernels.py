"""The compiled searches of Thud and Koom Valley Thud see what the rules see, play within their limits, and start again
from their caches."""

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
from netgame.games import GAMES
from netgame.games.koom.game import Koom
from netgame.players import LEVELS, Limits, choose, search_by_level
from netgame.players.limits import Budget
from tests.netgame.games.compiled import copy_compiled, stamps
from tests.netgame.games.vectors import vectors
from tests.project.sources import ROOT

pytestmark = [
    pytest.mark.slow,  # it is compiled first
    pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed; ./run fast installs it"),
]
POSITIONS = 1000  # ./run bench kernels looks at 100,000


@pytest.fixture(params=["thud", "koom"])
def key(request: pytest.FixtureRequest) -> str:
    """The key of a game."""
    return str(request.param)


@pytest.fixture
def agreement(key: str) -> Any:
    """The comparison with the rules; importing it compiles the kernel."""
    return import_module(f"tests.netgame.games.{key}.kernel_agreement")


@pytest.fixture
def game(key: str) -> Any:
    """The game with its defaults."""
    return GAMES[key]()


@pytest.fixture
def fast(agreement: Any, game: Any) -> Any:
    """The compiled player."""
    return agreement.kernel.KERNEL(game)


def test_known_positions_have_exactly_the_listed_moves(agreement: Any, key: str, game: Any) -> None:
    for case in vectors(key, "positions")["positions"]:
        state = game.read_position(f"{case['side']} {case['setup']}")
        moves = [game.format(state, move) for move in agreement.legal(state)]
        assert sorted(moves) == sorted(case["legal"]), case["id"]


def test_moves_values_and_positions_agree_with_the_rules_in_random_games(agreement: Any) -> None:
    positions = enumerate(agreement.random_positions(POSITIONS, seed=1))

    assert not [text for number, state in positions if (text := agreement.disagreement(state, number))]


def test_the_same_seed_and_number_of_nodes_choose_the_same_move(agreement: Any, game: Any, fast: Any) -> None:
    for state in agreement.random_positions(3, seed=2):
        first, second = (choose(game, state, Limits(30_000, seed=7), fast) for _ in range(2))
        assert first == second


def test_every_chosen_move_is_legal_and_begins_the_expected_line(agreement: Any, game: Any, fast: Any) -> None:
    for number, state in enumerate(agreement.random_positions(60, seed=3)):
        choice = fast.find(state, Budget(Limits(2000, number)), number)
        assert choice.line[0] == choice.move
        for move in choice.line:
            game.check(state, move)
            state = game.play(state, move)


@pytest.mark.parametrize(
    ("key", "position"),
    [
        ("thud", "d dG7,dA6,dA7,dA9,TG8,RH8"),
        ("thud", "d dH4,dH3,dH2,TH7,RH8"),
        ("koom", "d dG2,dA6,TP8,TP9,TP10,RH2"),
        ("koom", "T dG3,dA6,TG8,TH7,TJ11,RH8"),
        ("koom", "T dF6,dA6,TG8,TH7,TE5,RH8"),  # by a capture
    ],
)
def test_a_win_in_one_turn_is_found(fast: Any, game: Any, position: str) -> None:
    state = game.read_position(position)

    assert isinstance(game.turn(game.play(state, choose(game, state, Limits(5000), fast))), Over)


@pytest.mark.parametrize(
    ("key", "position"),
    [("thud", "d dA6,dA7,dA8,TP8,TP9,TO9,RH8"), ("koom", Koom.example.replace("T ", "d "))],
)
def test_a_side_that_loses_by_it_does_not_go_back_to_an_earlier_position(fast: Any, game: Any, position: str) -> None:
    state = game.read_position(position)
    usual = choose(game, state, Limits(2000), fast)
    before = game.play(state, usual)

    assert choose(game, state, Limits(2000, earlier=(state, before)), fast) != usual


@pytest.mark.parametrize("after", [1, 2, 5])
def test_it_stops_when_it_is_asked_to(agreement: Any, game: Any, fast: Any, after: int) -> None:
    calls = count(1)

    choice = fast.find(game.start(), Budget(Limits(10**9, 1, lambda: next(calls) >= after)), 1)

    game.check(game.start(), choice.move)
    assert next(calls) == after + 1
    assert choice.nodes <= after * fast.slice


@pytest.mark.parametrize("nodes", [0, 1, 100])
def test_it_obeys_the_number_of_nodes(game: Any, fast: Any, nodes: int) -> None:
    budget = Budget(Limits(nodes))

    game.check(game.start(), fast.find(game.start(), budget, 1).move)

    assert budget.left == 0


@pytest.mark.parametrize("level", LEVELS)
def test_only_the_strongest_level_uses_a_kernel(
    agreement: Any, game: Any, fast: Any, level: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agreement.kernel.KERNEL, "level_nodes", 4000)
    limits, state = Limits(40, 1), game.start()

    compiled, pure = (search_by_level(game, state, level, limits, kernel=which) for which in (fast, None))

    if level < LEVELS[-1]:
        assert (compiled.move, compiled.value) == (pure.move, pure.value)
    else:
        found = fast.find(state, Budget(limits), limits.seed)
        assert (compiled.move, compiled.line, compiled.nodes) == (found.move, found.line, found.nodes)


@pytest.mark.parametrize(
    ("key", "options", "quiet", "plays"),
    [
        ("thud", {}, 0, True),
        ("thud", {"battles": 1}, 0, True),
        ("thud", {"no_capture_limit": 200}, 10, True),
        ("thud", {"no_capture_limit": 200}, 190, False),
        ("thud", {"step_captures": "any"}, 0, True),
        ("thud", {"shove_captures": "all"}, 0, True),
        ("koom", {}, 98, True),
        ("koom", {"battles": 1}, 0, True),
        ("koom", {"no_progress_limit": 30}, 20, True),
        ("koom", {"rock_escort": 2}, 0, False),
        ("koom", {"chain_captures": False}, 0, False),
    ],
)
def test_it_leaves_options_that_it_does_not_know_to_the_pure_search(
    agreement: Any, key: str, options: dict[str, Any], quiet: int, plays: bool
) -> None:
    game: Any = GAMES[key](**options)
    state = game.start()._replace(quiet=quiet)
    fast = agreement.kernel.KERNEL(game)

    assert fast.plays(state) == plays
    if not plays:
        assert choose(game, state, Limits(50, 1), fast) == choose(game, state, Limits(50, 1))


@pytest.mark.parametrize(("key", "ranks"), [("thud", (1, 2, 3)), ("koom", (1, 2, 3, 4, 5, 6))])
def test_it_leaves_positions_with_too_many_pieces_to_the_pure_search(fast: Any, game: Any, ranks: Any) -> None:
    names = [f"T{file}{rank}" for file in "FGH" for rank in ranks]

    assert not fast.plays(game.read_position(f"d dA7,{','.join(names)},RH8"))


SCRIPT = """
import sys
from netgame.games import GAMES
from netgame.games.koom.game import Koom
from netgame.players import Limits, choose
from netgame.players.kernels import load_kernel
game = GAMES[sys.argv[1]]()
print(choose(game, game.start(), Limits(3000, 1), load_kernel(type(game))(game)))
"""


def start(key: str, folder: Path | str) -> str:
    """Choose a move in a new process. Return it."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder)}
    command = [sys.executable, "-c", SCRIPT, key]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.usefixtures("agreement")
def test_another_start_uses_what_is_compiled(key: str, tmp_path: Path) -> None:
    copy_compiled(tmp_path)
    kept = stamps(tmp_path)

    assert start(key, tmp_path)

    assert kept == stamps(tmp_path) != {}
