"""Thud square by square, written from the rules page: a board is a mapping from (file, rank), 1..15, to d, T or R."""

from collections.abc import Iterator
from itertools import combinations

Square = tuple[int, int]
Board = dict[Square, str]
FILES = "ABCDEFGHJKLMNOP"
DIRECTIONS = [(f, r) for f in (-1, 0, 1) for r in (-1, 0, 1) if (f, r) != (0, 0)]


def on_board(square: Square) -> bool:
    return 1 <= square[0] <= 15 and 1 <= square[1] <= 15 and abs(square[0] - 8) + abs(square[1] - 8) <= 9


def name(square: Square) -> str:
    return f"{FILES[square[0] - 1]}{square[1]}"


def read(setup: str) -> Board:
    return {(FILES.index(item[1]) + 1, int(item[2:])): item[0] for item in setup.split(",")}


def legal_moves(board: Board, side: str, step: str = "one", shove: str = "any") -> set[str]:
    """Return the notation of every legal move."""
    moves = _dwarf_moves(board) if side == "d" else _troll_moves(board, step, shove)
    return {
        f"{side}{name(start)}-{name(end)}" + "".join(f"x{name(s)}" for s in sorted(taken, key=lambda s: (s[1], s[0])))
        for start, end, taken in moves
    }


def line(board: Board, square: Square, direction: Square) -> int:
    """Return the length N of the unbroken run of own pieces p, p - d, p - 2d, ...; p itself counts."""
    count, kind = 0, board[square]
    while board.get(square) == kind:
        count += 1
        square = (square[0] - direction[0], square[1] - direction[1])
    return count


def _ahead(square: Square, direction: Square) -> Iterator[tuple[int, Square]]:
    for k in range(1, 15):
        target = (square[0] + k * direction[0], square[1] + k * direction[1])
        if not on_board(target):
            return
        yield k, target


def _dwarf_moves(board: Board) -> Iterator[tuple[Square, Square, frozenset[Square]]]:
    for start in [square for square, kind in board.items() if kind == "d"]:
        for direction in DIRECTIONS:
            for k, target in _ahead(start, direction):
                if target not in board:
                    yield start, target, frozenset()
                    continue
                if board[target] == "T" and k <= line(board, start, direction):
                    yield start, target, frozenset({target})
                break


def _troll_moves(board: Board, step: str, shove: str) -> Iterator[tuple[Square, Square, frozenset[Square]]]:
    for start in [square for square, kind in board.items() if kind == "T"]:
        for direction in DIRECTIONS:
            pushers = line(board, start, direction)
            for k, target in _ahead(start, direction):
                if target in board:
                    break
                near = [(target[0] + f, target[1] + r) for f, r in DIRECTIONS]
                dwarfs = [square for square in near if board.get(square) == "d"]
                for count in range(len(dwarfs) + 1):
                    steps = k == 1 and _step_allows(step, count, len(dwarfs))
                    shoves = k <= pushers and pushers >= 2 and _shove_allows(shove, count, len(dwarfs))
                    if steps or shoves:
                        for taken in combinations(dwarfs, count):
                            yield start, target, frozenset(taken)


def _step_allows(step: str, count: int, dwarfs: int) -> bool:
    return {"one": count <= 1, "any": True, "all_or_none": count in (0, dwarfs)}[step]


def _shove_allows(shove: str, count: int, dwarfs: int) -> bool:
    return count >= 1 and (shove == "any" or count == dwarfs)


def margin(board: Board) -> int:
    """Return D - 4T, the margin of the dwarfs."""
    kinds = list(board.values())
    return kinds.count("d") - 4 * kinds.count("T")
