from datetime import UTC, datetime

import pytest

from netgame.match.time_control import DAY_MS
from server.accounts.vacation import days_left, ended, taken
from server.errors import RequestRefused
from server.storage.accounts import Vacation

MOST = 21


def at(*day: int) -> int:
    return int(datetime(*day, tzinfo=UTC).timestamp() * 1000)  # type: ignore[arg-type]


NOW = at(2027, 3, 1, 12)


def test_all_days_count_when_the_vacation_begins_and_a_new_year_has_new_ones() -> None:
    vacation = taken(Vacation(), 5, MOST, NOW)
    assert vacation == Vacation(2027, 5, NOW + 5 * DAY_MS)
    assert days_left(vacation, MOST, NOW) == 16
    vacation = taken(Vacation(), 21, MOST, at(2027, 12, 24))
    assert days_left(vacation, MOST, at(2027, 12, 31)) == 0
    assert taken(vacation, 3, MOST, at(2028, 1, 20)).used == 3


@pytest.mark.parametrize(("passed", "given_back"), [(0, 5), (1, 4), (DAY_MS, 4), (DAY_MS + 1, 3), (5 * DAY_MS - 1, 0)])
def test_days_that_have_not_begun_are_given_back(passed: int, given_back: int) -> None:
    vacation = ended(taken(Vacation(), 5, MOST, NOW), NOW + passed)
    assert vacation == Vacation(2027, 5 - given_back, NOW + passed)


@pytest.mark.parametrize(
    ("vacation", "days", "most", "code"),
    [
        (Vacation(), 1, 0, "no_vacation"),
        (Vacation(), 22, MOST, "no_days_left"),
        (Vacation(2027, 20, NOW), 2, MOST, "no_days_left"),
        (Vacation(2027, 1, NOW + 1), 1, MOST, "on_vacation"),
        (Vacation(2027, 40, 0), 1, MOST, "no_days_left"),  # the operator allows less than before
    ],
)
def test_a_vacation_and_its_end_are_refused_with_a_reason(vacation: Vacation, days: int, most: int, code: str) -> None:
    with pytest.raises(RequestRefused) as refused:
        taken(vacation, days, most, NOW)
    assert refused.value.code == code
    with pytest.raises(RequestRefused, match="not_on_vacation"):
        ended(Vacation(2027, 3, NOW), NOW)
