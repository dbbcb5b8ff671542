"""The same match at another host: where it is, and which of the two logs both players have signed furthest."""

from collections.abc import Sequence
from dataclasses import dataclass

from client_qt.text.translation import tr
from netgame.match.events import Event, Moved
from netgame.records.handover import fork_of, signed_part
from netgame.text import fill
from protocol.address import Address
from protocol.identity.device_key import verify


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
    has not signed.
    """

    moves: tuple[int, int]
    signed: tuple[int, int]
    unsigned: tuple[int, int]


@dataclass(frozen=True)
class Elsewhere:
    """The place where the match is too, and how its log differs; None if that is not known yet."""

    place: Found
    fork: Compared | None = None

    @property
    def weight(self) -> int:
        """How much further both players have signed the match there."""
        return self.fork.signed[1] - self.fork.signed[0] if self.fork is not None else 0


def compared(log: Sequence[Event], other: Sequence[Event]) -> Compared | None:
    """Compare two logs; None if they are of different matches. It checks all signatures, so threads call it."""
    try:
        fork = fork_of(log, other, verify)
    except ValueError:
        return None
    signed = signed_part(other, verify).commands
    fresh = [event for event in other[fork.common :] if isinstance(event, Moved) and event.number not in signed]
    first = sum(event.player == 0 for event in fresh)
    return Compared(fork.moves, fork.signed, (first, len(fresh) - first))


def elsewhere_words(elsewhere: Elsewhere) -> str:
    """Return what to say at a table whose match is at another host too."""
    server, fork = elsewhere.place.server or tr("another computer"), elsewhere.fork
    if fork is None:
        return fill(tr("This game goes on at {server}."), {"server": server})
    more, less = fork.signed[1] - fork.signed[0], fork.signed[0] - fork.signed[1]
    if more > 0:
        template = tr("The game at {server} has %n more move(s) that you both signed.", more)
    elif less > 0:
        template = tr("This game is open at {server} too. Here are %n more move(s) that you both signed.", less)
    else:
        template = tr("This game is open at {server} too. You both have signed the same moves.")
    return fill(template, {"server": server})


def missing_words(fork: Compared) -> list[str]:
    """Return sentences on the moves that a player would lose by going on there; none if none are lost."""
    if not fork.moves[0]:
        return []
    lost = tr("%n move(s) of this game that you know are missing there.", fork.moves[0])
    signed = tr("You both have signed %n of them.", fork.signed[0])
    return [lost, signed, tr("If you go on there, they do not count.")]
