"""A match as a value, its history, and the errors of its log."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Literal, NamedTuple, overload

from netgame.errors import RulesError
from netgame.game import Game, Over, Seat, ToRoll, Turn
from netgame.match import events
from netgame.match.clocks import Clocks
from netgame.match.dice import PlayersDice, draw
from netgame.match.events import Created, Event, OfferKind, Player
from netgame.match.match_rules import MatchRules
from netgame.text import N_, Arg, Text

Games = Mapping[str, type[Game[Any, Any]]]
OfferKey = tuple[Player, OfferKind]  # the player who offers, and the kind
Phase = Literal["open", "playing", "between", "over"]  # before the start; in a leg; between two legs; closed


class InvalidEvent(RulesError):
    """The event does not fit its match. `code` is the reason for programs, `text` the rule that it breaks."""

    def __init__(self, code: str, template: str, /, **args: Arg) -> None:
        super().__init__(template, **args)
        self.code = code


class UnknownRules(InvalidEvent):
    """This program does not have the rules of the match: one side has to be updated, as the text says."""


class OtherPosition(InvalidEvent):
    """The event has another digest than the position after it, so the host plays by other rules, or one side errs."""

    def __init__(self, stated: bytes, computed: bytes) -> None:
        super().__init__("digest", N_("the position after it is another one than the host of the match computed"))
        self.stated, self.computed = stated, computed


class MatchError(RulesError):
    """The log breaks the rules: the number of the event that does not fit, and the reason."""

    def __init__(self, number: int, reason: Text) -> None:
        super().__init__("event {number}: {reason}", number=number, reason=str(reason))
        self.number = number
        self.reason = reason


class Ply(NamedTuple):  # one is made for every move: a named tuple is faster than a frozen dataclass
    """One entry of the move list, and a stop when stepping through the match.

    `state` is the board after the event. `seat` is the side that rolled, moved or forfeited its turn, `move` the move
    as a value of the game; both are None for other events. `clocks` are those before a move, for a take-back.
    """

    event: events.Started | events.Rolled | events.Moved | events.Forfeited | events.LegEnded
    state: Any
    leg: int
    seat: Seat | None = None
    move: Any = None
    clocks: Clocks | None = None

    @property
    def notation(self) -> str:
        """The move or roll as text; a forfeited turn is `--`."""
        match self.event:
            case events.Moved(move=move):
                return move
            case events.Rolled(dice=dice):
                return write_dice(dice)
            case events.Forfeited():
                return "--"
        return ""


class History(Sequence[Ply]):
    """The plies of a match. Matches that follow each other share one list, and each sees its own part of it.

    A copy for every event would make each move of a long match slower than the one before.
    """

    __slots__ = ("_length", "_plies")

    def __init__(self, plies: Sequence[Ply] = ()) -> None:
        self._plies = list(plies)
        self._length = len(self._plies)

    def append(self, ply: Ply) -> "History":
        """Return these plies and one more. The first continuation shares the list; any other copies it."""
        longer = History.__new__(History)
        longer._plies = self._plies if len(self._plies) == self._length else self._plies[: self._length]
        longer._plies.append(ply)
        longer._length = self._length + 1
        return longer

    @property
    def last(self) -> Ply:
        """The last ply; there must be one."""
        return self._plies[self._length - 1]

    def truncated(self, length: int) -> "History":
        """Return the first `length` plies."""
        shorter = History.__new__(History)
        shorter._plies, shorter._length = self._plies, min(length, self._length)
        return shorter

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> Ply: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Ply]: ...
    def __getitem__(self, index: int | slice) -> Ply | Sequence[Ply]:
        if isinstance(index, slice):
            return tuple(self._plies[place] for place in range(*index.indices(self._length)))
        place = index + self._length if index < 0 else index
        if not 0 <= place < self._length:
            raise IndexError(f"ply {index} of {self._length}")
        return self._plies[place]

    def __iter__(self) -> Iterator[Ply]:
        return islice(self._plies, self._length)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, History) and self[:] == other[:]

    def __hash__(self) -> int:
        return hash(self[-1:])


@dataclass(frozen=True, slots=True)
class Refusals:
    """How often in a row an offer of one kind was declined, and until which number of moves it is muted."""

    count: int = 0
    until: int = 0


@dataclass(frozen=True)
class Match:
    """The result of a table's events up to `number`. Matches share containers, so never change one in place."""

    game: Game[Any, Any]
    rules: MatchRules
    created: Created
    state: Any  # of the current leg, or of the last one
    turn: Turn  # game.turn(state)
    number: int  # of the last event
    at: int  # the time of the last event
    seats: tuple[events.Seated | None, events.Seated | None] = (None, None)  # by player
    phase: Phase = "open"
    leg: int = 0
    position: int = 0  # number of the last event that changed the board (started, rolled, moved, taken back)
    undigested: int = 0  # changes of the board since the last one with a digest
    rolls: int = 0  # index of the next roll of the leg
    dice: tuple[tuple[int, ...], ...] = ()  # the rolls of the leg by index; those of moves taken back come again
    last_roll: tuple[int, ...] | None = None  # of this leg
    moved: tuple[int, int] = (0, 0)  # moves by player in the whole match, including those taken back
    drawing: PlayersDice | None = None  # None where the host rolls
    clocks: Clocks | None = None  # of the current leg, or of the last one; None without clocks
    paused: events.Paused | None = None
    rehosted: events.Rehosted | None = None  # the last change of the host
    starts_at: int | None = None  # when the next leg starts by itself
    ready: frozenset[Player] = frozenset()  # for the start, the next leg, or to go on
    offers: Mapping[int, events.Offered] = field(default_factory=dict)  # the open ones, by number
    asked: Mapping[OfferKey, int] = field(default_factory=dict)  # number of offers since an own move
    refusals: Mapping[OfferKey, Refusals] = field(default_factory=dict)
    accepted: events.Offered | None = None  # by the last event; its consequence must come next
    lapsing: tuple[int, ...] = ()  # offers that the last event made pointless; they must lapse next
    away: Mapping[Player, events.Absent] = field(default_factory=dict)
    spent_away: tuple[int, int] = (0, 0)  # ms of the absence budgets, up to `away_since`
    away_since: int = 0
    over: Over | None = None  # the result of the last leg, until the next one starts
    legs_ended: tuple[events.LegEnded, ...] = ()
    ended: events.Ended | None = None
    history: History = field(default_factory=History)  # without moves that were taken back

    @property
    def origin(self) -> str:
        """The origin of the log at the present host, which signatures name; "" if nobody signs."""
        return self.rehosted.origin if self.rehosted is not None else self.created.origin

    @property
    def is_rated(self) -> bool:
        """Whether the end changes ratings. They belong to a server, so none change after another host continued."""
        return self.created.rated and self.rehosted is None

    @property
    def vacant(self) -> frozenset[Player]:
        """The players who have not taken their seats again since another host continued the match."""
        changed = self.rehosted.number if self.rehosted is not None else 0
        return frozenset(seat.player for seat in self.seats if seat is not None and seat.number < changed)

    def after(self, event: Event, **changes: Any) -> "Match":
        """Return this match with the number and time of the event, and the changes."""
        # dataclasses.replace goes through __init__ and takes several times as long, for every event of every log
        changes["number"], changes["at"] = event.number, event.at
        match = object.__new__(Match)
        object.__setattr__(match, "__dict__", self.__dict__ | changes)
        return match


