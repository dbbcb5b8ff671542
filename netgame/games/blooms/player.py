"""Knowledge of a computer player about Blooms: captures, blooms with few empty neighbours, cells under influence."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

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

# The loss of value of a stone by the empty neighbours of its bloom (0 to 5), for the side that has the next
# turn and for the other side, which loses a bloom with two.
_TO_MOVE = (0.9, 0.35, 0.25, 0.12, 0.06, 0.02, 0.0)
_WAITING = (1.0, 0.95, 0.8, 0.2, 0.12, 0.04, 0.0)
_MANY = len(_WAITING) - 1
_BEST = 6  # cells of each colour that are combined to pairs
_CAPTURES = 8  # pairs that capture, beside those


class BloomsPlayer(Heuristics[State, Placement]):
    """A player of Blooms with any options."""

    search = "tree"
    width: ClassVar[int] = 12
    growth: ClassVar[float] = 2.0
    exploration: ClassVar[float] = 0.1
    trust: ClassVar[float] = 0.0
    minimax: ClassVar[bool] = True
    levels: ClassVar[tuple[Level, ...]] = (
        Level(1, 0.85), Level(1, 0.6), Level(2, 0.2), Level(30), Level(1000)
    )  # fmt: skip

    def __init__(self, game: Blooms) -> None:
        super().__init__(game)
        self._rules = game.rules
        self.hexagon = board = game.rules.hexagon
        self.is_race = self._rules.race
        self._cells = len(board.grid.mask)
        self.near = {mask: dilate6(mask, board.stride) & board.full & ~mask for mask in board.grid.mask} | {0: 0}

    def evaluate(self, state: State) -> float:
        own, other, empty, stage, *_ = state
        board = self.hexagon
        danger = self._danger(own, empty, _TO_MOVE) - self._danger(other, empty, _WAITING)
        value = self.value(board.flatten(own), board.flatten(other), empty, 0, danger, state)
        return -value if stage & 1 else value

    def value(self, own: int, other: int, empty: int, placed: int, danger: float, state: State) -> float:
        """Return the value of a position for the side to move in `state`, which has placed so many stones since."""
        if self.is_race:
            value = (state[4] - state[5] - danger) / max(4.0, 0.6 * self._rules.goal)
        else:
            # a captured stone counts twice: it is lost, and its cell changes hands
            ours, others = _influence(own, other, empty, self.hexagon.stride)
            margin = state[0].bit_count() - state[1].bit_count() + placed
            value = (margin + 0.9 * (ours.bit_count() - others.bit_count()) - 2.0 * danger) / (0.4 * self._cells)
        return max(-0.95, min(0.95, value))

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
        best = [sorted(cells, key=rating.__getitem__, reverse=True)[:_BEST] for rating in ratings]
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
        self._own: list[tuple[int, int, float, bool]] = []  # the empty neighbours, the stones, the loss, the colour
        self._other: list[tuple[int, int, float]] = []
        self._lost = self._won = 0.0
        for bloom, liberties in board.blooms(own, empty):
            size = bloom.bit_count()
            loss = size * _WAITING[min(liberties.bit_count(), _MANY)]
            self._lost += loss
            self._own.append((liberties, size, loss, bloom >> board.half > 0))
        for bloom, liberties in board.blooms(other, empty):
            size = bloom.bit_count()
            loss = size * _TO_MOVE[min(liberties.bit_count(), _MANY)]
            self._won += loss
            self._other.append((liberties, size, loss))
        self._flat = board.flatten(own), board.flatten(other)

    def value(self, move: Placement) -> float | None:
        """Return the value of the position after a turn for the side that makes it; None if the turn is illegal."""
        player, mask = self._player, self._board.mask
        first, second = mask[move.first], mask[move.second]
        placed = first | second
        if not placed:
            return player.value_after(self._state, move)
        won = self._won
        for liberties, size, loss in self._other:
            if liberties & placed:
                left = (liberties & ~placed).bit_count()
                if not left:
                    return self._captured(move)
                won += size * _TO_MOVE[min(left, _MANY)] - loss
        empty = self._state[2] & ~placed
        lost, joined, joined2, count, count2 = self._lost, player.near[first], player.near[second], 1, 1
        fenced = False
        for liberties, size, loss, colour in self._own:
            if liberties & placed:
                lost -= loss
                if colour and liberties & second:
                    joined2 |= liberties
                    count2 += size
                elif not colour and liberties & first:
                    joined |= liberties
                    count += size
                else:
                    left = (liberties & ~placed).bit_count()
                    fenced = fenced or not left
                    lost += size * _WAITING[min(left, _MANY)]
            elif not liberties:
                fenced = True
        for stone, liberties, size in ((first, joined, count), (second, joined2, count2)):
            if stone:
                left = (liberties & empty).bit_count()
                fenced = fenced or not left
                lost += size * _WAITING[min(left, _MANY)]
        if fenced and not player.is_race:
            return self._captured(move)  # it may capture a bloom without empty neighbours
        own, other = self._flat
        stones = 1 + (placed & (placed - 1) > 0)
        return player.value(own | placed, other, empty, stones, lost - won, self._state)

    def _captured(self, move: Placement) -> float | None:
        try:
            self._player.game.check(self._state, move)
        except IllegalMove:
            return None
        return self._player.value_after(self._state, move)


def _influence(own: int, other: int, empty: int, stride: int) -> tuple[int, int]:
    """Return the empty cells that stones of each side reach first, of those within three steps."""
    ours = others = contested = 0
    for _ in range(3):
        mine = dilate6(own | ours, stride) & empty & ~(others | contested)
        theirs = dilate6(other | others, stride) & empty & ~(ours | contested)
        contested |= mine & theirs
        ours |= mine & ~contested
        others |= theirs & ~contested
    return ours, others


PLAYER = BloomsPlayer
