"""Monte Carlo tree search with dice as chance nodes, and with moves that are added lazily.

A node with n visits has about `growth` times the root of n moves, so a game with millions of moves fits. A position
that is decided is played no further: a side with a winning move wins, and one that has only losing moves loses. Dice
are not drawn: each roll gets its share of the visits, in the same order in all positions, so all moves meet the same
dice.
"""

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from math import factorial, log, prod, sqrt
from typing import Any

from netgame.game import Over, ToMove, ToRoll
from netgame.players.chance import Random
from netgame.players.choice import Choice, OnChoice, no_report
from netgame.players.heuristics import AnyHeuristics, roll
from netgame.players.limits import Budget

MAX_ROLLS = 100  # of a turn; dice with more results are drawn
REPORTED = 64  # nodes between two reports
# The mean of a move includes worse replies, so it is too good for the side to move; that of the position includes worse
# moves, so it is too bad. With this share of the first one the best moves of Blooms lose nothing on average.
_BEST_SHARE = 0.3


class _Node:
    """A position in the tree: the visits, the sum of their values, and the positions that follow."""

    __slots__ = (
        "children", "decided", "insight", "is_complete", "looks", "moves", "prior", "state", "total", "turn", "untried",
        "visits",
    )  # fmt: skip

    def __init__(self, state: Any, turn: Any, prior: float | None) -> None:
        self.state, self.turn = state, turn
        self.prior = prior  # the value that is expected before the first visit
        self.visits, self.total = 0, 0.0
        self.looks = 0  # judgements of the position to choose in
        self.decided: float | None = None  # the value, if it is certain
        self.insight: Any = None  # what the judgement of this position says about the moves after it
        self.moves: list[Any] = []
        self.children: list[_Node] = []  # of a chance node, those of the rolls in `moves`
        self.untried: Iterator[tuple[Any, float | None]] | None = None  # the other moves; None before the first visit
        self.is_complete = False  # there are no other candidates


