"""The clocks of a match in words, and when the words change."""

from dataclasses import dataclass

from client_qt.text.locale_formats import day, local_time, tenths_of
from client_qt.text.translation import tr
from netgame.match.absence import AbsenceError, budget_left, read_absence, running_away
from netgame.match.events import Player
from netgame.match.state import Match, Ply
from netgame.match.time_control import DAY_MS, Control, ControlError, is_weekend, read_control
from netgame.text import fill

LOW_MS = 20_000  # from here on a clock shows tenths and a heavier frame
SHORT_MS = 2 * LOW_MS  # controls that give less altogether are low from half of it on
HOUR_MS, MINUTE_MS = 3_600_000, 60_000
RUNNING_LOW_TICK_MS, TICK_MS = 100, 500


@dataclass(frozen=True)
class ClockShown:
    """One clock. `note` is the text beside it: free time, periods. `spoken` is for screen readers."""

    text: str
    running: bool = False
    is_low: bool = False
    note: str = ""
    spoken: str = ""


def clock_shown(match: Match, player: Player, now: int) -> ClockShown | None:
    """Return the clock of a player at that time; None at a table without clocks."""
    clocks = match.clocks
    if clocks is None:
        return None
    stopped = clocks.stop(max(now, clocks.since))
    left, free = stopped.left[player], stopped.free[player]
    running = clocks.running == player
    shown, note = _periods(clocks.control, left)
    if running and clocks.control.weekdays and is_weekend(now):
        note = tr("weekend: no time passes")
    elif running and free > 0:
        note = fill(tr("first move free, {time}"), {"time": time_words(free)})
    is_low = match.phase == "playing" and left <= low_from(clocks.control) and not (running and free > 0)
    text = time_words(shown, tenths=running and is_low)
    left_words = tr("only {time} left") if is_low else tr("{time} left")
    spoken = fill(left_words, {"time": seconds_words(shown)})
    return ClockShown(text, running, is_low, note, f"{spoken}, {note}" if note else spoken)


def clock_walked(match: Match, step: Ply, player: Player) -> ClockShown | None:
    """Return the clock of a player after that step of a finished match; None if it is unknown."""
    if match.clocks is None or step.event.clocks is None:
        return None
    shown, note = _periods(match.clocks.control, step.event.clocks[player])
    spoken = fill(tr("{time} left"), {"time": seconds_words(shown)})
    return ClockShown(time_words(shown), note=note, spoken=f"{spoken}, {note}" if note else spoken)


def low_from(control: Control) -> int:
    """Return from how many ms on the time is low: 20 s, and less if a side never has much more."""
    return LOW_MS if control.full >= SHORT_MS else control.full // 2


