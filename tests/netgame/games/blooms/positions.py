"""Positions of Blooms for tests, also in the form of other programs: `a11c10`, cells counted from 0."""

import re
from collections.abc import Iterator
from typing import Any

from netgame.games.blooms.game import Blooms
from netgame.games.blooms.state import State


def game(side: int, variant: str = "territory", **options: Any) -> Blooms:
    """Return a game, by default without a rule for repetition."""
    return Blooms(side=side, variant=variant, **{"repetition": "none", **options})


def listed(stones: str) -> Iterator[tuple[str, int]]:
    """Yield the stones of such a list: colour and cell."""
    for colour, cell in re.findall("([abcd])([0-9]+)", stones):
        yield colour, int(cell)


def rows(side: int, stones: str) -> str:
    """Return the rows of a position text for a list of stones."""
    letters = ["."] * (3 * side * (side - 1) + 1)
    for colour, cell in listed(stones):
        letters[cell] = colour
    return "/".join(
        "".join(letters.pop(0) for _ in range(side + min(row, 2 * side - 2 - row))) for row in range(2 * side - 1)
    )


def stones_of(blooms: Blooms, state: State) -> str:
    """Return the stones on the board as a list, in the order of the cells."""
    colours = {"bloom_1a": "a", "bloom_1b": "b", "bloom_2a": "c", "bloom_2b": "d"}
    return "".join(f"{colours[piece.kind]}{cell}" for cell, piece in sorted(blooms.pieces(state).items()))


def case_state(blooms: Blooms, case: dict[str, Any]) -> State:
    """Return the state of a case of the vectors."""
    passer, passed = case["first_passer"] or "-", "p" if case["last_pass"] else "-"
    return blooms.read_position(f"{case['to_move']} {rows(case['size'], case['board'])} 0-0 {passer} {passed}")
