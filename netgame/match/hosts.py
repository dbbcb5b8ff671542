"""The event by which another host continues a match, and who may sit there."""

from dataclasses import replace

from netgame.match.absence import settle_budgets
from netgame.match.create import check_origin
from netgame.match.events import Paused, Rehosted, Seated
from netgame.match.state import InvalidEvent, Match, check_begun, name_of
from netgame.text import N_


def apply_rehosted(match: Match, event: Rehosted) -> Match:
    """Return the match when another host continues it.

    It is paused as of the last event, nobody is away, and both seats wait for the keys of their players.
    """
    check_can_move(match)
    check_origin(event.origin)
    if event.origin == match.origin:
        raise InvalidEvent("origin", N_("this host keeps the match already"))
    first, second = match.seats
    assert first is not None, "checked before"
    assert second is not None, "checked before"
    budgets = settle_budgets(match, match.at)
    return match.after(
        event,
        rehosted=event,
        # the accounts are those of the host before
        seats=(replace(first, account=""), replace(second, account="")),
        paused=Paused(number=event.number, at=event.at, cause="restart"),
        away={},
        ready=frozenset(),
        starts_at=None,
        **{**budgets, "away_since": event.at},
    )


def check_can_move(match: Match) -> None:
    """Raise `InvalidEvent` unless another host can continue the match."""
    if match.ended:
        raise InvalidEvent("over", N_("the match is over"))
    check_begun(match)
    if not (match.created.origin and all(seat and seat.key for seat in match.seats)):
        raise InvalidEvent(
            "no_key", N_("the players of this match have no keys, so only its first host can go on with it")
        )


def check_return(match: Match, event: Seated) -> None:
    """Raise `InvalidEvent` unless this is the player of that seat, who takes it again at another host."""
    had = match.seats[event.player]
    if had is None or event.player not in match.vacant:
        raise InvalidEvent("seat_taken", N_("{name} has taken that seat"), name=name_of(match, event.player))
    if event.key != had.key:
        raise InvalidEvent(
            "other_key", N_("only {name} can take that seat, with the same key as before"), name=had.name
        )
    if event.computer != had.computer:
        raise InvalidEvent("other_computer", N_("a person and a computer player cannot swap a seat"))
