"""The contract that every game keeps, and `apply`, the only way in for moves and rolls from outside."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Generic, Literal, Self, TypeVar

from netgame.boards.geometry import Board, Cell
from netgame.errors import IllegalMove, NotationError, OptionError, RulesError
from netgame.options import check_options
from netgame.text import Text

__all__ = [
    "Board", "Cell", "Game", "IllegalMove", "Mark", "NotationError", "OptionError", "Over", "Pick", "Picks", "Piece",
    "Roll", "RulesError", "Seat", "Text", "ToMove", "ToRoll", "Turn", "apply",
]  # fmt: skip

Seat = int  # the side in one leg: 0 moves first, 1 the other
Pick = Cell | str  # a cell of the board, or a button


@dataclass(frozen=True)
class ToMove:
    """That side makes a move."""

    seat: Seat


@dataclass(frozen=True)
class ToRoll:
    """`count` dice with `sides` faces are rolled for that side, by the host."""

    seat: Seat
    count: int
    sides: int


@dataclass(frozen=True)
class Roll:
    """Dice as they fell."""

    dice: tuple[int, ...]


@dataclass(frozen=True)
class Over:
    """The end of a leg: `winner` None is a draw, `scores` are by seat, `cells` are the winning path or regions."""

    winner: Seat | None
    scores: tuple[int, int]
    reason: Text
    cells: frozenset[Cell] = frozenset()


Turn = ToMove | ToRoll | Over


@dataclass(frozen=True)
class Piece:
    """A piece on a cell; `seat` None is nobody's."""

    seat: Seat | None
    kind: str


@dataclass(frozen=True)
class Mark:
    """Something to show about cells: spots, goal squares, largest regions, a path, what would be taken."""

    kind: str
    cells: frozenset[Cell]
    seat: Seat | None = None


@dataclass(frozen=True)
class Picks:
    """How a turn goes on after some picks. A pick in `next` always means that pick; any other cell cancels.

    `moves` holds the turn that is complete with exactly these picks: none or one. `picked` is the picks normalised,
    for a repeated pick un-chooses; whoever picks goes on from it. `suggested` are picks to add by default. `pieces`
    and `marks` are the board as staged, `hint` what is expected now.
    """

    next: frozenset[Pick]
    moves: tuple[Any, ...]
    picked: tuple[Pick, ...] = ()
    suggested: tuple[Pick, ...] = ()
    pieces: Mapping[Cell, Piece] = field(default_factory=dict)
    marks: tuple[Mark, ...] = ()
    hint: Text | None = None


@dataclass(frozen=True)
class Preview:
    """A game in one small picture and a few words: what a shelf shows of it. The picture goes over the middle part of a
    position that need not be of the usual board."""

    caption: str = ""  # a few words to know the game by
    position: str = ""  # the example by default
    options: Mapping[str, Any] = field(default_factory=dict)  # of the board that it is on
    centre: tuple[float, float] | None = None  # in cell widths, as cells lie; where the most is to be seen by default
    across: float = 6.0  # cells from the left to the right
    material: Literal["", "wood", "slate", "paper"] = ""  # what suits it where nobody chose a board


StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")


