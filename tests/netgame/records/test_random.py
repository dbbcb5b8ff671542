"""Records of random matches: they read back, and reports show them."""

import pytest

from devtools.harness.games.random_matches import lively
from netgame.cli.json_report import match_value
from netgame.cli.text_report import match_lines
from netgame.formats.convert import LoadedMatch
from netgame.games import GAMES
from netgame.match.events import Event, Moved, TakenBack


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_the_report_of_a_match_has_every_move(key: str) -> None:
    taken: list[Event] = []
    for seed in range(3):
        table = lively(key, "byoyomi 30+3x20", seed, 60)
        held = LoadedMatch("record", tuple(table.log), table.match)

        lines = "\n".join(match_lines(held, positions=True))
        value = match_value(held)

        made = [event.number for event in table.log if isinstance(event, Moved)]
        assert [move["number"] for move in value["moves"] if move["kind"] == "move"] == made
        assert all(f"\n{number:5} " in lines for number in made)
        standing = {step.event.number for step in table.match.history}
        assert {move["number"] for move in value["moves"] if move["taken_back"] is None} <= standing
        assert not {move["number"] for move in value["moves"] if move["taken_back"]} & standing
        taken += [event for event in table.log if isinstance(event, TakenBack)]
        assert lines.count(" takes back ") == sum(isinstance(event, TakenBack) for event in table.log)
    assert taken, "some are to be seen"
