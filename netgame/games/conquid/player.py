"""Knowledge of a computer player about Conquid: how many cells each side lacks for a path, and which cells they are."""

from collections.abc import Callable, Hashable, Iterator
from typing import ClassVar, NamedTuple

from netgame.boards.bitboard import bits, flood4
from netgame.game import Over
from netgame.games.conquid.board import Layout, conquer, is_joined, vanquish_corners
from netgame.games.conquid.game import Conquid
from netgame.games.conquid.moves import CELLS, Acquire, Action, Conquer, Conquest, Vanquish
from netgame.games.conquid.state import State
from netgame.players.chance import Random
from netgame.players.heuristics import Heuristics, Level

_BLOCKED = 3  # an enemy cell on the way counts as so many empty ones
_VANQUISHES = 12  # blocks that a search looks at in a position
# For each of the three cells of an Acquire: on the own way (o), on the enemy's (e), or on both if there is such a cell
# (b). Each plan makes one candidate.
_PLANS = ("ooo", "bbb", "eee", "bbo", "eeo", "eoo", "bee", "ooo")
_OTHER_ACTIONS = 0.15  # of random moves


class Route(NamedTuple):
    """The shortest way between the bases for one side."""

    length: int  # in empty cells that are missing
    cells: int  # the empty cells on all ways of this length, as a bitboard


