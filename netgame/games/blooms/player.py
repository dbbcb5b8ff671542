"""Knowledge of a computer player about Blooms: captures, blooms with few empty neighbours, cells under influence."""

from collections.abc import Callable, Iterator
from typing import ClassVar

from netgame.boards.bitboard import dilate6
from netgame.boards.geometry import Cell
from netgame.game import Over
from netgame.games.blooms.board import BloomsBoard
from netgame.games.blooms.game import Blooms
from netgame.games.blooms.legal_moves import legal_placements
from netgame.games.blooms.moves import PASS, Placement
from netgame.games.blooms.state import State
from netgame.players.chance import Random
from netgame.players.heuristics import Heuristics, Level

# The loss of value of a stone by the empty neighbours of its bloom (0 to 5), for the side that has the next
# turn and for the other side, which loses a bloom with two.
_TO_MOVE = (0.9, 0.35, 0.25, 0.12, 0.06, 0.02)
_WAITING = (1.0, 0.95, 0.8, 0.2, 0.12, 0.04)
_BEST = 6  # cells of each colour that are combined to pairs
_CAPTURES = 8  # pairs that capture, beside those


class BloomsPlayer(Heuristics[State, Placement]):
    """A player of Blooms with any options."""

    search = "tree"
    width: ClassVar[int] = 12
    growth: ClassVar[float] = 1.5
    exploration: ClassVar[float] = 0.3
    levels: ClassVar[tuple[Level, ...]] = (
        Level(2, 0.6), Level(5, 0.35), Level(30, 0.12), Level(250), Level(2000)
    )  # fmt: skip

    def __init__(self, game: Blooms) -> None:
        super().__init__(game)
        self._rules = game.rules
        self._board: BloomsBoard = game.rules.hexagon
        self._cells = len(self._board.grid.mask)

    def evaluate(self, state: State) -> float:
        own, other, empty, stage, mine, theirs, _ = state
        board = self._board
        danger = self._danger(own, empty, _TO_MOVE) - self._danger(other, empty, _WAITING)
        if self._rules.race:
            value = (mine - theirs - danger) / max(4.0, 0.6 * self._rules.goal)
        else:
            # a captured stone counts twice: it is lost, and its cell changes hands
            ours, others = _influence(board.flatten(own), board.flatten(other), empty, board.stride)
            margin = own.bit_count() - other.bit_count() + 0.9 * (ours.bit_count() - others.bit_count())
            value = (margin - 2.0 * danger) / (0.4 * self._cells)
        value = max(-0.95, min(0.95, value))
        return -value if stage & 1 else value

    def _danger(self, stones: int, empty: int, weights: tuple[float, ...]) -> float:
        lost = 0.0
        for bloom, liberties in self._board.blooms(stones, empty):
            count = liberties.bit_count()
            if count < len(weights):
                lost += weights[count] * bloom.bit_count()
        return lost

    def playout(self, state: State, chance: Random, stop: Callable[[], bool]) -> float:
        """Return the evaluation: random stones fill their own blooms and say little."""
        return self.evaluate(state)

    def candidates(self, state: State, chance: Random) -> Iterator[Placement]:
        sign, game = 1 - 2 * (state[3] & 1), self.game
        rated = []
        for number, move in enumerate(self._placements(state, chance)):
            after = game.play(state, move)
            turn = game.turn(after)
            value = self.result(turn) if isinstance(turn, Over) else self.evaluate(after)
            rated.append((-sign * value, chance.random(), number, move))
        rated.sort()
        return (move for _, _, _, move in rated)

    def _placements(self, state: State, chance: Random) -> list[Placement]:
        """Return some turns: pairs of the cells that a quick rating prefers, captures, good single stones, the pass."""
        board = self._board
        legal = legal_placements(self._rules, state)
        ratings, pairs = self._rate(state, chance)
        best: list[list[Cell]] = []
        for colour in (0, 1):
            usual = legal.usual[colour] | legal.singles[colour]
            cells = sorted(board.cells(usual), key=ratings[colour].__getitem__, reverse=True)
            best.append(cells[:_BEST])
        found: dict[Placement, None] = {}  # a set in the order of its entries
        partners: dict[Cell, int] = {}
        for first, second in [*pairs[:_CAPTURES], *((a, b) for a in best[0] for b in best[1])]:
            if first == second:
                continue
            if first not in partners:
                partners[first] = legal.partners(0, board.grid.mask[first])
            if partners[first] & board.grid.mask[second]:
                found[Placement(first, second)] = None
        for colour in (0, 1):
            singles = [cell for cell in best[colour] if legal.singles[colour] & board.grid.mask[cell]]
            for cell in singles[: 1 if found else _BEST]:
                found[Placement(cell, None) if colour == 0 else Placement(None, cell)] = None
        moves = [move for move in found if move not in legal.excluded]
        if self._rules.may_pass(state):
            moves.append(PASS)
        return moves or [next(self.game.moves(state))]

    def _rate(self, state: State, chance: Random) -> tuple[list[list[float]], list[tuple[Cell, Cell]]]:
        """Return a rating for a stone of each colour on each cell, and the pairs of cells that capture a bloom."""
        own, other, empty, *_ = state
        board = self._board
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
