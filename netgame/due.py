"""What follows by itself in a match: the event that must come next, and how the ends are counted."""

from netgame.events import Ended, Event, Forfeited, LegEnd, LegEnded, Player, Rolled, Started
from netgame.facts import Match, Misfit, other, player_of, seat_of, to_act
from netgame.game import Over


def due(match: Match, at: int) -> Event | None:
    """The event that must come next, since it belongs to the same append as the one before; None if anything may."""
    match match.phase:
        case "playing":
            return _due_in_play(match, at)
        case "open" if match.seats[0] and match.seats[1]:
            return Started(number=match.number + 1, at=at, leg=0)
        case "between" if match.leg + 1 == match.game.legs:
            return match_end(match, at)
        case "between" if len(match.ready) == 2:
            return Started(number=match.number + 1, at=at, leg=match.leg + 1)
    return None


def _due_in_play(match: Match, at: int) -> Event | None:
    if isinstance(match.turn, Over):
        return leg_end(match, at, "board")
    if match.accepted:
        return leg_end(match, at, "agreed")
    last = match.history[-1].event
    # a roll after which it is the other's turn allowed nothing, the second time
    if isinstance(last, Rolled) and last.player != to_act(match):
        return Forfeited(number=match.number + 1, at=at, player=last.player)
    return None


def leg_end(match: Match, at: int, reason: LegEnd, player: Player | None = None) -> LegEnded:
    """The end of the leg that is on, as the rules count it; `player` is who resigns. `Misfit` if nothing ends it."""
    over = outcome(match, reason, player)
    return LegEnded(
        number=match.number + 1,
        at=at,
        leg=match.leg,
        reason=reason,
        winner=None if over.winner is None else player_of(over.winner, match.leg),
        scores=(over.scores[seat_of(0, match.leg)], over.scores[seat_of(1, match.leg)]),
        player=player,
    )


def outcome(match: Match, reason: LegEnd, player: Player | None) -> Over:
    """The result of the leg that is on, if it ends for that reason. `Misfit` if it cannot."""
    over: Over | None = None
    match reason:
        case "board" if isinstance(match.turn, Over):
            over = match.turn
        case "agreed" if match.accepted:
            over = match.game.agreed(match.state)
        case "resigned" if player is not None:
            over = match.game.resigned(match.state, seat_of(player, match.leg))
    if over is None:
        raise Misfit("not_over", "nothing has ended this leg")
    return over


def match_end(match: Match, at: int, resigner: Player | None = None) -> Ended:
    """The end of the match after the legs so far, or because `resigner` gives all of it up."""
    total = sum(leg.scores[0] - leg.scores[1] for leg in match.legs_ended)
    winner: Player | None
    if resigner is not None:
        winner = other(resigner)
    elif match.game.legs == 1:
        winner = match.legs_ended[0].winner
    else:
        winner = None if total == 0 else (0 if total > 0 else 1)
    return Ended(
        number=match.number + 1,
        at=at,
        reason="legs" if resigner is None else "resigned",
        winner=winner,
        totals=(total, -total),
        player=resigner,
    )
