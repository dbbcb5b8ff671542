"""Knowledge of a computer player about Thud: material, dwarfs in reach of trolls, and pieces that keep together."""

from collections.abc import Hashable, Iterator
from typing import ClassVar

from netgame.boards.bitboard import bits, dilate8
from netgame.boards.octagon import GRID, STEPS, STRIDE
from netgame.game import Over
from netgame.games.shared.octagon_board import AROUND, LANE, LANE_MASK, MOST, Node, OctagonBoard, Pairs, entries_of
from netgame.games.thud.game import Thud
from netgame.games.thud.moves import Move, line_throws
from netgame.games.thud.state import BOARD_MASK, THUDSTONE, State
from netgame.players.chance import Random
from netgame.players.heuristics import Heuristics, Level
from netgame.players.search_board import ANY, Rated

# Values are in thousandths of a dwarf, for the dwarfs.
DWARF, TROLL = 1000, 4000
WHOLE = 80 * DWARF  # no battle is won by so many
# The worth of two pieces together, by their distance in king's moves, from 1. `python -m devtools.tuning.tune thud`
# with its defaults, begun from (30,), (-50, -50) and (-30,), gave these after 60 rounds, but 53 for dwarfs side by
# side. 80 goes on in that direction; `--compare` of all with the begin gave +7.8 dwarfs a match (10 matches, standard
# error 2).
DWARF_PAIRS = (80, 14, 14)
MIXED_PAIRS = (-46, -36, 5, 8)  # a dwarf and a troll
TROLL_PAIRS = (-42, 6, -5)
# The most that the capture of a dwarf is worth: 8 squares are at distance 1, 16 at distance 2; 7 other trolls.
MOST_WORTH = (
    DWARF + sum(8 * distance * max(weight, 0) for distance, weight in enumerate(DWARF_PAIRS, 1))
    + MIXED_PAIRS[0] + 7 * max(0, *MIXED_PAIRS)
)  # fmt: skip

_STONE = GRID.bit[THUDSTONE]


class ThudBoard(OctagonBoard):
    """Thud for alpha-beta. The code of a move is captured << 16 | origin << 8 | target, in bits."""

    one = WHOLE
    lesson = 4
    pairs = Pairs(DWARF_PAIRS), Pairs(MIXED_PAIRS), Pairs(TROLL_PAIRS)
    numbers = range(0, (MOST + 1) * DWARF, DWARF), range(0, -(MOST + 1) * TROLL, -TROLL)
    stones: ClassVar[dict[int, int]] = {_STONE: 0}
    margin = 600
    widths = (90, 500, 30, 24), (500,)

    def __init__(self, game: Thud) -> None:
        super().__init__(game.no_capture_limit)
        self._lone_takes_one = game.step_captures == "one"

    def node(self, state: State) -> Node:
        return self.node_of(state.seat, state.dwarfs, state.trolls, _STONE, state.quiet)

    def move(self, node: Node, code: int) -> Move:
        cell = GRID.cell
        return Move(node.seat, cell[code >> 8 & 255], cell[code & 255], code >> 16)

    def key(self, node: Node) -> Hashable:
        return node[:3]

    def ended(self, node: Node) -> int | None:
        seat, dwarfs, trolls, _, _, _, _, quiet = node
        if (trolls if seat else dwarfs) and (self._limit is None or quiet < self._limit):
            return None
        return self.stuck(node)

    def stuck(self, node: Node) -> int:
        margin = DWARF * node[1].bit_count() - TROLL * node[2].bit_count()
        return -margin if node[0] else margin

    def repeated(self, node: Node) -> int:
        # the side that is behind must do something else
        margin = self.stuck(node)
        return margin + DWARF if margin > 0 else margin - DWARF if margin < 0 else 0

    def passed(self, node: Node) -> Node:
        return node._replace(seat=1 - node[0])

    def after(self, node: Node, code: int) -> Node:
        return self.moved(node, code >> 8 & 255, code & 255, code >> 16)

    def dwarf_moves(self, node: Node, least: int) -> list[Rated]:
        rated = self._hurls(node)
        self.rate_slides(rated, node, node[1] | node[2] | 1 << _STONE, least)
        return rated

    def troll_moves(self, node: Node, least: int) -> list[Rated]:
        _, dwarfs, trolls, _, _, troll_worth, value, _ = node
        worth = entries_of(troll_worth)
        empty = BOARD_MASK & ~(dwarfs | trolls)
        rated: list[Rated] = self._captures(node)
        rest = trolls
        while rest:
            origin = rest.bit_length() - 1
            rest ^= 1 << origin
            base, code, near = worth[origin] - value, origin << 8, self.pairs[2].at[origin]
            targets = AROUND[origin] & empty
            while targets:
                target = targets.bit_length() - 1
                targets ^= 1 << target
                after = base - worth[target] + near[target]
                if after > least:
                    rated.append((after, code | target))
        return rated

    def forcing(self, node: Node) -> list[Rated]:
        if not node[0]:
            return self._hurls(node)
        found = self._captures(node)
        found.sort(reverse=True)
        return found

    def _hurls(self, node: Node) -> list[Rated]:
        """Return the captures of dwarfs."""
        _, dwarfs, trolls, _, _, _, value, _ = node
        empty = BOARD_MASK & ~(dwarfs | trolls)
        return [
            (value + 2 * TROLL, 1 << landing + 16 | landing - shift << 8 | landing)
            for shift, landings in line_throws(dwarfs, empty, trolls)
            for landing in bits(landings)
        ]

    def _captures(self, node: Node) -> list[Rated]:
        """Return the captures of trolls, all dwarfs that one may take at once."""
        _, dwarfs, trolls, _, _, troll_worth, value, _ = node
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
                moved += self.pairs[2].at[origin][target] - value
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
        Level(1, 0.97), Level(6, 0.55), Level(100, 0.25), Level(300), Level(75_000)
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
