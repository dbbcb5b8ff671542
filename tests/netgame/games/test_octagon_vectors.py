"""Thud and Koom Valley Thud: known positions with all their moves."""

from typing import Any

import pytest

from devtools.harness.games.vectors import digest, vectors
from netgame.games.thud.game import Thud
from tests.netgame.games.koom.positions import KOOM
from tests.netgame.games.koom.positions import legal as legal_in_koom
from tests.netgame.games.thud.positions import THUD, legal


@pytest.mark.parametrize("case", vectors("koom", "positions")["positions"], ids=lambda case: str(case["id"]))
def test_positions_of_koom_valley_have_exactly_the_listed_moves(case: dict[str, Any]) -> None:
    assert legal_in_koom(KOOM.read_position(f"{case['side']} {case['setup']}")) == set(case["legal"])


@pytest.mark.parametrize("case", vectors("thud", "positions")["positions"], ids=lambda case: str(case["id"]))
def test_positions_of_thud_have_exactly_the_listed_moves(case: dict[str, Any]) -> None:
    state = THUD.read_position(f"{case['side']} {case['setup']}")
    official = legal(state, Thud(step_captures="any"))
    engine = legal(state, Thud(step_captures="all_or_none", shove_captures="all"))

    assert (state.dwarfs.bit_count(), state.trolls.bit_count()) == (case["dwarfs"], case["trolls"])
    assert legal(state) == set(case["legal"])
    assert (len(official), digest(official)) == (case["n_official"], case["sha256_official"])
    assert (len(engine), digest(engine)) == (case["n_engine"], case["sha256_engine"])
    assert official == set(case.get("legal_official", case["legal"]))
    assert engine == set(case.get("legal_engine", case["legal"]))
