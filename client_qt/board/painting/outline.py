"""The outline of a slab, in cell widths: as the board gives it, or drawn in to the cells where nothing is written."""

import math
from functools import lru_cache

from netgame.boards.geometry import Board, Point

BARE_RIM = 0.2  # cell widths that are left round the cells without coordinates
_HALF = 0.5
_HEXAGON = tuple((math.cos(math.radians(60 * i - 90)), math.sin(math.radians(60 * i - 90))) for i in range(6))
_SQUARE = ((-_HALF, -_HALF), (_HALF, -_HALF), (_HALF, _HALF), (-_HALF, _HALF))


def turned(x: float, y: float, sixths: int) -> Point:
    """A point turned clockwise about the origin by so many times 60 degrees."""
    if sixths % 3 == 0:  # exactly, so that squares stay on their pixels
        return (x, y) if sixths % 6 == 0 else (-x, -y)
    cos, sin = math.cos(math.radians(60 * sixths)), math.sin(math.radians(60 * sixths))
    return x * cos - y * sin, x * sin + y * cos


@lru_cache(maxsize=32)
def outline_of(board: Board, rim: bool = True) -> tuple[Point, ...]:
    """The corners of the slab; without its rim every side is as near to the cells as looks well."""
    if rim:
        return board.outline
    corners, count = board.outline, len(board.outline)
    sides = [_moved_in(board, corners[i], corners[(i + 1) % count]) for i in range(count)]
    return tuple(_crossing(sides[i - 1], sides[i]) for i in range(count))


def slab_size(board: Board, rim: bool = True, sixths: int = 0) -> tuple[float, float]:
    """Width and height of the whole board in cell widths, as it lies."""
    left, top, right, bottom = bounds(board, rim, sixths)
    return right - left, bottom - top


def bounds(board: Board, rim: bool = True, sixths: int = 0) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the turned slab, the origin staying where it is."""
    points = [turned(x, y, sixths) for x, y in outline_of(board, rim)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


_Side = tuple[float, float, float]  # of a line: a * x + b * y = c, (a, b) of length one and pointing out


def _moved_in(board: Board, start: Point, end: Point) -> _Side:
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    a, b = (end[1] - start[1]) / length, (start[0] - end[0]) / length  # corners go clockwise, y down
    reach = 1 / math.sqrt(3)
    shape = _SQUARE if board.shape == "square" else tuple((reach * x, reach * y) for x, y in _HEXAGON)
    farthest = max(a * x + b * y for x, y in shape)
    return a, b, max(a * place.x + b * place.y for place in board.cells) + farthest + BARE_RIM


def _crossing(one: _Side, other: _Side) -> Point:
    (a, b, c), (d, e, f) = one, other
    both = a * e - b * d
    return (c * e - b * f) / both, (a * f - c * d) / both
