"""Random games of Clod and RoyalClod compared with the slow oracle."""

from random import Random
from typing import Any

from netgame.game import Game, Over, Roll, ToRoll, apply
from tests.netgame.games.clod import oracle


def placements(game: Game[Any, Any], rng: Random, layout: str) -> int:
    """Play a random game, compare its legal cells and scores with the oracle, and return its number of stones."""
    state, count = game.start(), 0
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, ToRoll):
            rows, dice = _rows(game, state), (rng.randint(1, 6), rng.randint(1, 6))
            state = apply(game, state, Roll(dice))
            legal = {divmod(move.cell, len(rows[0])) for move in game.moves(state)}
            assert legal == oracle.legal_cells(rows, dice, layout)
        else:
            state = apply(game, state, rng.choice(list(game.moves(state))))
            count += 1
    rows = _rows(game, state)
    assert turn.scores == (oracle.largest_region(rows, "B"), oracle.largest_region(rows, "W"))
    return count


def _rows(game: Game[Any, Any], state: Any) -> list[str]:
    return game.write_position(state).split(" ")[2].split("/")
