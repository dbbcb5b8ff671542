"""A game's rules as a page of the program: words for players, and boards that the game itself sets up.

The pages are data, one file a game in `client_qt/rulebook`; whoever shows them knows no game. A game without a file has
a page all the same: its sides, its board, its options.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from client_qt.models.wording import options_table, tr
from netgame.game import Game, Over, Pick, Picks, ToMove
from netgame.games import GAMES
from netgame.match.events import OptionValue
from netgame.options import option_values
from netgame.text import fill

BOOKS = "client_qt.rulebook"


@dataclass(frozen=True)
class Figure:
    """A board with a caption.

    `picks` are shown as a player sees them while his turn is made, by the names of cells or buttons; `move` is played
    before the board is shown. `legal` and `illegal` are turns that the caption speaks of: tests ask the game whether
    they are.
    """

    caption: str
    position: str = ""  # the start where there is none
    picks: tuple[str, ...] = ()
    move: str = ""
    dots: bool = True  # what may be picked has its dots
    legal: tuple[str, ...] = ()
    illegal: tuple[str, ...] = ()
    options: Mapping[str, OptionValue] = field(default_factory=dict)


@dataclass(frozen=True)
class Section:
    """A part of the page, under its title."""

    title: str
    words: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True)
class Step:
    """A turn of the first game that a newcomer makes himself: any of the `wanted` moves is right."""

    words: str
    position: str
    wanted: tuple[str, ...]
    hint: str  # after another turn
    done: str  # after the right one
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    roll: tuple[int, ...] = ()  # the dice of that position, to be seen beside the board


@dataclass(frozen=True)
class Book:
    """The page of one game."""

    sections: tuple[Section, ...]
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Staged:
    """A figure as the game sets it up."""

    game: Game[Any, Any]
    state: Any
    picks: Picks | None  # None: nobody is making a turn

    @property
    def over(self) -> Over | None:
        """How it ended, where it has."""
        turn = self.game.turn(self.state)
        return turn if isinstance(turn, Over) else None


def book_of(key: str) -> Book:
    """The page of a game; every game has one."""
    if key.isidentifier() and find_spec(f"{BOOKS}.{key}") is not None:
        written: Book = import_module(f"{BOOKS}.{key}").BOOK
        return written
    return _plain(GAMES[key])


def _plain(game: type[Game[Any, Any]]) -> Book:
    """What can be said of a game that nobody has written about."""
    return Book((Section("The board", (), (Figure("The board at the start.", dots=False),)),))


def sides_words(key: str) -> str:
    """Who plays against whom."""
    first, second = GAMES[key].seats
    return fill(tr("{first} against {second}. The first move: {first}."), {"first": tr(first), "second": tr(second)})


def options_of_book(key: str) -> list[tuple[str, str]]:
    """What can be agreed about a game, with what is usual."""
    game = GAMES[key]
    return options_table(game, option_values(game()))


@cache
def _game(key: str, options: tuple[tuple[str, OptionValue], ...]) -> Game[Any, Any]:
    return GAMES[key](**dict(options))


def read(key: str, position: str, options: Mapping[str, OptionValue]) -> tuple[Game[Any, Any], Any]:
    """A game and its state by a position text, or at the start."""
    game = _game(key, tuple(options.items()))
    return game, game.read_position(position) if position else game.start()


def pick_of(game: Game[Any, Any], name: str) -> Pick:
    """A cell by its name, or a button."""
    names = {place.name: cell for cell, place in enumerate(game.board.cells)}
    return names.get(name, name)


def staged(key: str, figure: Figure) -> Staged:
    """Set a figure up. Whatever the rules do not take is raised."""
    game, state = read(key, figure.position, figure.options)
    if figure.move:
        move = game.parse(state, figure.move)
        game.check(state, move)
        return Staged(game, game.play(state, move), None)
    if not isinstance(game.turn(state), ToMove) or not (figure.dots or figure.picks):
        return Staged(game, state, None)
    picks = game.picks(state, ())
    for name in figure.picks:
        pick = pick_of(game, name)
        assert pick in picks.next, f"{name} cannot be picked"
        picks = game.picks(state, (*picks.picked, pick))
    return Staged(game, state, picks)
