"""Every variant of every game has a golden playthrough, and it replays exactly."""

import pytest

from netgame.games import GAMES as KINDS
from tests.netgame.games import playthrough

GAMES = playthrough.games()


@pytest.mark.parametrize("name", list(GAMES))
def test_the_golden_game_replays_exactly(name: str) -> None:
    lines = playthrough.path(name).read_text(encoding="utf-8").splitlines()
    assert list(playthrough.replayed(GAMES[name], lines)) == lines


def test_every_playthrough_belongs_to_a_variant() -> None:
    assert set(playthrough.FOLDER.glob("*/playthroughs/*")) == {playthrough.path(name) for name in GAMES}


@pytest.mark.parametrize("key", KINDS)
def test_the_golden_games_show_every_kind_of_move_and_a_win(key: str) -> None:
    texts = [playthrough.path(name).read_text(encoding="utf-8") for name in GAMES if GAMES[name].key == key]
    for button in KINDS[key].buttons:
        assert any(f": {button} " in text for text in texts), button
    assert any("; winner 0" in text or "; winner 1" in text for text in texts)
