"""Blooms: known turns with their reasons, known positions with all their turns, whole games, counts."""

from typing import Any

import pytest

from devtools.harness.games.vectors import digest, vectors
from netgame.errors import IllegalMove, NotationError
from netgame.game import Over, apply
from netgame.games.blooms.game import Blooms
from netgame.games.blooms.state import State, position_of
from tests.netgame.games.blooms.positions import case_state, game, legal, listed, played, rows, stones_of

FACTS = vectors("blooms", "facts")
RACE, TERRITORY = (vectors("blooms", f"positions_{variant}")["items"] for variant in ("race", "territory"))
FINISHED = vectors("blooms", "finished_territory")["items"]


@pytest.mark.parametrize(("side", "stones", "placed", "expected"), FACTS["placement"])
def test_the_listed_placements_are_legal_or_not(side: int, stones: str, placed: str, expected: bool) -> None:
    blooms, names = game(side), game(side).board.cells
    parts = {str("abcd".index(colour) % 2 + 1): names[cell].name for colour, cell in listed(placed)}
    seat = max(("abcd".index(colour) // 2 for colour, _ in listed(placed)), default=0)
    state = blooms.read_position(f"{seat + 1} {rows(side, stones)} 0-0 - -")
    turn = ",".join(colour + parts[colour] for colour in sorted(parts)) or "pass"

    assert (turn in legal(blooms, state)) == is_taken(blooms, state, turn) == expected


@pytest.mark.parametrize(("side", "stones", "expected"), FACTS["score"])
def test_the_listed_boards_score(side: int, stones: str, expected: list[int]) -> None:
    assert list(game(side).score(game(side).read_position(f"1 {rows(side, stones)} 0-0 - -"))) == expected


def is_taken(blooms: Blooms, state: State, turn: str) -> bool:
    try:
        apply(blooms, state, blooms.parse(state, turn))
    except (IllegalMove, NotationError):
        return False
    return True


@pytest.mark.parametrize("case", vectors("blooms", "cases"), ids=lambda case: case["name"])
def test_single_turns_with_their_reasons(case: dict[str, Any]) -> None:
    blooms = game(case["size"], case["variant"])
    state = case_state(blooms, case)
    before = blooms.pieces(state)

    assert is_taken(blooms, state, case["move"]) == case["legal"]
    if case["legal"]:
        after = played(blooms, [case["move"]], state)
        assert sorted(blooms.board.name(cell) for cell in before.keys() - blooms.pieces(after)) == case["captured"]
        assert stones_of(blooms, after) == case["board_after"]
        turn = blooms.turn(after)
        assert isinstance(turn, Over) == case["over"]
        if isinstance(turn, Over):
            assert turn.winner == case["winner"] - 1
        scores = blooms.score(after) if blooms.rules.race or case["over"] else tuple(case["score"])
        assert scores == tuple(case["score"])


@pytest.mark.parametrize("case", [*RACE, *TERRITORY], ids=lambda case: f"{case['variant']} {' '.join(case['moves'])}")
def test_positions_have_exactly_the_listed_turns(case: dict[str, Any]) -> None:
    blooms = game(case["size"], case["variant"], target=case["target"])
    state = played(blooms, case["moves"])
    turns = legal(blooms, state)

    assert stones_of(blooms, state) == case["board"]
    position = position_of(state)
    assert (position.seat + 1, list(position.captures)) == (case["to_move"], case["captures"])
    assert (position.passed, position.first_passer) == (case["last_pass"], case["first_passer"] or 0)
    assert len([turn for turn in turns if "," in turn]) == case["doubles"]
    assert len([turn for turn in turns if "," not in turn and turn != "pass"]) == case["singles"]
    assert (len(turns), digest(turns)) == (case["legal_count"], case["sha256"])


@pytest.mark.parametrize("case", FINISHED, ids=lambda case: " ".join(case["moves"])[:60])
def test_games_end_and_repeat_their_positions_as_listed(case: dict[str, Any]) -> None:
    blooms = game(case["size"])
    state = played(blooms, case["moves"])
    over = blooms.turn(state)

    assert (over.winner, list(over.scores)) == (case["winner"] - 1, case["score"])
    assert stones_of(blooms, state) == case["board"]
    marked = {mark.seat: {blooms.board.name(cell) for cell in mark.cells} for mark in blooms.marks(state)}
    regions = [set(case["territory1"]), set(case["territory2"])]
    assert [marked.get(0, set()), marked.get(1, set())] == regions
    neutral = {place.name for place in blooms.board.cells} - regions[0] - regions[1]
    stones = blooms.pieces(state)
    assert neutral - {blooms.board.name(cell) for cell in stones} == set(case["neutral"])
    assert [sum(piece.seat == seat for piece in stones.values()) for seat in (0, 1)] == case["stones"]
    position = position_of(state)
    assert (list(position.captures), position.first_passer) == (case["captures"], case["first_passer"])
    assert ("first to pass" in str(over.reason)) == case["tie"]

    blooms, seen, turns = Blooms(side=case["size"]), [1], iter(case["moves"])
    state = blooms.start()
    while not isinstance(blooms.turn(state), Over):
        state = played(blooms, [next(turns)], state)
        seen.append(state[6].occurrences)
    assert max(seen) == min(case["max_repetition"], 3)
