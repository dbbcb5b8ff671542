"""Alpha-beta search for games without dice: iterative deepening, a table of positions, and quiescence.

Values are from the view of seat 0. A node looks only at the first `width` candidates of its position, and beyond the
depth of the search only at forcing moves.
"""

from collections.abc import Hashable
from itertools import islice
from typing import Any

from netgame.game import Over, ToMove
from netgame.players.chance import Random
from netgame.players.choice import Choice, Report, no_report
from netgame.players.heuristics import AnyHeuristics
from netgame.players.limits import Budget

MAX_DEPTH = 30
MAX_POSITIONS = 100_000  # in the table, some 50 MB
FORCING_PLIES = 4  # beyond the depth
_PLY = 1e-4  # an end that is one ply later counts less by this, so that a win is not put off
_INFINITE = 10.0

# The entry of a position in the table: the depth, the value, whether it is exact (0), at least (1) or at most (-1) the
# true one from the view of the side to move, and the best move.
_Entry = tuple[int, float, int, Any]


class _Stopped(Exception):
    """The budget is spent."""


class AlphaBeta:
    """One search."""

    def __init__(self, heuristics: AnyHeuristics, budget: Budget, chance: Random) -> None:
        self._heuristics, self._budget, self._chance = heuristics, budget, chance
        self._game = heuristics.game
        self._table: dict[Hashable, _Entry] = {}
        self.depth = 0  # of the last complete search

    def best(self, state: Any, report: Report = no_report) -> Choice:
        """Return the best move found until the budget is spent. Report the best one of each depth."""
        moves = list(islice(self._heuristics.candidates(state, self._chance), self._heuristics.width))
        best = Choice(moves[0], None, (moves[0],))
        turn = self._game.turn(state)
        assert isinstance(turn, ToMove)
        sign = 1 - 2 * turn.seat
        for depth in range(1, MAX_DEPTH + 1):
            before = self._budget.left
            values: list[tuple[float, Any]] = []
            low = -_INFINITE
            try:
                for move in moves:
                    value = sign * self._value(self._game.play(state, move), depth - 1, 1, sign, low, _INFINITE)
                    values.append((value, move))
                    low = max(low, value)
            except _Stopped:
                if values:  # the best move of the depth before was searched first
                    best = self._choice(state, sign, *max(values, key=_value_of))
                return best
            values.sort(key=_value_of, reverse=True)  # stable, so equal moves keep their order
            moves = [move for _, move in values]
            best, self.depth = self._choice(state, sign, *values[0]), depth
            report(best)
            if abs(low) > 1 - MAX_DEPTH * _PLY or self._budget.left == before:  # decided, or nothing left to search
                return best
        return best

    def _choice(self, state: Any, sign: int, value: float, move: Any) -> Choice:
        line = [move]
        while len(line) <= self.depth:
            state = self._game.play(state, move)
            entry = None if isinstance(self._game.turn(state), Over) else self._table.get(self._heuristics.key(state))
            if entry is None or entry[3] is None:
                break
            line.append(move := entry[3])
        return Choice(line[0], sign * value, tuple(line), self._budget.spent)

    def _value(self, state: Any, depth: int, ply: int, parent: int, low: float, high: float) -> float:
        """Return the value of a position from the view of seat 0.

        `low` and `high` are the window from the view of the side that moved before, whose sign is `parent`.
        """
        if not self._budget.spend():
            raise _Stopped
        turn = self._game.turn(state)
        if isinstance(turn, Over):
            return self._heuristics.result(turn) * (1 - ply * _PLY)
        assert isinstance(turn, ToMove), "alpha-beta is for games without dice"
        sign = 1 - 2 * turn.seat
        if sign != parent:
            low, high = -high, -low
        if depth <= 0:
            return self._quiet(state, FORCING_PLIES, ply, sign, low, high)
        key = self._heuristics.key(state)
        known = self._table.get(key)
        if known is not None and known[0] >= depth:
            _, value, bound, _ = known
            if bound == 0 or (bound > 0 and value >= high) or (bound < 0 and value <= low):
                return sign * value
        best, best_move, alpha = -_INFINITE, None, low
        for move in self._moves(state, known):
            value = sign * self._value(self._game.play(state, move), depth - 1, ply + 1, sign, alpha, high)
            if value > best:
                best, best_move = value, move
                alpha = max(alpha, value)
                if alpha >= high:
                    break
        if len(self._table) >= MAX_POSITIONS:
            self._table.clear()
        self._table[key] = depth, best, 1 if best >= high else -1 if best <= low else 0, best_move
        return sign * best

    def _moves(self, state: Any, known: _Entry | None) -> Any:
        """Yield the best move that the table has, then the other candidates."""
        first = known[3] if known is not None else None
        if first is not None:
            yield first
        for move in islice(self._heuristics.candidates(state, self._chance), self._heuristics.width):
            if move != first:
                yield move

    def _quiet(self, state: Any, left: int, ply: int, sign: int, low: float, high: float) -> float:
        """Return the value of a position after the forcing moves; the side to move may also make none of them."""
        best = sign * self._heuristics.evaluate(state)
        if best >= high or left == 0:
            return sign * best
        alpha = max(low, best)
        for move in self._heuristics.forcing(state):
            if not self._budget.spend():
                raise _Stopped
            after = self._game.play(state, move)
            turn = self._game.turn(after)
            if isinstance(turn, Over):
                value = sign * self._heuristics.result(turn) * (1 - (ply + 1) * _PLY)
            else:
                assert isinstance(turn, ToMove)
                other = 1 - 2 * turn.seat
                window = (alpha, high) if other == sign else (-high, -alpha)
                value = sign * self._quiet(after, left - 1, ply + 1, other, *window)
            if value > best:
                best = value
                alpha = max(alpha, value)
                if alpha >= high:
                    break
        return sign * best


def _value_of(entry: tuple[float, Any]) -> float:
    return entry[0]
