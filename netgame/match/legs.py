"""Events about legs and pauses."""

from netgame.match.absence import claims, settle_budgets
from netgame.match.create import first_state
from netgame.match.events import LegEnded, Paused, Resumed, Started
from netgame.match.followups import leg_end, leg_result, matches_required, required_event
from netgame.match.state import InvalidEvent, Match, Ply, check_begun, check_playing, resting_player
from netgame.text import N_


def apply_started(match: Match, event: Started) -> Match:
    """Return the match at the start of a leg."""
    if required_event(match, event.at) is None and not may_start(match, event.at):
        raise InvalidEvent("not_ready", N_("the next leg starts when both are ready or the wait is over"))
    leg = match.leg + 1 if match.phase == "between" else 0
    if event.leg != leg:
        raise InvalidEvent("leg", N_("the next leg has the number {leg}"), leg=leg)
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
        history=match.history.append(Ply(event, state, leg)),
        **settle_budgets(match, event.at),
    )


def may_start(match: Match, at: int) -> bool:
    """Return whether the next leg starts at that time even if a player is not ready."""
    return match.starts_at is not None and at >= match.starts_at


def apply_leg_ended(match: Match, event: LegEnded) -> Match:
    """Return the match after a leg."""
    check_playing(match)
    if not matches_required(event, leg_end(match, event.at, event.reason, event.player)):
        raise InvalidEvent("count", N_("by the rules this leg has another result"))
    return match.after(
        event,
        phase="between",
        over=leg_result(match, event.reason, event.player),
        legs_ended=(*match.legs_ended, event),
        starts_at=None if match.paused else event.at + match.rules.ready_wait_ms,
        ready=frozenset(),
        accepted=None,
        lapsing=tuple(match.offers),
        history=match.history.append(Ply(event, match.state, match.leg)),
        **settle_budgets(match, event.at),
    )


# ---- pauses


def apply_paused(match: Match, event: Paused) -> Match:
    """Return the match after it was paused."""
    check_begun(match)
    if match.paused and (event.cause != "adjourned" or match.paused.cause == "adjourned"):
        raise InvalidEvent("paused", N_("the match is paused"))
    match event.cause:
        case "restart" | "drain":
            allowed = True
        case "agreed":
            allowed = match.accepted is not None
        case "adjourned":
            allowed = match.accepted is not None or any("adjourn" in claims(match, by, event.at) for by in (0, 1))
        case "vacation":
            allowed = resting_player(match) is not None
        case _:
            allowed = False
    if not allowed:
        raise InvalidEvent("not_agreed", N_("the players did not agree to this pause"))
    return match.after(
        event, paused=event, accepted=None, starts_at=None, ready=frozenset(), **settle_budgets(match, event.at)
    )


def apply_resumed(match: Match, event: Resumed) -> Match:
    """Return the match after a pause. The host may end any pause, so players need not be ready."""
    if not match.paused:
        raise InvalidEvent("not_paused", N_("the match is not paused"))
    if match.vacant:
        raise InvalidEvent("vacant", N_("the match goes on when both players have taken their seats again"))
    starts_at = event.at + match.rules.ready_wait_ms if match.phase == "between" else None
    return match.after(event, paused=None, starts_at=starts_at, ready=frozenset(), **settle_budgets(match, event.at))
