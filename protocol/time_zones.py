"""Time zones by their IANA names, as this computer or the package tzdata knows them."""

from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

_NO_ZONES = frozenset(("Factory", "localtime"))  # files beside the zones: no zone, and that of this computer


class UnknownZone(ValueError):
    """This computer knows no time zone of that name."""


@cache
def known_zones() -> frozenset[str]:
    """Return the names of all time zones; none on a computer without their data."""
    return frozenset(available_timezones()) - _NO_ZONES


def is_zone(name: str) -> bool:
    """Tell whether this computer knows a time zone by exactly that name."""
    return name in known_zones()


def next_slot(zone: str, first: int, days: int, now: int) -> int:
    """Return when something next happens that happens every so many days at the same hour of a zone.

    `first` is one time at which it happens, `now` the present; all are in ms. Of these times it is the one that is
    nearest to `days` from now, so a delay moves none of them. An hour that a change of the clocks leaves out comes as
    much later. Raise `UnknownZone`.
    """
    if not is_zone(zone):
        raise UnknownZone(zone)
    place = ZoneInfo(zone)
    start = datetime.fromtimestamp(first / 1000, UTC).astimezone(place).replace(tzinfo=None)
    target = datetime.fromtimestamp(now / 1000, UTC).astimezone(place).replace(tzinfo=None) + timedelta(days=days)
    slot = start + round((target - start) / timedelta(days=days)) * timedelta(days=days)
    return round(slot.replace(tzinfo=place).timestamp() * 1000)