class Game(ABC, Generic[StateT, MoveT]):
    """A game for two. Concrete games are frozen dataclasses; their fields are the options."""

    key: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[tuple[str, str]]  # what the sides are called: ("Dwarfs", "Trolls")
    version: ClassVar[int]  # raised when an old record would replay differently
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    move_type: ClassVar[type[Any]]  # of MoveT; `apply` refuses any other
    # for views: the kinds of piece to know each side by, and the picks that are no cells with their words, in the order
    # in which they are shown; a button of one letter or digit is also a key
    side_icons: ClassVar[tuple[tuple[str, ...], tuple[str, ...]]]
    piece_names: ClassVar[Mapping[str, str]] = {}  # by kind, for screen readers
    buttons: ClassVar[Mapping[str, str]] = {}
    example: ClassVar[str] = ""  # a position text by the default options that shows what the game looks like
    preview: ClassVar[Preview] = Preview()

    def __new__(cls, /, *args: object, **options: object) -> Self:
        if args:
            raise OptionError("the options of {game} are given by name", game=cls.title)
        known = {item.name for item in fields(cls)}  # type: ignore[arg-type]  # every concrete game is a dataclass
        for name in options:
            if name not in known:
                raise OptionError("{game} has no option {name}", game=cls.title, name=name[:40])
        return super().__new__(cls)

    def __post_init__(self) -> None:
        check_options(self)

    @property
    def legs(self) -> int:
        """How many battles a match has, with sides swapped in between."""
        return 1

    @property
    @abstractmethod
    def board(self) -> Board:
        """The cells with names and places; a view needs nothing else."""

    @abstractmethod
    def start(self) -> StateT:
        """The first state. States are immutable and hashable; equality includes the history that the rules look at."""

    @abstractmethod
    def turn(self, state: StateT) -> Turn:
        """Who does what next, or how it ended."""

    @abstractmethod
    def check(self, state: StateT, move: MoveT) -> None:
        """Raise `IllegalMove` unless the side to move may make this move."""

    @abstractmethod
    def play(self, state: StateT, move: MoveT) -> StateT:
        """The state after a move that `check` accepts."""

    @abstractmethod
    def moves(self, state: StateT) -> Iterator[MoveT]:
        """Every legal move, lazily, in a fixed order; nothing unless `turn` is `ToMove`."""

    def rolled(self, state: StateT, dice: tuple[int, ...]) -> StateT:
        """The state after a roll; `IllegalMove` for a wrong number or range of dice, or where none is due.

        A roll that forfeits the turn passes it on by itself: it did so iff `turn` was `ToRoll` before and is `ToRoll`
        for the other seat after. `ToRoll` for the same seat is a second roll, at once; `ToMove` is a move of that seat.
        """
        raise IllegalMove("{game} is played without dice", game=self.title)

    @abstractmethod
    def picks(self, state: StateT, picked: tuple[Pick, ...]) -> Picks:
        """How the turn goes on after these picks."""

    @abstractmethod
    def pieces(self, state: StateT) -> Mapping[Cell, Piece]:
        """What stands where."""

    def marks(self, state: StateT) -> tuple[Mark, ...]:
        """What else the board shows."""
        return ()

    def status_text(self, state: StateT, seat: Seat) -> Text | None:
        """What people want to see of that side all the time: its score, its captures against the target; or nothing."""
        return None

    def agreed(self, state: StateT) -> Over | None:
        """The result if both agree to stop here; None where that is not offered."""
        return None

    @abstractmethod
    def resigned(self, state: StateT, seat: Seat) -> Over:
        """The result if that side resigns here."""

    @abstractmethod
    def format(self, state: StateT, move: MoveT) -> str:
        """The move in the notation of the rules page."""

    @abstractmethod
    def parse(self, state: StateT, text: str) -> MoveT:
        """The move that the text means; `NotationError` for any other text. It need not be legal."""

    @abstractmethod
    def write_position(self, state: StateT) -> str:
        """The position text of the rules page. It holds the position, not the history."""

    @abstractmethod
    def read_position(self, text: str) -> StateT:
        """The state of a position text; `NotationError` says what is wrong with any other text."""

    @abstractmethod
    def describe(self, state: StateT, move: MoveT) -> Text:
        """The move as one plain sentence."""


def apply(game: Game[StateT, MoveT], state: StateT, event: Any, *, seat: Seat | None = None) -> StateT:
    """The state after a move of this game or a `Roll`, checked: turn, type, seat, rules. `seat` is who sends it."""
    match game.turn(state):
        case Over():
            raise IllegalMove("the game is over")
        case ToRoll(whose):
            if not isinstance(event, Roll):
                raise IllegalMove("a roll of the dice comes first")
            _check_seat(game, seat, whose)
            return game.rolled(state, event.dice)
        case ToMove(whose):
            if not isinstance(event, game.move_type):
                raise IllegalMove("{side} must make a move of {game}", side=game.seats[whose], game=game.title)
            _check_seat(game, seat, whose)
            game.check(state, event)
            return game.play(state, event)


def _check_seat(game: Game[Any, Any], seat: Seat | None, whose: Seat) -> None:
    if seat is not None and seat != whose:
        raise IllegalMove("{side} to move", side=game.seats[whose])
