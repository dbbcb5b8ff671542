"""The same match at another host: where it is, which of the two logs goes on, and what each of them has."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

from client_qt.text.clock_words import time_words
from client_qt.text.translation import tr
from netgame.match.events import Created, Event, Moved, Rehosted, Seated
from netgame.records.handover import Fork, fork_of, signed_part
from netgame.text import fill
from protocol.address import Address
from protocol.event_codec import event_to_plain
from protocol.framing import TO_SERVER, encode
from protocol.identity.device_key import verify
from protocol.messages import ShowCourse

# these events may be missing without a loss: hosts and connections that came and went
_FREE = frozenset(("paused", "resumed", "absent", "returned", "ready", "seated", "rehosted"))


@dataclass(frozen=True)
class Found:
    """A table of the same match at another server."""

    fingerprint: str
    table: str
    server: str  # its name
    addresses: tuple[Address, ...] = ()


@dataclass(frozen=True)
class Compared:
    """The moves that each of two logs has and the other has not, this one first.

    `signed` counts those that both players have signed, `unsigned`, by player, those of the other log that their player
    has not signed. `fork` has the details. `is_later`: the match goes on in the other log, not in this one.
    """

    moves: tuple[int, int]
    signed: tuple[int, int]
    unsigned: tuple[int, int]
    fork: Fork | None = field(default=None, compare=False)
    is_later: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class Elsewhere:
    """The place where the match is too, and how its log differs; None if that is not known yet."""

    place: Found
    fork: Compared | None = None

    @property
    def weight(self) -> int:
        """How much further both players have signed the match there."""
        return self.fork.signed[1] - self.fork.signed[0] if self.fork is not None else 0

    @property
    def is_later(self) -> bool:
        """Whether the match goes on there, as far as that is known."""
        return self.fork is None or self.fork.is_later


def compared(log: Sequence[Event], other: Sequence[Event]) -> Compared | None:
    """Compare two logs; None if they are of different matches. It checks all signatures, so threads call it."""
    try:
        fork = fork_of(log, other, verify)
    except ValueError:
        return None
    signed = signed_part(other, verify).commands
    fresh = [event for event in other[fork.common :] if isinstance(event, Moved) and event.number not in signed]
    first = sum(event.player == 0 for event in fresh)
    is_later = bool(fork.further) if fork.further is not None else goes_on(other, log)
    return Compared(fork.moves, fork.signed, (first, len(fresh) - first), fork, is_later)


def goes_on(log: Sequence[Event], other: Sequence[Event]) -> bool:
    """Return whether a match goes on in this log rather than in the other one, if both are signed equally far.

    It does where more hosts have continued it, then where more players have sat down again. Between two hosts that
    are equal in that the names of their tables decide: so both players go to the same one.
    """
    (hosts, seats, origin), (other_hosts, other_seats, other_origin) = _last_host(log), _last_host(other)
    if (hosts, seats) != (other_hosts, other_seats):
        return (hosts, seats) > (other_hosts, other_seats)
    return origin < other_origin


def _last_host(log: Sequence[Event]) -> tuple[int, int, str]:
    """Return how many hosts have continued a match, who sits at the last one, and its origin."""
    hosts, seated, origin = 0, set[int](), ""
    for event in log:
        match event:
            case Created():
                origin = event.origin
            case Rehosted():
                hosts, seated, origin = hosts + 1, set(), event.origin
            case Seated(player=player):
                seated.add(player)
    return hosts, len(seated), origin


def is_taken(log: Sequence[Event]) -> bool:
    """Return whether another host has continued a match, and a player has sat down there."""
    hosts, seats, _origin = _last_host(log)
    return bool(hosts and seats)


def course_to_show(table: str, log: Sequence[Event], other: Sequence[Event]) -> ShowCourse | None:
    """Return the message that shows a table with the first log that both have signed the other one further.

    None if they have not, or if the message would be too long. It checks many signatures, so threads call it.
    """
    fork = fork_of(log, other, verify)
    if fork.further != 1:
        return None
    ends = range(fork.common + 1, len(other) + 1)
    end = ends[bisect_left(ends, 1, key=lambda end: int(fork_of(log, other[:end], verify).further == 1))]
    events = [event_to_plain(event) for event in other[fork.common : end]]
    course = ShowCourse(table=table, after=fork.common, events=events)
    return course if len(encode(course)) <= TO_SERVER else None


def elsewhere_words(elsewhere: Elsewhere, is_continued: bool = False) -> str:
    """Return what to say at a table whose match is at another host too; `is_continued`: so is the one of this table."""
    server, fork = elsewhere.place.server or tr("another computer"), elsewhere.fork
    if fork is None and is_continued:
        return fill(tr("This game is open at {server} too."), {"server": server})
    if fork is None:
        return fill(tr("This game goes on at {server}."), {"server": server})
    more, less = fork.signed[1] - fork.signed[0], fork.signed[0] - fork.signed[1]
    if more > 0:
        template = tr("The game at {server} has %n more move(s) that you both signed.", more)
    elif less > 0:
        template = tr("This game is open at {server} too. Here are %n more move(s) that you both signed.", less)
    elif fork.is_later and fork.moves[0]:
        template = tr("This game goes on at {server}. %n move(s) made here do not count there.", fork.moves[0])
    elif not fork.is_later and fork.moves[1]:
        template = tr("This game goes on here. %n move(s) made at {server} do not count.", fork.moves[1])
    else:
        template = tr("This game is open at {server} too. You both have signed the same moves.")
    return fill(template, {"server": server})


def missing_words(compared: Compared, names: tuple[str, str] = ("", "")) -> list[str]:
    """Return sentences on what a player would lose by going on there, and on the clocks; none if there is nothing.

    `names` are those of the players.
    """
    found, fork = list[str](), compared.fork
    if compared.moves[0]:
        lost = tr("%n move(s) of this game that you know are missing there.", compared.moves[0])
        both = tr("You both have signed %n of them.", compared.signed[0])
        found += [lost, both if compared.signed[0] else tr("You have not both signed any of them.")]
    if fork is None:
        return [*found, tr("If you go on there, they do not count.")] if found else []
    lacking, first, second = fork.lacking[1], *fork.clocks
    if not lacking.keys() <= _FREE or fork.sealed[0]:
        kinds = _kind_words()
        items = [fill(tr("{what}: {count}"), {"what": kinds[kind], "count": n}) for kind, n in lacking.items()]
        if items:
            found.append(fill(tr("Not there as you know it: {events}."), {"events": ", ".join(items)}))
        if fork.sealed[0]:
            template = tr("The host before has signed this game up to event {number}, which is not there.")
            found.append(fill(template, {"number": fork.sealed[0]}))
        found.append(tr("If you go on there, they do not count."))
    if first != second or (found and first):
        for template, clocks in ((tr("Clocks here: {clocks}."), first), (tr("Clocks there: {clocks}."), second)):
            found.append(fill(template, {"clocks": _clock_words(clocks, names)}))
    return found


def _clock_words(clocks: tuple[int, int] | None, names: tuple[str, str]) -> str:
    if clocks is None:
        return tr("stopped between two battles")
    return ", ".join(f"{name} {time_words(ms)}".strip() for name, ms in zip(names, clocks, strict=True))


def _kind_words() -> dict[str, str]:
    """Return the names of all events that a log can have after its beginning, by their kind."""
    return {
        "created": tr("the table"), "seated": tr("seats taken"), "unseated": tr("seats left"),
        "committed": tr("chains for the dice"), "ready": tr("players ready"), "started": tr("beginnings of a battle"),
        "revealed": tr("links for the dice"), "rolled": tr("rolls of the dice"), "moved": tr("moves"),
        "forfeited": tr("turns without a move"), "offered": tr("offers"), "offer_closed": tr("answers to offers"),
        "taken_back": tr("moves taken back"), "time_added": tr("time given"),
        "dice_handed_over": tr("dice left to the server"), "paused": tr("pauses"), "resumed": tr("ends of a pause"),
        "rehosted": tr("changes of the host"), "absent": tr("absences"), "returned": tr("returns"),
        "leg_ended": tr("ends of a battle"), "ended": tr("the end of the match"),
    }  # fmt: skip
