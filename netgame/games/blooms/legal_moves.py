"""The legal turns of Blooms, found without trying them one by one.

A turn without captures is legal if each stone, joined to the blooms of its colour beside it, keeps an empty cell, and
if neither stone takes the last empty cell of an own bloom of the other colour. Both are questions about single cells,
except for pairs where one stone takes the only cell that the other would have left. A capture can only make more turns
legal, so the few turns that capture and do not pass this test are played out.
"""

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import chain
from operator import itemgetter, or_

from netgame.boards.bitboard import bits, dilate6
from netgame.games.blooms.board import BloomsBoard
from netgame.games.blooms.moves import PASS, Placement, Rules, placement_table
from netgame.games.blooms.state import ENDED, State


def legal_moves(rules: Rules, state: State) -> Iterator[Placement]:
    """Yield single stones of the first colour, of the second, then pairs, all in the order of cells; the pass last."""
    turns = legal_placements(rules, state).turns()
    return chain(turns, (PASS,)) if rules.may_pass(state) else turns


def legal_placements(rules: Rules, state: State) -> "LegalPlacements":
    """Return the cells that the stones of this turn may go to."""
    own, other, empty, stage, _, _, history = state
    hexagon = rules.hexagon
    if stage >= ENDED:
        return LegalPlacements(hexagon, 0, 0)
    if not own | other:
        return LegalPlacements(hexagon, hexagon.full, 0)
    if rules.race:
        return LegalPlacements(hexagon, empty, empty)
    found = TerritoryPlacements(hexagon, own, other, empty)
    if rules.superko and history is not None:
        seat = stage & 1
        earlier = ((key[seat], key[1 - seat]) for key in history if isinstance(key, tuple))
        found.excluded.update(turns_back(hexagon, own, other, empty, earlier))
    return found


class LegalPlacements:
    """The cells that the stones of a turn may go to, as bitboards by colour.

    `singles` are the cells for one stone alone, `usual` the cells that are legal beside most stones of the other
    colour, `firsts` those where the first stone of a pair may be legal.
    """

    def __init__(self, board: BloomsBoard, singles: int, pairs: int) -> None:
        self.board = board
        self.singles = [singles, singles]
        self.usual = [pairs, pairs]
        self.firsts = pairs
        self.excluded: set[Placement] = set()

    def partners(self, colour: int, stone: int) -> int:
        """Return where the stone of the other colour may go when one of this colour is placed on that cell."""
        return self.usual[1 - colour] & ~stone

    def turns(self) -> Iterator[Placement]:
        """Yield every turn but the pass: stones of the first colour, of the second, then pairs, by cell."""
        found = chain.from_iterable(self._rows())
        return (turn for turn in found if turn not in self.excluded) if self.excluded else found

    def _rows(self) -> Iterator[Iterable[Placement]]:
        board = self.board
        cells, mask = board.cells, board.grid.mask
        table = placement_table(len(mask))
        for colour in (0, 1):
            single = table.singles[colour]
            yield [single[cell] for cell in cells(self.singles[colour])]
        usual = self.usual[1]
        order = list(cells(usual))
        place = {cell: number for number, cell in enumerate(order)}
        pick = itemgetter(*order) if len(order) > 1 else None
        for first in cells(self.firsts):
            stone, row = mask[first], table.pairs[first]
            seconds = self.partners(0, stone)
            if pick and seconds == usual & ~stone:  # the common case, fast
                whole, at = pick(row), place.get(first)
                yield whole if at is None else whole[:at] + whole[at + 1 :]
            elif seconds:
                yield [row[second] for second in cells(seconds)]

    def starts(self) -> int:
        """Return the cells that belong to some legal turn."""
        if self.excluded:  # rare, so one by one
            mask = self.board.mask
            return reduce(or_, (mask[turn.first] | mask[turn.second] for turn in self.turns()), 0)
        found = self.singles[0] | self.singles[1]
        rest = self.firsts & ~found
        while rest:
            stone = rest & -rest
            rest ^= stone
            if self.partners(0, stone) or self.partners(1, stone):
                found |= stone
        return found


