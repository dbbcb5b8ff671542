"""Commands to a table, from users and from the server, and the decision on one as a value."""

import hashlib
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

import msgspec

from netgame.match import Match
from netgame.match.commands import (
    AnswerOffer,
    Claim,
    CloseTable,
    Command,
    Commit,
    Leave,
    MakeOffer,
    MakeReady,
    MarkAbsent,
    MarkReturned,
    Pause,
    Play,
    Resign,
    Resume,
    Reveal,
    Stand,
    Tick,
    WithdrawOffer,
)
from netgame.match.events import Created, Ended, Event, Player, RatingChange, Seated
from protocol import messages as m
from server.cluster.store import Device
from server.storage.event_store import Append


class NewTable(msgspec.Struct, frozen=True):
    """Make a table with both players on their seats, whose match starts at once."""

    created: Created
    first: "User"
    second: "User"


class ContinuedTable(msgspec.Struct, frozen=True):
    """Make a table that continues a match of another host. `bodies` are its events, `match` is the match after them."""

    bodies: tuple[bytes, ...]
    match: Match


class RenamePlayer(msgspec.Struct, frozen=True):
    """Take over seats with another name of their player, which the store has already, by the number of their event."""

    seats: Mapping[int, Seated]


class ConditionalMove(m.SendMove, frozen=True, kw_only=True, tag="move"):
    """A move that the server makes for a player, from their conditional moves."""


class CheckVacation(msgspec.Struct, frozen=True):
    """Stop the clock of a match by days while the player to act is on vacation."""


HostCommand = Tick | MarkAbsent | MarkReturned | Pause | Resume | CloseTable  # from the server
AnyCommand = m.MakeTable | m.TableCommand | HostCommand | NewTable | ContinuedTable | RenamePlayer | CheckVacation
HOST_COMMANDS = (Tick, MarkAbsent, MarkReturned, Pause, Resume, CloseTable)
SERVER_COMMANDS = (*HOST_COMMANDS, NewTable, ContinuedTable, RenamePlayer, CheckVacation)
PLAYERS: Final[tuple[Player, Player]] = (0, 1)
NO_DEVICE = Device()

_encoder = msgspec.msgpack.Encoder(order="deterministic")


@dataclass(frozen=True, slots=True)
class User:
    """A signed-in user. `computer` says which computer player it is; it is empty for a person.

    `key` is the public key of the device with which they have signed in; b"" without one. `is_old`: their program
    speaks version 1 of the protocol. It neither draws dice nor knows weekends off.
    """

    account: str
    name: str
    registered: bool = False
    since: int = 0  # server's time, ms
    moderator: bool = False
    computer: str = ""
    key: bytes = b""
    is_old: bool = False
    device: Device = NO_DEVICE


class RatingBook(Protocol):
    """The ratings of players. They are on disk, so they are read before a table needs them."""

    def lacks(self, accounts: Sequence[str], game: str) -> bool:
        """Whether ratings of these accounts have to be read before `rate` is called."""

    async def read(self, accounts: Sequence[str], game: str) -> None:
        """Read those ratings. Raise `DatabaseFailed` if the disk fails."""

    def forget(self, accounts: Sequence[str], game: str) -> None:
        """Those ratings have to be read again."""

    def versions(self, match: Match) -> Sequence[tuple[str, str, int]]:
        """Account, game and version of the ratings from which `rate` computes; none if no other server has matches."""

    def rate(self, match: Match, ended: Ended) -> tuple[RatingChange, RatingChange] | None:
        """How this end of a rated match changes the ratings of its players. Does not wait."""


class Decision(msgspec.Struct, frozen=True, gc=False):
    """The outcome of a command: the reply, and for an accepted one the events, the match after them and the append.

    Without `append` nothing changes.
    """

    reply: m.Done | m.Refused | None = None
    events: tuple[Event, ...] = ()
    match: Match | None = None
    append: Append | None = None


@dataclass
class Dice:
    """Random numbers. By default from the operating system, so that they cannot be predicted."""

    source: random.Random = field(default_factory=random.SystemRandom)

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Throw that many dice with that many faces."""
        return tuple(self.source.randint(1, sides) for _ in range(count))

    def player(self) -> Player:
        """Choose one of the two players."""
        return self.source.choice(PLAYERS)


def command_of(message: m.TableCommand, rtt: int) -> Command:
    """The command to the match in a message. `rtt` is the round-trip time of the connection in ms."""
    match message:
        case m.SendMove(position=position, move=move, link=link, seen=seen):
            return Play(position, move, rtt, link, isinstance(message, ConditionalMove), seen)
        case m.RevealLink(link=link):
            return Reveal(link)
        case m.CommitDice(tip=tip):
            return Commit(tip)
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
            raise AssertionError(f"{message} is not a command of a player")


def digest_of(
    command: m.MakeTable | m.TableCommand | m.Invite | m.SetCode | m.Rematch | m.CloseRematch, account: str
) -> bytes:
    """A digest of command and sender. A repeated command has the same digest as the first one."""
    return hashlib.blake2b(_encoder.encode((account, command)), digest_size=16).digest()
