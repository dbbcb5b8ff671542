"""Knowledge of a computer player about Thud: material, dwarfs in reach of trolls, and pieces that keep together.

The evaluation is a sum over pieces and over pairs of pieces, by their distance, so a move changes it by a difference
of two entries of a table. Two such tables, the worth of another dwarf and of another troll on every square, are part of
a position.
"""

from collections.abc import Hashable, Iterator
from typing import ClassVar, NamedTuple

from netgame.boards.bitboard import bits, dilate8
from netgame.boards.octagon import GRID, STEPS, STRIDE
from netgame.game import Over
from netgame.games.shared.octagon_worth import (
    AROUND,
    BIAS,
    LANE,
    LANE_MASK,
    Pairs,
    entries_of,
    lines,
    rate_line_moves,
)
from netgame.games.thud.game import Thud
from netgame.games.thud.moves import Move, line_throws
from netgame.games.thud.state import BOARD_MASK, THUDSTONE, State
from netgame.players.chance import Random
from netgame.players.heuristics import Heuristics, Level
from netgame.players.search_board import ANY, Rated, SearchBoard

# Values are in thousandths of a dwarf, for the dwarfs.
DWARF, TROLL = 1000, 4000
WHOLE = 80 * DWARF  # no battle is won by so many
# The worth of two pieces together, by their distance in king's moves, from 1. `python -m tests.tools.tune thud` with
# its defaults, begun from (30,), (-50, -50) and (-30,), gave these after 60 rounds, but 53 for dwarfs side by side. 80
# goes on in that direction; `--compare` of all with the begin gave +7.8 dwarfs a match (10 matches, standard error 2).
DWARF_PAIRS = (80, 14, 14)
MIXED_PAIRS = (-46, -36, 5, 8)  # a dwarf and a troll
TROLL_PAIRS = (-42, 6, -5)
# The most that the capture of a dwarf is worth: 8 squares are at distance 1, 16 at distance 2; 7 other trolls.
MOST_WORTH = (
    DWARF + sum(8 * distance * max(weight, 0) for distance, weight in enumerate(DWARF_PAIRS, 1))
    + MIXED_PAIRS[0] + 7 * max(0, *MIXED_PAIRS)
)  # fmt: skip

_STONE = GRID.mask[THUDSTONE]
_MARGIN = 600  # dwarfs' moves that lose more than this are not candidates
_WIDTHS = (90, 500, 30, 24)  # candidates by the depth of the search; the last is for all that are deeper
_DD, _DT, _TT = (Pairs(weights) for weights in (DWARF_PAIRS, MIXED_PAIRS, TROLL_PAIRS))
_LINES = lines()


class _Node(NamedTuple):
    """A position. `worth` has the tables of dwarfs and of trolls; `value` is the evaluation for the dwarfs."""

    seat: int
    dwarfs: int
    trolls: int
    dwarf_worth: int
    troll_worth: int
    value: int
    quiet: int


