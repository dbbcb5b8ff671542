"""Times in words: what is left is rounded up."""

import pytest

from client_qt.text.clock_words import seconds_words, time_words

S, H, D = 1000, 3_600_000, 86_400_000


@pytest.mark.parametrize(
    ("left", "shown"),
    [
        (2 * D, "2 d 00 h"), (2 * D - S, "2 d 00 h"), (2 * D - H, "1 d 23 h"), (D + S, "1 d 01 h"), (D, "1 d 00 h"),
        (D - 1, "1 d 00 h"), (D - S, "23:59:59"),
    ],
)  # fmt: skip
def test_a_clock_of_days_rounds_its_hours_up(left: int, shown: str) -> None:
    assert time_words(left) == shown


@pytest.mark.parametrize(("left", "shown"), [(2 * H - S, "2 h 00 min"), (H + S, "1 h 01 min"), (H - S, "59 min 59 s")])
def test_a_sentence_rounds_minutes_beside_hours_up(left: int, shown: str) -> None:
    assert seconds_words(left) == shown
