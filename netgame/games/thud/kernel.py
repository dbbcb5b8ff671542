"""The search of the computer player of Thud, compiled: alpha-beta with all captures followed to their end.

A square is the bit of the rules plus 16, so that every neighbour of a square of the board is an entry of an array. The
search keeps its stack in an array instead of calling itself, so it can pause after some nodes and go on later.

Everything that is compiled is in this file, because the compiler's cache notices only changes of the file itself.
Indices are `uint64` and values `int64`, and they never meet, because a sum of both would be a fraction.
"""

from typing import Any, ClassVar

import numpy as np
from numba import config, njit

from netgame.boards.bitboard import bits
from netgame.boards.octagon import GRID
from netgame.errors import IllegalMove
from netgame.games.thud.game import Thud
from netgame.games.thud.moves import Move
from netgame.games.thud.player import NEAR, PAIR, TROLL, WHOLE
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
SEAT, PLY, VALUE, NODES, SIZE = 594, 595, 596, 597, 598
MOST_DWARFS, MOST_TROLLS = 32, 8
# `stack`: what the search knows at each ply
STAGE, DEPTH, ALPHA, BETA, LOW, BEST, BEST_MOVE, NEXT, MOVES, MOVE, LEFT, FRAME = range(12)
ENTER, TRY, REDUCED, NULL, FULL = range(5)  # stages; the last three say how the move that is being tried is searched
MAX_DEPTH, QUIET_PLIES = 24, 8
PLIES = MAX_DEPTH + QUIET_PLIES + 2
WIDTH, ROOT_WIDTH = 80, 120  # moves that are looked at in a position, the best looking first
MOST_MOVES = 8192
ENTRIES = 1 << 20  # of the table, 16 MB
INFINITE = 1_000_000
SCALE = 100  # of a dwarf
SLICE = 8000  # nodes, 1 to 5 ms

_chance = np.random.default_rng(7)
KEYS: Words = _chance.integers(1, 2**63, (3, SQUARES), dtype=np.uint64)
TROLLS_TO_MOVE = U(0x9E3779B97F4A7C15)
BOARD: Ints = np.full(SQUARES, WALL, np.int64)
for _bit in bits(BOARD_MASK):
    BOARD[_bit + 16] = EMPTY
W0, W1, W2, W3 = (U(GRID.full >> 64 * number & 2**64 - 1) for number in range(4))

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
    words[U((kind - 1) * 4 + ((square - 16) >> 6))] ^= U(1) << U((square - 16) & 63)
    words[U(8)] ^= KEYS[U(kind), U(square)]


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
    words[U((kind - 1) * 4 + ((square - 16) >> 6))] ^= U(1) << U((square - 16) & 63)
    words[U(8)] ^= KEYS[U(kind), U(square)]


@compiled(f"void({_INTS},{_WORDS},int64,int64,int64)")
def shift(place: Ints, words: Words, kind: int, origin: int, target: int) -> None:
    """Move a piece to an empty square."""
    index = place[U(INDEX + origin)]
    place[U(origin)] = EMPTY
    place[U(target)] = kind
    place[U((DWARFS if kind == DWARF else TROLLS) + index)] = target
    place[U(INDEX + target)] = index
    first = (kind - 1) * 4
    words[U(first + ((origin - 16) >> 6))] ^= U(1) << U((origin - 16) & 63)
    words[U(first + ((target - 16) >> 6))] ^= U(1) << U((target - 16) & 63)
    words[U(8)] ^= KEYS[U(kind), U(origin)] ^ KEYS[U(kind), U(target)]


@compiled(f"void({_INTS},{_WORDS},int64)")
def make(place: Ints, words: Words, move: int) -> None:
    """Play a move of the side to move."""
    origin = move & 255
    target = move >> 8 & 255
    if place[U(SEAT)] == 0:
        if move & HURL:
            take(place, words, TROLL_PIECE, target)
        shift(place, words, DWARF, origin, target)
    else:
        shift(place, words, TROLL_PIECE, origin, target)
        captured = move >> 16
        way = 0
        while captured:
            if captured & 1:
                take(place, words, DWARF, target + STEPS[U(way)])
            captured >>= 1
            way += 1
    place[U(SEAT)] ^= 1
    words[U(8)] ^= TROLLS_TO_MOVE


