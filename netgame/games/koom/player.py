"""Knowledge of a computer player about Koom Valley Thud: the way of the Rock, its escort, the trolls around it."""

from collections.abc import Iterator
from itertools import islice
from typing import ClassVar

from netgame.boards.bitboard import bits, dilate8
from netgame.boards.octagon import GRID, NEIGHBOURS, STEPS, STRIDE
from netgame.games.koom.game import TROLLS_TO_WIN, Koom
from netgame.games.koom.moves import DWARF, ROCK, Move
from netgame.games.koom.state import GOALS, State, free_squares
from netgame.players.chance import Random
from netgame.players.heuristics import Heuristics, Level

# Weights in the value of a position: each step of the Rock to its goal; a dwarf beside the Rock; a troll beside it and
# near it; each dwarf and troll that is left; two dwarfs beside each other.
_STEP, _ESCORT, _BESIDE, _CLOSE = 0.055, 0.03, 0.12, 0.012
_DWARF, _TROLL, _PAIR = 0.035, 0.06, 0.002
_FEW = 3  # taking one of so few gains nothing: a side without a move is no loser, the battle is drawn
_FORCING = 10  # captures and threats that the search follows in a position
_LISTED = 3000  # moves; a crowd of dwarfs allows more tramples than can be counted
_COLUMNS = [GRID.squares[goal][1] for goal in GOALS]
# king's moves from each square to the goal, if nothing is in the way
_DISTANCE = tuple(
    max(row, min(abs(column - goal) for goal in _COLUMNS)) for row, column in GRID.squares
)  # fmt: skip


class KoomPlayer(Heuristics[State, Move]):
    """A player of Koom Valley Thud with any options."""

    search = "alpha_beta"
    width: ClassVar[int] = 24
    levels: ClassVar[tuple[Level, ...]] = (
        Level(30, 0.6), Level(100, 0.35), Level(500, 0.12), Level(4000), Level(20_000)
    )  # fmt: skip

    def __init__(self, game: Koom) -> None:
        super().__init__(game)
        self._koom = game

    def evaluate(self, state: State) -> float:
        dwarfs, trolls, rock, _, _ = state
        near = NEIGHBOURS[rock]
        ring2 = dilate8(near, STRIDE)
        ring3 = dilate8(ring2, STRIDE)
        beside = (near & trolls).bit_count()
        value = 0.4 - _STEP * _DISTANCE[rock]
        value += _ESCORT * min(4, (near & dwarfs).bit_count()) + 0.5 * _ESCORT * min(6, (ring2 & dwarfs).bit_count())
        value -= _BESIDE * beside + _CLOSE * ((ring2 & trolls).bit_count() + (ring3 & trolls).bit_count())
        value += _DWARF * (max(dwarfs.bit_count(), _FEW) - 16) - _TROLL * (max(trolls.bit_count(), _FEW) - 8)
        value += _PAIR * sum((dwarfs & dwarfs << step).bit_count() for step in STEPS)
        return max(-0.95, min(0.95, value))

    def candidates(self, state: State, chance: Random) -> Iterator[Move]:
        """Yield the moves by a quick rating: captures, the Rock towards the goal, pieces towards the Rock."""
        dwarfs, trolls, rock, seat, _ = state
        near = NEIGHBOURS[rock]
        ring2 = dilate8(near, STRIDE)
        ring3 = dilate8(ring2, STRIDE)
        ahead = 0  # the squares next to the Rock that are nearer to the goal
        for bit in bits(near):
            if _DISTANCE[GRID.cell[bit]] < _DISTANCE[rock]:
                ahead |= 1 << bit
        danger = _trampled(state) if not seat else 0
        rings = (near, ring2, ring3, ahead & near)
        weights = (0.10, 0.03, 0.02, 0.04) if seat else (0.03, 0.02, 0.0, 0.0)
        worth = [
            sum(weight for ring, weight in zip(rings, weights, strict=True) if ring >> bit & 1) for bit in GRID.bit
        ]
        rated = []
        for number, move in enumerate(islice(self._koom.moves(state), _LISTED)):
            kind, origin, landings, captured = move
            target = landings[-1]
            if kind == ROCK:
                rating = 0.1 + (_DISTANCE[rock] - _DISTANCE[target]) * 0.1
                if target in GOALS:
                    rating += 9
                rating -= _BESIDE * (NEIGHBOURS[target] & trolls).bit_count()
                rating += 0.02 * (NEIGHBOURS[target] & dwarfs).bit_count()
            else:
                rating = worth[target] - worth[origin] + (_DWARF if seat else _TROLL) * 3 * captured.bit_count()
                if danger >> GRID.bit[origin] & 1:
                    rating += _DWARF
                if seat and near & GRID.mask[target]:
                    after = trolls ^ GRID.mask[origin] | GRID.mask[target]
                    rating += 9 if (near & after).bit_count() >= TROLLS_TO_WIN else 0
            rated.append((-rating - 0.01 * chance.random(), number, move))
        rated.sort()
        return (move for _, _, move in rated)

    def forcing(self, state: State) -> Iterator[Move]:
        """Yield moves that win at once, then captures."""
        dwarfs, trolls, rock, seat, _ = state
        near = NEIGHBOURS[rock]
        wins: list[Move] = []
        captures: list[tuple[int, int, Move]] = []
        free = free_squares(state)
        if seat:
            need = TROLLS_TO_WIN - (near & trolls).bit_count() <= 1
            if not need and not dilate8(dwarfs, STRIDE) & trolls:
                return iter(())
            for move in islice(self._koom.moves(state), _LISTED):
                if need and near & GRID.mask[move.landings[-1]]:
                    after = trolls ^ GRID.mask[move.origin] | GRID.mask[move.landings[-1]]
                    if (near & after).bit_count() >= TROLLS_TO_WIN:
                        wins.append(move)
                if move.captured:
                    captures.append((-move.captured.bit_count(), len(captures), move))
        else:
            if _DISTANCE[rock] == 1:
                wins = [move for move in self._koom.moves(state) if move.kind == ROCK and move.landings[0] in GOALS]
            hot = 0
            for step in STEPS:
                hot |= (trolls & dwarfs >> step) >> step
                hot |= (trolls & dwarfs << step) << step
            if hot & free:
                found = (move for move in self._koom.moves(state) if move.captured and move.kind == DWARF)
                captures = [(-move.captured.bit_count(), number, move) for number, move in enumerate(found)]
        captures.sort()
        return iter([*wins, *(move for _, _, move in captures[:_FORCING])])

    def random_move(self, state: State, chance: Random) -> Move:
        return chance.choice(list(islice(self._koom.moves(state), _LISTED)))


def _trampled(state: State) -> int:
    """Return the dwarfs that a troll can trample next."""
    free, found = free_squares(state), 0
    for step in STEPS:
        found |= state.dwarfs & state.trolls << step & free >> step
        found |= state.dwarfs & state.trolls >> step & free << step
    return found


PLAYER = KoomPlayer
