"""Time controls, and the clocks of one leg, as values. Times are whole milliseconds.

The whole state of a player's clock is one number: how long until his flag falls. Free time (before the first move of a
side) is kept beside it. Lag on the line is not charged as far as a bank goes that refills a little with every move, so
that who lies about his line gains little.
"""

import re
from dataclasses import dataclass, replace
from typing import Literal

from netgame.errors import RulesError
from netgame.match.events import Player

FREE_MS = 30_000  # for the first move of each side, not charged
BANK_MS = 1_000  # of lag that is not charged, at the start and at most
BANK_REFILL_MS = 100  # with each own move
DAY_MS = 86_400_000
MOST_BASE_S, MOST_STEP_S, MOST_PERIODS, MOST_DAYS = 360_000, 3_600, 30, 30

Kind = Literal["none", "move", "sudden", "fischer", "bronstein", "byoyomi", "days"]
Pair = tuple[int, int]


class ControlError(RulesError):
    """The text is no time control."""


@dataclass(frozen=True)
class Control:
    """How much time a side has, in ms.

    `base` is there at the start. `step` is what a move gives: it is added (Fischer), or at most so much of what was
    charged comes back (Bronstein), or there is so much for each (by move, in days), or for a period (byo-yomi).
    """

    kind: Kind = "none"
    base: int = 0
    step: int = 0
    periods: int = 0

    @property
    def is_timed(self) -> bool:
        return self.kind != "none"

    @property
    def full(self) -> int:
        """What a clock says at the start of a leg: ms until the flag falls."""
        match self.kind:
            case "move" | "days":
                return self.step
            case "byoyomi":
                return self.base + self.periods * self.step
            case "fischer":
                return self.base or self.step
        return self.base

    def after_move(self, left: int, charged: int) -> int:
        """What a clock says after a move that took `charged` ms of it and left so much."""
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


# ---- the notation

_NUMBER = "(0|[1-9][0-9]{0,6})"
_FORMS: dict[str, tuple[re.Pattern[str], str]] = {  # kind -> how it is written, and an example
    "none": (re.compile("none"), "none"),
    "move": (re.compile(f"move {_NUMBER}"), "move 30"),
    "sudden": (re.compile(f"sudden {_NUMBER}"), "sudden 600"),
    "fischer": (re.compile(rf"fischer {_NUMBER}\+{_NUMBER}"), "fischer 300+5"),
    "bronstein": (re.compile(rf"bronstein {_NUMBER}\+{_NUMBER}"), "bronstein 300+5"),
    "byoyomi": (re.compile(rf"byoyomi {_NUMBER}\+{_NUMBER}x{_NUMBER}"), "byoyomi 600+5x30"),
    "days": (re.compile(f"days {_NUMBER}"), "days 3"),
}


def read_control(text: str) -> Control:
    """The time control of its notation, which counts in seconds and days. `ControlError` says what is wrong with it."""
    kind = text.split(" ", 1)[0]
    form = _FORMS.get(kind)
    if form is None:
        raise ControlError(
            "there is no clock called {kind}; there are {known}", kind=kind[:20], known=", ".join(_FORMS)
        )
    pattern, example = form
    found = pattern.fullmatch(text)
    if found is None:
        raise ControlError("this clock is written like {example}", example=example)
    return _control(kind, [int(number) for number in found.groups()])


def write_control(control: Control) -> str:
    """The notation: `fischer 300+5`."""
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
            return f"days {control.step // DAY_MS}"
    return f"{control.kind} {base}+{step}"


def _control(kind: str, numbers: list[int]) -> Control:
    match kind, numbers:
        case "move", [step]:
            return Control("move", 0, _step(step))
        case "sudden", [base]:
            return Control("sudden", _within(base, 1, MOST_BASE_S, "the time of a side, in seconds,") * 1000)
        case "fischer", [base, step]:
            return Control("fischer", _base(base), _step(step))
        case "bronstein", [base, step]:
            base = _within(base, 1, MOST_BASE_S, "the time of a side, in seconds,")
            return Control("bronstein", base * 1000, _step(step))
        case "byoyomi", [base, periods, step]:
            periods = _within(periods, 1, MOST_PERIODS, "the number of periods")
            return Control("byoyomi", _base(base), _step(step), periods)
        case "days", [days]:
            return Control("days", 0, _within(days, 1, MOST_DAYS, "the number of days") * DAY_MS)
    return Control()


