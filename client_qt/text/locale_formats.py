"""Dates, times, numbers and the order of names in the locale of the window."""

from datetime import datetime
from functools import cache

from PySide6.QtCore import QCollator, QCollatorSortKey, QDate, QDateTime, QLocale, QTime

from client_qt.text.translation import tr
from netgame.text import fill

ISO_DAY, ISO_TIME = "yyyy-MM-dd", "HH:mm"  # in the C locale
SHORT = QLocale.FormatType.ShortFormat
LATEST_MS = 253_370_764_800_000  # the year 9999, the last one of `datetime`


def local_time(ms: int) -> datetime:
    """Return a time in ms since 1970 in the zone of this computer. A server or a file may have any number there."""
    # by Qt, because `datetime.fromtimestamp` refuses years after 3000 on Windows
    at = QDateTime.fromMSecsSinceEpoch(min(max(ms, 0), LATEST_MS))
    on, time = at.date(), at.time()
    return datetime(on.year(), on.month(), on.day(), time.hour(), time.minute(), time.second(), 1000 * time.msec())


def day(at: datetime) -> str:
    """Return a date in figures, with four of them for the year."""
    return QLocale().toString(QDate(at.year, at.month, at.day), _day_format())


def time_of_day(at: datetime) -> str:
    """Return hours and minutes."""
    return QLocale().toString(QTime(at.hour, at.minute), _time_format())


def moment_format() -> str:
    """Return the format of a date and a time for the fields of Qt."""
    return f"{_day_format()} {_time_format()}"


def _day_format() -> str:
    form = ISO_DAY if _is_c_locale() else QLocale().dateFormat(SHORT)
    return form if "yyyy" in form else form.replace("yy", "yyyy")


def _time_format() -> str:
    return ISO_TIME if _is_c_locale() else QLocale().timeFormat(SHORT)


def moment(at: datetime) -> str:
    """Return a date and a time."""
    return f"{day(at)} {time_of_day(at)}"


def number(value: float, most: int = 2) -> str:
    """Return a number with as many decimals as it needs, up to `most`."""
    decimals = next(count for count in range(most + 1) if count == most or round(value, count) == value)
    return QLocale().toString(float(value), "f", decimals)


def tenths_of(count: int) -> str:
    """Return a number of tenths with one decimal."""
    return f"{count // 10}{QLocale().decimalPoint()}{count % 10}"


def order(name: str) -> QCollatorSortKey:
    """Return the sort key of a name: as in a dictionary of the language, regardless of case, 7 before 12."""
    return _collator(QLocale().name()).sortKey(name)


@cache
def _collator(locale: str) -> QCollator:
    collator = QCollator(QLocale(locale))
    collator.setNumericMode(True)
    return collator


def _is_c_locale() -> bool:
    return QLocale().language() == QLocale.Language.C


def opened_note(made: int, note: str) -> str:
    """When a table was opened, in the time of its server in ms: it tells games against the same player apart. `note` is
    for a time that is not known."""
    return fill(tr("opened {time}"), {"time": moment(local_time(made))}) if made else note
