"""The search of the computer player of Blooms, compiled: its positions and candidates for the shared alpha-beta.

A position is a number for each cell: 0 for an empty one, else 1 + 2 * seat + colour. Cells at the edge have one more
cell, off the board, in place of the neighbours that they lack. The knowledge is that of `player.py`.
"""

from math import tanh
from typing import Any, ClassVar

import numpy as np

from netgame.games.blooms.game import Blooms
from netgame.games.blooms.moves import Placement
from netgame.games.blooms.player import MANY, BloomsPlayer
from netgame.games.blooms.state import ENDED as OVER
from netgame.games.blooms.state import State, position_of
from netgame.players import compiled_search as search
from netgame.players.compiled_search import FRAME, MEMORY, PLIES, AlphaBetaKernel, drawn, step
from netgame.players.machine_code import INTS, TABLE, Ints, compiled

Floats = Any  # arrays of float64
MOST_MOVES = 512
WIDTH = 16  # moves that are looked at in a position
BEST, AT_FIRST = 6, 10  # cells of each colour that are combined to pairs, and in the position of the choice itself
CAPTURES = 8  # pairs that capture, beside those
# A move is the cells of its stones, each plus 1, or 0 for no stone; the second << SECOND. A move that captures has the
# bit LOUD.
SECOND, STONE = 10, 1023
PASS, LOUD = 1 << 20, 1 << 21
WHOLE, CLEAR = 400_000, 390_000  # the value of a won game, and the most that a position without an end is worth
LESSON, MOST_LESSONS = 400, 16_000
OFF = 5  # the cell off the board
# `numbers` of a position; HAS_PASSED says whether the last turn was a pass, FIRST_PASSER is 1 or 2
SEAT, HAS_PASSED, FIRST_PASSER, IS_OVER, TAKEN, NUMBERS = 0, 1, 2, 3, 4, 6
SIZE, LIBERTIES, KIND, LOW, HIGH, BLOOM = range(6)  # of a bloom; two of its liberties, the first and the last found
LABEL, SEEN, QUEUE, BEST_CELLS, WORK = 0, 1, 2, 3, 5  # rows of `work`, with an entry for each cell
TO_MOVE, WAITING, OTHERS, WEIGHTS = range(4)  # rows of `weights`; the last one has MARGIN, TEMPO
MARGIN, TEMPO = range(2)
# The gain of a stone for each stone of a bloom beside it, by the bloom's liberties: beside one of the other side,
# one of the own side in the stone's colour, and one of the own side in the other colour
BESIDE: Floats = np.array(
    [
        [2.0, 2.0, 1.2, 0.6, 0.3, 0.1, 0.0],
        [0.0, 1.2, 1.0, 0.4, 0.15, 0.0, 0.0],
        [0.0, -1.5, -0.8, -0.4, -0.15, 0.0, 0.0],
    ]
)

_FLOATS = "float64[:,::1]"


# ---- the board


@compiled(f"int64({INTS},{TABLE},{TABLE},{TABLE})")
def find_blooms(place: Ints, near: Ints, blooms: Ints, work: Ints) -> int:
    """Write the blooms and the label of each stone's bloom. Return the number of blooms."""
    label, seen, queue = work[LABEL], work[SEEN], work[QUEUE]
    cells = place.size - 1
    label[:] = -1
    seen[:] = -1
    count = 0
    for start in range(cells):
        kind = place[start]
        if kind == 0 or label[start] >= 0:
            continue
        bloom = blooms[count]
        liberties = 0
        queue[0] = start
        label[start] = count
        size = 1
        at = 0
        while at < size:
            cell = queue[at]
            at += 1
            for side in range(6):
                other = near[cell, side]
                if place[other] == 0:
                    if seen[other] != count:
                        seen[other] = count
                        if liberties == 0:
                            bloom[LOW] = other
                        bloom[HIGH] = other
                        liberties += 1
                elif place[other] == kind and label[other] < 0:
                    label[other] = count
                    queue[size] = other
                    size += 1
        bloom[SIZE], bloom[LIBERTIES], bloom[KIND] = size, liberties, kind
        count += 1
    return count


