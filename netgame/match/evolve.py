"""Apply events to a match. The server and every client do this; only the host decides which event comes next."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from netgame.errors import RulesError
from netgame.match import absence, events, hosts, legs, moves, offers, results, seats
from netgame.match.clocks import Clocks
from netgame.match.create import new_match
from netgame.match.digest import position_digest
from netgame.match.events import Created, Event, Proof, kind_of
from netgame.match.followups import matches_required, required_event
from netgame.match.match_rules import MAX_AT
from netgame.match.state import Games, InvalidEvent, Match, MatchError, OtherPosition, awaited, find_move, link_due
from netgame.match.time_control import read_control
from netgame.text import N_, Text

SIGNATURE_BYTES = 64  # Ed25519, RFC 8032


def evolve(match: Match, event: Event) -> Match:
    """Return the match after its next event. Raise `MatchError` with the number of an event that does not fit."""
    try:
        if event.proof is not None:
            _check_proof(event, event.proof)
            event = replace(event, proof=None)
        if match.ended:
            raise InvalidEvent("over", N_("the match is over"))
        if event.number != match.number + 1:
            raise InvalidEvent("number", N_("the next event must have the number {number}"), number=match.number + 1)
        earliest = match.created.at if isinstance(event, events.Rehosted) else match.at
        if not earliest <= event.at <= MAX_AT:
            raise InvalidEvent("time", N_("its time is before that of the previous event, or after the year 9999"))
        needed = required_event(match, event.at)
        if needed is not None and not matches_required(event, needed):
            # resigning the match in its last leg also ends that leg, and then the match by resignation
            gave_up = (
                isinstance(event, events.Ended)
                and event.reason == "resigned"
                and event.player is not None
                and match.phase == "between"
                and event.player == match.legs_ended[-1].player
            )
            if not (gave_up and isinstance(needed, events.Ended)):
                raise InvalidEvent("due", N_("by the rules the next event is {kind}"), kind=kind_of(type(needed)))
        return apply_event(match, event, clocks_after(match, event))
    except RulesError as exc:
        raise MatchError(event.number, exc.text) from exc


def replay(log: Iterable[Event], games: Games) -> Match:
    """Return the match of a whole log. Raise `MatchError` with the number of the first event that does not fit."""
    following = iter(log)
    first = next(following, None)
    if not isinstance(first, Created):
        raise MatchError(1, Text("a match begins with the event created"))
    match = new_match(first, games)
    for event in following:
        match = evolve(match, event)
    return match


def _check_proof(event: Event, proof: Proof) -> None:
    """Raise `InvalidEvent` unless the signatures have the right form. Whether they hold is not for the rules to say."""
    forms = {0, SIGNATURE_BYTES}
    is_whole = {len(proof.signature), len(proof.seal)} <= forms and bool(proof.signature) == bool(proof.seen)
    if not is_whole or not (proof.signature or proof.seal) or not 0 <= proof.seen < event.number:
        raise InvalidEvent("proof", N_("a signature has 64 bytes and names an earlier event"))


def apply_event(match: Match, event: Event, clocks: Clocks | None) -> Match:
    """Return the match after an event in its place. Raise `InvalidEvent`, or the game's own errors.

    `clocks` is what `clocks_after` returns for the event.
    """
    apply = _APPLY.get(type(event))
    if apply is None:
        raise InvalidEvent("unknown_event", N_("{kind} cannot happen here"), kind=kind_of(type(event)))
    after = apply(match, event)
    if event.clocks != (clocks.read(event.at) if clocks else None):
        raise InvalidEvent("clocks", N_("by the rules the clocks show other times"))
    if clocks is not None:
        player = None if after.paused else awaited(after)
        # the wait for a link is over: the move that follows has the whole time
        has_waited = match.rules.renews_every_turn and isinstance(event, events.Revealed | events.DiceHandedOver)
        if player != clocks.running or (has_waited and link_due(match) is not None):
            if clocks.running is not None:  # the dice or a link ended the turn, not a move
                clocks = clocks.end_turn(event.at)
            if player is not None:
                clocks = clocks.run(player, event.at)
        object.__setattr__(after, "clocks", clocks)  # `after` is new: no other code has seen it yet
    if isinstance(event, events.BoardChanged):
        if event.digest and event.digest != (computed := position_digest(after)):
            raise OtherPosition(event.digest, computed)
        object.__setattr__(after, "undigested", 0 if event.digest else match.undigested + 1)
    return after


def clocks_after(match: Match, event: Event) -> Clocks | None:
    """Return the clocks at an event, before the clock of the next player starts. None without clocks, and between legs.

    The event need not be valid.
    """
    if match.created.clock == "none":
        return None
    if isinstance(event, events.Started):
        return Clocks.start(read_control(match.created.clock, match.rules), match.rules)
    clocks = match.clocks
    if clocks is None or match.phase != "playing":
        return None
    match event:
        case events.Moved():
            return clocks.press(event.player, event.at, event.queued, event.lag)
        case events.TakenBack() if match.accepted:
            before = match.history[find_move(match, event.player, event.to)].clocks
            assert before is not None, "every move of a leg with clocks has them"
            return clocks.end_turn(event.at).restore(event.player, before)
        case events.TimeAdded():
            return clocks.add(event.player, event.ms)
        case events.Paused() | events.LegEnded() | events.Ended():
            return clocks.stop(event.at)
        case events.Rehosted():
            return clocks.stop(match.at)  # nothing shows how long they ran at the host before
    return clocks


def _apply_time_added(match: Match, event: events.TimeAdded) -> Match:
    if match.accepted is None or match.accepted.kind != "more_time":
        raise InvalidEvent("not_agreed", N_("the players did not agree to more time"))
    return match.after(event, accepted=None)


_APPLY: Mapping[type[Event], Callable[[Match, Any], Match]] = {
    events.Seated: seats.apply_seated,
    events.Unseated: seats.apply_unseated,
    events.Committed: seats.apply_committed,
    events.Ready: seats.apply_ready,
    events.Started: legs.apply_started,
    events.Revealed: moves.apply_revealed,
    events.Rolled: moves.apply_rolled,
    events.Moved: moves.apply_moved,
    events.Forfeited: moves.apply_forfeited,
    events.Offered: offers.apply_offered,
    events.OfferClosed: offers.apply_offer_closed,
    events.TakenBack: moves.apply_taken_back,
    events.TimeAdded: _apply_time_added,
    events.DiceHandedOver: moves.apply_dice_handed_over,
    events.Paused: legs.apply_paused,
    events.Resumed: legs.apply_resumed,
    events.Rehosted: hosts.apply_rehosted,
    events.Absent: absence.apply_absent,
    events.Returned: absence.apply_returned,
    events.LegEnded: legs.apply_leg_ended,
    events.Ended: results.apply_ended,
}