class ThudBoard(SearchBoard[_Node]):
    """Thud for alpha-beta. The code of a move is captured << 16 | origin << 8 | target, in bits."""

    one = WHOLE
    lesson = 4

    def __init__(self, game: Thud) -> None:
        self._game = game
        self._limit = game.no_capture_limit
        self._lone_takes_one = game.step_captures == "one"

    def node(self, state: State) -> _Node:
        dwarfs, trolls, seat, quiet = state
        dwarf_worth = troll_worth = value = 0
        for bit in bits(dwarfs):
            value += DWARF + sum(_DD.at[bit][other] for other in bits(dwarfs) if other < bit)
            value += sum(_DT.at[bit][other] for other in bits(trolls))
            dwarf_worth += _DD.table[bit]
            troll_worth += _DT.table[bit]
        for bit in bits(trolls):
            value += sum(_TT.at[bit][other] for other in bits(trolls) if other < bit) - TROLL
            dwarf_worth += _DT.table[bit]
            troll_worth += _TT.table[bit]
        return _Node(seat, dwarfs, trolls, dwarf_worth, troll_worth, value, quiet)

    def move(self, node: _Node, code: int) -> Move:
        cell = GRID.cell
        return Move(node.seat, cell[code >> 8 & 255], cell[code & 255], code >> 16)

    def seat(self, node: _Node) -> int:
        return node[0]

    def key(self, node: _Node) -> Hashable:
        return node[:3]

    def ended(self, node: _Node) -> int | None:
        seat, dwarfs, trolls, _, _, _, quiet = node
        if (trolls if seat else dwarfs) and (self._limit is None or quiet < self._limit):
            return None
        return self.stuck(node)

    def stuck(self, node: _Node) -> int:
        margin = DWARF * node[1].bit_count() - TROLL * node[2].bit_count()
        return -margin if node[0] else margin

    def repeated(self, node: _Node) -> int:
        # the side that is behind must do something else
        margin = self.stuck(node)
        return margin + DWARF if margin > 0 else margin - DWARF if margin < 0 else 0

    def value(self, node: _Node) -> int:
        return -node[5] if node[0] else node[5]

    def passed(self, node: _Node) -> _Node:
        seat, dwarfs, trolls, dwarf_worth, troll_worth, value, quiet = node
        return _Node(1 - seat, dwarfs, trolls, dwarf_worth, troll_worth, value, quiet)

    def after(self, node: _Node, code: int) -> _Node:
        seat, dwarfs, trolls, dwarf_worth, troll_worth, value, quiet = node
        captured, origin, target = code >> 16, code >> 8 & 255, code & 255
        quiet = 0 if captured or self._limit is None else quiet + 1
        if seat:
            value += (troll_worth >> LANE * target & LANE_MASK) - (troll_worth >> LANE * origin & LANE_MASK)
            value -= _TT.at[origin][target]
            trolls ^= 1 << origin | 1 << target
            dwarf_worth += _DT.table[target] - _DT.table[origin]
            troll_worth += _TT.table[target] - _TT.table[origin]
            if captured:
                count = dwarfs.bit_count() + trolls.bit_count()
                dwarfs ^= captured
                while captured:
                    bit = captured.bit_length() - 1
                    captured ^= 1 << bit
                    value -= DWARF + (dwarf_worth >> LANE * bit & LANE_MASK) - BIAS * count
                    dwarf_worth -= _DD.table[bit]
                    troll_worth -= _DT.table[bit]
                    count -= 1
            return _Node(0, dwarfs, trolls, dwarf_worth, troll_worth, value, quiet)
        if captured:
            count = dwarfs.bit_count() + trolls.bit_count()
            value += TROLL - (troll_worth >> LANE * target & LANE_MASK) + BIAS * count
            trolls ^= captured
            dwarf_worth -= _DT.table[target]
            troll_worth -= _TT.table[target]
        value += (dwarf_worth >> LANE * target & LANE_MASK) - (dwarf_worth >> LANE * origin & LANE_MASK)
        value -= _DD.at[origin][target]
        dwarfs ^= 1 << origin | 1 << target
        dwarf_worth += _DD.table[target] - _DD.table[origin]
        troll_worth += _DT.table[target] - _DT.table[origin]
        return _Node(1, dwarfs, trolls, dwarf_worth, troll_worth, value, quiet)

    def moves(self, node: _Node, least: int, depth: int) -> list[Rated]:
        if node[0]:
            return self._troll_moves(node, least)
        rated = self._dwarf_moves(node, least if depth == 1 else max(least, node[5] - _MARGIN))
        width = _WIDTHS[min(depth, len(_WIDTHS) - 1)]
        if not rated and depth != 1:
            rated = self._dwarf_moves(node, ANY)
        if len(rated) > width:
            rated.sort(reverse=True)
            del rated[width:]
        return rated

    def _dwarf_moves(self, node: _Node, least: int) -> list[Rated]:
        _, dwarfs, trolls, dwarf_worth, _, value, _ = node
        occupied = dwarfs | trolls | _STONE
        rated = self._hurls(node)
        rate_line_moves(rated, dwarfs, occupied, _LINES, entries_of(dwarf_worth), _DD, value, least)
        return rated

    def _troll_moves(self, node: _Node, least: int) -> list[Rated]:
        _, dwarfs, trolls, _, troll_worth, value, _ = node
        worth = entries_of(troll_worth)
        empty = BOARD_MASK & ~(dwarfs | trolls)
        rated: list[Rated] = self._captures(node)
        rest = trolls
        while rest:
            origin = rest.bit_length() - 1
            rest ^= 1 << origin
            base, code, near = worth[origin] - value, origin << 8, _TT.at[origin]
            targets = AROUND[origin] & empty
            while targets:
                target = targets.bit_length() - 1
                targets ^= 1 << target
                after = base - worth[target] + near[target]
                if after > least:
                    rated.append((after, code | target))
        return rated

    def forcing(self, node: _Node) -> list[Rated]:
        if not node[0]:
            return self._hurls(node)
        found = self._captures(node)
        found.sort(reverse=True)
        return found

    def _hurls(self, node: _Node) -> list[Rated]:
        """Return the captures of dwarfs."""
        _, dwarfs, trolls, _, _, value, _ = node
        empty = BOARD_MASK & ~(dwarfs | trolls)
        return [
            (value + 2 * TROLL, 1 << landing + 16 | landing - shift << 8 | landing)
            for shift, landings in line_throws(dwarfs, empty, trolls)
            for landing in bits(landings)
        ]

    def _captures(self, node: _Node) -> list[Rated]:
        """Return the captures of trolls, all dwarfs that one may take at once."""
        _, dwarfs, trolls, _, troll_worth, value, _ = node
        empty = BOARD_MASK & ~(dwarfs | trolls)
        near = dilate8(dwarfs, STRIDE) & empty
        found: list[Rated] = []
        for shift, landings in line_throws(trolls, empty, near):
            single = self._lone_takes_one and abs(shift) in STEPS
            while landings:
                target = landings.bit_length() - 1
                landings ^= 1 << target
                origin = target - shift
                around = AROUND[target] & dwarfs
                code = origin << 8 | target
                moved = (troll_worth >> LANE * origin & LANE_MASK) - (troll_worth >> LANE * target & LANE_MASK)
                moved += _TT.at[origin][target] - value
                behind = origin - shift
                if single and around & (around - 1) and not (behind >= 0 and trolls >> behind & 1):
                    gain = moved + MOST_WORTH
                    while around:
                        low = around & -around
                        around ^= low
                        found.append((gain, low << 16 | code))
                else:
                    found.append((moved + around.bit_count() * MOST_WORTH, around << 16 | code))
        return found


