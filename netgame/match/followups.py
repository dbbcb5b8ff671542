"""The events that must follow by themselves, and how the rules count the end of a leg and of the match."""

from dataclasses import replace

from netgame.game import Over
from netgame.match import events
from netgame.match.events import Event, LegEnd, MatchEnd, Player
from netgame.match.offers import more_time
from netgame.match.state import InvalidEvent, Match, drawn_roll, other, player_of, seat_of, to_act
from netgame.text import N_


def required_event(match: Match, at: int) -> Event | None:
    """Return the event that must come next, in one append with the event before it, or None if any may come.

    It has neither clocks nor ratings.
    """
    if match.lapsing:
        return events.OfferClosed(number=match.number + 1, at=at, offer=match.lapsing[0], outcome="lapsed")
    if match.accepted:
        return _agreed_event(match, at, match.accepted)
    if match.phase == "playing" and not match.paused:
        if isinstance(match.turn, Over):
            return leg_end(match, at, "board")
        if match.rolls:
            last = match.history.last.event
            # a roll that passed the turn allowed no move for the second time
            if isinstance(last, events.Rolled) and last.player != to_act(match):
                return events.Forfeited(number=match.number + 1, at=at, player=last.player)
        roller = to_act(match)
        if match.drawing is not None and roller is not None and (dice := drawn_roll(match)) is not None:
            return events.Rolled(number=match.number + 1, at=at, player=roller, index=match.rolls, dice=dice)
        return None
    if match.phase == "between" and match.leg + 1 == match.game.legs:
        return match_end(match, at)
    if len(match.ready) < 2 or (match.phase == "open" and match.drawing is not None and not match.drawing.is_ready):
        return None
    number = match.number + 1
    if match.paused:
        return events.Resumed(number=number, at=at)
    if match.phase == "open":
        return events.Started(number=number, at=at, leg=0)
    return events.Started(number=number, at=at, leg=match.leg + 1) if match.phase == "between" else None


def _agreed_event(match: Match, at: int, offer: events.Offered) -> Event:
    """Return the event that an accepted offer asks for."""
    number, player = match.number + 1, offer.player
    match offer.kind:
        case "count":
            return leg_end(match, at, "agreed")
        case "take_back":
            assert offer.to is not None, "checked when it was offered"
            return events.TakenBack(number=number, at=at, player=player, to=offer.to)
        case "pause":
            return events.Paused(number=number, at=at, cause="agreed")
        case "adjourn":
            return events.Paused(number=number, at=at, cause="adjourned")
        case "more_time":
            return events.TimeAdded(number=number, at=at, player=player, ms=more_time(match, player, at))
        case "abort":
            return match_ended(match, at, "aborted", None, None)
        case "host_dice":
            return events.DiceHandedOver(number=number, at=at)


def leg_end(match: Match, at: int, reason: LegEnd, player: Player | None = None) -> events.LegEnded:
    """Return the end of the current leg by the rules; `player` resigns. Raise `InvalidEvent` if nothing ends it."""
    over = leg_result(match, reason, player)
    return events.LegEnded(
        number=match.number + 1,
        at=at,
        leg=match.leg,
        reason=reason,
        winner=None if over.winner is None else player_of(over.winner, match.leg),
        scores=(over.scores[seat_of(0, match.leg)], over.scores[seat_of(1, match.leg)]),
        player=player,
    )


def leg_result(match: Match, reason: LegEnd, player: Player | None) -> Over:
    """Return the result of the current leg if it ends for that reason. Raise `InvalidEvent` if it cannot."""
    over: Over | None = None
    match reason:
        case "board" if isinstance(match.turn, Over):
            over = match.turn
        case "agreed" if match.accepted and match.accepted.kind == "count":
            over = match.game.agreed(match.state)
        case "resigned" if player is not None:
            over = match.game.resigned(match.state, seat_of(player, match.leg))
    if over is None:
        raise InvalidEvent("not_over", N_("nothing has ended this leg"))
    return over


def match_end(match: Match, at: int, resigner: Player | None = None) -> events.Ended:
    """Return the end of the match after the legs so far, or because `resigner` gives up the whole match."""
    if resigner is not None:
        return match_ended(match, at, "resigned", other(resigner), resigner)
    total, _ = totals(match)
    winner: Player | None = None if total == 0 else (0 if total > 0 else 1)
    if match.game.legs == 1:
        winner = match.legs_ended[0].winner
    return match_ended(match, at, "legs", winner, None)


def match_ended(match: Match, at: int, reason: MatchEnd, winner: Player | None, player: Player | None) -> events.Ended:
    """Return the end of the match for that reason, with the totals of the legs so far."""
    return events.Ended(
        number=match.number + 1, at=at, reason=reason, winner=winner, totals=totals(match), player=player
    )


def totals(match: Match) -> tuple[int, int]:
    """Return the sums over the legs so far of own minus other scores, by player."""
    total = sum(leg.scores[0] - leg.scores[1] for leg in match.legs_ended)
    return total, -total


def matches_required(event: Event, needed: Event) -> bool:
    """Return whether an event is the needed one. Clocks, digests and ratings are checked elsewhere."""
    if isinstance(event, events.Ended) and isinstance(needed, events.Ended):
        needed = replace(needed, ratings=event.ratings)
    if isinstance(event, events.BoardChanged) and isinstance(needed, events.BoardChanged):
        needed = replace(needed, digest=event.digest)
    return type(event) is type(needed) and event == replace(needed, clocks=event.clocks)
