"""The search of the computer player of Conquid, compiled: its positions and candidates for the shared alpha-beta.

A side is a word for each row, with an empty row above and below the board. The knowledge is that of `player.py`.
"""

from typing import Any, ClassVar

import numpy as np

from netgame.games.conquid import player
from netgame.games.conquid.board import NEEDED
from netgame.games.conquid.game import Conquid
from netgame.games.conquid.moves import CELLS, Acquire, Action, Conquer, Conquest, Vanquish
from netgame.games.conquid.state import State
from netgame.players import compiled_search as search
from netgame.players.compiled_search import FRAME, MEMORY, PLIES, AlphaBetaKernel, drawn, step
from netgame.players.machine_code import CUBE, INTS, TABLE, Ints, compiled

MOST_COLUMNS = 60  # a row with some columns beyond it fits into a word
MOST_MOVES = 256
WIDTH = 12  # moves that are looked at in a position
AT_FIRST = 4  # times as many are made for the position of the choice itself
VANQUISHES = 12  # blocks that a search looks at in a position
REMEMBERED = 1 << 16  # positions with their moves, 13 MB
MOST_LENGTH = 400  # of a path; no board needs more
# A move is one of these, the cell of a Vanquish << 2 | VANQUISH, or the three cells of an Acquire, 12 bits each, << 2.
# A cell is row << 6 | column, with rows from 1.
CONQUER, CONQUEST, VANQUISH = 1, 2, 3
WHOLE, CLEAR, BLOCKED = player.WHOLE, 8000, 3
ENDLESS = 1 << 20  # turns
# `board`: words by row of the ordinary cells, those beside each base, and the corners of blocks
ORDINARY, NEAR, CORNERS = 0, 1, 3
SEAT, TURNS, DECLARED, NUMBERS = range(4)  # `numbers` of a position; TURNS are left until the limit
# `rows`: what a function works with; the first ones are the position after a move
AFTER, NEW, NEXT_ROWS, CHOSEN, MINE, THEIRS, WORK, ROWS = 0, 2, 3, 4, 5, 6, 7, 11
# For each of the three cells of an Acquire: on the own way (0), on the enemy's (2), or on both if there is such a cell
PLANS: Ints = np.array([["obe".index(letter) for letter in plan] for plan in player.PLANS], np.int64)


# ---- the board


@compiled("int64(int64)")
def count_of(word: int) -> int:
    """Return the number of bits that are set."""
    word = word - (word >> 1 & 0x5555555555555555)
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333)
    word = word + (word >> 4) & 0x0F0F0F0F0F0F0F0F
    return (word * 0x0101010101010101 >> 56) & 127


@compiled(f"int64({INTS})")
def size_of(side: Ints) -> int:
    """Return the number of cells."""
    total = 0
    for row in range(side.size):
        total += count_of(side[row])
    return total


@compiled(f"int64({INTS},{INTS},{TABLE},int64,{TABLE},{CUBE})")
def layers(own: Ints, enemy: Ints, board: Ints, base: int, rows: Ints, reach: Ints) -> int:
    """Return how many cells a side lacks for a path from a base to the other.

    Write what a path reaches with n more cells into `reach[base, n]`.
    """
    last = own.size - 1
    new, following = rows[NEW], rows[NEXT_ROWS]
    start, goal = board[NEAR + base], board[NEAR + 1 - base]
    steps = reach[base]
    beside = reach[2]
    length = 0
    steps[0, :] = 0
    beside[0, :] = start
    new[:] = start & own
    while True:
        reached, around = steps[length], beside[length]
        more = True
        while more:  # own cells cost nothing
            more = False
            for row in range(1, last):
                reached[row] |= new[row]
            for row in range(1, last):
                near = new[row] << 1 | new[row] >> 1 | new[row - 1] | new[row + 1]
                around[row] |= near
                following[row] = near & own[row] & ~reached[row]
                more = more or following[row] != 0
            new[:] = following
        for row in range(1, last):
            if reached[row] & goal[row]:
                return length
        for row in range(1, last):
            cells = around[row] & board[ORDINARY, row] & ~(own[row] | enemy[row])
            if length >= BLOCKED - 1:
                cells |= beside[length - BLOCKED + 1, row] & enemy[row]
            new[row] = cells & ~reached[row]
        length += 1
        steps[length, :] = reached
        beside[length, :] = around


