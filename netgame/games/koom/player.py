"""Knowledge of a computer player about Koom Valley Thud: the way of the Rock, its escort, the trolls around it.

As in Thud the evaluation is a sum over pieces and over pairs of pieces, and the Rock is a piece.
"""

from collections.abc import Hashable, Iterator
from typing import Any, ClassVar, NamedTuple

from netgame.boards.bitboard import bits
from netgame.boards.octagon import GRID, STEPS
from netgame.games.koom.game import TROLLS_TO_WIN, Koom
from netgame.games.koom.moves import DWARF, ROCK, TROLL, TROLL_REACH, Move, jumps
from netgame.games.koom.state import GOALS, State
from netgame.games.shared.octagon_worth import (
    AROUND,
    BIAS,
    LANE,
    LANE_MASK,
    Pairs,
    distance,
    entries_of,
    lines,
    rate_line_moves,
)
from netgame.players.chance import Random
from netgame.players.heuristics import Heuristics, Level
from netgame.players.search_board import ANY, Rated, SearchBoard

# Values are in ten-thousandths, for the dwarfs.
WHOLE = 15_000  # of a won battle
START = 4_000
STEP = 550  # each step of the Rock that is missing
# By the number of pieces that are left. Two trolls cannot win, and a side without pieces has no move: a draw.
DWARFS = tuple([350 * (max(count, 3) - 16) for count in range(165)])
TROLLS = (4700, 4900, 5000, *(600 * (8 - count) for count in range(3, 165)))
# The worth of two pieces together, by their distance in king's moves, from 1. `python -m tests.tools.tune koom --nodes
# 2000`, begun from (20,), (0,), (0,), (450, 150) and (-800, -240, -120), gave these after 130 rounds, but -903 for a
# troll beside the Rock, where `Pairs` allows no more than -800.
DWARF_PAIRS, TROLL_PAIRS, MIXED_PAIRS = (-21, -13), (-20, -20), (38, 9)
ROCK_DWARFS = (326, 209, 70)
ROCK_TROLLS = (-800, -278, -93, -70)

_FORCING = 10  # captures that the search follows in a position
_CHAINS = 60  # tramples of a troll that the search sees
_FREE_PLIES = 20  # plies before the limit in which it is a part of a position
_MARGIN = 900  # moves of dwarfs that lose more than this are not candidates
_WIDTHS = (90, 500, 36, 28)  # candidates by the depth of the search; the last is for all that are deeper
_GOAL_BITS = [GRID.bit[goal] for goal in GOALS]
_GOAL_MASK = sum(1 << bit for bit in _GOAL_BITS)
# by the bit of the Rock
ROCK_SQUARES = {bit: START - STEP * min(distance(bit, goal) for goal in _GOAL_BITS) for bit in GRID.bit}
_DD, _DT, _TT = (Pairs(weights) for weights in (DWARF_PAIRS, MIXED_PAIRS, TROLL_PAIRS))
_RD, _RT = (Pairs(weights) for weights in (ROCK_DWARFS, ROCK_TROLLS))
_DWARF_LINES, _TROLL_LINES = lines(), lines(TROLL_REACH)


class _Node(NamedTuple):
    """A position. `rock` is a bit, the next two are the worth of squares, `value` is for the dwarfs."""

    seat: int
    dwarfs: int
    trolls: int
    rock: int
    dwarf_worth: int
    troll_worth: int
    value: int
    quiet: int


# The code of a move is captured << 16 | origin << 8 | target in bits, -1 - target for the Rock, and the move itself for
# a troll that tramples.
Code = int | Move


