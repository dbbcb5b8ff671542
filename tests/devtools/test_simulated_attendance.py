"""When people of a simulated club come: crowded for two days, then as members do."""

from random import Random

from devtools.simulation.attendance import BEGINS, CROWDED_DAYS, DAY_H, RHYTHMS, absence_s, is_free, pace

DAYS = 400


def visits(rhythm: float) -> list[float]:
    """Return when a member comes after the crowded days, in hours since the midnight before the run."""
    chance, now_h, found = Random(5), BEGINS + DAY_H * CROWDED_DAYS, list[float]()
    while now_h < DAY_H * DAYS:
        now_h += 1 + absence_s((now_h - BEGINS) * 3600, chance, rhythm) / 3600
        found.append(now_h)
    return found


def test_members_come_as_often_as_is_their_habit() -> None:
    days = [len({int(at) // DAY_H for at in visits(rhythm)}) for rhythm in (max(RHYTHMS), 0.2, min(RHYTHMS))]

    assert days == sorted(days, reverse=True)
    assert days[0] > 0.6 * DAYS
    assert 1 < days[1] / DAYS * 7 < 2.5
    assert 0.5 < days[2] / DAYS * 30 < 2


def test_more_members_come_on_free_days_and_nobody_at_night_with_less_trouble_after_the_crowded_days() -> None:
    came = visits(0.2)
    free = [day for day in range(DAYS) if is_free(day)]
    on_free = [at for at in came if is_free(int(at) // DAY_H)]

    assert len(on_free) / len(free) > 1.2 * (len(came) - len(on_free)) / (DAYS - len(free))
    assert all(at % DAY_H > 10 or at % DAY_H < 2 for at in came)
    assert pace(0).trouble_s < pace(CROWDED_DAYS * DAY_H * 3600).trouble_s
