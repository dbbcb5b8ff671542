"""Dates, times, numbers and the order of names follow the locale."""

from datetime import datetime, tzinfo
from typing import Self

import pytest
from PySide6.QtCore import QLocale

from client_qt.text import locale_formats
from client_qt.text.locale_formats import day, local_time, moment, number, order, tenths_of, time_of_day

AT = datetime(2026, 5, 1, 18, 5)


def test_dates_and_times_follow_the_locale() -> None:
    written = {
        "C": "2026-05-01 18:05",
        "de_DE": "01.05.2026 18:05",
        "en_GB": "01/05/2026 18:05",
        "sv_SE": "2026-05-01 18:05",
    }
    for locale, expected in written.items():
        QLocale.setDefault(QLocale(locale))
        assert (locale, moment(AT)) == (locale, expected)
        assert f"{day(AT)} {time_of_day(AT)}" == expected


def test_a_time_is_that_of_this_computers_zone_and_an_impossible_one_the_nearest_possible_one() -> None:
    for ms in (86_400_000, 1_777_658_700_123, 1_793_000_000_000):
        assert local_time(ms) == datetime.fromtimestamp(ms / 1000)
    for ms, year in ((2**62, 9999), (-(2**62), 1970)):
        assert abs(local_time(ms).year - year) <= 1, "a time zone may change the year"
        assert moment(local_time(ms))


def test_numbers_have_no_more_decimals_than_they_need_and_names_are_sorted_as_in_a_dictionary() -> None:
    QLocale.setDefault(QLocale("de_DE"))
    assert [number(value) for value in (0.5, 2, 1.25, 1 / 3, 1200)] == ["0,5", "2", "1,25", "0,33", "1.200"]
    assert tenths_of(123) == "12,3"
    names = ["Zug", "Tisch 12", "ähre", "Apfel", "tisch 7", "Bär"]
    assert sorted(names, key=order) == ["ähre", "Apfel", "Bär", "tisch 7", "Tisch 12", "Zug"]


def test_a_year_after_3000_is_shown_on_windows_too(monkeypatch: pytest.MonkeyPatch) -> None:
    class DatetimeOfWindows(datetime):
        @classmethod
        def fromtimestamp(cls, timestamp: float, tz: tzinfo | None = None) -> Self:
            if timestamp > 32_536_850_399:  # in the year 3001
                raise OSError(22, "Invalid argument")
            return super().fromtimestamp(timestamp, tz)

    monkeypatch.setattr(locale_formats, "datetime", DatetimeOfWindows)

    assert local_time(200_000_000_000_000).year == 8307
