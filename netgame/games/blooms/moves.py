"""Which turns of Blooms are legal, without trying them one by one.

A turn that captures nothing is legal if each stone, joined to the blooms of its colour next to it, keeps an empty cell,
and if neither takes the last empty cell of an own bloom of the other colour. Both are questions about single cells,
but for pairs of cells where one takes the only cell that the other stone would have left. Captures only ever add to
what is legal, so the few turns that capture and do not pass this test are played out.
"""

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import chain
from operator import itemgetter, or_

from netgame.boards.bitboard import bits, dilate6
from netgame.games.blooms.board import BloomsBoard, Placement


class Choices:
    """The cells that the stones of a turn may go to, as bitboards; colours are 0 and 1.

    `singles` are the cells for one stone of each colour, `usual` those that most stones of the other colour may be
    combined with.
    """

    def __init__(self, board: BloomsBoard, singles: int, pairs: int) -> None:
        self.board = board
        self.singles = [singles, singles]
        self.usual = [pairs, pairs]
        self.barred: set[Placement] = set()

    def partners(self, colour: int, stone: int) -> int:
        """Where the stone of the other colour may go when one of this colour is placed on that cell."""
        return self.usual[1 - colour] & ~stone

    def bar(self, turns: Iterable[Placement]) -> None:
        """Take some turns out, whatever they are."""
        self.barred.update(turns)

    def turns(self) -> Iterator[Placement]:
        """Every turn but the pass, in the order of cells: single stones of the first colour, of the second, pairs."""
        found = chain.from_iterable(self._rows())
        return (turn for turn in found if turn not in self.barred) if self.barred else found

    def _rows(self) -> Iterator[Iterable[Placement]]:
        board = self.board
        cells, mask, pairs = board.cells, board.grid.mask, board.pairs
        for colour in (0, 1):
            single = board.singles[colour]
            yield [single[cell] for cell in cells(self.singles[colour])]
        usual = self.usual[1]
        order = list(cells(usual))
        place = {cell: number for number, cell in enumerate(order)}
        pick = itemgetter(*order) if len(order) > 1 else None
        for first in cells(self.board_cells()):
            stone, row = mask[first], pairs[first]
            seconds = self.partners(0, stone)
            if pick and seconds == usual & ~stone:  # the common case, as fast as it goes
                whole, at = pick(row), place.get(first)
                yield whole if at is None else whole[:at] + whole[at + 1 :]
            elif seconds:
                yield [row[second] for second in cells(seconds)]

    def board_cells(self) -> int:
        """The cells that any stone may go to at all."""
        return self.usual[0]

    def starts(self) -> int:
        """The cells that belong to some legal turn."""
        if self.barred:  # rare, and then one by one
            mask = self.board.mask
            return reduce(or_, (mask[turn.first] | mask[turn.second] for turn in self.turns()), 0)
        found = self.singles[0] | self.singles[1]
        for cell in self.board.cells(self.board_cells()):
            stone = self.board.mask[cell]
            seconds = self.partners(0, stone)
            found |= seconds | stone if seconds else 0
        return found


