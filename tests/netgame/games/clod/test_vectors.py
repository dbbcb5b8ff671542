"""Clod and RoyalClod: known spots, positions, full boards and whole games."""

from typing import Any

import pytest

from devtools.harness.games.vectors import vectors
from netgame.game import Game, Roll, ToMove, ToRoll, apply
from netgame.games.clod.game import Clod
from netgame.games.royalclod.game import RoyalClod
from netgame.games.shared.dice_board import Stone

GAMES: dict[str, Game[Any, Any]] = {
    "clod": Clod(),
    "royal_3rows_2cols": RoyalClod(),
    "royal_2rows_3cols": RoyalClod(layout="wide"),
}
every_layout = pytest.mark.parametrize("layout", list(GAMES))


def at(layout: str, rows: list[str]) -> Any:
    return GAMES[layout].read_position(f"B - {'/'.join(rows)}")


def rows_of(layout: str, state: Any) -> list[str]:
    return GAMES[layout].write_position(state).split(" ")[2].split("/")


def cells(layout: str, squares: list[list[int]]) -> set[int]:
    """Return cells of [row, column] from 0."""
    columns = 6 if layout == "clod" else 12 if layout == "royal_3rows_2cols" else 18
    return {columns * row + column for row, column in squares}


def legal(layout: str, state: Any) -> set[int]:
    return {move.cell for move in GAMES[layout].moves(state)}


@every_layout
def test_every_roll_has_the_listed_spots_in_either_order(layout: str) -> None:
    game = GAMES[layout]
    for roll, spots in vectors("clod", "spots")["spots"][layout].items():
        one, other = int(roll[0]), int(roll[1])
        for dice in ((one, other), (other, one)):
            assert legal(layout, apply(game, game.start(), Roll(dice))) == cells(layout, spots), dice


@every_layout
def test_known_positions_and_those_of_the_source_text_have_the_listed_cells(layout: str) -> None:
    known = vectors("clod", "legal")
    examples = [case for case in known["seed_examples"] if case["layout"] == layout]
    assert examples

    for case in [*examples, *known[layout]]:
        state = apply(GAMES[layout], at(layout, case["board"]), Roll(tuple(case["dice"])))
        assert legal(layout, state) == cells(layout, case["legal"]), case
        assert GAMES[layout].turn(state) == (ToMove(0) if case["legal"] else ToRoll(0, 2, 6))


@every_layout
def test_whole_games_go_as_recorded(layout: str) -> None:
    game = GAMES[layout]
    for recorded in vectors("clod", "games")[layout]:
        state, forfeits = game.start(), 0
        for turn in recorded["turns"]:
            seat = "BW".index(turn["player"])
            for dice in turn["rolls"]:
                assert game.turn(state) == ToRoll(seat, 2, 6)
                state = apply(game, state, Roll(tuple(dice)))
            if turn["cell"] is None:
                forfeits += 1
                assert game.turn(state) == ToRoll(1 - seat, 2, 6)
            else:
                assert len(legal(layout, state)) == turn["n_legal"]
                (cell,) = cells(layout, [turn["cell"]])
                state = apply(game, state, Stone(cell), seat=seat)
        assert forfeits == recorded["forfeits"]
        assert rows_of(layout, state) == recorded["final"]
        check_result(layout, state, recorded)


@every_layout
def test_full_boards_are_counted(layout: str) -> None:
    for case in vectors("clod", "finished")[layout]:
        check_result(layout, at(layout, case["board"]), case)


def check_result(layout: str, state: Any, known: dict[str, Any]) -> None:
    over = GAMES[layout].turn(state)
    assert over.scores == (known["largest"]["B"], known["largest"]["W"])
    assert over.winner == {"B": 0, "W": 1, "draw": None}[known["winner"]]