def _base(seconds: int) -> int:
    return _within(seconds, 0, MOST_BASE_S, "the time of a side, in seconds,") * 1000


def _step(seconds: int) -> int:
    return _within(seconds, 1, MOST_STEP_S, "the time for a move, in seconds,") * 1000


def _within(number: int, low: int, high: int, what: str) -> int:
    if not low <= number <= high:
        raise ControlError("{what} is from {low} to {high}", what=what, low=low, high=high)
    return number


# ---- the clocks of a leg


@dataclass(frozen=True)
class Clocks:
    """Both clocks of a leg, by player. `running` is whose goes, since the server's time `since`; `spent` is what was
    charged of his time in this turn before that."""

    control: Control
    left: Pair
    free: Pair = (FREE_MS, FREE_MS)
    bank: Pair = (BANK_MS, BANK_MS)
    running: Player | None = None
    since: int = 0
    spent: int = 0

    @classmethod
    def start(cls, control: Control) -> "Clocks":
        """As they stand when a leg begins."""
        return cls(control, (control.full, control.full))

    def run(self, player: Player, at: int) -> "Clocks":
        """The clock of that player goes from then on; both stood before."""
        spent = self.spent if self.running is None else 0
        return replace(self, running=player, since=at, spent=spent)

    def stop(self, at: int) -> "Clocks":
        """Both stand; what passed since is charged."""
        player = self.running
        if player is None:
            return self
        free, charged = self._charge(player, max(0, at - self.since))
        left = max(0, self.left[player] - charged)
        return replace(
            self,
            left=_put(self.left, player, left),
            free=_put(self.free, player, free),
            running=None,
            since=at,
            spent=self.spent + charged,
        )

    def press(self, player: Player, at: int, queued: int = 0, lag: int = 0) -> "Clocks":
        """That player has moved: his time up to then is charged, but for what the move had lain in a queue and the lag
        on the line; then he gets what the control gives for a move. Both stand."""
        stopped = self.stop(max(self.since, at - queued - lag))
        left = self.control.after_move(stopped.left[player], stopped.spent)
        bank = min(BANK_MS, self.bank[player] - lag + BANK_REFILL_MS)
        return replace(
            stopped,
            left=_put(stopped.left, player, left),
            free=_put(stopped.free, player, 0),
            bank=_put(self.bank, player, bank),
            since=at,
            spent=0,
        )

    def end_turn(self, at: int) -> "Clocks":
        """The turn ends without a move, as dice end it: what passed is charged and nothing given. Both stand."""
        return replace(self.stop(at), spent=0)

    def read(self, at: int) -> Pair:
        """What they say then: ms until each flag falls, free time left out."""
        return self.stop(at).left

    @property
    def falls_at(self) -> int | None:
        """The last moment at which a move of the player whose clock goes still counts."""
        if self.running is None:
            return None
        return self.since + self.free[self.running] + self.left[self.running]

    def lag_for(self, player: Player, rtt: int, at: int) -> int:
        """How much of the measured time on the line is not charged for a move that came in then."""
        if self.running != player:
            return 0
        _free, charged = self._charge(player, max(0, at - self.since))
        return max(0, min(rtt, self.bank[player], charged))

    def add(self, player: Player, ms: int) -> "Clocks":
        """That player has so much more."""
        return replace(self, left=_put(self.left, player, self.left[player] + ms))

    def restore(self, player: Player, before: "Clocks") -> "Clocks":
        """The clock of that player is as it was `before`, in that turn of his; his bank is not filled again."""
        return replace(
            self,
            left=_put(self.left, player, before.left[player]),
            free=_put(self.free, player, before.free[player]),
            spent=before.spent,
        )

    def _charge(self, player: Player, passed: int) -> Pair:
        """What is left of the free time, and what is charged, after so long."""
        free = self.free[player]
        return max(0, free - passed), max(0, passed - free)


def _put(pair: Pair, player: Player, value: int) -> Pair:
    return (pair[0], value) if player else (value, pair[1])
