"""Commands: what players and the host ask of a match. `decide` answers with events or a refusal."""

from dataclasses import dataclass

from netgame.match.events import AbsenceCause, ClaimKind, OfferKind, PauseCause, Player


@dataclass(frozen=True, slots=True)
class Sit:
    """By the host, once it knows the account. A player on the other seat changes seats."""

    player: Player
    account: str
    name: str
    ready: bool = True
    computer: str = ""
    key: bytes = b""


@dataclass(frozen=True, slots=True)
class Rehost:
    """By another host, which keeps the log from here. `origin` is that of `events.Rehosted`."""

    origin: str


@dataclass(frozen=True, slots=True)
class Stand:
    """Leave the seat before the match starts."""


@dataclass(frozen=True, slots=True)
class Commit:
    """Commit to a chain of links for the dice that begins with `tip`."""

    tip: bytes


@dataclass(frozen=True, slots=True)
class Reveal:
    """Reveal the next link of the own chain."""

    link: bytes


@dataclass(frozen=True, slots=True)
class MakeReady:
    """Be ready for the match or its next leg to start, or to go on after a pause."""


@dataclass(frozen=True, slots=True)
class Throw:
    """By the host: dice for the roll that is due."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """A move; `position` is the number of the last event that changed the board, as this player saw it.

    `decide` gets the time of its arrival as `now`. `rtt` is the network lag that the host measured, in ms. `link` is
    that of `events.Moved`, and so is `conditional`. `seen` is the last event that the player's program had; 0: it had
    all of them.
    """

    position: int
    move: str
    rtt: int = 0
    link: bytes = b""
    conditional: bool = False
    seen: int = 0


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up the leg, or the whole match."""

    match: bool = False


@dataclass(frozen=True, slots=True)
class MakeOffer:
    """`to` names an own move to take back; None is the last one."""

    kind: OfferKind
    to: int | None = None


@dataclass(frozen=True, slots=True)
class AnswerOffer:
    offer: int
    accept: bool


@dataclass(frozen=True, slots=True)
class WithdrawOffer:
    offer: int


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim what the absence policy allows once the other player has been away for too long."""

    what: ClaimKind


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave during the match, and lose it."""


@dataclass(frozen=True, slots=True)
class MarkAbsent:
    """By the host: a player's connection is gone."""

    player: Player
    cause: AbsenceCause


@dataclass(frozen=True, slots=True)
class MarkReturned:
    """By the host: a player is connected again."""

    player: Player


@dataclass(frozen=True, slots=True)
class Pause:
    """By the host: it stops, or had stopped at that time."""

    cause: PauseCause


@dataclass(frozen=True, slots=True)
class Resume:
    """By the host: go on after the host had stopped, or after an adjournment."""


@dataclass(frozen=True, slots=True)
class Tick:
    """By the host: time passed."""


@dataclass(frozen=True, slots=True)
class CloseTable:
    """By the host: empty the seats of a table that has not started, which ends it without a result.

    With `started` a match that has started is paused and ends without a result; with `unplayed` only before any move.
    """

    started: bool = False
    unplayed: bool = False


Command = (
    Sit | Rehost | Stand | Commit | Reveal | MakeReady | Throw | Play | Resign | MakeOffer | AnswerOffer | WithdrawOffer
    | Claim | Leave | MarkAbsent | MarkReturned | Pause | Resume | Tick | CloseTable
)  # fmt: skip