def seat_of(player: Player, leg: int) -> Seat:
    """Return the side that a player has in a leg."""
    return player ^ (leg & 1)


def player_of(seat: Seat, leg: int) -> Player:
    """Return the player of a side in a leg."""
    return 1 if seat ^ (leg & 1) else 0


def other(player: Player) -> Player:
    """Return the opponent of a player."""
    return 0 if player else 1


def to_act(match: Match) -> Player | None:
    """Return the player whose move or roll is due; None while no leg is played."""
    if match.phase != "playing" or isinstance(match.turn, Over):
        return None
    return player_of(match.turn.seat, match.leg)


def awaited(match: Match) -> Player | None:
    """Return the player whose program has to act next; None while no leg is played.

    It is the player whose move or roll is due, unless that roll needs a link of the other player first.
    """
    due = link_due(match)
    return to_act(match) if due is None else due


def resting_player(match: Match) -> Player | None:
    """Return the player who has to act in a match by days, where a vacation can stop the clock; None in any other."""
    if not match.created.vacations or match.clocks is None or match.clocks.control.kind != "days":
        return None
    return awaited(match)


def vacationer(match: Match) -> Player | None:
    """Return the player whose vacation has paused the match, and who may act all the same; None without one."""
    return resting_player(match) if match.paused is not None and match.paused.cause == "vacation" else None


