"""Known counts of the ways in which games can continue, and known positions with all their moves."""

from itertools import product
from typing import Any

import pytest

from devtools.harness.games.vectors import digest, vectors
from netgame.cli.perft import perft
from netgame.games import GAMES
from netgame.games.thud.game import Thud
from tests.netgame.games.conformance import legal
from tests.netgame.games.octagon_turns import KOOM, THUD

RACE: dict[str, Any] = {"variant": "race", "repetition": "none"}
TERRITORY: dict[str, Any] = {"repetition": "none"}
COUNTS: list[tuple[str, dict[str, Any], list[int]]] = [
    ("blooms", {"side": 2, "target": 10, **RACE}, [14, 588, 13_440, 158_592]),
    ("blooms", {"side": 2, **TERRITORY}, [14, 602, 13_478]),
    ("blooms", {"side": 3, "target": 15, **RACE}, [38, 12_996]),
    ("blooms", {"side": 3, **TERRITORY}, [38, 13_034]),
    ("koom", {}, [388, 33_974]),
    *(
        ("thud", {"step_captures": step, "shove_captures": shove}, [656, 22_624])
        for step, shove in product(("one", "any", "all_or_none"), ("any", "all"))
    ),
]


@pytest.mark.parametrize(("key", "options", "expected"), COUNTS)
def test_the_number_of_sequences_of_turns_is_known(key: str, options: dict[str, Any], expected: list[int]) -> None:
    game = GAMES[key](**options)
    assert [sum(perft(game, game.start(), depth)) for depth in range(1, len(expected) + 1)] == expected


@pytest.mark.slow
@pytest.mark.parametrize(("shove", "expected"), [("any", 805_360), ("all", 794_048)])
def test_sequences_with_the_trolls_first_depend_on_what_a_shove_takes(shove: str, expected: int) -> None:
    game: Any = GAMES["thud"](shove_captures=shove)
    start = game.start()._replace(seat=1)
    assert [sum(perft(game, start, depth)) for depth in (1, 2, 3)] == [32, 20_360, expected]


@pytest.mark.sweep
@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "options", "expected"),
    [("blooms", {"side": 3, **TERRITORY}, 3_600_398), ("koom", {}, 12_973_988), ("thud", {}, 14_142_624)],
)
def test_the_number_of_sequences_of_three_turns_is_known(key: str, options: dict[str, Any], expected: int) -> None:
    game = GAMES[key](**options)
    assert sum(perft(game, game.start(), 3)) == expected


@pytest.mark.parametrize("case", vectors("koom", "positions")["positions"], ids=lambda case: str(case["id"]))
def test_positions_of_koom_valley_have_exactly_the_listed_moves(case: dict[str, Any]) -> None:
    assert legal(KOOM, KOOM.read_position(f"{case['side']} {case['setup']}")) == set(case["legal"])


@pytest.mark.parametrize("case", vectors("thud", "positions")["positions"], ids=lambda case: str(case["id"]))
def test_positions_of_thud_have_exactly_the_listed_moves(case: dict[str, Any]) -> None:
    state = THUD.read_position(f"{case['side']} {case['setup']}")
    official = legal(Thud(step_captures="any"), state)
    engine = legal(Thud(step_captures="all_or_none", shove_captures="all"), state)

    assert (state.dwarfs.bit_count(), state.trolls.bit_count()) == (case["dwarfs"], case["trolls"])
    assert legal(THUD, state) == set(case["legal"])
    assert (len(official), digest(official)) == (case["n_official"], case["sha256_official"])
    assert (len(engine), digest(engine)) == (case["n_engine"], case["sha256_engine"])
    assert official == set(case.get("legal_official", case["legal"]))
    assert engine == set(case.get("legal_engine", case["legal"]))
