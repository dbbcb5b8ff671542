"""Positions as alpha-beta sees them: nodes and the codes of moves, which a game may keep as compact as it likes."""

from collections.abc import Hashable, Iterable
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from netgame.game import Over, ToMove
from netgame.players.chance import Random

if TYPE_CHECKING:
    from netgame.players.heuristics import AnyHeuristics

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


class RulesBoard(SearchBoard[tuple[Any, int]]):
    """The positions of a game without a board of its own: states with the seat to move; moves are their own codes."""

    one = 10_000

    def __init__(self, heuristics: "AnyHeuristics", chance: Random) -> None:
        self._heuristics, self._game, self._chance = heuristics, heuristics.game, chance

    def node(self, state: Any) -> tuple[Any, int]:
        turn = self._game.turn(state)
        assert isinstance(turn, ToMove), "alpha-beta is for games without dice"
        return state, turn.seat

    def move(self, node: tuple[Any, int], code: Any) -> Any:
        return code

    def seat(self, node: tuple[Any, int]) -> int:
        return node[1]

    def key(self, node: tuple[Any, int]) -> Hashable:
        return self._heuristics.key(node[0])

    def ended(self, node: tuple[Any, int]) -> int | None:
        state, seat = node
        turn = self._game.turn(state)
        if isinstance(turn, Over):
            return self._seen(self._heuristics.result(turn), seat)
        assert isinstance(turn, ToMove)
        assert turn.seat == seat, "in alpha-beta the sides move in turn"
        return None

    def stuck(self, node: tuple[Any, int]) -> int:
        return self.value(node)

    def value(self, node: tuple[Any, int]) -> int:
        return self._seen(self._heuristics.evaluate(node[0]), node[1])

    def moves(self, node: tuple[Any, int], least: int, depth: int) -> list[Rated]:
        moves = islice(self._heuristics.candidates(node[0], self._chance), self._heuristics.width)
        return self._rated(node, moves, least)

    def forcing(self, node: tuple[Any, int]) -> list[Rated]:
        return self._rated(node, self._heuristics.forcing(node[0]), ANY)

    def after(self, node: tuple[Any, int], code: Any) -> tuple[Any, int]:
        return self._game.play(node[0], code), 1 - node[1]

    def _rated(self, node: tuple[Any, int], moves: Iterable[Any], least: int) -> list[Rated]:
        rated: list[Rated] = []
        for move in moves:
            after = self.after(node, move)
            ended = self.ended(after)
            value = -(self.value(after) if ended is None else ended)
            if value > least:
                rated.append((value, move))
        return rated

    def _seen(self, value: float, seat: int) -> int:
        return round((-value if seat else value) * self.one)
