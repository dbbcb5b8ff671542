"""Events: what happened at a table. Plain values; this module imports nothing of netgame."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

OptionValue = str | int | bool | None
Player = Literal[0, 1]  # for the whole match; a seat is the side in one leg: seat = player XOR (leg & 1)
OfferKind = Literal[
    "count",  # stop the leg and count it (a draw where the game has nothing to count)
    "take_back",  # an own move, and all that came after it
    "pause",
    "more_time",  # for the player asking
    "abort",  # the match, without a result; needs no consent until each side has moved
    "adjourn",  # go on another day
    "host_dice",  # the host rolls the dice from here, because a player has lost their chain
]
OfferOutcome = Literal["accepted", "declined", "withdrawn", "lapsed"]
LegEnd = Literal["board", "agreed", "resigned"]
MatchEnd = Literal["legs", "resigned", "flag", "absent", "left", "aborted"]
PauseCause = Literal["agreed", "adjourned", "restart", "drain", "vacation"]
AbsenceCause = Literal["lost", "left"]  # the connection broke, or the program said goodbye
ClaimKind = Literal["win", "draw", "adjourn"]
Access = Literal["open", "code", "invited"]
DiceSource = Literal["host", "players"]  # the host rolls, or the programs of both players draw: see `match.dice`
Rating = tuple[int, int, int]  # rating and deviation in hundredths, volatility in millionths


@dataclass(frozen=True, kw_only=True, slots=True)
class Proof:
    """Ed25519 signatures under an event, or b"" where there is none; `netgame.records.proof` has what is signed.

    `signature` is of the player whose command caused the event, who had seen the log up to number `seen`. `seal` is of
    the host, for the log up to this event.
    """

    seen: int = 0
    signature: bytes = b""
    seal: bytes = b""


@dataclass(frozen=True, kw_only=True, slots=True)
class Event:
    """One entry of a table's log. `number` counts from 1 without gaps; `at` is the server's time in ms.

    `clocks` holds both clocks right after the event, by player: ms until that flag falls, without free time. It is None
    at a table without clocks, and while no leg is played. A match keeps its events without `proof`.
    """

    number: int
    at: int
    clocks: tuple[int, int] | None = None
    proof: Proof | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class BoardChanged(Event):
    """The base of events that change the board. `digest` is of the position after it, if any: see `match.digest`."""

    digest: bytes = b""


@dataclass(frozen=True, kw_only=True, slots=True)
class Created(Event):
    """The table: the game, its rules, every option with its value, where it starts, and what the players agree on.

    `clock` and `absence` are in the notation of `match.time_control` and `match.absence`.
    """

    title: str
    game: str
    rules: int  # Game.version
    options: Mapping[str, OptionValue]
    match_rules: int = 1  # the version in match.match_rules.MATCH_RULES
    position: str | None = None
    clock: str = "none"
    absence: str = "wait"
    rated: bool = False
    rated_computers: bool = False  # computer players may play although it is rated
    hints: bool = True  # players may ask the computer for moves during play, unless the match is rated
    access: Access = "open"  # to the seats: for anyone, with the code, or for invited players
    spectators: bool = True
    spectator_chat: bool = False  # the players see the spectators' chat during play
    delay: int = 0  # seconds by which spectators are behind
    dice: DiceSource = "host"
    previous: str | None = None  # the table of which this one is the rematch
    score: tuple[int, int, int] = (0, 0, 0)  # of the series so far: won by player 0, by player 1, drawn
    origin: str = ""  # the public key of the host in base64url, "/" and the table; signatures are for this log alone
    tournament: str = ""  # of which the match is a game, so nobody aborts it alone
    vacations: bool = True  # stop the clock of a match by days
    pauses: bool = True  # the players may agree on pauses, and a match may be adjourned


TERMS = (
    "clock", "absence", "rated", "rated_computers", "hints", "access", "spectators", "spectator_chat", "delay", "dice",
)  # fmt: skip


def terms_of(table: Any) -> dict[str, Any]:
    """Return what the players of a table agree on besides the game, by the names in `TERMS`.

    `Created` has these fields, and so has every message that asks for a table or describes one.
    """
    return {name: getattr(table, name) for name in TERMS}


@dataclass(frozen=True, kw_only=True, slots=True)
class Seated(Event):
    """A player took a seat. An account holds one seat; an empty account is a player at this computer.

    `ready`: the player accepts what the table plays, so the match may start. `computer` says which computer player it
    is, for example "level 3"; it is empty for a person. `key` is the public Ed25519 key with which this player has
    signed in, and signs commands; b"" without one.
    """

    player: Player
    account: str
    name: str
    ready: bool = True
    computer: str = ""
    key: bytes = b""


@dataclass(frozen=True, kw_only=True, slots=True)
class Unseated(Event):
    player: Player


@dataclass(frozen=True, kw_only=True, slots=True)
class Committed(Event):
    """The program of a player has committed to its chain of links for the dice. `tip` is the beginning of the chain."""

    player: Player
    tip: bytes


@dataclass(frozen=True, kw_only=True, slots=True)
class Ready(Event):
    """A player is ready for the match or the next leg to start, or to go on after a pause that both wanted."""

    player: Player


@dataclass(frozen=True, kw_only=True, slots=True)
class Started(BoardChanged):
    """A leg begins; legs count from 0."""

    leg: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Revealed(Event):
    """The program of a player has revealed its next link for the dice, without a move."""

    player: Player
    link: bytes


@dataclass(frozen=True, kw_only=True, slots=True)
class Rolled(BoardChanged):
    """The dice were rolled for a player, by the host or from the links; `index` counts the rolls of the leg from 0."""

    player: Player
    index: int
    dice: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Moved(BoardChanged):
    """A move in the game's notation.

    `queued` is the time from its arrival to `at`, and `lag` the network lag that is not charged, both in ms. `link` is
    the next one of this player, for a roll of the other one. `conditional`: the host made the move for the player, who
    had told it before what to answer; so it is not signed. `seen` is the last event that the player's program had, if
    an offer of the other player is newer; otherwise 0.
    """

    player: Player
    move: str
    queued: int = 0
    lag: int = 0
    link: bytes = b""
    conditional: bool = False
    seen: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Forfeited(Event):
    """The second roll allowed no move either. This is for people; the roll has already passed the turn."""

    player: Player


@dataclass(frozen=True, kw_only=True, slots=True)
class Offered(Event):
    """`to` is the number of the own move to take back; None for the other kinds."""

    player: Player
    kind: OfferKind
    to: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class OfferClosed(Event):
    offer: int  # the number of the Offered event
    outcome: OfferOutcome


@dataclass(frozen=True, kw_only=True, slots=True)
class TakenBack(BoardChanged):
    """The board goes back to before the move with the number `to`, which that player made.

    The clock of that player goes back too; the other clock keeps its time. Known rolls come again.
    """

    player: Player
    to: int


@dataclass(frozen=True, kw_only=True, slots=True)
class TimeAdded(Event):
    """A player gets more time."""

    player: Player
    ms: int


@dataclass(frozen=True, kw_only=True, slots=True)
class DiceHandedOver(Event):
    """From here the host rolls the dice, as both players agreed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Paused(Event):
    """The clocks stop, and no moves are made. `at` is when the clocks stopped."""

    cause: PauseCause


