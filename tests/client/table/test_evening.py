"""The score of an evening between two players."""

import pytest

from client_qt.table.evening import PAUSE_MS, evening_score
from client_qt.table.model import Result

NOW = 1_800_000_000_000
LONG_AGO = NOW - PAUSE_MS - 1


@pytest.mark.parametrize(
    ("results", "won", "drawn"),
    [
        ([Result(NOW, 0)], (1, 0), 0),
        ([Result(NOW - 3, None), Result(NOW - 1, 1), Result(NOW - 2, 1)], (0, 2), 1),
        ([Result(NOW - PAUSE_MS, 1)], (0, 1), 0),
        ([Result(NOW - 9, 0), Result(NOW - 9 - PAUSE_MS, 0), Result(NOW - 10 - 2 * PAUSE_MS, 1)], (2, 0), 0),
        ([Result(NOW + 5, 0)], (1, 0), 0),  # by a clock that is ahead
    ],
)
def test_the_games_since_the_last_pause_count(results: list[Result], won: tuple[int, int], drawn: int) -> None:
    assert evening_score(results, NOW) == (won, drawn)


@pytest.mark.parametrize("results", [[], [Result(LONG_AGO, 0), Result(LONG_AGO, 1)]])
def test_an_evening_without_a_finished_game_has_no_score(results: list[Result]) -> None:
    assert evening_score(results, NOW) is None
