"""Knowledge of a computer player about Blooms: captures, blooms with few empty neighbours, cells under influence."""

from collections.abc import Callable, Iterator
from math import tanh
from typing import Any, ClassVar, NamedTuple

from netgame.boards.bitboard import dilate6
from netgame.boards.geometry import Cell
from netgame.errors import IllegalMove
from netgame.game import Over
from netgame.games.blooms.game import Blooms
from netgame.games.blooms.legal_moves import legal_placements
from netgame.games.blooms.moves import PASS, Placement
from netgame.games.blooms.state import State
from netgame.players.chance import Random
from netgame.players.heuristics import Heuristics, Level

MANY = 6  # empty neighbours of a bloom that is safe
_CAPTURES_OR_PASSES, _ILLEGAL = -1, -2  # instead of the blooms that a turn changes
_CAPTURES = 8  # pairs that capture, beside those


class Weights(NamedTuple):
    """The weights of an evaluation, in logarithms of the odds to win."""

    margin: float  # of a stone more than the other side, or in the race of a capture more
    tempo: float  # of the next turn
    # The loss for a stone by the empty neighbours of its bloom, for the side that has the next turn and for the other
    # side, which loses a bloom with two.
    to_move: tuple[float, ...]
    waiting: tuple[float, ...]


# From `python -m devtools.bench.blooms_weights territory` and `... race`, each with --games 500 --seed 1; those of the
# territory game a second time, with the weights that the first run had found. One more feature, since removed, was
# fitted with them, so the script finds slightly different ones now. The tempo was added later: without it short
# searches judge the side to move too well. A fit of it alone gives 0.34 and 0.1. With 0.3 short and long searches of
# the territory game agree best.
_TERRITORY = Weights(
    0.187, 0.3, (0.2, 0.195, 0.166, 0.112, 0.077, 0.046, 0.0), (0.215, 0.215, 0.199, 0.116, 0.07, 0.045, 0.0)
)
_RACE = Weights(
    0.19, 0.1, (0.2, 0.173, 0.128, 0.064, 0.033, 0.033, 0.0), (0.25, 0.222, 0.191, 0.078, 0.028, 0.026, 0.0)
)


