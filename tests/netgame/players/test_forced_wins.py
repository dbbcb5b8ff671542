"""Computer players find wins that are there, and the only way out of a loss."""

from functools import cache
from itertools import islice, product
from random import Random
from typing import Any

import pytest

from netgame.game import Over, ToMove, ToRoll
from netgame.games import GAMES
from netgame.players import LEVELS, MANY_NODES, Limits, choose, choose_greedily, choose_randomly, search_by_level
from tests.end_to_end.tictactoe.game import TicTacToe
from tests.netgame.games.cases import AnyGame

SMALL: dict[str, Any] = {"rows": 7, "columns": 14, "base": 1}
BLOCK = "............../.....1111...../.....2222...../....a2222b..../.....2222...../.....2222...../.............."
WIDE = "/".join([*["." * 28] * 6, f"....aa{'1' * 16}bb....", f"....aa{'.' * 16}bb....", *["." * 28] * 6])
RACE: dict[str, Any] = {"side": 4, "variant": "race", "target": 1}
WINS = [
    ("conquid", SMALL, f"2 {BLOCK}"),  # a Conquest now
    ("conquid", {}, f"1 {WIDE}"),
    ("thud", {}, "d dG7,dA6,dA7,dA9,TG8,RH8"),  # a dwarf beside the last troll
    ("thud", {}, "d dH4,dH3,dH2,TH7,RH8"),  # a hurl of three squares
    ("thud", {}, "T dF9,dG9,TD8,TE8,RH8"),  # a shove that takes the last two dwarfs
    ("thud", {"shove_captures": "all"}, "T dF9,dG9,TD8,TE8,RH8"),
    ("koom", {}, "T dA6,dA7,dP9,TG7,TJ7,TH12,TA9,RH8"),  # the third troll beside the Rock
    ("koom", {}, "T dA6,dH10,dP9,TG7,TJ7,TH11,TA9,RH8"),  # the third troll tramples its way to the Rock
    ("koom", {}, "d dF2,dA7,TA6,TP6,TP7,RG2"),  # the Rock to a goal
    ("koom", {"rock_escort": 2}, "d dF2,dF1,dA7,TA6,TP6,TP7,RG2"),
    ("blooms", {**RACE, "target": 3}, "1 ccca/.aa../.ddd../......./....../...../.... 0-0 - -"),  # one by two stones
    ("blooms", RACE, "1 ca../b..../....../......./....../...../.... 0-0 - -"),  # a capture
]  # fmt: skip


@pytest.mark.parametrize(("key", "options", "position"), WINS, ids=[f"{win[0]}-{n}" for n, win in enumerate(WINS)])
@pytest.mark.parametrize(
    "seed", [0, pytest.param(1, marks=pytest.mark.sweep), pytest.param(2, marks=pytest.mark.sweep)]
)
def test_a_win_in_one_turn_is_found(key: str, options: dict[str, Any], position: str, seed: int) -> None:
    game = GAMES[key](**options)
    state = game.read_position(position)
    turn = game.turn(state)
    over = game.turn(game.play(state, choose(game, state, Limits(300, seed))))
    assert over.winner == turn.seat


@pytest.mark.parametrize("level", LEVELS)
def test_no_level_misses_a_conquest_and_the_only_vanquish_that_breaks_a_path_is_found(level: int) -> None:
    game = GAMES["conquid"](**SMALL)
    state, other = (game.read_position(f"{side} {BLOCK}") for side in (2, 1))
    for seed in range(5):
        assert game.format(state, search_by_level(game, state, level, Limits(MANY_NODES, seed)).move) == "Q"
    assert game.format(other, choose(game, other, Limits(50))) == "V f3"


@pytest.mark.parametrize("seed", range(3))
def test_a_bloom_whose_capture_loses_is_saved_and_a_pass_that_wins_is_made(seed: int) -> None:
    race, small = GAMES["blooms"](side=4, variant="race", target=2), GAMES["blooms"](side=2)
    state = race.read_position("1 aac./c..../....../......./....../...../.... 0-0 - -")
    passed = small.read_position("1 a./.../c. 0-0 1 p")
    for nodes in (1, 60):
        after = race.play(state, choose(race, state, Limits(nodes, seed)))
        assert not any(isinstance(race.turn(race.play(after, move)), Over) for move in race.moves(after))
    over = small.turn(small.play(passed, choose(small, passed, Limits(300, seed))))

    assert over.winner == 0


