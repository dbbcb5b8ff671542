"""A match as a value: what everybody may know about it, who has which side, and the errors of its log."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Literal, overload

from netgame.errors import RulesError
from netgame.game import Game, Over, Seat, ToRoll, Turn
from netgame.match.events import (
    Absent,
    Created,
    Ended,
    Event,
    Forfeited,
    LegEnded,
    Moved,
    Offered,
    OfferKind,
    Paused,
    Player,
    Rolled,
    Seated,
    Started,
)
from netgame.match.time_control import Clocks
from netgame.text import Arg, Text

Games = Mapping[str, type[Game[Any, Any]]]
Asked = tuple[Player, OfferKind]  # who offered what
Phase = Literal["open", "playing", "between", "over"]  # seats are free; a leg is on; between two legs; closed


class InvalidEvent(RulesError):
    """An event does not fit its match. `code` is the reason for programs, `text` the rule that it breaks."""

    def __init__(self, code: str, template: str, /, **args: Arg) -> None:
        super().__init__(template, **args)
        self.code = code


class MatchError(RulesError):
    """A log that is not one of a match by these rules: the number of the event that does not fit, and the reason."""

    def __init__(self, number: int, reason: Text) -> None:
        super().__init__("event {number}: {reason}", number=number, reason=str(reason))
        self.number = number
        self.reason = reason


@dataclass(frozen=True)
class Ply:
    """One entry of the move list, and a stop when walking through the match.

    `state` is the board after the event; before it, that of the step in front. `seat` is who rolled, moved or lost the
    turn, `move` the move as a value of the game; None where there is none. `clocks` are those in front of a move, from
    which a take-back restores them.
    """

    event: Started | Rolled | Moved | Forfeited | LegEnded
    state: Any
    leg: int
    seat: Seat | None = None
    move: Any = None
    clocks: Clocks | None = None

    @property
    def notation(self) -> str:
        """The move or roll as text; a forfeited turn is `--`."""
        match self.event:
            case Moved(move=move):
                return move
            case Rolled(dice=dice):
                return write_dice(dice)
            case Forfeited():
                return "--"
        return ""


class History(Sequence[Ply]):
    """The steps of a match. A later match shares the list of an earlier one and sees more of it.

    Copying the steps for every event would touch all of them at every move, and a long match would cost more per move.
    """

    __slots__ = ("_length", "_steps")

    def __init__(self, steps: Sequence[Ply] = ()) -> None:
        self._steps = list(steps)
        self._length = len(self._steps)

    def and_then(self, step: Ply) -> "History":
        """These steps and one more. Only the first to go on from here shares the list; another one copies it."""
        longer = History.__new__(History)
        longer._steps = self._steps if len(self._steps) == self._length else self._steps[: self._length]
        longer._steps.append(step)
        longer._length = self._length + 1
        return longer

    def cut(self, length: int) -> "History":
        """The first so many of these steps."""
        shorter = History.__new__(History)
        shorter._steps, shorter._length = self._steps, min(length, self._length)
        return shorter

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> Ply: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Ply]: ...
    def __getitem__(self, index: int | slice) -> Ply | Sequence[Ply]:
        if isinstance(index, slice):
            return tuple(self._steps[place] for place in range(*index.indices(self._length)))
        place = index + self._length if index < 0 else index
        if not 0 <= place < self._length:
            raise IndexError(f"step {index} of {self._length}")
        return self._steps[place]

    def __iter__(self) -> Iterator[Ply]:
        return islice(self._steps, self._length)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, History) and self[:] == other[:]

    def __hash__(self) -> int:
        return hash(self[-1:])


@dataclass(frozen=True)
class Refusals:
    """How often an offer of one kind was declined in a row, and until which number of moves it is muted."""

    count: int = 0
    until: int = 0


@dataclass(frozen=True)
class Match:
    """What the events of a table up to `number` add up to. Containers are shared between matches and never written."""

    game: Game[Any, Any]
    created: Created
    state: Any  # of the leg that is on, or was played last
    turn: Turn  # game.turn(state)
    number: int  # of the last event
    at: int  # its time
    seats: tuple[Seated | None, Seated | None] = (None, None)  # by player
    phase: Phase = "open"
    leg: int = 0
    position: int = 0  # number of the last event that changed the board (started, rolled, moved, taken back)
    rolls: int = 0  # index of the next roll of the leg
    dice: tuple[tuple[int, ...], ...] = ()  # the rolls of the leg by index; those of moves taken back come again
    last_roll: tuple[int, ...] | None = None  # of this leg
    moved: tuple[int, int] = (0, 0)  # moves by player in the whole match, those that were taken back too
    clocks: Clocks | None = None  # of the leg that is on, or was played last; None: no clock
    paused: Paused | None = None
    starts_at: int | None = None  # when the next leg starts by itself
    ready: frozenset[Player] = frozenset()  # for the start, the next leg, or to go on
    offers: Mapping[int, Offered] = field(default_factory=dict)  # the open ones, by number
    asked: Mapping[Asked, int] = field(default_factory=dict)  # how often since an own move
    refusals: Mapping[Asked, Refusals] = field(default_factory=dict)
    accepted: Offered | None = None  # by the last event; what follows from it must come next
    lapsing: tuple[int, ...] = ()  # offers that the last event made pointless; that they lapse must come next
    away: Mapping[Player, Absent] = field(default_factory=dict)
    spent_away: tuple[int, int] = (0, 0)  # ms of the absence budgets, up to `away_since`
    away_since: int = 0
    over: Over | None = None  # how the leg ended that was played last, until the next one starts
    legs_ended: tuple[LegEnded, ...] = ()
    ended: Ended | None = None
    history: History = field(default_factory=History)  # of what stands: moves that were taken back are not in it

    def after(self, event: Event, **changes: Any) -> "Match":
        """This match with the number and time of the event, and the changes."""
        # dataclasses.replace goes through __init__ and takes several times as long, for every event of every log
        match = object.__new__(Match)
        match.__dict__.update(self.__dict__, number=event.number, at=event.at, **changes)
        return match


def seat_of(player: Player, leg: int) -> Seat:
    """The side that a player has in a leg."""
    return player ^ (leg & 1)


def player_of(seat: Seat, leg: int) -> Player:
    """The player who has that side in a leg."""
    return 1 if seat ^ (leg & 1) else 0


def other(player: Player) -> Player:
    """The other one of the two."""
    return 0 if player else 1


def to_act(match: Match) -> Player | None:
    """Whose move or roll is due; None while no leg is on."""
    if match.phase != "playing" or isinstance(match.turn, Over):
        return None
    return player_of(match.turn.seat, match.leg)


def standing_move(match: Match, player: Player, to: int | None) -> int:
    """Index in the history of a move of the player in this leg: the one with that number, or the last one.

    `InvalidEvent` if there is none."""
    steps = match.history
    # an old move is looked up, for somebody may ask for it again and again
    last = len(steps) - 1 if to is None else bisect_left(steps, to, key=lambda step: step.event.number)
    for place in range(min(last, len(steps) - 1), -1, -1):
        step = steps[place]
        if step.leg != match.leg or to not in (None, step.event.number):
            break
        if isinstance(step.event, Moved) and step.event.player == player:
            return place
    raise InvalidEvent("no_move", "there is no such move of {name} to take back", name=name_of(match, player))


def known_roll(match: Match) -> tuple[int, ...] | None:
    """The dice of the roll that is due, where they fell already and the move after them was taken back."""
    if match.rolls >= len(match.dice) or not isinstance(match.turn, ToRoll):
        return None
    dice, wanted = match.dice[match.rolls], match.turn
    return dice if len(dice) == wanted.count and max(dice) <= wanted.sides else None


def check_begun(match: Match) -> None:
    """`InvalidEvent` before the start."""
    if match.phase == "open":
        raise InvalidEvent("not_started", "the match has not started yet")


def check_playing(match: Match) -> None:
    """`InvalidEvent` unless a leg is on."""
    check_begun(match)
    if match.phase == "between":
        raise InvalidEvent("between_legs", "the leg is over, and the next one has not started yet")


def check_going(match: Match) -> None:
    """`InvalidEvent` during a pause."""
    if match.paused:
        raise InvalidEvent("paused", "the match is paused")


def name_of(match: Match, player: Player) -> str:
    """How to call a player in a sentence."""
    seated = match.seats[player]
    return seated.name if seated else f"player {player + 1}"


def write_dice(dice: tuple[int, ...]) -> str:
    """A roll as text, the larger die first."""
    return "-".join(str(die) for die in sorted(dice, reverse=True))
