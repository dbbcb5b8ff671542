"""Commands: what players and the host ask of a match. `decide` answers with events or a refusal."""

from dataclasses import dataclass

from netgame.match.events import AbsenceCause, ClaimKind, OfferKind, PauseCause, Player


@dataclass(frozen=True)
class Sit:
    """By the host, once it knows who asks. Who has the other seat already changes over."""

    player: Player
    account: str
    name: str
    ready: bool = True


@dataclass(frozen=True)
class Stand:
    """Give the seat up before the match starts."""


@dataclass(frozen=True)
class MakeReady:
    """Start the match or its next leg, or go on after a pause, as far as this player is concerned."""


@dataclass(frozen=True)
class Throw:
    """By the host: dice for the roll that is due."""

    dice: tuple[int, ...]


@dataclass(frozen=True)
class Play:
    """A move; `position` is the number of the last event that changed the board, as this player saw it.

    The `now` it is decided with is when it had arrived. `rtt` is the host's own measurement of the line, in ms.
    """

    position: int
    move: str
    rtt: int = 0


@dataclass(frozen=True)
class Resign:
    """Give up the leg, or the whole match."""

    match: bool = False


@dataclass(frozen=True)
class MakeOffer:
    """`to` names an own move to take back; None is the last one."""

    kind: OfferKind
    to: int | None = None


@dataclass(frozen=True)
class AnswerOffer:
    offer: int
    accept: bool


@dataclass(frozen=True)
class WithdrawOffer:
    offer: int


@dataclass(frozen=True)
class Claim:
    """What the policy of the table gives once the other player has been away for too long."""

    what: ClaimKind


@dataclass(frozen=True)
class Leave:
    """Walk off during the match, and lose it."""


@dataclass(frozen=True)
class MarkAbsent:
    """By the host: that player's connection is gone."""

    player: Player
    cause: AbsenceCause


@dataclass(frozen=True)
class MarkReturned:
    """By the host: that player is connected again."""

    player: Player


@dataclass(frozen=True)
class Pause:
    """By the host: it stops, or had stopped at that time."""

    cause: PauseCause


@dataclass(frozen=True)
class Resume:
    """By the host: go on after a stop of its own, or an adjournment."""


@dataclass(frozen=True)
class Tick:
    """By the host: time passed."""


@dataclass(frozen=True)
class CloseTable:
    """By the host: everybody stands up from a table that has not started, so it is over without a result."""


Command = (
    Sit | Stand | MakeReady | Throw | Play | Resign | MakeOffer | AnswerOffer | WithdrawOffer | Claim | Leave
    | MarkAbsent | MarkReturned | Pause | Resume | Tick | CloseTable
)  # fmt: skip
