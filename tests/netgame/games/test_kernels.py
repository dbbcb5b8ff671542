"""The kernels see what the rules and the pure players see, and play within their limits."""

import os
import subprocess
import sys
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from netgame.game import Over
from netgame.games import GAMES
from netgame.games.conquid.moves import Conquer, Conquest
from netgame.games.conquid.state import new_state
from netgame.games.koom.game import Koom
from netgame.games.thud.moves import Move
from netgame.games.thud.state import State
from netgame.players import LEVELS, Choice, Limits, choose, search_by_level
from netgame.players.limits import Budget
from tests.netgame.games import kernels
from tests.netgame.games.octagon_turns import THUD
from tests.netgame.players.test_forced_wins import WINS
from tests.project.sources import ROOT

OCTAGON, SEARCHES = ("thud", "koom"), ("thud", "koom", "conquid", "blooms")
pytestmark = kernels.as_compiled


def kernel_of(game: Any) -> Any:
    return kernels.agreement(game.key).kernel.KERNEL(game)


def game_of(key: str) -> Any:
    """Return the game with the options that the comparison uses."""
    return getattr(kernels.agreement(key), "GAME", None) or GAMES[key]()


@pytest.mark.parametrize(("key", "positions"), [("thud", 60), ("koom", 60), ("conquid", 20)])
def test_moves_values_and_positions_agree_with_the_rules_in_random_games(key: str, positions: int) -> None:
    assert not kernels.disagreements(key, positions * kernels.MORE)


@pytest.mark.parametrize("side", [2, 3, 5, 6])
@pytest.mark.parametrize("variant", ["territory", "race"])
def test_values_and_candidates_agree_with_the_rules_on_boards_of_any_size(side: int, variant: str) -> None:
    fast = kernel_of(GAMES["blooms"](side=side, variant=variant))
    assert not kernels.disagreements("blooms", 10 * kernels.MORE, fast)


@pytest.mark.parametrize("key", SEARCHES)
def test_every_chosen_move_is_legal_begins_the_line_and_repeats_with_its_seed(key: str) -> None:
    game = game_of(key)
    fast = kernel_of(game)
    for number, state in enumerate(kernels.agreement(key).random_positions(2 * kernels.MORE, seed=3)):
        first, again = (fast.find(state, Budget(Limits(40 * kernels.MORE, number)), number) for _ in range(2))
        assert (first.move, first.value) == (again.move, again.value)
        assert first.line[0] == first.move
        for move in first.line:
            game.check(state, move)
            state = game.play(state, move)


@pytest.mark.parametrize("key", SEARCHES)
@pytest.mark.parametrize("after", [1, 3])
def test_it_stops_when_it_is_asked_to(key: str, after: int, monkeypatch: pytest.MonkeyPatch) -> None:
    calls, game = count(1), game_of(key)
    fast = kernel_of(game)
    monkeypatch.setattr(type(fast), "slice", 10)
    choice = fast.find(game.start(), Budget(Limits(10**9, 1, lambda: next(calls) >= after)), 1)

    game.check(game.start(), choice.move)
    assert next(calls) == after + 1
    assert choice.nodes <= after * fast.slice


@pytest.mark.parametrize("key", SEARCHES)
@pytest.mark.parametrize("nodes", [0, 1, 25])
def test_it_obeys_the_number_of_nodes(key: str, nodes: int) -> None:
    budget, game = Budget(Limits(nodes)), game_of(key)
    game.check(game.start(), kernel_of(game).find(game.start(), budget, 1).move)
    assert budget.left == 0


@pytest.mark.parametrize(
    ("key", "position"), [(key, position) for key, options, position in WINS if key in OCTAGON and not options]
)
def test_a_win_in_one_turn_is_found(key: str, position: str) -> None:
    game: Any = GAMES[key]()
    state = game.read_position(position)
    assert isinstance(game.turn(game.play(state, choose(game, state, Limits(400), kernel_of(game)))), Over)


@pytest.mark.parametrize(
    ("key", "position"), [("thud", "d dA6,dA7,dA8,TP8,TP9,TO9,RH8"), ("koom", Koom.example.replace("T ", "d "))]
)
def test_a_side_that_loses_by_it_does_not_go_back_to_an_earlier_position(key: str, position: str) -> None:
    game: Any = GAMES[key]()
    fast, state = kernel_of(game), game.read_position(position)
    usual = choose(game, state, Limits(200), fast)
    before = game.play(state, usual)
    assert choose(game, state, Limits(200, earlier=(state, before)), fast) != usual


