"""How long a search may take: a number of nodes, and a function that stops it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

MANY_NODES = 10**9  # more than any search reaches
USUAL_MS = 1000  # for a move without a clock or any other limit


def _never() -> bool:
    return False


@dataclass(frozen=True)
class Limits:
    """The limits of one choice. The same seed and number of nodes give the same move unless `stop` ends the search.

    A node is a position that the search judges. `stop` is called for each of them and returns whether to stop now; the
    search then returns the best move that it has found. `earlier` has the positions of the game so far: for alpha-beta
    a move back to one of them is worth no more than a repetition.
    """

    nodes: int
    seed: int = 0
    stop: Callable[[], bool] = _never
    earlier: tuple[Any, ...] = ()


class Budget:
    """The nodes that a search has left."""

    def __init__(self, limits: Limits) -> None:
        self.left = self._all = max(limits.nodes, 0)
        self.stop = limits.stop

    @property
    def spent(self) -> int:
        """The nodes that were taken."""
        return self._all - self.left

    def spend(self) -> bool:
        """Take one node. Return False if there is none, or if the search must stop."""
        if self.left <= 0:
            return False
        if self.stop():
            self._all, self.left = self.spent, 0
            return False
        self.left -= 1
        return True
