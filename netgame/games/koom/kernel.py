"""The search of the computer player of Koom Valley Thud, compiled: alpha-beta with all captures followed to their end.

A square is the bit of the rules plus 16, so that every neighbour of a square of the board is an entry of an array. Each
ply of the search has its own position, a row of `places`. The search keeps its stack in an array instead of calling
itself, so it can pause after some nodes and go on later.

Everything that is compiled is in this file, because the compiler's cache notices only changes of the file itself.
Indices are `uint64` and values `int64`, and they never meet, because a sum of both would be a fraction.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numba import config, njit

from netgame.boards.bitboard import bits
from netgame.boards.octagon import GRID
from netgame.errors import IllegalMove
from netgame.games.koom import player
from netgame.games.koom.game import TROLLS_TO_WIN, Koom
from netgame.games.koom.moves import DWARF, ROCK, TROLL, TROLL_REACH, Move
from netgame.games.koom.state import State
from netgame.players.choice import Choice, Report, no_report
from netgame.players.limits import Budget

Ints = Any  # arrays of int64
U = np.uint64
EMPTY, DWARF_PIECE, TROLL_PIECE, ROCK_PIECE, WALL = 0, 1, 2, 3, 4
SQUARES = 272
GOALS_END = 32  # the squares of the first row are the goals
STEPS: Ints = np.array([-17, -16, -15, -1, 1, 15, 16, 17], np.int64)
# A move is origin | target << 8 and, from bit 16, for a dwarf a bit for each step to a captured troll, for the Rock
# CARRY, for a troll that tramples the number of its jumps and, from bit JUMPS, three bits for the step of each.
CARRY, JUMPS, MOST_JUMPS = 1 << 24, 19, 6
# `place`: the board, the lists of pieces by kind, their numbers, and single numbers. STATIC is the evaluation, for the
# dwarfs. MOST is the number of pieces of one kind that a list has room for.
MOST = 16
LISTS, COUNTS = SQUARES - MOST, SQUARES + 3 * MOST - 1
SEAT, STATIC, QUIET, LIMIT, KEY, SIZE = range(COUNTS + 4, COUNTS + 10)
# `weights`: of pairs at 16 * (product of their kinds) + distance, and at FAR the longest distance that counts; of so
# many pieces of a kind; of the Rock on a square; of a won battle
FAR, NUMBERS, ROCKS = 15, 112, 112 + 4 * (MOST + 1)
WIN = ROCKS + SQUARES
# `stack`: what the search knows at each ply
STAGE, DEPTH, ALPHA, BETA, LOW, BEST, BEST_MOVE, NEXT, MOVES, LEFT, MAY_PASS, FRAME = range(12)
# stages; the last three say how the move that is being tried is searched
ENTER, GENERATE, PASSED, TRY, REDUCED, NULL, FULL = range(7)
PLY, VALUE, NODES, RUN = range(4)  # `run`: where the search is, and the value of the position that it comes from
MAX_DEPTH, QUIET_PLIES = 30, 8
PLIES = MAX_DEPTH + QUIET_PLIES + 2
WIDTH = 32  # moves that are looked at in a position, the best looking first; all at depth one and at the start
LATE, VERY_LATE = 4, 12  # moves of a position after which the search of others is one or two plies shallower
PASS = 2  # plies that the search after a pass is shallower, besides the pass itself
MOST_MOVES, MOST_CHAINS = 2048, 120  # of a position, of a troll
ENTRIES = 1 << 20  # of the table, 16 MB
INFINITE = 500_000
GAINS = 1500, 3500  # the most that the capture of a dwarf, and of a troll, is worth
LESSON, MOST_LESSONS = 3, 120  # what the history of a good move counts for
FREE_PLIES = 20  # plies before the limit in which it is a part of a position
SLICE = 2000  # nodes, 2 to 4 ms

KEYS: Ints = np.random.default_rng(7).integers(1, 2**62, (4, SQUARES), dtype=np.int64)
TROLLS_TO_MOVE, QUIET_KEY = 0x1E3779B97F4A7C15, 0x3C6EF372FE94F82B
CAPTURES: Ints = np.array([number.bit_count() for number in range(256)], np.int64)
BOARD: Ints = np.full(SQUARES, WALL, np.int64)
for _bit in GRID.bit:
    BOARD[_bit + 16] = EMPTY

_INTS, _TABLE = "int64[::1]", "int64[:,::1]"
_CACHE = bool(config.CACHE_DIR)  # without a folder of its own the compiler would write beside this file


def compiled(signature: str) -> Any:
    """Return a decorator that compiles a function for these types now."""
    return njit(signature, cache=_CACHE, nogil=True, error_model="numpy")


# ---- the board


@compiled(f"int64({_INTS},{_INTS},int64,int64)")
def worth(place: Ints, weights: Ints, kind: int, square: int) -> int:
    """Return what a piece on a square is worth for the dwarfs: its pairs with others, and the square of the Rock."""
    row, column = square >> 4, square & 15
    total = weights[U(ROCKS + square)] if kind == ROCK_PIECE else 0
    for other_kind in range(1, 3 + (kind < ROCK_PIECE)):
        pairs, first = 16 * kind * other_kind, LISTS + MOST * other_kind
        if weights[U(pairs + FAR)]:
            for index in range(place[U(COUNTS + other_kind)]):
                other = place[U(first + index)]
                total += weights[U(pairs + max(abs((other >> 4) - row), abs((other & 15) - column)))]
    return total


@compiled(f"void({_INTS},{_INTS},int64,int64)")
def put(place: Ints, weights: Ints, kind: int, square: int) -> None:
    """Put a piece on an empty square."""
    count = place[U(COUNTS + kind)]
    number = NUMBERS + (MOST + 1) * kind + count
    place[U(STATIC)] += worth(place, weights, kind, square) + weights[U(number + 1)] - weights[U(number)]
    place[U(square)] = kind
    place[U(LISTS + MOST * kind + count)] = square
    place[U(COUNTS + kind)] = count + 1
    place[U(KEY)] ^= KEYS[U(kind), U(square)]


@compiled(f"void({_INTS},{_INTS},int64,int64)")
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
    place[U(KEY)] ^= KEYS[U(kind), U(square)]
    number = NUMBERS + (MOST + 1) * kind + count
    place[U(STATIC)] += weights[U(number)] - weights[U(number + 1)] - worth(place, weights, kind, square)


@compiled(f"void({_TABLE},{_INTS},int64,int64)")
def play(places: Ints, weights: Ints, ply: int, move: int) -> None:
    """Write the position after a move, or after a pass (0), as that of the next ply."""
    place = places[U(ply + 1)]
    place[:] = places[U(ply)]
    origin = move & 255
    target = move >> 8 & 255
    quiet = place[U(QUIET)] + 1 if move < 1 << 16 else 0
    if move:
        kind = place[U(origin)]
        take(place, weights, kind, origin)
        captured = move >> 16
        if kind == TROLL_PIECE:
            path = move >> JUMPS
            for _ in range(captured & 7):
                take(place, weights, DWARF_PIECE, origin + STEPS[U(path & 7)])
                origin += 2 * STEPS[U(path & 7)]
                path >>= 3
        elif kind == DWARF_PIECE:
            for way in range(8):
                if captured >> way & 1:
                    take(place, weights, TROLL_PIECE, target + STEPS[U(way)])
        put(place, weights, kind, target)
    place[U(QUIET)] = quiet
    place[U(SEAT)] ^= 1
    place[U(KEY)] ^= TROLLS_TO_MOVE


@compiled(f"int64({_INTS},int64,int64)")
def beside(place: Ints, kind: int, square: int) -> int:
    """Return how many pieces of a kind are beside a square."""
    count = 0
    for way in range(8):
        count += place[U(square + STEPS[U(way)])] == kind
    return count


@compiled(f"int64({_INTS})")
def result(place: Ints) -> int:
    """Return -1 if the side to move has lost, 0 for a draw, 1 if the battle goes on."""
    rock = place[U(LISTS + MOST * ROCK_PIECE)]
    seat = place[U(SEAT)]
    if rock < GOALS_END if seat else beside(place, TROLL_PIECE, rock) >= TROLLS_TO_WIN:
        return -1
    return int(place[U(QUIET)] < place[U(LIMIT)] and place[U(COUNTS + DWARF_PIECE + seat)] > 0)


# ---- moves


@compiled(f"int64({_INTS},{_INTS},{_INTS},boolean)")
def dwarf_moves(place: Ints, out: Ints, hot: Ints, quiet: bool) -> int:
    """Write moves of the dwarfs, and return their number. `quiet` are those that neither capture nor win.

    `hot` has what a dwarf that arrives on a square captures.
    """
    count = 0
    rock = place[U(LISTS + MOST * ROCK_PIECE)]
    if (quiet or rock < GOALS_END + 16) and beside(place, DWARF_PIECE, rock):
        for way in range(8):
            target = rock + STEPS[U(way)]
            if place[U(target)] == EMPTY and (quiet or target < GOALS_END) and beside(place, DWARF_PIECE, target):
                out[U(count)] = rock | target << 8 | CARRY
                count += 1
    hot[:] = 0
    captures = False
    for index in range(place[U(COUNTS + TROLL_PIECE)]):
        troll = place[U(LISTS + MOST * TROLL_PIECE + index)]
        for way in range(8):
            if place[U(troll + STEPS[U(way)])] == DWARF_PIECE and place[U(troll - STEPS[U(way)])] == EMPTY:
                hot[U(troll - STEPS[U(way)])] |= 1 << way
                captures = True
    if quiet or captures:
        for index in range(place[U(COUNTS + DWARF_PIECE)]):
            origin = place[U(LISTS + MOST * DWARF_PIECE + index)]
            for way in range(8):
                step = STEPS[U(way)]
                target = origin + step
                while place[U(target)] == EMPTY:
                    if quiet or hot[U(target)]:
                        out[U(count)] = origin | target << 8 | hot[U(target)] << 16
                        count += 1
                    target += step
    return count


@compiled(f"int64({_INTS},{_INTS},int64,int64)")
def tramples(place: Ints, out: Ints, count: int, origin: int) -> int:
    """Write the moves of a troll that capture, and return the number of all moves. Chains may be cut short."""
    most = min(count + MOST_CHAINS, out.size - 512)  # the moves without a capture fit into the rest
    at = origin
    path = jumps = way = 0
    place[U(origin)] = EMPTY
    while True:
        if way == 8:
            if jumps == 0:
                break
            jumps -= 1
            way = path >> 3 * jumps & 7
            path ^= way << 3 * jumps
            place[U(at - STEPS[U(way)])] = DWARF_PIECE
            at -= 2 * STEPS[U(way)]
        else:
            over = at + STEPS[U(way)]
            if (
                place[U(over)] == DWARF_PIECE and place[U(over + STEPS[U(way)])] == EMPTY
                and jumps < MOST_JUMPS and count < most
            ):  # fmt: skip
                place[U(over)] = EMPTY
                at = over + STEPS[U(way)]
                path |= way << 3 * jumps
                jumps += 1
                out[U(count)] = origin | at << 8 | jumps << 16 | path << JUMPS
                count += 1
                way = -1
        way += 1
    place[U(origin)] = TROLL_PIECE
    return count


@compiled(f"int64({_INTS},{_INTS},boolean)")
def troll_moves(place: Ints, out: Ints, quiet: bool) -> int:
    """Write moves of the trolls, and return their number. `quiet` are those that neither capture nor win."""
    count = 0
    rock = place[U(LISTS + MOST * ROCK_PIECE)]
    near = beside(place, TROLL_PIECE, rock)
    for index in range(place[U(COUNTS + TROLL_PIECE)]):
        origin = place[U(LISTS + MOST * TROLL_PIECE + index)]
        row, column = (rock >> 4) - (origin >> 4), (rock & 15) - (origin & 15)
        others = near - (max(abs(row), abs(column)) == 1)
        if quiet or others >= TROLLS_TO_WIN - 1:
            for way in range(8):
                step = STEPS[U(way)]
                target = origin + step
                for _ in range(TROLL_REACH):
                    if place[U(target)] != EMPTY:
                        break
                    row, column = (rock >> 4) - (target >> 4), (rock & 15) - (target & 15)
                    if quiet or others >= TROLLS_TO_WIN or max(abs(row), abs(column)) == 1:
                        out[U(count)] = origin | target << 8
                        count += 1
                    target += step
        count = tramples(place, out, count, origin)
    return count


@compiled(f"int64({_INTS},{_INTS},{_INTS},boolean)")
def legal_moves(place: Ints, out: Ints, hot: Ints, quiet: bool) -> int:
    """Write the moves of the side to move, without `quiet` only those that capture or win. Return their number."""
    if place[U(SEAT)]:
        return troll_moves(place, out, quiet)
    return dwarf_moves(place, out, hot, quiet)


# ---- the search


@compiled(f"void({_INTS},{_INTS},int64,{_INTS})")
def spread(place: Ints, weights: Ints, kind: int, field: Ints) -> None:
    """Write what another piece of a kind would be worth on each square."""
    field[:] = 0
    for other_kind in range(1, 4):
        pairs = 16 * kind * other_kind
        reach = weights[U(pairs + FAR)]
        for index in range(place[U(COUNTS + other_kind)] if reach else 0):
            square = place[U(LISTS + MOST * other_kind + index)]
            row, column = square >> 4, square & 15
            for down in range(max(1, row - reach), min(15, row + reach) + 1):
                for across in range(max(0, column - reach), min(14, column + reach) + 1):
                    field[U(down * 16 + across)] += weights[U(pairs + max(abs(down - row), abs(across - column)))]


@compiled(f"int64({_INTS},{_INTS},{_INTS},int64,{_INTS},{_INTS},int64,int64,int64,{_INTS},int64)")
def rate(
    place: Ints, weights: Ints, field: Ints, count: int, out: Ints, score: Ints, least: int, first: int, killer: int,
    history: Ints, seed: int,
) -> int:  # fmt: skip
    """Rate moves: captures first, then the others by the evaluation after them. Return how many are left.

    Those that reach at most `least` are removed. `first` is the best move that is known, `killer` one that was good in
    another position.
    """
    seat = place[U(SEAT)]
    kind = DWARF_PIECE + seat
    spread(place, weights, kind, field)
    rock = place[U(LISTS + MOST * ROCK_PIECE)]
    rock_worth = worth(place, weights, ROCK_PIECE, rock)
    static = place[U(STATIC)]
    done = 0
    for index in range(count):
        move = out[U(index)]
        origin = move & 255
        target = move >> 8 & 255
        carry = origin == rock
        if move == first:
            value = 4 * INFINITE
        elif carry and target < GOALS_END:
            value = 3 * INFINITE
        elif move >> 16 and not carry:
            value = 2 * INFINITE + (move >> 16 & 7 if seat else CAPTURES[U(move >> 16)])
        else:
            if carry:
                value = static + worth(place, weights, ROCK_PIECE, target) - rock_worth
            else:
                # the piece itself is no neighbour of its target
                distance = max(abs((origin >> 4) - (target >> 4)), abs((origin & 15) - (target & 15)))
                value = static + field[U(target)] - field[U(origin)] - weights[U(16 * kind * kind + distance)]
            if seat:
                value = -value
            if value <= least:
                continue
            if move == killer:
                value = INFINITE
            elif least == -INFINITE:
                value += history[U(seat << 16 | (move & 0xFFFF))]
                if seed:  # of moves that are about equal any may be the first
                    value += (move * 2654435761 + seed) * 40503 >> 13 & 15
        out[U(done)] = move
        score[U(done)] = value
        done += 1
    return done


@compiled(
    f"boolean({_TABLE},{_INTS},{_INTS},{_TABLE},{_TABLE},{_TABLE},{_INTS},{_INTS},{_INTS},{_INTS},{_INTS},{_INTS},"
    f"int64,int64)"
)
def search(
    places: Ints, run: Ints, weights: Ints, stack: Ints, buffers: Ints, scores: Ints, field: Ints,
    earlier: Ints, keys: Ints, entries: Ints, killers: Ints, history: Ints, seed: int, limit: int,
) -> bool:  # fmt: skip
    """Go on with the search until it is complete, or until there were `limit` nodes. Return whether it is complete."""
    while True:
        ply = run[U(PLY)]
        place = places[U(ply)]
        frame = stack[U(ply)]
        out = buffers[U(ply)]
        score = scores[U(ply)]
        depth = frame[U(DEPTH)]
        beta = frame[U(BETA)]
        key = place[U(KEY)]
        if place[U(QUIET)] > place[U(LIMIT)] - FREE_PLIES:
            key ^= QUIET_KEY * place[U(QUIET)]
        slot = U(key & (ENTRIES - 1))
        over = False
        if frame[U(STAGE)] == ENTER:
            if run[U(NODES)] >= limit and ply > 0:
                return False
            run[U(NODES)] += ply > 0
            frame[U(BEST)] = -INFINITE
            frame[U(BEST_MOVE)] = 0
            frame[U(LOW)] = frame[U(ALPHA)]
            frame[U(NEXT)] = 0
            frame[U(STAGE)] = GENERATE
            static = -place[U(STATIC)] if place[U(SEAT)] else place[U(STATIC)]
            end = result(place) if ply > 0 else 1
            if end <= 0:
                frame[U(BEST)] = end * (weights[U(WIN)] - ply)  # a win is not put off
                over = True
            elif depth <= 0:  # only captures and wins, or none of them
                frame[U(BEST)] = static
                over = static >= beta or frame[U(LEFT)] == 0
                if not over:
                    frame[U(STAGE)] = TRY
                    frame[U(ALPHA)] = max(frame[U(ALPHA)], static)
                    frame[U(MOVES)] = legal_moves(place, out, field, False)
                    for index in range(frame[U(MOVES)]):
                        move = out[U(index)]
                        if move & CARRY if place[U(SEAT)] == 0 else move < 1 << 16:
                            score[U(index)] = weights[U(WIN)]
                        elif place[U(SEAT)]:
                            score[U(index)] = static + (move >> 16 & 7) * GAINS[0]
                        else:
                            score[U(index)] = static + CAPTURES[U(move >> 16)] * GAINS[1]
            elif ply > 0:
                for back in range(ply - 4, -1, -2):
                    if places[U(back), U(KEY)] == place[U(KEY)]:  # nothing is gained by moving to and fro
                        frame[U(BEST)] = 0
                        over = True
                if not over and keys[slot] == key and (entries[slot] >> 39 & 31) >= depth:
                    value = entries[slot] >> 44
                    bound = entries[slot] >> 37 & 3
                    if bound == 0 or (bound == 1 and value >= beta) or (bound == 2 and value <= frame[U(ALPHA)]):
                        frame[U(BEST)] = value
                        over = True
                null_window = beta - frame[U(ALPHA)] == 1
                if not over and depth > 2 and frame[U(MAY_PASS)] and null_window and static >= beta:
                    # whoever is well off after a pass is better off after a move
                    frame[U(STAGE)] = PASSED
                    play(places, weights, ply, 0)
                    below = stack[U(ply + 1)]
                    below[U(STAGE)] = ENTER
                    below[U(DEPTH)] = depth - 1 - PASS
                    below[U(LEFT)] = QUIET_PLIES
                    below[U(ALPHA)] = -beta
                    below[U(BETA)] = 1 - beta
                    below[U(MAY_PASS)] = 0
                    run[U(PLY)] = ply + 1
                    continue
        elif frame[U(STAGE)] == PASSED:
            frame[U(STAGE)] = GENERATE
            if -run[U(VALUE)] >= beta:
                frame[U(BEST)] = beta
                over = True
        if frame[U(STAGE)] == GENERATE and not over:
            first = entries[slot] & ((1 << 37) - 1) if keys[slot] == key else 0
            count = legal_moves(place, out, field, True)
            # a move to the last depth is never better than the evaluation says, as the other side need not capture
            least = frame[U(ALPHA)] if depth == 1 and ply > 0 else -INFINITE
            frame[U(MOVES)] = rate(
                place, weights, field, count, out, score, least, first, killers[U(ply)], history, 0 if ply else seed
            )
            frame[U(STAGE)] = TRY
            if count == 0:
                frame[U(BEST)] = 0
                over = True
        if over:
            run[U(VALUE)] = frame[U(BEST)]
            if ply == 0:
                return True
            run[U(PLY)] = ply - 1
            continue
        alpha = frame[U(ALPHA)]
        again = FULL
        if frame[U(STAGE)] > TRY:  # back from a move
            move = out[U(frame[U(NEXT)])]
            value = -run[U(VALUE)]
            if ply == 0 and value > alpha:
                for index in range(earlier.size):
                    if earlier[U(index)] == places[U(1), U(KEY)]:
                        value = min(value, 0)
            if frame[U(STAGE)] == REDUCED and value > alpha:
                again = NULL
            elif frame[U(STAGE)] == NULL and alpha < value < beta:
                again = FULL
            else:
                frame[U(STAGE)] = TRY
                frame[U(NEXT)] += 1
                if value > frame[U(BEST)]:
                    frame[U(BEST)] = value
                    frame[U(BEST_MOVE)] = move
                    if value > alpha:
                        alpha = value
                        frame[U(ALPHA)] = value
                        if value >= beta and move < 1 << 16 and depth > 0:
                            killers[U(ply)] = move
                            lesson = U(place[U(SEAT)] << 16 | move)
                            history[lesson] = min(history[lesson] + depth * depth * LESSON, MOST_LESSONS)
        if frame[U(STAGE)] == TRY:
            index = frame[U(NEXT)]
            most = WIDTH if depth > 1 and ply > 0 else MOST_MOVES
            at = index
            for other in range(index + 1, frame[U(MOVES)]):
                if score[U(other)] > score[U(at)]:
                    at = other
            value, move = score[U(at)], out[U(at)]
            score[U(at)], out[U(at)] = score[U(index)], out[U(index)]
            score[U(index)], out[U(index)] = value, move
            # the bounds of the others are not better either
            hopeless = depth <= 1 and index < frame[U(MOVES)] and ply > 0 and value <= alpha
            if index >= min(frame[U(MOVES)], most) or alpha >= beta or hopeless:
                best = frame[U(BEST)]
                if depth == 1 and ply > 0:
                    best = max(best, frame[U(LOW)])
                elif hopeless:
                    best = max(best, value)
                if depth > 0:
                    bound = 1 if best >= beta else 2 if best <= frame[U(LOW)] else 0
                    keys[slot] = key
                    entries[slot] = best << 44 | depth << 39 | bound << 37 | frame[U(BEST_MOVE)]
                run[U(VALUE)] = best
                if ply == 0:
                    return True
                run[U(PLY)] = ply - 1
                continue
            play(places, weights, ply, move)
            if depth <= 1 or index == 0:
                again = FULL
            elif depth >= 3 and index >= LATE and move < 1 << 16:
                again = REDUCED
            else:
                again = NULL
        frame[U(STAGE)] = again
        below = stack[U(ply + 1)]
        below[U(STAGE)] = ENTER
        below[U(DEPTH)] = depth - 1
        if again == REDUCED:
            below[U(DEPTH)] -= 1 if frame[U(NEXT)] < VERY_LATE or depth == 3 else 2
        below[U(LEFT)] = QUIET_PLIES if depth > 0 else frame[U(LEFT)] - 1
        below[U(ALPHA)] = -beta if again == FULL else -alpha - 1
        below[U(BETA)] = -alpha
        below[U(MAY_PASS)] = 1
        run[U(PLY)] = ply + 1


class KoomKernel:
    """A compiled player of Koom Valley Thud with the default options."""

    level_nodes: ClassVar[int] = 1_200_000  # about a second

    def __init__(self, game: Koom) -> None:
        self._game = game
        self._fits = game.rock_escort == 1 and game.chain_captures
        self.weights: Ints = np.zeros(WIN + 1, np.int64)
        for kind, other_kind, pairs in (
            (DWARF_PIECE, DWARF_PIECE, player.DWARF_PAIRS), (DWARF_PIECE, TROLL_PIECE, player.MIXED_PAIRS),
            (TROLL_PIECE, TROLL_PIECE, player.TROLL_PAIRS), (DWARF_PIECE, ROCK_PIECE, player.ROCK_DWARFS),
            (TROLL_PIECE, ROCK_PIECE, player.ROCK_TROLLS),
        ):  # fmt: skip
            first = 16 * kind * other_kind
            self.weights[first + 1 : first + 1 + len(pairs)] = pairs
            self.weights[first + FAR] = len(pairs) if any(pairs) else 0
        for kind, numbers in ((DWARF_PIECE, player.DWARFS), (TROLL_PIECE, player.TROLLS)):
            first = NUMBERS + (MOST + 1) * kind
            self.weights[first : first + MOST + 1] = numbers[: MOST + 1]
        for bit, value in player.ROCK_SQUARES.items():
            self.weights[ROCKS + bit + 16] = value
        self.weights[WIN] = player.WHOLE

    def plays(self, state: State) -> bool:
        """Return whether it knows these options and this position: no more pieces of a kind than usual."""
        return self._fits and max(state.dwarfs.bit_count(), state.trolls.bit_count()) <= MOST

    def find(
        self, state: State, budget: Budget, seed: int, report: Report = no_report, earlier: Sequence[State] = ()
    ) -> Choice:
        """Return the best move found until the budget is spent. Report the best one of each depth.

        A move back to an `earlier` position is worth no more than a repetition.
        """
        places: Ints = np.zeros((PLIES, SIZE), np.int64)
        places[0] = self.place(state)
        run: Ints = np.zeros(RUN, np.int64)
        stack: Ints = np.zeros((PLIES, FRAME), np.int64)
        buffers: Ints = np.zeros((PLIES, MOST_MOVES), np.int64)
        scores: Ints = np.zeros((PLIES, MOST_MOVES), np.int64)
        field: Ints = np.zeros(SQUARES, np.int64)
        earlier_keys: Ints = np.array([self.place(old)[KEY] for old in earlier if self.plays(old)], np.int64)
        keys: Ints = np.zeros(ENTRIES, np.int64)
        entries: Ints = np.zeros(ENTRIES, np.int64)
        killers: Ints = np.zeros(PLIES, np.int64)
        history: Ints = np.zeros(1 << 17, np.int64)
        legal_moves(places[0], buffers[0], field, True)
        nodes, frame = budget.left, stack[0]
        first = move_of(int(buffers[0, 0]), state)
        best = Choice(first, None, (first,))
        for depth in range(1, MAX_DEPTH + 1):
            before = run[NODES]
            run[PLY] = 0
            frame[:] = 0
            frame[[DEPTH, ALPHA, BETA]] = depth, -INFINITE, INFINITE
            complete = False
            while not complete and budget.left > 0 and not budget.stop():
                limit = min(nodes, int(run[NODES]) + SLICE)
                complete = search(
                    places, run, self.weights, stack, buffers, scores, field, earlier_keys, keys, entries,
                    killers, history, seed & 0xFFFF | 1, limit,
                )  # fmt: skip
                budget.left = nodes - int(run[NODES])
            if frame[BEST_MOVE]:  # the best move of the depth before was searched first
                value = max(-1.0, min(1.0, int(frame[BEST]) * (1 - 2 * state.seat) / player.WHOLE))
                move = move_of(int(frame[BEST_MOVE]), state)
                best = Choice(move, value, self._line(state, move, depth, keys, entries), nodes - budget.left)
            if complete:
                report(best)
            if (
                not complete or run[NODES] == before or abs(int(frame[BEST])) > player.WHOLE - PLIES
            ):  # nothing left to search
                break
        return best

    def _line(self, state: State, move: Move, depth: int, keys: Ints, entries: Ints) -> tuple[Move, ...]:
        """Return the moves that the search expects, from its table."""
        line = [move]
        while len(line) < depth:
            state = self._game.play(state, move)
            key = int(self.place(state)[KEY])
            packed = int(entries[key % ENTRIES]) & (1 << 37) - 1
            if keys[key % ENTRIES] != key or not packed:
                break
            move = move_of(packed, state)
            try:
                self._game.check(state, move)
            except IllegalMove:  # the battle is over, or two positions looked alike to the search
                break
            line.append(move)
        return tuple(line)

    def place(self, state: State) -> Ints:
        """Return a position as the kernel has it."""
        place: Ints = np.zeros(SIZE, np.int64)
        place[:SQUARES] = BOARD
        rock = GRID.mask[state.rock]
        for kind, pieces in ((DWARF_PIECE, state.dwarfs), (TROLL_PIECE, state.trolls), (ROCK_PIECE, rock)):
            place[STATIC] += self.weights[NUMBERS + (MOST + 1) * kind]
            for bit in bits(pieces):
                put(place, self.weights, kind, bit + 16)
        if state.seat:
            place[KEY] ^= TROLLS_TO_MOVE
        place[[SEAT, QUIET, LIMIT]] = state.seat, state.quiet, self._game.no_progress_limit
        return place


def move_of(move: int, state: State) -> Move:
    """Return a move of the kernel as one of the rules."""
    origin, target, captured = (move & 255) - 16, (move >> 8 & 255) - 16, 0
    landings = [target]
    if not state.seat:
        if move & CARRY:
            return Move(ROCK, state.rock, (GRID.cell[target],))
        for way in bits(move >> 16):
            captured |= 1 << target + int(STEPS[way])
    elif move >> 16:
        landings = [origin]
        for jump in range(move >> 16 & 7):
            step = int(STEPS[move >> JUMPS + 3 * jump & 7])
            captured |= 1 << landings[-1] + step
            landings.append(landings[-1] + 2 * step)
        del landings[0]
    return Move(
        TROLL if state.seat else DWARF, GRID.cell[origin], tuple([GRID.cell[bit] for bit in landings]), captured
    )


KERNEL = KoomKernel
