"""Facts about each game for the tests that all games share, from `cases.py` in the folder of tests of the game."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from netgame.game import Game

AnyGame = Game[Any, Any]
Options = dict[str, Any]


@dataclass(frozen=True)
class Cases:
    """Facts about one game."""

    move_texts: Callable[[AnyGame], Iterator[str]]  # texts of moves: every one, or many
    all_moves: bool = True  # `move_texts` has every legal move of a small board
    small: tuple[Options, ...] = ({},)  # boards so small that a test can look at every move of a position
    bases: tuple[Options, ...] = ()  # options that some value of another option needs beside it
    scripts: Mapping[str, str] = field(default_factory=dict)  # moves of a golden playthrough, by variant


def cases_of(key: str) -> Cases:
    """Return the facts about the game with that key."""
    found: Cases = import_module(f"tests.netgame.games.{key}.cases").CASES
    return found