@compiled(f"int64({INTS},{INTS},{TABLE},{TABLE},{CUBE},{INTS})")
def route(own: Ints, enemy: Ints, board: Ints, rows: Ints, reach: Ints, cells: Ints) -> int:
    """Write the empty cells on all shortest ways of a side between the bases, and return their length."""
    length = layers(own, enemy, board, 0, rows, reach)
    layers(own, enemy, board, 1, rows, reach)
    cells[:] = 0
    for count in range(1, length + 1):
        other = length + 1 - count
        for row in range(1, own.size - 1):
            here = reach[0, count, row] & ~reach[0, count - 1, row]
            cells[row] |= here & reach[1, other, row] & ~reach[1, other - 1, row]
    for row in range(1, own.size - 1):
        cells[row] &= ~(own[row] | enemy[row])
    return length


@compiled(f"int64({INTS},{INTS})")
def conquer(own: Ints, enemy: Ints) -> int:
    """Take every enemy cell with two own cells beside it, again and again. Return how many were taken."""
    total = 0
    more = True
    while more:
        more = False
        for row in range(1, own.size - 1):
            left, right, up, down = own[row] << 1, own[row] >> 1, own[row - 1], own[row + 1]
            taken = (left & right | up & down | (left | right) & (up | down)) & enemy[row]
            if taken:
                own[row] |= taken
                enemy[row] ^= taken
                total += count_of(taken)
                more = True
    return total


@compiled(f"int64({INTS},{INTS},{TABLE},{INTS})")
def vanquish_corners(own: Ints, enemy: Ints, board: Ints, out: Ints) -> int:
    """Write the moves that vanquish a block, and return their number."""
    count = 0
    for row in range(1, own.size - 4):
        mine, theirs, none = -1, -1, -1
        for down in range(4):
            mine &= own[row + down]
            theirs &= enemy[row + down]
            none &= ~(own[row + down] | enemy[row + down])
        mine &= mine >> 1
        theirs &= theirs >> 1
        none &= none >> 1
        corners = (mine & mine >> 2 | theirs & theirs >> 2 | none & none >> 2) & board[CORNERS, row]
        column = 0
        while corners >> column:
            if corners >> column & 1:
                around = count_of(own[row - 1] >> column & 15) + count_of(own[row + 4] >> column & 15)
                for down in range(4):
                    around += (own[row + down] >> column + 4 & 1) + (own[row + down] << 1 >> column & 1)
                if around >= NEEDED and count < out.size:
                    out[count] = (row << 6 | column) << 2 | VANQUISH
                    count += 1
            column += 1
    return count


@compiled(f"void({INTS},{INTS},int64)")
def change(own: Ints, enemy: Ints, move: int) -> None:
    """Do an action but a Conquest."""
    kind, cells = move & 3, move >> 2
    if kind == CONQUER:
        conquer(own, enemy)
    elif kind == VANQUISH:
        block = ~(15 << (cells & 63))
        for row in range(cells >> 6, (cells >> 6) + 4):
            own[row] &= block
            enemy[row] &= block
    else:
        for _ in range(CELLS):
            own[cells >> 6 & 63] |= 1 << (cells & 63)
            cells >>= 12