class KoomBoard(SearchBoard[_Node]):
    """Koom Valley Thud for alpha-beta."""

    one = WHOLE
    lesson = 3

    def __init__(self, game: Koom) -> None:
        self._escort, self._chains, self._limit = game.rock_escort, game.chain_captures, game.no_progress_limit

    def node(self, state: State) -> _Node:
        dwarfs, trolls, cell, seat, quiet = state
        rock = GRID.bit[cell]
        value = ROCK_SQUARES[rock] + DWARFS[dwarfs.bit_count()] + TROLLS[trolls.bit_count()]
        dwarf_worth, troll_worth = _RD.table[rock], _RT.table[rock]
        for bit in bits(dwarfs):
            value += _RD.at[rock][bit] + sum(_DD.at[bit][other] for other in bits(dwarfs) if other < bit)
            value += sum(_DT.at[bit][other] for other in bits(trolls))
            dwarf_worth += _DD.table[bit]
            troll_worth += _DT.table[bit]
        for bit in bits(trolls):
            value += _RT.at[rock][bit] + sum(_TT.at[bit][other] for other in bits(trolls) if other < bit)
            dwarf_worth += _DT.table[bit]
            troll_worth += _TT.table[bit]
        return _Node(seat, dwarfs, trolls, rock, dwarf_worth, troll_worth, value, quiet)

    def move(self, node: _Node, code: Code) -> Move:
        cell = GRID.cell
        if isinstance(code, Move):
            return code
        if code < 0:
            return Move(ROCK, cell[node.rock], (cell[-1 - code],))
        return Move(TROLL if node.seat else DWARF, cell[code >> 8 & 255], (cell[code & 255],), code >> 16)

    def seat(self, node: _Node) -> int:
        return node[0]

    def key(self, node: _Node) -> Hashable:
        return (*node[:4], node[7]) if node[7] > self._limit - _FREE_PLIES else node[:4]

    def ended(self, node: _Node) -> int | None:
        seat, dwarfs, trolls, rock, _, _, _, quiet = node
        if seat:
            if _GOAL_MASK >> rock & 1:
                return -WHOLE
            if not trolls:
                return 0
        elif (AROUND[rock] & trolls).bit_count() >= TROLLS_TO_WIN:
            return -WHOLE
        elif not dwarfs:
            return 0
        return 0 if quiet >= self._limit else None

    def stuck(self, node: _Node) -> int:
        return 0

    def value(self, node: _Node) -> int:
        return -node[6] if node[0] else node[6]

    def passed(self, node: _Node) -> _Node | None:
        seat, dwarfs, trolls, rock, dwarf_worth, troll_worth, value, quiet = node
        if seat and (AROUND[rock] & trolls).bit_count() >= TROLLS_TO_WIN:
            return None  # the Rock was carried beside three trolls, and they win only by a move
        return _Node(1 - seat, dwarfs, trolls, rock, dwarf_worth, troll_worth, value, quiet + 1)

    def after(self, node: _Node, code: Code) -> _Node:
        seat, dwarfs, trolls, rock, dwarf_worth, troll_worth, value, quiet = node
        if isinstance(code, Move):
            captured = code.captured
            origin, target = GRID.bit[code.origin], GRID.bit[code.landings[-1]]
        elif code < 0:
            return self._after_rock(node, -1 - code)
        else:
            captured, origin, target = code >> 16, code >> 8 & 255, code & 255
        quiet = 0 if captured else quiet + 1
        if seat:
            if origin != target:
                value += (troll_worth >> LANE * target & LANE_MASK) - (troll_worth >> LANE * origin & LANE_MASK)
                value -= _TT.at[origin][target]
                trolls ^= 1 << origin | 1 << target
                dwarf_worth += _DT.table[target] - _DT.table[origin]
                troll_worth += _TT.table[target] - _TT.table[origin]
            if captured:
                left = dwarfs.bit_count()
                count = left + trolls.bit_count() + 1
                value += DWARFS[left - captured.bit_count()] - DWARFS[left]
                dwarfs ^= captured
                while captured:
                    bit = captured.bit_length() - 1
                    captured ^= 1 << bit
                    value -= (dwarf_worth >> LANE * bit & LANE_MASK) - BIAS * count
                    dwarf_worth -= _DD.table[bit]
                    troll_worth -= _DT.table[bit]
                    count -= 1
            return _Node(0, dwarfs, trolls, rock, dwarf_worth, troll_worth, value, quiet)
        if captured:
            left = trolls.bit_count()
            count = dwarfs.bit_count() + left + 1
            value += TROLLS[left - captured.bit_count()] - TROLLS[left]
            trolls ^= captured
            while captured:
                bit = captured.bit_length() - 1
                captured ^= 1 << bit
                value -= (troll_worth >> LANE * bit & LANE_MASK) - BIAS * count
                dwarf_worth -= _DT.table[bit]
                troll_worth -= _TT.table[bit]
                count -= 1
        value += (dwarf_worth >> LANE * target & LANE_MASK) - (dwarf_worth >> LANE * origin & LANE_MASK)
        value -= _DD.at[origin][target]
        dwarfs ^= 1 << origin | 1 << target
        dwarf_worth += _DD.table[target] - _DD.table[origin]
        troll_worth += _DT.table[target] - _DT.table[origin]
        return _Node(1, dwarfs, trolls, rock, dwarf_worth, troll_worth, value, quiet)

    def _after_rock(self, node: _Node, target: int) -> _Node:
        _, dwarfs, trolls, rock, dwarf_worth, troll_worth, value, _ = node
        value += _rock_worth(dwarfs, trolls, target) - _rock_worth(dwarfs, trolls, rock)
        dwarf_worth += _RD.table[target] - _RD.table[rock]
        troll_worth += _RT.table[target] - _RT.table[rock]
        return _Node(1, dwarfs, trolls, target, dwarf_worth, troll_worth, value, 0)

    def moves(self, node: _Node, least: int, depth: int) -> list[Rated]:
        if node[0]:
            rated = self._troll_moves(node, least)
        else:
            rated = self._dwarf_moves(node, least if depth == 1 else max(least, node[6] - _MARGIN))
            if not rated and depth != 1:
                rated = self._dwarf_moves(node, ANY)
        width = _WIDTHS[min(depth, len(_WIDTHS) - 1)]
        if len(rated) > width:
            rated.sort(key=_value_of, reverse=True)
            del rated[width:]
        return rated

    def _dwarf_moves(self, node: _Node, least: int) -> list[Rated]:
        _, dwarfs, trolls, rock, dwarf_worth, _, value, _ = node
        occupied = dwarfs | trolls | 1 << rock
        rated = self._rock_moves(node)
        rated += self._sandwiches(node)
        rate_line_moves(rated, dwarfs, occupied, _DWARF_LINES, entries_of(dwarf_worth), _DD, value, least)
        if hot := _hot(dwarfs, trolls) & GRID.full & ~occupied:  # arriving there captures, which is listed already
            rated = [(bound, code) for bound, code in rated if code < 0 or code >> 16 or not hot >> (code & 255) & 1]
        return rated

    def _rock_moves(self, node: _Node) -> list[Rated]:
        _, dwarfs, trolls, rock, _, _, value, _ = node
        around = AROUND[rock]
        if (around & dwarfs).bit_count() < self._escort:
            return []
        rated: list[Rated] = []
        here = _rock_worth(dwarfs, trolls, rock)
        for target in bits(around & ~(dwarfs | trolls)):
            if (AROUND[target] & dwarfs).bit_count() >= self._escort:
                won = _GOAL_MASK >> target & 1
                rated.append((WHOLE if won else value - here + _rock_worth(dwarfs, trolls, target), -1 - target))
        return rated

    def _sandwiches(self, node: _Node) -> list[Rated]:
        """Return the moves of dwarfs that capture."""
        _, dwarfs, trolls, rock, _, _, value, _ = node
        occupied = dwarfs | trolls | 1 << rock
        found: list[Rated] = []
        for target in bits(_hot(dwarfs, trolls) & GRID.full & ~occupied):
            captured = 0
            for near in bits(AROUND[target] & trolls):
                behind = 2 * near - target
                if behind >= 0 and dwarfs >> behind & 1:
                    captured |= 1 << near
            bound = value + 3500 * captured.bit_count()
            for mask, _ in _DWARF_LINES[target]:
                for origin in _ends(target, mask & occupied):
                    if dwarfs >> origin & 1:
                        found.append((bound, captured << 16 | origin << 8 | target))
        found.sort(key=_value_of, reverse=True)
        return found

    def _troll_moves(self, node: _Node, least: int) -> list[Rated]:
        _, dwarfs, trolls, rock, _, troll_worth, value, _ = node
        occupied = dwarfs | trolls | 1 << rock
        rated = self._tramples(node)
        worth = entries_of(troll_worth)
        around = AROUND[rock]
        beside = (around & trolls).bit_count()
        rest = trolls
        while rest:
            origin = rest.bit_length() - 1
            rest ^= 1 << origin
            base, code, near = worth[origin] - value, origin << 8, _TT.at[origin]
            wins = around if beside - (around >> origin & 1) >= TROLLS_TO_WIN - 1 else 0
            for mask, rays in _TROLL_LINES[origin]:
                for target in rays[occupied & mask]:
                    after = WHOLE if wins >> target & 1 else base - worth[target] + near[target]
                    if after > least:
                        rated.append((after, code | target))
        return rated

    def _tramples(self, node: _Node) -> list[Rated]:
        """Return the moves of trolls that capture; of many chains only the first ones."""
        _, dwarfs, trolls, rock, _, _, value, _ = node
        free = GRID.full & ~(dwarfs | trolls | 1 << rock)
        tramplers = 0
        for step in STEPS:
            tramplers |= dwarfs >> step & free >> 2 * step
            tramplers |= dwarfs << step & free << 2 * step
        tramplers &= trolls
        if not tramplers:
            return []
        found: list[Rated] = []
        cell, around = GRID.cell, AROUND[rock]
        for start in bits(tramplers):
            origin, open_squares, count = cell[start], free | 1 << start, 0
            beside = (around & trolls & ~(1 << start)).bit_count()
            waiting: list[tuple[int, tuple[int, ...], int]] = [(start, (), 0)]
            while waiting and count < _CHAINS:
                bit, landings, captured = waiting.pop()
                if landings:
                    won = beside >= TROLLS_TO_WIN - 1 and around >> bit & 1
                    bound = WHOLE if won else captured.bit_count() * 1500 - value
                    found.append((bound, Move(TROLL, origin, landings, captured)))
                    count += 1
                    if not self._chains:
                        continue
                waiting += [
                    (landing, (*landings, cell[landing]), captured | 1 << jumped)
                    for jumped, landing in jumps(dwarfs & ~captured, open_squares | captured, bit)
                ]
        found.sort(key=_value_of, reverse=True)
        return found

    def forcing(self, node: _Node) -> list[Rated]:
        seat, dwarfs, trolls, rock, _, _, _, _ = node
        if not seat:
            found = self._sandwiches(node)[:_FORCING]
            if _GOAL_MASK & AROUND[rock]:
                found = [entry for entry in self._rock_moves(node) if entry[0] == WHOLE] + found
            return found
        found = self._tramples(node)[:_FORCING]
        around = AROUND[rock]
        if (around & trolls).bit_count() >= TROLLS_TO_WIN - 1:
            # a troll that arrives wins
            occupied = dwarfs | trolls | 1 << rock
            arriving = trolls & ~around if (around & trolls).bit_count() < TROLLS_TO_WIN else trolls
            for origin in bits(arriving):
                for mask, rays in _TROLL_LINES[origin]:
                    if mask & around:
                        for target in rays[occupied & mask]:
                            if around >> target & 1:
                                return [(WHOLE, origin << 8 | target)]
        return found


