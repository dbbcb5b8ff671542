"""What happens at a table, and what people and the host may ask for. Plain values; imports nothing of netgame."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

OptionValue = str | int | bool | None
Player = Literal[0, 1]  # for the whole match; a seat is the side in one leg: seat = player XOR (leg & 1)
OfferKind = Literal[
    "count",  # stop the leg and count it as it stands (a draw where the game has nothing to count)
    "take_back",  # an own move, and all that came after it
    "pause",
    "more_time",  # for who asks
    "abort",  # the match, without a result; needs nobody's consent until each side has moved
    "adjourn",  # go on another day
]
OfferOutcome = Literal["accepted", "declined", "withdrawn", "lapsed"]
LegEnd = Literal["board", "agreed", "resigned"]
MatchEnd = Literal["legs", "resigned", "flag", "absent", "left", "aborted"]
PauseCause = Literal["agreed", "adjourned", "restart", "drain"]
AbsenceCause = Literal["lost", "left"]  # the line broke, or the program said goodbye
ClaimKind = Literal["win", "draw", "adjourn"]
Access = Literal["open", "code", "invited"]
Rating = tuple[int, int, int]  # rating and deviation in hundredths, volatility in millionths


@dataclass(frozen=True, kw_only=True)
class Event:
    """One entry of a table's log. `number` counts from 1 without gaps; `at` is the server's time in ms.

    `clocks` is what both clocks say right after it, by player: ms until that flag falls, time that is not charged left
    out. None at a table without clocks, and while no leg is on.
    """

    number: int
    at: int
    clocks: tuple[int, int] | None = None


@dataclass(frozen=True, kw_only=True)
class Created(Event):
    """The table: which game, by which rules, with every option resolved, where it starts, and what was agreed about
    time, absence and spectators. `clock` and `absence` are in the notation of `match.time_control` and `match.absence`.
    """

    title: str
    game: str
    rules: int  # Game.version
    options: Mapping[str, OptionValue]
    position: str | None = None
    clock: str = "none"
    absence: str = "wait"
    rated: bool = False
    access: Access = "open"  # who may sit down: anybody, who has the code, who was invited
    spectators: bool = True
    spectator_chat: bool = False  # the players see during play what spectators say
    delay: int = 0  # seconds by which spectators are behind
    previous: str | None = None  # the table that this one is the rematch of
    score: tuple[int, int, int] = (0, 0, 0)  # of the series so far: won by player 0, by player 1, drawn


@dataclass(frozen=True, kw_only=True)
class Seated(Event):
    """Somebody took a seat. One account holds one seat; an empty account is somebody at this very computer.

    `ready`: with it he accepted what the table plays, and the match may start as far as he is concerned.
    """

    player: Player
    account: str
    name: str
    ready: bool = True


@dataclass(frozen=True, kw_only=True)
class Unseated(Event):
    player: Player


@dataclass(frozen=True, kw_only=True)
class Ready(Event):
    """That player wants the match, or its next leg, to start, or to go on after a pause that both wanted."""

    player: Player


@dataclass(frozen=True, kw_only=True)
class Started(Event):
    """A leg begins; legs count from 0."""

    leg: int


@dataclass(frozen=True, kw_only=True)
class Rolled(Event):
    """Dice fell for that player; `index` counts the rolls of the leg from 0."""

    player: Player
    index: int
    dice: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Moved(Event):
    """A move in the game's notation. `queued` is how long it had arrived before `at`, and `lag` how much of the time
    on the line is not charged, both in ms."""

    player: Player
    move: str
    queued: int = 0
    lag: int = 0


@dataclass(frozen=True, kw_only=True)
class Forfeited(Event):
    """The second roll was blocked too. For people; the roll has already passed the turn."""

    player: Player


@dataclass(frozen=True, kw_only=True)
class Offered(Event):
    """`to` is the number of the own move that shall be taken back; None for the other kinds."""

    player: Player
    kind: OfferKind
    to: int | None = None


@dataclass(frozen=True, kw_only=True)
class OfferClosed(Event):
    offer: int  # the number of the Offered event
    outcome: OfferOutcome


@dataclass(frozen=True, kw_only=True)
class TakenBack(Event):
    """The board is as it was before the move with the number `to`, which was that player's. His clock is as it was
    then, the other one's as it is now; known rolls come again."""

    player: Player
    to: int


@dataclass(frozen=True, kw_only=True)
class TimeAdded(Event):
    """That player has so many ms more."""

    player: Player
    ms: int


@dataclass(frozen=True, kw_only=True)
class Paused(Event):
    """The clocks stand, and nobody moves. `at` is when they stopped."""

    cause: PauseCause


@dataclass(frozen=True, kw_only=True)
class Resumed(Event):
    """The clocks go on as they stood."""


@dataclass(frozen=True, kw_only=True)
class Absent(Event):
    """That player is not there any more. Written where the table has an absence policy other than to wait."""

    player: Player
    cause: AbsenceCause


@dataclass(frozen=True, kw_only=True)
class Returned(Event):
    player: Player


@dataclass(frozen=True, kw_only=True)
class RatingChange:
    """What a rated match did to one player."""

    before: Rating
    after: Rating


@dataclass(frozen=True, kw_only=True)
class LegEnded(Event):
    """The end of a leg. Scores are by player. `player` is who resigned."""

    leg: int
    reason: LegEnd
    winner: Player | None
    scores: tuple[int, int]
    player: Player | None = None


@dataclass(frozen=True, kw_only=True)
class Ended(Event):
    """The end of the match; the log is closed.

    `totals` are by player: the sums over the legs of own minus other scores, so one is the negative of the other. With
    the reason `legs` they decide (with one leg, its winner does). Otherwise `player` is whose doing it was, and the
    totals do not count: he gave the match up (`resigned`), his time ran out (`flag`), he was away for longer than
    agreed (`absent`; the winner is None where a draw was claimed) or walked off (`left`). `aborted` has no result, and
    `player` is who did it alone. `ratings`, by player, are there where the match was rated.
    """

    reason: MatchEnd
    winner: Player | None
    totals: tuple[int, int]
    player: Player | None = None
    ratings: tuple[RatingChange, RatingChange] | None = None


EVENTS: tuple[type[Event], ...] = (
    Created, Seated, Unseated, Ready, Started, Rolled, Moved, Forfeited, Offered, OfferClosed, TakenBack, TimeAdded,
    Paused, Resumed, Absent, Returned, LegEnded, Ended,
)  # fmt: skip


_CAPITAL = re.compile(r"(?<!^)([A-Z])")


def kind_of(event: type[Event]) -> str:
    """The name of a kind of event on the wire, in records and in messages: `leg_ended` of `LegEnded`."""
    return _CAPITAL.sub(r"_\1", event.__name__).lower()


KINDS: Mapping[str, type[Event]] = {kind_of(event): event for event in EVENTS}
