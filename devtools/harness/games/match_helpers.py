"""A tiny game with dice, forfeits and legs, and a table with scripted dice and clock."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from netgame.boards.geometry import Board, CellGeometry
from netgame.game import Game, IllegalMove, NotationError, Over, Pick, Picks, Piece, Seat, Text, ToMove, ToRoll, Turn
from netgame.match import HOST, Match, MatchError, Refused, act, decide, evolve, new_match, replay
from netgame.match.commands import AnswerOffer, Command, MakeOffer, MakeReady, Play, Sit
from netgame.match.create import created_event
from netgame.match.events import Created, Ended, Event, OfferKind, Player, RatingChange
from netgame.match.rating import START, rated
from netgame.match.results import half_points
from netgame.match.state import Games, other, to_act
from netgame.options import option


@dataclass(frozen=True)
class Take:
    points: int


@dataclass(frozen=True)
class TallyState:
    seat: Seat
    due: Literal["roll", "again", "move"]
    die: int = 6
    scores: tuple[int, int] = (0, 0)
    turns: int = 0


@dataclass(frozen=True)
class Tally(Game[TallyState, Take]):
    """Roll a die and take at most that many points. After a one roll again; a second one loses the turn."""

    key: ClassVar[str] = "tally"
    title: ClassVar[str] = "Tally"
    seats: ClassVar[tuple[str, str]] = ("First", "Second")
    version: ClassVar[int] = 3
    has_dice: ClassVar[bool] = True
    move_type: ClassVar[type] = Take

    battles: int = field(default=2, metadata=option("battles", 1, 3))
    length: int = field(default=4, metadata=option("turns in a battle", 1, 100))
    dice: bool = field(default=True, metadata=option("with a die"))
    ties: Literal["draw", "second"] = field(default="draw", metadata=option("equal scores"))
    count: bool = field(default=True, metadata=option("may be stopped and counted"))

    @property
    def legs(self) -> int:
        return self.battles

    @property
    def board(self) -> Board:
        return Board("square", (CellGeometry("a1", 0, 0),), (), ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)))

    def start(self) -> TallyState:
        return TallyState(0, "roll" if self.dice else "move")

    def turn(self, state: TallyState) -> Turn:
        if state.turns == self.length:
            return self._over(state.scores, "all turns are played")
        return ToMove(state.seat) if state.due == "move" else ToRoll(state.seat, 1, 6)

    def _over(self, scores: tuple[int, int], reason: str) -> Over:
        winner: Seat | None = int(scores[1] > scores[0])
        if scores[0] == scores[1]:
            winner = 1 if self.ties == "second" else None
        return Over(winner, scores, Text(reason))

    def check(self, state: TallyState, move: Take) -> None:
        if not 1 <= move.points <= state.die:
            raise IllegalMove("the die allows at most {die} points", die=state.die)

    def play(self, state: TallyState, move: Take) -> TallyState:
        own = list(state.scores)
        own[state.seat] += move.points
        return TallyState(
            1 - state.seat, "roll" if self.dice else "move", scores=(own[0], own[1]), turns=state.turns + 1
        )

    def moves(self, state: TallyState) -> Iterator[Take]:
        if isinstance(self.turn(state), ToMove):
            yield from (Take(points) for points in range(1, state.die + 1))

    def rolled(self, state: TallyState, dice: tuple[int, ...]) -> TallyState:
        if len(dice) != 1 or not 1 <= dice[0] <= 6:
            raise IllegalMove("a roll is one die")
        if dice[0] > 1:
            return TallyState(state.seat, "move", dice[0], state.scores, state.turns)
        seat, due = (state.seat, "again") if state.due == "roll" else (1 - state.seat, "roll")
        return TallyState(seat, due, 6, state.scores, state.turns)  # type: ignore[arg-type]

    def picks(self, state: TallyState, picked: tuple[Pick, ...]) -> Picks:
        return Picks(frozenset(), ())

    def pieces(self, state: TallyState) -> Mapping[int, Piece]:
        return {}

    def agreed(self, state: TallyState) -> Over | None:
        return self._over(state.scores, "both agreed to stop") if self.count else None

    def resigned(self, state: TallyState, seat: Seat) -> Over:
        scores = (state.scores[0], state.scores[1] + 10) if seat == 0 else (state.scores[0] + 10, state.scores[1])
        return Over(1 - seat, scores, Text("resigned"))

    def format(self, state: TallyState, move: Take) -> str:
        return f"+{move.points}"

    def parse(self, state: TallyState, text: str) -> Take:
        digits = text.strip().removeprefix("+")
        if not digits.isdecimal() or len(digits) > 3:
            raise NotationError("{text} is no number of points", text=text[:20])
        return Take(int(digits))

    def write_position(self, state: TallyState) -> str:
        return f"{state.seat} {state.due} {state.die} {state.scores[0]} {state.scores[1]} {state.turns}"

    def read_position(self, text: str) -> TallyState:
        try:
            seat, due, die, first, second, turns = text.split()
            assert due in ("roll", "again", "move")
            return TallyState(int(seat), due, int(die), (int(first), int(second)), int(turns))  # type: ignore[arg-type]
        except (ValueError, AssertionError) as exc:
            raise NotationError("{text} is no position", text=text[:20]) from exc

    def describe(self, state: TallyState, move: Take) -> Text:
        return Text("takes {points}", {"points": move.points})


TALLY: Games = {"tally": Tally}
NAMES = ("Ann", "Bob")


AGREED = (
    "clock", "absence", "rated", "delay", "previous", "score", "access", "match_rules", "tournament", "vacations",
    "pauses",
)  # fmt: skip


def created(game: str = "tally", games: Games = TALLY, position: str | None = None, **options: Any) -> Created:
    """Return a table of that game; agreements of the players are given with the options."""
    kind = games[game]
    agreed = {name: options.pop(name) for name in AGREED if name in options}
    if "dice_of" in options:  # `dice` is an option of the small game
        agreed["dice"] = options.pop("dice_of")
    return created_event(kind(**options), at=1_000, title="A table", position=position, **agreed)


class TableByScript:
    """A table with scripted dice and clock. After every command it checks that a replay of the log gives the match."""

    def __init__(self, first: Created, games: Games = TALLY, dice: tuple[int, ...] = ()) -> None:
        self.games = games
        self.log: list[Event] = [first]
        self.match: Match = new_match(first, games)
        self.dice = list(dice)
        self.now = first.at

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Return the dice of the script, then the highest face."""
        return tuple(min(self.dice.pop(0), sides) if self.dice else sides for _ in range(count))

    def do(self, command: Command, by: Player | None) -> tuple[Event, ...]:
        """Give a command that must be accepted, and return its events."""
        done = self.ask(command, by)
        assert not isinstance(done, Refused), done
        return done

    def play(self, *moves: str) -> None:
        """Make moves for the player to move."""
        for move in moves:
            self.do(Play(self.match.position, move), to_act(self.match))

    def offer(self, kind: OfferKind, by: Player, to: int | None = None) -> int:
        """Make an offer and return its number."""
        (event,) = self.do(MakeOffer(kind, to), by)
        return event.number

    def agree(self, kind: OfferKind, by: Player, to: int | None = None) -> tuple[Event, ...]:
        """Return the events of an offer that is made and accepted."""
        return self.do(AnswerOffer(self.offer(kind, by, to), accept=True), other(by))

    def make_ready(self, ms: int = 0) -> tuple[Event, ...]:
        """Let both players be ready, one after the other, each after that time. Return the events of the second."""
        self.after(ms).do(MakeReady(), 0)
        return self.after(ms).do(MakeReady(), 1)

    def after(self, ms: int) -> "TableByScript":
        """Advance the clock and return the table."""
        self.now += ms
        return self

    def refused(self, command: Command, by: Player | None) -> Refused:
        """Return the refusal of a command. The match must not change, and `decide` must answer the same."""
        before = self.match
        done = self.ask(command, by)
        assert isinstance(done, Refused), done
        assert self.match == before
        assert decide(before, command, by, self.now) == done
        return done

    def next_event(self, kind: type[Event], /, **values: Any) -> Event:
        """Return an event of that kind with the next number at the time of the host."""
        return kind(number=self.match.number + 1, at=self.now, **values)

    def misfit(self, event: Event) -> str:
        """Return why an event does not fit here in a log."""
        refused: MatchError | None = None
        try:
            evolve(self.match, event)
        except MatchError as error:
            refused = error
        assert refused is not None, event
        assert refused.number == event.number
        return str(refused.reason)

    def ask(self, command: Command, by: Player | None) -> tuple[Event, ...] | Refused:
        done = act(self.match, command, by, self.now, self.roll)
        if isinstance(done, Refused):
            return done
        events, self.match = done
        self.log += events
        assert replay(self.log, self.games) == self.match
        return events


def seated(*dice: int, position: str | None = None, **options: Any) -> TableByScript:
    """Return a table of Tally at which Ann (player 0) and Bob (player 1) have just sat down."""
    table = TableByScript(created(position=position, **options), dice=dice)
    for player in (0, 1):
        table.do(Sit(player, NAMES[player].lower(), NAMES[player]), HOST)  # type: ignore[arg-type]
    return table


def playing(*moves: str, **options: Any) -> TableByScript:
    """Return a table of Tally without a die, in its first leg, after these moves, else after one of each side."""
    table = seated(**{"dice": False, "length": 40, **options})
    table.play(*(moves or ("+1", "+1")))
    return table


def kinds(events: tuple[Event, ...]) -> list[str]:
    """Return the names of the kinds of events."""
    return [type(event).__name__ for event in events]


def rated_by_host(match: Match, ended: Ended) -> tuple[RatingChange, RatingChange]:
    """Return the ratings of a match of two beginners."""
    first, second = rated(START, START, half_points(ended))
    return RatingChange(before=START, after=first), RatingChange(before=START, after=second)