@pytest.mark.parametrize("seed", range(6))
def test_a_won_conquest_is_never_thrown_away(seed: int) -> None:
    game = GAMES["conquid"](**SMALL)
    chance, state, found = Random(seed), game.start(), 0
    while not isinstance(turn := game.turn(state), Over) and found < 3:
        wins = [move for move in islice(game.moves(state), 1) if isinstance(game.turn(game.play(state, move)), Over)]
        if wins:  # the first action in the order of a game, if it is legal
            found += 1
            assert choose(game, state, Limits(1, chance.getrandbits(20))) == wins[0]
            state = game.play(state, game.parse(state, "C"))  # misses it
        elif turn.seat == seed % 2:
            state = game.play(state, choose_greedily(game, state, chance.getrandbits(20)))
        else:
            state = game.play(state, choose_randomly(game, state, chance.getrandbits(20)))

    assert found


def test_a_path_is_completed_when_nobody_can_break_it() -> None:
    game = GAMES["conquid"]()
    state = game.read_position(f"1 {WIDE.replace('1' * 16, '1' * 5 + '...' + '1' * 8)}")
    after = game.play(state, choose(game, state, Limits(200)))
    after = game.play(after, game.parse(after, "C"))
    assert game.format(after, choose(game, after, Limits(1))) == "Q"


def test_the_side_that_is_behind_does_not_go_back_to_an_earlier_position() -> None:
    game = GAMES["thud"]()
    state = game.read_position("d dA6,dA7,dA8,TP8,TP9,TO9,RH8")
    usual = choose(game, state, Limits(100))
    assert choose(game, state, Limits(100, earlier=(game.play(state, usual),))) != usual


def test_captures_in_thud_and_koom_valley_are_made_only_where_they_do_not_lose() -> None:
    game = GAMES["thud"]()
    state = game.read_position("T dF8,dB8,dB9,TD8,RH8")
    move = choose(game, state, Limits(500))
    assert move.captured
    assert not any(reply.captured for reply in game.moves(game.play(state, move)))

    game = GAMES["koom"]()
    # a dwarf that arrives on A5 would take the only troll
    state = game.read_position("d dA6,dG5,dF4,dG3,dH5,dC5,dK5,TB5,RG4")
    move = choose(game, state, Limits(2000))
    assert move.captured == 0


def test_the_rock_leaves_before_the_third_troll_arrives() -> None:
    game = GAMES["koom"]()
    state = game.read_position("d dG9,dH9,dJ9,dH10,dA6,TG7,TJ7,TH4,RH8")
    after = game.play(state, choose(game, state, Limits(3000)))
    wins = [move for move in game.moves(after) if isinstance(over := game.turn(game.play(after, move)), Over)
            and over.winner == 1]  # fmt: skip
    assert not wins


@pytest.mark.parametrize("seed", range(4))
def test_near_the_end_of_a_game_with_dice_the_choice_is_the_exact_one(seed: int) -> None:
    game = GAMES["clod"]()
    state = with_free_cells(game, 3, Random(seed))
    values = {move: expected(game, game.play(state, move)) for move in game.moves(state)}
    sign = 1 - 2 * game.turn(state).seat  # type: ignore[union-attr]
    chosen = choose(game, state, Limits(1500, seed))
    assert sign * values[chosen] >= max(sign * value for value in values.values()) - 0.05


def with_free_cells(game: AnyGame, free: int, chance: Random) -> Any:
    """Return a position of a random game with so many free cells and at least two moves."""
    while True:
        state = game.start()
        while not isinstance(turn := game.turn(state), Over):
            if isinstance(turn, ToRoll):
                state = game.rolled(state, (chance.randint(1, 6), chance.randint(1, 6)))
                continue
            moves = list(game.moves(state))
            if state[1].bit_count() == free and len(moves) > 1:
                return state
            state = game.play(state, chance.choice(moves))


@cache
def expected(game: AnyGame, state: Any) -> float:
    """Return the exact expected value for seat 0."""
    match game.turn(state):
        case Over(winner):
            return 0.0 if winner is None else 1.0 - 2 * winner
        case ToMove(seat):
            sign = 1 - 2 * seat
            return sign * max(sign * expected(game, game.play(state, move)) for move in game.moves(state))
    values, forfeited = [], 0
    for dice in product(range(1, 7), repeat=2):
        after = game.rolled(state, dice)
        if isinstance(game.turn(after), ToRoll):  # a blocked roll is rare, and nearly the same as another roll
            forfeited += 1
        else:
            values.append(expected(game, after))
    return sum(values) / len(values) if values else 0.0


@pytest.mark.parametrize("seed", range(3))
def test_a_game_without_knowledge_is_played_by_its_rules_alone(seed: int) -> None:
    game = TicTacToe()
    state = game.start()
    for name in ("a1", "b1", "a2", "b2", "a3", "b3"):
        state = game.play(state, game.parse(state, name))

    assert game.format(state, choose(game, state, Limits(200, seed))) == "a4"
    state = game.play(state, game.parse(state, "d1"))
    assert game.format(state, choose(game, state, Limits(200, seed))) == "b4"
