"""Positions as alpha-beta sees them: nodes and the codes of moves, which a game may keep as compact as it likes."""

from collections.abc import Hashable
from typing import Any, Generic, TypeVar

NodeT = TypeVar("NodeT")

ANY = -(10**9)  # less than any value

# A move in a node: the most that it may be worth for the side that makes it, which is the evaluation of the position
# after it unless it is forcing, and its code.
Rated = tuple[int, Any]


class SearchBoard(Generic[NodeT]):
    """The positions of a game in which the sides move in turn, and their values.

    A node is never changed. Values are whole numbers for the side to move; a won game is worth `one`.
    """

    one: int  # the value of a won game
    lesson: int = 1  # what the history of a good move counts for at depth one

    def node(self, state: Any) -> NodeT:
        """Return the node of a state of the game."""
        raise NotImplementedError

    def move(self, node: NodeT, code: Any) -> Any:
        """Return the move of the game with that code."""
        raise NotImplementedError

    def seat(self, node: NodeT) -> int:
        """Return the seat to move."""
        raise NotImplementedError

    def key(self, node: NodeT) -> Hashable:
        """Return what equal positions have in common."""
        raise NotImplementedError

    def ended(self, node: NodeT) -> int | None:
        """Return the value for the side to move if the game is over; it need not notice that there is no move left."""
        raise NotImplementedError

    def stuck(self, node: NodeT) -> int:
        """Return the value of a position without moves."""
        raise NotImplementedError

    def repeated(self, node: NodeT) -> int:
        """Return the value of a position that is on the way to it already: a draw by default."""
        return 0

    def value(self, node: NodeT) -> int:
        """Return the evaluation."""
        raise NotImplementedError

    def moves(self, node: NodeT, least: int, depth: int) -> list[Rated]:
        """Return the moves that are worth a look at that depth and may be worth more than `least`, in any order.

        The depth is 0 for the position of the choice itself.
        """
        raise NotImplementedError

    def forcing(self, node: NodeT) -> list[Rated]:
        """Return the captures and threats that the search follows beyond its depth; the best first, and few."""
        return []

    def after(self, node: NodeT, code: Any) -> NodeT:
        """Return the node after a move."""
        raise NotImplementedError

    def passed(self, node: NodeT) -> NodeT | None:
        """Return the node in which the other side is to move, if passing says something about the value."""
        return None
