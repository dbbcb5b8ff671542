"""Both searches find the exact result of small positions; what values promise; compact boards agree with the rules."""

import gc
from functools import cache
from random import Random
from typing import Any

import pytest

from devtools.bench.players import position_after
from netgame.game import Over, ToRoll
from netgame.games import GAMES
from netgame.games.thud.game import Thud
from netgame.players import Choice, Heuristics, Limits, choose_randomly, heuristics_of, search, search_by_level
from netgame.players.alpha_beta import AlphaBeta
from netgame.players.chance import generator
from netgame.players.limits import Budget
from netgame.players.search_board import ANY, SearchBoard
from netgame.players.tree_search import TreeSearch
from netgame.text import Text
from tests.end_to_end.tictactoe.game import TicTacToe
from tests.netgame.games.cases import AnyGame
from tests.netgame.games.conformance import variants

GAME = TicTacToe()
FREE = 6  # empty cells of a position


@cache
def exact(state: Any) -> int:
    """Return the result for seat 0 if both sides play perfectly."""
    turn = GAME.turn(state)
    if isinstance(turn, Over):
        return 0 if turn.winner is None else 1 - 2 * turn.winner
    values = [exact(GAME.play(state, move)) for move in GAME.moves(state)]
    return min(values) if seat_of(state) else max(values)


def seat_of(state: Any) -> int:
    turn = GAME.turn(state)
    assert not isinstance(turn, Over)
    return turn.seat


def is_best(state: Any, move: Any) -> bool:
    return exact(GAME.play(state, move)) == exact(state)


def positions(count: int) -> list[Any]:
    """Return positions with few empty cells in which not every move is as good as the best one."""
    chance, found = Random(3), []
    while len(found) < count:
        state = GAME.start()
        while not isinstance(GAME.turn(state), Over) and len(list(GAME.moves(state))) > FREE:
            state = GAME.play(state, chance.choice(list(GAME.moves(state))))
        if not isinstance(GAME.turn(state), Over):
            values = {exact(GAME.play(state, move)) for move in GAME.moves(state)}
            if len(values) > 1:
                found.append(state)
    return found


@pytest.mark.parametrize("search", [AlphaBeta, TreeSearch])
@pytest.mark.parametrize("number", range(4))
def test_a_complete_search_makes_a_perfect_move(search: type[AlphaBeta | TreeSearch], number: int) -> None:
    state = positions(number + 1)[number]
    budget = Budget(Limits(20_000))
    move = search(Heuristics(GAME), budget, generator(number)).best(state).move
    assert exact(GAME.play(state, move)) == exact(state)


@pytest.mark.parametrize("search", [AlphaBeta, TreeSearch])
def test_a_search_that_notices_half_of_the_moves_finds_half_of_the_best_ones(
    search: type[AlphaBeta | TreeSearch],
) -> None:
    found = 0
    for number, state in enumerate(positions(12)):
        attention = Random(number)
        notices = cache(lambda move, attention=attention: attention.random() < 0.5)
        move = search(Heuristics(GAME), Budget(Limits(500)), generator(number), notices).best(state).move
        best = is_best(state, move)
        assert best or not any(notices(other) for other in GAME.moves(state) if is_best(state, other))
        found += best

    assert 3 <= found < 12


@pytest.mark.parametrize("search", [AlphaBeta, TreeSearch])
def test_a_search_that_notices_no_move_plays_a_legal_one(search: type[AlphaBeta | TreeSearch]) -> None:
    moves = {
        search(Heuristics(GAME), Budget(Limits(1)), generator(seed), lambda move: False).best(GAME.start()).move
        for seed in range(20)
    }
    assert len(moves) > 1
    assert moves <= set(GAME.moves(GAME.start()))


@pytest.mark.parametrize("key", GAMES)
def test_a_better_value_promises_a_better_result_and_a_lost_or_won_end_is_certain(key: str) -> None:
    outlook = heuristics_of(GAMES[key]()).outlook
    promised = [outlook(tenths / 10) for tenths in range(-10, 11)]
    assert promised == sorted(promised)
    assert (promised[0], promised[10], promised[-1]) == (-1, 0, 1)
    thud = heuristics_of(GAMES["thud"]())
    assert thud.outlook(thud.result(Over(1, (0, 4), Text("")))) < -0.5, "a troll ahead is more than half of a win"


@pytest.mark.parametrize("key", GAMES)
def test_a_search_leaves_no_garbage_in_cycles(key: str) -> None:
    # so an engine may search without garbage collection
    game = GAMES[key]()
    state = game.start()
    if isinstance(turn := game.turn(state), ToRoll):
        state = game.rolled(state, (2,) * turn.count)
    search(game, state, Limits(10))
    gc.disable()
    gc.collect(0)
    try:
        search(game, state, Limits(200))

        assert gc.collect(0) == 0  # what is new is in the youngest generation
    finally:
        gc.enable()


@pytest.mark.parametrize("key", GAMES)
def test_a_search_asks_for_every_node_whether_to_stop(key: str) -> None:
    game = GAMES[key]()
    asked: list[None] = []
    choice = search(game, position_after(game, 20), Limits(100, 0, lambda: bool(asked.append(None))))
    assert len(asked) >= choice.nodes == 100


