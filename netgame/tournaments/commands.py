"""Commands: what people ask of a tournament. `decide` answers with events or a refusal."""

from collections.abc import Mapping
from dataclasses import dataclass

from netgame.match.events import OptionValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Create:
    """Make a tournament. The fields are those of `events.Created`, unchecked."""

    tournament: str
    title: str
    format: str
    game: str
    options: Mapping[str, OptionValue]
    clock: str = "none"
    absence: str = "wait"
    rated: bool = False
    rounds: int = 0
    places: int = 200
    entry: str = "open"
    starts_at: int | None = None
    arena_minutes: int = 0
    pause_s: int = 0
    round_every_s: int = 0
    appear_s: int = 0
    spectators: bool = True
    no_show: str = "ask"
    zone: str = ""
    vacations: bool = True
    pauses: bool = True
    appointments: bool = False


@dataclass(frozen=True, slots=True)
class Enter:
    """Take part, or play on after an absence. `rating` is that of the player, in hundredths; 0 without one."""

    rating: int = 0


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Leave the tournament."""


@dataclass(frozen=True, slots=True)
class Invite:
    account: str


@dataclass(frozen=True, slots=True)
class Remove:
    account: str


@dataclass(frozen=True, slots=True)
class Start:
    """Start now."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Let no round begin."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on after `Pause`."""


@dataclass(frozen=True, slots=True)
class Cancel:
    """End the tournament without a winner."""


@dataclass(frozen=True, slots=True)
class Finish:
    """End the tournament after the rounds so far; all their games are over."""


@dataclass(frozen=True, slots=True)
class Confirm:
    """Make the results of a tournament that is over final."""


@dataclass(frozen=True, slots=True)
class Direct:
    """Let another account direct the tournament."""

    account: str


@dataclass(frozen=True, slots=True)
class ProposeTime:
    """Propose when the own game begins, in ms, or agree to what the other player has proposed."""

    round: int
    board: int
    starts_at: int


@dataclass(frozen=True, slots=True)
class WithdrawTime:
    """Withdraw the own proposal, or decline that of the other player."""

    round: int
    board: int


@dataclass(frozen=True, slots=True)
class Correct:
    """Set the result of a game. `played` is False for a win by forfeit, or a loss of both by absence."""

    round: int
    board: int
    points: tuple[int, int]
    played: bool = True


@dataclass(frozen=True, slots=True)
class Replay:
    """Let a game be played again."""

    round: int
    board: int


@dataclass(frozen=True, slots=True)
class PairByHand:
    """Pair players of the last round of a Swiss otherwise, and drop their boards.

    A pairing without a second player is a bye. `anyway` accepts what `decide.doubts_of_pairing` names.
    """

    round: int
    pairings: tuple[tuple[str, str | None], ...]
    anyway: bool = False


Command = (
    Create | Enter | Withdraw | Invite | Remove | Start | Pause | Resume | Cancel | Finish | Confirm | Direct
    | ProposeTime | WithdrawTime | Correct | Replay | PairByHand
)  # fmt: skip
