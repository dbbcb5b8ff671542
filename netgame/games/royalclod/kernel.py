"""The random fills of the computer player of RoyalClod, compiled. The tree search around them is the pure one.

Indices are `uint64` and values `int64`, and they never meet, because a sum of both would be a fraction.
"""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from netgame.boards.bitboard import bits
from netgame.games.royalclod.game import RoyalClod
from netgame.games.royalclod.player import RoyalClodPlayer
from netgame.games.shared.dice_fills import fill_steps
from netgame.games.shared.dice_state import State
from netgame.players.chance import Random, generator
from netgame.players.choice import Choice, OnChoice, no_report
from netgame.players.limits import Budget
from netgame.players.machine_code import INTS, Ints, U, compiled
from netgame.players.tree_search import TreeSearch

Words = Any  # arrays of uint64
WORDS = 4  # of a bitboard
BITS = 64 * WORDS
NO_COLOUR = 2

WORDS_TYPE = "uint64[::1]"


@compiled(f"int64({INTS},int64)")
def root_of(parents: Ints, place: int) -> int:
    """Return the first cell of the region that a cell is known to belong to."""
    while parents[U(place)] != place:
        parents[U(place)] = parents[U(parents[U(place)])]
        place = parents[U(place)]
    return place


@compiled(f"int64({INTS},{INTS},int64,{INTS},{INTS})")
def margin(colours: Ints, cells: Ints, stride: int, parents: Ints, sizes: Ints) -> int:
    """Return by how much the largest region of colour 1 exceeds that of colour 0 on a full board."""
    most0 = 0
    most1 = 0
    for index in range(cells.size):
        place = cells[U(index)]
        colour = colours[U(place)]
        # the cell before has just got its region, so that one leads nowhere else
        joins = colours[U(place - 1)] == colour
        root = parents[U(place - 1)] if joins else place
        size = sizes[U(root)] + 1 if joins else 1
        if colours[U(place - stride)] == colour:
            above = root_of(parents, place - stride)
            if above != root:
                size += sizes[U(above)]
                parents[U(root)] = above  # unless the root is this cell, it now leads there
                root = above
        parents[U(place)] = root
        sizes[U(root)] = size
        most0 = max(most0, size * (1 - colour))
        most1 = max(most1, size * colour)
    return most1 - most0


@compiled(f"int64({WORDS_TYPE},{WORDS_TYPE},{INTS},int64,int64,{INTS},uint64,{INTS})")
def fill(
    black: Words, free: Words, cells: Ints, stride: int, fills: int, steps: Ints, seed: Any, sums: Ints
) -> int:  # fmt: skip
    """Fill the board by chance so often. Return the steps that the margins exceed, and count them for each black cell.

    Every second fill is the reverse of the one before.
    """
    colours = np.full(BITS + stride, NO_COLOUR, np.int64)
    border = np.full(BITS + stride, NO_COLOUR, np.int64)
    for index in range(cells.size):
        border[U(cells[U(index)])] = 0
    parents = np.zeros(BITS + stride, np.int64)
    sizes = np.zeros(BITS + stride, np.int64)
    drawn = np.zeros(WORDS, np.uint64)
    chance = seed | U(1)
    total = 0
    for number in range(fills):
        for index in range(WORDS):
            if number & 1:
                drawn[U(index)] = ~drawn[U(index)] & free[U(index)]
            else:
                chance ^= chance << U(13)
                chance ^= chance >> U(7)
                chance ^= chance << U(17)
                drawn[U(index)] = (chance * U(0x2545F4914F6CDD1D)) & free[U(index)]
        for word in range(WORDS):
            filled = black[U(word)] | drawn[U(word)]
            first = stride + 64 * word
            for bit in range(64):
                colours[U(first + bit)] = np.int64(filled >> U(bit) & U(1)) | border[U(first + bit)]
        better = margin(colours, cells, stride, parents, sizes)
        value = 0
        for index in range(steps.size):
            value += better >= steps[U(index)]
        total += value
        if value:
            for place in range(BITS + stride):
                sums[U(place)] += value * colours[U(place)]
    return total


class Judgement:
    """The judgement of a position by fills: the value for Black from -1 to 1, and that of its cells."""

    def __init__(self, sums: Ints, total: int, most: int, stride: int) -> None:
        self._sums, self._total, self._most, self._stride = sums, total, most, stride
        self._counts: list[int] = sums.tolist()
        self.value = 2 * total / most - 1

    def __add__(self, other: "Judgement") -> "Judgement":
        most = self._most + other._most
        return Judgement(self._sums + other._sums, self._total + other._total, most, self._stride)

    def gain(self, bit: int) -> float:
        """Return what a black stone on this free cell adds to the value; a white one takes as much away."""
        return 2 * (2 * self._counts[bit + self._stride] - self._total) / self._most


class CompiledPlayer(RoyalClodPlayer):
    """The pure player with compiled fills."""

    def __init__(self, game: RoyalClod) -> None:
        super().__init__(game)
        board = game.dice_board
        self.stride = board.stride
        self.cells: Ints = np.array([bit + board.stride for bit in bits(board.full)], np.int64)
        self._least: Ints = np.array([int(np.ceil(step)) for step in fill_steps(game.ties == "white")], np.int64)

    def judge(self, state: State, chance: Random, stop: Callable[[], bool]) -> tuple[float, Any]:
        black, free, _, _ = state
        sums: Ints = np.zeros(BITS + self.stride, np.int64)
        total = fill(
            words_of(black), words_of(free), self.cells, self.stride, self.fills, self._least,
            U(chance.getrandbits(64)), sums,
        )  # fmt: skip
        judgement = Judgement(sums, int(total), self.fills * len(self._least), self.stride)
        return judgement.value, judgement


class RoyalClodKernel:
    """A player of RoyalClod with compiled fills."""

    level_nodes: ClassVar[int] = 6000

    def __init__(self, game: RoyalClod) -> None:
        self.player = CompiledPlayer(game)

    def plays(self, state: State) -> bool:
        """Return whether it knows these options and this position: all of them."""
        return True

    def find(
        self, state: State, budget: Budget, seed: int, report: OnChoice = no_report, earlier: Sequence[State] = ()
    ) -> Choice:
        """Return the best move found until the budget is spent, and report better and better choices.

        No position comes again in this game.
        """
        return TreeSearch(self.player, budget, generator(seed)).best(state, report)


def words_of(mask: int) -> Words:
    """Return a bitboard as the kernel has it."""
    return np.frombuffer(bytearray(mask.to_bytes(8 * WORDS, "little")), np.uint64)


KERNEL = RoyalClodKernel
