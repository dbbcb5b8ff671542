"""Absence: the policy of a table, the time that a player may be away, and what the opponent can claim after it.

Each player has one budget for the whole match. It runs while that player is away, the opponent is not, a leg is played
and the match is not paused. When it is spent, the opponent may claim what the policy allows, but need not.
"""

import re
from dataclasses import dataclass
from typing import Any, Literal

from netgame.errors import RulesError
from netgame.match.events import Absent, ClaimKind, Player, Returned
from netgame.match.match_rules import CURRENT_RULES, MatchRules
from netgame.match.state import InvalidEvent, Match, check_begun, check_not_paused, check_playing, name_of, other
from netgame.match.time_control import Control
from netgame.text import N_

Pair = tuple[int, int]
PolicyKind = Literal["wait", "forfeit", "adjourn"]


class AbsenceError(RulesError):
    """The text is not an absence policy."""


@dataclass(frozen=True, slots=True)
class Policy:
    """`wait`: no claims. `forfeit`, `adjourn`: what can be claimed when the budget, in ms, is spent."""

    kind: PolicyKind = "wait"
    budget: int = 0

    @property
    def gives(self) -> tuple[ClaimKind, ...]:
        """The claims that this policy allows."""
        match self.kind:
            case "forfeit":
                return ("win", "draw", "adjourn")
            case "adjourn":
                return ("adjourn",)
        return ()


_POLICY = re.compile("(forfeit|adjourn) ([1-9][0-9]{0,4})")


def read_absence(text: str, rules: MatchRules = CURRENT_RULES) -> Policy:
    """Return the policy of its notation: `wait`, or with seconds `forfeit 60`, `adjourn 60`."""
    if text == "wait":
        return Policy()
    found = _POLICY.fullmatch(text)
    if found is None:
        raise AbsenceError("write an absence policy like wait, forfeit 60 or adjourn 60")
    seconds = int(found[2])
    if not rules.min_absence_s <= seconds <= rules.max_absence_s:
        raise AbsenceError(
            "the time a player may be away must be from {low} to {high} seconds",
            low=rules.min_absence_s,
            high=rules.max_absence_s,
        )
    return Policy("forfeit" if found[1] == "forfeit" else "adjourn", seconds * 1000)


def read_new_absence(text: str, control: Control) -> Policy:
    """Return the policy of a new match. Raise `AbsenceError` also for a limit by days, where all are away at times."""
    policy = read_absence(text)
    if control.kind == "days" and policy.kind != "wait":
        raise AbsenceError("with days for each move the absence of a player has no limit: write wait")
    return policy


def write_absence(policy: Policy) -> str:
    """Return the notation."""
    return policy.kind if policy.kind == "wait" else f"{policy.kind} {policy.budget // 1000}"


# ---- the budget


def spent_away(match: Match, at: int) -> Pair:
    """Return how much of the two budgets is spent at that time, in ms."""
    first, second = match.spent_away
    match running_away(match):
        case 0:
            return first + max(0, at - match.away_since), second
        case 1:
            return first, second + max(0, at - match.away_since)
    return match.spent_away


def running_away(match: Match) -> Player | None:
    """Return the player whose budget runs."""
    if match.phase != "playing" or match.paused or len(match.away) != 1:
        return None
    return next(iter(match.away))


def settle_budgets(match: Match, at: int) -> dict[str, Any]:
    """Return the changes to a match at an event that may start or stop a budget."""
    return {"spent_away": spent_away(match, at), "away_since": at}


def budget_left(match: Match, player: Player, at: int) -> int:
    """Return what is left of a player's budget at that time, in ms; 0 with the policy `wait`."""
    return max(0, read_absence(match.created.absence, match.rules).budget - spent_away(match, at)[player])


# ---- claims


def claims(match: Match, by: Player, at: int) -> tuple[ClaimKind, ...]:
    """Return what that player may claim at that time."""
    if match.phase != "playing" or match.paused or by in match.away or other(by) not in match.away:
        return ()
    return _gives(match) if budget_left(match, other(by), at) == 0 else ()


def _gives(match: Match) -> tuple[ClaimKind, ...]:
    gives = read_absence(match.created.absence, match.rules).gives
    return gives if match.created.pauses else tuple(what for what in gives if what != "adjourn")


def check_claim(match: Match, by: Player, what: ClaimKind, at: int) -> None:
    """Raise `InvalidEvent` unless that player may claim that at that time."""
    check_playing(match)
    check_not_paused(match)
    absent = other(by)
    if what not in _gives(match):
        raise InvalidEvent("no_claim", N_("that cannot be claimed at this table"))
    if by in match.away:
        raise InvalidEvent("absent", N_("{name} is away too"), name=name_of(match, by))
    if absent not in match.away:
        raise InvalidEvent("is_back", N_("{name} is back"), name=name_of(match, absent))
    left = budget_left(match, absent, at)
    if left > 0:
        name = name_of(match, absent)
        raise InvalidEvent("not_yet", N_("{name} may be away for another {s} s"), name=name, s=-(-left // 1000))


# ---- events


def apply_absent(match: Match, event: Absent) -> Match:
    """Return the match after a player went away."""
    check_begun(match)
    if event.player in match.away:
        raise InvalidEvent("absent", N_("{name} is already away"), name=name_of(match, event.player))
    if match.created.absence == "wait":
        raise InvalidEvent("no_absence", N_("this table does not limit absence"))
    if event.cause not in ("lost", "left"):
        raise InvalidEvent("cause", N_("unknown reason for an absence"))
    ready = match.ready - {event.player}  # leaving withdraws readiness
    return match.after(event, ready=ready, away={**match.away, event.player: event}, **settle_budgets(match, event.at))


def apply_returned(match: Match, event: Returned) -> Match:
    """Return the match after a player came back."""
    if event.player not in match.away:
        raise InvalidEvent("is_back", N_("{name} is not away"), name=name_of(match, event.player))
    away = {player: absent for player, absent in match.away.items() if player != event.player}
    return match.after(event, away=away, **settle_budgets(match, event.at))
