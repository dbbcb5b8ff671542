"""The contract of a game, and `apply`, which checks and makes a move or roll from outside."""

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
    """A side must make a move."""

    seat: Seat


@dataclass(frozen=True)
class ToRoll:
    """The host must roll `count` dice with `sides` faces for a side."""

    seat: Seat
    count: int
    sides: int


@dataclass(frozen=True)
class Roll:
    """A roll of the dice."""

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
    """A piece on a cell; `seat` None is a neutral piece."""

    seat: Seat | None
    kind: str


@dataclass(frozen=True)
class Mark:
    """A mark on cells for views: spots, goal squares, largest regions, a path, captures of the move."""

    kind: str
    cells: frozenset[Cell]
    seat: Seat | None = None


@dataclass(frozen=True)
class Picks:
    """How a turn continues after some picks. A pick in `next` always means that pick; any other cell is
    refused with the reason that `Game.why_not` gives.

    `moves` holds the move that is complete with exactly these picks: none or one. `picked` are the normalised picks, to
    continue from: picking a cell again removes it. `suggested` are picks to add by default. `pieces` and `marks` show
    the board during the selection, and `hint` says what to pick next.
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
    """The picture and caption that introduce a game in a list. The picture shows the middle part of a position."""

    caption: str = ""  # a few words that characterise the game
    position: str = ""  # the example by default
    options: Mapping[str, Any] = field(default_factory=dict)  # of the board in the picture
    centre: tuple[float, float] | None = None  # in cell widths; by default where most pieces are
    across: float = 6.0  # the width of the picture, in cells
    material: Literal["", "wood", "slate", "paper"] = ""  # the board if the player has not chosen one


StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")


class Game(ABC, Generic[StateT, MoveT]):
    """A game for two players. Concrete games are frozen dataclasses; their fields are the options."""

    key: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[tuple[str, str]]  # the names of the sides: ("Dwarfs", "Trolls")
    version: ClassVar[int]  # raised with a new option that changes the rules: see `netgame.options.option`
    has_dice: ClassVar[bool] = False  # whether a turn may be `ToRoll`
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
        """The number of legs of a match; the players swap sides after each."""
        return 1

    @property
    @abstractmethod
    def board(self) -> Board:
        """The cells with their names and geometry; a view needs nothing else."""

    @abstractmethod
    def start(self) -> StateT:
        """Return the first state. States are immutable and hashable; equality includes the history for the rules."""

    @abstractmethod
    def turn(self, state: StateT) -> Turn:
        """Return the next turn, or the result."""

    @abstractmethod
    def check(self, state: StateT, move: MoveT) -> None:
        """Raise `IllegalMove` unless the side to move may make this move."""

    @abstractmethod
    def play(self, state: StateT, move: MoveT) -> StateT:
        """Return the state after a move that `check` accepts."""

    @abstractmethod
    def moves(self, state: StateT) -> Iterator[MoveT]:
        """Yield every legal move in a fixed order; none unless `turn` is `ToMove`."""

    def rolled(self, state: StateT, dice: tuple[int, ...]) -> StateT:
        """Return the state after a roll. Raise `IllegalMove` for wrong dice, or if no roll is due.

        After the roll, `turn` is `ToMove` for the same seat; or `ToRoll` for the same seat, which rolls again; or
        `ToRoll` for the other seat, because the roll forfeited the turn.
        """
        raise IllegalMove("{game} is played without dice", game=self.title)

    @abstractmethod
    def picks(self, state: StateT, picked: tuple[Pick, ...]) -> Picks:
        """Return how the turn continues after these picks."""

    def ahead(self, state: StateT) -> StateT | None:
        """Return the position with the other side to move, in which it chooses its next turn before this one is made.

        None where a turn cannot be chosen ahead.
        """
        return None

    def picks_ahead(self, state: StateT, picked: tuple[Pick, ...]) -> Picks:
        """Return how a turn chosen ahead continues after these picks, in a position of `ahead`.

        It may offer what only becomes possible when the other side moves; then the picks are made again by `picks`.
        """
        return self.picks(state, picked)

    def why_not(self, state: StateT, picked: tuple[Pick, ...], cell: Cell) -> Text | None:
        """Return why that cell cannot be picked after these picks, in the words for a typed move.

        None means that the hint says enough.
        """
        try:
            move = self.intended(state, picked, cell)
            if move is not None:
                self.check(state, move)
        except IllegalMove as error:
            return error.text
        except NotationError:
            pass
        return None

    def intended(self, state: StateT, picked: tuple[Pick, ...], cell: Cell) -> MoveT | None:
        """Return the illegal move that a cell not offered would make after these picks; None without one.

        `IllegalMove` gives another reason. The default is for games whose turn is one cell.
        """
        return None if picked else self.parse(state, self.board.name(cell))

    @abstractmethod
    def pieces(self, state: StateT) -> Mapping[Cell, Piece]:
        """Return the pieces on the board."""

    def marks(self, state: StateT) -> tuple[Mark, ...]:
        """Return the other marks on the board."""
        return ()

    def status_text(self, state: StateT, seat: Seat) -> Text | None:
        """Return what views show of that side all the time, like its score or captures; None for nothing."""
        return None

    def agreed(self, state: StateT) -> Over | None:
        """Return the result if both agree to stop here, or None if they cannot."""
        return None

    @abstractmethod
    def resigned(self, state: StateT, seat: Seat) -> Over:
        """Return the result if that side resigns here."""

    @abstractmethod
    def format(self, state: StateT, move: MoveT) -> str:
        """Return the move in the notation of the rules page."""

    @abstractmethod
    def parse(self, state: StateT, text: str) -> MoveT:
        """Return the move that the text means; it need not be legal. Raise `NotationError` for other text."""

    @abstractmethod
    def write_position(self, state: StateT) -> str:
        """Return the position text of the rules page. It holds the position, not the history."""

    @abstractmethod
    def read_position(self, text: str) -> StateT:
        """Return the state of a position text. Raise `NotationError` for other text."""

    @abstractmethod
    def describe(self, state: StateT, move: MoveT) -> Text:
        """Return the move as one plain sentence."""


def apply(game: Game[StateT, MoveT], state: StateT, event: Any, *, seat: Seat | None = None) -> StateT:
    """Return the state after a move of this game or a `Roll`, checking turn, type, seat and rules.

    `seat` is the side that makes it; None skips that check.
    """
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
