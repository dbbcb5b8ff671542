"""Time zones: the hour stays the same when the clocks change."""

import sys
import zoneinfo
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from protocol.time_zones import UnknownZone, is_zone, known_zones, next_slot


def ms(text: str, zone: str = "Europe/Berlin") -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


@pytest.mark.parametrize(
    ("zone", "first", "days", "then"),
    [
        ("Europe/Berlin", "2027-03-22T20:00", 7, "2027-03-29T20:00"),  # forward: an hour less
        ("Europe/Berlin", "2027-10-25T20:00", 7, "2027-11-01T20:00"),  # back: an hour more
        ("Europe/Berlin", "2027-03-27T02:30", 1, "2027-03-28T03:30"),  # an hour that is left out
        ("America/New_York", "2027-03-08T20:00", 7, "2027-03-15T20:00"),
        ("Australia/Lord_Howe", "2027-03-30T20:00", 7, "2027-04-06T20:00"),  # half an hour
        ("Asia/Kolkata", "2027-03-22T20:00", 7, "2027-03-29T20:00"),
        ("UTC", "2027-03-22T20:00", 30, "2027-04-21T20:00"),
    ],
)
def test_the_next_round_begins_at_the_same_hour_of_the_zone(zone: str, first: str, days: int, then: str) -> None:
    assert next_slot(zone, ms(first, zone), days, ms(first, zone)) == ms(then, zone)


@pytest.mark.parametrize(
    ("now", "then"),
    [
        ("2027-03-22T22:10", "2027-03-29T20:00"),  # the server was down for two hours
        ("2027-03-24T09:00", "2027-03-29T20:00"),  # the last game was long
        ("2027-03-28T09:00", "2027-04-05T20:00"),
        ("2027-03-15T18:00", "2027-03-22T20:00"),  # begun before its time
    ],
)
def test_a_delay_moves_no_later_round(now: str, then: str) -> None:
    assert next_slot("Europe/Berlin", ms("2027-03-22T20:00"), 7, ms(now)) == ms(then)


@pytest.mark.parametrize(
    "name",
    ["", "Europe/Atlantis", "Europe", "europe/berlin", "../etc/passwd", "localtime", "right/UTC", "Factory", "\0"],
)
def test_a_name_that_is_no_zone_is_refused(name: str) -> None:
    assert not is_zone(name)
    with pytest.raises(UnknownZone):
        next_slot(name, 0, 7, 0)


def test_a_computer_without_the_data_knows_no_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tzdata", None)  # cannot be imported
    zoneinfo.reset_tzpath(to=())
    known_zones.cache_clear()
    try:
        assert not known_zones()
        with pytest.raises(UnknownZone):
            next_slot("Europe/Berlin", 0, 7, 0)
    finally:
        zoneinfo.reset_tzpath()
        known_zones.cache_clear()
