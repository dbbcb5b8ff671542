"""What a table agreed on about players who go away: its notation, the budget of a match, and what can be claimed.

Each player has one budget for the whole match. It runs while he is away and the other one is not, a leg is on, and
nothing is paused. When it is spent the other one may claim what the policy gives; nobody has to.
"""

import re
from dataclasses import dataclass
from typing import Literal

from netgame.errors import RulesError
from netgame.match.events import Absent, ClaimKind, Player, Returned
from netgame.match.state import InvalidEvent, Match, check_begun, check_going, check_playing, name_of, other

LEAST_S, MOST_S = 10, 86_400

Pair = tuple[int, int]
PolicyKind = Literal["wait", "forfeit", "adjourn"]


class AbsenceError(RulesError):
    """The text is no absence policy."""


@dataclass(frozen=True)
class Policy:
    """`wait`: nobody can claim anything. `forfeit`, `adjourn`: what can be claimed when the budget, in ms, is spent."""

    kind: PolicyKind = "wait"
    budget: int = 0

    @property
    def gives(self) -> tuple[ClaimKind, ...]:
        """What can be claimed by it."""
        match self.kind:
            case "forfeit":
                return ("win", "draw", "adjourn")
            case "adjourn":
                return ("adjourn",)
        return ()


_POLICY = re.compile("(forfeit|adjourn) ([1-9][0-9]{0,4})")


def read_absence(text: str) -> Policy:
    """The policy of its notation: `wait`, or `forfeit 60`, `adjourn 60` with seconds."""
    if text == "wait":
        return Policy()
    found = _POLICY.fullmatch(text)
    if found is None:
        raise AbsenceError("an absence policy is wait, or written like forfeit 60 or adjourn 60")
    seconds = int(found[2])
    if not LEAST_S <= seconds <= MOST_S:
        raise AbsenceError("a player may be away from {low} to {high} seconds", low=LEAST_S, high=MOST_S)
    return Policy("forfeit" if found[1] == "forfeit" else "adjourn", seconds * 1000)


def write_absence(policy: Policy) -> str:
    """The notation."""
    return policy.kind if policy.kind == "wait" else f"{policy.kind} {policy.budget // 1000}"


# ---- the budget


def spent_away(match: Match, at: int) -> Pair:
    """How much of the two budgets is spent at that time, in ms."""
    first, second = match.spent_away
    match running_away(match):
        case 0:
            return first + max(0, at - match.away_since), second
        case 1:
            return first, second + max(0, at - match.away_since)
    return match.spent_away


def running_away(match: Match) -> Player | None:
    """Whose budget runs."""
    if match.phase != "playing" or match.paused or len(match.away) != 1:
        return None
    return next(iter(match.away))


def counted(match: Match, at: int) -> dict[str, object]:
    """What to keep of the budgets where it changes whether one runs."""
    return {"spent_away": spent_away(match, at), "away_since": at}


def budget_left(match: Match, player: Player, at: int) -> int:
    """What a player has left of his budget at that time, in ms; nothing at a table that waits."""
    return max(0, read_absence(match.created.absence).budget - spent_away(match, at)[player])


# ---- claims


def claims(match: Match, by: Player, at: int) -> tuple[ClaimKind, ...]:
    """What that player may claim at that time."""
    if match.phase != "playing" or match.paused or by in match.away or other(by) not in match.away:
        return ()
    return read_absence(match.created.absence).gives if budget_left(match, other(by), at) == 0 else ()


def check_claim(match: Match, by: Player, what: ClaimKind, at: int) -> None:
    """`InvalidEvent` unless that player may claim that at that time."""
    check_playing(match)
    check_going(match)
    absent = other(by)
    if what not in read_absence(match.created.absence).gives:
        raise InvalidEvent("no_claim", "that cannot be claimed at this table")
    if by in match.away:
        raise InvalidEvent("absent", "{name} is away too", name=name_of(match, by))
    if absent not in match.away:
        raise InvalidEvent("is_back", "{name} is back", name=name_of(match, absent))
    left = budget_left(match, absent, at)
    if left > 0:
        raise InvalidEvent(
            "not_yet", "{name} may be away for another {s} s", name=name_of(match, absent), s=-(-left // 1000)
        )


# ---- the fold


def went(match: Match, event: Absent) -> Match:
    """The match after a player has gone away."""
    check_begun(match)
    if event.player in match.away:
        raise InvalidEvent("absent", "{name} is away already", name=name_of(match, event.player))
    if match.created.absence == "wait":
        raise InvalidEvent("no_absence", "nobody counts at this table who is away")
    if event.cause not in ("lost", "left"):
        raise InvalidEvent("cause", "nobody goes away for that reason")
    # who is not there does not mean any more what he said when he was
    ready = match.ready - {event.player}
    return match.after(event, ready=ready, away={**match.away, event.player: event}, **counted(match, event.at))


def returned(match: Match, event: Returned) -> Match:
    """The match after a player has come back."""
    if event.player not in match.away:
        raise InvalidEvent("is_back", "{name} is not away", name=name_of(match, event.player))
    away = {player: absent for player, absent in match.away.items() if player != event.player}
    return match.after(event, away=away, **counted(match, event.at))
