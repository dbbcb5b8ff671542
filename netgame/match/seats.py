"""Events about seats, and about players becoming ready."""

import re

from netgame.match.dice import LINK_BYTES
from netgame.match.events import Committed, Player, Ready, Seated, Unseated
from netgame.match.hosts import check_return
from netgame.match.state import InvalidEvent, Match, name_of
from netgame.text import N_

Seats = tuple[Seated | None, Seated | None]

KEY_BYTES = 32  # of a public Ed25519 key
MAX_COMPUTER = 40  # characters; lists and player strips show it beside the name
_COMPUTER = re.compile(r"[!-~]+(?: [!-~]+)*")  # the same in every version of Unicode, and on one line everywhere


def is_computer_text(text: str) -> bool:
    """Return whether a text may say which computer player it is: 1 to 40 printable ASCII characters, single blanks."""
    return len(text) <= MAX_COMPUTER and _COMPUTER.fullmatch(text) is not None


def computer_text(name: str) -> str:
    """Return what the log says of a computer player with that name."""
    text = " ".join("".join(c if "!" <= c <= "~" else " " for c in name).split())[:MAX_COMPUTER].strip()
    return text or "engine"


def apply_seated(match: Match, event: Seated) -> Match:
    """Return the match after a player took a seat."""
    if match.rehosted is None:
        _check_open(match)
    if event.account and any(seated and seated.account == event.account for seated in match.seats):
        raise InvalidEvent("already_seated", N_("{name} already has a seat at this table"), name=event.name)
    if match.rehosted is not None:
        check_return(match, event)
    elif match.seats[event.player]:
        raise InvalidEvent("seat_taken", N_("{name} has taken that seat"), name=name_of(match, event.player))
    if event.computer and not is_computer_text(event.computer):
        raise InvalidEvent("bad_computer", N_("the description of a computer player is at most 40 ASCII characters"))
    if event.computer and match.is_rated and not match.created.rated_computers:
        raise InvalidEvent("rated_computer", N_("this rated match is for people only"))
    if len(event.key) not in (0, KEY_BYTES):
        raise InvalidEvent("bad_key", N_("the public key of a player has 32 bytes"))
    ready = match.ready | {event.player} if event.ready and match.phase == "open" else match.ready
    return match.after(event, seats=_put(match.seats, event.player, event), ready=ready)


def apply_unseated(match: Match, event: Unseated) -> Match:
    """Return the match after a player left a seat."""
    _check_open(match)
    if not match.seats[event.player]:
        raise InvalidEvent("seat_free", N_("that seat is free"))
    drawing = match.drawing.with_tip(event.player, b"") if match.drawing is not None else None
    seats = _put(match.seats, event.player, None)
    return match.after(event, seats=seats, ready=match.ready - {event.player}, drawing=drawing)


def apply_committed(match: Match, event: Committed) -> Match:
    """Return the match after a player's program committed to its chain of links for the dice."""
    if match.drawing is not None and match.drawing.tips[event.player]:
        raise InvalidEvent("committed", N_("{name} has a chain already"), name=name_of(match, event.player))
    _check_open(match)
    if match.drawing is None:
        raise InvalidEvent("host_rolls", N_("the host rolls the dice of this table"))
    if match.seats[event.player] is None:
        raise InvalidEvent("seat_free", N_("that seat is free"))
    if len(event.tip) != LINK_BYTES or event.tip in match.drawing.tips:
        raise InvalidEvent("tip", N_("a chain begins with 32 bytes that are not those of the other player"))
    return match.after(event, drawing=match.drawing.with_tip(event.player, event.tip))


def apply_ready(match: Match, event: Ready) -> Match:
    """Return the match after a player declared to be ready."""
    if match.paused:
        if match.paused.cause not in ("agreed", "adjourned"):
            raise InvalidEvent("paused", N_("the host paused the match and will resume it"))
    elif match.phase == "open":
        if match.seats[event.player] is None:
            raise InvalidEvent("seat_free", N_("that seat is free"))
    elif match.phase != "between":
        raise InvalidEvent("not_between", N_("no leg is waiting to start"))
    if event.player in match.ready:
        raise InvalidEvent("already_ready", N_("{name} is already ready"), name=name_of(match, event.player))
    return match.after(event, ready=match.ready | {event.player})


def _check_open(match: Match) -> None:
    if match.phase != "open":
        raise InvalidEvent("started", N_("the match has started, so the seats cannot change"))


def _put(seats: Seats, player: Player, seated: Seated | None) -> Seats:
    return (seats[0], seated) if player else (seated, seats[1])
