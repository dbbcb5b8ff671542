"""Computer players make legal moves only, repeat a choice for the same seed, and stop when they must."""

from itertools import count
from random import Random
from typing import Any

import pytest

from netgame.game import Over, ToRoll
from netgame.games import GAMES
from netgame.players import LEVELS, MANY_NODES, Limits
from netgame.players.choose import choose, choose_greedily, choose_randomly, heuristics_of, search_by_level
from tests.netgame.games.cases import AnyGame
from tests.netgame.games.conformance import variants

VARIANTS = variants()
DEFAULTS = [kind() for kind in GAMES.values()]
NODES = 12


@pytest.mark.slow
@pytest.mark.parametrize("game", DEFAULTS, ids=repr)
def test_every_chosen_move_is_legal_at_each_level_and_throughout_a_game_and_repeats_with_its_seed(
    game: AnyGame,
) -> None:
    for number, state in enumerate(positions(game, seed=2, plies=21, every=10)):
        for level in LEVELS[:2]:
            game.check(state, search_by_level(game, state, level, Limits(MANY_NODES, number)).move)
        assert choose(game, state, Limits(30, seed=7)) == choose(game, state, Limits(30, seed=7))
    for number, state in enumerate(positions(game, seed=6, plies=60, every=3)):
        game.check(state, choose(game, state, Limits(NODES // 3, number)))


def rolled(game: AnyGame, state: Any, chance: Random) -> Any:
    """Return the state after all rolls that are due."""
    while isinstance(turn := game.turn(state), ToRoll):
        state = game.rolled(state, tuple(chance.randint(1, turn.sides) for _ in range(turn.count)))
    return state


def positions(game: AnyGame, seed: int, plies: int, every: int) -> list[Any]:
    """Return some positions of a random game in which a move is due."""
    chance, found = Random(seed), []
    state = rolled(game, game.start(), chance)
    for ply in range(plies):
        if isinstance(game.turn(state), Over):
            break
        if ply % every == 0:
            found.append(state)
        state = rolled(game, game.play(state, choose_randomly(game, state, chance.getrandbits(32))), chance)
    return found


@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_every_chosen_move_is_legal_in_positions_of_random_games(game: AnyGame) -> None:
    for number, state in enumerate(positions(game, seed=1, plies=61, every=30)):
        game.check(state, choose(game, state, Limits(NODES, number)))
        game.check(state, choose_greedily(game, state, number))
        game.check(state, choose_randomly(game, state, number))


@pytest.mark.parametrize("game", DEFAULTS, ids=repr)
def test_higher_levels_search_no_less_and_overlook_no_more(game: AnyGame) -> None:
    levels = heuristics_of(game).levels
    assert len(levels) == len(LEVELS)
    assert sorted(levels, key=lambda level: level.nodes) == list(levels)
    assert sorted(levels, key=lambda level: -level.overlooked) == list(levels)
    assert levels[-1].overlooked == 0


@pytest.mark.parametrize("game", DEFAULTS, ids=repr)
@pytest.mark.parametrize("after", [1, 2, 25])
def test_a_search_ends_at_the_node_at_which_it_must_stop(game: AnyGame, after: int) -> None:
    calls = count(1)
    late: list[int] = []

    def stop() -> bool:
        call = next(calls)
        late.extend([call] if call > after else [])
        return call >= after

    (state,) = positions(game, seed=4, plies=1, every=1)
    while len(list(zip(range(2), game.moves(state), strict=False))) < 2:  # with one move it would not search
        chance = Random(after)
        state = rolled(game, game.play(state, next(game.moves(state))), chance)
    move = choose(game, state, Limits(10_000, seed=1, stop=stop))

    game.check(state, move)
    assert len(late) <= 1