@dataclass(frozen=True, kw_only=True, slots=True)
class Resumed(Event):
    """The clocks continue with the time they had."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Rehosted(Event):
    """From here another host keeps the log, with a clock of its own: `at` may be before that of the event before.

    The match is paused. The host may resume it when both players have taken their seats again, with the keys they had.
    """

    origin: str  # as in `Created`, of the new host


@dataclass(frozen=True, kw_only=True, slots=True)
class Absent(Event):
    """A player went away. Only tables whose absence policy is not `wait` log this."""

    player: Player
    cause: AbsenceCause


@dataclass(frozen=True, kw_only=True, slots=True)
class Returned(Event):
    player: Player


@dataclass(frozen=True, kw_only=True, slots=True)
class RatingChange:
    """The rating of one player before and after a rated match."""

    before: Rating
    after: Rating


@dataclass(frozen=True, kw_only=True, slots=True)
class LegEnded(Event):
    """The end of a leg. Scores are by player. `player` is the one who resigned."""

    leg: int
    reason: LegEnd
    winner: Player | None
    scores: tuple[int, int]
    player: Player | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Ended(Event):
    """The end of the match; the log is closed.

    `totals` are by player: the sums over the legs of own minus other scores, so one is the negative of the other. With
    the reason `legs` they decide; in a match of one leg its winner does. For the other reasons the totals do not count,
    and `player` caused the end: by giving up the match (`resigned`), running out of time (`flag`), being away longer
    than agreed (`absent`; `winner` is None if the other player claimed a draw), or leaving (`left`). An `aborted` match
    has no result; `player` is the one who aborted it alone. `ratings`, by player, are there if the match was rated.
    """

    reason: MatchEnd
    winner: Player | None
    totals: tuple[int, int]
    player: Player | None = None
    ratings: tuple[RatingChange, RatingChange] | None = None


EVENTS: tuple[type[Event], ...] = (
    Created, Seated, Unseated, Committed, Ready, Started, Revealed, Rolled, Moved, Forfeited, Offered, OfferClosed,
    TakenBack, TimeAdded, DiceHandedOver, Paused, Resumed, Rehosted, Absent, Returned, LegEnded, Ended,
)  # fmt: skip


_CAPITAL = re.compile(r"(?<!^)([A-Z])")
KINDS: Mapping[str, type[Event]] = {_CAPITAL.sub(r"_\1", kind.__name__).lower(): kind for kind in EVENTS}
_NAMES = {kind: name for name, kind in KINDS.items()}


def kind_of(event: type[Event]) -> str:
    """Return the name of a kind of event on the wire, in records and in messages: `leg_ended` of `LegEnded`."""
    return _NAMES[event]
