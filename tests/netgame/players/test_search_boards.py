"""The compact boards of alpha-beta agree with the rules."""

from functools import cache
from random import Random
from typing import Any

import pytest

from netgame.game import Over
from netgame.games.thud.game import Thud
from netgame.players import choose_randomly, heuristics_of
from netgame.players.chance import generator
from netgame.players.search_board import ANY, SearchBoard
from tests.netgame.games.cases import AnyGame
from tests.netgame.games.conformance import variants

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
