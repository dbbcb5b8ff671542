"""The game that tests add to the program, tic-tac-toe, keeps the contract."""

from random import Random

from devtools.harness.games.random_moves import play_out
from netgame.game import Over
from tests.end_to_end.tictactoe.game import TicTacToe
from tests.netgame.games import conformance


def test_the_added_game_keeps_the_contract() -> None:
    game = TicTacToe()
    events, states = play_out(game, Random(7), 60)

    for event, state in zip(events, states, strict=False):
        conformance.check_state(game, state, event)
    assert isinstance(game.turn(states[-1]), Over)
