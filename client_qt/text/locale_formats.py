"""How days, times and numbers are written where the window speaks, and in which order names stand there."""

from datetime import datetime
from functools import cache

from PySide6.QtCore import QCollator, QCollatorSortKey, QDate, QLocale, QTime

ISO_DAY, ISO_TIME = "yyyy-MM-dd", "HH:mm"  # where nobody has said how
SHORT = QLocale.FormatType.ShortFormat


def day(at: datetime) -> str:
    """A day in figures, with all four of its year."""
    return QLocale().toString(QDate(at.year, at.month, at.day), _day_format())


def time_of_day(at: datetime) -> str:
    """Hours and minutes."""
    form = ISO_TIME if _nowhere() else QLocale().timeFormat(SHORT)
    return QLocale().toString(QTime(at.hour, at.minute), form)


def moment(at: datetime) -> str:
    """A day and its time."""
    return f"{day(at)} {time_of_day(at)}"


def number(value: float, most: int = 2) -> str:
    """A number with as many decimals as it needs, `most` at most."""
    decimals = next(count for count in range(most + 1) if count == most or round(value, count) == value)
    return QLocale().toString(float(value), "f", decimals)


def tenths_of(count: int) -> str:
    """So many tenths as a number with one decimal."""
    return f"{count // 10}{QLocale().decimalPoint()}{count % 10}"


def order(name: str) -> QCollatorSortKey:
    """What to sort names by, to have them as a dictionary of the language has: great and small letters together,
    7 before 12."""
    return _collator(QLocale().name()).sortKey(name)


@cache
def _collator(locale: str) -> QCollator:
    collator = QCollator(QLocale(locale))
    collator.setNumericMode(True)
    return collator


def _nowhere() -> bool:
    return QLocale().language() == QLocale.Language.C


def _day_format() -> str:
    if _nowhere():
        return ISO_DAY
    form = QLocale().dateFormat(SHORT)
    return form if "yyyy" in form else form.replace("yy", "yyyy")
