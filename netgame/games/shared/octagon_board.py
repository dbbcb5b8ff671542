"""The positions of Thud and Koom Valley Thud for alpha-beta, with the worth of each square for another piece.

The evaluation is a sum over pieces and over pairs of pieces, by their distance, so a move changes it by a difference
of two entries of a table. Two such tables, the worth of another dwarf and of another troll on every square, are part of
a position. A table has 16 bits for the bit of each square, in one large integer, so a piece that moves changes the
worth of all squares by one addition and one subtraction.
"""

from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from netgame.boards.bitboard import bits
from netgame.boards.octagon import GRID, NEIGHBOURS, STRIDE
from netgame.games.shared.octagon_moves import Lines
from netgame.players.search_board import ANY, Rated, SearchBoard

LANE, LANE_MASK = 16, 0xFFFF
BIAS = 800  # added to every entry of a table, so that none is negative
ENTRIES = 15 * STRIDE + 1
_SIZE = ENTRIES * LANE // 8  # bytes
MOST = 165  # pieces of a kind
AROUND = {bit: NEIGHBOURS[cell] for bit, cell in GRID.cell.items()}  # by bit


def distance(one: int, other: int) -> int:
    """Return the king's moves between the squares of two bits."""
    (row, column), (row2, column2) = divmod(one, STRIDE), divmod(other, STRIDE)
    return max(abs(row - row2), abs(column - column2))


def _distances(one: int) -> list[int]:
    """Return the distance of each bit from a square; bits that are no square are far."""
    return [distance(one, other) if other in GRID.cell else _FAR for other in range(ENTRIES)]


_FAR = 15  # further than any square
_DISTANCES = {one: _distances(one) for one in GRID.bit}


class Pairs:
    """The worth of pairs of pieces of certain kinds: a whole number between the bias and its negative."""

    def __init__(self, weights: Sequence[int]) -> None:
        """Take the worth by the distance, from 1; pieces further away are worth nothing together."""
        self.at: dict[int, list[int]] = {}  # by the bit of the first piece, then of the second
        self.table: dict[int, int] = {}  # the same with the bias, as one integer
        worth = [0, *weights, *[0] * (_FAR - len(weights))]
        for one, distances in _DISTANCES.items():
            entries = [worth[distance] for distance in distances]
            self.at[one] = entries
            self.table[one] = int.from_bytes(array("H", [BIAS + entry for entry in entries]).tobytes(), "little")


def entries_of(table: int) -> list[int]:
    """Return the entries of a table by bit, each with the bias of all its pieces."""
    return memoryview(table.to_bytes(_SIZE, "little")).cast("H").tolist()


def lines(reach: int = 15) -> Lines[int]:
    """Return by cell the lines through a square, as the bits of the squares that are free on them."""
    return Lines(lambda origin, target: GRID.bit[target], reach)


def value_of(rated: tuple[Any, Any]) -> Any:
    """Return by what rated moves are sorted."""
    return rated[0]


class Node(NamedTuple):
    """A position. `stone` is the bit of the stone or Rock, the next two are tables, `value` is for the dwarfs."""

    seat: int
    dwarfs: int
    trolls: int
    stone: int
    dwarf_worth: int
    troll_worth: int
    value: int
    quiet: int