@compiled(f"void({_INTS},{_WORDS},int64)")
def undo(place: Ints, words: Words, move: int) -> None:
    """Take the last move back. The lists may get another order."""
    origin = move & 255
    target = move >> 8 & 255
    place[U(SEAT)] ^= 1
    words[U(8)] ^= TROLLS_TO_MOVE
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

    `quiet` are the moves without a capture. A shove takes every set of dwarfs that it may take, or only all of them.
    """
    count = 0
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
                if line == 1:
                    while around:
                        one = around & -around
                        out[U(count)] = move | one << 16
                        count += 1
                        around ^= one
                chosen = around
                while chosen:
                    out[U(count)] = move | chosen << 16
                    count += 1
                    chosen = (chosen - 1) & around if every_set else 0
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


@compiled(f"int64({_INTS},{_WORDS},{_TABLE},int64)")
def perft(place: Ints, words: Words, buffers: Ints, depth: int) -> int:
    """Return the number of lines of moves of that length, 1 or 2."""
    count = legal_moves(place, buffers[U(0)], True)
    if depth == 1:
        return count
    lines = 0
    for index in range(count):
        move = buffers[U(0), U(index)]
        make(place, words, move)
        lines += legal_moves(place, buffers[U(1)], True)
        undo(place, words, move)
    return lines


# ---- the value of a position


@compiled("int64(uint64)")
def bit_count(word: Word) -> int:
    """Return how many bits are set."""
    word = word - ((word >> U(1)) & U(0x5555555555555555))
    word = (word & U(0x3333333333333333)) + ((word >> U(2)) & U(0x3333333333333333))
    word = (word + (word >> U(4))) & U(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * U(0x0101010101010101)) >> U(56))


@compiled("int64(uint64,uint64,uint64,uint64)")
def pairs(a: Word, b: Word, c: Word, d: Word) -> int:
    """Return how many pairs of these squares are neighbours."""
    count = 0
    for step in (1, 15, 16, 17):
        up, down = U(step), U(64 - step)
        count += bit_count(a & (a << up)) + bit_count(b & (b << up | a >> down))
        count += bit_count(c & (c << up | b >> down)) + bit_count(d & (d << up | c >> down))
    return count


@compiled("UniTuple(uint64,4)(uint64,uint64,uint64,uint64)")
def dilated(a: Word, b: Word, c: Word, d: Word) -> tuple[Word, Word, Word, Word]:
    """Return these squares and their neighbours. A row has 16 bits and the last one is off the board."""
    one, row, rest = U(1), U(16), U(48)
    a = a | a << one | a >> one
    b = b | b << one | b >> one
    c = c | c << one | c >> one
    d = d | d << one | d >> one
    return (
        (a | a << row | a >> row | b << rest) & W0,
        (b | b << row | b >> row | a >> rest | c << rest) & W1,
        (c | c << row | c >> row | b >> rest | d << rest) & W2,
        (d | d << row | d >> row | c >> rest) & W3,
    )


@compiled(f"int64({_INTS},{_INTS})")
def material(place: Ints, weights: Ints) -> int:
    """Return the value of the pieces for the dwarfs, which is the margin of the battle."""
    return SCALE * place[U(COUNT + DWARF)] - weights[U(0)] * place[U(COUNT + TROLL_PIECE)]


@compiled(f"int64({_INTS},{_WORDS},{_INTS})")
def evaluate(place: Ints, words: Words, weights: Ints) -> int:
    """Return the value for the side to move, in hundredths of a dwarf."""
    a, b, c, d = dilated(words[U(4)], words[U(5)], words[U(6)], words[U(7)])
    a, b, c, d = dilated(a, b, c, d)
    near = bit_count(a & words[U(0)]) + bit_count(b & words[U(1)])
    near += bit_count(c & words[U(2)]) + bit_count(d & words[U(3)])
    together = pairs(words[U(0)], words[U(1)], words[U(2)], words[U(3)])
    together -= pairs(words[U(4)], words[U(5)], words[U(6)], words[U(7)])
    value = material(place, weights) - weights[U(1)] * near + weights[U(2)] * together
    return -value if place[U(SEAT)] else value


# ---- the search


@compiled(f"int64({_INTS},{_WORDS},{_INTS},{_INTS},int64,{_INTS},{_INTS},int64,int64,int64,int64)")
def rank(
    place: Ints, words: Words, weights: Ints, found: Ints, count: int, out: Ints, score: Ints, width: int, first: int,
    killer: int, seed: int,
) -> int:  # fmt: skip
    """Write the most promising of the moves found, the best first, and return how many: `width` at most.

    `first` is the best move that is known, `killer` one that was good in a similar position.
    """
    kind = place[U(SEAT)] + 1
    a, b, c, d = dilated(words[U(4)], words[U(5)], words[U(6)], words[U(7)])
    a, b, c, d = dilated(a, b, c, d)
    done = 0
    known = -1
    at_home = 0
    for index in range(count):
        move = found[U(index)]
        origin = move & 255
        target = move >> 8 & 255
        if move == first:
            value = INFINITE
        elif move & HURL:
            value = 40_000
        else:
            if origin != known:  # the moves of a piece come together
                known = origin
                at_home = 0
                for way in range(8):
                    at_home += place[U(origin + STEPS[U(way)])] == kind
                at_home *= weights[U(2)]
                if kind == DWARF:
                    word = (origin - 16) >> 6
                    near = a if word == 0 else b if word == 1 else c if word == 2 else d
                    if near >> U((origin - 16) & 63) & U(1):
                        at_home -= weights[U(1)]
            value = -at_home
            for way in range(8):
                square = target + STEPS[U(way)]
                value += weights[U(2)] * (place[U(square)] == kind and square != origin)
            if kind == DWARF:
                word = (target - 16) >> 6
                near = a if word == 0 else b if word == 1 else c if word == 2 else d
                if near >> U((target - 16) & 63) & U(1):
                    value -= weights[U(1)]
            captured = move >> 16
            if captured:
                value += 10_000 * bit_count(U(captured))
            elif move == killer:
                value += 5_000
            if seed:  # equal moves come in any order
                value = value * 8 + ((move * 2654435761 + seed) * 40503 >> 13 & 15)
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


@compiled(f"boolean({_INTS},{_WORDS},{_INTS},{_TABLE},{_TABLE},{_INTS},{_INTS},{_WORDS},{_INTS},{_INTS},int64,int64)")
def search(
    place: Ints, words: Words, weights: Ints, stack: Ints, buffers: Ints, found: Ints, score: Ints, keys: Words,
    entries: Ints, killers: Ints, seed: int, limit: int,
) -> bool:  # fmt: skip
    """Go on with the search until it is complete, or until there were `limit` nodes. Return whether it is complete."""
    while True:
        ply = place[U(PLY)]
        frame = stack[U(ply)]
        stage = frame[U(STAGE)]
        if stage == ENTER:
            if place[U(NODES)] >= limit and ply > 0:
                return False
            depth = frame[U(DEPTH)]
            frame[U(BEST)] = -INFINITE
            frame[U(BEST_MOVE)] = 0
            frame[U(LOW)] = frame[U(ALPHA)]
            frame[U(NEXT)] = 0
            over = False
            place[U(NODES)] += ply > 0
            if depth <= 0:
                best = evaluate(place, words, weights)
                frame[U(BEST)] = best
                over = best >= frame[U(BETA)] or frame[U(LEFT)] == 0
                if not over:
                    frame[U(ALPHA)] = max(frame[U(ALPHA)], best)
                    count = troll_moves(place, found, False, False) if place[U(SEAT)] else hurls(place, found)
                    count = min(count, WIDTH)
                    # the largest captures first
                    for index in range(count):
                        move = found[U(index)]
                        value = bit_count(U(move >> 16))
                        at = index
                        while at > 0 and score[U(at - 1)] < value:
                            score[U(at)] = score[U(at - 1)]
                            buffers[U(ply), U(at)] = buffers[U(ply), U(at - 1)]
                            at -= 1
                        score[U(at)] = value
                        buffers[U(ply), U(at)] = move
                    frame[U(MOVES)] = count
            else:
                key = words[U(8)]
                slot = U(key & U(ENTRIES - 1))
                first = 0
                if keys[slot] == key:
                    entry = entries[slot]
                    first = entry & 0x1FFFFFF
                    if (entry >> 27 & 31) >= depth and ply > 0:
                        value = entry >> 32
                        bound = entry >> 25 & 3
                        over = (
                            bound == 0
                            or (bound == 1 and value >= frame[U(BETA)])
                            or (bound == 2 and value <= frame[U(ALPHA)])
                        )
                        if over:
                            frame[U(BEST)] = value
                if not over:
                    count = legal_moves(place, found, False)
                    width = WIDTH if ply else ROOT_WIDTH
                    count = rank(
                        place, words, weights, found, count, buffers[U(ply)], score, width, first,
                        killers[U(ply)], 0 if ply else seed,
                    )  # fmt: skip
                    frame[U(MOVES)] = count
                    if count == 0:
                        value = material(place, weights)
                        frame[U(BEST)] = -value if place[U(SEAT)] else value
                        over = True
            if over:
                place[U(VALUE)] = frame[U(BEST)]
                if ply == 0:
                    return True
                place[U(PLY)] = ply - 1
                continue
            frame[U(STAGE)] = TRY
            stage = TRY
        alpha = frame[U(ALPHA)]
        beta = frame[U(BETA)]
        depth = frame[U(DEPTH)]
        again = FULL
        if stage > TRY:  # back from a move
            move = frame[U(MOVE)]
            value = -place[U(VALUE)]
            if stage == REDUCED and value > alpha:
                again = NULL
            elif stage == NULL and alpha < value < beta:
                again = FULL
            else:
                undo(place, words, move)
                frame[U(STAGE)] = TRY
                frame[U(NEXT)] += 1
                stage = TRY
                if value > frame[U(BEST)]:
                    frame[U(BEST)] = value
                    frame[U(BEST_MOVE)] = move
                    if value > alpha:
                        alpha = value
                        frame[U(ALPHA)] = value
                        if value >= beta and move < 1 << 16:
                            killers[U(ply)] = move
        if stage == TRY:
            index = frame[U(NEXT)]
            if index >= frame[U(MOVES)] or alpha >= beta:
                best = frame[U(BEST)]
                if depth > 0:
                    slot = U(words[U(8)] & U(ENTRIES - 1))
                    bound = 1 if best >= beta else 2 if best <= frame[U(LOW)] else 0
                    keys[slot] = words[U(8)]
                    entries[slot] = best << 32 | depth << 27 | bound << 25 | frame[U(BEST_MOVE)]
                place[U(VALUE)] = best
                if ply == 0:
                    return True
                place[U(PLY)] = ply - 1
                continue
            move = buffers[U(ply), U(index)]
            frame[U(MOVE)] = move
            make(place, words, move)
            if depth <= 1 or index == 0:
                again = FULL
            elif depth >= 3 and index >= 4 and move < 1 << 16:
                again = REDUCED
            else:
                again = NULL
        frame[U(STAGE)] = again
        below = stack[U(ply + 1)]
        below[U(STAGE)] = ENTER
        below[U(DEPTH)] = depth - 1 - (again == REDUCED)
        below[U(LEFT)] = QUIET_PLIES if depth > 0 else frame[U(LEFT)] - 1
        below[U(ALPHA)] = -beta if again == FULL else -alpha - 1
        below[U(BETA)] = -alpha
        place[U(PLY)] = ply + 1


class ThudKernel:
    """A compiled player of Thud with the default options."""

    level_nodes: ClassVar[int] = 2_000_000  # about a second

    def __init__(self, game: Thud) -> None:
        self._game = game
        self._fits = game.step_captures == "one" and game.shove_captures == "any"
        self.weights: Ints = np.array([round(SCALE * weight) for weight in (TROLL, NEAR, PAIR)], np.int64)

    def plays(self, state: State) -> bool:
        """Return whether it knows these options and this position: no more pieces than usual, and no limit is near."""
        limit = self._game.no_capture_limit
        few = state.dwarfs.bit_count() <= MOST_DWARFS and state.trolls.bit_count() <= MOST_TROLLS
        return self._fits and few and (limit is None or state.quiet + PLIES < limit)

    def find(self, state: State, budget: Budget, seed: int, report: Report = no_report) -> Choice:
        """Return the best move found until the budget is spent. Report the best one of each depth."""
        place, words = loaded(state)
        stack: Ints = np.zeros((PLIES, FRAME), np.int64)
        buffers: Ints = np.zeros((PLIES, ROOT_WIDTH), np.int64)
        found: Ints = np.zeros(MOST_MOVES, np.int64)
        score: Ints = np.zeros(ROOT_WIDTH, np.int64)
        keys: Words = np.zeros(ENTRIES, np.uint64)
        entries: Ints = np.zeros(ENTRIES, np.int64)
        killers: Ints = np.zeros(PLIES, np.int64)
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
                    place, words, self.weights, stack, buffers, found, score, keys, entries, killers,
                    seed & 0xFFFF | 1, limit,
                )  # fmt: skip
                budget.left = nodes - int(place[NODES])
            if frame[BEST_MOVE]:  # the best move of the depth before was searched first
                value = int(frame[BEST]) * (1 - 2 * state.seat) / (SCALE * WHOLE)
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
            key = loaded(state)[1][8]
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


def loaded(state: State) -> tuple[Ints, Words]:
    """Return a position as the kernel has it."""
    place: Ints = np.zeros(SIZE, np.int64)
    words: Words = np.zeros(9, np.uint64)
    place[:SQUARES] = BOARD
    for kind, pieces in ((DWARF, state.dwarfs), (TROLL_PIECE, state.trolls)):
        for bit in bits(pieces):
            put(place, words, kind, bit + 16)
    if state.seat:
        place[SEAT] = 1
        words[8] ^= TROLLS_TO_MOVE
    return place, words


def move_of(move: int, seat: int) -> Move:
    """Return a move of the kernel as one of the rules."""
    origin, target, captured = move & 255, move >> 8 & 255, 0
    for way in bits(move >> 16 & 255):
        captured |= 1 << target - 16 + int(STEPS[way])
    if move & HURL:
        captured = 1 << target - 16
    return Move(seat, GRID.cell[origin - 16], GRID.cell[target - 16], captured)


KERNEL = ThudKernel