class BloomsPlayer(Heuristics[State, Placement]):
    """A player of Blooms with any options."""

    search = "tree"
    growth: ClassVar[float] = 2.5
    most_nodes: ClassVar[int] = 40_000  # some 500 MB: each holds its candidates
    exploration: ClassVar[float] = 0.4
    trust: ClassVar[float] = 1.0
    best: ClassVar[int] = 6  # cells of each colour that are combined to pairs
    territory_weights: ClassVar[Weights] = _TERRITORY
    race_weights: ClassVar[Weights] = _RACE
    levels: ClassVar[tuple[Level, ...]] = (
        Level(1, 0.97), Level(1, 0.75), Level(4, 0.25), Level(60), Level(2000)
    )  # fmt: skip

    def __init__(self, game: Blooms) -> None:
        super().__init__(game)
        self._rules = game.rules
        self.hexagon = board = game.rules.hexagon
        self.is_race = self._rules.race
        self.weights = self.race_weights if self.is_race else self.territory_weights
        self._cells = len(board.grid.mask)
        self.near = {mask: dilate6(mask, board.stride) & board.full & ~mask for mask in board.grid.mask} | {0: 0}

    def evaluate(self, state: State) -> float:
        own, other, empty, stage, *_ = state
        danger = self._danger(own, empty, self.weights.to_move) - self._danger(other, empty, self.weights.waiting)
        value = self.value(state, 0, danger)
        return -value if stage & 1 else value

    def value(self, state: State, placed: int, danger: float) -> float:
        """Return the value of a position for the side to move in `state`, which has placed so many stones since."""
        weights = self.weights
        own, other, _, _, mine, theirs, _ = state
        margin = mine - theirs if self.is_race else own.bit_count() - other.bit_count() + placed
        tempo = -weights.tempo if placed else weights.tempo
        return tanh((weights.margin * margin + tempo - danger) / 2)

    def _danger(self, stones: int, empty: int, weights: tuple[float, ...]) -> float:
        lost = 0.0
        for bloom, liberties in self.hexagon.blooms(stones, empty):
            count = liberties.bit_count()
            if count < len(weights):
                lost += weights[count] * bloom.bit_count()
        return lost

    def judge(self, state: State, chance: Random, stop: Callable[[], bool]) -> tuple[float, Any]:
        found = self._rated(state, chance)
        return found[0][1], found

    def rated(self, state: State, insight: Any, chance: Random) -> Iterator[tuple[Placement, float | None]]:
        return iter(insight or self._rated(state, chance))

    def candidates(self, state: State, chance: Random) -> Iterator[Placement]:
        return (move for move, _ in self._rated(state, chance))

    def _rated(self, state: State, chance: Random) -> list[tuple[Placement, float]]:
        """Return some turns with the values of the positions after them, the best first."""
        sign = 1 - 2 * (state[3] & 1)
        turns = _Turns(self, state)
        rated = []
        for move in self._placements(state, chance):
            if (value := turns.value(move)) is not None:
                rated.append((value, chance.random(), move))
        if not rated:
            move = next(self.game.moves(state))
            rated.append((self.value_after(state, move), 0.0, move))
        rated.sort(reverse=True)
        return [(move, sign * value) for value, _, move in rated]

    def value_after(self, state: State, move: Placement) -> float:
        """Return the value of the position after a turn for the side that makes it."""
        after = self.game.play(state, move)
        turn = self.game.turn(after)
        value = self.result(turn) if isinstance(turn, Over) else self.evaluate(after)
        return -value if state[3] & 1 else value

    def _placements(self, state: State, chance: Random) -> list[Placement]:
        """Return some turns: pairs of the cells that a quick rating prefers, captures, good single stones, the pass."""
        board = self.hexagon
        ratings, pairs = self._rate(state, chance)
        cells = list(board.cells(state[2]))
        best = [sorted(cells, key=rating.__getitem__, reverse=True)[: self.best] for rating in ratings]
        if not state[0] | state[1]:
            return [Placement(cell, None) for cell in cells]
        both = [*pairs[:_CAPTURES], *((a, b) for a in best[0] for b in best[1] if a != b)]
        found = dict.fromkeys([Placement(first, second) for first, second in both])  # a set in the order of its entries
        found |= dict.fromkeys([Placement(cell, None) for cell in best[0]])
        found |= dict.fromkeys([Placement(None, cell) for cell in best[1]])
        moves = list(found)
        if self._rules.superko:
            excluded = legal_placements(self._rules, state).excluded
            moves = [move for move in moves if move not in excluded]
        if self._rules.may_pass(state):
            moves.append(PASS)
        return moves

    def _rate(self, state: State, chance: Random) -> tuple[list[list[float]], list[tuple[Cell, Cell]]]:
        """Return a rating for a stone of each colour on each cell, and the pairs of cells that capture a bloom."""
        own, other, empty, *_ = state
        board = self.hexagon
        stride, half, full = board.stride, board.half, board.full
        shared: list[tuple[int, float]] = []  # cells and how much a stone of either colour gains there
        coloured: list[list[tuple[int, float]]] = [[], []]
        pairs: list[tuple[Cell, Cell]] = []
        for bloom, liberties in board.blooms(other, empty):
            count, size = liberties.bit_count(), bloom.bit_count()
            if count <= 5:
                shared.append((liberties, size * (2.0, 2.0, 1.2, 0.6, 0.3, 0.1)[count]))
            if count == 2:
                first, second = board.cells(liberties)
                pairs += [(first, second), (second, first)]
        for bloom, liberties in board.blooms(own, empty):
            count, size, colour = liberties.bit_count(), bloom.bit_count(), int(bloom >> half > 0)
            if count <= 4:
                coloured[colour].append((liberties, size * (0.0, 1.2, 1.0, 0.4, 0.15)[count]))
                coloured[1 - colour].append((liberties, -size * (0.0, 1.5, 0.8, 0.4, 0.15)[count]))
        two, three = board.cells_with_room(empty)
        shared += [(two, 0.2), (three, 0.3)]
        theirs = dilate6(board.flatten(other), stride) & full
        mine = dilate6(board.flatten(own), stride) & full
        shared += [(theirs, 0.3), (mine, 0.1), (full & ~dilate6(mine | theirs, stride), -0.2)]
        for colour in (0, 1):
            stones = (own >> half if colour else own) & full
            coloured[colour].append((dilate6(stones, stride) & full, 0.15))
        ratings = []
        for colour in (0, 1):
            layers = [*shared, *coloured[colour]]
            rating = [0.0] * self._cells
            for mask, gain in layers:
                for cell in board.cells(mask & empty):
                    rating[cell] += gain
            ratings.append([value + 0.25 * chance.random() for value in rating])
        return ratings, pairs