class ThudPlayer(Heuristics[State, Move]):
    """A player of Thud with any options."""

    search = "alpha_beta"
    steepness: ClassVar[float] = 14.9  # fit_outlook thud --games 30 --nodes 300 --seed 1
    levels: ClassVar[tuple[Level, ...]] = (
        Level(1, 0.97), Level(1, 0.6), Level(30, 0.5), Level(300), Level(75_000)
    )  # fmt: skip

    def __init__(self, game: Thud) -> None:
        super().__init__(game)
        self._board = ThudBoard(game)

    def board(self, chance: Random) -> ThudBoard:
        return self._board

    def result(self, over: Over) -> float:
        """Return the margin, because the margins of two battles are added."""
        return (over.scores[0] - over.scores[1]) * DWARF / WHOLE

    def key(self, state: State) -> Hashable:
        return state[:3]

    def evaluate(self, state: State) -> float:
        return self._board.node(state).value / self._board.one

    def candidates(self, state: State, chance: Random) -> Iterator[Move]:
        """Yield the moves by the evaluation of the positions after them."""
        board = self._board
        node = board.node(state)
        rated = [(value + int(20 * chance.random()), code) for value, code in board.moves(node, ANY, 0)]
        rated.sort(reverse=True)
        return (board.move(node, code) for _, code in rated)


PLAYER = ThudPlayer