@compiled(f"int64({INTS},{INTS},{TABLE},{TABLE},{CUBE})")
def evaluation(own: Ints, enemy: Ints, board: Ints, rows: Ints, reach: Ints) -> int:
    """Return the value for the side to move."""
    mine = layers(own, enemy, board, 0, rows, reach)
    theirs = layers(enemy, own, board, 0, rows, reach)
    if mine == 0:
        return WHOLE - 100  # it declares its path
    # the side to move has a turn more; a side with a path still has to declare it
    turns = (theirs + CELLS - 1) // CELLS - (mine + CELLS - 1) // CELLS
    value = 1200 * turns + 600 + 300 * (theirs - mine) + 30 * (size_of(own) - size_of(enemy))
    one, other = rows[WORK], rows[WORK + 1]
    one[:] = own
    other[:] = enemy
    value += 120 * conquer(one, other)
    one[:] = own
    other[:] = enemy
    value -= 60 * conquer(other, one)
    more = abs(value) - CLEAR
    if more > 0:  # far ahead, more is still better, but never as good as a win
        value = (CLEAR + min(more // 16, WHOLE * 15 // 100)) * (1 if value > 0 else -1)
    return value


@compiled(f"void({TABLE},{INTS},{TABLE},{TABLE},{CUBE},{INTS})")
def look(place: Ints, numbers: Ints, board: Ints, rows: Ints, reach: Ints, frame: Ints) -> None:
    """Write what the search must know about a position."""
    seat = numbers[SEAT]
    key = 0x1E3779B97F4A7C15 * (seat + 1)
    for side in range(2):
        for row in range(1, place.shape[1] - 1):
            key = (key ^ place[side, row]) * 0x2545F4914F6CDD1D
            key ^= key >> 29 & 0x7FFFFFFFF
    frame[search.KEY] = key
    if numbers[TURNS] < ENDLESS:
        key ^= numbers[TURNS] * 0x3C6EF372FE94F82B
    frame[search.TABLE_KEY] = key
    frame[search.ENDED] = numbers[DECLARED] or numbers[TURNS] <= 0
    if frame[search.ENDED]:
        frame[search.VALUE] = -WHOLE if numbers[DECLARED] else 0
    else:
        frame[search.VALUE] = evaluation(place[seat], place[1 - seat], board, rows, reach)


# ---- moves


@compiled(f"int64({INTS},{INTS})")
def any_cell(cells: Ints, chance: Ints) -> int:
    """Return one of these cells."""
    left = drawn(chance) % size_of(cells)
    row = 0
    while count_of(cells[row]) <= left:
        left -= count_of(cells[row])
        row += 1
    word = cells[row]
    for _ in range(left):
        word &= word - 1
    return row << 6 | count_of((word & -word) - 1)


@compiled(f"int64({INTS},{INTS},{TABLE},{TABLE},{CUBE},int64,{INTS})")
def acquired(own: Ints, enemy: Ints, board: Ints, rows: Ints, reach: Ints, plan: int, chance: Ints) -> int:
    """Return an Acquire that follows a plan. `rows` has the cells on the ways of both sides."""
    side, chosen, mine, theirs = rows[WORK + 2], rows[CHOSEN], rows[WORK], rows[WORK + 1]
    side[:] = own
    chosen[:] = 0
    mine[:] = rows[MINE]
    theirs[:] = rows[THEIRS]
    cells = rows[WORK + 3]
    found = 0
    for number in range(CELLS):
        kind = PLANS[plan, number]
        if number and kind != 2:
            route(side, enemy, board, rows, reach, mine)
        if number and kind != 0:
            route(enemy, side, board, rows, reach, theirs)
        cells[:] = theirs if kind == 2 else mine
        if kind == 1 and size_of(mine & theirs):
            cells[:] = mine & theirs
        cells &= ~chosen
        if size_of(cells) == 0:
            cells[:] = board[ORDINARY] & ~(side | enemy)
        cell = any_cell(cells, chance)
        chosen[cell >> 6] |= 1 << (cell & 63)
        side[cell >> 6] |= 1 << (cell & 63)
        # in the order of cells, so that an Acquire has one code
        low, middle = found & 4095, found >> 12
        if number == 0:
            found = cell
        elif number == 1:
            found = min(found, cell) | max(found, cell) << 12
        else:
            first, last = min(low, cell), max(middle, cell)
            found = first | (low + middle + cell - first - last) << 12 | last << 24
    return found << 2


@compiled(f"int64({TABLE},int64,{TABLE},{TABLE},{CUBE},{INTS},{INTS},int64,{INTS})")
def candidates(
    place: Ints, seat: int, board: Ints, rows: Ints, reach: Ints, out: Ints, score: Ints, times: int, chance: Ints
) -> int:
    """Write the actions that are worth a look with the values after them, and return their number."""
    own, enemy = place[seat], place[1 - seat]
    if layers(own, enemy, board, 0, rows, reach) == 0:
        out[0], score[0] = CONQUEST, WHOLE
        return 1
    one, other = rows[AFTER], rows[AFTER + 1]
    threatened = layers(enemy, own, board, 0, rows, reach) == 0
    count = vanquish_corners(own, enemy, board, out)
    if not threatened and count > VANQUISHES * times:
        for number in range(VANQUISHES * times):
            at = number + drawn(chance) % (count - number)
            out[number], out[at] = out[at], out[number]
        count = VANQUISHES * times
    one[:] = own
    other[:] = enemy
    if conquer(one, other) and count < out.size:
        out[count] = CONQUER
        count += 1
    if not threatened and size_of(board[ORDINARY] & ~(own | enemy)) >= CELLS:
        route(own, enemy, board, rows, reach, rows[MINE])
        route(enemy, own, board, rows, reach, rows[THEIRS])
        for number in range(PLANS.shape[0] * times):
            if count < out.size:
                move = acquired(own, enemy, board, rows, reach, number % PLANS.shape[0], chance)
                out[count] = move
                count += 1
                for index in range(count - 1):
                    if out[index] == move:
                        count -= 1
                        break
    done = 0
    for index in range(count):
        one[:] = own
        other[:] = enemy
        change(one, other, out[index])
        if not threatened or layers(other, one, board, 0, rows, reach) > 0:
            out[done] = out[index]
            score[done] = -evaluation(other, one, board, rows, reach)
            done += 1
    if done == 0:
        out[0], score[0] = CONQUER, -WHOLE
        done = 1
    return done


@compiled(f"int64({INTS},{INTS},{INTS},int64,int64)")
def remember(known: Ints, out: Ints, score: Ints, count: int, key: int) -> int:
    """Put the best moves of a position first, remember them, and return their number."""
    kept = min(count, WIDTH)
    for index in range(kept):
        at = index
        for other in range(index + 1, count):
            if score[other] > score[at]:
                at = other
        move, value = out[at], score[at]
        out[at], score[at] = out[index], score[index]
        out[index], score[index] = move, value
        known[2 + index], known[2 + WIDTH + index] = move, value
    known[0], known[1] = key, kept
    return kept


# ---- the search


@compiled(f"boolean({CUBE},{TABLE},{TABLE},{TABLE},{CUBE},{INTS},{TABLE},int64,{MEMORY},int64)")
def go_on(
    places: Ints, numbers: Ints, board: Ints, rows: Ints, reach: Ints, chance: Ints, remembered: Ints, seed: int,
    memory: tuple[Ints, ...], limit: int,
) -> bool:  # fmt: skip
    """Go on with the search until it is complete, or until there were `limit` nodes. Return whether it is complete."""
    run, stack, buffers, scores = memory[:4]
    while True:
        ask = step(memory, limit)
        if ask <= search.PAUSED:
            return ask == search.DONE
        ply = run[search.PLY]
        frame = stack[ply]
        if ask == search.PLAY:
            place, number = places[ply], numbers[ply]
            move = stack[ply - 1, search.MOVE]
            place[:, :] = places[ply - 1]
            number[:] = numbers[ply - 1]
            if move == CONQUEST:
                number[DECLARED] = 1
            else:
                change(place[number[SEAT]], place[1 - number[SEAT]], move)
            number[SEAT] ^= 1
            if number[TURNS] < ENDLESS:
                number[TURNS] -= 1
            look(place, number, board, rows, reach, frame)
        elif ask == search.MOVES_DUE:
            key, out, score = frame[search.KEY], buffers[ply], scores[ply]
            known = remembered[key & (REMEMBERED - 1)]
            if ply > 0 and known[0] == key:
                frame[search.MOVES] = known[1]
                for index in range(known[1]):
                    out[index], score[index] = known[2 + index], known[2 + WIDTH + index]
                continue
            chance[0] = key ^ seed << 20 | 1  # a position has the same candidates in all of a search
            count = candidates(
                places[ply], numbers[ply, SEAT], board, rows, reach, out, score, 1 if ply else AT_FIRST, chance
            )
            frame[search.MOVES] = remember(known, out, score, count, key) if ply > 0 else count
        else:
            frame[search.MOVES] = 0


class ConquidKernel(AlphaBetaKernel):
    """A compiled player of Conquid."""

    level_nodes: ClassVar[int] = 30_000  # about a second
    slice: ClassVar[int] = 40
    whole: ClassVar[int] = WHOLE
    most_moves: ClassVar[int] = MOST_MOVES
    settings: ClassVar[tuple[int, ...]] = (WIDTH, MOST_MOVES, 1 << 62, 10, 400)
    search = staticmethod(go_on)

    def __init__(self, game: Conquid) -> None:
        super().__init__(game)
        self._conquid, layout = game, game.layout
        self._words = game.rows + 2
        if game.columns > MOST_COLUMNS:
            return
        parts = (layout.ordinary, *layout.near, layout.corners)
        self.board: Ints = np.stack([self.rows(part) for part in parts])

    def plays(self, state: State) -> bool:
        """Return whether it knows this board: the widest ones do not fit."""
        return self._conquid.columns <= MOST_COLUMNS

    def position(self, state: State, seed: int) -> tuple[Any, ...]:
        places: Ints = np.zeros((PLIES, 2, self._words), np.int64)
        numbers: Ints = np.zeros((PLIES, NUMBERS), np.int64)
        places[0], numbers[0] = self.place(state)
        scratch = np.zeros(1, np.int64), np.zeros((REMEMBERED, 2 + 2 * WIDTH), np.int64)
        return places, numbers, self.board, *self.work(), *scratch, seed & 0xFFFF

    def frame(self, state: State) -> Ints:
        frame: Ints = np.zeros(FRAME, np.int64)
        look(*self.place(state), self.board, *self.work(), frame)
        return frame

    def work(self) -> tuple[Ints, Ints]:
        """Return the arrays that the functions work with."""
        return np.zeros((ROWS, self._words), np.int64), np.zeros((3, MOST_LENGTH, self._words), np.int64)

    def place(self, state: State) -> tuple[Ints, Ints]:
        """Return a position as the kernel has it."""
        limit = self._conquid.turn_limit
        left = ENDLESS if limit is None else limit - state.history.length + 1
        rows = np.stack([self.rows(cells) for cells in state.cells])
        return rows, np.array([state.seat, left, bool(state.path)], np.int64)

    def rows(self, cells: int) -> Ints:
        """Return a bitboard as words by row."""
        stride = self._conquid.layout.stride
        rows: Ints = np.zeros(self._words, np.int64)
        for row in range(self._conquid.rows):
            rows[row + 1] = cells >> row * stride & (1 << stride) - 1
        return rows

    def move(self, code: int, state: State) -> Action:
        """Return a move of the kernel as one of the rules."""
        if code in (CONQUER, CONQUEST):
            return Conquer() if code == CONQUER else Conquest()
        columns, cells = self._conquid.columns, code >> 2
        if code & 3 == VANQUISH:
            return Vanquish(((cells >> 6) - 1) * columns + (cells & 63))
        return Acquire(
            frozenset(((cells >> 12 * n + 6 & 63) - 1) * columns + (cells >> 12 * n & 63) for n in range(CELLS))
        )


KERNEL = ConquidKernel