class ConquidPlayer(Heuristics[State, Action]):
    """A player of Conquid on any board."""

    search = "alpha_beta"
    width: ClassVar[int] = 10
    levels: ClassVar[tuple[Level, ...]] = (
        Level(3, 0.6), Level(10, 0.35), Level(60, 0.12), Level(500), Level(4000)
    )  # fmt: skip

    def __init__(self, game: Conquid) -> None:
        super().__init__(game)
        self._layout = game.layout
        size = game.rows * game.columns
        self._plans = _PLANS if size <= 600 else _PLANS[:4] if size <= 1500 else _PLANS[:2]

    def evaluate(self, state: State) -> float:
        own, enemy, layout = state.own, state.enemy, self._layout
        mine, theirs = length_of(own, enemy, layout), length_of(enemy, own, layout)
        # the side to move has a turn more; a side with a path still has to declare it
        turns = -(-theirs // CELLS) - -(-mine // CELLS) + 0.5
        value = 0.12 * turns + 0.03 * (theirs - mine)
        stride = layout.stride
        value += 0.012 * (enemy ^ conquer(own, enemy, stride)[1]).bit_count()
        value -= 0.006 * (own ^ conquer(enemy, own, stride)[1]).bit_count()
        value += 0.003 * (own.bit_count() - enemy.bit_count())
        value = max(-0.95, min(0.95, value))
        return -value if state.seat else value

    def key(self, state: State) -> Hashable:
        """Return the position without its history, because repetition hardly matters within a search."""
        return state.cells, state.seat

    def playout(self, state: State, chance: Random, stop: Callable[[], bool]) -> float:
        """Return the evaluation: random moves say little here, because they never make a path."""
        return self.evaluate(state)

    def candidates(self, state: State, chance: Random) -> Iterator[Action]:
        own, enemy, layout = state.own, state.enemy, self._layout
        if is_joined(own, layout):
            return iter((Conquest(),))
        found: list[Action] = []
        if conquer(own, enemy, layout.stride)[1] != enemy:
            found.append(Conquer())
        cell = layout.grid.cell
        corners = [cell[bit] for bit in bits(vanquish_corners(own, enemy, layout))]
        if is_joined(enemy, layout):
            found += [Vanquish(corner) for corner in corners]
            saving = [action for action in found if not is_joined(self._after(state, action).own, layout)]
            return iter(self._rated(state, saving[:_VANQUISHES], chance) or [Conquer()])
        if len(corners) > _VANQUISHES:
            corners = chance.sample(corners, _VANQUISHES)
        found += [Vanquish(corner) for corner in corners]
        found += self._acquires(own, enemy, chance)
        return iter(self._rated(state, found, chance) or [Conquer()])

    def random_move(self, state: State, chance: Random) -> Action:
        own, enemy, layout = state.own, state.enemy, self._layout
        empty = layout.ordinary & ~(own | enemy)
        if empty.bit_count() < CELLS or chance.random() < _OTHER_ACTIONS:
            found: list[Action] = [Conquer()]
            found += [Vanquish(layout.grid.cell[bit]) for bit in bits(vanquish_corners(own, enemy, layout))]
            if is_joined(own, layout):
                found.append(Conquest())
            return chance.choice(found)
        return Acquire(frozenset(chance.sample(sorted(layout.grid.cells(empty)), CELLS)))

    def _after(self, state: State, action: Action) -> State:
        return self.game.play(state, action)

    def _rated(self, state: State, actions: list[Action], chance: Random) -> list[Action]:
        """Return the actions, those with the best position first."""
        sign = 1 - 2 * state.seat
        rated = []
        for number, action in enumerate(actions):
            after = self._after(state, action)
            turn = self.game.turn(after)
            value = self.result(turn) if isinstance(turn, Over) else self.evaluate(after)
            rated.append((-sign * value, chance.random(), number, action))
        rated.sort()
        return [action for _, _, _, action in rated]

    def _acquires(self, own: int, enemy: int, chance: Random) -> list[Action]:
        layout = self._layout
        if (layout.ordinary & ~(own | enemy)).bit_count() < CELLS:
            return []
        found: dict[frozenset[int], None] = {}  # a set in the order of its entries
        first = route_of(own, enemy, layout), route_of(enemy, own, layout)
        for plan in self._plans:
            chosen, mine, theirs = 0, *first
            for step in plan:
                if chosen:
                    mine = route_of(own | chosen, enemy, layout) if step != "e" else mine
                    theirs = route_of(enemy, own | chosen, layout) if step != "o" else theirs
                both = mine.cells & theirs.cells
                cells = theirs.cells if step == "e" else both if step == "b" and both else mine.cells
                cells &= ~chosen
                if not cells:
                    cells = layout.ordinary & ~(own | enemy | chosen)
                chosen |= 1 << chance.choice(list(bits(cells)))
            found[layout.grid.cells(chosen)] = None
        return [Acquire(cells) for cells in found]


def length_of(own: int, enemy: int, layout: Layout) -> int:
    """Return how many cells a side lacks for a path; an enemy cell on it counts as `_BLOCKED`."""
    return len(_layers(own, enemy, layout, 0)) - 1


def route_of(own: int, enemy: int, layout: Layout) -> Route:
    """Return the shortest way of a side and the empty cells on all ways of that length."""
    forward = _layers(own, enemy, layout, 0)
    length = len(forward) - 1
    backward = _layers(own, enemy, layout, 1)
    empty, cells = layout.ordinary & ~(own | enemy), 0
    for count in range(1, length + 1):
        here = forward[count] & ~forward[count - 1]
        there = backward[length + 1 - count] & ~backward[length - count]
        cells |= here & there
    return Route(length, cells & empty)


def _layers(own: int, enemy: int, layout: Layout, base: int) -> list[int]:
    """Return by number n: the cells that a path from that base reaches with n more cells. The last reaches the other
    base."""
    stride, start, goal = layout.stride, layout.near[base], layout.near[1 - base]
    empty = layout.ordinary & ~(own | enemy)
    reached = flood4(start & own, own, stride) if start & own else 0
    layers, fronts = [reached], [start | reached << 1 | reached >> 1 | reached << stride | reached >> stride]
    while not reached & goal:
        grown = reached | fronts[-1] & empty
        if len(fronts) >= _BLOCKED:
            grown |= fronts[-_BLOCKED] & enemy
        around = grown | grown << 1 | grown >> 1 | grown << stride | grown >> stride
        if joined := around & own & ~grown:
            grown = flood4(grown | joined, grown | own, stride)
            around = grown | grown << 1 | grown >> 1 | grown << stride | grown >> stride
        reached = grown
        layers.append(reached)
        fronts.append(start | around)
    return layers


PLAYER = ConquidPlayer
