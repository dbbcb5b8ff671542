"""The fold, its legs and pauses: how a leg starts and ends, and how it stands still."""

from netgame.match.absence import claims, counted
from netgame.match.create import first_state
from netgame.match.events import LegEnded, Paused, Resumed, Started
from netgame.match.followups import is_as, leg_end, outcome, required_event
from netgame.match.state import InvalidEvent, Match, Ply, check_begun, check_playing

READY_WAIT_MS = 60_000  # so long after a leg the next one starts, even if a player has not said that he is ready


def started(match: Match, event: Started) -> Match:
    """The match at the start of a leg."""
    if required_event(match, event.at) is None and not may_start(match, event.at):
        raise InvalidEvent("not_ready", "not everybody is ready, and the time to wait has not passed")
    leg = match.leg + 1 if match.phase == "between" else 0
    if event.leg != leg:
        raise InvalidEvent("leg", "the next leg is number {leg}", leg=leg)
    state = first_state(match.game, match.created.position)
    return match.after(
        event,
        phase="playing",
        leg=leg,
        state=state,
        turn=match.game.turn(state),
        position=event.number,
        rolls=0,
        dice=(),
        last_roll=None,
        starts_at=None,
        ready=frozenset(),
        asked={},
        over=None,
        history=match.history.and_then(Ply(event, state, leg)),
        **counted(match, event.at),
    )


def may_start(match: Match, at: int) -> bool:
    """Whether the next leg starts at that time even if nobody is ready for it."""
    return match.starts_at is not None and at >= match.starts_at


def leg_ended(match: Match, event: LegEnded) -> Match:
    """The match after a leg."""
    check_playing(match)
    if not is_as(event, leg_end(match, event.at, event.reason, event.player)):
        raise InvalidEvent("count", "the rules count this leg otherwise")
    return match.after(
        event,
        phase="between",
        over=outcome(match, event.reason, event.player),
        legs_ended=(*match.legs_ended, event),
        starts_at=None if match.paused else event.at + READY_WAIT_MS,
        ready=frozenset(),
        accepted=None,
        lapsing=tuple(match.offers),
        history=match.history.and_then(Ply(event, match.state, match.leg)),
        **counted(match, event.at),
    )


# ---- pauses


def paused(match: Match, event: Paused) -> Match:
    """The match while it is paused."""
    check_begun(match)
    if match.paused and (event.cause != "adjourned" or match.paused.cause == "adjourned"):
        raise InvalidEvent("paused", "the match is paused")
    if not _may_pause(match, event):
        raise InvalidEvent("not_agreed", "nobody agreed to this pause")
    return match.after(
        event, paused=event, accepted=None, starts_at=None, ready=frozenset(), **counted(match, event.at)
    )


def _may_pause(match: Match, event: Paused) -> bool:
    match event.cause:
        case "restart" | "drain":
            return True
        case "agreed":
            return match.accepted is not None
        case "adjourned":
            return match.accepted is not None or any("adjourn" in claims(match, by, event.at) for by in (0, 1))
    return False


def resumed(match: Match, event: Resumed) -> Match:
    """The match after a pause. The host may end any of them, so nothing is asked of who is ready."""
    if not match.paused:
        raise InvalidEvent("not_paused", "the match is not paused")
    starts_at = event.at + READY_WAIT_MS if match.phase == "between" else None
    return match.after(event, paused=None, starts_at=starts_at, ready=frozenset(), **counted(match, event.at))
