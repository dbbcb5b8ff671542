"""Knowledge of a computer player about Thud: material, dwarfs in reach of trolls, and pieces that keep together."""

from collections.abc import Iterator
from itertools import islice
from typing import ClassVar

from netgame.boards.bitboard import bits, dilate8
from netgame.boards.octagon import GRID, NEIGHBOURS, STEPS, STRIDE
from netgame.game import Over
from netgame.games.thud.game import Thud
from netgame.games.thud.moves import Move, line_throws
from netgame.games.thud.state import BOARD_MASK, State
from netgame.players.chance import Random
from netgame.players.heuristics import Heuristics, Level

TROLL = 4.0  # a captured troll counts as much as four captured dwarfs
NEAR = 0.05  # a dwarf within two squares of a troll is in danger
PAIR = 0.03  # two pieces of one side beside each other
_WHOLE = 80.0  # dwarfs; no battle is won by so many
_FORCING = 12  # captures that the search follows in a position


class ThudPlayer(Heuristics[State, Move]):
    """A player of Thud with any options."""

    search = "alpha_beta"
    width: ClassVar[int] = 24
    levels: ClassVar[tuple[Level, ...]] = (
        Level(30, 0.6), Level(100, 0.35), Level(500, 0.12), Level(4000), Level(30_000)
    )  # fmt: skip

    def __init__(self, game: Thud) -> None:
        super().__init__(game)
        self._thud = game

    def result(self, over: Over) -> float:
        """Return the margin, because the margins of two battles are added."""
        return (over.scores[0] - over.scores[1]) / _WHOLE

    def evaluate(self, state: State) -> float:
        dwarfs, trolls, _, _ = state
        near = (dilate8(dilate8(trolls, STRIDE), STRIDE) & dwarfs).bit_count()
        value = dwarfs.bit_count() - TROLL * trolls.bit_count() - NEAR * near
        value += PAIR * (_pairs(dwarfs) - _pairs(trolls))
        return value / _WHOLE

    def candidates(self, state: State, chance: Random) -> Iterator[Move]:
        """Yield captures, then the other moves, each by how much it improves the evaluation."""
        dwarfs, trolls, seat, _ = state
        own = trolls if seat else dwarfs
        danger = dilate8(dilate8(trolls, STRIDE), STRIDE)
        rating: dict[tuple[int, int], float] = {}
        mates = [PAIR * (around & own).bit_count() for around in NEIGHBOURS]
        if seat:
            # a troll is well placed where many dwarfs are two squares away, and none of them can reach it in a line
            targets = [NEAR * (dilate8(around, STRIDE) & dwarfs).bit_count() for around in NEIGHBOURS]
            worth = [mate + target for mate, target in zip(mates, targets, strict=True)]
        else:
            worth = [mate - NEAR * (danger >> bit & 1) for mate, bit in zip(mates, GRID.bit, strict=True)]
        rated = []
        for number, move in enumerate(self._thud.moves(state)):
            _, origin, target, captured = move
            gain = (TROLL if not seat else captured.bit_count()) if captured else 0.0
            place = rating.get((origin, target))
            if place is None:
                # the piece itself is no neighbour of its target
                beside = PAIR if NEIGHBOURS[target] & GRID.mask[origin] else 0.0
                place = rating[origin, target] = worth[target] - beside - worth[origin] + 0.02 * chance.random()
            rated.append((-gain - place, number, move))
        rated.sort()
        return (move for _, _, move in rated)

    def forcing(self, state: State) -> Iterator[Move]:
        """Yield hurls, or the largest captures of each troll move."""
        dwarfs, trolls, seat, _ = state
        empty, cell = BOARD_MASK & ~(dwarfs | trolls), GRID.cell
        if not seat:
            throws = line_throws(dwarfs, empty, trolls)
            hurls = (Move(0, cell[b - shift], cell[b], 1 << b) for shift, landing in throws for b in bits(landing))
            return islice(hurls, _FORCING)
        return iter(self._captures(dwarfs, trolls, empty)[:_FORCING])

    def _captures(self, dwarfs: int, trolls: int, empty: int) -> list[Move]:
        near, cell = dilate8(dwarfs, STRIDE) & empty, GRID.cell
        step = self._thud.step_captures
        found: list[tuple[int, int, Move]] = []
        for shift, landings in line_throws(trolls, empty, near):
            for bit in bits(landings):
                around = NEIGHBOURS[cell[bit]] & dwarfs
                origin = bit - shift
                behind = origin - shift
                if step == "one" and abs(shift) in STEPS and not (behind >= 0 and trolls >> behind & 1):
                    around &= -around  # a lone troll takes one dwarf
                found.append((-around.bit_count(), len(found), Move(1, cell[origin], cell[bit], around)))
        found.sort()
        return [move for _, _, move in found]


def _pairs(pieces: int) -> int:
    return sum((pieces & pieces << step).bit_count() for step in STEPS)


PLAYER = ThudPlayer