@compiled(f"int64({INTS},{INTS},{TABLE},{TABLE},{TABLE},int64,int64)")
def play(place: Ints, numbers: Ints, near: Ints, blooms: Ints, work: Ints, goal: int, move: int) -> int:
    """Place the stones of a turn, and return the number of blooms after it; -1 if the turn is illegal."""
    seat = numbers[SEAT]
    numbers[HAS_PASSED] = 0
    stones = 0
    for colour in range(2):
        cell = (move >> SECOND * colour & STONE) - 1
        if cell >= 0:
            place[cell] = 1 + 2 * seat + colour
            stones += 1
    count = find_blooms(place, near, blooms, work)
    taken = 0
    for cell in range(place.size - 1):
        if place[cell] and place[cell] - 1 >> 1 != seat and blooms[work[LABEL, cell], LIBERTIES] == 0:
            place[cell] = 0
            taken += 1
    if taken:
        count = find_blooms(place, near, blooms, work)
        numbers[TAKEN + seat] += taken
    if goal == 0:
        for number in range(count):
            if blooms[number, LIBERTIES] == 0:
                return -1
    else:
        numbers[IS_OVER] = numbers[TAKEN + seat] >= goal
        if taken == 0:
            for cell in range(place.size - 1):
                if place[cell] == 0:
                    break
            else:
                numbers[IS_OVER] = 1
    numbers[SEAT] = 1 - seat
    return count


@compiled(f"void({INTS})")
def do_pass(numbers: Ints) -> None:
    """Make a turn without a stone."""
    if numbers[FIRST_PASSER] == 0:
        numbers[FIRST_PASSER] = 2 - numbers[SEAT] if numbers[HAS_PASSED] else numbers[SEAT] + 1
    numbers[IS_OVER] = numbers[HAS_PASSED]
    numbers[HAS_PASSED] = 1
    numbers[SEAT] ^= 1


@compiled(f"int64({INTS},{INTS},{TABLE},{TABLE},int64)")
def result(place: Ints, numbers: Ints, near: Ints, work: Ints, goal: int) -> int:
    """Return the value of the end of a game for seat 0."""
    if goal:
        margin = numbers[TAKEN] - numbers[TAKEN + 1]
        if numbers[TAKEN] >= goal or numbers[TAKEN + 1] >= goal:  # the side to move had its turn earlier
            margin = 1 if numbers[TAKEN + numbers[SEAT]] >= goal else -1
            if numbers[SEAT]:
                margin = -margin
        return WHOLE if margin > 0 else -WHOLE if margin < 0 else 0
    seen, queue = work[SEEN], work[QUEUE]
    seen[:] = 0
    margin = 0
    for start in range(place.size - 1):
        if place[start]:
            margin += 1 if place[start] <= 2 else -1
            continue
        if seen[start]:
            continue
        queue[0] = start
        seen[start] = 1
        size, at, beside = 1, 0, 0
        while at < size:
            for side in range(6):
                other = near[queue[at], side]
                if place[other] == 0:
                    if not seen[other]:
                        seen[other] = 1
                        queue[size] = other
                        size += 1
                elif place[other] != OFF:
                    beside |= 1 if place[other] <= 2 else 2
            at += 1
        margin += size if beside == 1 else -size if beside == 2 else 0
    if margin == 0:
        margin = 1 if numbers[FIRST_PASSER] == 1 else -1
    return WHOLE if margin > 0 else -WHOLE