class _Turns:
    """The turns of one position, judged by what they change; the blooms that they leave alone are judged once."""

    def __init__(self, player: BloomsPlayer, state: State) -> None:
        self._player, self._state = player, state
        board = self._board = player.hexagon
        own, other, empty, *_ = state
        to_move, waiting = player.weights.to_move, player.weights.waiting
        # the empty neighbours, the stones, the loss, a bit of its own, and of own blooms the colour
        self._own: list[tuple[int, int, float, int, bool]] = []
        self._other: list[tuple[int, int, float, int]] = []
        self._danger, bit = 0.0, 1
        for bloom, liberties in board.blooms(own, empty):
            size = bloom.bit_count()
            loss = size * waiting[min(liberties.bit_count(), MANY)]
            self._danger += loss
            self._own.append((liberties, size, loss, bit, bloom >> board.half > 0))
            bit <<= 1
        for bloom, liberties in board.blooms(other, empty):
            size = bloom.bit_count()
            loss = size * to_move[min(liberties.bit_count(), MANY)]
            self._danger -= loss
            self._other.append((liberties, size, loss, bit))
            bit <<= 1
        self._stones: dict[tuple[int, int], tuple[int, float]] = {}  # the changes by single stones

    def value(self, move: Placement) -> float | None:
        """Return the value of the position after a turn for the side that makes it; None if the turn is illegal."""
        player, mask = self._player, self._board.mask
        first, second = mask[move.first], mask[move.second]
        if first and second:
            touched, danger = self._single(first, 0)
            touched2, danger2 = self._single(0, second)
            if touched < 0 or touched2 < 0 or touched & touched2 or player.near[first] & second:
                touched, danger = self._change(first, second)
            else:  # they have nothing in common
                danger += danger2
        else:
            touched, danger = self._single(first, second) if first or second else (_CAPTURES_OR_PASSES, 0.0)
        if touched >= 0:
            return player.value(self._state, 2 if first and second else 1, self._danger + danger)
        return self._played(move) if touched == _CAPTURES_OR_PASSES else None

    def _single(self, first: int, second: int) -> tuple[int, float]:
        if (first, second) not in self._stones:
            self._stones[first, second] = self._change(first, second)
        return self._stones[first, second]

    def _change(self, first: int, second: int) -> tuple[int, float]:
        """Return the bits of the blooms that these stones touch, and how much more danger for the own side there is.

        Instead of the bits, return that the turn captures, or that it is illegal.
        """
        player = self._player
        to_move, waiting = player.weights.to_move, player.weights.waiting
        placed, touched, danger = first | second, 0, 0.0
        for liberties, size, loss, bit in self._other:
            if liberties & placed:
                left = (liberties & ~placed).bit_count()
                if not left:
                    return _CAPTURES_OR_PASSES, 0.0
                touched |= bit
                danger += loss - size * to_move[min(left, MANY)]
        empty = self._state[2] & ~placed
        joined, joined2, count, count2 = player.near[first], player.near[second], 1, 1
        fenced = False
        for liberties, size, loss, bit, colour in self._own:
            if liberties & placed:
                touched |= bit
                danger -= loss
                if colour and liberties & second:
                    joined2 |= liberties
                    count2 += size
                elif not colour and liberties & first:
                    joined |= liberties
                    count += size
                else:
                    left = (liberties & ~placed).bit_count()
                    fenced = fenced or not left
                    danger += size * waiting[min(left, MANY)]
            elif not liberties:
                fenced = True
        for stone, liberties, size in ((first, joined, count), (second, joined2, count2)):
            if stone:
                left = (liberties & empty).bit_count()
                fenced = fenced or not left
                danger += size * waiting[min(left, MANY)]
        if not fenced or player.is_race:
            return touched, danger
        # an enemy bloom without empty neighbours, which only a position from elsewhere has, is captured by any turn
        return (_ILLEGAL if all(bloom[0] for bloom in self._other) else _CAPTURES_OR_PASSES), 0.0

    def _played(self, move: Placement) -> float | None:
        try:
            self._player.game.check(self._state, move)
        except IllegalMove:
            return None
        return self._player.value_after(self._state, move)


PLAYER = BloomsPlayer
