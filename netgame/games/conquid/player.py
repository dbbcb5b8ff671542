"""Knowledge of a computer player about Conquid: how many cells each side lacks for a path, and which cells they are."""

from collections.abc import Hashable, Iterable, Iterator
from typing import ClassVar, NamedTuple

from netgame.boards.bitboard import bits
from netgame.games.conquid.board import Layout, conquer, is_joined, vanquish_corners
from netgame.games.conquid.game import Conquid
from netgame.games.conquid.moves import CELLS, Acquire, Action, Conquer, Conquest, Vanquish
from netgame.games.conquid.state import State
from netgame.players.chance import Random
from netgame.players.heuristics import Heuristics, Level
from netgame.players.search_board import ANY, Rated, SearchBoard

_BLOCKED = 3  # an enemy cell on the way counts as so many empty ones
_VANQUISHES = 12  # blocks that a search looks at in a position
WHOLE = 10_000  # of a won game
_CLEAR = 8_000
_WIDTH = 12  # actions that a search looks at in a position
_AT_FIRST = 4  # times as many are made for the position of the choice itself
_REMEMBERED = 30_000  # positions, some 30 MB
_ENDLESS = 10**6  # turns
# For each of the three cells of an Acquire: on the own way (o), on the enemy's (e), or on both if there is such a cell
# (b). Each plan makes one candidate.
PLANS = ("ooo", "bbb", "eee", "bbo", "eeo", "eoo", "bee", "ooo")
_OTHER_ACTIONS = 0.15  # of random moves


class Route(NamedTuple):
    """The shortest way between the bases for one side."""

    length: int  # in empty cells that are missing
    cells: int  # the empty cells on all ways of this length, as a bitboard


class _Node(NamedTuple):
    """A position from the view of the side to move. `left` is the number of turns until the limit."""

    own: int
    enemy: int
    seat: int
    left: int


# The code of an action: the cells of an Acquire as a bitboard, -1 - the bit of the corner of a Vanquish, or one of
# these.
_CONQUER, _CONQUEST = "C", "Q"
Code = int | str


class ConquidBoard(SearchBoard[_Node]):
    """Conquid for one search. It remembers evaluations and candidates, which are the most work."""

    one = WHOLE
    lesson = 10

    def __init__(self, game: Conquid, chance: Random) -> None:
        self._game, self._layout, self._chance = game, game.layout, chance
        self._values: dict[tuple[int, int], int] = {}
        self._rated: dict[tuple[int, int], list[Rated]] = {}
        size = game.rows * game.columns
        self._plans = PLANS if size <= 600 else PLANS[:5] if size <= 1500 else PLANS[:2]

    def node(self, state: State) -> _Node:
        limit = self._game.turn_limit
        left = _ENDLESS if limit is None else limit - state.history.length + 1
        return _Node(state.own, state.enemy, state.seat, left)

    def move(self, node: _Node, code: Code) -> Action:
        if code == _CONQUER:
            return Conquer()
        if code == _CONQUEST:
            return Conquest()
        assert isinstance(code, int)
        grid = self._layout.grid
        return Vanquish(grid.cell[-1 - code]) if code < 0 else Acquire(grid.cells(code))

    def seat(self, node: _Node) -> int:
        return node[2]

    def key(self, node: _Node) -> Hashable:
        return node if node[3] < _ENDLESS else node[:3]

    def ended(self, node: _Node) -> int | None:
        own, _, _, left = node
        if own < 0:  # the other side has declared its path
            return -WHOLE
        return 0 if left <= 0 else None

    def stuck(self, node: _Node) -> int:
        return self.value(node)

    def value(self, node: _Node) -> int:
        own, enemy, _, _ = node
        value = self._values.get((own, enemy))
        if value is None:
            if len(self._values) >= _REMEMBERED:
                self._values.clear()
            value = self._values[own, enemy] = evaluation(own, enemy, self._layout)
        return value

    def after(self, node: _Node, code: Code) -> _Node:
        own, enemy, seat, left = node
        if left < _ENDLESS:
            left -= 1
        if code == _CONQUEST:
            return _Node(-1, own, 1 - seat, left)
        if code == _CONQUER:
            own, enemy = conquer(own, enemy, self._layout.stride)
        else:
            assert isinstance(code, int)
            if code > 0:
                own |= code
            else:
                block = self._layout.block << -1 - code
                own, enemy = own & ~block, enemy & ~block
        return _Node(enemy, own, 1 - seat, left)

    def moves(self, node: _Node, least: int, depth: int) -> list[Rated]:
        own, enemy, _, _ = node
        if depth == 0:
            return self._candidates(node, _AT_FIRST)
        rated = self._rated.get((own, enemy))
        if rated is None:
            if len(self._rated) >= _REMEMBERED:
                self._rated.clear()
            rated = self._rated[own, enemy] = self._candidates(node, 1)[:_WIDTH]
        return rated

    def _candidates(self, node: _Node, times: int) -> list[Rated]:
        own, enemy, _, _ = node
        layout, chance = self._layout, self._chance
        if is_joined(own, layout):
            return [(WHOLE, _CONQUEST)]
        found: dict[Code, None] = {}  # a set in the order of its entries
        if conquer(own, enemy, layout.stride)[1] != enemy:
            found[_CONQUER] = None
        blocks = [-1 - bit for bit in bits(vanquish_corners(own, enemy, layout))]
        if is_joined(enemy, layout):
            found.update(dict.fromkeys(blocks))
            rated = [
                entry
                for entry in self._with_values(node, found)
                if not is_joined(self.after(node, entry[1]).own, layout)
            ]
            return rated or self._with_values(node, [_CONQUER])
        if len(blocks) > _VANQUISHES * times:
            blocks = chance.sample(blocks, _VANQUISHES * times)
        found.update(dict.fromkeys(blocks))
        if (layout.ordinary & ~(own | enemy)).bit_count() >= CELLS:
            first = route_of(own, enemy, layout), route_of(enemy, own, layout)
            for plan in self._plans * times:
                found[self._acquired(own, enemy, plan, *first)] = None
        return self._with_values(node, found or [_CONQUER])

    def _with_values(self, node: _Node, codes: Iterable[Code]) -> list[Rated]:
        rated = [(-self.value(self.after(node, code)), code) for code in codes]
        rated.sort(key=lambda entry: -entry[0])
        return rated

    def _acquired(self, own: int, enemy: int, plan: str, mine: Route, theirs: Route) -> int:
        """Return three cells that follow a plan."""
        layout, chosen = self._layout, 0
        for step in plan:
            if chosen:
                mine = route_of(own | chosen, enemy, layout) if step != "e" else mine
                theirs = route_of(enemy, own | chosen, layout) if step != "o" else theirs
            both = mine.cells & theirs.cells
            cells = theirs.cells if step == "e" else both if step == "b" and both else mine.cells
            cells &= ~chosen
            if not cells:
                cells = layout.ordinary & ~(own | enemy | chosen)
            chosen |= 1 << self._chance.choice(list(bits(cells)))
        return chosen


