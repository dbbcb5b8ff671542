"""The rules of a game and its knowledge as a board for alpha-beta."""

from collections.abc import Hashable
from itertools import islice
from typing import Any

from netgame.game import Over, ToMove
from netgame.players.chance import Random
from netgame.players.heuristics import AnyHeuristics
from netgame.players.search_board import Rated, SearchBoard


class RulesBoard(SearchBoard[tuple[Any, int]]):
    """The positions of a game without a board of its own: states with the seat to move; moves are their own codes."""

    one = 10_000

    def __init__(self, heuristics: AnyHeuristics, chance: Random) -> None:
        self._heuristics, self._game, self._chance = heuristics, heuristics.game, chance

    def node(self, state: Any) -> tuple[Any, int]:
        turn = self._game.turn(state)
        if not isinstance(turn, ToMove):
            raise ValueError("alpha-beta is for games without dice, and a move must be due")
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
        rated: list[Rated] = []
        for move in islice(self._heuristics.candidates(node[0], self._chance), self._heuristics.width):
            after = self.after(node, move)
            ended = self.ended(after)
            value = -(self.value(after) if ended is None else ended)
            if value > least:
                rated.append((value, move))
        return rated

    def after(self, node: tuple[Any, int], code: Any) -> tuple[Any, int]:
        return self._game.play(node[0], code), 1 - node[1]

    def _seen(self, value: float, seat: int) -> int:
        return round((-value if seat else value) * self.one)
