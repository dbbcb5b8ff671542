"""The rules of a vacation, without disk or clock: how many days a year, what it costs, when it ends."""

from dataclasses import replace
from datetime import UTC, datetime

from netgame.match.time_control import DAY_MS
from netgame.text import N_, Text
from server.errors import RequestRefused
from server.storage.accounts import Vacation


def days_left(vacation: Vacation, most: int, now: int) -> int:
    """Return how many days an account may still take in the year of `now`, in UTC, of `most` a year."""
    return max(0, most - (vacation.used if vacation.year == _year(now) else 0))


def taken(vacation: Vacation, days: int, most: int, now: int) -> Vacation:
    """Return the vacation that begins now. All its days count for the year of `now`. Raise `RequestRefused`."""
    if not most:
        raise RequestRefused("no_vacation", Text(N_("This server has no vacations. Its operator can allow them")))
    if now < vacation.until:
        raise RequestRefused("on_vacation", Text(N_("You are on vacation already. End it first")))
    left = days_left(vacation, most, now)
    if days > left:
        template = N_("You have {left} of {most} days of vacation left this year")
        raise RequestRefused("no_days_left", Text(template, {"left": left, "most": most}))
    return Vacation(_year(now), most - left + days, now + days * DAY_MS)


def ended(vacation: Vacation, now: int) -> Vacation:
    """Return the vacation after its player ends it: days that have not begun are given back. `RequestRefused`."""
    if now >= vacation.until:
        raise RequestRefused("not_on_vacation", Text(N_("You are not on vacation")))
    given_back = (vacation.until - now) // DAY_MS
    return replace(vacation, used=max(0, vacation.used - given_back), until=now)


def _year(now: int) -> int:
    return datetime.fromtimestamp(now / 1000, UTC).year