@compiled(f"int64({INTS},{TABLE},int64,{_FLOATS},int64)")
def evaluation(numbers: Ints, blooms: Ints, count: int, weights: Floats, goal: int) -> int:
    """Return the value for the side to move, which has these blooms."""
    seat = numbers[SEAT]
    margin = numbers[TAKEN + seat] - numbers[TAKEN + 1 - seat] if goal else 0
    danger = 0.0
    for number in range(count):
        size = blooms[number, SIZE]
        liberties = min(blooms[number, LIBERTIES], MANY)
        if blooms[number, KIND] - 1 >> 1 == seat:
            danger += size * weights[TO_MOVE, liberties]
            margin += 0 if goal else size
        else:
            danger -= size * weights[WAITING, liberties]
            margin -= 0 if goal else size
    value = weights[OTHERS, MARGIN] * margin + weights[OTHERS, TEMPO] - danger
    return int(CLEAR * tanh(value / 2))


@compiled(f"int64({INTS},{INTS},{TABLE},{TABLE},{TABLE},{_FLOATS},int64,int64)")
def worth(
    place: Ints, numbers: Ints, near: Ints, blooms: Ints, work: Ints, weights: Floats, goal: int, count: int
) -> int:
    """Return the value of a position with so many blooms for the side to move, or that of the end."""
    if numbers[IS_OVER]:
        value = result(place, numbers, near, work, goal)
        return -value if numbers[SEAT] else value
    return evaluation(numbers, blooms, count, weights, goal)


@compiled(f"void({INTS},{INTS},{TABLE},{TABLE},{TABLE},{_FLOATS},int64,int64,{INTS})")
def look(
    place: Ints, numbers: Ints, near: Ints, blooms: Ints, work: Ints, weights: Floats, goal: int, count: int,
    frame: Ints,
) -> None:  # fmt: skip
    """Write what the search must know about a position."""
    key = 0x1E3779B97F4A7C15 * (numbers[SEAT] + 1)
    for cell in range(place.size - 1):
        key = (key ^ place[cell]) * 0x2545F4914F6CDD1D
        key ^= key >> 29 & 0x7FFFFFFFF
    frame[search.KEY] = key
    for number in range(HAS_PASSED, NUMBERS):
        key = (key ^ numbers[number]) * 0x3C6EF372FE94F82B
        key ^= key >> 31 & 0x1FFFFFFFF
    frame[search.TABLE_KEY] = key
    frame[search.ENDED] = numbers[IS_OVER]
    frame[search.CAN_PASS] = count > 0
    frame[search.VALUE] = worth(place, numbers, near, blooms, work, weights, goal, count)


# ---- moves


@compiled(f"float64({INTS},{TABLE},{TABLE},{TABLE},int64,int64,int64)")
def rating(place: Ints, near: Ints, blooms: Ints, work: Ints, seat: int, colour: int, cell: int) -> float:
    """Return how good a stone of that colour looks on an empty cell."""
    label = work[LABEL]
    gain, room, mine, theirs, same = 0.0, 0, False, False, False
    for side in range(6):
        other = near[cell, side]
        kind = place[other]
        if kind == 0:
            room += 1
        elif kind != OFF:
            own = kind - 1 >> 1 == seat
            alike = own and (kind - 1 & 1) == colour
            mine, theirs, same = mine or own, theirs or not own, same or alike
            known = False
            for before in range(side):
                known = known or label[near[cell, before]] == label[other]
            if not known:
                bloom = blooms[label[other]]
                row = 0 if not own else 1 if alike else 2
                gain += bloom[SIZE] * BESIDE[row, min(bloom[LIBERTIES], MANY)]
    gain += 0.2 * (room >= 2) + 0.3 * (room >= 3) + 0.3 * theirs + 0.1 * mine + 0.15 * same
    return gain if mine or theirs else gain - 0.2


@compiled(f"int64({INTS},int64,int64,int64,int64)")
def with_pair(out: Ints, found: int, captures: int, first: int, second: int) -> int:
    """Add a turn with stones on two cells unless it is among the first ones. Return how many turns there are."""
    move = first + 1 | second + 1 << SECOND
    known = first == second
    for number in range(captures):
        known = known or out[number] == move
    if known:
        return found
    out[found] = move
    return found + 1


