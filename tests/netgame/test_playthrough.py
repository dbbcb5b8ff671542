"""No game and no variant without its golden playthrough, and none replays differently than it was written down."""

import pytest

from tests.netgame import playthrough

GAMES = playthrough.games()


@pytest.mark.parametrize("name", list(GAMES))
def test_the_golden_game_replays_to_the_letter(name: str) -> None:
    lines = playthrough.path(name).read_text(encoding="utf-8").splitlines()

    assert list(playthrough.replayed(GAMES[name], lines)) == lines


@pytest.mark.parametrize("name", list(GAMES))
def test_the_golden_game_is_short_enough_to_be_read(name: str) -> None:
    assert 20 < len(playthrough.path(name).read_text(encoding="utf-8").splitlines()) < 500


def test_every_golden_game_is_one_of_ours() -> None:
    assert {path.stem for path in playthrough.FOLDER.iterdir()} == set(GAMES)
