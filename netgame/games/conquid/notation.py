"""Actions and positions of Conquid as text, and a sentence for each action."""

from netgame.boards.bitboard import bits
from netgame.errors import NotationError
from netgame.games.conquid.board import Layout, conquer
from netgame.games.conquid.moves import CELLS, Acquire, Action, Conquer, Conquest, Vanquish
from netgame.games.conquid.state import State, new_state
from netgame.games.shared.rows import join_rows
from netgame.text import Arg, Text

ACQUIRE, CONQUER, VANQUISH, CONQUEST = "A", "C", "V", "Q"
_LONGEST_MOVE = 20  # A cv60 cu60 ct60 takes 16
_SIDES, _BASES = "12", "ab"
_CONQUEST, _CONQUER = Conquest(), Conquer()


def format_action(layout: Layout, action: Action) -> str:
    """Return the action as `A c4 d4 d5`, `C`, `V c3` or `Q`."""
    match action:
        case Acquire(cells):
            return " ".join((ACQUIRE, *map(layout.board.name, sorted(cells))))
        case Vanquish(corner):
            return f"{VANQUISH} {layout.board.name(corner)}"
    return CONQUER if isinstance(action, Conquer) else CONQUEST


def parse_action(layout: Layout, text: str) -> Action:
    """Return the action that a text means. Raise `NotationError` for other text."""
    # only ASCII has no other letters with the same lower case
    words = text.lower().split(" ") if len(text) <= _LONGEST_MOVE and text.isascii() else []
    match words:
        case ["a", *names] if "" not in names:
            cells = frozenset(map(layout.board.cell, names))
            if len(cells) < len(names):
                twice = next(name for name in names if names.count(name) > 1)
                raise NotationError("{cell} is named twice: Acquire takes three different cells", cell=twice)
            if len(cells) != CELLS:
                raise NotationError("Acquire takes exactly three cells: write it like A c4 d4 d5")
            return Acquire(cells)
        case ["v", name] if name:
            return Vanquish(layout.board.cell(name))
        case ["c"]:
            return _CONQUER
        case ["q"]:
            return _CONQUEST
    raise NotationError("{move} is not an action: write it like A c4 d4 d5, C, V c3 or Q", move=text[:20])


def write_position(layout: Layout, state: State) -> str:
    """Return the side to move and the rows from the top."""
    letters = [*"." * layout.columns, "/"] * layout.rows  # a row ends on its guard bit
    for letter, cells in zip(_SIDES + _BASES, (*state.cells, *layout.bases), strict=True):
        for bit in bits(cells):
            letters[bit] = letter
    return f"{_SIDES[state.seat]} {''.join(letters[:-1])}"


def read_position(layout: Layout, text: str) -> State:
    """Return the state of a position text. Bases must be where the board has them."""
    if text[:2] not in ("1 ", "2 "):
        raise NotationError("a position begins with the side to move, 1 or 2, and a blank")
    rows = text[2:].split("/")
    letters = join_rows(
        rows, [layout.columns] * layout.rows, "." + _SIDES + _BASES, "row {row} may hold only . 1 2 a and b"
    )
    grid = layout.grid
    one, two, *bases = (
        grid.of(cell for cell, found in enumerate(letters) if found == letter) for letter in _SIDES + _BASES
    )
    for letter, base, expected in zip(_BASES, bases, layout.bases, strict=True):
        if missing := expected & ~base:
            raise NotationError(
                "{cell} must be {letter}: it is part of a base", cell=layout.name(missing), letter=letter
            )
        if excess := base & ~expected:
            template = "{cell} may not be {letter}: it is not part of that base"
            raise NotationError(template, cell=layout.name(excess), letter=letter)
    return new_state((one, two), _SIDES.index(text[0]))


def describe_action(layout: Layout, state: State, action: Action, side: str) -> Text:
    """Return the action as one sentence."""
    args: dict[str, Arg] = {"side": side}
    match action:
        case Acquire(cells):
            return Text("{side} acquires {cells}", {**args, "cells": layout.board.names(cells)})
        case Vanquish(corner):
            return Text("{side} vanquishes the block at {cell}", {**args, "cell": layout.board.name(corner)})
        case Conquest():
            return Text("{side} declares Conquest", args)
    count = (conquer(state.own, state.enemy, layout.stride)[0] ^ state.own).bit_count()
    if not count:
        return Text("{side} conquers nothing", args)
    if count == 1:
        return Text("{side} conquers one cell", args)
    return Text("{side} conquers {count} cells", {**args, "count": count})
