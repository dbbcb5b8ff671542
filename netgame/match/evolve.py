"""The fold of a log: which event fits where, and what it changes. Everybody folds; only the host decides (`match`)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from netgame.errors import RulesError
from netgame.match import absence, offers
from netgame.match import legs as fold_legs
from netgame.match import moves as fold_board
from netgame.match import results as fold_ends
from netgame.match import seats as fold_seats
from netgame.match.clocks import with_clocks
from netgame.match.create import MAX_AT, opened
from netgame.match.events import (
    Absent,
    Created,
    Ended,
    Event,
    Forfeited,
    LegEnded,
    Moved,
    OfferClosed,
    Offered,
    Paused,
    Ready,
    Resumed,
    Returned,
    Rolled,
    Seated,
    Started,
    TakenBack,
    TimeAdded,
    Unseated,
    kind_of,
)
from netgame.match.followups import is_as, required_event
from netgame.match.legs import READY_WAIT_MS, may_start
from netgame.match.state import Games, InvalidEvent, Match, MatchError
from netgame.text import Text

__all__ = ["READY_WAIT_MS", "evolve", "fold", "may_start", "new_match", "replay"]


def new_match(created: Created, games: Games) -> Match:
    """The match that a log begins. `MatchError` for a game, rules version, option or position not known here."""
    try:
        return opened(created, games)
    except RulesError as exc:
        raise MatchError(created.number, exc.text) from exc


def evolve(match: Match, event: Event) -> Match:
    """The match after its next event. `MatchError` names an event that does not fit."""
    try:
        return fold(match, event)
    except RulesError as exc:
        raise MatchError(event.number, exc.text) from exc


def replay(events: Iterable[Event], games: Games) -> Match:
    """The match that a whole log adds up to. `MatchError` names the first event that does not fit."""
    log = iter(events)
    first = next(log, None)
    if not isinstance(first, Created):
        raise MatchError(1, Text("a match begins with the event created"))
    match = new_match(first, games)
    for event in log:
        match = evolve(match, event)
    return match


def fold(match: Match, event: Event) -> Match:
    """As `evolve`, but raises the error itself: `InvalidEvent`, or `NotationError` and `IllegalMove` of the game."""
    if match.lapsing and _is_of_first_logs(match, event):
        match = _lapsed(match)
    _check_order(match, event)
    change = _CHANGES.get(type(event))
    if change is None:
        raise InvalidEvent("unknown_event", "{kind} has no place here", kind=kind_of(type(event)))
    after = change(match, event)
    if match.clocks is None and event.clocks is None and match.created.clock == "none":
        return after
    return with_clocks(match, event, after)


_FIRST_EVENTS = (Rolled, Moved, Forfeited, Offered, Ready, Started, LegEnded, Ended)


def _is_of_first_logs(match: Match, event: Event) -> bool:
    """Whether it follows an offer that lapsed without an event, as in the logs from before there were clocks."""
    created, kinds = match.created, {match.offers[number].kind for number in match.lapsing}
    if isinstance(event, Offered):
        kinds.add(event.kind)
    return isinstance(event, _FIRST_EVENTS) and (created.clock, created.absence, kinds) == ("none", "wait", {"count"})


def _lapsed(match: Match) -> Match:
    still_open = {number: offer for number, offer in match.offers.items() if number not in match.lapsing}
    return replace(match, offers=still_open, lapsing=())


def _time_added(match: Match, event: TimeAdded) -> Match:
    if match.accepted is None or match.accepted.kind != "more_time":
        raise InvalidEvent("not_agreed", "nobody agreed to more time")
    return match.after(event, accepted=None)


_CHANGES: Mapping[type[Event], Callable[[Match, Any], Match]] = {
    Seated: fold_seats.seated,
    Unseated: fold_seats.unseated,
    Ready: fold_seats.ready,
    Started: fold_legs.started,
    Rolled: fold_board.rolled,
    Moved: fold_board.moved,
    Forfeited: fold_board.forfeited,
    Offered: offers.offered,
    OfferClosed: offers.offer_closed,
    TakenBack: fold_board.taken_back,
    TimeAdded: _time_added,
    Paused: fold_legs.paused,
    Resumed: fold_legs.resumed,
    Absent: absence.went,
    Returned: absence.returned,
    LegEnded: fold_legs.leg_ended,
    Ended: fold_ends.ended,
}


def _check_order(match: Match, event: Event) -> None:
    if match.ended:
        raise InvalidEvent("over", "the match is over")
    if event.number != match.number + 1:
        raise InvalidEvent("number", "the next event has the number {number}", number=match.number + 1)
    if not match.at <= event.at <= MAX_AT:
        raise InvalidEvent("time", "its time is before that of the event in front of it, or after the year 9999")
    needed = required_event(match, event.at)
    if needed is None or is_as(event, needed):
        return
    if isinstance(needed, Ended) and isinstance(event, Ended) and _gave_up(match, event):
        return  # who resigned its last leg gave up the whole match, which ends it as well, only otherwise
    raise InvalidEvent("due", "what comes next is {kind}, as the rules count it", kind=kind_of(type(needed)))


def _gave_up(match: Match, event: Ended) -> bool:
    return (
        match.phase == "between"
        and event.reason == "resigned"
        and event.player is not None
        and event.player == match.legs_ended[-1].player
    )
