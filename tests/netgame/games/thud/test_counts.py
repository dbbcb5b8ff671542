"""Thud: known counts of moves, and known positions with all their moves."""

from collections.abc import Mapping
from typing import Any

import pytest

from devtools.harness.games.vectors import digest, vectors
from netgame.games.thud.game import Thud
from netgame.games.thud.state import State
from tests.netgame.games.thud.positions import READINGS, THUD, legal


def perft(game: Thud, state: State, depth: int) -> int:
    if depth == 1:
        return len(list(game.moves(state)))
    return sum(perft(game, game.play(state, move), depth - 1) for move in game.moves(state))


@pytest.mark.parametrize("options", READINGS, ids=str)
def test_the_dwarfs_have_656_moves_and_22624_sequences_of_two(options: Mapping[str, Any]) -> None:
    game = Thud(**options)
    assert [perft(game, game.start(), depth) for depth in (1, 2)] == [656, 22_624]


@pytest.mark.sweep
@pytest.mark.slow
def test_there_are_14142624_sequences_of_three_moves() -> None:
    assert perft(THUD, THUD.start(), 3) == 14_142_624


@pytest.mark.slow
@pytest.mark.parametrize("options", READINGS[:2], ids=str)
def test_sequences_with_the_trolls_first_depend_on_what_a_shove_takes(options: Mapping[str, Any]) -> None:
    game = Thud(**options)
    start = game.start()._replace(seat=1)
    counts = [perft(game, start, depth) for depth in (1, 2, 3)]
    assert counts == [32, 20_360, 805_360 if options["shove_captures"] == "any" else 794_048]


@pytest.mark.parametrize("case", vectors("thud", "positions")["positions"], ids=lambda case: str(case["id"]))
def test_positions_have_exactly_the_listed_moves(case: dict[str, Any]) -> None:
    state = THUD.read_position(f"{case['side']} {case['setup']}")
    official = legal(state, Thud(step_captures="any"))
    engine = legal(state, Thud(step_captures="all_or_none", shove_captures="all"))

    assert (state.dwarfs.bit_count(), state.trolls.bit_count()) == (case["dwarfs"], case["trolls"])
    assert legal(state) == set(case["legal"])
    assert (len(official), digest(official)) == (case["n_official"], case["sha256_official"])
    assert (len(engine), digest(engine)) == (case["n_engine"], case["sha256_engine"])
    assert official == set(case.get("legal_official", case["legal"]))
    assert engine == set(case.get("legal_engine", case["legal"]))