class TreeSearch:
    """One search."""

    def __init__(
        self, heuristics: AnyHeuristics, budget: Budget, chance: Random, notices: Callable[[Any], bool] | None = None
    ) -> None:
        """Search among the moves of the position to choose in that `notices` accepts; by default among all."""
        self._notices = notices
        self._heuristics, self._budget, self._chance = heuristics, budget, chance
        self._game = heuristics.game
        self._count = 0
        self._rolls: dict[tuple[int, int], list[tuple[tuple[int, ...], float]]] = {}

    def best(self, state: Any, report: OnChoice = no_report) -> Choice:
        """Return the best move found until the budget is spent. Report the best one so far now and then."""
        root = self._root = self._node(state, None)
        root.visits = 1
        share = self._heuristics.first_look(state)
        due = 1
        while root.decided is None and self._budget.spend():
            if root.looks < share * (root.looks + root.visits):
                self._judge(root)
                root.looks += 1
                if root.looks == due:  # the more looks there were, the less one more changes
                    due *= 2
                    self._rate_again(root)
            else:
                self._visit(root)
            if self._budget.spent % REPORTED == 0 and root.children:
                report(self._choice(root))
        if root.looks:
            self._rate_again(root)
        if root.looks > root.visits and root.untried is not None:  # they know more, also about moves without a visit
            for move, prior in root.untried:
                self._add(root, move, self._game.play(root.state, move), prior)
        if not root.children:
            noticed = next(self._candidates(root), None)
            move = noticed[0] if noticed else self._heuristics.random_move(state, self._chance)
            return Choice(move, None, (move,), self._budget.spent)
        return self._choice(root)

    def value(self, state: Any, report: OnChoice = no_report) -> Choice:
        """Return the value of a position before a roll, without a move."""
        root = self._root = self._node(state, None)
        while self._budget.spend():
            self._visit(root)
            if self._budget.spent % REPORTED == 0:
                report(Choice(None, root.total / root.visits))
        return Choice(None, root.total / root.visits if root.visits else None, kept=self)

    def _choice(self, root: _Node) -> Choice:
        first, child = self._best_child(root)
        line, value = [first], self._value(root, child)
        while isinstance(child.turn, ToMove) and child.children:
            move, child = self._best_child(child)
            line.append(move)
        return Choice(first, value, tuple(line), self._budget.spent, self)

    def _value(self, root: _Node, best: _Node) -> float | None:
        """Return the value of the position to choose in."""
        value = self._mean(best)
        if value is None or best.decided is not None or root.looks or root.visits < 2:
            return value
        return _BEST_SHARE * value + (1 - _BEST_SHARE) * root.total / (root.visits - 1)  # the first visit has no value

    def _best_child(self, node: _Node) -> tuple[Any, _Node]:
        """Return the best move of a position and where it leads."""
        sign = 1 - 2 * node.turn.seat

        def rank(number: int) -> tuple[float, float, float]:
            child = node.children[number]
            certain, value = sign * (child.decided or 0.0), self._mean(child)
            if node.looks > node.visits and child.prior is not None:
                return (certain, sign * (child.total + node.looks * child.prior) / (child.visits + node.looks), 0.0)
            return (certain, child.visits, -1.0 if value is None else sign * value)

        best = max(range(len(node.children)), key=rank)
        return node.moves[best], node.children[best]

    def _rate_again(self, root: _Node) -> None:
        """Rate the moves of the root with all that is known now."""
        found = dict(self._candidates(root))
        for move, child in zip(root.moves, root.children, strict=True):
            child.prior = found.pop(move, child.prior)
        root.untried, root.is_complete = iter(found.items()), False

    def _judge(self, node: _Node) -> float:
        value, insight = self._heuristics.judge(node.state, self._chance, self._budget.stop)
        node.insight = insight if node.insight is None else node.insight + insight
        return value

    def _node(self, state: Any, prior: float | None) -> _Node:
        turn = self._game.turn(state)
        node = _Node(state, turn, prior)
        if isinstance(turn, Over):
            node.decided = self._heuristics.result(turn)
        self._count += 1
        return node

    def _candidates(self, node: _Node) -> Iterator[tuple[Any, float | None]]:
        found = self._heuristics.rated(node.state, node.insight, self._chance)
        if node is self._root and self._notices is not None:
            return (entry for entry in found if self._notices(entry[0]))
        return found

    def _visit(self, root: _Node) -> None:
        """Walk down from the root to a new position, judge it, and count its value on the way back."""
        path, node = [root], root
        while node.decided is None:
            child = self._next(node)
            if child is None:
                break
            path.append(child)
            is_known = isinstance(node.turn, ToRoll) and isinstance(child.turn, ToMove) and node.insight is not None
            if is_known and child.visits == 0:
                child.insight = node.insight  # the judgement before the roll is good after it
            node = child
            if node.visits == 0 and not is_known:
                break
        value = node.decided if node.decided is not None else self._judge(node)
        for node in reversed(path):
            if node.decided is None:
                self._decide(node)
            if node.decided is not None:
                value = node.decided
            node.visits += 1
            node.total += value

    def _next(self, node: _Node) -> _Node | None:
        """Return the next position on the way down; None if the tree has no room for it."""
        if isinstance(node.turn, ToRoll):
            return self._roll(node, node.turn)
        if not node.is_complete and len(node.children) < self._heuristics.growth * sqrt(node.visits + 1):
            if node.untried is None:
                node.untried = self._candidates(node)
            move, prior = next(node.untried, (None, None))
            if move is None:
                node.is_complete = True
            else:
                child = self._add(node, move, self._game.play(node.state, move), prior)
                if prior is None:
                    return child
        return self._most_promising(node)

    def _roll(self, node: _Node, turn: ToRoll) -> _Node | None:
        rolls = self._outcomes(turn)
        if not rolls:
            dice = tuple(sorted(roll(self._chance, turn.count, turn.sides)))
            if dice in node.moves:
                return node.children[node.moves.index(dice)]
            return self._add(node, dice, self._game.rolled(node.state, dice), None)
        known = len(node.children)
        best, least = known, 0.5 / rolls[known][1] if known < len(rolls) else 1e9
        for number, child in enumerate(node.children):
            share = (child.visits + 0.5) / rolls[number][1]
            if share < least:
                best, least = number, share
        if best < known:
            return node.children[best]
        return self._add(node, rolls[best][0], self._game.rolled(node.state, rolls[best][0]), None)

    def _outcomes(self, turn: ToRoll) -> list[tuple[tuple[int, ...], float]]:
        """Return the rolls and their probabilities, in an order by chance; none if there are too many."""
        count, sides = turn.count, turn.sides
        if (count, sides) not in self._rolls:
            found: list[tuple[tuple[int, ...], float]] = []
            if sides**count <= MAX_ROLLS:
                for dice in combinations_with_replacement(range(1, sides + 1), count):
                    ways = factorial(count) / prod(factorial(dice.count(face)) for face in set(dice))
                    found.append((dice, ways / sides**count))
                self._chance.shuffle(found)
            self._rolls[count, sides] = found
        return self._rolls[count, sides]

    def _add(self, node: _Node, move: Any, state: Any, prior: float | None) -> _Node | None:
        if self._count >= self._heuristics.most_nodes:
            return None
        child = self._node(state, prior)
        node.moves.append(move)
        node.children.append(child)
        return child

    def _mean(self, child: _Node) -> float | None:
        """Return the value of a position; None if nothing is known."""
        if child.decided is not None:
            return child.decided
        weight = 0.0 if child.prior is None else self._heuristics.trust
        if not child.visits + weight:
            return None
        return (child.total + weight * (child.prior or 0.0)) / (child.visits + weight)

    def _most_promising(self, node: _Node) -> _Node | None:
        """Return the child with the best upper bound (UCB1). A decided child is not visited unless all are."""
        sign = 1 - 2 * node.turn.seat
        trust = self._heuristics.trust  # a prior is worth so many visits
        spread = self._heuristics.exploration**2 * log(node.visits + 2)
        best, most = None, -9.0
        for child in node.children:
            if child.decided is not None:
                bound = sign * child.decided - 4.0 if sign * child.decided < 0 else sign * child.decided
            else:
                value = self._mean(child)
                bound = (0.0 if value is None else sign * value) + sqrt(spread / max(child.visits + trust, 1.0))
            if bound > most:
                best, most = child, bound
        return best

    def _decide(self, node: _Node) -> None:
        """Note the value of a position if it is certain."""
        values = [child.decided for child in node.children]
        if isinstance(node.turn, ToRoll):
            rolls = self._outcomes(node.turn)
            if rolls and len(values) == len(rolls) and None not in values:
                node.decided = sum(value * share for value, (_, share) in zip(values, rolls, strict=True) if value)
            return
        sign = 1 - 2 * node.turn.seat
        if any(value is not None and sign * value >= 1 for value in values):
            node.decided = float(sign)
        elif node.is_complete and values and None not in values:
            node.decided = float(sign) * max(sign * value for value in values if value is not None)