@compiled(f"int64({INTS},{TABLE},{TABLE},{TABLE},int64,int64,{INTS},{INTS})")
def listed(place: Ints, near: Ints, blooms: Ints, work: Ints, seat: int, best: int, out: Ints, chance: Ints) -> int:
    """Write the turns that look good, legal or not: pairs that capture, good single stones, and pairs of good cells."""
    cells = place.size - 1
    count = find_blooms(place, near, blooms, work)
    if count == 0:
        for cell in range(cells):
            out[cell] = cell + 1
        return cells
    found = 0
    for number in range(count):
        bloom = blooms[number]
        if bloom[KIND] - 1 >> 1 != seat and bloom[LIBERTIES] == 2 and found < CAPTURES:
            found = with_pair(out, found, found, bloom[LOW], bloom[HIGH])
            found = with_pair(out, found, found, bloom[HIGH], bloom[LOW])
    captures, kept = found, 0
    gains = np.empty(best, np.float64)
    for colour in range(2):
        chosen = work[BEST_CELLS + colour]
        kept = 0
        for cell in range(cells):
            if place[cell]:
                continue
            gain = rating(place, near, blooms, work, seat, colour, cell) + 0.25 * drawn(chance) / 0x80000000
            at = kept
            while at > 0 and gains[at - 1] < gain:
                if at < best:
                    gains[at], chosen[at] = gains[at - 1], chosen[at - 1]
                at -= 1
            if at < best:
                gains[at], chosen[at] = gain, cell
                kept = min(kept + 1, best)
        for number in range(kept):
            out[found] = chosen[number] + 1 << SECOND * colour
            found += 1
    for first in range(kept):
        for second in range(kept):
            found = with_pair(out, found, captures, work[BEST_CELLS, first], work[BEST_CELLS + 1, second])
    return found


@compiled(f"int64({INTS},{INTS},{TABLE},{TABLE},{TABLE},{_FLOATS},int64,int64,{INTS},{INTS},{INTS},{INTS},{INTS})")
def candidates(
    place: Ints, numbers: Ints, near: Ints, blooms: Ints, work: Ints, weights: Floats, goal: int, best: int, out: Ints,
    score: Ints, spare: Ints, after: Ints, chance: Ints,
) -> int:  # fmt: skip
    """Write the turns that are worth a look with the values after them, and return their number."""
    seat, done = numbers[SEAT], 0
    found = listed(place, near, blooms, work, seat, best, out, chance)
    for index in range(found):
        move = out[index]
        spare[:] = place
        after[:] = numbers
        count = play(spare, after, near, blooms, work, goal, move)
        if count < 0:
            continue
        out[done] = move | LOUD if after[TAKEN + seat] > numbers[TAKEN + seat] else move
        score[done] = -worth(spare, after, near, blooms, work, weights, goal, count)
        done += 1
    count = find_blooms(place, near, blooms, work)
    if goal == 0 and count > 0:
        after[:] = numbers
        do_pass(after)
        out[done] = PASS
        score[done] = -worth(place, after, near, blooms, work, weights, goal, count)
        done += 1
    return done


# ---- the search


