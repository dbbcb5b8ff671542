"""RoyalClod: spots on six sub-boards, legal cells across their borders, whole games, score, text."""

from random import Random
from typing import Any

import pytest

from netgame.errors import NotationError, OptionError
from netgame.game import Over, Roll, ToMove, ToRoll, apply
from netgame.games.royalclod.game import RoyalClod
from netgame.games.shared.dice_board import Stone
from netgame.games.shared.dice_state import State
from netgame.options import option_values, variants
from tests.netgame.games.clod import oracle
from tests.netgame.games.clod.dice_play import placements
from tests.netgame.games.vectors import vectors
from tests.random_moves import any_move

NAMES = {"tall": "royal_3rows_2cols", "wide": "royal_2rows_3cols"}  # names in the vectors
GAMES = {"tall": RoyalClod(), "wide": RoyalClod(layout="wide")}
LEGAL = vectors("clod", "legal")
both_layouts = pytest.mark.parametrize("layout", list(GAMES))


def of_both(name: str) -> list[Any]:
    """Return each case of a file of vectors, with its layout."""
    return [pytest.param(layout, case) for layout, key in NAMES.items() for case in vectors("clod", name)[key]]


def at(game: RoyalClod, rows: list[str], roll: str = "-", side: str = "B") -> State:
    return game.read_position(f"{side} {roll} {'/'.join(rows)}")


def rows_of(game: RoyalClod, state: State) -> list[str]:
    return game.write_position(state).split(" ")[2].split("/")


def cells(game: RoyalClod, squares: Any) -> set[int]:
    """Return cells of [row, column] from 0."""
    return {game.dice_board.columns * row + column for row, column in squares}


def legal(game: RoyalClod, state: State) -> set[int]:
    return {move.cell for move in game.moves(state)}


# spots and legal cells

TALL_51 = {(0, 4), (0, 10), (4, 0), (4, 6), (6, 1), (6, 7), (10, 5), (10, 11), (12, 10), (13, 0), (16, 6), (17, 4)}
WIDE_51 = {(0, 4), (0, 7), (0, 16), (4, 0), (4, 11), (4, 12), (6, 16), (7, 0), (7, 11), (10, 12), (11, 4), (11, 7)}


@pytest.mark.parametrize(("layout", "squares"), [("tall", TALL_51), ("wide", WIDE_51)])
def test_the_roll_5_1_has_the_spots_that_the_rules_page_names(layout: str, squares: set[tuple[int, int]]) -> None:
    game = GAMES[layout]

    for dice in ((5, 1), (1, 5)):
        assert legal(game, apply(game, game.start(), Roll(dice))) == cells(game, squares)


@both_layouts
def test_a_roll_has_twelve_spots_and_a_double_six(layout: str) -> None:
    game = GAMES[layout]

    for die1 in range(1, 7):
        for die2 in range(1, 7):
            state = apply(game, game.start(), Roll((die1, die2)))
            assert legal(game, state) == cells(game, oracle.spots((die1, die2), layout))
            assert len(legal(game, state)) == (6 if die1 == die2 else 12)


@both_layouts
def test_each_sub_board_shows_the_die_faces_on_its_own_diagonal(layout: str) -> None:
    game = GAMES[layout]

    faces = {mark.kind: mark.cells for mark in game.marks(game.start())}

    assert faces == {f"die-{die}": cells(game, oracle.spots((die, die), layout)) for die in range(1, 7)}


@both_layouts
def test_spots_of_every_roll_are_those_of_the_vectors(layout: str) -> None:
    game = GAMES[layout]

    for roll, spots in vectors("clod", "spots")["spots"][NAMES[layout]].items():
        state = apply(game, game.start(), Roll((int(roll[0]), int(roll[1]))))
        assert legal(game, state) == cells(game, spots)


@pytest.mark.parametrize(("layout", "case"), of_both("legal"))
def test_legal_cells_of_known_positions(layout: str, case: dict[str, Any]) -> None:
    game = GAMES[layout]
    state = apply(game, at(game, case["board"]), Roll(tuple(case["dice"])))

    assert legal(game, state) == cells(game, case["legal"])
    assert game.turn(state) == (ToMove(0) if case["legal"] else ToRoll(0, 2, 6))


