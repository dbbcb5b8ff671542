"""Shared parts of the compiled searches of Thud and Koom Valley Thud: board, pieces and their worth, moves on lines.

A square is the bit of the rules plus 16, so that every neighbour of a square of the board is an entry of an array. Each
ply of the search has its own position, a row of `places`.

Indices are `uint64` and values `int64`, and they never meet, because a sum of both would be a fraction.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from netgame.boards.bitboard import bits
from netgame.boards.geometry import Cell
from netgame.boards.octagon import GRID
from netgame.game import Game, Seat
from netgame.players.compiled_search import FIRST, FORCED, FRAME, INFINITE, LEAST, PLIES, AlphaBetaKernel
from netgame.players.machine_code import INTS, TABLE, Ints, U, compiled

EMPTY, DWARF_PIECE, TROLL_PIECE, ROCK_PIECE, WALL = range(5)
SQUARES = 272
STEPS: Ints = np.array([-17, -16, -15, -1, 1, 15, 16, 17], np.int64)
# A move is origin | target << 8, and LOUD or more if it is not quiet: from bit 16 the number of captured pieces, from
# bit AROUND a bit for each captured neighbour of the target, by its step; without such bits a troll that captures jumps
# over each piece, and from bit JUMPS are three bits for the step of each jump. CARRY is a move of the Rock, and
# counts as WINNING captures if it reaches a goal. A piece on the target itself is captured too.
LOUD, AROUND, JUMPS, CARRY, WINNING = 1 << 16, 20, 28, 1 << 48, 15 << 16
# `place`: the board, the lists of pieces by kind, their numbers, and single numbers. STATIC is the evaluation, for the
# dwarfs. QUIET and LIMIT are moves; RULE is for the game. MOST is the number of pieces of one kind that a list has room
# for; there is one Rock.
MOST = 32
LISTS, COUNTS = SQUARES - MOST, SQUARES + 2 * MOST
SEAT, STATIC, QUIET, LIMIT, RULE, KEY_OF, SIZE = range(COUNTS + 4, COUNTS + 11)
# `weights`: of pairs at 16 * (product of their kinds) + distance, and at FAR the longest distance that counts; of so
# many pieces of a kind; of the Rock on a square
FAR, NUMBERS, ROCKS = 15, 112, 112 + 4 * (MOST + 1)
WEIGHTS = ROCKS + SQUARES
POSITION = f"{TABLE},{INTS},{INTS},int64"  # the arguments of a compiled search before its memory

KEYS: Ints = np.random.default_rng(7).integers(1, 2**62, (4, SQUARES), dtype=np.int64)
TROLLS_TO_MOVE = 0x1E3779B97F4A7C15
# the part of a move that says what is captured, by the neighbours of the target
CAPTURES: Ints = np.array([number.bit_count() << 16 | number << AROUND for number in range(256)], np.int64)
NOTHING: Ints = np.zeros(SQUARES, np.int64)  # captured on a square
BOARD: Ints = np.full(SQUARES, WALL, np.int64)
for _bit in GRID.bit:
    BOARD[_bit + 16] = EMPTY


# ---- the board


@compiled(f"int64({INTS},int64)")
def count_of(place: Ints, kind: int) -> int:
    """Return the number of pieces of a kind."""
    count: int = place[U(COUNTS + kind)]
    return count


@compiled(f"int64({INTS},int64,int64)")
def square_of(place: Ints, kind: int, index: int) -> int:
    """Return the square of a piece by its index in the list of its kind."""
    square: int = place[U(LISTS + MOST * kind + index)]
    return square


@compiled(f"int64({INTS},{INTS},int64,int64)")
def worth(place: Ints, weights: Ints, kind: int, square: int) -> int:
    """Return what a piece on a square is worth for the dwarfs: its pairs with others, and the square of the Rock."""
    row, column = square >> 4, square & 15
    total = weights[U(ROCKS + square)] if kind == ROCK_PIECE else 0
    for other_kind in range(1, 3 + (kind < ROCK_PIECE)):
        pairs = 16 * kind * other_kind
        if weights[U(pairs + FAR)]:
            for index in range(count_of(place, other_kind)):
                other = square_of(place, other_kind, index)
                total += weights[U(pairs + max(abs((other >> 4) - row), abs((other & 15) - column)))]
    return total


@compiled(f"void({INTS},{INTS},int64,int64)")
def put(place: Ints, weights: Ints, kind: int, square: int) -> None:
    """Put a piece on an empty square."""
    count = place[U(COUNTS + kind)]
    number = NUMBERS + (MOST + 1) * kind + count
    place[U(STATIC)] += worth(place, weights, kind, square) + weights[U(number + 1)] - weights[U(number)]
    place[U(square)] = kind
    place[U(LISTS + MOST * kind + count)] = square
    place[U(COUNTS + kind)] = count + 1
    place[U(KEY_OF)] ^= KEYS[U(kind), U(square)]


@compiled(f"void({INTS},{INTS},int64,int64)")
def take(place: Ints, weights: Ints, kind: int, square: int) -> None:
    """Remove a piece: the last one of its list gets its index."""
    count = place[U(COUNTS + kind)] - 1
    index = LISTS + MOST * kind
    last = place[U(index + count)]
    while place[U(index)] != square:
        index += 1
    place[U(index)] = last
    place[U(COUNTS + kind)] = count
    place[U(square)] = EMPTY
    place[U(KEY_OF)] ^= KEYS[U(kind), U(square)]
    number = NUMBERS + (MOST + 1) * kind + count
    place[U(STATIC)] += weights[U(number)] - weights[U(number + 1)] - worth(place, weights, kind, square)


@compiled(f"void({TABLE},{INTS},int64,int64)")
def play(places: Ints, weights: Ints, ply: int, move: int) -> None:
    """Write the position after a move, or after a pass (0), as that of the next ply."""
    place = places[U(ply + 1)]
    before = places[U(ply)]
    for index in range(SIZE):  # several times as fast as a slice
        place[U(index)] = before[U(index)]
    origin = move & 255
    target = move >> 8 & 255
    if move:
        kind = place[U(origin)]
        take(place, weights, kind, origin)
        near = move >> AROUND & 255
        if near:
            for way in range(8):
                if near >> way & 1:
                    take(place, weights, DWARF_PIECE + TROLL_PIECE - kind, target + STEPS[U(way)])
        elif kind == TROLL_PIECE:
            path = move >> JUMPS
            for _ in range(move >> 16 & 15):
                take(place, weights, DWARF_PIECE, origin + STEPS[U(path & 7)])
                origin += 2 * STEPS[U(path & 7)]
                path >>= 3
        elif place[U(target)] == TROLL_PIECE:
            take(place, weights, TROLL_PIECE, target)
        put(place, weights, kind, target)
    place[U(QUIET)] = place[U(QUIET)] + 1 if move < LOUD else 0
    place[U(SEAT)] ^= 1
    place[U(KEY_OF)] ^= TROLLS_TO_MOVE


@compiled(f"int64({INTS},int64,int64)")
def around(place: Ints, kind: int, square: int) -> int:
    """Return the pieces of a kind beside a square: a bit for each step."""
    found = 0
    for way in range(8):
        if place[U(square + STEPS[U(way)])] == kind:
            found |= 1 << way
    return found


# ---- moves


@compiled(f"int64({INTS},{INTS},int64,int64,int64,{INTS},boolean)")
def slides(place: Ints, out: Ints, count: int, origin: int, reach: int, taken: Ints, quiet: bool) -> int:
    """Write the moves of a piece along free lines, at most so far, and return the number of all moves.

    `taken` has what it captures on each square; without `quiet` only captures are written.
    """
    for way in range(8):
        step = STEPS[U(way)]
        target = origin + step
        last = target + reach * step
        while target != last and place[U(target)] == EMPTY:
            if quiet or taken[U(target)]:
                out[U(count)] = origin | target << 8 | taken[U(target)]
                count += 1
            target += step
    return count


@compiled(f"void({INTS},{INTS},int64,{INTS})")
def spread(place: Ints, weights: Ints, kind: int, field: Ints) -> None:
    """Write what another piece of a kind would be worth on each square."""
    field[:] = 0
    for other_kind in range(1, 4):
        pairs = 16 * kind * other_kind
        reach = weights[U(pairs + FAR)]
        for index in range(count_of(place, other_kind) if reach else 0):
            square = square_of(place, other_kind, index)
            row, column = square >> 4, square & 15
            for down in range(max(1, row - reach), min(15, row + reach) + 1):
                for across in range(max(0, column - reach), min(14, column + reach) + 1):
                    field[U(down * 16 + across)] += weights[U(pairs + max(abs(down - row), abs(across - column)))]


@compiled(f"int64({INTS},{INTS},{INTS},{INTS},int64,{INTS},{INTS},int64,int64)")
def rate(
    place: Ints, weights: Ints, field: Ints, frame: Ints, count: int, out: Ints, score: Ints, killer: int, seed: int
) -> int:
    """Rate moves: captures first, then the others by the evaluation after them. Return how many are left.

    Quiet moves that reach at most LEAST are removed, but not the best move that is known. `killer` is one that was good
    in another position.
    """
    seat = place[U(SEAT)]
    kind = DWARF_PIECE + seat
    spread(place, weights, kind, field)
    static = place[U(STATIC)]
    least, first = frame[U(LEAST)], frame[U(FIRST)]
    done = 0
    for index in range(count):
        move = out[U(index)]
        origin = move & 255
        target = move >> 8 & 255
        captured = move >> 16 & 15
        if captured:
            value = FORCED + captured
        else:
            if move & CARRY:
                value = static + worth(place, weights, ROCK_PIECE, target) - worth(place, weights, ROCK_PIECE, origin)
            else:
                # the piece itself is no neighbour of its target
                distance = max(abs((origin >> 4) - (target >> 4)), abs((origin & 15) - (target & 15)))
                value = static + field[U(target)] - field[U(origin)] - weights[U(16 * kind * kind + distance)]
            if seat:
                value = -value
            if value <= least and move != first:
                continue
            if move == killer:
                value = INFINITE
            elif seed and least == -INFINITE:  # of moves that are about equal any may be the first
                value += (move * 2654435761 + seed) * 40503 >> 13 & 15
        out[U(done)] = move
        score[U(done)] = value
        done += 1
    return done


class OctagonKernel(AlphaBetaKernel):
    """A compiled player of a game with dwarfs and trolls."""

    level_nodes: ClassVar[int] = 1_200_000  # about a second
    most_moves: ClassVar[int] = 2048
    # Write what the search must know about a position: its place, the weights and the frame.
    look: ClassVar[Any]

    def __init__(
        self, game: Game[Any, Any], pairs: Mapping[tuple[int, int], Sequence[int]], numbers: Sequence[Sequence[int]]
    ) -> None:
        """Take the worth of two kinds of pieces by their distance, from 1, and of each number of dwarfs and trolls."""
        super().__init__(game)
        self.weights: Ints = np.zeros(WEIGHTS, np.int64)
        for (kind, other_kind), values in pairs.items():
            first = 16 * kind * other_kind
            self.weights[first + 1 : first + 1 + len(values)] = values
            self.weights[first + FAR] = len(values) if any(values) else 0
        for kind, values in enumerate(numbers, DWARF_PIECE):
            first = NUMBERS + (MOST + 1) * kind
            self.weights[first : first + MOST + 1] = values[: MOST + 1]

    def place(self, state: Any) -> Ints:
        """Return a position as the kernel has it."""
        raise NotImplementedError

    def position(self, state: Any, seed: int) -> tuple[Any, ...]:
        places: Ints = np.zeros((PLIES, SIZE), np.int64)
        places[0] = self.place(state)
        return places, self.weights, np.zeros(SQUARES, np.int64), seed & 0xFFFF | 1

    def frame(self, state: Any) -> Ints:
        frame: Ints = np.zeros(FRAME, np.int64)
        self.look(self.place(state), self.weights, frame)
        return frame

    def place_of(self, dwarfs: int, trolls: int, stone: Cell, seat: Seat) -> Ints:
        """Return a place with these pieces."""
        place: Ints = np.zeros(SIZE, np.int64)
        place[:SQUARES] = BOARD
        for kind, pieces in enumerate((dwarfs, trolls, GRID.mask[stone]), DWARF_PIECE):
            place[STATIC] += self.weights[NUMBERS + (MOST + 1) * kind]
            for bit in bits(pieces):
                put(place, self.weights, kind, bit + 16)
        if seat:
            place[SEAT] = 1
            place[KEY_OF] ^= TROLLS_TO_MOVE
        return place


def captured_by(move: int) -> int:
    """Return the bitboard of the pieces beside the target that a move captures."""
    return sum(1 << (move >> 8 & 255) - 16 + int(STEPS[way]) for way in bits(move >> AROUND & 255))
