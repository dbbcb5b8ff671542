"""Knowledge of a computer player about Koom Valley Thud: the way of the Rock, its escort, the trolls around it.

As in Thud the evaluation is a sum over pieces and over pairs of pieces, and the Rock is a piece.
"""

from collections.abc import Hashable, Iterator
from typing import Any, ClassVar

from netgame.boards.bitboard import bits
from netgame.boards.octagon import GRID
from netgame.games.koom.game import TROLLS_TO_WIN, Koom
from netgame.games.koom.moves import (
    DWARF,
    ROCK,
    TROLL,
    TROLL_REACH,
    Move,
    hot_squares,
    jumps,
    rock_targets,
    sandwiched,
    tramplers_of,
)
from netgame.games.koom.state import GOALS, State, free_squares
from netgame.games.shared.octagon_board import (
    AROUND,
    MOST,
    Node,
    OctagonBoard,
    Pairs,
    distance,
    entries_of,
    lines,
    value_of,
)
from netgame.players.chance import Random
from netgame.players.heuristics import Heuristics, Level
from netgame.players.search_board import ANY, Rated

# Values are in ten-thousandths, for the dwarfs.
WHOLE = 15_000  # of a won battle
START = 4_000
STEP = 550  # each step of the Rock that is missing
# By the number of pieces that are left. Two trolls cannot win, and a side without pieces has no move: a draw.
DWARFS = tuple([350 * (max(count, 3) - 16) for count in range(MOST + 1)])
TROLLS = (4700, 4900, 5000, *(600 * (8 - count) for count in range(3, MOST + 1)))
# The worth of two pieces together, by their distance in king's moves, from 1. `python -m devtools.tuning.tune koom
# --nodes 2000`, begun from (20,), (0,), (0,), (450, 150) and (-800, -240, -120), gave these after 130 rounds, but -903
# for a troll beside the Rock, where `Pairs` allows no more than -800.
DWARF_PAIRS, TROLL_PAIRS, MIXED_PAIRS = (-21, -13), (-20, -20), (38, 9)
ROCK_DWARFS = (326, 209, 70)
ROCK_TROLLS = (-800, -278, -93, -70)

_FORCING = 10  # captures that the search follows in a position
_CHAINS = 60  # tramples of a troll that the search sees
_FREE_PLIES = 20  # plies before the limit in which it is a part of a position
_GOAL_BITS = [GRID.bit[goal] for goal in GOALS]
_GOAL_MASK = GRID.of(GOALS)
# by the bit of the Rock
ROCK_SQUARES = {bit: START - STEP * min(distance(bit, goal) for goal in _GOAL_BITS) for bit in GRID.bit}
_DWARF_LINES, _TROLL_LINES = lines(), lines(TROLL_REACH)

# The code of a move is captured << 16 | origin << 8 | target in bits, -1 - target for the Rock, and the move itself for
# a troll that tramples.
Code = int | Move


