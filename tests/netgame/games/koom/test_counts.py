"""Koom Valley Thud: known counts of moves, and known positions with all their moves."""

from typing import Any

import pytest

from devtools.harness.games.vectors import vectors
from netgame.games.koom.game import Koom
from netgame.games.koom.state import State
from tests.netgame.games.koom.positions import KOOM, legal


def perft(game: Koom, state: State, depth: int) -> int:
    if depth == 1:
        return len(list(game.moves(state)))
    return sum(perft(game, game.play(state, move), depth - 1) for move in game.moves(state))


def test_the_dwarfs_have_388_moves_and_33974_sequences_of_two() -> None:
    assert [perft(KOOM, KOOM.start(), depth) for depth in (1, 2)] == [388, 33_974]


@pytest.mark.sweep
@pytest.mark.slow
def test_there_are_12973988_sequences_of_three_moves() -> None:
    assert perft(KOOM, KOOM.start(), 3) == 12_973_988


@pytest.mark.parametrize("case", vectors("koom", "positions")["positions"], ids=lambda case: str(case["id"]))
def test_positions_have_exactly_the_listed_moves(case: dict[str, Any]) -> None:
    state = KOOM.read_position(f"{case['side']} {case['setup']}")
    assert legal(state) == set(case["legal"])
