"""What happens at a table, and what people and the host may ask for. Plain values; imports nothing of netgame."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

OptionValue = str | int | bool | None
Player = Literal[0, 1]  # for the whole match; a seat is the side in one leg: seat = player XOR (leg & 1)
OfferKind = Literal["count"]  # stop the leg and count it as it stands (a draw where the game has nothing to count)
OfferOutcome = Literal["accepted", "declined", "withdrawn", "lapsed"]
LegEnd = Literal["board", "agreed", "resigned"]
MatchEnd = Literal["legs", "resigned", "aborted"]


@dataclass(frozen=True, kw_only=True)
class Event:
    """One entry of a table's log. `number` counts from 1 without gaps; `at` is the server's time in ms."""

    number: int
    at: int


@dataclass(frozen=True, kw_only=True)
class Created(Event):
    """The table: which game, by which rules, with every option resolved, and where it starts."""

    title: str
    game: str
    rules: int  # Game.version
    options: Mapping[str, OptionValue]
    position: str | None = None


@dataclass(frozen=True, kw_only=True)
class Seated(Event):
    """Somebody took a seat. One account holds one seat; an empty account is somebody at this very computer."""

    player: Player
    account: str
    name: str


@dataclass(frozen=True, kw_only=True)
class Unseated(Event):
    player: Player


@dataclass(frozen=True, kw_only=True)
class Ready(Event):
    """That player wants the next leg to start."""

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
    """A move in the game's notation."""

    player: Player
    move: str


@dataclass(frozen=True, kw_only=True)
class Forfeited(Event):
    """The second roll was blocked too. For people; the roll has already passed the turn."""

    player: Player


@dataclass(frozen=True, kw_only=True)
class Offered(Event):
    player: Player
    kind: OfferKind


@dataclass(frozen=True, kw_only=True)
class OfferClosed(Event):
    offer: int  # the number of the Offered event
    outcome: OfferOutcome


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
    the reason `legs` they decide (with one leg, its winner does); `resigned` is the match given up by `player`, who
    loses it whatever the totals say.
    """

    reason: MatchEnd
    winner: Player | None
    totals: tuple[int, int]
    player: Player | None = None  # who gave the match up, where somebody did


@dataclass(frozen=True)
class Sit:
    """By the host, once it knows who asks."""

    player: Player
    account: str
    name: str


@dataclass(frozen=True)
class Stand:
    """Give the seat up before the match starts."""


@dataclass(frozen=True)
class MakeReady:
    """Start the next leg as far as this player is concerned."""


@dataclass(frozen=True)
class Throw:
    """By the host: dice for the roll that is due."""

    dice: tuple[int, ...]


@dataclass(frozen=True)
class Play:
    """A move; `position` is the number of the last event that changed the board, as this player saw it."""

    position: int
    move: str


@dataclass(frozen=True)
class Resign:
    """Give up the leg, or the whole match."""

    match: bool = False


@dataclass(frozen=True)
class MakeOffer:
    kind: OfferKind


@dataclass(frozen=True)
class AnswerOffer:
    offer: int
    accept: bool


@dataclass(frozen=True)
class WithdrawOffer:
    offer: int


@dataclass(frozen=True)
class Tick:
    """By the host: time passed."""


Command = Sit | Stand | MakeReady | Throw | Play | Resign | MakeOffer | AnswerOffer | WithdrawOffer | Tick
EVENTS: tuple[type[Event], ...] = (
    Created, Seated, Unseated, Ready, Started, Rolled, Moved, Forfeited, Offered, OfferClosed, LegEnded, Ended,
)  # fmt: skip


_CAPITAL = re.compile(r"(?<!^)([A-Z])")


def kind_of(event: type[Event]) -> str:
    """The name of a kind of event on the wire, in records and in messages: `leg_ended` of `LegEnded`."""
    return _CAPITAL.sub(r"_\1", event.__name__).lower()


KINDS: Mapping[str, type[Event]] = {kind_of(event): event for event in EVENTS}
