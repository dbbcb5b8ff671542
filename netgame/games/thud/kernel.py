"""The search of the computer player of Thud, compiled: alpha-beta with all captures followed to their end.

A square is the bit of the rules plus 16, so that every neighbour of a square of the board is an entry of an array. The
search keeps its stack in an array instead of calling itself, so it can pause after some nodes and go on later.

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
from netgame.games.thud import player
from netgame.games.thud.game import Thud
from netgame.games.thud.moves import Move
from netgame.games.thud.player import WHOLE
from netgame.games.thud.state import BOARD_MASK, State
from netgame.players.choice import Choice, Report, no_report
from netgame.players.limits import Budget

Ints = Any  # arrays of int64
Words = Any  # arrays of uint64
Word = Any  # uint64
U = np.uint64
EMPTY, DWARF, TROLL_PIECE, WALL = 0, 1, 2, 3
SQUARES = 272
STEPS: Ints = np.array([-17, -16, -15, -1, 1, 15, 16, 17], np.int64)  # bit i of a capture is the square that way
HURL = 1 << 24  # a move is origin | target << 8 | captured << 16, or a hurl
# `place`: the board, the index of each piece in its list, the lists, and single numbers
INDEX, DWARFS, TROLLS = 272, 544, 580
COUNT = 591  # of dwarfs at + DWARF, of trolls at + TROLL_PIECE
SEAT, STATIC, PLY, VALUE, NODES, RULE, SIZE = range(594, 601)  # STATIC is the evaluation, for the dwarfs
# RULE: what a step takes besides none: one dwarf, two or more, all; and whether a shove takes one or more, not only all
STEP_ONE, STEP_SOME, STEP_ALL, SHOVE_SOME = 1, 2, 4, 8
STEPS_TAKE = {"one": STEP_ONE, "any": STEP_ONE | STEP_SOME | STEP_ALL, "all_or_none": STEP_ALL}
MOST_DWARFS, MOST_TROLLS = 32, 8
# `weights`: of pairs at 16 * (sum of their kinds - 2) + distance, of single pieces, and the longest distance of a pair
DWARF_WORTH, TROLL_WORTH, REACH, WEIGHTS = range(48, 52)
# `stack`: what the search knows at each ply
STAGE, DEPTH, ALPHA, BETA, LOW, BEST, BEST_MOVE, NEXT, MOVES, MOVE, LEFT, BEFORE, MAY_PASS, FRAME = range(14)
# stages; the last three say how the move that is being tried is searched
ENTER, GENERATE, PASSED, TRY, REDUCED, NULL, FULL = range(7)
MAX_DEPTH, QUIET_PLIES = 30, 8
PLIES = MAX_DEPTH + QUIET_PLIES + 2
WIDTH, WIDEST = 60, 240  # moves that are looked at in a position, the best looking first; at depth one and at the start
LATE, VERY_LATE = 4, 12  # moves of a position after which the search of others is one or two plies shallower
PASS = 2  # plies that the search after a pass is shallower, besides the pass itself
MOST_MOVES = 8192
ENTRIES = 1 << 20  # of the table, 16 MB
INFINITE = 1_000_000
HURL_GAIN = 8000  # the most that a capture of a troll is worth
LESSON, MOST_LESSONS = 4, 160  # what the history of a good move counts for
SLICE = 3000  # nodes, 2 to 5 ms

_chance = np.random.default_rng(7)
KEYS: Words = _chance.integers(1, 2**63, (3, SQUARES), dtype=np.uint64)
TROLLS_TO_MOVE = U(0x9E3779B97F4A7C15)
CAPTURES: Ints = np.array([number.bit_count() for number in range(256)], np.int64)
BOARD: Ints = np.full(SQUARES, WALL, np.int64)
for _bit in bits(BOARD_MASK):
    BOARD[_bit + 16] = EMPTY

_INTS, _TABLE, _WORDS = "int64[::1]", "int64[:,::1]", "uint64[::1]"
_CACHE = bool(config.CACHE_DIR)  # without a folder of its own the compiler would write beside this file


def compiled(signature: str) -> Any:
    """Return a decorator that compiles a function for these types now."""
    return njit(signature, cache=_CACHE, nogil=True, error_model="numpy")


# ---- the board


@compiled(f"void({_INTS},{_WORDS},int64,int64)")
def put(place: Ints, words: Words, kind: int, square: int) -> None:
    """Put a piece on an empty square."""
    count = place[U(COUNT + kind)]
    place[U(square)] = kind
    place[U((DWARFS if kind == DWARF else TROLLS) + count)] = square
    place[U(INDEX + square)] = count
    place[U(COUNT + kind)] = count + 1
    words[U(0)] ^= KEYS[U(kind), U(square)]


@compiled(f"void({_INTS},{_WORDS},int64,int64)")
def take(place: Ints, words: Words, kind: int, square: int) -> None:
    """Remove a piece: the last one of its list gets its index."""
    first = DWARFS if kind == DWARF else TROLLS
    count = place[U(COUNT + kind)] - 1
    index = place[U(INDEX + square)]
    last = place[U(first + count)]
    place[U(first + index)] = last
    place[U(INDEX + last)] = index
    place[U(COUNT + kind)] = count
    place[U(square)] = EMPTY
    words[U(0)] ^= KEYS[U(kind), U(square)]


@compiled(f"void({_INTS},{_WORDS},int64,int64,int64)")
def shift(place: Ints, words: Words, kind: int, origin: int, target: int) -> None:
    """Move a piece to an empty square."""
    index = place[U(INDEX + origin)]
    place[U(origin)] = EMPTY
    place[U(target)] = kind
    place[U((DWARFS if kind == DWARF else TROLLS) + index)] = target
    place[U(INDEX + target)] = index
    words[U(0)] ^= KEYS[U(kind), U(origin)] ^ KEYS[U(kind), U(target)]


@compiled(f"int64({_INTS},{_INTS},int64,int64)")
def worth(place: Ints, weights: Ints, kind: int, square: int) -> int:
    """Return what a piece on a square is worth for the dwarfs: itself and its pairs with pieces elsewhere."""
    row, column = square >> 4, square & 15
    first = (kind - 1) * 16
    total = weights[U(DWARF_WORTH - 1 + kind)]
    for index in range(place[U(COUNT + DWARF)]):
        other = place[U(DWARFS + index)]
        total += weights[U(first + max(abs((other >> 4) - row), abs((other & 15) - column)))]
    for index in range(place[U(COUNT + TROLL_PIECE)]):
        other = place[U(TROLLS + index)]
        total += weights[U(first + 16 + max(abs((other >> 4) - row), abs((other & 15) - column)))]
    return total


@compiled(f"void({_INTS},{_WORDS},{_INTS},int64)")
def make(place: Ints, words: Words, weights: Ints, move: int) -> None:
    """Play a move of the side to move."""
    origin = move & 255
    target = move >> 8 & 255
    value = place[U(STATIC)]
    if place[U(SEAT)] == 0:
        if move & HURL:
            value -= worth(place, weights, TROLL_PIECE, target)
            take(place, words, TROLL_PIECE, target)
        value -= worth(place, weights, DWARF, origin)
        shift(place, words, DWARF, origin, target)
        value += worth(place, weights, DWARF, target)
    else:
        value -= worth(place, weights, TROLL_PIECE, origin)
        shift(place, words, TROLL_PIECE, origin, target)
        value += worth(place, weights, TROLL_PIECE, target)
        captured = move >> 16
        way = 0
        while captured:
            if captured & 1:
                value -= worth(place, weights, DWARF, target + STEPS[U(way)])
                take(place, words, DWARF, target + STEPS[U(way)])
            captured >>= 1
            way += 1
    place[U(STATIC)] = value
    place[U(SEAT)] ^= 1
    words[U(0)] ^= TROLLS_TO_MOVE


@compiled(f"void({_INTS},{_WORDS},int64,int64)")
def undo(place: Ints, words: Words, move: int, value: int) -> None:
    """Take the last move back; `value` was the evaluation before. The lists may get another order."""
    origin = move & 255
    target = move >> 8 & 255
    place[U(STATIC)] = value
    place[U(SEAT)] ^= 1
    words[U(0)] ^= TROLLS_TO_MOVE
    if place[U(SEAT)] == 0:
        shift(place, words, DWARF, target, origin)
        if move & HURL:
            put(place, words, TROLL_PIECE, target)
    else:
        shift(place, words, TROLL_PIECE, target, origin)
        captured = move >> 16
        way = 0
        while captured:
            if captured & 1:
                put(place, words, DWARF, target + STEPS[U(way)])
            captured >>= 1
            way += 1


@compiled(f"void({_INTS},{_WORDS})")
def pass_on(place: Ints, words: Words) -> None:
    """Let the other side move."""
    place[U(SEAT)] ^= 1
    words[U(0)] ^= TROLLS_TO_MOVE


# ---- moves


@compiled(f"int64({_INTS},int64)")
def dwarfs_around(place: Ints, square: int) -> int:
    """Return the dwarfs beside a square, as a capture."""
    found = 0
    for way in range(8):
        if place[U(square + STEPS[U(way)])] == DWARF:
            found |= 1 << way
    return found


@compiled(f"int64({_INTS},{_INTS})")
def hurls(place: Ints, out: Ints) -> int:
    """Write the hurls, and return their number: from each troll outward look for the head of a line."""
    count = 0
    for index in range(place[U(COUNT + TROLL_PIECE)]):
        troll = place[U(TROLLS + index)]
        for way in range(8):
            step = STEPS[U(way)]
            distance = 1
            square = troll + step
            while place[U(square)] == EMPTY:
                square += step
                distance += 1
            if place[U(square)] != DWARF:
                continue
            head = square
            line = 1
            square += step
            while line < distance and place[U(square)] == DWARF:
                line += 1
                square += step
            if line >= distance:
                out[U(count)] = head | troll << 8 | HURL
                count += 1
    return count


@compiled(f"int64({_INTS},{_INTS},boolean,boolean)")
def troll_moves(place: Ints, out: Ints, quiet: bool, every_set: bool) -> int:
    """Write moves of the trolls, and return their number.

    `quiet` are the moves without a capture. A troll takes every set of dwarfs that it may take, or, if it may take all,
    only all of them.
    """
    count = 0
    rule = place[U(RULE)]
    for index in range(place[U(COUNT + TROLL_PIECE)]):
        origin = place[U(TROLLS + index)]
        for way in range(8):
            step = STEPS[U(way)]
            target = origin + step
            if place[U(target)] != EMPTY:
                continue
            line = 1
            behind = origin - step
            while place[U(behind)] == TROLL_PIECE:
                line += 1
                behind -= step
            distance = 1
            while distance <= line and place[U(target)] == EMPTY and count < MOST_MOVES - 256:
                move = origin | target << 8
                if quiet and distance == 1:
                    out[U(count)] = move
                    count += 1
                around = dwarfs_around(place, target)
                may = rule & (STEP_ONE | STEP_SOME | STEP_ALL) if distance == 1 else 0
                if line > 1:
                    may |= STEP_ALL | (STEP_ONE | STEP_SOME if rule & SHOVE_SOME else 0)
                chosen = around if may & STEP_ALL else 0
                while chosen:
                    out[U(count)] = move | chosen << 16
                    count += 1
                    chosen = (chosen - 1) & around if every_set and may & STEP_SOME else 0
                if may & STEP_ONE and not may & STEP_SOME and (every_set or not may & STEP_ALL):
                    rest = around if not may & STEP_ALL or around & (around - 1) else 0
                    while rest:
                        one = rest & -rest
                        out[U(count)] = move | one << 16
                        count += 1
                        rest ^= one
                distance += 1
                target += step
    return count


@compiled(f"int64({_INTS},{_INTS},boolean)")
def legal_moves(place: Ints, out: Ints, every_set: bool) -> int:
    """Write the moves of the side to move, and return their number."""
    if place[U(SEAT)]:
        return troll_moves(place, out, True, every_set)
    count = hurls(place, out)
    for index in range(place[U(COUNT + DWARF)]):
        origin = place[U(DWARFS + index)]
        for way in range(8):
            step = STEPS[U(way)]
            target = origin + step
            while place[U(target)] == EMPTY:
                out[U(count)] = origin | target << 8
                count += 1
                target += step
    return count


@compiled(f"int64({_INTS},{_WORDS},{_INTS},{_TABLE},int64)")
def perft(place: Ints, words: Words, weights: Ints, buffers: Ints, depth: int) -> int:
    """Return the number of lines of moves of that length, 1 or 2."""
    count = legal_moves(place, buffers[U(0)], True)
    if depth == 1:
        return count
    lines = 0
    for index in range(count):
        move = buffers[U(0), U(index)]
        value = place[U(STATIC)]
        make(place, words, weights, move)
        lines += legal_moves(place, buffers[U(1)], True)
        undo(place, words, move, value)
    return lines


# ---- the search


@compiled(f"int64({_INTS},{_WORDS},{_INTS},int64)")
def value_after(place: Ints, words: Words, weights: Ints, move: int) -> int:
    """Return the evaluation after a move for the side that makes it."""
    before = place[U(STATIC)]
    make(place, words, weights, move)
    value = place[U(STATIC)] if place[U(SEAT)] else -place[U(STATIC)]
    undo(place, words, move, before)
    return value


@compiled(f"int64({_INTS},{_INTS})")
def stuck(place: Ints, weights: Ints) -> int:
    """Return the value of a battle that ends here, for the side to move: its margin."""
    value = weights[U(DWARF_WORTH)] * place[U(COUNT + DWARF)] + weights[U(TROLL_WORTH)] * place[U(COUNT + TROLL_PIECE)]
    return -value if place[U(SEAT)] else value


@compiled(f"int64({_INTS},{_INTS})")
def repeated(place: Ints, weights: Ints) -> int:
    """Return the value of an earlier position: the side that is behind must do something else."""
    margin = stuck(place, weights)
    return margin + weights[U(DWARF_WORTH)] * (1 if margin > 0 else -1 if margin < 0 else 0)


@compiled(f"void({_INTS},{_INTS},int64,int64,int64,{_INTS})")
def spread(place: Ints, weights: Ints, first: int, start: int, count: int, field: Ints) -> None:
    """Add what another piece would be worth on each square beside the pieces of one list."""
    reach = weights[U(REACH)]
    for index in range(count):
        square = place[U(start + index)]
        row, column = square >> 4, square & 15
        for down in range(max(1, row - reach), min(15, row + reach) + 1):
            for across in range(max(0, column - reach), min(14, column + reach) + 1):
                field[U(down * 16 + across)] += weights[U(first + max(abs(down - row), abs(across - column)))]


@compiled(f"int64({_INTS},{_INTS},{_INTS},{_INTS},int64,{_INTS},{_INTS},int64,int64,int64,int64,{_INTS},int64)")
def rank(
    place: Ints, weights: Ints, found: Ints, field: Ints, count: int, out: Ints, score: Ints, width: int, least: int,
    first: int, killer: int, history: Ints, seed: int,
) -> int:  # fmt: skip
    """Write the most promising of the moves found, the best first, and return how many: `width` at most.

    Captures come first, then the others by the evaluation after them, without those that reach at most `least`. `first`
    is the best move that is known, `killer` one that was good in another position.
    """
    seat = place[U(SEAT)]
    pairs = 16 * seat  # of the moving kind with dwarfs; those with trolls follow
    own = pairs + pairs
    field[:] = 0
    spread(place, weights, pairs, DWARFS, place[U(COUNT + DWARF)], field)
    spread(place, weights, pairs + 16, TROLLS, place[U(COUNT + TROLL_PIECE)], field)
    sign = 1 - 2 * seat
    static = place[U(STATIC)]
    done = 0
    for index in range(count):
        move = found[U(index)]
        origin = move & 255
        target = move >> 8 & 255
        if move == first:
            value = 4 * INFINITE
        elif move & HURL:
            value = 3 * INFINITE
        elif move >> 16:
            value = 2 * INFINITE + CAPTURES[U(move >> 16)]
        else:
            # the piece itself is no neighbour of its target
            distance = max(abs((origin >> 4) - (target >> 4)), abs((origin & 15) - (target & 15)))
            after = static + field[U(target)] - field[U(origin)] - weights[U(own + distance)]
            value = sign * after
            if value <= least:
                continue
            if move == killer:
                value = INFINITE
            elif least == -INFINITE:
                value += history[U(seat << 16 | move)]
                if seed:  # of moves that are about equal any may be the first
                    value += (move * 2654435761 + seed) * 40503 >> 13 & 15
        if done == width:
            if value <= score[U(done - 1)]:
                continue
        else:
            done += 1
        at = done - 1
        while at > 0 and score[U(at - 1)] < value:
            score[U(at)] = score[U(at - 1)]
            out[U(at)] = out[U(at - 1)]
            at -= 1
        score[U(at)] = value
        out[U(at)] = move
    return done


@compiled(
    f"boolean({_INTS},{_WORDS},{_INTS},{_TABLE},{_TABLE},{_TABLE},{_INTS},{_INTS},{_WORDS},{_WORDS},{_WORDS},{_INTS},"
    f"{_INTS},{_INTS},int64,int64)"
)
def search(
    place: Ints, words: Words, weights: Ints, stack: Ints, buffers: Ints, scores: Ints, found: Ints, field: Ints,
    earlier: Words, path: Words, keys: Words, entries: Ints, killers: Ints, history: Ints, seed: int, limit: int,
) -> bool:  # fmt: skip
    """Go on with the search until it is complete, or until there were `limit` nodes. Return whether it is complete."""
    while True:
        ply = place[U(PLY)]
        frame = stack[U(ply)]
        out = buffers[U(ply)]
        score = scores[U(ply)]
        depth = frame[U(DEPTH)]
        beta = frame[U(BETA)]
        if frame[U(STAGE)] == ENTER:
            if place[U(NODES)] >= limit and ply > 0:
                return False
            place[U(NODES)] += ply > 0
            frame[U(BEST)] = -INFINITE
            frame[U(BEST_MOVE)] = 0
            frame[U(LOW)] = frame[U(ALPHA)]
            frame[U(NEXT)] = 0
            frame[U(BEFORE)] = place[U(STATIC)]
            frame[U(STAGE)] = GENERATE
            static = -place[U(STATIC)] if place[U(SEAT)] else place[U(STATIC)]
            over = False
            if depth <= 0:  # only captures, or none of them
                frame[U(BEST)] = static
                over = static >= beta or frame[U(LEFT)] == 0
                if not over:
                    frame[U(STAGE)] = TRY
                    frame[U(ALPHA)] = max(frame[U(ALPHA)], static)
                    count = troll_moves(place, found, False, False) if place[U(SEAT)] else hurls(place, found)
                    count = min(count, WIDEST)
                    for index in range(count):
                        move = found[U(index)]
                        value = static + HURL_GAIN if move & HURL else value_after(place, words, weights, move)
                        at = index
                        while at > 0 and score[U(at - 1)] < value:
                            score[U(at)] = score[U(at - 1)]
                            out[U(at)] = out[U(at - 1)]
                            at -= 1
                        score[U(at)] = value
                        out[U(at)] = move
                    frame[U(MOVES)] = count
            elif ply > 0:
                key = words[U(0)]
                path[U(ply)] = key
                for back in range(ply - 4, -1, -2):
                    if path[U(back)] == key:  # nothing is gained by moving to and fro
                        frame[U(BEST)] = stuck(place, weights)
                        over = True
                slot = U(key & U(ENTRIES - 1))
                if not over and keys[slot] == key and (entries[slot] >> 27 & 31) >= depth:
                    value = entries[slot] >> 32
                    bound = entries[slot] >> 25 & 3
                    if bound == 0 or (bound == 1 and value >= beta) or (bound == 2 and value <= frame[U(ALPHA)]):
                        frame[U(BEST)] = value
                        over = True
                if (
                    not over and depth > 2 and frame[U(MAY_PASS)] and beta - frame[U(ALPHA)] == 1 and static >= beta
                    and place[U(COUNT + DWARF)] and place[U(COUNT + TROLL_PIECE)]
                ):  # fmt: skip
                    # whoever is well off after a pass is better off after a move
                    frame[U(STAGE)] = PASSED
                    pass_on(place, words)
                    below = stack[U(ply + 1)]
                    below[U(STAGE)] = ENTER
                    below[U(DEPTH)] = depth - 1 - PASS
                    below[U(LEFT)] = QUIET_PLIES
                    below[U(ALPHA)] = -beta
                    below[U(BETA)] = 1 - beta
                    below[U(MAY_PASS)] = 0
                    place[U(PLY)] = ply + 1
                    continue
            else:
                path[U(0)] = words[U(0)]
            if over:
                place[U(VALUE)] = frame[U(BEST)]
                if ply == 0:
                    return True
                place[U(PLY)] = ply - 1
                continue
        if frame[U(STAGE)] == PASSED:
            pass_on(place, words)
            if -place[U(VALUE)] >= beta:
                place[U(VALUE)] = beta
                place[U(PLY)] = ply - 1
                continue
            frame[U(STAGE)] = GENERATE
        if frame[U(STAGE)] == GENERATE:
            slot = U(words[U(0)] & U(ENTRIES - 1))
            first = entries[slot] & 0x1FFFFFF if keys[slot] == words[U(0)] else 0
            count = legal_moves(place, found, False)
            if count == 0:
                place[U(VALUE)] = stuck(place, weights)
                if ply == 0:
                    return True
                place[U(PLY)] = ply - 1
                continue
            # a move to the last depth is never better than the evaluation says, as the other side need not capture
            least = frame[U(ALPHA)] if depth == 1 and ply > 0 else -INFINITE
            width = WIDEST if depth == 1 or ply == 0 else WIDTH
            frame[U(MOVES)] = rank(
                place, weights, found, field, count, out, score, width, least, first, killers[U(ply)], history,
                0 if ply else seed,
            )  # fmt: skip
            frame[U(STAGE)] = TRY
        alpha = frame[U(ALPHA)]
        again = FULL
        if frame[U(STAGE)] > TRY:  # back from a move
            move = frame[U(MOVE)]
            value = -place[U(VALUE)]
            if ply == 0 and value > alpha:
                for index in range(earlier.size):
                    if earlier[U(index)] == words[U(0)]:
                        value = min(value, -repeated(place, weights))
            if frame[U(STAGE)] == REDUCED and value > alpha:
                again = NULL
            elif frame[U(STAGE)] == NULL and alpha < value < beta:
                again = FULL
            else:
                undo(place, words, move, frame[U(BEFORE)])
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
                            at = U(place[U(SEAT)] << 16 | move)
                            history[at] = min(history[at] + depth * depth * LESSON, MOST_LESSONS)
        if frame[U(STAGE)] == TRY:
            index = frame[U(NEXT)]
            # the bounds of the others are not better either
            hopeless = depth <= 1 and index < frame[U(MOVES)] and ply > 0 and score[U(index)] <= alpha
            if index >= frame[U(MOVES)] or alpha >= beta or hopeless:
                best = frame[U(BEST)]
                if depth == 1 and ply > 0:
                    best = max(best, frame[U(LOW)])
                elif hopeless:
                    best = max(best, score[U(index)])
                if depth > 0:
                    slot = U(words[U(0)] & U(ENTRIES - 1))
                    bound = 1 if best >= beta else 2 if best <= frame[U(LOW)] else 0
                    keys[slot] = words[U(0)]
                    entries[slot] = best << 32 | depth << 27 | bound << 25 | frame[U(BEST_MOVE)]
                place[U(VALUE)] = best
                if ply == 0:
                    return True
                place[U(PLY)] = ply - 1
                continue
            move = out[U(index)]
            frame[U(MOVE)] = move
            make(place, words, weights, move)
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
        place[U(PLY)] = ply + 1


class ThudKernel:
    """A compiled player of Thud."""

    level_nodes: ClassVar[int] = 1_200_000  # about a second

    def __init__(self, game: Thud) -> None:
        self._game = game
        self.rule = STEPS_TAKE[game.step_captures] | (SHOVE_SOME if game.shove_captures == "any" else 0)
        self.weights: Ints = np.zeros(WEIGHTS, np.int64)
        tables = (player.DWARF_PAIRS, player.MIXED_PAIRS, player.TROLL_PAIRS)
        for number, table in enumerate(tables):
            self.weights[16 * number + 1 : 16 * number + 1 + len(table)] = table
        self.weights[DWARF_WORTH], self.weights[TROLL_WORTH] = player.DWARF, -player.TROLL
        self.weights[REACH] = max(len(table) for table in tables)

    def plays(self, state: State) -> bool:
        """Return whether it knows this position: no more pieces than usual, and no limit is near."""
        limit = self._game.no_capture_limit
        few = state.dwarfs.bit_count() <= MOST_DWARFS and state.trolls.bit_count() <= MOST_TROLLS
        return few and (limit is None or state.quiet + PLIES < limit)

    def find(
        self, state: State, budget: Budget, seed: int, report: Report = no_report, earlier: Sequence[State] = ()
    ) -> Choice:
        """Return the best move found until the budget is spent. Report the best one of each depth.

        A move back to an `earlier` position is worth no more than a repetition.
        """
        place, words = loaded(state, self.weights)
        place[RULE] = self.rule
        stack: Ints = np.zeros((PLIES, FRAME), np.int64)
        buffers: Ints = np.zeros((PLIES, WIDEST), np.int64)
        scores: Ints = np.zeros((PLIES, WIDEST), np.int64)
        found: Ints = np.zeros(MOST_MOVES, np.int64)
        field: Ints = np.zeros(SQUARES, np.int64)
        earlier_keys: Words = np.array([key_of(old) for old in earlier if _follows(old, state)], np.uint64)
        path: Words = np.zeros(PLIES, np.uint64)
        keys: Words = np.zeros(ENTRIES, np.uint64)
        entries: Ints = np.zeros(ENTRIES, np.int64)
        killers: Ints = np.zeros(PLIES, np.int64)
        history: Ints = np.zeros(1 << 17, np.int64)
        legal_moves(place, found, False)
        nodes, frame = budget.left, stack[0]
        first = move_of(int(found[0]), state.seat)
        best = Choice(first, None, (first,))
        for depth in range(1, MAX_DEPTH + 1):
            before = place[NODES]
            place[PLY] = 0
            frame[:] = 0
            frame[[DEPTH, ALPHA, BETA]] = depth, -INFINITE, INFINITE
            complete = False
            while not complete and budget.left > 0 and not budget.stop():
                limit = min(nodes, int(place[NODES]) + SLICE)
                complete = search(
                    place, words, self.weights, stack, buffers, scores, found, field, earlier_keys, path, keys,
                    entries, killers, history, seed & 0xFFFF | 1, limit,
                )  # fmt: skip
                budget.left = nodes - int(place[NODES])
            if frame[BEST_MOVE]:  # the best move of the depth before was searched first
                value = int(frame[BEST]) * (1 - 2 * state.seat) / WHOLE
                move = move_of(int(frame[BEST_MOVE]), state.seat)
                best = Choice(move, value, self._line(state, move, depth, keys, entries), nodes - budget.left)
            if not complete or place[NODES] == before:
                break
            report(best)
        return best

    def _line(self, state: State, move: Move, depth: int, keys: Words, entries: Ints) -> tuple[Move, ...]:
        """Return the moves that the search expects, from its table."""
        line = [move]
        while len(line) < depth:
            state = self._game.play(state, move)
            key = loaded(state, self.weights)[1][0]
            slot = int(key) & ENTRIES - 1
            packed = int(entries[slot]) & 0x1FFFFFF
            if keys[slot] != key or not packed:
                break
            move = move_of(packed, state.seat)
            try:
                self._game.check(state, move)
            except IllegalMove:  # two positions looked alike to the search
                break
            line.append(move)
        return tuple(line)


def loaded(state: State, weights: Ints) -> tuple[Ints, Words]:
    """Return a position as the kernel has it."""
    place: Ints = np.zeros(SIZE, np.int64)
    words: Words = np.zeros(1, np.uint64)
    place[:SQUARES] = BOARD
    for kind, pieces in ((DWARF, state.dwarfs), (TROLL_PIECE, state.trolls)):
        for bit in bits(pieces):
            place[STATIC] += worth(place, weights, kind, bit + 16)
            put(place, words, kind, bit + 16)
    if state.seat:
        pass_on(place, words)
    return place, words


def key_of(state: State) -> Word:
    """Return what the kernel knows a position by."""
    key = TROLLS_TO_MOVE if state.seat else U(0)
    for kind, pieces in ((DWARF, state.dwarfs), (TROLL_PIECE, state.trolls)):
        key ^= np.bitwise_xor.reduce(KEYS[kind, np.array([bit + 16 for bit in bits(pieces)], np.int64)])
    return key


def _follows(other: State, state: State) -> bool:
    """Return whether a move without a capture might lead to the other position."""
    return other.seat != state.seat and all(
        one.bit_count() == two.bit_count() for one, two in zip(other[:2], state[:2], strict=True)
    )


def move_of(move: int, seat: int) -> Move:
    """Return a move of the kernel as one of the rules."""
    origin, target, captured = move & 255, move >> 8 & 255, 0
    for way in bits(move >> 16 & 255):
        captured |= 1 << target - 16 + int(STEPS[way])
    if move & HURL:
        captured = 1 << target - 16
    return Move(seat, GRID.cell[origin - 16], GRID.cell[target - 16], captured)


KERNEL = ThudKernel
