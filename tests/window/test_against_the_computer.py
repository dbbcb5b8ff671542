"""Whole games against the computer, from the home page to the result, with the real engine in a process of its own."""

import pytest

from client_qt.app.application import Application
from netgame.match.events import Moved
from tests.window.players import KINDS, KeyPlayer, Kind, MousePlayer

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]
PLAYERS = (MousePlayer, KeyPlayer)
CASES = [
    pytest.param(PLAYERS[number % 2], kind, id=key, marks=[pytest.mark.sweep] * (number > 0))
    for number, (key, kind) in enumerate(KINDS.items())
]


@pytest.mark.parametrize(("player_class", "kind"), CASES)
async def test_a_whole_game_is_played_against_the_computer(
    ann: Application, player_class: type[MousePlayer | KeyPlayer], kind: Kind
) -> None:
    player = player_class(ann)
    await player.play_computer(kind)
    model = ann.window.table.model
    assert model is not None
    assert model.mine == {0}
    await player.play()

    match = model.match
    assert match is not None
    assert match.ended is not None
    assert match.seats[1] is not None
    assert match.seats[1].computer == "level 1"
    assert {event.player for event in model.log if isinstance(event, Moved)} == {0, 1}