class ConquidPlayer(Heuristics[State, Action]):
    """A player of Conquid on any board."""

    search = "alpha_beta"
    levels: ClassVar[tuple[Level, ...]] = (
        Level(1, 0.99), Level(1, 0.6), Level(30, 0.4), Level(300), Level(2500)
    )  # fmt: skip

    def __init__(self, game: Conquid) -> None:
        super().__init__(game)
        self._conquid, self._layout = game, game.layout

    def board(self, chance: Random) -> ConquidBoard:
        return ConquidBoard(self._conquid, chance)

    def key(self, state: State) -> Hashable:
        return state.cells, state.seat

    def evaluate(self, state: State) -> float:
        value = evaluation(state.own, state.enemy, self._layout) / WHOLE
        return -value if state.seat else value

    def candidates(self, state: State, chance: Random) -> Iterator[Action]:
        """Yield the actions by the evaluation of the positions after them."""
        board = self.board(chance)
        node = board.node(state)
        return (board.move(node, code) for _, code in board.moves(node, ANY, 1))

    def random_move(self, state: State, chance: Random) -> Action:
        own, enemy, layout = state.own, state.enemy, self._layout
        if is_joined(own, layout):
            return Conquest()  # even the weakest level does not miss it
        empty = layout.ordinary & ~(own | enemy)
        if empty.bit_count() < CELLS or chance.random() < _OTHER_ACTIONS:
            blocks = [Vanquish(layout.grid.cell[bit]) for bit in bits(vanquish_corners(own, enemy, layout))]
            return chance.choice([Conquer(), *blocks])
        return Acquire(frozenset(chance.sample(sorted(layout.grid.cells(empty)), CELLS)))


def evaluation(own: int, enemy: int, layout: Layout) -> int:
    """Return the value for the side to move."""
    mine, theirs = length_of(own, enemy, layout), length_of(enemy, own, layout)
    if not mine:
        return WHOLE - 100  # it declares its path
    # the side to move has a turn more; a side with a path still has to declare it
    turns = -(-theirs // CELLS) - -(-mine // CELLS) + 0.5
    stride = layout.stride
    value = 1200 * turns + 300 * (theirs - mine)
    value += 120 * (enemy ^ conquer(own, enemy, stride)[1]).bit_count()
    value -= 60 * (own ^ conquer(enemy, own, stride)[1]).bit_count()
    value += 30 * (own.bit_count() - enemy.bit_count())
    more = abs(value) - _CLEAR
    if more > 0:  # far ahead, more is still better, but never as good as a win
        value = (_CLEAR + min(more / 16, 0.15 * WHOLE)) * (1 if value > 0 else -1)
    return int(value)


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
    stride, around, goal = layout.stride, layout.near[base], layout.near[1 - base]
    empty = layout.ordinary & ~(own | enemy)
    layers: list[int] = []
    arounds: list[int] = []  # the cells beside each layer
    reached, new = 0, around & own
    while True:
        while new:  # own cells cost nothing
            reached |= new
            near = new << 1 | new >> 1 | new << stride | new >> stride
            around |= near
            new = near & own & ~reached
        layers.append(reached)
        if reached & goal:
            return layers
        arounds.append(around)
        new = around & empty
        if len(arounds) >= _BLOCKED:
            new |= arounds[-_BLOCKED] & enemy
        new &= ~reached


PLAYER = ConquidPlayer
