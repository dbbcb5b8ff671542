"""Thud: known counts of moves, known positions with all their moves, and the slow oracle."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netgame.boards.octagon import BOARD
from netgame.game import ToMove
from netgame.games.thud.game import Thud
from netgame.games.thud.state import State
from tests.netgame.games.thud import oracle
from tests.netgame.games.thud.positions import READINGS, THUD, after, legal
from tests.netgame.games.vectors import digest, vectors


def perft(game: Thud, state: State, depth: int) -> int:
    if depth == 1:
        return len(list(game.moves(state)))
    return sum(perft(game, game.play(state, move), depth - 1) for move in game.moves(state))


@pytest.mark.parametrize("options", READINGS, ids=str)
def test_the_dwarfs_have_656_moves_and_22624_sequences_of_two(options: Mapping[str, Any]) -> None:
    game = Thud(**options)

    assert [perft(game, game.start(), depth) for depth in (1, 2)] == [656, 22_624]


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


@st.composite
def positions(draw: st.DrawFn) -> State:
    """Return any arrangement, from an empty board to a crowded one, with a few lines of one kind."""
    cells = draw(st.lists(st.sampled_from([c for c in range(165) if BOARD.name(c) != "H8"]), unique=True, max_size=90))
    kinds = draw(st.lists(st.sampled_from("dddT"), min_size=len(cells), max_size=len(cells)))
    pieces = [f"{kind}{BOARD.name(cell)}" for kind, cell in zip(kinds, cells, strict=True)]
    return THUD.read_position(f"{draw(st.sampled_from('dT'))} {','.join([*pieces, 'RH8'])}")


@pytest.mark.slow
@settings(max_examples=60)
@given(positions(), st.sampled_from(READINGS))
def test_any_position_has_the_moves_that_the_slow_rules_find(state: State, options: dict[str, Any]) -> None:
    game = Thud(**options)
    text = game.write_position(state)
    expected = oracle.legal_moves(oracle.read(text[2:]), text[0], options["step_captures"], options["shove_captures"])

    assert legal(state, game) == expected
    assert isinstance(game.turn(state), ToMove) == bool(expected)


@pytest.mark.slow
@pytest.mark.parametrize("options", READINGS, ids=str)
def test_random_games_follow_the_slow_rules(options: dict[str, Any]) -> None:
    game, rng = Thud(**options), Random(str(options))
    state = game.start()
    for _ in range(120):
        text = game.write_position(state)
        board = oracle.read(text[2:])
        expected = oracle.legal_moves(board, text[0], options["step_captures"], options["shove_captures"])
        assert legal(state, game) == expected
        scores = game.agreed(state).scores
        assert scores[0] - scores[1] == oracle.margin(board)
        if not expected:
            break
        captures = [text for text in expected if "x" in text]  # prefer captures, so that the armies shrink
        state = after(state, rng.choice(sorted(captures or expected)), game=game)


@settings(max_examples=40)
@given(positions())
def test_any_position_reads_back_as_it_was_written(state: State) -> None:
    text = THUD.write_position(state)

    assert THUD.read_position(text) == state
    assert THUD.write_position(THUD.read_position(text)) == text
