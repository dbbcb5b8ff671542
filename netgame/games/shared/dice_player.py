"""Knowledge of a computer player about Clod and RoyalClod: random fills of the board say what each cell is worth."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from netgame.games.shared.dice_board import Stone
from netgame.games.shared.dice_fills import Fills
from netgame.games.shared.dice_game import DiceGame
from netgame.games.shared.dice_state import State, stones_of
from netgame.players.chance import Random
from netgame.players.heuristics import Heuristics, Level

OWN, ENEMY = 4, 19  # the weights of own and enemy stones beside a cell, as in the author's simulator


class DicePlayer(Heuristics[State, Stone]):
    """A player of every game in which two dice say where a stone may go."""

    growth: ClassVar[float] = 3.0
    exploration: ClassVar[float] = 0.1
    trust: ClassVar[float] = 8.0
    late: ClassVar[int] = 40  # free cells: from then on replies matter more than good values of the moves
    fills: ClassVar[int] = 32  # of one judgement
    levels: ClassVar[tuple[Level, ...]] = (
        Level(1, 0.7), Level(1, 0.25), Level(8), Level(40), Level(4000)
    )  # fmt: skip

    def __init__(self, game: DiceGame) -> None:
        super().__init__(game)
        self._board = board = game.dice_board
        self._fills = Fills(board, self.fills, game.ties == "white")
        stride = board.stride
        self._near = {
            mask: (mask << 1 | mask >> 1 | mask << stride | mask >> stride) & board.full for mask in board.mask
        }

    def candidates(self, state: State, chance: Random) -> Iterator[Stone]:
        """Yield the cells by the greedy rule: to cut the opponent off is worth more than to join own stones."""
        black, white = stones_of(self._board, state)
        own, enemy = (white, black) if state[2] & 1 else (black, white)
        mask, near = self._board.mask, self._near
        rated = []
        for stone in self._board.moves[state[3]]:
            around = near[mask[stone.cell]]
            rating = OWN * (around & own).bit_count() + ENEMY * (around & enemy).bit_count()
            rated.append((-rating, chance.random(), stone))
        return (stone for _, _, stone in sorted(rated))

    def random_move(self, state: State, chance: Random) -> Stone:
        return chance.choice(self._board.moves[state[3]])

    def first_look(self, state: State) -> float:
        return 0.3 if state[1].bit_count() <= self.late else 0.95

    def judge(self, state: State, chance: Random, stop: Callable[[], bool]) -> tuple[float, Any]:
        black, free, _, _ = state
        judgement = self._fills.judge(black, free, chance.getrandbits)
        return judgement.value, judgement

    def rated(self, state: State, insight: Any, chance: Random) -> Iterator[tuple[Stone, float | None]]:
        if insight is None:
            return super().rated(state, insight, chance)
        bit = self._board.grid.bit
        found = [(insight.gain(bit[stone.cell]), stone) for stone in self._board.moves[state[3]]]
        found.sort(reverse=True)
        sign = 1 - 2 * (state[2] & 1)
        return ((stone, insight.value + sign * gain) for gain, stone in found)
