"""The rules page of a game: Markdown in the folder of the game, `rules.md` and one file for each translation.

A fenced block `position` is a board, and the paragraph after it is its caption. A fenced block `exercise` is a step of
the first game, and the paragraph before it is the task. docs/developing/add-a-game.md describes both.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from PySide6.QtCore import QLocale

from client_qt.text.rules_text import options_table
from client_qt.text.translation import tr
from netgame.game import Game, Over, Pick, Picks, ToMove
from netgame.games import GAMES
from netgame.match.events import OptionValue
from netgame.options import option_values, options_of
from netgame.text import fill

START = "start"  # in place of a position text: the first position of the game
AIM_CHARACTERS = 120  # of the first sentences
FENCE = "```"
Options = Mapping[str, OptionValue]


@dataclass(frozen=True)
class Figure:
    """A board with a caption.

    `picks` are the names of cells and buttons that are picked already; None shows no choices. `move` is played before
    the board is shown. `legal` and `illegal` are moves that the caption mentions.
    """

    caption: str
    position: str = START
    options: Options = field(default_factory=dict)
    picks: tuple[str, ...] | None = None
    move: str = ""
    legal: tuple[str, ...] = ()
    illegal: tuple[str, ...] = ()


@dataclass(frozen=True)
class Section:
    """A part of the page: its title, and Markdown paragraphs and boards in their order."""

    title: str
    parts: tuple[str | Figure, ...] = ()

    @property
    def paragraphs(self) -> list[str]:
        """The Markdown text without the boards."""
        return [part for part in self.parts if isinstance(part, str)]

    @property
    def figures(self) -> list[Figure]:
        """The boards."""
        return [part for part in self.parts if isinstance(part, Figure)]


@dataclass(frozen=True)
class Step:
    """A turn of the first game. Any of the `wanted` moves solves it."""

    task: str
    position: str
    options: Options
    wanted: tuple[str, ...]
    hint: str  # shown after any other move
    done: str  # shown after a wanted move
    roll: tuple[int, ...] = ()  # the dice shown beside the board


@dataclass(frozen=True)
class Rulebook:
    """The rules page of one game."""

    lead: str
    sections: tuple[Section, ...]
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Staged:
    """A figure as the game sets it up. `picks` is None where no choices are shown."""

    game: Game[Any, Any]
    state: Any
    picks: Picks | None

    @property
    def over(self) -> Over | None:
        """The result, if the game is over in this position."""
        turn = self.game.turn(self.state)
        return turn if isinstance(turn, Over) else None


def book_of(key: str) -> Rulebook:
    """The rules page of a game in the language of the window; a game without a file gets its sides and its board."""
    game = GAMES[key]
    folder = files(game.__module__.rpartition(".")[0])
    for name in (f"rules.{QLocale().bcp47Name().partition('-')[0]}.md", "rules.md"):
        if (file := folder / name).is_file():
            return parse_book(game, file.read_text(encoding="utf-8"))
    first, second = map(tr, game.seats)
    lead = fill(tr("{first} against {second}. First move: {first}."), {"first": first, "second": second})
    return Rulebook(lead, (Section(tr("The board"), (Figure(tr("The board at the start.")),)),))


def options_of_book(key: str) -> list[tuple[str, str]]:
    """Each option of a game with its default, in words."""
    game = GAMES[key]
    return options_table(game, option_values(game()))


@cache
def parse_book(game: type[Game[Any, Any]], text: str) -> Rulebook:
    """The page that a Markdown text describes."""
    lead, titles, parts, steps = "", list[str](), list[list[str | Figure]](), list[Step]()
    blocks = _blocks(text)
    for info, block in blocks:
        if info.startswith("position "):
            parts[-1].append(figure_of(game, info, block, next(blocks)[1]))
        elif info.startswith("exercise "):
            task = parts[-1].pop()
            assert isinstance(task, str)
            steps.append(_step(game, info, block, task))
        elif block.startswith("## "):
            titles.append(block[3:])
            parts.append([])
        elif not block.startswith("# "):
            if parts:
                parts[-1].append(block)
            else:
                lead = block
    sections = tuple(Section(title, tuple(found)) for title, found in zip(titles, parts, strict=True) if found)
    return Rulebook(lead, sections, tuple(steps))


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """Each fenced block with its info string, and each other block with none; a paragraph becomes one line."""
    lines = iter([*text.splitlines(), ""])
    block: list[str] = []
    for line in lines:
        if line.startswith(FENCE):
            inside = []
            while (inner := next(lines)) != FENCE:
                inside.append(inner.strip())
            yield line.removeprefix(FENCE), "\n".join(inside)
        elif line:
            block.append(line)
        elif block:
            yield "", ("\n" if block[0].startswith(("-", "|")) else " ").join(block)
            block = []


def _fields(block: str) -> tuple[str, dict[str, str]]:
    """The position text and the `name: value` lines below it. The position text may be broken after / and commas."""
    lines = block.splitlines()
    rows = [line for line in lines if ":" not in line]
    position = " ".join(rows).replace("/ ", "/").replace(", ", ",")
    named = (line.partition(":") for line in lines[len(rows) :])
    return " ".join(position.split()), {name: value.strip() for name, _, value in named}


def _options(game: type[Game[Any, Any]], info: str) -> Options:
    """The options in the info string: `position thud battles=1`."""
    given = dict(item.split("=") for item in info.split()[2:])
    numbers = {option.name for option in options_of(game) if option.kind == "int"}
    return {name: int(value) if name in numbers else value for name, value in given.items()}


def figure_of(game: type[Game[Any, Any]], info: str, block: str, caption: str = "") -> Figure:
    """Return the board of a `position` block; `info` is the text after its opening fence."""
    position, named = _fields(block)
    return Figure(
        caption,
        position,
        _options(game, info),
        tuple(named["picks"].split()) if "picks" in named else None,
        named.get("move", ""),
        _moves(named.get("legal", "")),
        _moves(named.get("illegal", "")),
    )


def _step(game: type[Game[Any, Any]], info: str, block: str, task: str) -> Step:
    position, named = _fields(block)
    roll = tuple(map(int, named["roll"].split("-"))) if "roll" in named else ()
    return Step(task, position, _options(game, info), _moves(named["play"]), named["hint"], named["done"], roll)


def _moves(text: str) -> tuple[str, ...]:
    return tuple(filter(None, (move.strip() for move in text.split(";"))))


@cache
def _game(kind: type[Game[Any, Any]], options: tuple[tuple[str, OptionValue], ...]) -> Game[Any, Any]:
    return kind(**dict(options))


def read(key: str, position: str, options: Options) -> tuple[Game[Any, Any], Any]:
    """A game and the state of a position text."""
    game = _game(GAMES[key], tuple(options.items()))
    return game, game.start() if position == START else game.read_position(position)


def pick_of(game: Game[Any, Any], name: str) -> Pick:
    """A cell by its name, or a button."""
    names = {place.name: cell for cell, place in enumerate(game.board.cells)}
    return names.get(name, name)


def staged(key: str, figure: Figure) -> Staged:
    """Set up a figure. Errors of the rules are raised."""
    game, state = read(key, figure.position, figure.options)
    if figure.move:
        move = game.parse(state, figure.move)
        game.check(state, move)
        return Staged(game, game.play(state, move), None)
    if not isinstance(game.turn(state), ToMove) or figure.picks is None:
        return Staged(game, state, None)
    picks = game.picks(state, ())
    for name in figure.picks:
        pick = pick_of(game, name)
        assert pick in picks.next, f"{name} cannot be picked"
        picks = game.picks(state, (*picks.picked, pick))
    return Staged(game, state, picks)


def aim_words(key: str) -> str:
    """Return the first sentences of the rules of a game, about its aim; none for a game without rules here."""
    texts = (part for section in book_of(key).sections[:1] for part in section.parts if isinstance(part, str))
    found = ""
    for sentence in filter(None, next(texts, "").replace("**", "").split(". ")):
        if found and len(found) + len(sentence) > AIM_CHARACTERS:
            break
        found = f"{found} {sentence.removesuffix('.')}.".strip()
    return found
