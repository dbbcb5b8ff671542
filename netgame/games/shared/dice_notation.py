"""Positions of Clod as text: the side to move, the roll, and the rows from the top."""

import re

from netgame.errors import NotationError
from netgame.games.shared.dice_board import DiceBoard
from netgame.games.shared.dice_state import AGAIN, State, stones_of
from netgame.games.shared.rows import join_rows

_COLOURS = "BW"
_POSITION = re.compile("([BW]) (-|!|[1-6][1-6]) (.*)", re.DOTALL)


def write_position(board: DiceBoard, state: State) -> str:
    """Return the position text; `-` is written for a first roll that is due, `!` for a second one."""
    _, _, stage, _ = state
    roll = str(stage >> 2) if stage > 3 else "!" if stage & AGAIN else "-"
    letters = ["."] * len(board.mask)
    for letter, stones in zip(_COLOURS, stones_of(board, state), strict=True):
        for cell in board.grid.cells(stones):
            letters[cell] = letter
    width = board.columns
    rows = ("".join(letters[first : first + width]) for first in range(0, len(letters), width))
    return f"{_COLOURS[stage & 1]} {roll} {'/'.join(rows)}"


def read_position(board: DiceBoard, text: str) -> State:
    """Return the state of a position text. A roll that allows no cell is refused: that position needs a second roll."""
    found = _POSITION.fullmatch(text)
    if not found:
        raise NotationError("a position is B or W, a blank, a roll like 42 or - or !, a blank, and the rows")
    seat, roll = _COLOURS.index(found[1]), found[2]
    rows, widths = found[3].split("/"), [board.columns] * board.rows
    letters = join_rows(rows, widths, "." + _COLOURS, "row {row} may hold only . B and W")
    black, white = (
        board.grid.of(cell for cell, letter in enumerate(letters) if letter == colour) for colour in _COLOURS
    )
    free = board.full ^ black ^ white
    if roll in "-!":
        return black, free, seat | (AGAIN if roll == "!" else 0), 0
    spots = board.rolls[int(roll[0]), int(roll[1])]
    legal = board.legal(spots, free)
    if not legal:
        raise NotationError("the roll {roll} allows no cell here: write ! for a second roll", roll=roll)
    return black, free, spots[0] | seat, legal
