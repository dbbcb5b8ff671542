"""No game without its golden playthrough, and none replays differently than it was written down."""

import pytest

from netgame.games import GAMES
from tests.netgame import playthrough


@pytest.mark.parametrize("key", list(GAMES))
def test_the_golden_game_replays_to_the_letter(key: str) -> None:
    lines = playthrough.path(key).read_text(encoding="utf-8").splitlines()

    assert list(playthrough.replay(key, lines)) == lines