def link_due(match: Match) -> Player | None:
    """Return whose link the roll that is due needs next; None if it needs none."""
    roller = to_act(match)
    if roller is None or match.drawing is None or not isinstance(match.turn, ToRoll) or has_dice(match):
        return None
    return match.drawing.awaited(roller)


def find_move(match: Match, player: Player, to: int | None) -> int:
    """Return the index in the history of a player's move in this leg: the one with that number, or the last one.

    Raise `InvalidEvent` if there is none.
    """
    plies = match.history
    # a binary search, since a client may ask for an old move again and again
    last = len(plies) - 1 if to is None else bisect_left(plies, to, key=lambda ply: ply.event.number)
    for place in range(min(last, len(plies) - 1), -1, -1):
        ply = plies[place]
        if ply.leg != match.leg or to not in (None, ply.event.number):
            break
        if isinstance(ply.event, events.Moved) and ply.event.player == player:
            return place
    raise InvalidEvent("no_move", N_("{name} has no such move to take back"), name=name_of(match, player))


def known_roll(match: Match) -> tuple[int, ...] | None:
    """Return the dice of the roll that is due, if they were rolled before a take-back."""
    if match.rolls >= len(match.dice) or not isinstance(match.turn, ToRoll):
        return None
    dice, wanted = match.dice[match.rolls], match.turn
    return dice if len(dice) == wanted.count and max(dice) <= wanted.sides else None


def is_second_roll(match: Match) -> bool:
    """Return whether the roll that is due follows the newest roll, of the same player: one pair of links gives both."""
    last = match.history.last.event
    return (
        isinstance(last, events.Rolled)
        and last.player == to_act(match)
        and last.index == match.rolls - 1 == len(match.dice) - 1
    )


def has_dice(match: Match) -> bool:
    """Return whether the dice of the roll that is due follow from what is known without another link."""
    return known_roll(match) is not None or is_second_roll(match)


def drawn_roll(match: Match) -> tuple[int, ...] | None:
    """Return the dice of the roll that is due, by the links of both players. None while a link is missing."""
    roller, drawing, wanted = to_act(match), match.drawing, match.turn
    if drawing is None or roller is None or not isinstance(wanted, ToRoll):
        return None
    if (known := known_roll(match)) is not None:
        return known
    number = drawing.drawn if is_second_roll(match) else drawing.drawn + 1
    if number > drawing.drawn and drawing.awaited(roller) is not None:
        return None
    return draw(drawing.pair(number), drawing.tips, match.leg, match.rolls, wanted.count, wanted.sides)


def check_begun(match: Match) -> None:
    """Raise `InvalidEvent` before the start."""
    if match.phase == "open":
        raise InvalidEvent("not_started", N_("the match has not started yet"))


def check_playing(match: Match) -> None:
    """Raise `InvalidEvent` unless a leg is played."""
    check_begun(match)
    if match.phase == "between":
        raise InvalidEvent("between_legs", N_("the leg is over and the next one has not started yet"))


def check_not_paused(match: Match) -> None:
    """Raise `InvalidEvent` during a pause."""
    if match.paused:
        raise InvalidEvent("paused", N_("the match is paused"))


def name_of(match: Match, player: Player) -> str:
    """Return the name of a player for a sentence."""
    seated = match.seats[player]
    return seated.name if seated else f"player {player + 1}"


def write_dice(dice: tuple[int, ...]) -> str:
    """Return a roll as text, the larger die first."""
    return "-".join(str(die) for die in sorted(dice, reverse=True))
