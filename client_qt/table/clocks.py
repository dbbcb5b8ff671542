"""What clocks and absence budgets say now: read off the match, at the server's time, for whoever shows it."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from client_qt.text.locale_formats import tenths_of
from client_qt.text.rules_text import tr
from netgame.match.absence import budget_left, read_absence, running_away
from netgame.match.events import Player
from netgame.match.state import Match, Ply
from netgame.match.time_control import DAY_MS, Control
from netgame.text import fill

LOW_MS = 20_000  # from here on a clock shows tenths and a heavier frame
SHORT_MS = 2 * LOW_MS  # controls that give less altogether are low from half of it on
HOUR_MS, MINUTE_MS = 3_600_000, 60_000
RUNNING_LOW_TICK_MS, TICK_MS = 100, 500
LATE_MS = 2_000  # messages of a line that works are hardly ever later than that


def steady_ms() -> int:
    """This computer's time since some moment, which nobody sets and nothing turns back."""
    return time.monotonic_ns() // 1_000_000


class ServerTime:
    """The server's time, reckoned with the steady clock of this computer from the times that the server told.

    A time was true a little before it arrived, never after, so the latest one counts, until `told_now` shows that the
    server's clock was set back. The calendar clock of this computer plays no part in it.
    """

    def __init__(self, steady: Callable[[], int] = steady_ms) -> None:
        self.steady = steady
        self._ahead: int | None = None  # the server's time less the steady one

    def told(self, at: int) -> None:
        """The server said that it was so late."""
        ahead = at - self.steady()
        self._ahead = ahead if self._ahead is None else max(self._ahead, ahead)

    def told_now(self, at: int) -> None:
        """The server told its present time, not the time of an event. If that time is too early for a message that was
        only late, the server was started again on a computer whose clock was set back: forget the old times."""
        if at < self.now() - LATE_MS:
            self._ahead = None
        self.told(at)

    def now(self) -> int:
        """The server's time in ms; 0 while nothing is known of it."""
        return 0 if self._ahead is None else self.steady() + self._ahead


@dataclass(frozen=True)
class ClockShown:
    """What is seen of one clock. `note` is what stands beside it: free time, periods. `is_low` asks for haste."""

    text: str
    running: bool = False
    is_low: bool = False
    note: str = ""
    spoken: str = ""


def clock_shown(match: Match, player: Player, now: int) -> ClockShown | None:
    """The clock of a player at that time; None at a table without clocks."""
    clocks = match.clocks
    if clocks is None:
        return None
    stopped = clocks.stop(max(now, clocks.since))
    left, free = stopped.left[player], stopped.free[player]
    running = clocks.running == player
    shown, note = _periods(clocks.control, left)
    if running and free > 0:
        note = fill(tr("first move free, {time}"), {"time": time_words(free)})
    is_low = match.phase == "playing" and left <= low_from(clocks.control) and not (running and free > 0)
    text = time_words(shown, tenths=running and is_low)
    left_words = tr("only {time} left") if is_low else tr("{time} left")
    spoken = fill(left_words, {"time": seconds_words(shown)})
    return ClockShown(text, running, is_low, note, f"{spoken}, {note}" if note else spoken)


def clock_walked(match: Match, step: Ply, player: Player) -> ClockShown | None:
    """The clock of a player as it stood right after that step of a match that is over; None where nobody knows."""
    if match.clocks is None or step.event.clocks is None:
        return None
    shown, note = _periods(match.clocks.control, step.event.clocks[player])
    spoken = fill(tr("{time} left"), {"time": seconds_words(shown)})
    return ClockShown(time_words(shown), note=note, spoken=f"{spoken}, {note}" if note else spoken)


def low_from(control: Control) -> int:
    """How much time is little, in ms: 20 s, and less where a side never has much more."""
    return LOW_MS if control.full >= SHORT_MS else control.full // 2


def _periods(control: Control, left: int) -> tuple[int, str]:
    """What a clock with periods shows, and how many of them there are; the time that is left of any other."""
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
    """A time as a clock shows it: `04:55`, `1:02:03`, `2 d 07 h`, with tenths `12.3`. A second that has begun counts,
    so that nobody sees nothing left who still has something."""
    if tenths:
        return tenths_of(max(0, ms) // 100)
    seconds = -(-max(0, ms) // 1000)
    minutes, second = divmod(seconds, 60)
    hours, minute = divmod(minutes, 60)
    days, hour = divmod(hours, 24)
    if days:
        return fill(tr("{days} d {hours} h"), {"days": days, "hours": f"{hour:02}"})
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute:02}:{second:02}"


def seconds_words(ms: int) -> str:
    """A time in a sentence: `52 s`, `5 min`, `4 min 10 s`, `2 h 05 min`."""
    seconds = -(-max(0, ms) // 1000)
    minutes, second = divmod(seconds, 60)
    if minutes < 2:
        return fill(tr("{s} s"), {"s": seconds})
    hours, minute = divmod(minutes, 60)
    if hours:
        return fill(tr("{h} h {min} min"), {"h": hours, "min": f"{minute:02}"})
    if not second:
        return fill(tr("{min} min"), {"min": minutes})
    return fill(tr("{min} min {s} s"), {"min": minutes, "s": second})


def next_tick(match: Match, now: int) -> int | None:
    """After how many ms something that is shown changes by itself; None while nothing does."""
    clocks = match.clocks
    if match.phase == "playing" and clocks is not None and clocks.running is not None:
        stopped = clocks.stop(max(now, clocks.since))
        low = stopped.left[clocks.running] <= low_from(clocks.control) and stopped.free[clocks.running] == 0
        return RUNNING_LOW_TICK_MS if low else TICK_MS
    return TICK_MS if running_away(match) is not None else None


# ---- words for what was agreed


def control_words(control: Control) -> str:
    """A time control as people read it."""
    words = {"base": _length(control.base), "step": _length(control.step)}
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
        case "days":
            return tr("%n day(s) for each move", control.step // DAY_MS)
    return tr("no clock")


def _length(ms: int) -> str:
    if ms % HOUR_MS == 0 and ms:
        return fill(tr("{n} h"), {"n": ms // HOUR_MS})
    return fill(tr("{n} min"), {"n": ms // MINUTE_MS}) if ms % MINUTE_MS == 0 else fill(tr("{s} s"), {"s": ms // 1000})


def policy_words(notation: str) -> str:
    """What was agreed about who goes away."""
    policy = read_absence(notation)
    words = {"time": seconds_words(policy.budget)}
    match policy.kind:
        case "forfeit":
            return fill(tr("away for {time} in all, then the other side may claim the win"), words)
        case "adjourn":
            return fill(tr("away for {time} in all, then the other side may adjourn"), words)
    return tr("the other side waits")


def away_words(match: Match, player: Player, now: int) -> str:
    """How much of the time to be away a player has used up; empty where nobody counts it or nothing is used."""
    policy = read_absence(match.created.absence)
    if policy.kind == "wait":
        return ""
    spent = policy.budget - budget_left(match, player, max(now, match.at))
    words = {"spent": seconds_words(spent), "all": seconds_words(policy.budget)}
    return fill(tr("was away {spent} of {all}"), words) if spent > 0 else ""