class TerritoryChoices(Choices):
    """The turns of the territory game: after the captures no own bloom is fenced."""

    def __init__(self, board: BloomsBoard, own: int, other: int, empty: int) -> None:
        self._own, self._other, self._empty = own, other, empty
        super().__init__(board, empty, empty)
        self._captures: dict[int, int] = {}  # the blooms that a stone on this cell captures
        self._double: dict[int, list[int]] = {}  # the cells that together with this one capture a bloom
        lost = self._find_captures()
        self._find_free(self._empty | board.flat(lost))
        self._add_capturing_singles()

    def _find_captures(self) -> int:
        """Note how blooms of the enemy can be captured; those that are fenced already are captured by any turn."""
        board, lost = self.board, 0
        rest = self._other ^ board.roomy(self._other, board.crowded(self._empty)[1])
        for bloom, liberties in board.blooms(rest, self._empty):
            count = liberties.bit_count()
            if count == 0:
                lost |= bloom
            elif count == 1:
                self._captures[liberties] = self._captures.get(liberties, 0) | bloom
            elif count == 2:
                low = liberties & -liberties
                self._double.setdefault(low, []).append(liberties ^ low)
                self._double.setdefault(liberties ^ low, []).append(low)
        return lost

    def _find_free(self, empty: int) -> None:
        """Note what is legal without a capture, where the cells of `empty` are or become free."""
        board, half = self.board, self.board.half
        two, three = board.crowded(empty)
        roomy = board.roomy(self._own, three)
        near = dilate6(roomy, board.stride)
        poor = [self._empty & ~(two | near), self._empty & ~(two | near >> half)]
        joined: list[dict[int, int]] = [{}, {}]  # the empty cells of the blooms that a stone on a poor cell joins
        last = [0, 0]
        stuck = False
        for bloom, liberties in board.blooms(self._own ^ roomy, empty):
            colour = int(bloom >> half > 0)
            if liberties & (liberties - 1) == 0:
                last[colour] |= liberties
                stuck = stuck or not liberties
            cells = liberties & poor[colour]
            while cells:
                cell = cells & -cells
                joined[colour][cell] = joined[colour].get(cell, 0) | liberties
                cells ^= cell
        self._only: list[dict[int, int]] = [{}, {}]  # the one cell that a stone on this cell would have left
        self._spared: list[dict[int, int]] = [{}, {}]  # the cells of stones that would have only this one left
        for colour in (0, 1):
            hopeless = self._find_poor(colour, poor[colour], joined[colour], empty)
            free = 0 if stuck else self._empty & ~(hopeless | last[1 - colour])
            self.singles[colour] = self.usual[colour] = free

    def _find_poor(self, colour: int, poor: int, joined: dict[int, int], empty: int) -> int:
        """Look at the cells that have little room; the cells where a stone would have none are returned."""
        stride, hopeless = self.board.stride, 0
        while poor:
            cell = poor & -poor
            poor ^= cell
            left = (dilate6(cell, stride) & empty | joined.get(cell, 0)) & ~cell
            if not left:
                hopeless |= cell
            elif left & (left - 1) == 0:
                self._only[colour][cell] = left
                self._spared[colour][left] = self._spared[colour].get(left, 0) | cell
        return hopeless

    def _add_capturing_singles(self) -> None:
        for cell in self._captures:
            for colour in (0, 1):
                if not self.singles[colour] & cell and self._stands(cell << self.board.half * colour, cell):
                    self.singles[colour] |= cell

    def _stands(self, placed: int, cells: int) -> bool:
        """Play it out: whether no own bloom is fenced after the captures."""
        board, empty = self.board, self._empty & ~cells
        taken = board.fenced(self._other, empty)
        return not board.fenced(self._own | placed, empty | board.flat(taken))

    def board_cells(self) -> int:
        return self._empty

    def partners(self, colour: int, stone: int) -> int:
        found = 0
        if self.usual[colour] & stone:
            barred = stone | self._only[colour].get(stone, 0) | self._spared[1 - colour].get(stone, 0)
            found = self.usual[1 - colour] & ~barred
        if not self._captures and stone not in self._double:
            return found
        return found | self._capturing(colour, stone, self._empty & ~(found | stone))

    def _capturing(self, colour: int, stone: int, candidates: int) -> int:
        """Those of the candidates where the second stone makes the turn legal, because it captures."""
        if stone not in self._captures:
            useful = 0
            for cell in chain(self._captures, self._double.get(stone, ())):
                useful |= cell
            candidates &= useful
        half, found = self.board.half, 0
        for bit in bits(candidates):
            cell = 1 << bit
            placed = cell << half | stone if colour == 0 else stone << half | cell
            if self._stands(placed, stone | cell):
                found |= cell
        return found


def turns_back(
    board: BloomsBoard, own: int, other: int, empty: int, earlier: Iterable[tuple[int, int]]
) -> Iterator[Placement]:
    """The turns that may bring one of these boards back: stones of the side to move, and of the other.

    Own stones stay where they are on the own turn, so a board that can come back says by itself with which stones.
    """
    low, cell = (1 << board.half) - 1, board.grid.cell
    for mine, theirs in earlier:
        if own & ~mine or theirs & ~other:
            continue
        first, second = (mine ^ own) & low, (mine ^ own) >> board.half
        if first | second and not (first & (first - 1) or second & (second - 1) or (first | second) & ~empty):
            taken = board.fenced(other, empty & ~(first | second))
            if other ^ taken == theirs:
                yield Placement(*(cell[stone.bit_length() - 1] if stone else None for stone in (first, second)))
