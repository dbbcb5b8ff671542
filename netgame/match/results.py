"""The fold, its end: which reasons end a match when, and what the ratings are after it."""

from netgame.match.absence import claims, counted
from netgame.match.events import Ended, Player, RatingChange
from netgame.match.followups import ending, is_as, match_end
from netgame.match.offers import may_abort_alone
from netgame.match.rating import is_rating, rated
from netgame.match.state import InvalidEvent, Match, check_begun, other

_NOTHING = "nothing has ended this match"


def ended(match: Match, event: Ended) -> Match:
    """The match when it is over."""
    if not is_as(event, _end(match, event)):
        raise InvalidEvent("count", "the rules count this match otherwise")
    if event.ratings is not None:
        _check_ratings(match, event, event.ratings)
    return match.after(
        event,
        phase="over",
        ended=event,
        paused=None,
        starts_at=None,
        ready=frozenset(),
        offers={},
        accepted=None,
        **counted(match, event.at),
    )


def _end(match: Match, event: Ended) -> Ended:
    """The end for the reason of that event, as the rules count it. `InvalidEvent` if it is no reason now."""
    reason, player, winner = event.reason, event.player, None
    if reason == "aborted":
        _check_abort(match, player)
        return ending(match, event.at, reason, None, player)
    check_begun(match)
    if reason in ("legs", "resigned"):
        return _end_by_legs(match, event)
    if player is None or not _is_cause(match, event, player):
        raise InvalidEvent("not_over", _NOTHING)
    winner = None if reason == "absent" and event.winner is None else other(player)
    return ending(match, event.at, reason, winner, player)


def _end_by_legs(match: Match, event: Ended) -> Ended:
    if match.phase != "between":
        raise InvalidEvent("not_over", _NOTHING)
    if event.player is None and match.leg + 1 < match.game.legs:
        raise InvalidEvent("not_over", "there is another leg to play")
    return match_end(match, event.at, event.player)


def _check_abort(match: Match, player: Player | None) -> None:
    """Accept an abort of an empty table, an agreed one, or one early enough for a single player."""
    match match.phase:
        case "open":
            right = player is None and match.seats == (None, None)
        case _ if player is None:
            right = match.accepted is not None  # that it is this offer was checked with what is due
        case _:
            right = may_abort_alone(match)
    if not right:
        raise InvalidEvent("not_over", _NOTHING)


def _is_cause(match: Match, event: Ended, player: Player) -> bool:
    """Whether that player ends the match, for the reason of the event."""
    match event.reason:
        case "flag":
            clocks = match.clocks
            falls_at = clocks.falls_at if clocks and clocks.running == player else None
            return falls_at is not None and event.at > falls_at
        case "absent":
            claimed = "draw" if event.winner is None else "win"
            return claimed in claims(match, other(player), event.at)
        case "left":
            return True
    return False


def _check_ratings(match: Match, event: Ended, changes: tuple[RatingChange, RatingChange]) -> None:
    if not match.created.rated or event.reason == "aborted":
        raise InvalidEvent("ratings", "this match is not rated")
    first, second = changes
    if not is_rating(first.before) or not is_rating(second.before):
        raise InvalidEvent("ratings", "there are no such ratings")
    before, points = (first.before, second.before), halves(event)
    # logs of older versions may have ratings outside of the limits
    if (first.after, second.after) not in (rated(*before, points), rated(*before, points, limited=False)):
        raise InvalidEvent("ratings", "the ratings after it are reckoned otherwise")


def halves(ended: Ended) -> int:
    """The half points of player 0: 2 for a win, 1 for a draw."""
    return 1 if ended.winner is None else 2 - 2 * ended.winner