def test_a_full_tree_does_not_grow_and_the_search_goes_on() -> None:
    class Small(Heuristics[Any, Any]):
        most_nodes = 20

    budget = Budget(Limits(60))

    choice = TreeSearch(Small(GAME), budget, generator(1)).best(GAME.start())

    assert budget.left == 0
    assert choice.move in list(GAME.moves(GAME.start()))
    assert len(choice.line) < 20


@pytest.mark.slow
def test_the_best_moves_of_blooms_lose_nothing_on_average() -> None:
    # so the analysis blames no good move
    game, losses = GAMES["blooms"](), []
    state, before = position_after(game, 6), None
    for seed in range(10):
        choice = search(game, state, Limits(200, seed))
        assert choice.value is not None
        if before is not None:
            turn = game.turn(state)
            assert not isinstance(turn, Over)
            sign = 2 * turn.seat - 1  # of the side that made the move
            losses.append(sign * (before - choice.value))
        before, state = choice.value, game.play(state, choice.move)

    assert abs(sum(losses) / len(losses)) < 0.05


# ---- the compact boards of alpha-beta


BOARDS = [game for game in variants() if heuristics_of(game).board(generator(1)) is not None]
PLIES = 24


def board_of(game: AnyGame) -> SearchBoard[Any]:
    board = heuristics_of(game).board(generator(1))
    assert board is not None
    return board


@cache
def walk(game: AnyGame) -> tuple[SearchBoard[Any], list[tuple[Any, Any]]]:
    """Return a board, and states and nodes of a game in which captures are as frequent as random moves."""
    board, chance, state, found = board_of(game), Random(2), game.start(), []
    while len(found) < PLIES and not isinstance(game.turn(state), Over):
        node = board.node(state)
        found.append((state, node))
        codes = [code for _, code in board.forcing(node)] or [code for _, code in board.moves(node, ANY, 0)[:10]]
        if chance.random() < 0.5:
            state = game.play(state, board.move(node, chance.choice(codes)))
        else:
            state = game.play(state, choose_randomly(game, state, chance.getrandbits(30)))
    return board, found


@pytest.mark.parametrize("game", BOARDS, ids=repr)
def test_a_board_has_the_moves_and_the_end_of_the_rules_and_bounds_that_hold(game: AnyGame) -> None:
    board, found = walk(game)
    for state, node in found[::6]:
        for _, code in [*board.moves(node, ANY, 0)[::7], *board.forcing(node)]:
            move = board.move(node, code)
            game.check(state, move)
            after = game.play(state, move)
            if not isinstance(game.turn(after), Over):
                assert board.after(node, code) == board.node(after)
    for _, node in found[::4]:
        everything = board.moves(node, ANY, 1)
        for bound, code in [*everything, *board.forcing(node)]:
            following = board.after(node, code)
            if board.ended(following) is None:
                assert -board.value(following) <= bound
        least = board.value(node)
        some = set(board.moves(node, least, 1))
        assert some <= {*everything}
        assert {entry for entry in everything if entry[0] > least} <= some
    state, node = found[-1]
    for _, code in board.moves(node, ANY, 0):
        turn = game.turn(game.play(state, board.move(node, code)))
        assert board.ended(board.after(node, code)) is None or isinstance(turn, Over)


def test_a_capture_from_a_crowd_of_dwarfs_is_worth_no_more_than_its_bound() -> None:
    game = Thud()
    crowd = "dF1,dG1,dE2,dF2,dM3,dB5,dE5,dN5,dP6,dP8,dP9,dJ13,dK13,dH14,dJ14,dH15,dJ15,dK15"
    board = board_of(game)
    node = board.node(game.read_position(f"T {crowd},TD6,TH6,TJ6,TG8,TH9,TG12,RH8"))
    found = board.forcing(node)

    assert found
    assert all(-board.value(board.after(node, code)) <= bound for bound, code in found)


class WrongKernel:
    """A kernel with a mistake: it spends its budget, and chooses a move that is not legal."""

    level_nodes = 100

    def plays(self, state: Any) -> bool:
        return True

    def find(self, state: Any, budget: Budget, seed: int, report: Any, earlier: Any) -> Choice:
        while budget.spend():
            pass
        return Choice(GAME.parse(GAME.start(), "a1"))


def test_a_wrong_kernel_is_reported_and_costs_the_search_no_nodes() -> None:
    state = GAME.start()
    for cell in ("a1", "b1"):
        state = GAME.play(state, GAME.parse(state, cell))
    with pytest.warns(RuntimeWarning, match="illegal move"):
        choice = search(GAME, state, Limits(500), kernel=WrongKernel())
    assert choice == search(GAME, state, Limits(500))


def test_what_no_search_can_do_is_an_error_with_a_sentence() -> None:
    state = GAME.start()
    while not isinstance(GAME.turn(state), Over):
        state = GAME.play(state, next(iter(GAME.moves(state))))
    with pytest.raises(ValueError, match="the game is over"):
        search(GAME, state, Limits(1))
    for level in (0, 6):
        with pytest.raises(ValueError, match=f"no level {level}"):
            search_by_level(GAME, GAME.start(), level, Limits(1))