@both_layouts
def test_the_examples_of_the_source_text_hold(layout: str) -> None:
    game = GAMES[layout]
    examples = [case for case in LEGAL["seed_examples"] if case["layout"] == NAMES[layout]]
    assert examples

    for case in examples:
        state = apply(game, at(game, case["board"]), Roll(tuple(case["dice"])))
        assert legal(game, state) == cells(game, case["legal"])


@both_layouts
def test_each_legal_move_is_picked_by_some_number(layout: str) -> None:
    game, rng = GAMES[layout], Random(6)
    state = game.start()
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, ToRoll):
            state = apply(game, state, Roll((rng.randint(1, 6), rng.randint(1, 6))))
        else:
            moves = list(game.moves(state))
            picked = [any_move(game, state, number) for number in range(len(moves))]
            assert sorted(picked) == moves
            assert any_move(game, state, len(moves) + 2) == picked[2 % len(moves)]
            state = game.play(state, rng.choice(moves))


def test_an_occupied_spot_opens_cells_of_the_next_sub_board() -> None:
    game = GAMES["tall"]
    empty = ["." * 12] * 18

    state = apply(game, at(game, ["." * 5 + "W" + "." * 6, *empty[1:]]), Roll((1, 6)))

    assert {game.board.cell(name) for name in ("e1", "e2", "f2", "g1", "g2")} <= legal(game, state)
    assert game.board.cell("f1") not in legal(game, state)


# whole games and the score


@pytest.mark.parametrize(("layout", "recorded"), of_both("games"))
def test_whole_games_go_as_recorded(layout: str, recorded: dict[str, Any]) -> None:
    game = GAMES[layout]
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
            assert len(legal(game, state)) == turn["n_legal"]
            (cell,) = cells(game, [turn["cell"]])
            state = apply(game, state, Stone(cell), seat=seat)

    over = game.turn(state)
    assert isinstance(over, Over)
    assert forfeits == recorded["forfeits"]
    assert rows_of(game, state) == recorded["final"]
    assert over.scores == (recorded["largest"]["B"], recorded["largest"]["W"])
    assert over.winner == {"B": 0, "W": 1, "draw": None}[recorded["winner"]]


@pytest.mark.parametrize(("layout", "case"), of_both("finished"))
def test_full_boards_are_counted(layout: str, case: dict[str, Any]) -> None:
    game = GAMES[layout]
    over = game.turn(at(game, case["board"]))

    assert isinstance(over, Over)
    assert over.scores == (case["largest"]["B"], case["largest"]["W"])
    assert over.winner == {"B": 0, "W": 1, "draw": None}[case["winner"]]


@both_layouts
def test_random_games_follow_the_slow_rules_and_end_after_216_placements(layout: str) -> None:
    rng = Random(4)

    assert {placements(GAMES[layout], rng, layout) for _ in range(5)} == {216}


def test_the_option_ties_decides_over_equal_regions() -> None:
    rows = ["BBBBBBWWWWWW"] * 18

    draw = GAMES["tall"].turn(at(GAMES["tall"], rows))
    white = RoyalClod(ties="white").turn(at(GAMES["tall"], rows))

    assert isinstance(draw, Over)
    assert isinstance(white, Over)
    assert (draw.winner, draw.scores) == (None, (108, 108))
    assert (white.winner, white.scores) == (1, (108, 108))


# options and text


def test_there_are_two_presets_and_tall_is_the_default() -> None:
    assert list(variants(RoyalClod)) == ["tall", "wide"]
    assert option_values(RoyalClod()) == {"layout": "tall", "ties": "draw"}
    with pytest.raises(OptionError):
        RoyalClod(layout="round")  # type: ignore[arg-type]


@pytest.mark.parametrize(("layout", "last"), [("tall", "l18"), ("wide", "r12")])
def test_cells_run_from_a1_to_the_corner_below(layout: str, last: str) -> None:
    board = GAMES[layout].board

    assert (board.name(0), board.name(len(board.cells) - 1), len(board.cells)) == ("a1", last, 216)


def test_a_position_of_the_other_layout_is_refused_with_the_reason() -> None:
    text = GAMES["wide"].write_position(GAMES["wide"].start())

    with pytest.raises(NotationError, match="the board has 18 rows, the text has 12"):
        GAMES["tall"].read_position(text)


def test_the_status_of_a_side_is_its_largest_region() -> None:
    game = GAMES["tall"]
    state = at(game, ["BB.B.....WWW", *["." * 12] * 17])

    assert [str(game.status_text(state, seat)) for seat in (0, 1)] == ["largest region 2", "largest region 3"]
