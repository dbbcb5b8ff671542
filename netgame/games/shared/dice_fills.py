"""Random fills of a board: every free cell gets a colour by chance, and the largest regions say who wins.

Near the end of a game of Clod each side has about half of the free cells, and the dice decide which. So the average of
random fills is a good value of a position, and the average of those in which a cell is black says what a black stone
there is worth. All fills of a batch lie side by side in one integer, so an operation works on all of them at once.
"""

from collections.abc import Callable
from itertools import count, zip_longest
from operator import sub

from netgame.games.shared.dice_board import DiceBoard

# The value of a fill is the share of these that its margin exceeds: mostly who wins, and a little by how much.
_STEPS = -6.5, -0.5, 0.5, 6.5
_STEPS_IF_TIES_ARE_WHITE = -6.5, 0.5, 0.5, 6.5
_SEEDS = 3  # regions of each colour and fill that are measured, beside the largest one of the position


class Judgement:
    """The result of a batch of fills: the value of the position for Black from -1 to 1, and that of its cells."""

    def __init__(self, sums: list[int], total: int, most: int) -> None:
        self._sums, self._total, self._most = sums, total, most
        self.value = 2 * total / most - 1

    def __add__(self, other: "Judgement") -> "Judgement":
        sums, carry = [], 0
        for one, two in zip_longest(self._sums, other._sums, fillvalue=0):
            either = one ^ two
            sums.append(either ^ carry)
            carry = one & two | carry & either
        return Judgement([*sums, carry], self._total + other._total, self._most + other._most)

    def gain(self, bit: int) -> float:
        """Return what a black stone on this free cell adds to the value; a white one takes as much away."""
        black = 0
        for place, plane in enumerate(self._sums):
            black += (plane >> bit & 1) << place
        return 2 * (2 * black - self._total) / self._most


class Fills:
    """Fills of one board, so many at once. The number is a power of two."""

    def __init__(self, board: DiceBoard, lanes: int, white_wins_ties: bool) -> None:
        self._board, self._lanes = board, lanes
        self._steps = fill_steps(white_wins_ties)
        bits = max(board.mask).bit_length() + board.stride + 1  # a row that stays empty, and a bit for borrowing
        self._bytes = -(-bits // 8)
        self._width = width = 8 * self._bytes  # of one fill
        self._ones = sum(1 << width * lane for lane in range(lanes))
        self._both = self._ones | self._ones << width * lanes  # of the black stones of all fills, then the white ones
        self._high = self._both << width - 1
        self._all, self._none = b"\xff" * self._bytes, bytes(self._bytes)

    def judge(self, black: int, free: int, random_bits: Callable[[int], int]) -> Judgement:
        """Fill the board by chance. Half of the fills are the reverse of the others, which halves the work."""
        lanes, width = self._lanes, self._width
        half = width * lanes >> 1
        drawn = random_bits(half)
        drawn = (drawn | (drawn ^ (1 << half) - 1) << half) & self._ones * free
        filled = self._ones * black | drawn
        margins = self._margins(filled, black, free)
        total, parts = 0, 0
        parts_width = width * lanes
        for place, least in enumerate(self._steps):
            better = [margin > least for margin in margins]
            total += sum(better)
            mask = int.from_bytes(b"".join([self._all if one else self._none for one in better]), "little")
            parts |= (drawn & mask) << parts_width * place
        return Judgement(_add_up(parts, lanes * len(self._steps), width), total, lanes * len(self._steps))

    def _margins(self, filled: int, black: int, free: int) -> list[int]:
        """Return by how much the largest black region of each fill exceeds the largest white one."""
        board, lanes, stride = self._board, self._lanes, self._board.stride
        white = board.full ^ free ^ black
        stones = filled | (self._ones * board.full ^ filled) << self._width * lanes
        rest = stones & (stones << 1 | stones >> 1 | stones << stride | stones >> stride)
        start = self._ones * board.largest(black) | self._ones * board.largest(white) << self._width * lanes
        regions = [self._flood(start, stones)]
        rest &= ~regions[0]
        for _ in range(_SEEDS):
            regions.append(self._flood(self._seeds(rest), rest))
            rest ^= regions[-1]
        size = self._bytes
        best = [0] * (2 * lanes)
        for region in regions:
            raw = region.to_bytes(2 * lanes * size, "little")
            best = [
                max(most, int.from_bytes(raw[at : at + size], "little").bit_count())
                for most, at in zip(best, count(0, size))
            ]
        return list(map(sub, best[:lanes], best[lanes:]))

    def _seeds(self, rest: int) -> int:
        """Return one cell of each colour and fill, of a square of four if there is one: it is in a large region."""
        stride, top = self._board.stride, self._width - 1
        thick = rest & rest << 1
        thick &= thick << stride
        high, both = self._high, self._both
        left = (thick | high) - both
        empty = (left & high ^ high) >> top
        seeds = thick & ~left
        if empty:
            rest &= (empty << top) - empty
            seeds |= rest & ~((rest | high) - both)
        return seeds

    def _flood(self, seeds: int, within: int) -> int:
        stride, reached = self._board.stride, 0
        while seeds != reached:
            reached = seeds
            seeds = (seeds | seeds << 1 | seeds >> 1) & within
            seeds = (seeds | seeds << stride | seeds >> stride) & within
        return reached


def fill_steps(white_wins_ties: bool) -> tuple[float, ...]:
    """Return the margins that count: a fill is worth the share of them that its margin exceeds."""
    return _STEPS_IF_TIES_ARE_WHITE if white_wins_ties else _STEPS


def _add_up(parts: int, count: int, width: int) -> list[int]:
    """Return how many parts have each bit: the ones digits of all these sums, then the twos digits and so on."""
    digits = [parts]
    while count > 1:
        count >>= 1
        half = width * count
        low = (1 << half) - 1
        carry, sums = 0, []
        for digit in digits:
            one, two = digit & low, digit >> half
            either = one ^ two
            sums.append(either ^ carry)
            carry = one & two | carry & either
        digits = [*sums, carry]
    return digits