class TerritoryPlacements(LegalPlacements):
    """The turns of the territory game, which leave no own bloom fenced after the captures."""

    def __init__(self, board: BloomsBoard, own: int, other: int, empty: int) -> None:
        self._own, self._other, self._empty = own, other, empty
        super().__init__(board, empty, empty)
        self._captures: dict[int, int] = {}  # the blooms that a stone on this cell captures
        self._double: dict[int, list[int]] = {}  # the cells that together with this one capture a bloom
        rest, lost = other ^ board.open_blooms(other, board.cells_with_room(empty)[1]), 0
        for bloom, liberties in board.blooms(rest, empty):
            count = liberties.bit_count()
            if count == 0:
                lost |= bloom  # any turn captures it
            elif count == 1:
                self._captures[liberties] = self._captures.get(liberties, 0) | bloom
            elif count == 2:
                low = liberties & -liberties
                self._double.setdefault(low, []).append(liberties ^ low)
                self._double.setdefault(liberties ^ low, []).append(low)
        self._find_free(empty | board.flatten(lost))
        for cell in self._captures:
            for colour in (0, 1):
                if not self.singles[colour] & cell and self._is_legal(cell << board.half * colour, cell):
                    self.singles[colour] |= cell

    def _find_free(self, empty: int) -> None:
        """Find the placements that are legal without a capture; the cells of `empty` are or become free."""
        board, half = self.board, self.board.half
        two, three = board.cells_with_room(empty)
        roomy = board.open_blooms(self._own, three)
        near = dilate6(roomy, board.stride)
        poor = [self._empty & ~(two | near), self._empty & ~(two | near >> half)]
        joined: list[dict[int, int]] = [{}, {}]  # the empty neighbours of the blooms that a stone on a poor cell joins
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
        self._only: list[dict[int, int]] = [{}, {}]  # the only empty neighbour that a stone on this cell would keep
        self._spared: list[dict[int, int]] = [{}, {}]  # the reverse: the cells whose stones would keep only this one
        for colour in (0, 1):
            rest, hopeless = poor[colour], 0  # cells with little room, and those where no neighbour would stay empty
            while rest:
                cell = rest & -rest
                rest ^= cell
                left = (dilate6(cell, board.stride) & empty | joined[colour].get(cell, 0)) & ~cell
                if not left:
                    hopeless |= cell
                elif left & (left - 1) == 0:
                    self._only[colour][cell] = left
                    self._spared[colour][left] = self._spared[colour].get(left, 0) | cell
            free = 0 if stuck else self._empty & ~(hopeless | last[1 - colour])
            self.singles[colour] = self.usual[colour] = free

    def _is_legal(self, placed: int, cells: int) -> bool:
        """Play the turn: whether no own bloom is fenced after the captures."""
        board, empty = self.board, self._empty & ~cells
        taken = board.fenced(self._other, empty)
        return not board.fenced(self._own | placed, empty | board.flatten(taken))

    def partners(self, colour: int, stone: int) -> int:
        found = 0
        if self.usual[colour] & stone:
            taken = stone | self._only[colour].get(stone, 0) | self._spared[1 - colour].get(stone, 0)
            found = self.usual[1 - colour] & ~taken
        if not self._captures and stone not in self._double:
            return found
        return found | self._capturing(colour, stone, self._empty & ~(found | stone))

    def _capturing(self, colour: int, stone: int, candidates: int) -> int:
        """Return the candidates where the second stone makes the turn legal because the turn captures."""
        if stone not in self._captures:
            useful = 0
            for cell in chain(self._captures, self._double.get(stone, ())):
                useful |= cell
            candidates &= useful
        half, found = self.board.half, 0
        for bit in bits(candidates):
            cell = 1 << bit
            placed = cell << half | stone if colour == 0 else stone << half | cell
            if self._is_legal(placed, stone | cell):
                found |= cell
        return found


def turns_back(
    board: BloomsBoard, own: int, other: int, empty: int, earlier: Iterable[tuple[int, int]]
) -> Iterator[Placement]:
    """Yield the turns that bring back one of these boards, given as stones of the side to move and of the other side.

    A turn never removes own stones, so the difference to an earlier board is the placement.
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
