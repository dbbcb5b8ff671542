"""Conquid cell by cell, written from the rules page: a board is a list of rows of the letters . 1 2 a b."""

from collections.abc import Iterator
from itertools import pairwise

Square = tuple[int, int]
Board = list[list[str]]
BASES = {"1": "a", "2": "b"}
ENEMY = {"1": "2", "2": "1"}


def new(rows: int, columns: int, base: int) -> Board:
    """Return the board at the start: each base in the middle rows, four free columns from its wall."""
    board = [["."] * columns for _ in range(rows)]
    top = rows // 2 - base // 2
    for row in range(top, top + base):
        for step in range(base):
            board[row][4 + step] = "a"
            board[row][columns - 5 - step] = "b"
    return board


def read(rows: str) -> Board:
    return [list(row) for row in rows.split("/")]


def write(board: Board) -> str:
    return "/".join("".join(row) for row in board)


def copy(board: Board) -> Board:
    return [list(row) for row in board]


def squares(board: Board, letters: str) -> list[Square]:
    """Return the squares with one of the letters, by row, then column."""
    return [(r, c) for r, row in enumerate(board) for c, letter in enumerate(row) if letter in letters]


def beside(board: Board, square: Square) -> list[Square]:
    """Return the squares of the board that share an edge with it."""
    r, c = square
    around = [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]
    return [(r, c) for r, c in around if 0 <= r < len(board) and 0 <= c < len(board[0])]


def count_beside(board: Board, square: Square, letter: str) -> int:
    return sum(board[r][c] == letter for r, c in beside(board, square))


def acquire(board: Board, player: str, chosen: list[Square]) -> Board | None:
    """Return the board after the action; None if it is illegal."""
    if len(chosen) != 3 or len(set(chosen)) != 3 or not set(chosen) <= set(squares(board, ".")):
        return None
    after = copy(board)
    for r, c in chosen:
        after[r][c] = player
    return after


def can_be_taken(board: Board, player: str) -> list[Square]:
    """Return the enemy cells that a single step of Conquer takes."""
    return [square for square in squares(board, ENEMY[player]) if count_beside(board, square, player) >= 2]


def conquer(board: Board, player: str) -> Board:
    after = copy(board)
    while taken := can_be_taken(after, player):
        for r, c in taken:
            after[r][c] = player
    return after


def block(corner: Square) -> list[Square]:
    return [(corner[0] + i, corner[1] + j) for i in range(4) for j in range(4)]


def surround(board: Board, corner: Square) -> set[Square]:
    """Return the squares outside the block that share an edge with one inside."""
    inside = set(block(corner))
    return {near for square in inside for near in beside(board, square)} - inside


def vanquish(board: Board, player: str, corner: Square) -> Board | None:
    """Return the board after the action; None if it is illegal."""
    rows, columns = len(board), len(board[0])
    if not (0 <= corner[0] <= rows - 4 and 0 <= corner[1] <= columns - 4):
        return None
    letters = {board[r][c] for r, c in block(corner)}
    if letters not in ({"."}, {"1"}, {"2"}):
        return None
    if sum(board[r][c] == player for r, c in surround(board, corner)) < 4:
        return None
    after = copy(board)
    for r, c in block(corner):
        after[r][c] = "."
    return after


def vanquish_corners(board: Board, player: str) -> list[Square]:
    return [square for square in squares(board, ".12") if vanquish(board, player, square) is not None]


def is_path(board: Board, player: str, path: list[Square]) -> bool:
    """Return whether these cells, in this order from the left base to the right one, allow a Conquest."""
    return (
        bool(path)
        and all(board[r][c] == player for r, c in path)
        and all(two in beside(board, one) for one, two in pairwise(path))
        and count_beside(board, path[0], "a") > 0
        and count_beside(board, path[-1], "b") > 0
    )


def shortest_path(board: Board, player: str) -> list[Square] | None:
    """Return the first shortest path by its squares, from the left base."""
    own = set(squares(board, player))
    left = {
        square: 1 for square in own if count_beside(board, square, "b")
    }  # by cell: the number of cells left, itself included
    reached = sorted(left)
    for square in reached:
        for near in beside(board, square):
            if near in own and near not in left:
                left[near] = left[square] + 1
                reached.append(near)
    starts = [square for square in left if count_beside(board, square, "a")]
    if not starts:
        return None
    path = [min(starts, key=lambda square: (left[square], square))]
    while left[path[-1]] > 1:
        path.append(min(near for near in beside(board, path[-1]) if left.get(near) == left[path[-1]] - 1))
    return path


def all_paths(board: Board, player: str, length: int) -> Iterator[list[Square]]:
    """Yield every path with so many cells and no repeated cell, by trying all."""
    own = squares(board, player)
    waiting = [[square] for square in own if count_beside(board, square, "a")]
    while waiting:
        path = waiting.pop()
        if is_path(board, player, path) and len(path) == length:
            yield path
        elif len(path) < length:
            waiting += [[*path, near] for near in beside(board, path[-1]) if near in own and near not in path]
