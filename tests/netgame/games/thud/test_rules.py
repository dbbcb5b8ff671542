"""Thud: how pieces move and capture, the mistakes that other programs make, options, end and score."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netgame.boards.octagon import BOARD, GRID, NEIGHBOURS
from netgame.errors import IllegalMove
from netgame.game import Over, ToMove, apply
from netgame.games.thud.game import Thud
from netgame.games.thud.moves import Move
from netgame.games.thud.state import THUDSTONE, State
from tests.netgame.games.octagon_turns import OF_THUD, THUD

at, legal, refusal, after = OF_THUD.at, OF_THUD.legal, OF_THUD.refusal, OF_THUD.after

# the start, and how pieces move


def test_the_start_has_the_published_set_up() -> None:
    assert THUD.write_position(THUD.start()) == (
        "d dF1,dG1,dJ1,dK1,dE2,dL2,dD3,dM3,dC4,dN4,dB5,dO5,dA6,dP6,dA7,dP7,dA9,dP9,dA10,dP10,dB11,dO11,dC12,dN12,dD13,"
        "dM13,dE14,dL14,dF15,dG15,dJ15,dK15,TG7,TH7,TJ7,TG8,TJ8,TG9,TH9,TJ9,RH8"
    )


def test_a_dwarf_moves_any_distance_up_to_an_occupied_square() -> None:
    state = at("d dA8,dE8,TH1")
    moves = {text for text in legal(state) if text.startswith("dE8-")}
    assert {"dE8-F8", "dE8-G8", "dE8-D8", "dE8-B8", "dE8-L14", "dE8-E2", "dE8-E14"} <= moves
    assert not {"dE8-A8", "dE8-H8", "dE8-J8"} & moves


def test_the_thudstone_cannot_be_passed_landed_on_or_part_of_a_line() -> None:
    assert "G8" not in refusal(at("d dG8,TK8"), "dG8-J8")
    assert "H8" in refusal(at("d dG8"), "dG8-J8")
    assert "Thudstone" in refusal(at("d dG8"), "dG8-H8")
    assert refusal(at("d dG8,dJ8,TL8"), "dJ8-L8xL8") == "a hurl to L8 needs 2 dwarfs in line, and there are 1"
    assert refusal(at("T TJ8,TG8,dM8"), "TJ8-L8xM8") == "a shove to L8 needs 2 trolls in line, and there are 1"


@pytest.mark.parametrize("line", range(1, 8))
def test_a_hurl_goes_as_far_as_the_line_is_long_and_no_further(line: int) -> None:
    dwarfs = ",".join(f"d{'ABCDEFG'[i]}9" for i in range(7 - line, 7))
    reach = ["H9", "J9", "K9", "L9", "M9", "N9", "O9", "P9"]
    assert f"dG9-{reach[line - 1]}x{reach[line - 1]}" in legal(at(f"d {dwarfs},T{reach[line - 1]}"))
    further = reach[line]
    message = refusal(at(f"d {dwarfs},T{further}"), f"dG9-{further}x{further}")
    assert message == f"a hurl to {further} needs {line + 1} dwarfs in line, and there are {line}"


@pytest.mark.parametrize("direction", [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)])
def test_lines_throw_in_every_direction(direction: tuple[int, int]) -> None:
    files, (across, down) = "ABCDEFGHJKLMNOP", direction
    behind, front, between, target = (f"{files[5 + i * across]}{9 + i * down}" for i in range(4))
    assert f"d{front}-{target}x{target}" in legal(at(f"d d{behind},d{front},T{target}"))
    assert f"T{front}-{between}" in legal(at(f"T T{behind},T{front}"))
    assert f"T{front}-{target}" not in legal(at(f"T T{behind},T{front}"))


@pytest.mark.parametrize(
    ("position", "move", "said"),
    [
        ("d dC9,dD9,dE9,TE7,TC11", "dE9-E7xE7", "needs"),
        ("d dC9,dD9,dE9,TE7,TC11", "dC9-C11xC11", "needs"),
        ("d dC9,dD9,dE9,TG9", "dD9-G9xG9", "E9 is in the way: nothing can be jumped"),
        ("d dA9,dB9,dC9,dD9,dF9,TG9", "dD9-G9xG9", "F9 is in the way: nothing can be jumped"),
        ("d dB9,dC9,dE9,TG9", "dE9-G9xG9", "there are 1"),  # a gap ends the line
        ("d dC9,TD9,dE9,TG9", "dE9-G9xG9", "there are 1"),  # an enemy, too
    ],
)
def test_a_line_throws_only_its_head_forward_and_over_nothing(position: str, move: str, said: str) -> None:
    assert said in refusal(at(position), move)


def test_lines_and_moves_stop_at_the_edge_of_the_board() -> None:
    # P6 and A7 are neighbours in many arrays, and so are P10 and A11's row
    state = at("d dA6,dA10,TP6,TP7,TP9,TP10")
    moves = legal(state)
    assert not any("x" in text for text in moves)
    trolls = at("T TA6,TA10,dP6,dP7,dP9,dP10")
    assert not any("x" in text for text in legal(trolls))
    assert "straight" in refusal(trolls, "TA6-P7xP6")


def test_a_troll_steps_one_square_onto_an_empty_one() -> None:
    state = at("T TE8,TF8,dE9")
    assert "TE8-F8" not in legal(state)
    assert refusal(state, "TE8-F8") == "the troll on F8 is in the way"
    assert refusal(state, "TE8-E9xE9") == "the dwarf on E9 is in the way"
    assert refusal(state, "TE8-E6") == "a shove to E6 needs 2 trolls in line, and there are 1"


def test_a_step_takes_one_dwarf_any_with_a_line_behind_it_and_by_option_any_or_all_or_none() -> None:
    state = at("T TE8,dE10,dF10,dC8")
    assert {"TE8-E9", "TE8-E9xE10", "TE8-E9xF10"} <= legal(state)
    assert refusal(state, "TE8-E9xE10xF10") == "a step to E9 captures one dwarf at most"
    assert refusal(state, "TE8-E9xC8") == "there is no dwarf on C8 next to E9 to capture"
    assert refusal(state, "TE8-E9xE8") == "there is no dwarf on E8 next to E9 to capture"
    any_of_two = {"TE8-E9", "TE8-E9xE10", "TE8-E9xF10", "TE8-E9xE10xF10"}
    assert any_of_two <= legal(at("T TE7,TE8,dE10,dF10"))
    assert any_of_two <= legal(at("T TE8,dE10,dF10"), Thud(step_captures="any"))

    game, state = Thud(step_captures="all_or_none"), at("T TE8,dE10,dF10")
    assert {"TE8-E9", "TE8-E9xE10xF10"} <= legal(state, game)
    assert refusal(state, "TE8-E9xE10", game) == "a troll that moves to E9 captures every dwarf next to it or none"


def test_a_shove_must_capture_any_dwarfs_or_all_by_option_and_spares_the_pushers() -> None:
    state = at("T TC8,TD8,dF9,dF10")
    assert "TD8-E8xF9" in legal(state)
    assert "TD8-F8" not in legal(state)
    assert refusal(state, "TD8-F8") == "a shove must capture: name a dwarf next to F8"
    assert "TD8-F8xF9" in legal(state)

    state = after(at("T TC8,TD8,dF9,dG9,dE9"), "TD8-F8xG9")
    assert THUD.write_position(state) == "d dE9,dF9,TC8,TF8,RH8"

    game, state = Thud(shove_captures="all"), at("T TC8,TD8,dG9,dF9,dD10,dE10")

    assert "TD8-F8xF9xG9" in legal(state, game)
    assert refusal(state, "TD8-F8xF9", game) == "a shove to F8 captures every dwarf next to it"
    sentence = "a troll that moves to D9 captures one dwarf, or shoved every dwarf next to it"
    three = at("T TD7,TD8,dD10,dE10,dC10")
    assert {"TD8-D9xD10", "TD8-D9xC10xD10xE10"} <= legal(three, game)
    assert refusal(three, "TD8-D9xD10xE10", game) == sentence


# whose turn, and what is refused before the rules


def test_a_piece_of_the_other_side_cannot_be_moved() -> None:
    start = THUD.start()

    assert refusal(start, "TG7-G6") == "Dwarfs to move"
    assert refusal(start, "dG7-G6") == "there is no dwarf on G7"
    assert refusal(start, "dA8-B8") == "there is no dwarf on A8"
    assert refusal(start, "dA6-A6") == "a move from A6 must end on another square"
    with pytest.raises(IllegalMove, match="Dwarfs to move"):
        apply(THUD, start, THUD.parse(start, "dA6-B6"), seat=1)


def test_a_lone_troll_steps_to_each_neighbour_that_is_empty_and_nowhere_else() -> None:
    for cell in set(range(len(BOARD.cells))) - {THUDSTONE}:
        around = sorted(GRID.cells(NEIGHBOURS[cell]) - {THUDSTONE})
        for free in (set(around[::2]), set(around[1::2])):
            state = State(GRID.of(set(around) - free), GRID.mask[cell], 1)

            assert {move.target for move in THUD.moves(state)} == free
            for target in set(around) - free:
                with pytest.raises(IllegalMove):
                    THUD.check(state, Move(1, cell, target))


# the end and the score


def test_the_battle_ends_when_the_side_to_move_has_no_move_not_even_a_hurl() -> None:
    over = THUD.turn(at("T dF1,dG1"))
    assert (
        str(over.reason)
        == "Trolls have no move left: the dwarfs' captures count 32, the trolls' 30; 2 dwarfs and 0 trolls are left"
    )
    assert (over.winner, over.scores) == (0, (32, 30))

    walled, hurl = "TF1,dG1,dE2,dF2,dG2", at("d dF1,TE2,TF2,TG1,TG2")
    assert THUD.turn(at("d dF1,dG1")) == THUD.turn(at(f"d {walled}")) == THUD.turn(hurl) == ToMove(0)
    assert isinstance(THUD.turn(at(f"T {walled}")), Over)
    assert all("x" in text for text in legal(hurl))


@settings(max_examples=60)
@given(st.integers(0, 32), st.integers(0, 8))
def test_counting_captures_and_counting_pieces_left_give_the_same_margin(dwarfs: int, trolls: int) -> None:
    cells = [cell for cell in range(len(BOARD.cells)) if cell != THUDSTONE]
    over = THUD.agreed(State(GRID.of(cells[:dwarfs]), GRID.of(cells[dwarfs : dwarfs + trolls]), 0))
    counts = over.reason.args
    assert (counts["dwarfs"], counts["trolls"]) == over.scores
    assert over.scores[0] - over.scores[1] == counts["dwarfs_left"] - counts["trolls_left"] == dwarfs - 4 * trolls


def test_the_limit_counts_the_plies_of_both_sides_since_the_last_capture() -> None:
    game = Thud(no_capture_limit=3)
    state = game.read_position("d dA6,dP10,TG8,TJ8,RH8")
    state = after(state, "dA6-B6", "TG8-G7", game=game)
    assert game.turn(state) == ToMove(0)

    over = game.turn(after(state, "dP10-O10", game=game))

    assert (
        str(over.reason)
        == "3 moves without a capture: the dwarfs' captures count 24, the trolls' 30; 2 dwarfs and 8 trolls are left"
    )
    assert (over.winner, over.scores) == (1, (24, 30))
    ended = after(state, "dP10-O10", game=game)
    assert list(game.moves(ended)) == []
    with pytest.raises(IllegalMove, match="the battle is over"):
        game.check(ended, game.parse(ended, "TG7-F6"))


def test_a_capture_starts_the_count_of_quiet_moves_again_and_states_differ_by_it_with_a_limit() -> None:
    game = Thud(no_capture_limit=2)
    state = after(game.read_position("d dF8,dA6,TG8,TP6,TP7,RH8"), "dA6-B6", "TG8-G9xF8", "dB6-C6", game=game)

    assert game.turn(state) == ToMove(1)
    assert isinstance(game.turn(after(state, "TP6-O6", game=game)), Over)
    there_and_back = ("dA6-B6", "TG7-F6", "dB6-A6", "TF6-G7")
    assert after(THUD.start(), *there_and_back) == THUD.start()
    limited = Thud(no_capture_limit=9)
    assert after(limited.start(), *there_and_back, game=limited) != limited.start()
