"""The event that ends a match: when each reason is valid, and the ratings after it."""

from netgame.match.absence import claims, settle_budgets
from netgame.match.events import Ended, Player
from netgame.match.followups import match_end, match_ended, matches_required
from netgame.match.offers import may_abort_alone
from netgame.match.rating import is_rating, is_same_rating
from netgame.match.state import InvalidEvent, Match, check_begun, other
from netgame.text import N_


def apply_ended(match: Match, event: Ended) -> Match:
    """Return the match when it is over."""
    if not matches_required(event, _end_by_rules(match, event)):
        raise InvalidEvent("count", N_("by the rules this match has another result"))
    if event.ratings is not None:
        if not counts_for_ratings(match, event):
            raise InvalidEvent("ratings", N_("this match is not rated"))
        first, second = event.ratings
        if not is_rating(first.before) or not is_rating(second.before):
            raise InvalidEvent("ratings", N_("the ratings before the match are outside their limits"))
        expected = match.rules.rate(first.before, second.before, half_points(event))
        if not all(map(is_same_rating, (first.after, second.after), expected)):
            raise InvalidEvent("ratings", N_("by the rules the ratings after the match are others"))
    return match.after(
        event,
        phase="over",
        ended=event,
        paused=None,
        starts_at=None,
        ready=frozenset(),
        offers={},
        accepted=None,
        **settle_budgets(match, event.at),
    )


def _end_by_rules(match: Match, event: Ended) -> Ended:
    """Return the end for the reason of that event by the rules. Raise `InvalidEvent` if it cannot end now."""
    reason, player, winner = event.reason, event.player, None
    if reason != "aborted":
        check_begun(match)
    if reason in ("legs", "resigned") and match.phase == "between":
        if player is None and match.leg + 1 < match.game.legs:
            raise InvalidEvent("not_over", N_("there is another leg to play"))
        return match_end(match, event.at, player)
    if not _may_end(match, event, player):
        raise InvalidEvent("not_over", N_("nothing has ended this match"))
    if player is not None and reason != "aborted":
        winner = None if reason == "absent" and event.winner is None else other(player)
    return match_ended(match, event.at, reason, winner, player)


def _may_end(match: Match, event: Ended, player: Player | None) -> bool:
    """Return whether the match ends now for the reason of the event, because of that player."""
    match event.reason:
        case "aborted" if match.phase == "open":
            return player is None and match.seats == (None, None)
        case "aborted" if player is None:
            # the check of required events made sure that it is this offer; or the host ends a match that it has paused
            return match.accepted is not None or match.paused is not None
        case "aborted":
            return may_abort_alone(match)
        case "flag" if player is not None and match.clocks and match.clocks.running == player:
            deadline = match.clocks.deadline
            return deadline is not None and event.at > deadline
        case "absent" if player is not None:
            return ("draw" if event.winner is None else "win") in claims(match, other(player), event.at)
        case "left":
            return player is not None
    return False


def counts_for_ratings(match: Match, event: Ended) -> bool:
    """Return whether a match that ends so changes the ratings of its players.

    Without a limit of absence the log does not say who is there; then only moves do.
    """
    loser = event.player
    may_be_absent = loser in match.away or match.created.absence == "wait"
    is_absent = event.reason == "absent" or (event.reason == "flag" and may_be_absent)
    was_there = not is_absent or loser is None or match.moved[loser] > 0
    return match.is_rated and event.reason != "aborted" and (match.rules.rates_absence or was_there)


def half_points(ended: Ended) -> int:
    """Return the half points of player 0: 2 for a win, 1 for a draw."""
    return 1 if ended.winner is None else 2 - 2 * ended.winner
