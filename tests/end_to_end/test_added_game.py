"""A game that a test adds to the program, tic-tac-toe, is played through a real server by its picks."""

from pathlib import Path
from random import Random

import pytest
import trio

from netgame.game import Over
from netgame.games import GAMES
from tests.end_to_end.tictactoe.game import TicTacToe
from tests.netgame.games import conformance
from tests.server.serving import known, running_on_loopback
from tests.window.opponent import opponent


@pytest.fixture(autouse=True)
def _added_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, TicTacToe.key, TicTacToe)


def test_the_added_game_keeps_the_contract() -> None:
    game = TicTacToe()
    events, states = conformance.play_out(game, Random(7), 60)

    for event, state in zip(events, states, strict=False):
        conformance.check_state(game, state, event)
    assert isinstance(game.turn(states[-1]), Over)


async def test_the_added_game_is_played_through_a_server_to_its_end(tmp_path: Path) -> None:
    async with (
        running_on_loopback(tmp_path, plain=False) as serving,
        opponent(known(serving), "Ann", seed=1) as ann,
        opponent(known(serving), "Bob", seed=2) as bob,
    ):
        table = await ann.session.make_table(TicTacToe.key, {"size": 3})
        await bob.sit_down(table)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ann.play, table)
            nursery.start_soon(bob.play, table)

        assert ann.match is not None
        assert ann.match.ended is not None
        assert ann.match == bob.match
