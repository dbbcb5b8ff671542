"""The fold, its seats: who sits down and stands up before the start, and who is ready for what comes next."""

from netgame.match.events import Player, Ready, Seated, Unseated
from netgame.match.state import InvalidEvent, Match, name_of

Seats = tuple[Seated | None, Seated | None]


def seated(match: Match, event: Seated) -> Match:
    """The match with somebody more at its table."""
    _check_open(match)
    if event.account and any(seated and seated.account == event.account for seated in match.seats):
        raise InvalidEvent("already_seated", "{name} has a seat at this table already", name=event.name)
    if match.seats[event.player]:
        raise InvalidEvent("seat_taken", "that seat is taken by {name}", name=name_of(match, event.player))
    ready = match.ready | {event.player} if event.ready else match.ready
    return match.after(event, seats=_put(match.seats, event.player, event), ready=ready)


def unseated(match: Match, event: Unseated) -> Match:
    """The match with a free seat more."""
    _check_open(match)
    if not match.seats[event.player]:
        raise InvalidEvent("seat_free", "nobody has that seat")
    return match.after(event, seats=_put(match.seats, event.player, None), ready=match.ready - {event.player})


def ready(match: Match, event: Ready) -> Match:
    """The match when a player is ready for what comes next."""
    _check_waiting(match, event.player)
    if event.player in match.ready:
        raise InvalidEvent("already_ready", "{name} is ready already", name=name_of(match, event.player))
    return match.after(event, ready=match.ready | {event.player})


def _check_open(match: Match) -> None:
    if match.phase != "open":
        raise InvalidEvent("started", "the match has started, and the seats stay as they are")


def _check_waiting(match: Match, player: Player) -> None:
    if match.paused:
        if match.paused.cause not in ("agreed", "adjourned"):
            raise InvalidEvent("paused", "the host of the table lets the match go on")
    elif match.phase == "open":
        if match.seats[player] is None:
            raise InvalidEvent("seat_free", "nobody has that seat")
    elif match.phase != "between":
        raise InvalidEvent("not_between", "there is no next leg to start now")


def _put(seats: Seats, player: Player, seated: Seated | None) -> Seats:
    return (seats[0], seated) if player else (seated, seats[1])
