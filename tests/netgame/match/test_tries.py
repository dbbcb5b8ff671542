"""Lines that are tried beside a match, as the texts of moves, rolls and forfeited turns."""

from functools import cache

import pytest

from devtools.harness.games.random_matches import RandomTable
from netgame.errors import RulesError
from netgame.games import GAMES
from netgame.match.events import LegEnded
from netgame.match.state import Match
from netgame.match.tries import play_line, step_of

PLIES = 24


@cache
def played(key: str) -> Match:
    table = RandomTable(GAMES[key](), 3)
    table.play(PLIES)
    return table.match


@pytest.mark.parametrize("key", GAMES)
def test_what_was_played_is_a_line_after_each_step(key: str) -> None:
    match = played(key)
    steps = [step for step, ply in enumerate(match.history) if not isinstance(ply.event, LegEnded)]
    last = steps[-1]
    for step in steps[:: max(1, len(steps) // 4)]:
        line = [ply.notation for ply in match.history[step + 1 : last + 1]]
        if match.history[step].leg == match.history[last].leg:
            assert play_line(match, step, line).state == match.history[last].state
            assert step_of(match, match.history[step].event.number) == step


@pytest.mark.parametrize("token", ["", "--", "7-1", "0-1", "3", "5-4-3", "４-3", "4-3 ", "3-4", "a1", "9" * 900])
def test_only_a_roll_of_the_right_dice_is_one(token: str) -> None:
    match = played("clod")
    assert play_line(match, 0, ["4-3"]).turn is not None
    with pytest.raises(RulesError):
        play_line(match, 0, [token])


def test_a_number_without_a_step_is_refused() -> None:
    match = played("clod")
    for number in (0, 1, match.number + 1, 2**53):
        with pytest.raises(RulesError):
            step_of(match, number)
