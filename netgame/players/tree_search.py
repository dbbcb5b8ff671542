"""Monte Carlo tree search with dice as chance nodes, and with moves that are added lazily.

A node with n visits has about `growth` times the root of n moves, so a game with millions of moves fits. A position
that is decided is played no further: a side with a winning move wins, and one that has only losing moves loses.
"""

from collections.abc import Iterator
from math import log, sqrt
from typing import Any

from netgame.game import Over, ToMove, ToRoll
from netgame.players.chance import Random
from netgame.players.choice import Choice, Report, no_report
from netgame.players.heuristics import AnyHeuristics, roll
from netgame.players.limits import Budget

MAX_NODES = 100_000  # in memory, some 100 MB; a larger search does not deepen the tree
REPORTED = 64  # playouts between two reports


class _Node:
    """A position in the tree: the playouts through it, the sum of their values, and the positions that follow."""

    __slots__ = ("children", "decided", "is_complete", "moves", "state", "total", "turn", "untried", "visits")

    def __init__(self, state: Any, turn: Any) -> None:
        self.state, self.turn = state, turn
        self.visits, self.total = 0, 0.0
        self.decided: float | None = None  # the value, if it is certain
        self.moves: list[Any] = []
        self.children: list[_Node] = []  # of a chance node, those of the rolls in `moves`
        self.untried: Iterator[Any] | None = None  # the other candidates; None before the first visit
        self.is_complete = False  # there are no other candidates


class TreeSearch:
    """One search."""

    def __init__(self, heuristics: AnyHeuristics, budget: Budget, chance: Random) -> None:
        self._heuristics, self._budget, self._chance = heuristics, budget, chance
        self._game = heuristics.game
        self._count = 0

    def best(self, state: Any, report: Report = no_report) -> Choice:
        """Return the best move found until the budget is spent. Report the best one so far now and then."""
        root = self._node(state)
        root.visits = 1
        while root.decided is None and self._budget.spend():
            self._visit(root)
            if root.visits % REPORTED == 0 and root.children:
                report(self._choice(root))
        if not root.children:
            move = next(self._heuristics.candidates(state, self._chance))
            return Choice(move, None, (move,), self._budget.spent)
        return self._choice(root)

    def value(self, state: Any, report: Report = no_report) -> Choice:
        """Return the value of a position before a roll, without a move."""
        root = self._node(state)
        while self._budget.spend():
            self._visit(root)
            if root.visits % REPORTED == 0:
                report(Choice(None, root.total / root.visits))
        return Choice(None, root.total / root.visits if root.visits else None)

    def _choice(self, root: _Node) -> Choice:
        first, child = _best_child(root)
        line, value = [first], child.total / max(child.visits, 1) if child.decided is None else child.decided
        while isinstance(child.turn, ToMove) and child.children:
            move, child = _best_child(child)
            line.append(move)
        return Choice(first, value, tuple(line), self._budget.spent)

    def _node(self, state: Any) -> _Node:
        turn = self._game.turn(state)
        node = _Node(state, turn)
        if isinstance(turn, Over):
            node.decided = self._heuristics.result(turn)
        self._count += 1
        return node

    def _visit(self, root: _Node) -> None:
        """Walk down from the root to a new position, judge it, and count its value on the way back."""
        path, node = [root], root
        while node.decided is None:
            child, is_new = self._next(node)
            if child is None:
                break
            path.append(child)
            node = child
            if is_new and isinstance(child.turn, ToMove | Over):
                break
        if node.decided is not None:
            value = node.decided
        else:
            value = self._heuristics.playout(node.state, self._chance, self._budget.stop)
        for node in reversed(path):
            if node.decided is None:
                _decide(node)
            if node.decided is not None:
                value = node.decided
            node.visits += 1
            node.total += value

    def _next(self, node: _Node) -> tuple[_Node | None, bool]:
        """Return the next position on the way down, and whether it is new; None if the tree has no room for it."""
        if isinstance(node.turn, ToRoll):
            dice = tuple(sorted(roll(self._chance, node.turn.count, node.turn.sides)))
            if dice in node.moves:
                return node.children[node.moves.index(dice)], False
            return self._add(node, dice, self._game.rolled(node.state, dice))
        if not node.is_complete and len(node.children) < self._heuristics.growth * sqrt(node.visits):
            if node.untried is None:
                node.untried = self._heuristics.candidates(node.state, self._chance)
            move = next(node.untried, None)
            if move is not None:
                return self._add(node, move, self._game.play(node.state, move))
            node.is_complete = True
        return self._most_promising(node), False

    def _add(self, node: _Node, move: Any, state: Any) -> tuple[_Node | None, bool]:
        if self._count >= MAX_NODES:
            return None, False
        child = self._node(state)
        node.moves.append(move)
        node.children.append(child)
        return child, True

    def _most_promising(self, node: _Node) -> _Node | None:
        """Return the child with the best upper bound (UCB1). A decided child is not visited unless all are."""
        sign = 1 - 2 * node.turn.seat
        spread = self._heuristics.exploration**2 * log(node.visits + 1)
        best, most = None, -9.0
        for child in node.children:
            if child.decided is not None:
                bound = sign * child.decided - 4.0 if sign * child.decided < 0 else sign * child.decided
            else:
                visits = child.visits or 1
                bound = sign * child.total / visits + sqrt(spread / visits)
            if bound > most:
                best, most = child, bound
        return best


def _best_child(node: _Node) -> tuple[Any, _Node]:
    """Return the best move of a position and where it leads."""
    sign = 1 - 2 * node.turn.seat

    def rank(number: int) -> tuple[float, int, float]:
        child = node.children[number]
        mean = sign * child.total / child.visits if child.visits else -1.0
        return (sign * child.decided if child.decided else 0.0, child.visits, mean)

    best = max(range(len(node.children)), key=rank)
    return node.moves[best], node.children[best]


def _decide(node: _Node) -> None:
    """Note the value of a position if it is certain."""
    if not isinstance(node.turn, ToMove):
        return  # dice: rolls that have not come yet may change it
    sign = 1 - 2 * node.turn.seat
    values = [child.decided for child in node.children]
    if any(value is not None and sign * value >= 1 for value in values):
        node.decided = float(sign)
    elif node.is_complete and values and all(value is not None for value in values):
        node.decided = float(sign) * max(sign * value for value in values if value is not None)
