"""Alpha-beta search for games without dice in which the sides move in turn.

Iterative deepening, null windows, a table of positions, a null move, reductions of late moves, killer moves and a
history of good ones. Beyond the depth of the search it follows forcing moves until the position is quiet.
The search sees positions only through a `SearchBoard`.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from netgame.players.chance import Random
from netgame.players.choice import Choice, OnChoice, no_report
from netgame.players.heuristics import AnyHeuristics
from netgame.players.limits import Budget
from netgame.players.rules_board import RulesBoard
from netgame.players.search_board import ANY

MAX_DEPTH = 40
MAX_POSITIONS = 100_000  # in the table, some 50 MB
_FORCING_PLIES = 8  # beyond the depth
_INFINITE = -ANY
_NULL = 2  # plies that the search after a null move is shallower, besides the null move itself
_LATE, _VERY_LATE = 4, 12  # moves of a position after which the search of others is one or two plies shallower

# The entry of a position in the table: the depth, the value for the side to move, whether it is exact (0), at least (1)
# or at most (-1) the true one, and the best move.
_Entry = tuple[int, int, int, Any]


class _Stopped(Exception):
    """The budget is spent."""


class AlphaBeta:
    """One search."""

    def __init__(
        self, heuristics: AnyHeuristics, budget: Budget, chance: Random, notices: Callable[[Any], bool] | None = None
    ) -> None:
        """Search among the moves of the position to choose in that `notices` accepts; by default among all."""
        self._notices = notices
        self._heuristics, self._budget, self._chance = heuristics, budget, chance
        self._board = board = heuristics.board(chance) or RulesBoard(heuristics, chance)
        # bound once, because they are called for every node
        self._spend, self._ended, self._after = budget.spend, board.ended, board.after
        self._table: dict[Hashable, _Entry] = {}
        self._history: dict[Any, int] = {}
        self._killers: list[Any] = [None] * (MAX_DEPTH + 2)
        self._path: set[Hashable] = set()
        self.depth = 0  # of the last complete search

    def best(self, state: Any, report: OnChoice = no_report, earlier: Sequence[Any] = ()) -> Choice:
        """Return the best move found until the budget is spent. Report the best one of each depth.

        A move back to an `earlier` position is worth no more than a repetition.
        """
        board = self._board
        node = board.node(state)
        spread = board.one * self._heuristics.variety
        rated = [(value + spread * self._chance.random(), code) for value, code in board.moves(node, ANY, 0)]
        rated.sort(key=_value_of, reverse=True)
        codes = [code for _, code in rated if self._notices is None or self._notices(board.move(node, code))]
        if not codes:
            return Choice(self._heuristics.random_move(state, self._chance))
        sign = 1 - 2 * board.seat(node)
        self._path.add(board.key(node))
        most = self._repetitions(state, node, codes, earlier)
        best = Choice(board.move(node, codes[0]), None, (board.move(node, codes[0]),))
        for depth in range(1, MAX_DEPTH + 1):
            before = self._budget.left
            low, found = -_INFINITE, None
            try:
                for number, code in enumerate(codes):
                    after = self._after(node, code)
                    if most.get(code, -ANY) <= low:
                        continue
                    if number == 0:
                        value = -self._value(after, depth - 1, 1, -_INFINITE, _INFINITE, True)
                    else:
                        less = 1 if depth > 2 and number >= _VERY_LATE else 0
                        value = -self._value(after, depth - 1 - less, 1, -low - 1, -low, True)
                        if value > low and less:
                            value = -self._value(after, depth - 1, 1, -low - 1, -low, True)
                        if value > low:
                            value = -self._value(after, depth - 1, 1, -_INFINITE, -low, True)
                    value = min(value, most.get(code, value))
                    if value > low:
                        low, found = value, code
                        if number:
                            codes.insert(0, codes.pop(number))
            except _Stopped:
                if found is not None:  # the best move of the depth before was searched first
                    best = self._choice(node, sign, low, found)
                return best
            self.depth = depth
            best = self._choice(node, sign, low, codes[0])
            report(best)
            if abs(low) > board.one - MAX_DEPTH * 2 or self._budget.left == before or len(codes) == 1:
                return best  # decided, or nothing left to search
        return best

    def _repetitions(self, state: Any, node: Any, codes: list[Any], earlier: Sequence[Any]) -> dict[Any, int]:
        """Return the moves back to an earlier position, and the most that each is worth."""
        if not earlier:
            return {}
        board, game, key = self._board, self._heuristics.game, self._heuristics.key
        known = {key(position) for position in earlier}
        return {
            code: -board.repeated(board.after(node, code))
            for code in codes
            if key(game.play(state, board.move(node, code))) in known
        }

    def _choice(self, node: Any, sign: int, value: int, code: Any) -> Choice:
        board, line = self._board, []
        for _ in range(self.depth + 1):
            line.append(board.move(node, code))
            node = board.after(node, code)
            entry = self._table.get(board.key(node)) if board.ended(node) is None else None
            if entry is None or entry[3] is None:
                break
            code = entry[3]
        return Choice(line[0], max(-1.0, min(1.0, sign * value / board.one)), tuple(line), self._budget.spent, self)

    def _value(self, node: Any, depth: int, ply: int, low: int, high: int, may_pass: bool) -> int:
        """Return the value for the side to move, if it is between `low` and `high`; else a bound."""
        if not self._spend():
            raise _Stopped
        board = self._board
        end = self._ended(node)
        if end is not None:
            return _later(end, ply)
        if depth <= 0:
            return self._quiet(node, _FORCING_PLIES, ply, low, high)
        key = board.key(node)
        if key in self._path:
            return board.repeated(node)
        known = self._table.get(key)
        first = None
        if known is not None:
            known_depth, value, bound, first = known
            if known_depth >= depth and (bound == 0 or (bound > 0 and value >= high) or (bound < 0 and value <= low)):
                return value
        if may_pass and depth > 2 and high - low == 1 and board.value(node) >= high:
            passed = board.passed(node)
            if passed is not None and -self._value(passed, depth - 1 - _NULL, ply + 1, -high, -low, False) >= high:
                return high
        path = self._path
        path.add(key)
        try:
            best, best_code = self._best_of(node, depth, ply, low, high, first)
        finally:
            path.discard(key)
        table = self._table
        if len(table) >= MAX_POSITIONS:
            table.clear()
        table[key] = depth, best, 1 if best >= high else -1 if best <= low else 0, best_code
        return best

    def _best_of(self, node: Any, depth: int, ply: int, low: int, high: int, first: Any) -> tuple[int, Any]:
        """Return the value of a position and its best move."""
        board, after, alpha = self._board, self._after, low
        best, best_code = -_INFINITE, None
        if depth == 1:
            # a move is never better than the evaluation says, because the other side need not capture
            for bound, code in sorted(board.moves(node, low, 1), key=_value_of, reverse=True):
                if bound <= alpha and best_code is not None:
                    return max(best, bound), best_code
                value = -self._value(after(node, code), 0, ply + 1, -high, -alpha, True)
                if value > best:
                    best, best_code = value, code
                    if value > alpha:
                        alpha = value
                        if alpha >= high:
                            return best, code
            # the moves that are left out are not better than `low`
            return (best, best_code) if best > low else (low, best_code)
        if first is not None:
            best, best_code = -self._value(after(node, first), depth - 1, ply + 1, -high, -alpha, True), first
            if best > alpha:
                alpha = best
                if alpha >= high:
                    self._note(first, depth, ply)
                    return best, first
        history, killer = self._history, self._killers[ply]
        rated = [(value + history.get(code, 0), code) for value, code in board.moves(node, ANY, depth)]
        rated.sort(key=_value_of, reverse=True)
        if killer is not None and killer != first:
            for number, (_, code) in enumerate(rated):
                if code == killer:
                    rated.insert(0, rated.pop(number))
                    break
        number = 0 if first is None else 1
        for _, code in rated:
            if code == first:
                continue
            child = after(node, code)
            if number == 0:
                value = -self._value(child, depth - 1, ply + 1, -high, -alpha, True)
            else:
                less = 0 if number < _LATE or depth < 3 else 1 if number < _VERY_LATE else 2
                value = -self._value(child, depth - 1 - less, ply + 1, -alpha - 1, -alpha, True)
                if value > alpha and less:
                    value = -self._value(child, depth - 1, ply + 1, -alpha - 1, -alpha, True)
                if alpha < value < high:
                    value = -self._value(child, depth - 1, ply + 1, -high, -alpha, True)
            number += 1
            if value > best:
                best, best_code = value, code
                if value > alpha:
                    alpha = value
                    if alpha >= high:
                        self._note(code, depth, ply)
                        break
        if best_code is None:
            return board.stuck(node), None
        return best, best_code

    def _note(self, code: Any, depth: int, ply: int) -> None:
        """Remember a move that was good enough, so that it is tried early in other positions."""
        self._killers[ply] = code
        history = self._history
        history[code] = min(history.get(code, 0) + depth * depth * self._board.lesson, 40 * self._board.lesson)

    def _quiet(self, node: Any, left: int, ply: int, low: int, high: int) -> int:
        """Return the value after the forcing moves; the side to move may also make none of them."""
        board = self._board
        best: int = board.value(node)
        if best >= high or left == 0:
            return best
        if best > low:
            low = best
        for gain, code in board.forcing(node):
            if gain <= low:  # too little
                return max(best, gain)
            if not self._spend():
                raise _Stopped
            after = self._after(node, code)
            end = self._ended(after)
            value = -self._quiet(after, left - 1, ply + 1, -high, -low) if end is None else -_later(end, ply + 1)
            if value > best:
                best = value
                if value > low:
                    low = value
                    if low >= high:
                        break
        return best


def _later(value: int, ply: int) -> int:
    """Return the value of an end that many plies later, so that a win is not put off."""
    return value - ply if value > 0 else value + ply if value < 0 else 0


def _value_of(entry: tuple[float, Any]) -> float:
    return entry[0]
