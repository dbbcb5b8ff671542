"""Knowledge of a computer player about a game beyond its rules. The defaults work for every game and know nothing."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from itertools import islice
from math import tanh
from typing import Any, ClassVar, Generic, Literal, TypeVar

from netgame.game import Game, Over, ToMove, ToRoll
from netgame.players.chance import Random
from netgame.players.search_board import SearchBoard

StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")


@dataclass(frozen=True)
class Level:
    """How well a player plays: the nodes of its search, and the share of its own moves that it overlooks.

    It plays the best one of the others, so its mistakes are plausible. If it overlooks all moves worth a look, it plays
    a random one.
    """

    nodes: int
    overlooked: float = 0.0


LEVELS = (1, 2, 3, 4, 5)


class Heuristics(Generic[StateT, MoveT]):
    """Knowledge about one game for the searches. Values are from -1 (seat 1 wins) to 1 (seat 0 wins).

    A game derives its own class as `PLAYER` in `player.py` of its folder.
    """

    search: ClassVar[Literal["tree", "alpha_beta"]] = "tree"
    width: ClassVar[int] = 40  # candidates that alpha-beta looks at in a position
    variety: ClassVar[float] = 1e-4  # of a won game: by how much chance changes the order of alpha-beta
    exploration: ClassVar[float] = 0.7  # of the tree search: how much a rarely tried move attracts it
    growth: ClassVar[float] = 2.0  # of the tree search: a node with n visits has this times the root of n moves
    trust: ClassVar[float] = 4.0  # of the tree search: the visits that the value of a move by `rated` counts as
    playout_plies: ClassVar[int] = 400  # a playout that takes longer is evaluated where it is
    levels: ClassVar[tuple[Level, ...]] = (
        Level(20, 0.9), Level(60, 0.7), Level(200, 0.3), Level(800), Level(3000)
    )  # fmt: skip
    most_nodes: ClassVar[int] = 100_000  # of the tree, some 100 MB; a larger search does not deepen it
    listed: ClassVar[int] = 5000  # moves among which a random one is chosen
    steepness: ClassVar[float] = 0.0  # of values as forecasts, by `devtools.tuning.fit_outlook`; 0: they are results

    def __init__(self, game: Game[StateT, MoveT]) -> None:
        self.game = game

    def result(self, over: Over) -> float:
        """Return the value of the end of a leg."""
        return 0.0 if over.winner is None else 1.0 - 2.0 * over.winner

    def outlook(self, value: float) -> float:
        """Return the expected result, from -1 to 1, for a value of a search, an evaluation or an end."""
        return tanh(self.steepness * value) / tanh(self.steepness) if self.steepness else value

    def evaluate(self, state: StateT) -> float:
        """Return the expected value of a position that is not over, strictly between -1 and 1."""
        return 0.0

    def candidates(self, state: StateT, chance: Random) -> Iterator[MoveT]:
        """Yield the moves that are worth a look, the best first; at least one. A move must be due.

        It must be quick: a search can only stop between two calls.
        """
        moves = list(islice(self.game.moves(state), self.listed))
        chance.shuffle(moves)
        return iter(moves)

    def first_look(self, state: StateT) -> float:
        """Return the share of the nodes of a tree search that judge the position to choose in."""
        return 0.0

    def judge(self, state: StateT, chance: Random, stop: Callable[[], bool]) -> tuple[float, Any]:
        """Return the value of a position for the tree search, and what `rated` needs to know about it, or None.

        Several judgements of one position are added with `+`.
        """
        return self.playout(state, chance, stop), None

    def rated(self, state: StateT, insight: Any, chance: Random) -> Iterator[tuple[MoveT, float | None]]:
        """Yield the candidates, the best first, each with the value that the position after it will have, or None.

        `insight` comes from `judge` of this position or of the one before the roll; None before it was judged.
        """
        return ((move, None) for move in self.candidates(state, chance))

    def key(self, state: StateT) -> Hashable:
        """Return what alpha-beta knows a position by, and by which it notices that one comes again."""
        return state

    def board(self, chance: Random) -> SearchBoard[Any] | None:
        """Return the positions as alpha-beta sees them; None if it should use the rules and the other methods."""
        return None

    def random_move(self, state: StateT, chance: Random) -> MoveT:
        """Return a legal move by chance. A move must be due."""
        return chance.choice(list(islice(self.game.moves(state), self.listed)))

    def playout(self, state: StateT, chance: Random, stop: Callable[[], bool]) -> float:
        """Return the value at the end of a game that is played on quickly from here."""
        game = self.game
        for _ in range(self.playout_plies):
            match game.turn(state):
                case Over() as over:
                    return self.result(over)
                case ToRoll(_, count, sides):
                    state = game.rolled(state, roll(chance, count, sides))
                case ToMove():
                    if stop():
                        break
                    state = game.play(state, self.random_move(state, chance))
        return self.evaluate(state)


def roll(chance: Random, count: int, sides: int) -> tuple[int, ...]:
    """Return dice, each value as likely as any other."""
    return tuple([int(chance.random() * sides) + 1 for _ in range(count)])


AnyHeuristics = Heuristics[Any, Any]
