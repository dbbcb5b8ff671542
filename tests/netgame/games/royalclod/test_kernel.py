"""The kernel of RoyalClod judges as the pure fills do."""

import json
from functools import reduce
from itertools import count
from operator import add
from random import Random
from statistics import fmean
from typing import Any

import pytest

from netgame.cli.main import main
from netgame.game import ToRoll
from netgame.games.royalclod.game import RoyalClod
from netgame.games.royalclod.player import RoyalClodPlayer
from netgame.games.shared.dice_fills import fill_steps
from netgame.games.shared.dice_state import State
from netgame.players import Limits, choose, choose_randomly
from netgame.players.chance import generator
from netgame.players.limits import Budget
from tests.netgame.games import kernels

VARIANTS = [{"layout": layout, "ties": ties} for layout in ("tall", "wide") for ties in ("draw", "white")]
pytestmark = kernels.as_compiled


@pytest.fixture
def kernel() -> Any:
    return kernels.agreement("royalclod").kernel


def position(game: RoyalClod, plies: int, seed: int) -> State:
    """Return a position of a random game in which a move is due."""
    chance, state = Random(seed), game.start()
    while True:
        turn = game.turn(state)
        if isinstance(turn, ToRoll):
            state = game.rolled(state, (chance.randint(1, 6), chance.randint(1, 6)))
        elif plies == 0:
            return state
        else:
            state, plies = game.play(state, choose_randomly(game, state, chance.getrandbits(30))), plies - 1


def test_the_largest_regions_of_full_boards_agree_with_the_rules() -> None:
    assert not kernels.disagreements("royalclod", 200)
    agreement, chance = kernels.agreement("royalclod"), Random(2)
    game, player = agreement.GAMES[1], agreement.PLAYERS[1]
    for _ in range(200):
        state = chance.getrandbits(256) & game.dice_board.full, 0, 0, 0
        assert agreement.margin(player, state[0]) == agreement.expected_margin(game, state), "on the wide board as well"


@pytest.mark.parametrize(("options", "plies"), [*zip(VARIANTS, (40, 120, 190, 120), strict=True)])
def test_the_judgement_is_that_of_the_pure_player_but_for_chance(
    kernel: Any, options: dict[str, Any], plies: int
) -> None:
    game = RoyalClod(**options)
    state, chance = position(game, plies, seed=plies), generator(3)
    cells = [game.dice_board.grid.bit[move.cell] for move in game.moves(state)]

    values, insights = [], []
    for player in (RoyalClodPlayer(game), kernel.CompiledPlayer(game)):
        judged = [player.judge(state, chance, lambda: False) for _ in range(60)]
        values.append(fmean(value for value, _ in judged))
        insights.append(reduce(add, [insight for _, insight in judged]))

    assert abs(values[0] - values[1]) < 0.08
    for value, insight in zip(values, insights, strict=True):
        assert abs(value - insight.value) < 1e-9
    assert all(abs(insights[0].gain(bit) - insights[1].gain(bit)) < 0.12 for bit in cells)


def test_with_one_free_cell_the_judgement_is_exact(kernel: Any) -> None:
    game = RoyalClod()
    player, board = kernel.CompiledPlayer(game), game.dice_board
    for number in range(30):
        chance = Random(number)
        free = board.mask[chance.randrange(len(board.mask))]
        black = chance.getrandbits(256) & board.full & ~free
        exact = []
        for stones in (black, black | free):
            margin = board.largest(stones).bit_count() - board.largest(board.full ^ stones).bit_count()
            exact.append(sum(margin > step for step in fill_steps(False)))

        value, judgement = player.judge((black, free, 0, 0), generator(number), lambda: False)

        assert value == sum(exact) / 4 - 1
        assert judgement.gain(free.bit_length() - 1) == (exact[1] - exact[0]) / 4


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_every_chosen_move_is_legal_and_repeats_with_its_seed(kernel: Any, options: dict[str, Any]) -> None:
    game = RoyalClod(**options)
    fast = kernel.RoyalClodKernel(game)
    for plies in (0, 70, 150, 205):
        state = position(game, plies, seed=plies)
        first, again = (choose(game, state, Limits(60, plies), fast) for _ in range(2))
        game.check(state, first)
        assert first == again


def test_it_asks_whether_to_stop_at_each_node(kernel: Any) -> None:
    calls, game = count(1), RoyalClod()
    state = position(game, 30, seed=1)
    choice = kernel.RoyalClodKernel(game).find(state, Budget(Limits(10**6, 1, lambda: next(calls) >= 20)), 1)
    game.check(state, choice.move)
    assert next(calls) == 21


def test_it_plays_a_duel(kernel: Any, capsys: pytest.CaptureFixture[str]) -> None:
    words = "duel royalclod compiled random --games 1 --plies 20 --ms 5 --json --jobs 1"
    assert main(words.split()) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["duel"], found["games"]) == (["compiled", "random"], 1)