def test_a_capture_that_loses_the_troll_is_seen() -> None:
    state = THUD.read_position("T dG7,dF6,dE5,dP9,TH6,TP6,RH8")  # xG7 puts a troll beside another dwarf
    choice = kernel_of(THUD).find(state, Budget(Limits(500)), 1)
    assert choice.value is not None
    assert choice.value * 80 > -8


def test_a_path_is_declared_that_of_the_enemy_broken_and_the_limit_of_turns_is_a_draw() -> None:
    agreement = kernels.agreement("conquid")
    game, fast = agreement.GAME, agreement.KERNEL
    stride, path = game.layout.stride, game.layout.straight[0]
    middle = path & -path << 4
    guards = middle << stride | middle >> stride  # they conquer the cell between them

    assert choose(game, new_state((path, 0), 0), Limits(50), fast) == Conquest()
    assert choose(game, new_state((guards, path), 0), Limits(50), fast) == Conquer()
    game = GAMES["conquid"](rows=9, columns=18, base=1, turn_limit=2)
    assert kernel_of(game).find(game.start(), Budget(Limits(60)), 1).value == 0, "the limit of turns is a draw"


@pytest.mark.parametrize("key", OCTAGON)
def test_only_the_strongest_level_uses_a_kernel(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = GAMES[key]()
    fast, limits, state = kernel_of(game), Limits(40, 1), game.start()
    monkeypatch.setattr(type(fast), "level_nodes", 4000)

    for level in LEVELS[:-1]:
        compiled, pure = (search_by_level(game, state, level, limits, kernel=which) for which in (fast, None))
        assert (compiled.move, compiled.value) == (pure.move, pure.value)
    strongest = search_by_level(game, state, LEVELS[-1], limits, kernel=fast)
    found = fast.find(state, Budget(limits), limits.seed)
    assert (strongest.move, strongest.line, strongest.nodes) == (found.move, found.line, found.nodes)


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
        ("blooms", {"repetition": "draw3"}, None, True),
        ("blooms", {"repetition": "superko"}, None, False),
        ("blooms", {"repetition": "none"}, None, True),
        ("conquid", {"columns": 60}, None, True),
        ("conquid", {"columns": 61}, None, False),
        ("conquid", {"columns": 100}, None, False),
    ],
)
def test_it_leaves_options_that_it_does_not_know_to_the_pure_search(
    key: str, options: dict[str, Any], quiet: int | None, plays: bool
) -> None:
    game: Any = GAMES[key](**options)
    state = game.start() if quiet is None else game.start()._replace(quiet=quiet)
    fast = kernel_of(game)
    assert fast.plays(state) == plays
    if not plays and key in OCTAGON:
        assert choose(game, state, Limits(50, 1), fast) == choose(game, state, Limits(50, 1))
    if key in OCTAGON:  # too many pieces
        names = [f"T{file}{rank}" for file in "FGH" for rank in range(1, 4 if key == "thud" else 7)]
        assert not fast.plays(game.read_position(f"d dA7,{','.join(names)},RH8"))


class WrongKernel:
    """It finds a move that is not legal."""

    level_nodes = 5

    def plays(self, state: State) -> bool:
        return True

    def find(self, state: State, budget: Budget, seed: int, report: Any, earlier: Any) -> Choice:
        return Choice(Move(state.seat, 0, 1))


def test_a_wrong_move_of_a_kernel_is_replaced_by_that_of_the_pure_search() -> None:
    state = THUD.start()
    with pytest.warns(RuntimeWarning, match="illegal move"):
        assert choose(THUD, state, Limits(50, 1), WrongKernel()) == choose(THUD, state, Limits(50, 1))


@pytest.mark.sweep
@pytest.mark.slow
def test_compiled_kernels_pass_the_same_tests(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    words = ["-q", "-x", "-m", "not sweep", f"--basetemp={tmp_path / 'tests'}", __file__]
    subprocess.run(
        [sys.executable, "-m", "pytest", *words], cwd=ROOT, env={**os.environ, kernels.COMPILED: "1"}, check=True
    )