def _periods(control: Control, left: int) -> tuple[int, str]:
    """Return the time that a clock shows, and a note on its periods."""
    if control.kind != "byoyomi":
        return left, ""
    main = left - control.periods * control.step
    if main > 0:
        words: dict[str, str | int] = {"count": control.periods, "seconds": control.step // 1000}
        return main, fill(tr("then {count} x {seconds} s"), words)
    count = max(1, -(-left // control.step))
    words = {"count": count, "all": control.periods}
    note = tr("the last period") if count == 1 else fill(tr("{count} periods of {all}"), words)
    return left - (count - 1) * control.step, note


def time_words(ms: int, tenths: bool = False) -> str:
    """Return a time as a clock shows it: `04:55`, `1:02:03`, `2 d 07 h`, with tenths `12.3`. Seconds are rounded up, so
    that a clock with time left never shows zero, and so are hours beside days."""
    if tenths:
        return tenths_of(max(0, ms) // 100)
    seconds = -(-max(0, ms) // 1000)
    minutes, second = divmod(seconds, 60)
    hours, minute = divmod(minutes, 60)
    if hours >= 24:
        days, hour = divmod(-(-seconds // 3600), 24)
        return fill(tr("{days} d {hours} h"), {"days": days, "hours": f"{hour:02}"})
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute:02}:{second:02}"


def seconds_words(ms: int) -> str:
    """Return a time for a sentence: `52 s`, `5 min`, `4 min 10 s`, `2 h 05 min`, rounded up."""
    seconds = -(-max(0, ms) // 1000)
    minutes, second = divmod(seconds, 60)
    if minutes < 2:
        return fill(tr("{s} s"), {"s": seconds})
    if minutes >= 60:
        hours, minute = divmod(-(-seconds // 60), 60)
        return fill(tr("{h} h {min} min"), {"h": hours, "min": f"{minute:02}"})
    if not second:
        return fill(tr("{min} min"), {"min": minutes})
    return fill(tr("{min} min {s} s"), {"min": minutes, "s": second})


def took_words(ms: int) -> str:
    """Return how long a move took, as short as possible."""
    return time_words(ms) if ms >= MINUTE_MS else seconds_words(ms)


def next_tick(match: Match, now: int) -> int | None:
    """Return after how many ms a clock changes; None while no clock runs."""
    clocks = match.clocks
    if match.phase == "playing" and clocks is not None and clocks.running is not None:
        stopped = clocks.stop(max(now, clocks.since))
        low = stopped.left[clocks.running] <= low_from(clocks.control) and stopped.free[clocks.running] == 0
        return RUNNING_LOW_TICK_MS if low else TICK_MS
    return TICK_MS if running_away(match) is not None else None


def control_words(control: Control) -> str:
    """Return a time control in words."""
    words = {"base": length_words(control.base), "step": length_words(control.step)}
    match control.kind:
        case "move":
            return fill(tr("{step} for each move"), words)
        case "sudden":
            return fill(tr("{base} for each side"), words)
        case "fischer":
            return fill(tr("{base}, and {step} more with each move"), words)
        case "bronstein":
            return fill(tr("{base}, and up to {step} of each move are free"), words)
        case "byoyomi":
            return fill(tr("{base}, then %n period(s) of {step}", control.periods), words)
        case "days" if control.weekdays:
            return tr("%n day(s) for each move, weekends off", control.step // DAY_MS)
        case "days":
            return tr("%n day(s) for each move", control.step // DAY_MS)
    return tr("no clock")


def clock_words(notation: str) -> str:
    """Return a time control in words; empty without one and for an unknown notation."""
    try:
        control = read_control(notation)
    except ControlError:
        return ""
    return control_words(control) if control.is_timed else ""


def vacation_words(until: int) -> str:
    """Return until when a player is on vacation."""
    return fill(tr("on vacation until {time}"), {"time": day(local_time(until))})


def length_words(ms: int) -> str:
    """Return a length of time that is a setting, such as `5 min`."""
    if ms % HOUR_MS == 0 and ms:
        return fill(tr("{n} h"), {"n": ms // HOUR_MS})
    return fill(tr("{n} min"), {"n": ms // MINUTE_MS}) if ms % MINUTE_MS == 0 else fill(tr("{s} s"), {"s": ms // 1000})


def policy_words(notation: str) -> str:
    """Return the agreed consequence of an absence; empty for an unknown notation."""
    try:
        policy = read_absence(notation)
    except AbsenceError:
        return ""
    words = {"time": seconds_words(policy.budget)}
    match policy.kind:
        case "forfeit":
            return fill(tr("away for {time} in all, then the other side may claim the win"), words)
        case "adjourn":
            return fill(tr("away for {time} in all, then the other side may adjourn"), words)
    return tr("the other side waits")


def away_words(match: Match, player: Player, now: int) -> str:
    """Return how much of their absence budget a player has used; empty if there is none, or none is used."""
    policy = read_absence(match.created.absence)
    if policy.kind == "wait":
        return ""
    spent = policy.budget - budget_left(match, player, max(now, match.at))
    words = {"spent": seconds_words(spent), "all": seconds_words(policy.budget)}
    return fill(tr("was away {spent} of {all}"), words) if spent > 0 else ""
