"""Clod and RoyalClod: spots, legal cells, two rolls, forfeits, score, layouts, known positions and whole games."""

from typing import Any

import pytest

from devtools.harness.games.vectors import vectors
from netgame.errors import IllegalMove, NotationError, OptionError
from netgame.game import Game, Mark, Roll, ToMove, ToRoll, apply
from netgame.games.clod.game import Clod
from netgame.games.royalclod.game import RoyalClod
from netgame.games.shared.dice_board import Stone
from netgame.games.shared.dice_state import State
from netgame.options import option_values, variants

CLOD = Clod()
EMPTY = ["......"] * 6


def rolled(state: State, *dice: int) -> State:
    return apply(CLOD, state, Roll(dice))


def placed(state: State, name: str) -> State:
    return apply(CLOD, state, CLOD.parse(state, name))


# roll 3-3 is blocked on this board, 1-1 is free
BLOCKED = ["......", ".WWW..", ".WBW..", ".WWW..", "......", "......"]


def test_black_rolls_first_then_places_then_white_rolls() -> None:
    state = CLOD.start()
    assert CLOD.turn(state) == ToRoll(0, 2, 6)
    state = rolled(state, 4, 2)
    assert CLOD.turn(state) == ToMove(0)
    assert {CLOD.board.name(cell) for cell in legal("clod", state)} == {"b4", "d2"}
    assert CLOD.turn(placed(state, "b4")) == ToRoll(1, 2, 6)


def test_an_occupied_spot_opens_its_neighbours_without_a_second_step() -> None:
    assert (
        len(legal("clod", rolled(at("clod", ["......", "......", "..W...", "......", "......", "......"]), 3, 3))) == 8
    )
    assert legal("clod", at("clod", BLOCKED)) == set()
    assert CLOD.turn(rolled(at("clod", BLOCKED), 3, 3)) == ToRoll(0, 2, 6)


def test_a_blocked_first_roll_is_followed_by_a_second_one_whose_failure_forfeits_the_turn() -> None:
    state = rolled(at("clod", BLOCKED, side="W"), 3, 3)
    assert CLOD.turn(state) == ToRoll(1, 2, 6)
    assert CLOD.write_position(state) == f"W ! {'/'.join(BLOCKED)}"
    assert CLOD.turn(rolled(state, 1, 1)) == ToMove(1)
    assert CLOD.write_position(rolled(state, 3, 3)) == f"B - {'/'.join(BLOCKED)}"


def test_a_roll_that_is_not_due_and_a_stone_that_the_roll_does_not_allow_are_refused() -> None:
    due, state = rolled(CLOD.start(), 4, 2), rolled(at("clod", ["......", "......", "..W...", *EMPTY[:3]]), 3, 3)

    with pytest.raises(IllegalMove):
        apply(CLOD, due, Roll((1, 1)))
    for wrong in (due, at("clod", ["BBBBBB"] * 6)):
        with pytest.raises(IllegalMove):
            CLOD.rolled(wrong, (1, 1))
    for name, sentence in (("c3", "there is a stone on c3 already"), ("a1", "the roll 3-3 does not allow a1")):
        with pytest.raises(IllegalMove, match=sentence):
            placed(state, name)
    with pytest.raises(IllegalMove, match="a roll of the dice comes first"):
        placed(CLOD.start(), "a1")


def test_equal_regions_are_a_draw_or_by_option_a_win_for_white() -> None:
    rows = ["BBBWWW"] * 6
    draw, white = CLOD.turn(at("clod", rows)), Clod(ties="white").turn(at("clod", rows))
    assert (draw.winner, draw.scores, draw.cells) == (None, (18, 18), frozenset())
    assert (white.winner, white.scores, len(white.cells)) == (1, (18, 18), 18)
    assert str(white.reason) == "the board is full: equal largest regions of 18, so White wins"


def test_marks_show_the_die_faces_the_spots_and_the_largest_regions() -> None:
    state = rolled(at("clod", ["BB....", "......", "...W..", "......", "......", "......"]), 3, 3)
    marks = CLOD.marks(state)
    assert Mark("die-3", frozenset({14})) in marks
    assert Mark("spot", frozenset({14})) in marks
    assert Mark("region", frozenset({0, 1}), 0) in marks
    assert not [mark for mark in marks if mark.kind == "region" and mark.seat == 1]


# ---- known positions and games, in every layout


GAMES: dict[str, Game[Any, Any]] = {
    "clod": Clod(),
    "royal_3rows_2cols": RoyalClod(),
    "royal_2rows_3cols": RoyalClod(layout="wide"),
}
every_layout = pytest.mark.parametrize("layout", list(GAMES))


def at(layout: str, rows: list[str], side: str = "B") -> Any:
    return GAMES[layout].read_position(f"{side} - {'/'.join(rows)}")


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


# ---- RoyalClod: six sub-boards in two layouts


TALL, WIDE = "royal_3rows_2cols", "royal_2rows_3cols"


@pytest.mark.parametrize("layout", [TALL, WIDE])
def test_each_sub_board_shows_the_die_faces_on_its_own_diagonal(layout: str) -> None:
    faces = {mark.kind: mark.cells for mark in GAMES[layout].marks(GAMES[layout].start())}
    known = vectors("clod", "spots")["spots"][layout]
    assert faces == {f"die-{die}": cells(layout, known[f"{die}{die}"]) for die in range(1, 7)}


def test_an_occupied_spot_opens_cells_of_the_next_sub_board() -> None:
    state = apply(GAMES[TALL], at(TALL, ["." * 5 + "W" + "." * 6, *["." * 12] * 17]), Roll((1, 6)))
    opened = {GAMES[TALL].board.name(cell) for cell in legal(TALL, state)}
    assert {"e1", "e2", "f2", "g1", "g2"} <= opened
    assert "f1" not in opened


def test_there_are_two_layouts_of_216_cells_and_tall_is_the_default() -> None:
    assert list(variants(RoyalClod)) == ["tall", "wide"]
    assert option_values(RoyalClod()) == {"layout": "tall", "ties": "draw"}
    with pytest.raises(OptionError):
        RoyalClod(layout="round")  # type: ignore[arg-type]
    for layout, last in ((TALL, "l18"), (WIDE, "r12")):
        places = GAMES[layout].board.cells
        assert (places[0].name, places[-1].name, len(places)) == ("a1", last, 216)
    with pytest.raises(NotationError, match="the board has 18 rows, the text has 12"):
        GAMES[TALL].read_position(GAMES[WIDE].write_position(GAMES[WIDE].start()))


def test_the_option_ties_decides_over_equal_regions() -> None:
    state = at(TALL, ["BBBBBBWWWWWW"] * 18)
    draw, white = (RoyalClod(ties=ties).turn(state) for ties in ("draw", "white"))
    assert (draw.winner, draw.scores) == (None, (108, 108))
    assert (white.winner, white.scores) == (1, (108, 108))