@compiled(f"boolean({TABLE},{TABLE},{TABLE},{TABLE},{TABLE},{_FLOATS},{INTS},{INTS},{INTS},int64,int64,{MEMORY},int64)")
def go_on(
    places: Ints, numbers: Ints, near: Ints, blooms: Ints, work: Ints, weights: Floats, spare: Ints, after: Ints,
    chance: Ints, goal: int, seed: int, memory: tuple[Ints, ...], limit: int,
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
            place[:] = places[ply - 1]
            number[:] = numbers[ply - 1]
            if move == PASS:
                do_pass(number)
            elif move == 0:  # the pass of the search, which ends no game
                number[HAS_PASSED] = 0
                number[SEAT] ^= 1
            if move == PASS or move == 0:
                count = find_blooms(place, near, blooms, work)
            else:
                count = play(place, number, near, blooms, work, goal, move & ~LOUD)
            look(place, number, near, blooms, work, weights, goal, count, frame)
        elif ask == search.MOVES_DUE:
            chance[0] = frame[search.KEY] ^ seed << 20 | 1  # a position has the same candidates in all of a search
            frame[search.MOVES] = candidates(
                places[ply], numbers[ply], near, blooms, work, weights, goal, BEST if ply else AT_FIRST, buffers[ply],
                scores[ply], spare, after, chance,
            )  # fmt: skip
        else:
            frame[search.MOVES] = 0


class BloomsKernel(AlphaBetaKernel):
    """A compiled player of Blooms."""

    level_nodes: ClassVar[int] = 30_000  # about a second
    slice: ClassVar[int] = 100
    whole: ClassVar[int] = WHOLE
    most_moves: ClassVar[int] = MOST_MOVES
    settings: ClassVar[tuple[int, ...]] = (WIDTH, MOST_MOVES, LOUD, LESSON, MOST_LESSONS)
    search = staticmethod(go_on)

    def __init__(self, game: Blooms) -> None:
        super().__init__(game)
        self.game, self._rules, grid = game, game.rules, game.rules.hexagon.grid
        self._cells = len(grid.mask)
        player = BloomsPlayer(game)
        self.weights: Floats = np.zeros((WEIGHTS, MANY + 1))
        self.weights[TO_MOVE], self.weights[WAITING] = player.weights.to_move, player.weights.waiting
        self.weights[OTHERS, [MARGIN, TEMPO]] = player.weights.margin, player.weights.tempo
        self.near: Ints = np.full((self._cells, 6), self._cells, np.int64)
        for cell, mask in enumerate(grid.mask):
            around = list(game.rules.hexagon.cells(player.near[mask]))
            self.near[cell, : len(around)] = around

    def plays(self, state: State) -> bool:
        """Return whether it knows these options: it does not see that a turn brings back an earlier board."""
        return not self._rules.superko

    def position(self, state: State, seed: int) -> tuple[Any, ...]:
        places: Ints = np.zeros((PLIES, self._cells + 1), np.int64)
        numbers: Ints = np.zeros((PLIES, NUMBERS), np.int64)
        places[0], numbers[0] = self.place(state)
        spare, after = np.zeros_like(places[0]), np.zeros_like(numbers[0])
        blooms, work, chance = self.work()
        position = places, numbers, self.near, blooms, work, self.weights, spare, after, chance
        return *position, self._rules.goal, seed & 0xFFFF

    def frame(self, state: State) -> Ints:
        place, numbers = self.place(state)
        blooms, work, _ = self.work()
        count = find_blooms(place, self.near, blooms, work)
        frame: Ints = np.zeros(FRAME, np.int64)
        look(place, numbers, self.near, blooms, work, self.weights, self._rules.goal, count, frame)
        return frame

    def work(self) -> tuple[Ints, Ints, Ints]:
        """Return the arrays that the functions work with."""
        cells = self._cells + 1
        return np.zeros((cells, BLOOM), np.int64), np.zeros((WORK, cells), np.int64), np.ones(1, np.int64)

    def place(self, state: State) -> tuple[Ints, Ints]:
        """Return a position as the kernel has it."""
        hexagon, known = self._rules.hexagon, position_of(state)
        place: Ints = np.zeros(self._cells + 1, np.int64)
        place[self._cells] = OFF
        low = (1 << hexagon.half) - 1
        for seat, stones in enumerate(known.stones):
            for colour, cells in enumerate((stones & low, stones >> hexagon.half)):
                place[list(hexagon.cells(cells))] = 1 + 2 * seat + colour
        numbers = known.seat, known.passed, known.first_passer, state[3] >= OVER, *known.captures
        return place, np.array(numbers, np.int64)

    def move(self, code: int, state: State) -> Placement:
        """Return a move of the kernel as one of the rules."""
        first, second = (int(code >> SECOND * colour & STONE) for colour in range(2))
        return Placement(first - 1 if first else None, second - 1 if second else None)


KERNEL = BloomsKernel
