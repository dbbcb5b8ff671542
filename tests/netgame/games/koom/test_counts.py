"""Koom Valley Thud: known counts of moves, known positions with all their moves, and the slow oracle."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netgame.boards.octagon import BOARD
from netgame.errors import IllegalMove
from netgame.game import Over
from netgame.games.koom.game import Koom
from netgame.games.koom.moves import Move
from netgame.games.koom.state import State
from tests.netgame.games.conformance import moves_by_picks
from tests.netgame.games.koom import oracle
from tests.netgame.games.koom.positions import KOOM, RULES, after, legal
from tests.netgame.games.thud import oracle as thud_oracle
from tests.netgame.games.vectors import vectors

CELLS = range(len(BOARD.cells))


def perft(game: Koom, state: State, depth: int) -> int:
    if depth == 1:
        return len(list(game.moves(state)))
    return sum(perft(game, game.play(state, move), depth - 1) for move in game.moves(state))


def test_the_dwarfs_have_388_moves_and_33974_sequences_of_two() -> None:
    assert [perft(KOOM, KOOM.start(), depth) for depth in (1, 2)] == [388, 33_974]


@pytest.mark.slow
def test_there_are_12973988_sequences_of_three_moves() -> None:
    assert perft(KOOM, KOOM.start(), 3) == 12_973_988  # as the oracle counts them


@pytest.mark.parametrize("case", vectors("koom", "positions")["positions"], ids=lambda case: str(case["id"]))
def test_positions_have_exactly_the_listed_moves(case: dict[str, Any]) -> None:
    state = KOOM.read_position(f"{case['side']} {case['setup']}")

    assert legal(state) == set(case["legal"])


@pytest.mark.parametrize("case", vectors("koom", "positions")["positions"][::3], ids=lambda case: str(case["id"]))
def test_the_slow_rules_find_the_listed_moves_too(case: dict[str, Any]) -> None:
    assert oracle.legal_moves(thud_oracle.read(case["setup"]), case["side"]) == set(case["legal"])


@st.composite
def positions(draw: st.DrawFn, most: int = 60) -> State:
    """Return any arrangement, also crowded ones; few trolls among many dwarfs, because chains multiply."""
    cells = draw(st.lists(st.sampled_from(CELLS), unique=True, min_size=1, max_size=most))
    kinds = draw(st.lists(st.sampled_from("dddTd" if len(cells) < 30 else "d" * 9 + "T"), min_size=len(cells) - 1))
    pieces = [f"{kind}{BOARD.name(cell)}" for kind, cell in zip(kinds, cells[1:], strict=False)]
    return KOOM.read_position(f"{draw(st.sampled_from('dT'))} {','.join([*pieces, f'R{BOARD.name(cells[0])}'])}")


def read(state: State) -> tuple[thud_oracle.Board, str]:
    side, _, setup = KOOM.write_position(state).partition(" ")
    return thud_oracle.read(setup), side


@pytest.mark.slow
@settings(max_examples=100)
@given(positions(), st.sampled_from(RULES))
def test_any_position_has_the_moves_and_the_end_that_the_slow_rules_find(
    state: State, options: Mapping[str, Any]
) -> None:
    game, (board, side) = Koom(**options), read(state)
    over, turn = oracle.result(board, side, options["rock_escort"], 0, 100), game.turn(state)

    assert (turn.scores if isinstance(turn, Over) else None) == over
    expected = oracle.legal_moves(board, side, **_rules(options)) if over is None else set()
    assert legal(state, game) == expected


def _rules(options: Mapping[str, Any]) -> dict[str, Any]:
    return {"escort": options["rock_escort"], "chains": options["chain_captures"]}


@pytest.mark.slow
@pytest.mark.parametrize("options", RULES, ids=str)
def test_random_games_follow_the_slow_rules_to_the_end(options: dict[str, Any]) -> None:
    game, rng = Koom(no_progress_limit=25, **options), Random(str(options))
    state, board, side, quiet = game.start(), read(game.start())[0], "d", 0
    while (over := oracle.result(board, side, options["rock_escort"], quiet, 25)) is None:
        expected = oracle.legal_moves(board, side, **_rules(options))
        assert legal(state, game) == expected
        text = _chosen(sorted(expected), rng)
        state, board = after(state, text, game=game), oracle.played(board, text)
        side, quiet = "T" if side == "d" else "d", 0 if oracle.progresses(text) else quiet + 1
        assert read(state) == (board, side)
    turn = game.turn(state)
    assert isinstance(turn, Over)
    assert turn.scores == over
    assert turn.winner == {(1, 0): 0, (0, 1): 1, (0, 0): None}[over]


def _chosen(moves: list[str], rng: Random) -> str:
    """Return a random move; captures and moves of the Rock are more frequent than by chance."""
    lively = [text for text in moves if oracle.progresses(text)]
    return rng.choice(lively if lively and rng.random() < 0.6 else moves)


@pytest.mark.slow
@settings(max_examples=25)
@given(positions(30), st.sampled_from(RULES), st.data())
def test_check_accepts_exactly_the_listed_moves(state: State, options: dict[str, Any], data: st.DataObject) -> None:
    game = Koom(**options)
    moves = set(game.moves(state))
    for move in moves:
        game.check(state, move)

    for _ in range(25):
        move = data.draw(mutated(sorted(moves)))
        if move not in moves:
            with pytest.raises(IllegalMove):
                game.check(state, move)
        else:
            game.check(state, move)


@st.composite
def mutated(draw: st.DrawFn, moves: list[Move]) -> Move:
    """Return a listed move with a change, or an arbitrary move."""
    cells = st.sampled_from(CELLS)
    if not moves or draw(st.integers(0, 9)) == 0:
        return Move(draw(st.integers(0, 2)), draw(cells), tuple(draw(st.lists(cells, min_size=1, max_size=3))))
    move, other = draw(st.sampled_from(moves)), draw(st.sampled_from(moves))
    match draw(st.integers(0, 6)):
        case 0:
            return move._replace(landings=(*move.landings, draw(cells)))
        case 1:
            return move._replace(landings=(*move.landings, *other.landings), captured=move.captured | other.captured)
        case 2:
            return move._replace(landings=move.landings[:-1] or (draw(cells),))
        case 3:
            return move._replace(captured=other.captured)
        case 4:
            return move._replace(captured=move.captured ^ 1 << draw(st.integers(0, 250)))
        case 5:
            return move._replace(origin=other.origin)
    return move._replace(kind=draw(st.integers(0, 2)))


@pytest.mark.slow
@settings(max_examples=25)
@given(positions(40), st.sampled_from(RULES))
def test_picks_reach_exactly_the_listed_moves(state: State, options: dict[str, Any]) -> None:
    game = Koom(**options)

    assert moves_by_picks(game, state) == set(game.moves(state))


@settings(max_examples=30)
@given(positions())
def test_any_position_and_its_moves_read_back_as_they_were_written(state: State) -> None:
    text = KOOM.write_position(state)

    assert KOOM.read_position(text) == state
    assert KOOM.write_position(KOOM.read_position(text)) == text
    for move in KOOM.moves(state):
        assert KOOM.parse(state, KOOM.format(state, move)) == move