class KoomBoard(OctagonBoard):
    """Koom Valley Thud for alpha-beta."""

    one = WHOLE
    lesson = 3
    pairs = Pairs(DWARF_PAIRS), Pairs(MIXED_PAIRS), Pairs(TROLL_PAIRS)
    stone_pairs = Pairs(ROCK_DWARFS), Pairs(ROCK_TROLLS)
    numbers = DWARFS, TROLLS
    stones = ROCK_SQUARES
    margin = 900
    widths = (90, 500, 36, 28), (90, 500, 36, 28)

    def __init__(self, game: Koom) -> None:
        super().__init__(game.no_progress_limit, value_of)
        self._escort, self._chains, self._most_quiet = game.rock_escort, game.chain_captures, game.no_progress_limit

    def node(self, state: State) -> Node:
        return self.node_of(state.seat, state.dwarfs, state.trolls, GRID.bit[state.rock], state.quiet)

    def move(self, node: Node, code: Code) -> Move:
        cell = GRID.cell
        if isinstance(code, Move):
            return code
        if code < 0:
            return Move(ROCK, cell[node.stone], (cell[-1 - code],))
        return Move(TROLL if node.seat else DWARF, cell[code >> 8 & 255], (cell[code & 255],), code >> 16)

    def key(self, node: Node) -> Hashable:
        return (*node[:4], node[7]) if node[7] > self._most_quiet - _FREE_PLIES else node[:4]

    def ended(self, node: Node) -> int | None:
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
        return 0 if quiet >= self._most_quiet else None

    def stuck(self, node: Node) -> int:
        return 0

    def passed(self, node: Node) -> Node | None:
        if node.seat and (AROUND[node.stone] & node.trolls).bit_count() >= TROLLS_TO_WIN:
            return None  # the Rock was carried beside three trolls, and they win only by a move
        return node._replace(seat=1 - node.seat, quiet=node.quiet + 1)

    def after(self, node: Node, code: Code) -> Node:
        if isinstance(code, Move):
            return self.moved(node, GRID.bit[code.origin], GRID.bit[code.landings[-1]], code.captured)
        if code < 0:
            return self._after_rock(node, -1 - code)
        return self.moved(node, code >> 8 & 255, code & 255, code >> 16)

    def _after_rock(self, node: Node, target: int) -> Node:
        _, dwarfs, trolls, rock, dwarf_worth, troll_worth, value, _ = node
        value += _rock_worth(dwarfs, trolls, target) - _rock_worth(dwarfs, trolls, rock)
        with_dwarfs, with_trolls = self.stone_pairs
        dwarf_worth += with_dwarfs.table[target] - with_dwarfs.table[rock]
        troll_worth += with_trolls.table[target] - with_trolls.table[rock]
        return Node(1, dwarfs, trolls, target, dwarf_worth, troll_worth, value, 0)

    def dwarf_moves(self, node: Node, least: int) -> list[Rated]:
        _, dwarfs, trolls, rock, _, _, _, _ = node
        occupied = dwarfs | trolls | 1 << rock
        rated = self._rock_moves(node)
        rated += self._sandwiches(node)
        self.rate_slides(rated, node, occupied, least)
        if hot := hot_squares(dwarfs, trolls) & GRID.full & ~occupied:  # arriving there captures, which is listed
            rated = [(bound, code) for bound, code in rated if code < 0 or code >> 16 or not hot >> (code & 255) & 1]
        return rated

    def _rock_moves(self, node: Node) -> list[Rated]:
        _, dwarfs, trolls, rock, _, _, value, _ = node
        rest = value - _rock_worth(dwarfs, trolls, rock)
        return [
            (WHOLE if _GOAL_MASK >> target & 1 else rest + _rock_worth(dwarfs, trolls, target), -1 - target)
            for target in bits(rock_targets(_state_of(node), self._escort))
        ]

    def _sandwiches(self, node: Node) -> list[Rated]:
        """Return the moves of dwarfs that capture."""
        _, dwarfs, trolls, rock, _, _, value, _ = node
        occupied = dwarfs | trolls | 1 << rock
        found: list[Rated] = []
        for target in bits(hot_squares(dwarfs, trolls) & GRID.full & ~occupied):
            captured = sandwiched(dwarfs, trolls, GRID.cell[target])
            bound = value + 3500 * captured.bit_count()
            for mask, _ in _DWARF_LINES[GRID.cell[target]]:
                for origin in _ends(target, mask & occupied):
                    if dwarfs >> origin & 1:
                        found.append((bound, captured << 16 | origin << 8 | target))
        found.sort(key=value_of, reverse=True)
        return found

    def troll_moves(self, node: Node, least: int) -> list[Rated]:
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
            base, code, near = worth[origin] - value, origin << 8, self.pairs[2].at[origin]
            wins = around if beside - (around >> origin & 1) >= TROLLS_TO_WIN - 1 else 0
            for mask, rays in _TROLL_LINES[GRID.cell[origin]]:
                for target in rays[occupied & mask]:
                    after = WHOLE if wins >> target & 1 else base - worth[target] + near[target]
                    if after > least:
                        rated.append((after, code | target))
        return rated

    def _tramples(self, node: Node) -> list[Rated]:
        """Return the moves of trolls that capture; of many chains only the first ones."""
        _, dwarfs, trolls, rock, _, _, value, _ = node
        state = _state_of(node)
        free = free_squares(state)
        tramplers = tramplers_of(state, free)
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
        found.sort(key=value_of, reverse=True)
        return found

    def forcing(self, node: Node) -> list[Rated]:
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
                for mask, rays in _TROLL_LINES[GRID.cell[origin]]:
                    if mask & around:
                        for target in rays[occupied & mask]:
                            if around >> target & 1:
                                return [(WHOLE, origin << 8 | target)]
        return found


def _ends(target: int, line: int) -> Iterator[int]:
    """Yield the up to two pieces of a line that are next to a square, one in each direction."""
    low, high = line & (1 << target) - 1, line >> target << target
    if low:
        yield low.bit_length() - 1
    if high:
        yield (high & -high).bit_length() - 1


def _rock_worth(dwarfs: int, trolls: int, rock: int) -> int:
    value, (with_dwarfs, with_trolls) = ROCK_SQUARES[rock], [pairs.at[rock] for pairs in KoomBoard.stone_pairs]
    for bit in bits(dwarfs):
        value += with_dwarfs[bit]
    for bit in bits(trolls):
        value += with_trolls[bit]
    return value


def _state_of(node: Node) -> State:
    return State(node.dwarfs, node.trolls, GRID.cell[node.stone], node.seat)


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
        rated.sort(key=value_of, reverse=True)
        return (board.move(node, code) for _, code in rated)


PLAYER = KoomPlayer
