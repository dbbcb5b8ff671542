"""The result of a search: a move, its value, and how it expects the game to go on."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Choice:
    """A move; None before a roll. `value` is from -1 (seat 1 wins) to 1 (seat 0 wins); None without a search.

    The searches tell the values of their evaluation; `search` makes expected results of them.

    `line` begins with the move and ends before the next roll of dice. `nodes` is the number of nodes so far.
    `kept` is the search itself: a large tree takes long to free, so an engine answers first.
    """

    move: Any
    value: float | None = None
    line: tuple[Any, ...] = ()
    nodes: int = 0
    kept: object = field(default=None, repr=False, compare=False)


OnChoice = Callable[[Choice], object]  # gets the best choice so far


def no_report(choice: Choice) -> None:
    """Ignore it."""