class OctagonBoard(SearchBoard[Node]):
    """A game with dwarfs and trolls for alpha-beta. Codes of moves belong to the game."""

    pairs: ClassVar[tuple[Pairs, Pairs, Pairs]]  # of two dwarfs, of a dwarf and a troll, of two trolls
    stone_pairs: ClassVar[tuple[Pairs, Pairs]] = Pairs(()), Pairs(())  # of the stone and a dwarf, and a troll
    numbers: ClassVar[tuple[Sequence[int], Sequence[int]]]  # the worth of so many dwarfs, and of so many trolls
    stones: ClassVar[Mapping[int, int]]  # the worth of the stone by its bit
    margin: ClassVar[int]  # moves of dwarfs that lose more than this are not candidates
    # candidates of dwarfs and of trolls by the depth of the search; the last is for all that are deeper
    widths: ClassVar[tuple[Sequence[int], Sequence[int]]]

    def __init__(self, limit: int | None, order: Callable[[Rated], int] | None = None) -> None:
        """Take the number of quiet moves after which a game is over, and by what too many candidates are sorted."""
        self._limit, self._order = limit, order

    def node_of(self, seat: int, dwarfs: int, trolls: int, stone: int, quiet: int) -> Node:
        """Return the node of a position."""
        (dwarf_pairs, mixed, troll_pairs), (with_dwarfs, with_trolls) = self.pairs, self.stone_pairs
        value = self.stones[stone] + self.numbers[0][dwarfs.bit_count()] + self.numbers[1][trolls.bit_count()]
        dwarf_worth, troll_worth = with_dwarfs.table[stone], with_trolls.table[stone]
        for bit in bits(dwarfs):
            value += with_dwarfs.at[stone][bit] + sum(mixed.at[bit][other] for other in bits(trolls))
            value += sum(dwarf_pairs.at[bit][other] for other in bits(dwarfs) if other < bit)
            dwarf_worth += dwarf_pairs.table[bit]
            troll_worth += mixed.table[bit]
        for bit in bits(trolls):
            value += with_trolls.at[stone][bit]
            value += sum(troll_pairs.at[bit][other] for other in bits(trolls) if other < bit)
            dwarf_worth += mixed.table[bit]
            troll_worth += troll_pairs.table[bit]
        return Node(seat, dwarfs, trolls, stone, dwarf_worth, troll_worth, value, quiet)

    def seat(self, node: Node) -> int:
        return node[0]

    def value(self, node: Node) -> int:
        return -node[6] if node[0] else node[6]

    def moved(self, node: Node, origin: int, target: int, captured: int) -> Node:
        """Return the node after a move of a dwarf or a troll."""
        seat, dwarfs, trolls, stone, dwarf_worth, troll_worth, value, quiet = node
        quiet = 0 if captured or self._limit is None else quiet + 1
        if seat:
            theirs, mixed, mine = self.pairs
            own, others, own_worth, other_worth = trolls, dwarfs, troll_worth, dwarf_worth
        else:
            mine, mixed, theirs = self.pairs
            own, others, own_worth, other_worth = dwarfs, trolls, dwarf_worth, troll_worth
        if captured:
            left, number = others.bit_count(), self.numbers[1 - seat]
            count = left + own.bit_count() + 1
            value += number[left - captured.bit_count()] - number[left]
            others ^= captured
            while captured:
                bit = captured.bit_length() - 1
                captured ^= 1 << bit
                value -= (other_worth >> LANE * bit & LANE_MASK) - BIAS * count
                own_worth -= mixed.table[bit]
                other_worth -= theirs.table[bit]
                count -= 1
        if origin != target:
            value += (own_worth >> LANE * target & LANE_MASK) - (own_worth >> LANE * origin & LANE_MASK)
            value -= mine.at[origin][target]
            own ^= 1 << origin | 1 << target
            own_worth += mine.table[target] - mine.table[origin]
            other_worth += mixed.table[target] - mixed.table[origin]
        if seat:
            return Node(0, others, own, stone, other_worth, own_worth, value, quiet)
        return Node(1, own, others, stone, own_worth, other_worth, value, quiet)

    def moves(self, node: Node, least: int, depth: int) -> list[Rated]:
        if node[0]:
            rated = self.troll_moves(node, least)
        else:
            rated = self.dwarf_moves(node, least if depth == 1 else max(least, node[6] - self.margin))
            if not rated and depth != 1:
                rated = self.dwarf_moves(node, ANY)
        widths = self.widths[node[0]]
        width = widths[min(depth, len(widths) - 1)]
        if len(rated) > width:
            rated.sort(key=self._order, reverse=True)
            del rated[width:]
        return rated

    def dwarf_moves(self, node: Node, least: int) -> list[Rated]:
        """Return the moves of the dwarfs that may be worth more than `least`."""
        raise NotImplementedError

    def troll_moves(self, node: Node, least: int) -> list[Rated]:
        """Return the moves of the trolls that may be worth more than `least`."""
        raise NotImplementedError

    def rate_slides(self, rated: list[Rated], node: Node, occupied: int, least: int) -> None:
        """Add the moves of dwarfs along free lines that are worth more than `least`: the origin times 256 + target."""
        dwarfs, value, worth, pairs = node[1], node[6], entries_of(node[4]), self.pairs[0]
        cell = GRID.cell
        while dwarfs:
            origin = dwarfs.bit_length() - 1
            dwarfs ^= 1 << origin
            base, code, near = value - worth[origin], origin << 8, pairs.at[origin]
            for mask, line in _LINES[cell[origin]]:
                for target in line[occupied & mask]:
                    after = base + worth[target] - near[target]
                    if after > least:
                        rated.append((after, code | target))


_LINES = lines()
