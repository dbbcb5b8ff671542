"""Blooms cell by cell, written from the rules page: a board is a mapping from cell names to a, b, c or d.

Slow on purpose: every turn is tried, every bloom is walked through, every earlier board is compared.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

Stones = dict[str, str]
OWN = {1: "ab", 2: "cd"}


@cache
def cells(side: int) -> dict[str, tuple[int, int]]:
    """Return the axial coordinates (q, r) of each cell by its name, from the top left."""
    found = {}
    for r in range(2 * side - 1):
        for c in range(side + min(r, 2 * side - 2 - r)):
            found[f"{'abcdefghijklmnopqrs'[2 * side - 2 - r]}{c + 1}"] = (c - min(r, side - 1), r)
    return found


@cache
def neighbours(side: int) -> dict[str, list[str]]:
    names = {place: name for name, place in cells(side).items()}
    steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
    return {
        name: [names[q + dq, r + dr] for dq, dr in steps if (q + dq, r + dr) in names]
        for name, (q, r) in cells(side).items()
    }


def bloom(side: int, stones: Stones, cell: str) -> set[str]:
    """Return the maximal connected group of one colour that the cell belongs to."""
    found, waiting = {cell}, [cell]
    while waiting:
        for other in neighbours(side)[waiting.pop()]:
            if stones.get(other) == stones[cell] and other not in found:
                found.add(other)
                waiting.append(other)
    return found


def fenced(side: int, stones: Stones, colours: str) -> set[str]:
    """Return the cells of all blooms of these colours without an empty neighbour."""
    found = set()
    for cell, colour in stones.items():
        if colour in colours:
            touching = {other for member in bloom(side, stones, cell) for other in neighbours(side)[member]}
            if all(other in stones for other in touching):
                found.add(cell)
    return found


def territory(side: int, stones: Stones) -> dict[int | None, set[str]]:
    """Return the empty cells by their owner; None for neutral ones."""
    found: dict[int | None, set[str]] = {1: set(), 2: set(), None: set()}
    for cell in cells(side):
        if cell not in stones:
            region, waiting, touched = {cell}, [cell], set()
            while waiting:
                for other in neighbours(side)[waiting.pop()]:
                    if other in stones:
                        touched.add(1 if stones[other] in "ab" else 2)
                    elif other not in region:
                        region.add(other)
                        waiting.append(other)
            found[touched.pop() if len(touched) == 1 else None].add(cell)
    return found


@dataclass(frozen=True)
class Position:
    """A game so far. `target` None is the territory game."""

    side: int
    stones: Stones
    to_move: int = 1
    captures: tuple[int, int] = (0, 0)
    first_passer: int | None = None
    passes: int = 0  # in a row
    target: int | None = None
    repetition: str = "none"
    boards: tuple[tuple[Stones, int], ...] = ()  # all the boards with the side to move, this one included


def start(side: int, target: int | None, repetition: str) -> Position:
    return Position(side, {}, target=target, repetition=repetition, boards=(({}, 1),))


def read(side: int, text: str, target: int | None, repetition: str) -> Position:
    """Return a position without a history."""
    to_move, rows, captures, passer, passed = text.split(" ")
    letters = dict(zip(cells(side), rows.replace("/", ""), strict=True))
    stones = {cell: letter for cell, letter in letters.items() if letter != "."}
    first, second = captures.split("-")
    return Position(
        side, stones, int(to_move), (int(first), int(second)), None if passer == "-" else int(passer),
        int(passed == "p"), target, repetition, ((stones, int(to_move)),),
    )  # fmt: skip


def places(position: Position, turn: str) -> Stones:
    """Return the stones that a turn places."""
    if turn == "pass":
        return {}
    return {part[1:]: OWN[position.to_move][int(part[0]) - 1] for part in turn.split(",")}


def every_turn(position: Position) -> Iterator[str]:
    """Yield every turn on empty cells, legal or not."""
    empty = [cell for cell in cells(position.side) if cell not in position.stones]
    yield from (f"{colour}{cell}" for colour in "12" for cell in empty)
    yield from (f"1{one},2{other}" for one in empty for other in empty if one != other)
    yield "pass"


def after(position: Position, turn: str) -> Position | None:
    """Return the position after a turn on empty cells; None if the turn is illegal."""
    mover, enemy, side = position.to_move, 3 - position.to_move, position.side
    if turn == "pass":
        if position.target or not position.stones:
            return None
        return replace(
            position, to_move=enemy, passes=position.passes + 1, first_passer=position.first_passer or mover,
            boards=(*position.boards, (position.stones, enemy)),
        )  # fmt: skip
    if "," in turn and not position.stones:
        return None
    stones = {**position.stones, **places(position, turn)}
    taken = fenced(side, stones, OWN[enemy])
    left = {cell: colour for cell, colour in stones.items() if cell not in taken}
    if not position.target:
        if fenced(side, left, OWN[mover]):
            return None
        if position.repetition == "superko" and any(board == left for board, _ in position.boards):
            return None
    captures = list(position.captures)
    captures[mover - 1] += len(taken)
    return replace(
        position, stones=left, to_move=enemy, captures=(captures[0], captures[1]), passes=0,
        boards=(*position.boards, (left, enemy)),
    )  # fmt: skip


def legal(position: Position) -> set[str]:
    if result(position) is not None:
        return set()
    return {turn for turn in every_turn(position) if after(position, turn) is not None}


def scores(position: Position) -> tuple[int, int]:
    if position.target:
        return position.captures
    regions = territory(position.side, position.stones)
    mine, theirs = (
        sum(colour in OWN[player] for colour in position.stones.values()) + len(regions[player]) for player in (1, 2)
    )
    return mine, theirs


def result(position: Position) -> tuple[int | None, tuple[int, int]] | None:
    """Return the winner (None: a draw) and the scores; None while the game goes on."""
    counts = scores(position)
    if position.target:
        winners = [player for player in (1, 2) if position.captures[player - 1] >= position.target]
        return (winners[0], counts) if winners else None
    if position.passes == 2:
        winner = position.first_passer if counts[0] == counts[1] else 1 if counts[0] > counts[1] else 2
        return winner, counts
    if position.repetition == "draw3" and position.boards.count(position.boards[-1]) == 3:
        return None, counts
    return None
