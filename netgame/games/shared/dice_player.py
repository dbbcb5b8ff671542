"""Knowledge of a computer player about Clod and RoyalClod: a stone that separates enemy stones is worth more than one
that joins own stones."""

from collections.abc import Callable, Iterator
from typing import ClassVar

from netgame.games.shared.dice_board import Stone
from netgame.games.shared.dice_game import DiceGame
from netgame.games.shared.dice_state import AGAIN, State, stones_of
from netgame.players.chance import Random
from netgame.players.heuristics import Heuristics, Level

OWN, ENEMY = 4, 19  # the weights of own and enemy stones beside a cell, as in the author's simulator
MARGIN_SHARE = 0.25  # of the value of a playout; the rest is who wins


class DicePlayer(Heuristics[State, Stone]):
    """A player of every game in which two dice say where a stone may go."""

    growth: ClassVar[float] = 3.0
    levels: ClassVar[tuple[Level, ...]] = (
        Level(20, 0.5), Level(80, 0.1), Level(600), Level(4000), Level(20_000)
    )  # fmt: skip

    def __init__(self, game: DiceGame) -> None:
        super().__init__(game)
        self._board = board = game.dice_board
        self._white_wins_ties = game.ties == "white"
        self._rolls = list(board.rolls.values())
        stride = board.stride
        self._near = {
            mask: (mask << 1 | mask >> 1 | mask << stride | mask >> stride) & board.full for mask in board.mask
        }

    def candidates(self, state: State, chance: Random) -> Iterator[Stone]:
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

    def playout(self, state: State, chance: Random, stop: Callable[[], bool]) -> float:
        """Play on to the full board: of two random cells each side takes the one with more stones beside it."""
        # The rules again, without a state for each step: half a minute of thinking is spent in this loop.
        board, random = self._board, chance.random
        rolls, moves, mask, near = self._rolls, board.moves, board.mask, self._near
        (black, white), free, seat, legal = stones_of(board, state), state[1], state[2] & 1, state[3]
        again = bool(state[2] & AGAIN)
        while free:
            if not legal:
                _, first, reach, second, reach2 = rolls[int(random() * len(rolls))]
                legal = reach[free & first]
                if second:
                    legal |= reach2[free & second]
                legal &= free
                if not legal:
                    if again:
                        seat ^= 1
                    again = not again
                    continue
            stones = moves[legal]
            count = len(stones)
            chosen = mask[stones[int(random() * count)].cell]
            if count > 1:
                other = mask[stones[int(random() * count)].cell]
                around, around2 = near[chosen], near[other]
                own, enemy = (white, black) if seat else (black, white)
                if OWN * (around2 & own).bit_count() + ENEMY * (around2 & enemy).bit_count() > (
                    OWN * (around & own).bit_count() + ENEMY * (around & enemy).bit_count()
                ):
                    chosen = other
            free ^= chosen
            if seat:
                white |= chosen
                if stop():
                    return 0.0
            else:
                black |= chosen
            seat, legal, again = 1 - seat, 0, False
        margin = board.largest(black).bit_count() - board.largest(white).bit_count()
        if margin == 0:
            return -1.0 if self._white_wins_ties else 0.0
        share = max(-1.0, min(1.0, 8.0 * margin / len(mask)))
        return (1.0 if margin > 0 else -1.0) * (1 - MARGIN_SHARE) + MARGIN_SHARE * share