def _hot(dwarfs: int, trolls: int) -> int:
    """Return the squares from which a dwarf would have a troll directly between itself and another dwarf."""
    hot = 0
    for step in STEPS:
        hot |= (trolls & dwarfs >> step) >> step
        hot |= (trolls & dwarfs << step) << step
    return hot


def _ends(target: int, line: int) -> Iterator[int]:
    """Yield the up to two pieces of a line that are next to a square, one in each direction."""
    low, high = line & (1 << target) - 1, line >> target << target
    if low:
        yield low.bit_length() - 1
    if high:
        yield (high & -high).bit_length() - 1


def _rock_worth(dwarfs: int, trolls: int, rock: int) -> int:
    value, with_dwarfs, with_trolls = ROCK_SQUARES[rock], _RD.at[rock], _RT.at[rock]
    for bit in bits(dwarfs):
        value += with_dwarfs[bit]
    for bit in bits(trolls):
        value += with_trolls[bit]
    return value


def _value_of(rated: tuple[float, Any]) -> float:
    return rated[0]


class KoomPlayer(Heuristics[State, Move]):
    """A player of Koom Valley Thud with any options."""

    search = "alpha_beta"
    listed: ClassVar[int] = 3000  # a crowd of dwarfs allows more tramples than can be counted
    levels: ClassVar[tuple[Level, ...]] = (
        Level(1, 0.98), Level(1, 0.8), Level(30, 0.5), Level(1000), Level(60_000)
    )  # fmt: skip

    def __init__(self, game: Koom) -> None:
        super().__init__(game)
        self._board = KoomBoard(game)

    def board(self, chance: Random) -> KoomBoard:
        return self._board

    def key(self, state: State) -> Hashable:
        return state[:4]

    def evaluate(self, state: State) -> float:
        return max(-0.95, min(0.95, self._board.node(state).value / WHOLE))

    def candidates(self, state: State, chance: Random) -> Iterator[Move]:
        """Yield the moves by the evaluation of the positions after them."""
        board = self._board
        node = board.node(state)
        rated: list[tuple[float, Any]] = [
            (bound + 50 * chance.random(), code) for bound, code in board.moves(node, ANY, 0)
        ]
        rated.sort(key=_value_of, reverse=True)
        return (board.move(node, code) for _, code in rated)


PLAYER = KoomPlayer
