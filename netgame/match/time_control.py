"""Time controls: how much time each side has, and the notation for it. Times are whole milliseconds."""

import re
from dataclasses import dataclass
from typing import Literal

from netgame.errors import RulesError
from netgame.match.match_rules import CURRENT_RULES, MatchRules
from netgame.text import N_

DAY_MS = 86_400_000
WEEKDAYS = " weekdays"  # the end of the notation of a clock that rests at weekends

Kind = Literal["none", "move", "sudden", "fischer", "bronstein", "byoyomi", "days"]


class ControlError(RulesError):
    """The text is not a time control."""


@dataclass(frozen=True, slots=True)
class Control:
    """The time of a side, in ms.

    `base` is the time at the start. `step` belongs to each move: Fischer adds it, Bronstein gives back at most that
    much of the charged time, `move` and `days` allow it for each move, byo-yomi for each of `periods`. With `weekdays`
    no time passes on Saturdays and Sundays in UTC.
    """

    kind: Kind = "none"
    base: int = 0
    step: int = 0
    periods: int = 0
    weekdays: bool = False

    @property
    def is_timed(self) -> bool:
        return self.kind != "none"

    @property
    def full(self) -> int:
        """The time on a clock at the start of a leg: ms until the flag falls."""
        match self.kind:
            case "move" | "days":
                return self.step
            case "byoyomi":
                return self.base + self.periods * self.step
            case "fischer":
                return self.base or self.step
        return self.base

    def after_move(self, left: int, charged: int) -> int:
        """The time on a clock after a move for which `charged` ms were taken and which left `left` ms."""
        match self.kind:
            case "move" | "days":
                return self.step
            case "fischer":
                return left + self.step
            case "bronstein":
                return left + min(charged, self.step)
            case "byoyomi" if left <= self.periods * self.step:
                return -(-left // self.step) * self.step or self.step  # a move in time keeps its period
        return left


# ---- weeks without weekends

_WEEK_MS, _WORK_MS = 7 * DAY_MS, 5 * DAY_MS
_MONDAY_MS = 3 * DAY_MS  # the time 0 is a Thursday; this long before it a Monday began


def is_weekend(at: int) -> bool:
    """Return whether that time is on a Saturday or Sunday in UTC."""
    return (at + _MONDAY_MS) % _WEEK_MS >= _WORK_MS


def weekdays_until(at: int) -> int:
    """Return how many ms of weekdays have passed at that time. Only differences have a meaning."""
    weeks, rest = divmod(at + _MONDAY_MS, _WEEK_MS)
    return weeks * _WORK_MS + min(rest, _WORK_MS)


def last_moment_of(weekdays: int) -> int:
    """Return the last time at which so many ms of weekdays have passed. It is never within a weekend."""
    weeks, rest = divmod(weekdays, _WORK_MS)
    return weeks * _WEEK_MS + rest - _MONDAY_MS


# ---- notation

_NUMBER = "(0|[1-9][0-9]{0,6})"
_FORMS: dict[str, tuple[re.Pattern[str], str]] = {  # kind -> its notation, and an example
    "none": (re.compile("none"), "none"),
    "move": (re.compile(f"move {_NUMBER}"), "move 30"),
    "sudden": (re.compile(f"sudden {_NUMBER}"), "sudden 600"),
    "fischer": (re.compile(rf"fischer {_NUMBER}\+{_NUMBER}"), "fischer 300+5"),
    "bronstein": (re.compile(rf"bronstein {_NUMBER}\+{_NUMBER}"), "bronstein 300+5"),
    "byoyomi": (re.compile(rf"byoyomi {_NUMBER}\+{_NUMBER}x{_NUMBER}"), "byoyomi 600+5x30"),
    "days": (re.compile(f"days {_NUMBER}(?:{WEEKDAYS})?"), "days 3"),
}


def read_control(text: str, rules: MatchRules = CURRENT_RULES) -> Control:
    """Return the time control of its notation, in seconds or days. Raise `ControlError` for other text."""
    kind = text.split(" ", 1)[0]
    form = _FORMS.get(kind)
    if form is None:
        raise ControlError("unknown time control {kind}; use one of {known}", kind=kind[:20], known=", ".join(_FORMS))
    pattern, example = form
    found = pattern.fullmatch(text)
    if found is None:
        raise ControlError("write this time control like {example}", example=example)

    weekdays = text.endswith(WEEKDAYS)
    if weekdays and not rules.has_weekdays:
        raise ControlError("this version of the match rules has no weekends off")

    def base(seconds: int, low: int = 0) -> int:
        return _within(seconds, low, rules.max_base_s, N_("the time of a side, in seconds,")) * 1000

    def step(seconds: int) -> int:
        return _within(seconds, 1, rules.max_step_s, N_("the time for a move, in seconds,")) * 1000

    match kind, [int(number) for number in found.groups()]:
        case "move", [seconds]:
            return Control("move", 0, step(seconds))
        case "sudden", [seconds]:
            return Control("sudden", base(seconds, 1))
        case "fischer", [seconds, more]:
            return Control("fischer", base(seconds), step(more))
        case "bronstein", [seconds, more]:
            return Control("bronstein", base(seconds, 1), step(more))
        case "byoyomi", [seconds, periods, more]:
            periods = _within(periods, 1, rules.max_periods, N_("the number of periods"))
            return Control("byoyomi", base(seconds), step(more), periods)
        case "days", [days]:
            step_ms = _within(days, 1, rules.max_days, N_("the number of days")) * DAY_MS
            return Control("days", 0, step_ms, weekdays=weekdays)
    return Control()


def write_control(control: Control) -> str:
    """Return the notation, like `fischer 300+5`."""
    base, step = control.base // 1000, control.step // 1000
    match control.kind:
        case "none":
            return "none"
        case "move":
            return f"move {step}"
        case "sudden":
            return f"sudden {base}"
        case "byoyomi":
            return f"byoyomi {base}+{control.periods}x{step}"
        case "days":
            return f"days {control.step // DAY_MS}{WEEKDAYS if control.weekdays else ''}"
    return f"{control.kind} {base}+{step}"


def _within(number: int, low: int, high: int, what: str) -> int:
    if not low <= number <= high:
        raise ControlError("{what} must be from {low} to {high}", what=what, low=low, high=high)
    return number
