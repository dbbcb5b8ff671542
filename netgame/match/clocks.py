"""The fold, its clocks: what each event does to them, and what they say after it."""

from netgame.match.events import Ended, Event, LegEnded, Moved, Paused, Started, TakenBack, TimeAdded
from netgame.match.state import InvalidEvent, Match, name_of, standing_move, to_act
from netgame.match.time_control import Clocks, read_control

Pair = tuple[int, int]


def check_time(match: Match, event: Moved) -> None:
    """`InvalidEvent` unless the move came in time, and no more of its time is left uncharged than there can be."""
    clocks = match.clocks
    if clocks is None:
        if event.queued or event.lag:
            raise InvalidEvent("clocks", "without a clock no time is kept back")
        return
    deadline = clocks.falls_at
    assert deadline is not None, "a clock goes while somebody is to move"
    if not 0 <= event.queued <= event.at - clocks.since:
        raise InvalidEvent("clocks", "the move came before the turn began")
    arrived = event.at - event.queued
    if arrived > deadline:
        raise InvalidEvent("flag", "the time of {name} had run out", name=name_of(match, event.player))
    if event.lag < 0 or clocks.lag_for(event.player, event.lag, arrived) != event.lag:
        raise InvalidEvent("clocks", "no more of the time on the line is kept back than the bank holds")


def said(match: Match, event: Event) -> Pair | None:
    """What the clocks say right after an event that fits; None at a table without clocks, and while no leg is on."""
    standing = _standing(match, event)
    return standing.read(event.at) if standing else None


def with_clocks(match: Match, event: Event, after: Match) -> Match:
    """The match after the event, and its clocks. `InvalidEvent` if the event says other times."""
    standing = _standing(match, event)
    if event.clocks != (standing.read(event.at) if standing else None):
        raise InvalidEvent("clocks", "the clocks say something else")
    return after.after(event, clocks=_going_on(standing, after, event.at)) if standing else after


def _standing(match: Match, event: Event) -> Clocks | None:
    """The clocks after an event, but for whose goes next."""
    if isinstance(event, Started):
        control = read_control(match.created.clock)
        return Clocks.start(control) if control.is_timed else None
    clocks = match.clocks
    if clocks is None or match.phase != "playing":
        return None
    match event:
        case Moved():
            return clocks.press(event.player, event.at, event.queued, event.lag)
        case TakenBack():
            before = match.history[standing_move(match, event.player, event.to)].clocks
            assert before is not None, "every move of a leg with clocks has them"
            return clocks.stop(event.at).restore(event.player, before)
        case TimeAdded():
            return clocks.add(event.player, event.ms)
        case Paused() | LegEnded() | Ended():
            return clocks.stop(event.at)
    return clocks


def _going_on(clocks: Clocks, after: Match, at: int) -> Clocks:
    """The clock goes of whoever has to act, if anybody has to."""
    player = None if after.paused else to_act(after)
    if player == clocks.running:
        return clocks
    if clocks.running is not None:  # a turn that was forfeited; nobody made a move that would end it
        clocks = clocks.end_turn(at)
    return clocks if player is None else clocks.run(player, at)
