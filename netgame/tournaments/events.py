"""Events of a tournament: plain values, from which `state.evolve` computes everything else."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from netgame.match.events import OptionValue
from netgame.tournaments.values import Format

Entry = Literal["open", "invited"]
Cause = Literal[
    "played",
    "bye",
    "aborted",  # the match has no result
    "absent",  # a player, or both, did not appear
    "withdrew",  # a player left the tournament during the game
    "director",  # the director set the result
]
NoShow = Literal[  # what happens to players who lost by absence
    "ask",  # they are withdrawn before the next round, unless they enter again
    "withdraw",  # they are withdrawn at once
    "keep",  # they stay
]
EndCause = Literal[
    "complete",  # all rounds are played, or the time of an arena is over
    "no_pairing",  # the rules allow no further round
    "too_few",  # fewer than two players are left
    "director",  # the director ended it
]
CancelCause = Literal["director", "too_few", "lapsed"]  # lapsed: it was not started for long


@dataclass(frozen=True, kw_only=True, slots=True)
class Event:
    """One entry of the log of a tournament. `number` counts from 1 without gaps; `at` is the server's time in ms.

    `by` is the account that caused it; "" is the server. Accounts have no names here, because names may change.
    """

    number: int
    at: int
    by: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Created(Event):
    """The tournament and its terms; its director is `by`. `tournament` is its id.

    `rounds` 0 leaves the number of rounds to the format. `starts_at` None: the director starts it. An arena lasts
    `arena_minutes`. A round begins when all games of the last one are over, `pause_s` later, and not sooner than
    `round_every_s` after the last one began. Players who do not appear within `appear_s` lose; 0: there is no limit.
    `no_show` says what then happens to them. In an arena they always have to enter again.

    `zone` is the IANA name of the time zone in which rounds of whole days keep their hour; "" counts days of 24 hours.
    `vacations` and `pauses` say what players may do in games: go on vacation, and agree on pauses or adjournments.
    With `appointments` the two players of a game agree on when it begins; without an agreement at the end of the round.
    """

    tournament: str
    title: str
    format: Format
    game: str
    options: Mapping[str, OptionValue]
    clock: str = "none"
    absence: str = "wait"
    rated: bool = False
    rounds: int = 0
    places: int = 200
    entry: Entry = "open"
    starts_at: int | None = None
    arena_minutes: int = 0
    pause_s: int = 0
    round_every_s: int = 0
    appear_s: int = 0
    spectators: bool = True
    no_show: NoShow = "ask"
    zone: str = ""
    vacations: bool = True
    pauses: bool = True
    appointments: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Invited(Event):
    account: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Entered(Event):
    """A player takes part, or takes part again. `rating` is in hundredths, 0 without one; it decides the seed."""

    account: str
    rating: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Withdrew(Event):
    """A player left. They are not paired any more, and lose a game that is not over."""

    account: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Removed(Event):
    """The director removed a player; they may not enter again. `Invited` allows it."""

    account: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Started(Event):
    """No seed of those who have entered changes any more."""


@dataclass(frozen=True, slots=True)
class Paired:
    """One board: player 0, player 1 and their table.

    There is no table where the result is known: for a bye, and where a player has left a round robin.
    """

    first: str
    second: str | None = None
    table: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundPaired(Event):
    """The boards of a new round. Rounds count from 1, and boards from 0. In an arena each pairing is a small round.

    `next_at` is when the next one begins at the earliest, by the zone of the tournament; 0 without a zone.
    """

    round: int
    boards: tuple[Paired, ...]
    next_at: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class TimeProposed(Event):
    """A player proposed when their game begins, in ms. It replaces the open proposal of either player."""

    round: int
    board: int
    starts_at: int


@dataclass(frozen=True, kw_only=True, slots=True)
class TimeAgreed(Event):
    """The players agreed on when their game begins. They may agree on another time until then."""

    round: int
    board: int
    starts_at: int


@dataclass(frozen=True, kw_only=True, slots=True)
class TimeWithdrawn(Event):
    """The open proposal does not count any more: its author withdrew it, or the other player declined."""

    round: int
    board: int


@dataclass(frozen=True, kw_only=True, slots=True)
class GameBegun(Event):
    """The time of an appointment has come: the game gets its table, and players have to appear from now on."""

    round: int
    board: int


@dataclass(frozen=True, kw_only=True, slots=True)
class GameFinished(Event):
    """A game is over. `points` are half points by player; `played` is False for a forfeit.

    `moved` says whether each player made a move, or resigned.
    """

    round: int
    board: int
    points: tuple[int, int]
    played: bool = True
    cause: Cause = "played"
    moved: tuple[bool, bool] = (True, True)


@dataclass(frozen=True, kw_only=True, slots=True)
class Corrected(Event):
    """The director set the result of a game, over or not. `played` is False for a forfeit."""

    round: int
    board: int
    points: tuple[int, int]
    played: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class Replayed(Event):
    """A game is played again, at another table. Its result so far does not count."""

    round: int
    board: int
    game: Paired


@dataclass(frozen=True, kw_only=True, slots=True)
class PairedByHand(Event):
    """The director has paired players of the last round otherwise.

    `boards` are all boards of the round from now on. Those that are the same as before keep their result.
    """

    round: int
    boards: tuple[Paired, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Paused(Event):
    """No round begins and no player loses by absence. Games go on."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Resumed(Event):
    pass


@dataclass(frozen=True, kw_only=True, slots=True)
class Directed(Event):
    """Another account directs the tournament from now on."""

    account: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Banned(Event):
    """A moderator has banned a player from the server. `until` is in ms; 0: until it is lifted.

    The player stays in the tournament: only the director removes them. After a short ban they have the whole time to
    appear again.
    """

    account: str
    until: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Unbanned(Event):
    """The ban of a player was lifted before its end."""

    account: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Ended(Event):
    """The tournament is over. Its results can be corrected until `Confirmed`, or until a day has passed."""

    cause: EndCause = "complete"


@dataclass(frozen=True, kw_only=True, slots=True)
class Confirmed(Event):
    """The results are final; the log is closed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Cancelled(Event):
    """The tournament ends without a winner. Games go on as games outside a tournament. The log is closed."""

    cause: CancelCause = "director"


EVENTS: tuple[type[Event], ...] = (
    Created, Invited, Entered, Withdrew, Removed, Started, RoundPaired, TimeProposed, TimeAgreed, TimeWithdrawn,
    GameBegun, GameFinished, Corrected, Replayed, PairedByHand, Paused, Resumed, Directed, Banned, Unbanned, Ended,
    Confirmed, Cancelled,
)  # fmt: skip

_CAPITAL = re.compile(r"(?<!^)([A-Z])")
KINDS: Mapping[str, type[Event]] = {_CAPITAL.sub(r"_\1", kind.__name__).lower(): kind for kind in EVENTS}
