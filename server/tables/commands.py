"""What a table can be told, by players and by the server, and the answer as a value."""

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

import msgspec

from netgame.match import Match
from netgame.match.commands import (
    AnswerOffer,
    Claim,
    CloseTable,
    Command,
    Leave,
    MakeOffer,
    MakeReady,
    MarkAbsent,
    MarkReturned,
    Pause,
    Play,
    Resign,
    Resume,
    Stand,
    Tick,
    WithdrawOffer,
)
from netgame.match.events import Created, Ended, Event, Player, RatingChange
from protocol import messages as m


class NewTable(msgspec.Struct, frozen=True):
    """By the server: a table at which both players sit already, and which starts at once."""

    created: Created
    first: "User"
    second: "User"


HostCommand = Tick | MarkAbsent | MarkReturned | Pause | Resume | CloseTable  # what the server tells a table to do
AnyCommand = m.MakeTable | m.TableCommand | HostCommand | NewTable
HOST_COMMANDS = (Tick, MarkAbsent, MarkReturned, Pause, Resume, CloseTable)
PLAYERS: Final[tuple[Player, Player]] = (0, 1)

_plain = msgspec.msgpack.Encoder(order="deterministic")


@dataclass(frozen=True, slots=True)
class User:
    """Somebody signed in."""

    account: str
    name: str
    registered: bool = False
    since: int = 0  # server's time, ms
    moderator: bool = False


class Registry(Protocol):
    """The ratings of players. They are on a disk, so the server reads them before a table needs them."""

    def lacks(self, accounts: Sequence[str], game: str) -> bool:
        """Whether ratings of these accounts have to be read before `rate` knows them."""

    async def read(self, accounts: Sequence[str], game: str) -> None:
        """Read those ratings. `sqlite3.Error` where the disk fails."""

    def rate(self, match: Match, ended: Ended) -> tuple[RatingChange, RatingChange] | None:
        """How such an end of a rated match changes the ratings of its players. Never waits."""


class Decision(msgspec.Struct, frozen=True):
    """What follows from an order: events to make durable first, the table after them, and the answer.

    The events go to everybody who watches. Without events nothing changes.
    """

    reply: m.Done | m.Refused | None = None
    append: tuple[Event, ...] = ()
    match: Match | None = None
    key: bytes | None = None
    digest: bytes | None = None
    bodies: tuple[bytes, ...] = ()  # the events as they are stored and told


@dataclass
class Dice:
    """Where chance comes from; the system's own, which nobody can foresee."""

    source: random.Random = field(default_factory=random.SystemRandom)

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """That many dice with that many faces."""
        return tuple(self.source.randint(1, sides) for _ in range(count))

    def player(self) -> Player:
        """One of the two."""
        return self.source.choice(PLAYERS)


def command_of(order: m.TableCommand, rtt: int) -> Command:
    """What a message asks of the match. `rtt` is how long the line takes there and back, in ms."""
    match order:
        case m.SendMove(position=position, move=move):
            return Play(position, move, rtt)
        case m.SendResign(match=whole):
            return Resign(whole)
        case m.SendOffer(kind=kind, to=to):
            return MakeOffer(kind, to)  # type: ignore[arg-type]  # the match refuses kinds it does not know
        case m.SendAnswer(offer=offer, accept=accept):
            return AnswerOffer(offer, accept)
        case m.SendWithdraw(offer=offer):
            return WithdrawOffer(offer)
        case m.ReadyUp():
            return MakeReady()
        case m.LeaveSeat():
            return Stand()
        case m.SendClaim(what=what):
            return Claim(what)  # type: ignore[arg-type]  # as above
        case m.SendLeave():
            return Leave()
        case _:
            raise AssertionError(f"{order} is not a command of a player")


def digest_of(order: m.MakeTable | m.TableCommand | m.Invite | m.Rematch | m.CloseRematch, account: str) -> bytes:
    """What a command is known by, beside its key: the same words of the same person."""
    kind = type(order).__struct_config__.tag
    fields = msgspec.structs.asdict(order)
    del fields["key"]
    return hashlib.blake2b(_plain.encode((kind, account, fields)), digest_size=16).digest()
