"""Squares, moves and positions of Thud and Koom Valley Thud as text."""

import re
from collections.abc import Callable

from netgame.boards.geometry import Cell
from netgame.boards.octagon import BOARD, CELLS, GRID, square_names
from netgame.errors import NotationError

_LETTERS, _CAPITALS = "dTR", "DTR"
_SQUARE = "[A-HJ-P](?:1[0-5]|[1-9])"
_MOVE = re.compile(f"(?:([DTR]) ?)?({_SQUARE})((?:-{_SQUARE})+)((?:X{_SQUARE}(?:(?:,X?|X){_SQUARE})*)?)")  # capitals
_CELLS = {square.name: cell for cell, square in enumerate(BOARD.cells)}
_CAPTURED = re.compile(_SQUARE)
_SETUP_ITEM = re.compile(f"([dTtR])({_SQUARE})")
_LONGEST_SETUP = 5 * CELLS  # no list without repeated squares is longer


def write_move(kind: int, origin: Cell, landings: tuple[Cell, ...], captured: int) -> str:
    """Return a move: the letter of the piece, its squares and the captured ones. Kinds are 0 dwarf, 1 troll, 2 Rock."""
    cells = BOARD.cells
    way = "-".join([cells[cell].name for cell in (origin, *landings)])
    taken = "".join([f"x{name}" for name in square_names(captured)]) if captured else ""
    return f"{_LETTERS[kind]}{way}{taken}"


def read_move(
    text: str, longest: int, refusal: str, pieces: Callable[[Cell], int]
) -> tuple[int, Cell, tuple[Cell, ...], int]:
    """Return the kind, origin, landing squares and captured set of a move, in small letters or capitals.

    `pieces` gives the kind of the piece if its letter is missing. Raise `NotationError` with the template `refusal`,
    whose slot `{move}` is the text.
    """
    # only ASCII has no capitals of other letters
    found = _MOVE.fullmatch(text.upper()) if len(text) <= longest and text.isascii() else None
    if not found:
        raise NotationError(refusal, move=text[:20])
    letter, start, way, taken = found.groups()
    captured = 0
    for name in _CAPTURED.findall(taken):
        mask = GRID.mask[_square(name)]
        if captured & mask:
            raise NotationError("{cell} is named twice", cell=name)
        captured |= mask
    origin = _square(start)
    kind = _CAPITALS.index(letter) if letter else pieces(origin)
    return kind, origin, tuple([_square(name) for name in way[1:].split("-")]), captured


def write_position(seat: int, dwarfs: int, trolls: int, stone: Cell) -> str:
    """Return the side to move and the set-up list: dwarfs, trolls, each by rank, then file; the stone or Rock."""
    items = [f"d{name}" for name in square_names(dwarfs)] + [f"T{name}" for name in square_names(trolls)]
    return f"{_LETTERS[seat]} {','.join([*items, f'R{BOARD.name(stone)}'])}"


def read_position(text: str) -> tuple[int, int, Cell, int]:
    """Return dwarfs, trolls, the stone or Rock, and the side to move of a position text."""
    if text[:2] not in ("d ", "T "):
        raise NotationError("a position begins with the side to move, d or T, and a blank")
    return *read_setup(text[2:]), _LETTERS.index(text[0])


def read_setup(text: str) -> tuple[int, int, Cell]:
    """Return dwarfs, trolls and the stone of a set-up list, in any order. Raise `NotationError` for other text."""
    if len(text) > _LONGEST_SETUP:
        raise NotationError("a set-up list is shorter than this text")
    masks, taken, stone = {"d": 0, "T": 0}, 0, None
    for item in text.split(","):
        found = _SETUP_ITEM.fullmatch(item)
        if not found:
            raise NotationError("{item} is not a piece: write d, T or R and a square, like dF1", item=item[:12])
        kind, cell = found[1].replace("t", "T"), _square(found[2])
        if taken & GRID.mask[cell]:
            raise NotationError("{cell} is named twice", cell=BOARD.name(cell))
        taken |= GRID.mask[cell]
        if kind != "R":
            masks[kind] |= GRID.mask[cell]
        elif stone is None:
            stone = cell
        else:
            raise NotationError("the list names two stones or Rocks, but there is only one")
    if stone is None:
        raise NotationError("the list must name the square of the stone or Rock, like RH8")
    return masks["d"], masks["T"], stone


def _square(name: str) -> Cell:
    """Return the cell of that name; `NotationError` for a square that the octagon has not."""
    cell = _CELLS.get(name)
    if cell is None:
        raise NotationError("there is no square {name} on this board", name=name[:12])
    return cell
